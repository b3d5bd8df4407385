"""Wherever a goal is met among the pictures that a page has at hand, one answer alone is right, and
it is the declared one: else the reason that is given there would speak of another. A question that
names its sliders is decided for each scene by itself, see test_questions_follow_the_scene."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from lab.scene import class_scene
from lab.scene.class_fields import CLASS_FIELDS
from lab.scene.fields import FIELDS
from lab.scene.scene import SceneError, parse, replace
from lab.ui.challenges import is_met
from pages.order import PAGES
from tests.pages.goals import answers, class_frames, frames, items
from tests.pages.test_terms_by_step import elements

STOPS = 16  # of each slider
# Of an element by what answers it: what reads its scene, its fields, and the frames of a scene.
SERVED = {
    "frames": (parse, FIELDS, lambda scene, along: frames(scene, along, STOPS)),
    "class-frames": (
        class_scene.parse,
        CLASS_FIELDS,
        lambda scene, along: class_frames(scene, along, STOPS),
    ),
}


def sent(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every stop of the sweeps that travel with a page."""
    for one in data.get("sweeps") or ():
        tensors, along = one["sweep"]["tensors"], one["sweep"]["meta"]["along"]
        numbers = {
            name: [np.nan if value == "none" else value for value in tensor["data"]]
            for name, tensor in tensors.items()
            if len(tensor["shape"]) == 1 and not tensor["fixed"]
        }
        for k, stop in enumerate(tensors["stops"]["data"]):
            at = {name: number_of(text) for name, text in one["fields"].items()} | {along: stop}
            yield at | {name: values[k] for name, values in numbers.items()}


def number_of(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def served(data: dict[str, Any], fields: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Every stop of the sliders over the scene of an element, and over those that one press of a
    switch makes of it; of the variant that has these fields."""
    found = SERVED.get((data["frames"] or "").rpartition("/")[2])
    if not found:
        return
    read, known, frames_of = found
    scene, _ = read(data["query"])
    presses = [{choice["field"]: option["value"], **option.get("fields", {})}
               for choice in items(data, "choice") for option in choice["options"]
               if known is FIELDS]  # of many classes each takes seconds  # fmt: skip
    for press in ({}, *presses):
        change = {name: known[name].read(text) for name, text in {**press, **fields}.items()
                  if text and name in known}  # fmt: skip
        try:
            shown = replace(scene, **change)
        except SceneError:
            continue
        for along in {one["along"] for one in items(data, "slider")} & {"tau", "lam"}:
            if known[along].applies(vars(shown)):
                yield from frames_of(shown, along)


def right(asked: dict[str, Any], frame: dict[str, Any]) -> list[str] | None:
    """The answers that hold where the goal does; None where it does not, or the page's script alone
    has the numbers that it speaks of."""
    try:
        if not is_met(asked["conditions"], frame):
            return None
        return [one["label"] for one in asked["options"] if is_met(one["conditions"], frame)]
    except KeyError:
        return None


ASKING = [page for page in PAGES if page.challenges]


@pytest.mark.parametrize("page", ASKING, ids=[page.name for page in ASKING])
def test_where_a_goal_is_met_one_answer_is_right(page):
    wrong = set()
    for data in elements(page):
        for card in items(data, "challenge"):
            for asked in (asked for asked in card["challenges"] if not asked["by"]):
                fields = asked.get("with") or card.get("with") or {}
                for frame in (*sent(data), *served(data, fields)):
                    found = right(asked, frame)
                    if found is None:
                        continue
                    if len(found) != 1 or answers().get(asked["id"]) not in ("", *found):
                        said = {name: value for name, value in frame.items() if np.ndim(value) == 0}
                        wrong.add(f"{asked['question']} {found} at {said}")
    assert not wrong, "\n".join(sorted(wrong))
