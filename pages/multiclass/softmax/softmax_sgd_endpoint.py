"""GET /class-walk: SGD for softmax on a chosen sequence of examples.

    /class-walk?<scene of many classes>&eta=0.5&walk=17.3.17&example=17

The walk lists the examples of the steps taken so far, from W = 0. The answer has the model after
these steps, and the next step, on the chosen example.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from lab.endpoints.endpoint import Endpoint
from lab.scene.class_scene import ClassScene, parse_strict
from lab.scene.fields import Number
from lab.scene.learning_problem import GRID
from lab.scene.scene import Problem, SceneError, read_one, split
from lab.wire.class_map_tensors import digits
from pages.multiclass.mathematics.softmax_sgd import softmax_step
from pages.multiclass.softmax.softmax_step_endpoint import plane_map, with_ones

MAX_STEPS = 200
ETA = Number("eta", 0.5, "Step", "The step size η.", symbol="η", low=1e-4, high=10.0, log=True)


def walk(scene: ClassScene, eta: float, examples: Sequence[int], n: int) -> dict[str, Any]:
    """Return the model after steps on `examples`, and the next step, on example n.

    The model has the weights `start` (C, 3); `taken` is the number of its steps, and `train_error`
    and `map` are its training error and its classes on the grid. n, x, k, eta, P, pull, change and
    W describe the next step as in `describe_step`. `own` is P of the example's class, `loss` and
    `loss_after` are its loss before and after the step, and `changed_rows` counts the rows of the
    weights that the step changes.
    """
    X, y = with_ones(scene)
    W = np.zeros((scene.classes, X.shape[1]))
    for i in examples:
        W = softmax_step(W, X[i], int(y[i]), eta, i).W
    step = softmax_step(W, X[n], int(y[n]), eta, n)
    return {
        "n": n, "x": step.x.tolist(), "k": step.k, "eta": eta, "taken": len(examples),
        "start": W.tolist(), "change": step.change.tolist(), "W": step.W.tolist(),
        "P": step.probabilities.tolist(), "pull": step.loss_gradient.tolist(),
        "own": float(step.probabilities[step.k]),
        "changed_rows": int(np.count_nonzero(np.abs(step.loss_gradient) > 1e-9)),
        "loss": step.loss_before, "loss_after": step.loss_after,
        "train_error": float(np.mean((X @ W.T).argmax(axis=1) != y)),
        "map": digits(plane_map(W, scene)), "grid": GRID,
    }  # fmt: skip


def read_examples(text: str, m: int) -> tuple[int, ...]:
    """Parse a text such as "17.3.17" as indices of examples, from 0. Raises SceneError if an index
    is not valid, or if there are more than MAX_STEPS."""
    pieces = [piece for piece in text.split(".") if piece]
    is_valid = all(re.fullmatch(r"\d{1,4}", piece, re.ASCII) and int(piece) < m for piece in pieces)
    if not is_valid or len(pieces) > MAX_STEPS:
        allowed = f"at most {MAX_STEPS} numbers from 0 to {m - 1}, separated by dots"
        message = f"walk and example must be {allowed}, such as 3.0.3."
        raise SceneError(Problem("walk", text[:80], allowed, message))
    return tuple(map(int, pieces))


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    scene = parse_strict(query, ignore={"eta", "walk", "example", "v"})
    m = len(scene.sample.y)
    eta = read_one(ETA, words["eta"]) if "eta" in words else ETA.default
    before = read_examples((words.get("walk") or [""])[0], m)
    (n,) = read_examples((words.get("example") or ["0"])[0], m)[:1] or (0,)
    return walk(scene, eta, before, n)


ENDPOINT = Endpoint("class-walk", _answer)
