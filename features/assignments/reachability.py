"""Test whether a goal can be reached: search for a scene that meets it, for several codes.

Without `same_data` each student has different data, so a scene found for one student proves nothing
for another. A goal counts as reachable if it was reached for every code that was tried.
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
_MAX_SWEEPS = 400  # largest number of sweeps that are searched for one code
_MAX_COARSE_STOPS = 15  # largest number of stops tried per slider, except the first changeable one


@dataclass(frozen=True)
class Reachability:
    """The result for one task and one code: a scene that meets the goal, or the best one found."""

    code: str
    scene: AnyScene
    is_met: bool
    distances: tuple[float, ...]
    is_met_at_start: bool = False


def start_for(assignment: Assignment, task: Task, code: str) -> AnyScene:
    """Return the first scene of a task for this code."""
    start = task.start
    if task.same_data:
        return start
    edits = start.edits  # the edits are part of the task; a new seed would remove them
    return replace(replace(start, seed=codes.seed(assignment.key, code)), edits=edits)


def prove(
    assignment: Assignment, task: Task, code: str, *, seconds: float = math.inf
) -> Reachability:
    """Search for a scene that meets the goal of a task for this code.

    Try the first scene, then the task's solution if it has one, then at most _MAX_SWEEPS sweeps;
    start no sweep after `seconds`. Return the first scene that meets the goal, or else the best
    one. Raises the errors of the solver for the first scene and for the solution.
    """
    start, picture = start_for(assignment, task, code), task.picture
    best_proof = _proof(task, code, start, measures.measure_scene(picture, start))
    if best_proof.is_met:
        return dataclasses.replace(best_proof, is_met_at_start=True)
    solution = task.solution_scene(start)
    if solution:
        proof = _proof(task, code, solution, measures.measure_scene(picture, solution))
        best_proof = _better_proof(best_proof, proof)
    if best_proof.is_met:
        return best_proof
    deadline = time.monotonic() + seconds
    for scene, along, stops in islice(_sweeps(task, start), _MAX_SWEEPS):
        if time.monotonic() > deadline:
            break
        try:
            tensors = picture.tensors(scene, along, stops, measures.NUMBERS_GRID)
        except (SceneError, ValueError):
            continue  # this scene can't be solved
        for k, stop in enumerate(stops):
            stop_scene = replace(scene, **{along: float(stop)})
            proof = _proof(task, code, stop_scene, measures.numbers(stop_scene, tensors, k))
            best_proof = _better_proof(best_proof, proof)
            if best_proof.is_met:
                return best_proof
    return best_proof


def _proof(task: Task, code: str, scene: AnyScene, values: dict) -> Reachability:
    distances = tuple(goals.distance(condition, values) for condition in task.goal)
    return Reachability(code, scene, not any(distances), distances)


def _better_proof(a: Reachability, b: Reachability) -> Reachability:
    """Return the result with fewer unmet conditions or, if both have the same number, with the
    smaller sum of distances."""

    def lack(proof: Reachability) -> tuple[int, float]:
        return sum(d > 0 for d in proof.distances), sum(min(d, 1e9) for d in proof.distances)

    return b if lack(b) < lack(a) else a


def _sweeps(task: Task, start: AnyScene) -> Iterator[tuple[AnyScene, str, np.ndarray]]:
    """Generate sweeps for the search, as (scene, slider, stops).

    Those with the fewest changed fields, not counting sliders, come first, and among these the ones
    that change fields of the goal.
    """
    fields = start.table
    choices = {
        name: _values(fields[name], getattr(start, name))
        for name in task.change
        if name not in (*task.picture.sliders, "edits", "points", "seed", "formula")
    }
    goal_names = goals.names(task.goal)
    # `product` varies the last name fastest.
    names = sorted(choices, key=lambda name: (name in goal_names, name))

    def change_count(values: tuple) -> int:
        return sum(value != choices[name][0] for name, value in zip(names, values, strict=True))

    seen_scenes = set()
    for values in sorted(product(*(choices[name] for name in names)), key=change_count):
        try:
            scene = replace(start, **dict(zip(names, values, strict=True)))
        except SceneError:
            continue
        if scene not in seen_scenes:  # scenes are equal if they differ only in unused fields
            seen_scenes.add(scene)
            yield from _sweeps_along(task, scene)


def _sweeps_along(task: Task, scene: AnyScene) -> Iterator[tuple[AnyScene, str, np.ndarray]]:
    """Generate sweeps along the first changeable slider, for some stops of the other changeable
    ones.

    Stops near those of `scene` come first. If no slider is changeable, generate one sweep with the
    scene as its only stop.
    """
    picture = task.picture
    sliders = picture.along(scene)
    changeable_sliders = [along for along in sliders if along in task.change]
    if not changeable_sliders:
        yield scene, sliders[-1], np.array([float(getattr(scene, sliders[-1]))])
        return
    slider, *other_sliders = changeable_sliders
    coarse_stops = [
        _thin_stops(picture.stops(scene, along), _MAX_COARSE_STOPS) for along in other_sliders
    ]
    start_indices = [int(np.abs(stops - getattr(scene, along)).argmin())
           for along, stops in zip(other_sliders, coarse_stops, strict=True)]  # fmt: skip

    def distance_from_start(indices: tuple[int, ...]) -> int:
        return sum(
            abs(k - start_index) for k, start_index in zip(indices, start_indices, strict=True)
        )

    for indices in sorted(
        product(*(range(len(stops)) for stops in coarse_stops)), key=distance_from_start
    ):
        settings = zip(other_sliders, coarse_stops, indices, strict=True)
        start_scene = replace(scene, **{along: float(stops[k]) for along, stops, k in settings})
        yield start_scene, slider, picture.stops(start_scene, slider)


def _thin_stops(stops: np.ndarray, count: int) -> np.ndarray:
    """Choose at most `count` evenly spaced stops, including the first and the last."""
    indices = np.linspace(0, len(stops) - 1, min(count, len(stops)))
    return stops[indices.round().astype(int)]


def _values(field: object, start_value: object) -> list:
    """Return the values of a field to try, starting with `start_value`."""
    values: list = []
    if isinstance(field, Choice):
        values = [value for value in field.choices if value != "own"]
    elif isinstance(field, Integer) and field.high - field.low <= 12:
        values = [*range(field.low, field.high + 1)]
    return [start_value, *(value for value in values if value != start_value)]
