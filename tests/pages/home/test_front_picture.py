"""Sentences of the front page about its picture are true for all data and kernels."""

import re

import pytest

from lab.scene.fields import FIELDS, KERNEL_SLIDERS, KERNELS, OWN, SOURCES, has_parameter
from lab.scene.samples.real_datasets import TUMOURS
from lab.scene.scene import parse
from lab.ui.challenges import is_met
from lab.ui.items import SAMPLED_SOURCES, Choice
from pages.home.declaration import PAGE
from pages.home.laboratory import FIGURES, controls, figures
from pages.home.surprising_scenes import SCENES, fields_of
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, frames, items


@pytest.fixture(scope="module")
def front():
    return data_of(view_page("home/page.py"), "home")


@pytest.mark.parametrize("kernel", [*KERNELS, OWN])
def test_sliders_and_the_bayes_boundary_are_mentioned_where_shown(front, kernel):
    """For each kernel and data set one heading is shown, which mentions only what is visible."""
    headings = [item for item in items(front, "heading") if "data" in item.get("when", {})]
    for data in SOURCES:
        (heading,) = [
            heading
            for heading in headings
            if data in heading["when"]["data"] and kernel in heading["when"]["kernel"]
        ]
        title, text = {*re.findall(r"\w+", heading["text"])}, f"{heading['text']} {heading['lead']}"
        for field in map(FIELDS.__getitem__, KERNEL_SLIDERS):
            is_there = has_parameter(kernel, field.name)
            assert (field.symbol in title) == is_there
            assert (f"{field.symbol}, the" in text or f"{field.symbol} is the" in text) == is_there
            assert (f" {field.label.lower()}" in text) == is_there
        assert ("Bayes-optimal" in text) == (data in SAMPLED_SOURCES)


@pytest.mark.thorough(keep_every=5)
@pytest.mark.parametrize("query", SCENES)
def test_a_surprising_scene_shows_what_is_said_of_it(query):
    """The browser shows the sentence only if these conditions hold."""
    scene, problems = parse(query)
    assert not problems
    along = scene.sliders[0]
    value = getattr(scene, along)
    frame = min(frames(scene, along), key=lambda frame: abs(frame[along] - value))
    assert frame[along] == pytest.approx(value)
    assert SCENES[query].conditions and is_met(SCENES[query].conditions, frame)


def test_malignant_tumours_are_positive_as_on_other_pages():
    query = next(query for query in SCENES if "data=cancer" in query)
    scene, _ = parse(query)
    switch = next(
        item for item in controls(scene) if isinstance(item, Choice) and item.field == "data"
    )
    option = next(option for option in switch.options if option["value"] == "cancer")
    assert fields_of(query)["classes"] == option["fields"]["classes"] == TUMOURS["classes"]


def test_a_figure_is_the_default_scene_with_its_bandwidth():
    options = {option["label"]: option for option in figures().options}
    assert list(options) == ["Figure 2", "Figure 3", "Figure 4", "Figure 5"]
    for name, (tau, show) in FIGURES.items():
        fields = {field: text for field, text in options[name]["fields"].items() if text}
        fields["tau"] = options[name]["value"]
        scene, problems = parse("&".join(f"{field}={text}" for field, text in fields.items()))
        assert not problems and scene == parse(f"tau={tau}")[0]
        assert options[name]["view"] == {"show": show}
        assert show in PAGE.words["show"].allowed


@pytest.mark.parametrize("words", [{"show": "bayes"}, {"show": "fit", "tau": "0.2"}])
def test_the_words_of_the_page_need_no_message(words):
    assert not view_page("home/page.py", words).warning
