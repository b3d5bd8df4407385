"""contents.toml says what a lecture can show of each page: here it is held to the pages."""

import tomllib

from features.lecture import playlist_check
from lab.scene.class_scene import CLASS_FIELDS
from lab.scene.fields import FIELDS
from tests.lab.ui.visit import looked_at
from tests.pages.goals import items
from tests.pages.live_elements import LISTED, elements

# Sliders whose range, and switches whose options, depend on what else is set.
OF_THE_MOMENT = {("losses", "strength")}
# A slider whose word in the address is another: there `step` names a step of the page.
WORDS = {("stochastic-gradient", "step"): "t"}
# The seed of a run's draws: a button sets it, which asks the server.
BY_BUTTON = {"stochastic-gradient": "draws"}
SWITCHES = ("choice", "gallery", "detail")


def page_contents(file):
    page = file.removesuffix("/page.py").replace("_", "-")
    fields = CLASS_FIELDS if page == "multiclass" else FIELDS
    found, words = {}, {}
    for name, data in elements(looked_at(file, {"view": "lecture"})).items():
        if name.startswith(("quiz-", "open-")) or name in ("map", "starts"):
            continue
        sliders = items(data, "slider")
        choices = [item for kind in SWITCHES for item in items(data, kind)]
        headings = items({**data, "main": [], "side": []}, "heading")
        along = list(dict.fromkeys(slider["along"] for slider in sliders))
        found[name] = {"sliders": along, "parts": len(headings)}
        for slider in sliders:
            stops = slider["stops"]
            ends = [float(f"{pick(stops):.6g}") for pick in (min, max)]
            words |= dict.fromkeys((slider["along"], WORDS.get((page, slider["along"]))), ends)
        words.pop(None, None)
        for choice in choices:
            options = [str(option["value"]) for option in choice["options"] if "value" in option]
            words[choice["field"]] = list(dict.fromkeys(options))
        for word in data["view"]:
            words.setdefault(word, [])
    free = {word: [] for word in words if (page, word) in OF_THE_MOMENT}
    free |= {BY_BUTTON[page]: []} if page in BY_BUTTON else {}
    own = {word: allowed for word, allowed in (words | free).items() if word not in fields}
    return page, {"elements": found, "words": own}


def text_of():
    """The file as it must be."""
    lines = [
        "# What a lecture can show of each page: its elements, and words that it reads beside the",
        "# scene's: a slider's range, a switch's options, or anything. Tests hold it to the pages.",
    ]
    for page, told in map(page_contents, LISTED):
        lines += ["", f"[{page}.elements]"]
        for name, element in told["elements"].items():
            sliders = ", ".join(f'"{along}"' for along in element["sliders"])
            lines.append(f"{name} = {{ sliders = [{sliders}], parts = {element['parts']} }}")
        lines.append(f"[{page}.words]")
        for word, allowed in sorted(told["words"].items()):
            values = ", ".join(f'"{v}"' if isinstance(v, str) else repr(v) for v in allowed)
            lines.append(f"{word} = [{values}]")
    return "\n".join(lines) + "\n"


def test_the_contents_are_those_of_the_pages():
    expected = tomllib.loads(text_of())
    expected[""] = expected.pop("home")
    assert playlist_check.contents() == expected
