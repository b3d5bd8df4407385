"""Build the file of a handout from a live element's data, as a page sends them to the browser."""

from collections.abc import Iterator, Mapping
from typing import Any

from features.site.handout import html_template, offline_items, reachable_values
from features.site.handout.html_template import PageText
from features.site.handout.precomputed_sweeps import solve, sweep_endpoints
from lab.scene.fields import FIELDS, KERNEL_SLIDERS
from lab.scene.scene import words_of
from lab.ui.items import flatten_json
from lab.ui.palette import SCRIPT_THEMES


class NoOfflinePicture(Exception):
    """A picture that can't be a file: without a server, no slider or no main item would work."""


def handout(
    picture: Mapping[str, Any], words: PageText, *, losses: bool = False, seconds: float = 0.0
) -> str:
    """Return the HTML of a picture: its `main` and `side` items, and the words around it.

    `losses`: include every loss of the picture's switch; two sliders then have fewer stops each.
    `seconds`: the largest CPU time, 0 for no limit. Raises NoOfflinePicture, HandoutTimeExceeded
    and the errors of the solver."""
    main, side = _places(picture)
    fields = words_of(picture["query"])
    route = _route(picture, main)
    if not route:  # the picture's data contain its sweeps
        inline_sliders = {
            item["along"] for item in flatten_json([*main, *side]) if item["kind"] == "slider"
        }
        switches = _inline_switches(picture)
        return _page(picture, words, main, side, inline_sliders, switches)
    sliders = _sliders([*main, *side], fields, route)
    offered_losses = _losses([*main, *side], fields) if losses else []
    stops, entries = solve(route, picture["query"], sliders, offered_losses, seconds)
    return _page(picture, words, main, side, stops, {"loss": offered_losses}, entries, stops)


def _page(picture, words, main, side, sliders, switches, entries=(), stops=None) -> str:
    frames = list(_frames(picture, entries))
    placed_items = {
        place: [
            _with_stops(item, stops or {})
            for item in offline_items.items(items, sliders, switches, frames)
        ]
        for place, items in (("main", main), ("side", side))
    }
    if not any(item["kind"] not in ("heading", "legend") for item in placed_items["main"]):
        raise NoOfflinePicture(
            "This picture is computed again at every change, so it can’t be saved as a file."
        )
    data = {
        "name": picture["name"], "query": picture["query"], "view": picture.get("view", {}),
        "frames": None, "grid": picture.get("grid", 0), "stops": picture.get("stops", 0),
        "wide": picture.get("wide", False), "palette": SCRIPT_THEMES, "below": [], "waiting": False,
        "link": words.link,
        **placed_items,
    }  # fmt: skip
    data |= {"sweeps": picture["sweeps"]} if "sweeps" in picture else {}
    return html_template.page(words, data, entries)


def _frames(picture, entries) -> Iterator[dict[str, Any]]:
    """Yield the numbers of every stop in the file."""
    if entries:
        return reachable_values.numbers(picture["query"], entries)
    return reachable_values.inline_numbers(picture["query"], picture.get("sweeps", ()))


def _places(picture) -> tuple[list, list]:
    return list(picture["main"]), list(picture["side"])


def _route(picture, main) -> str:
    """Return the route of the picture's sweeps: the element's own, or that of an item with
    frames along a slider; "" if the picture requests no sweeps."""
    if picture.get("frames"):
        return picture["frames"].rsplit("/", 1)[-1]
    sources = [item for item in flatten_json(main) if item.get("has_frames") and "along" in item]
    return sources[0]["address"].rsplit("/", 1)[-1] if sources else ""


def _sliders(placed_items, fields: Mapping[str, str], route: str) -> list[str]:
    """Return the sliders whose sweeps are in the file: those that the endpoint declares or, without
    a declaration, the last two of the picture's sliders of the kernel and λ. Raises
    NoOfflinePicture if there is none."""
    if own_sliders := sweep_endpoints()[route].file_sliders:
        return [*own_sliders]
    alongs = [item["along"] for item in flatten_json(placed_items) if item["kind"] == "slider"]
    sliders = [along for along in (*KERNEL_SLIDERS, "lam") if along in alongs and fields.get(along)]
    if not sliders:
        raise NoOfflinePicture(
            "This picture has no slider of the kernel or of λ, so it can’t be saved as a file."
        )
    return sliders[-2:]


def _losses(placed_items, fields) -> list[str]:
    """Return the losses of the picture's switch, the scene's loss first."""
    values = [
        option["value"]
        for item in flatten_json(placed_items)
        if item["kind"] == "choice" and item["field"] == "loss"
        for option in item["options"]
    ]
    default_loss = fields.get("loss", FIELDS["loss"].default)
    return [default_loss, *(value for value in values if value != default_loss)]


def _inline_switches(picture) -> dict[str, list[str]]:
    """Return, for each field, the options for which a picture has inline sweeps."""
    options: dict[str, list[str]] = {}
    for sweep in picture.get("sweeps", ()):
        for field, value in sweep["fields"].items():
            options.setdefault(field, []).append(value)
    return options


def _with_stops(item, stops):
    """Return the item with its sliders' stops as in the file."""
    if item["kind"] == "group":
        return item | {"items": [_with_stops(inner, stops) for inner in item["items"]]}
    if item["kind"] == "slider" and item["along"] in stops:
        return item | {"stops": stops[item["along"]]}
    return item
