"""Whether a goal can be reached: a scene that meets it is given, or looked for, for several codes.

Everybody has data of their own, so that one scene proves nothing for the next student: a goal
counts as reachable where it was reached for every code that was tried.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from lab.assignments import codes, goals, measures
from lab.assignments.assignment import Assignment, Task, scene_of
from lab.assignments.measures import AnyScene
from lab.scene.fields import Choice, Integer, has_parameter
from lab.scene.scene import SceneError, replace
from lab.scene.slider_stops import slider_stops

SAMPLE_CODES = tuple(f"sample {k}" for k in range(1, 9))
_STOPS = 64
_SWEEPS = 400  # looked through for one code at most
_COARSE = {"lam": 15, "tau": 15}


@dataclass(frozen=True)
class Proof:
    """What was found for one task and one code: a scene that meets the goal, or the nearest."""

    code: str
    scene: AnyScene
    met: bool
    distances: tuple[float, ...]


def start_for(assignment: Assignment, task: Task, code: str) -> AnyScene:
    """The scene with which a task begins for this code."""
    start = task.start
    if task.same_data:
        return start
    edits = start.edits  # they are the task's own, and a new seed would drop them
    return replace(replace(start, seed=codes.seed(assignment.key, code)), edits=edits)


def prove(assignment: Assignment, task: Task, code: str, *, seconds: float = math.inf) -> Proof:
    """A scene that meets the goal of a task for this code: the task's solution where that will do,
    else the first of a search, which ends after some `seconds`; or the nearest that was found."""
    start = start_for(assignment, task, code)
    best = _proof(task, code, start, measures.measured(start))
    if task.solution and not best.met:
        solution = scene_of(task.page, task.solution, start)
        given = _proof(task, code, solution, measures.measured(solution))
        best = _nearer(best, given)
    if best.met:
        return best
    until = time.monotonic() + seconds
    for scene, along, stops in islice(_sweeps(task, start), _SWEEPS):
        if time.monotonic() > until:
            break
        try:
            tensors = measures.tensors_of(scene, measures.COARSE, along, stops)
        except (SceneError, ValueError):
            continue  # this kernel, or this loss, can't be had with these points
        for k, stop in enumerate(stops):
            here = replace(scene, **{along: float(stop)})
            found = _proof(task, code, here, measures.numbers(here, tensors, k))
            best = _nearer(best, found)
            if best.met:
                return best
    return best


def _proof(task: Task, code: str, scene: AnyScene, values: dict) -> Proof:
    distances = tuple(goals.distance(condition, values) for condition in task.goal)
    return Proof(code, scene, not any(distances), distances)


def _nearer(a: Proof, b: Proof) -> Proof:
    """The one that meets more conditions and, of equals, lacks less."""

    def lack(proof: Proof) -> tuple[int, float]:
        return sum(d > 0 for d in proof.distances), sum(min(d, 1e9) for d in proof.distances)

    return b if lack(b) < lack(a) else a


def _sweeps(task: Task, start: AnyScene) -> Iterator[tuple[AnyScene, str, np.ndarray]]:
    """The scenes and sliders to look along: what the goal names first, all else as it begins."""
    fields = start.table
    choices = {
        name: _values(fields[name], getattr(start, name))
        for name in task.change
        if name not in ("tau", "lam", "edits", "points", "seed", "formula")
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
    has_tau = "tau" in task.change and has_parameter(scene.kernel, "tau")
    if not has_tau and "lam" not in task.change:
        yield scene, "lam", np.array([scene.lam])
        return
    if not has_tau or "lam" not in task.change:
        along = "tau" if has_tau else "lam"
        yield scene, along, _stops(scene, along, _STOPS)
        return
    lams = _stops(scene, "lam", _COARSE["lam"])
    for lam in sorted(lams, key=lambda lam: abs(np.log(lam / scene.lam))):
        here = replace(scene, lam=float(lam))
        yield here, "tau", _stops(here, "tau", _STOPS)


def _stops(scene: AnyScene, along: str, count: int) -> np.ndarray:
    return slider_stops(scene, along, min(count, scene.stops))


def _values(field: object, now: object) -> list:
    """The values of a field that are tried, the one that is set first."""
    every: list = []
    if isinstance(field, Choice):
        every = [value for value in field.choices if value != "own"]
    elif isinstance(field, Integer) and field.high - field.low <= 12:
        every = [*range(field.low, field.high + 1)]
    return [now, *(value for value in every if value != now)]
