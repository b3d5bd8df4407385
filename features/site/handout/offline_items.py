"""Select the items that work without a server: views, and sliders whose sweeps are in the file.

Without a server points can't be dragged, requests have no answer, and a field without sweeps can't
change. Items that depend on one of these are left out.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from lab.ui.challenges import is_met
from lab.ui.items import Json

# Kinds of items that need the page or the server.
SERVER_KINDS = {
    "action",
    "crowd",
    "link",
    "panels",
    "points",
}
PRESS_FIELDS = {"tool", "hand"}  # view fields that set the effect of a press on the points
EDIT_PROPERTIES = {"edit", "hand"}  # item properties that let points be changed


def items(
    placed_items: Iterable[Json],
    sliders: Collection[str],
    switches: Mapping[str, Collection[str]],
    frames: Sequence[Mapping[str, Any]],
) -> list[Json]:
    """Return the items that work without a server, with these sliders and options of switches.

    `frames`: the numbers of every stop; goals that no stop meets are left out.
    """
    return list(_offline_items(placed_items, sliders, switches, frames))


def _offline_items(placed_items, sliders, switches, frames) -> Iterator[Json]:
    for item in placed_items:
        kind = item["kind"]
        if kind == "group":
            inner_items = list(_offline_items(item["items"], sliders, switches, frames))
            if inner_items:
                yield item | {"items": inner_items}
        elif item.get("has_frames") and item.get("along") in sliders:
            yield item | {"address": None}  # needed only for sweeps that are not in the file
        elif kind in SERVER_KINDS or {"address", "asks", "with", "scenes"} & {*item}:
            continue
        elif kind == "slider":
            if item["along"] in sliders:
                yield item
        elif kind == "choice":
            yield from _choice(item, switches)
        elif kind == "challenge":
            yield from _keep_reachable(item, frames)
        else:
            yield {name: value for name, value in item.items() if name not in EDIT_PROPERTIES}


def _choice(item: Json, switches: Mapping[str, Collection[str]]) -> Iterator[Json]:
    field = item["field"]
    if item.get("view"):
        if field not in PRESS_FIELDS:
            yield item
        return
    options = [option for option in item["options"] if option["value"] in switches.get(field, ())]
    if len(options) > 1:
        yield item | {"options": options}


def _keep_reachable(item: Json, frames: Sequence[Mapping[str, Any]]) -> Iterator[Json]:
    goals = [goal for goal in item["challenges"] if any(_is_met(goal, frame) for frame in frames)]
    if goals:
        yield item | {"challenges": goals}


def _is_met(challenge: Json, frame: Mapping[str, Any]) -> bool:
    try:
        return is_met(challenge["conditions"], frame)
    except KeyError:  # these frames lack a number of the goal
        return False
