"""The accessibility tree that Chromium gives to screen readers: names, roles, headings."""

import pytest

from tests.accessible_nodes import Node, faults
from tests.browser.challenges.gestures import quiet
from tests.browser.whole_page import NAMES, PAGES, open_whole

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


@pytest.mark.thorough(keep_every=6)
@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_each_control_and_picture_has_a_name_and_headings_are_nested(page, server, path):
    live = open_whole(page, server, path)
    quiet(live)
    tree = nodes(page)
    assert faults(tree) == []
    sliders = sum(each.role == "slider" for each in tree)
    assert sliders == page.evaluate(SHOWN_COUNT, 'input[type="range"]')
    names = {single_spaced(each.name) for each in tree if each.kind == "picture"}
    canvases = page.evaluate(SHOWN_CANVASES)
    assert [entry for entry in canvases if single_spaced(entry["name"]) not in names] == []
