"""Whether a goal can be reached: a scene that meets it is given, or looked for, for several codes.

Everybody has data of their own, so that one scene proves nothing for the next student: a goal
counts as reachable where it was reached for every code that was tried.
"""

import dataclasses
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from features.assignments import codes, goals, measures
from features.assignments.assignment import Assignment, Task
from features.assignments.measures import AnyScene
from lab.scene.fields import Choice, Integer
from lab.scene.scene import SceneError, replace

SAMPLE_CODES = tuple(f"sample {k}" for k in range(1, 9))
_SWEEPS = 400  # looked through for one code at most
_COARSE = 15  # stops of each slider but the first


@dataclass(frozen=True)
class Reachability:
    """What was found for one task and one code: a scene that meets the goal, or the nearest."""

    code: str
    scene: AnyScene
    met: bool
    distances: tuple[float, ...]
    as_begun: bool = False  # met by the very scene with which the task begins


def start_for(assignment: Assignment, task: Task, code: str) -> AnyScene:
    """The scene with which a task begins for this code."""
    start = task.start
    if task.same_data:
        return start
    edits = start.edits  # they are the task's own, and a new seed would drop them
    return replace(replace(start, seed=codes.seed(assignment.key, code)), edits=edits)


def prove(
    assignment: Assignment, task: Task, code: str, *, seconds: float = math.inf
) -> Reachability:
    """A scene that meets the goal of a task for this code: the task's solution where that will do,
    else the first of a search, which ends after some `seconds`; or the nearest that was found."""
    start, picture = start_for(assignment, task, code), task.picture
    best = _proof(task, code, start, measures.measure_scene(picture, start))
    if best.met:
        return dataclasses.replace(best, as_begun=True)
    solution = task.solved(start)
    if solution:
        given = _proof(task, code, solution, measures.measure_scene(picture, solution))
        best = _nearer(best, given)
    if best.met:
        return best
    until = time.monotonic() + seconds
    for scene, along, stops in islice(_sweeps(task, start), _SWEEPS):
        if time.monotonic() > until:
            break
        try:
            tensors = picture.tensors(scene, along, stops, measures.COARSE)
        except (SceneError, ValueError):
            continue  # this kernel, or this loss, can't be had with these points
        for k, stop in enumerate(stops):
            here = replace(scene, **{along: float(stop)})
            found = _proof(task, code, here, measures.numbers(here, tensors, k))
            best = _nearer(best, found)
            if best.met:
                return best
    return best


def _proof(task: Task, code: str, scene: AnyScene, values: dict) -> Reachability:
    distances = tuple(goals.distance(condition, values) for condition in task.goal)
    return Reachability(code, scene, not any(distances), distances)


def _nearer(a: Reachability, b: Reachability) -> Reachability:
    """The one that meets more conditions and, of equals, lacks less."""

    def lack(proof: Reachability) -> tuple[int, float]:
        return sum(d > 0 for d in proof.distances), sum(min(d, 1e9) for d in proof.distances)

    return b if lack(b) < lack(a) else a


def _sweeps(task: Task, start: AnyScene) -> Iterator[tuple[AnyScene, str, np.ndarray]]:
    """The scenes and sliders to look along: what the goal names first, all else as it begins."""
    fields = start.table
    choices = {
        name: _values(fields[name], getattr(start, name))
        for name in task.change
        if name not in (*task.picture.sliders, "edits", "points", "seed", "formula")
    }
    named = goals.names(task.goal)
    order = sorted(choices, key=lambda name: (name not in named, name))

    def moved(values: tuple) -> int:
        return sum(value != choices[name][0] for name, value in zip(order, values, strict=True))

    seen = set()
    for values in sorted(product(*(choices[name] for name in order)), key=moved):
        try:
            scene = replace(start, **dict(zip(order, values, strict=True)))
        except SceneError:
            continue
        if scene not in seen:  # a degree is none of a kernel that has no degree
            seen.add(scene)
            yield from _along(task, scene)


def _along(task: Task, scene: AnyScene) -> Iterator[tuple[AnyScene, str, np.ndarray]]:
    """Along the first slider that may be moved, for coarse stops of the others, nearest first."""
    picture = task.picture
    there = picture.along(scene)
    free = [along for along in there if along in task.change]
    if not free:
        yield scene, there[-1], np.array([float(getattr(scene, there[-1]))])
        return
    first, *others = free
    coarse = [_thinned(picture.stops(scene, along), _COARSE) for along in others]
    now = [int(np.abs(stops - getattr(scene, along)).argmin())
           for along, stops in zip(others, coarse, strict=True)]  # fmt: skip

    def far(places: tuple[int, ...]) -> int:
        return sum(abs(k - own) for k, own in zip(places, now, strict=True))

    for places in sorted(product(*(range(len(stops)) for stops in coarse)), key=far):
        chosen = zip(others, coarse, places, strict=True)
        here = replace(scene, **{along: float(stops[k]) for along, stops, k in chosen})
        yield here, first, picture.stops(here, first)


def _thinned(stops: np.ndarray, count: int) -> np.ndarray:
    """So many of the stops, from the first to the last."""
    places = np.linspace(0, len(stops) - 1, min(count, len(stops)))
    return stops[places.round().astype(int)]


def _values(field: object, now: object) -> list:
    """The values of a field that are tried, the one that is set first."""
    every: list = []
    if isinstance(field, Choice):
        every = [value for value in field.choices if value != "own"]
    elif isinstance(field, Integer) and field.high - field.low <= 12:
        every = [*range(field.low, field.high + 1)]
    return [now, *(value for value in every if value != now)]
