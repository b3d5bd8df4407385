"""GET /class-step: one step of SGD for softmax, on a chosen example.

    /class-step?<scene of many classes>&n=17&eta=0.1[&W=w11,w12,b1;w21,w22,b2;...]

W (C, 3) has one row for each class: two weights and the intercept, the weight of a column of 1.
"""

import re
from typing import Any

import numpy as np

from lab.endpoints.endpoint import Endpoint
from lab.scene.class_scene import ClassScene, parse_strict
from lab.scene.fields import Number
from lab.scene.learning_problem import GRID
from lab.scene.scene import Problem, SceneError, read_one, split
from lab.wire.class_map_tensors import digits
from pages.multiclass.mathematics.softmax_sgd import SoftmaxStep, softmax_step, softmax_steps

MAX_STEPS = 400
ETA = Number("eta", 0.1, "Step", "The step size η.", symbol="η", low=1e-4, high=10.0, log=True)
# Largest absolute value of a weight, since much larger ones could overflow.
MAX_WEIGHT = 1e6
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,20})?(?:e-?\d{1,3})?", re.ASCII)


def step(scene: ClassScene, n: int, eta: float, W: np.ndarray | None = None) -> dict[str, Any]:
    """Compute one step of SGD (note 004) on example n from W (C, 3), by default from W = 0.

    Raises SceneError if there is no example n.
    """
    X, y = with_ones(scene)
    if not 0 <= n < len(y):
        allowed = f"the number of an example, from 0 to {len(y) - 1}"
        raise SceneError(Problem("n", str(n), allowed, f"n must be {allowed}."))
    W = np.zeros((scene.classes, 3)) if W is None else W
    return describe_step(softmax_step(W, X[n], int(y[n]), eta, n), scene)


def steps(scene: ClassScene, eta: float, count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Compute `count` steps, at most MAX_STEPS, from W = 0, on examples drawn with the seed."""
    X, y = with_ones(scene)
    walk = softmax_steps(X, y, eta, seed=seed)
    return [
        describe_step(step, scene)
        for step, _ in zip(walk, range(min(count, MAX_STEPS)), strict=False)
    ]


def describe_step(step: SoftmaxStep, scene: ClassScene) -> dict[str, Any]:
    """Return a step as a dict: example n with x (3,) and class k, the step size eta, the
    probabilities P (C,), the change (C, 3) of W, and the new W (C, 3).

    `pull` (C,) is P with 1 subtracted at k. `before` and `after` are the losses of example n.
    `train_error` and `map`, the classes on the grid as digits, are those of the new W.
    """
    X, y = with_ones(scene)
    return {
        "n": step.n, "x": step.x.tolist(), "k": step.k, "eta": step.eta,
        "P": step.probabilities.tolist(), "pull": step.loss_gradient.tolist(),
        "change": step.change.tolist(), "W": step.W.tolist(),
        "before": step.loss_before, "after": step.loss_after,
        "train_error": float(np.mean((X @ step.W.T).argmax(axis=1) != y)),
        "map": digits(plane_map(step.W, scene)), "grid": GRID,
    }  # fmt: skip


def plane_map(W: np.ndarray, scene: ClassScene) -> np.ndarray:
    """Return the class with the largest score at each grid node (GRID, GRID), rows along y."""
    gx, gy = scene.sample.grid(GRID)
    places = np.stack([*np.meshgrid(gx, gy), np.ones((GRID, GRID))], axis=-1)
    return (places @ W.T).argmax(axis=-1)


def with_ones(scene: ClassScene) -> tuple[np.ndarray, np.ndarray]:
    """Return X (m, 3), whose last column is 1, and the classes y (m,)."""
    sample = scene.sample
    return np.column_stack([sample.X, np.ones(len(sample.y))]), sample.y


def read_rows(text: str, C: int, D: int, name: str = "W") -> np.ndarray:
    """Parse W (C, D) from "a,b;c,d;...". Raises SceneError if it is not valid."""
    rows = [row.split(",") for row in text[:4000].split(";")]
    zeros = ";".join([",".join("0" * D)] * C)
    allowed = f"{C} rows of {D} numbers, such as {zeros}"
    fits = len(rows) == C and all(len(row) == D for row in rows)
    if fits and all(_NUMBER.fullmatch(cell) for row in rows for cell in row):
        W = np.array(rows, dtype=float)
        if np.abs(W).max() <= MAX_WEIGHT:
            return W
        allowed = f"numbers from −{MAX_WEIGHT:,.0f} to {MAX_WEIGHT:,.0f}"
    raise SceneError(Problem(name, text[:80], allowed, f"{name} must be {allowed}."))


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    scene = parse_strict(query, ignore={"n", "eta", "W", "v"})
    eta = read_one(ETA, words["eta"]) if "eta" in words else ETA.default
    text = words.get("n", ["0"])[0]
    n = int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else -1
    W = read_rows(words["W"][0], scene.classes, 3) if "W" in words else None
    return step(scene, n, eta, W)


ENDPOINT = Endpoint("class-step", _answer)
