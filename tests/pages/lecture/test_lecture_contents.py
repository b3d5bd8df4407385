"""The declarations of what a lecture can show agree with the pages."""

import pytest

from lab.scene.class_scene import CLASS_FIELDS
from lab.scene.fields import FIELDS
from pages.order import PAGES
from tests.lab.ui.visit import view_page
from tests.pages.goals import items
from tests.pages.live_elements import by_step

# Sliders whose range depends on other settings.
OF_THE_MOMENT = {("losses", "strength"), ("svm", "multipliers")}
# Sliders whose word in the address is not their field, because `step` names a step of the page.
WORDS = {("stochastic-gradient", "step"): "t"}
# Words that a button sets, with a request to the server: the seed of a run.
BY_BUTTON = {"stochastic-gradient": "draws"}
BY_RADIO = {"representer-theorem": {"proof": [], "proof_step": [1.0, 10.0]}}  # of the longer proof
# Words of older links that no step has, which the page translates.
OLDER_WORDS = {"svm": {"priced": ["beyond", "on", "slack"], "price": []}}
SWITCHES = ("choice", "gallery", "detail")


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_contents_are_those_of_the_pages(page):
    """Check the sliders of each step in the lecture, and the words that the page reads in addition
    to the scene's: each has a range, a list of options, or no restriction."""
    fields = CLASS_FIELDS if page.name == "multiclass" else FIELDS
    elements_by_step = by_step(view_page(page.file, {"view": "lecture"}))
    steps = {
        step: [data for data in of if not data["name"].startswith(("quiz-", "open-"))]
        for step, of in elements_by_step.items()
    }
    assert {step: page.sliders_of(step) for step in page.frame_heights} == {
        step: tuple(
            dict.fromkeys(slider["along"] for data in of for slider in items(data, "slider"))
        )
        for step, of in steps.items()
        if of
    }
    words: dict[str, list] = {}
    for data in (data for of in steps.values() for data in of):
        for slider in items(data, "slider"):
            ends = [float(f"{extreme(slider['stops']):.6g}") for extreme in (min, max)]
            along = slider["along"]
            words |= dict.fromkeys((along, WORDS.get((page.path, along))), ends)
        words.pop(None, None)
        for choice in (item for kind in SWITCHES for item in items(data, kind)):
            options = [str(option["value"]) for option in choice["options"] if "value" in option]
            before = [word for word in words.get(choice["field"], []) if isinstance(word, str)]
            words[choice["field"]] = list(dict.fromkeys([*before, *options]))
        for word in data["view"]:
            words.setdefault(word, [])
    free = {word: [] for word in words if (page.path, word) in OF_THE_MOMENT}
    free |= {BY_BUTTON[page.path]: []} if page.path in BY_BUTTON else {}
    words_of_step = {word: values for word, values in (words | free).items() if word not in fields}
    words_of_step |= BY_RADIO.get(page.path, {}) | OLDER_WORDS.get(page.path, {})
    assert page.allowed_words == words_of_step


def test_old_names_are_unique_and_lead_to_steps():
    for page in PAGES:
        steps = [step for step in page.steps or (page.picture,) if step.name in page.frame_heights]
        old_names = [name for step in steps for name in step.old_names]
        assert len({*old_names}) == len(old_names), page.name
        assert not [step for step in page.steps if step.old_names and step not in steps]
