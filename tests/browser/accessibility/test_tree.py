"""The accessibility tree that Chromium gives to screen readers: names, roles, headings."""

import pytest

from tests.accessible_nodes import Node, faults
from tests.browser.challenges.gestures import quiet
from tests.browser.whole_page import open_unfolded
from tests.page_paths import NAMES, PATHS

CONTROLS = ("button", "checkbox", "combobox", "radio", "slider", "tab", "textbox")
ROLES = {"image": "picture", "img": "picture", "application": "picture", "link": "link"}
ROLES |= dict.fromkeys(CONTROLS, "control")
SHOWN_COUNT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.checkVisibility()).length"""
# Return the canvases that need a name of their own: a canvas in a button or a picture has the name
# of that part.
SHOWN_CANVASES = """() => [...document.querySelectorAll("canvas")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.width)
  .filter((e) => !e.closest("button, [aria-hidden=true]") && !e.parentElement.closest("[role=img]"))
  .map((e) => ({ name: e.ariaLabel ?? "", html: e.outerHTML, place: e.parentElement.className }))"""


def nodes(page) -> list[Node]:
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    return [node(entry) for entry in tree["nodes"] if not entry["ignored"]]


def single_spaced(text: str) -> str:
    return " ".join(text.split())


def node(entry) -> Node:
    role, name = (entry.get(key, {}).get("value", "") for key in ("role", "name"))
    properties = {each["name"]: each["value"].get("value") for each in entry["properties"]}
    level = int(properties.get("level", 0)) if role == "heading" else 0
    return Node(role, ROLES.get(role, ""), name, level)


# For a page, a query with values between the stops of its sliders, so that the test detects a
# slider that announces its nearest stop instead of the value.
BETWEEN_STOPS = {
    "regularisation": "examples=74&size=37&eps=0.123&delta=0.077&sparse=3",
    "kernel-trick": "tau=0.777&lam=0.0321&coords=20&width=0.777",
    "stochastic-gradient": "t=77&lam=0.0321&eta=0.321&budget=77&drawn=33",
}
# Return the text that a screen reader reads at each slider, and the visible text of its value.
SLIDER_TEXTS = """() => [...document.querySelectorAll("input[type=range]")]
  .filter((range) => range.checkVisibility())
  .map((range) => [range, range.closest(".kl-slider").querySelector(".kl-value")])
  .map(([range, shown]) => [range.getAttribute("aria-valuetext"), shown.value ?? shown.textContent])
"""


@pytest.mark.thorough
@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_each_control_and_picture_has_a_name_and_headings_are_nested(page, server, path):
    """Check too that the text of each slider for a screen reader is its visible text."""
    query = BETWEEN_STOPS.get(path, "tau=0.777&lam=0.0321")
    live = open_unfolded(page, server, f"{path}?{query}")
    quiet(live)
    tree = nodes(page)
    assert faults(tree) == []
    sliders = sum(each.role == "slider" for each in tree)
    assert sliders == page.evaluate(SHOWN_COUNT, 'input[type="range"]')
    names = {single_spaced(each.name) for each in tree if each.kind == "picture"}
    canvases = page.evaluate(SHOWN_CANVASES)
    assert [entry for entry in canvases if single_spaced(entry["name"]) not in names] == []
    slider_texts = page.evaluate(SLIDER_TEXTS)
    assert slider_texts or path == "glossary"
    for spoken_text, visible_text in slider_texts:
        assert spoken_text.partition(" = ")[2] == visible_text.strip(), (spoken_text, visible_text)
        assert "NaN" not in spoken_text
