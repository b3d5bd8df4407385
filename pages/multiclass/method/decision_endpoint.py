"""GET /class-ask: how each method decides the class of one point.

/class-ask?<scene of many classes>&at=x,y
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from lab.endpoints.endpoint import Endpoint
from lab.scene import point_edits
from lab.scene.cached_points import CachedGrid, decide_at
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene, parse_strict
from lab.scene.learning_problem import GRID, in_words
from lab.scene.scene import replace, split
from lab.ui.weighted_vote import read_place
from lab.wire.binary_task_tensors import tasks_of
from pages.multiclass.mathematics.decision_record import decision_record, pairwise_matrix


def answer(scene: ClassScene, place: tuple[float, float]) -> dict[str, Any]:
    """Return the names of the classes, the rule for ties, and the decision of each method about a
    point: the evaluated classifiers, their values, the result of each class, and the chosen class.

    `status`: 0 decided, 1 claimed by no class, 2 claimed by several, 3 votes or scores tie.
    `class_scores` (C,) is as in `DecisionRecord`. `tournament`, only for one-versus-one, has the
    values of `pairwise_matrix`.
    """
    scene = replace(scene, inside="")
    methods = {method: _decision(scene, method, np.array([place])) for method in METHODS}
    return {"classes": list(scene.sample.classes), "ties": scene.ties, "methods": methods}


def _decision(scene: ClassScene, method: str, Z: np.ndarray) -> dict[str, Any]:
    decisions = solve_scene(scene, method).decide(Z, scene.tie_rule, scene.draw)
    record, questions = decision_record(decisions, 0), tasks_of(scene, method)
    outputs = [
        {"b": output.b, "f": output.f, "for": list(output.classes)}
        | ({"positive": questions[output.b].positive, "negative": questions[output.b].negative}
           if questions else {})
        for output in record.outputs
    ]  # fmt: skip
    answer = {
        "choice": record.choice,
        "status": record.status,
        "class_scores": list(record.class_scores),
        "candidates": list(record.candidates),
        "outputs": outputs,
    }
    if method == "ovo":
        answer["tournament"] = [
            [None if math.isnan(f) else f for f in row]
            for row in pairwise_matrix(decisions, 0).tolist()
        ]
    return answer


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    place = read_place(",".join(words.get("at", [])))
    scene = parse_strict(query, ignore={"at", "v"})
    with in_words(scene):  # the kernel's formula may be undefined at this point
        return answer(scene, place)


def first_place(query: str) -> str:
    """Return, as text, the point that is explained before the user chooses one.

    Of the grid points that one-versus-all leaves undecided, it is the one nearest to the middle; it
    is the middle if every grid point is decided. query-point.js computes the same point.
    """
    scene = replace(parse_strict(query), inside="")
    gx, gy = scene.sample.grid(GRID)
    decisions = decide_at(CachedGrid(gx, gy), solve_scene(scene, "ova"), "score")
    rows, columns = decisions.status.reshape(GRID, GRID).nonzero()
    middle = (GRID - 1) / 2
    distances = (rows - middle) ** 2 + (columns - middle) ** 2
    k = distances.argmin() if len(distances) else 0
    j, i = (float(indices[k]) if len(indices) else middle for indices in (rows, columns))
    ends = [(float(np.float32(axis[0])), float(np.float32(axis[-1]))) for axis in (gx, gy)]
    x, y = (
        round(low + share / (GRID - 1) * (high - low), point_edits.DIGITS) + 0.0
        for share, (low, high) in zip((i, j), ends, strict=True)
    )
    return point_edits.place_text((x, y))


def _first_query(query: str, view: Mapping[str, str], _: Mapping[str, Any]) -> str:
    return f"{query}&at={view.get('at') or first_place(query)}"


ENDPOINT = Endpoint("class-ask", _answer, first_query=_first_query)
