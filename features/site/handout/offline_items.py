"""What of a live element works without a server: views and the sliders whose sweeps travel along.

Points can't be dragged, nothing can be asked, and a field without sweeps of its own can't be
changed: the items for these are left out.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from lab.ui.challenges import is_met
from lab.ui.items import Json

ASKS = {"action", "crowd", "link", "panels", "points"}  # the page, or the server
OF_THE_HAND = {"tool", "hand"}  # view words that say what a press on the points does
OF_POINTS = {"edit", "hand"}  # what lets a hand change points
PLAYS = "play"  # it names an address, but needs it only for other runs than its own


def items(
    placed: Iterable[Json],
    sliders: Collection[str],
    switches: Mapping[str, Collection[str]],
    frames: Sequence[Mapping[str, Any]],
) -> list[Json]:
    """Those of the items that stand alone, where `sliders` move and `switches` have these options.

    `frames`: the numbers of every stop there is; a goal that none of them meets is no goal here.
    """
    return list(_standing(placed, sliders, switches, frames))


def flatten_items(placed: Iterable[Json]) -> list[Json]:
    """All items, those inside groups too."""
    return [one for item in placed for one in (item, *flatten_items(item.get("items", ())))]


def _standing(placed, sliders, switches, frames) -> Iterator[Json]:
    for item in placed:
        kind = item["kind"]
        if kind == "group":
            inner = list(_standing(item["items"], sliders, switches, frames))
            if inner:
                yield item | {"items": inner}
        elif kind == PLAYS:
            yield item | {"address": None}
        elif kind in ASKS or {"address", "asks", "with"} & {*item}:
            continue
        elif kind == "slider":
            if item["along"] in sliders:
                yield item
        elif kind == "choice":
            yield from _choice(item, switches)
        elif kind == "challenge":
            yield from _reachable(item, frames)
        else:
            yield {name: value for name, value in item.items() if name not in OF_POINTS}


def _choice(item: Json, switches: Mapping[str, Collection[str]]) -> Iterator[Json]:
    field = item["field"]
    if item.get("view"):
        if field not in OF_THE_HAND:
            yield item
        return
    options = [option for option in item["options"] if option["value"] in switches.get(field, ())]
    if len(options) > 1:
        yield item | {"options": options}


def _reachable(item: Json, frames: Sequence[Mapping[str, Any]]) -> Iterator[Json]:
    goals = [one for one in item["challenges"] if any(_met(one, frame) for frame in frames)]
    if goals:
        yield item | {"challenges": goals}


def _met(challenge: Json, frame: Mapping[str, Any]) -> bool:
    try:
        return is_met(challenge["conditions"], frame)
    except KeyError:  # it asks for a number that these frames do not have
        return False
