"""The accessibility tree that Chromium gives to screen readers: names, roles, headings."""

from tests.accessible_nodes import Node

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
    session = page.context.new_cdp_session(page)
    tree = session.send("Accessibility.getFullAXTree")
    session.detach()
    return [node(entry) for entry in tree["nodes"] if not entry["ignored"]]


def single_spaced(text: str) -> str:
    return " ".join(text.split())


def node(entry) -> Node:
    role, name = (entry.get(key, {}).get("value", "") for key in ("role", "name"))
    properties = {each["name"]: each["value"].get("value") for each in entry["properties"]}
    level = int(properties.get("level", 0)) if role == "heading" else 0
    return Node(role, ROLES.get(role, ""), name, level)


# Return the text that a screen reader reads at each slider, and the visible text of its value.
SLIDER_TEXTS = """() => [...document.querySelectorAll("input[type=range]")]
  .filter((range) => range.checkVisibility())
  .map((range) => [range, range.closest(".kl-slider").querySelector(".kl-value")])
  .map(([range, shown]) => [range.getAttribute("aria-valuetext"), shown.value ?? shown.textContent])
"""
