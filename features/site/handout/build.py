"""From a live element, as its page gave it to the browser, to one file."""

from collections.abc import Iterator, Mapping
from typing import Any

from features.site.handout import html_template, offline_items, reachable_values
from features.site.handout.html_template import PageText
from features.site.handout.precomputed_sweeps import solve
from lab.scene.fields import FIELDS, KERNEL_SLIDERS
from lab.scene.scene import words_of
from lab.ui.palette import THEMES


class NoOfflinePicture(Exception):
    """Without a server nothing of this picture is left to see."""


def handout(
    picture: Mapping[str, Any], words: PageText, *, losses: bool = False, seconds: float = 0.0
) -> str:
    """The HTML of a picture: its `main`, its `side`, and the words around it.

    `losses`: with all those of its switch, on coarser sliders. Raises NoOfflinePicture,
    HandoutTimeExceeded and what solving raises."""
    main, side = _places(picture)
    given = words_of(picture["query"])
    route = _route(picture, main)
    if not route:  # its sweeps travel with the page anyway
        still = {
            item["along"]
            for item in offline_items.flatten_items([*main, *side])
            if item["kind"] == "slider"
        }
        switches = _inline_switches(picture)
        return _page(picture, words, main, side, still, switches)
    sliders = _sliders([*main, *side], given, route)
    offered = _losses([*main, *side], given) if losses else []
    stops, entries = solve(route, picture["query"], sliders, offered, seconds)
    return _page(picture, words, main, side, stops, {"loss": offered}, entries, stops)


def _page(picture, words, main, side, sliders, switches, entries=(), stops=None) -> str:
    frames = list(_frames(picture, entries))
    placed = {
        place: [
            _stopped(one, stops or {})
            for one in offline_items.items(items, sliders, switches, frames)
        ]
        for place, items in (("main", main), ("side", side))
    }
    if not any(item["kind"] not in ("heading", "legend") for item in placed["main"]):
        raise NoOfflinePicture(
            "What this picture shows is worked out by the server, at every move."
        )
    data = {
        "name": picture["name"], "query": picture["query"], "view": picture.get("view", {}),
        "frames": None, "grid": picture.get("grid", 0), "stops": picture.get("stops", 0),
        "wide": picture.get("wide", False), "palette": THEMES, "below": [], "waiting": False,
        "link": words.link,
        **placed,
    }  # fmt: skip
    data |= {"sweeps": picture["sweeps"]} if "sweeps" in picture else {}
    return html_template.page(words, data, entries)


def _frames(picture, entries) -> Iterator[dict[str, Any]]:
    """The numbers of every stop that the file holds."""
    if entries:
        return reachable_values.numbers(picture["query"], entries)
    return reachable_values.of_inline(picture["query"], picture.get("sweeps", ()))


def _places(picture) -> tuple[list, list]:
    return list(picture["main"]), list(picture["side"])


def _route(picture, main) -> str:
    """The route whose sweeps the picture plays: the element's own, or that of its clock."""
    if picture.get("frames"):
        return picture["frames"].rsplit("/", 1)[-1]
    clocks = [
        item for item in offline_items.flatten_items(main) if item["kind"] == offline_items.PLAYS
    ]
    return clocks[0]["address"].rsplit("/", 1)[-1] if clocks else ""


def _sliders(placed, given: Mapping[str, str], route: str) -> list[str]:
    """The sliders of the picture that its scene has; a run has only its steps."""
    if route == "sgd":
        return ["step"]
    found = [
        item["along"] for item in offline_items.flatten_items(placed) if item["kind"] == "slider"
    ]
    return [along for along in (*KERNEL_SLIDERS, "lam") if along in found and given.get(along)]


def _losses(placed, given) -> list[str]:
    """Those of the picture's switch, the chosen one first."""
    values = [
        option["value"]
        for item in offline_items.flatten_items(placed)
        if item["kind"] == "choice" and item["field"] == "loss"
        for option in item["options"]
    ]
    chosen = given.get("loss", FIELDS["loss"].default)
    return [chosen, *(value for value in values if value != chosen)]


def _inline_switches(picture) -> dict[str, list[str]]:
    """The options that a picture has sweeps for."""
    options: dict[str, list[str]] = {}
    for each in picture.get("sweeps", ()):
        for field, value in each["fields"].items():
            options.setdefault(field, []).append(value)
    return options


def _stopped(item, stops):
    """The item with the sliders' stops as they are in the file."""
    if item["kind"] == "group":
        return item | {"items": [_stopped(one, stops) for one in item["items"]]}
    if item["kind"] == "slider" and item["along"] in stops:
        return item | {"stops": stops[item["along"]]}
    return item
