"""GET /class-ask: how each method decides about one point (C6).

/class-ask?<scene of many classes>&at=x,y
"""

import math
from typing import Any

import numpy as np

from lab.endpoints.endpoint import Endpoint
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import solved
from lab.scene.class_scene import ClassScene, parse_strict
from lab.scene.scene import replace, split
from lab.ui.weighted_vote import read_place
from lab.wire.binary_task_tensors import questions_of


def answer(scene: ClassScene, place: tuple[float, float]) -> dict[str, Any]:
    """Each method's decision: whom it asked, what each said, what the classes have, who is chosen.

    `how`: 0 plain, 1 nobody took the point, 2 several did, 3 votes tie; `standing` (C,) is scores,
    votes, 1 at the leaf, or probabilities. One-versus-one has its tournament too.
    """
    scene = replace(scene, inside="")
    methods = {method: _decision(scene, method, np.array([place])) for method in METHODS}
    return {"classes": list(scene.sample.classes), "ties": scene.ties, "methods": methods}


def _decision(scene: ClassScene, method: str, Z: np.ndarray) -> dict[str, Any]:
    decisions = solved(scene, method).decide(Z, scene.tie_rule, scene.draw)
    record, questions = decisions.record(0), questions_of(scene, method)
    asked = [
        {"b": said.b, "f": said.f, "for": list(said.classes)}
        | ({"positive": questions[said.b].positive, "negative": questions[said.b].negative}
           if questions else {})
        for said in record.outputs
    ]  # fmt: skip
    told = {
        "choice": record.choice,
        "how": record.status,
        "standing": list(record.class_scores),
        "candidates": list(record.candidates),
        "asked": asked,
    }
    if method == "ovo":
        told["tournament"] = [
            [None if math.isnan(f) else f for f in row]
            for row in decisions.pairwise_matrix(0).tolist()
        ]
    return told


def _answer(query: bytes) -> dict[str, Any]:
    given, _ = split(query)
    place = read_place(",".join(given.get("at", [])))
    return answer(parse_strict(query, ignore={"at", "v"}), place)


ENDPOINT = Endpoint("class-ask", _answer)
