"""GET /class-bill: the cost of each method in training and prediction, by count and by formula.

    /class-bill                              the curves over C
    /class-bill?<scene of many classes>      a table for this scene

C is the number of classes.
"""

import time
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.datasets import MULTICLASS_SOURCES
from kernel_core.multiclass import (
    ClassProblem,
    MultiSolution,
    Tree,
    balanced_tree,
    chain_tree,
    multi_sweep,
)
from lab.endpoints.benchmark_stream import read_measured
from lab.endpoints.endpoint import Endpoint
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene, parse_strict
from lab.scene.scene import replace
from pages.multiclass.mathematics.complexity import ReductionCost, measured_cost, theoretical_cost

CLASSES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
POINTS = 256  # total number of training points, the same for every number of classes
MEASURED_FILE = Path(__file__).with_name("reduction_costs.toml")
QUANTITIES = (
    "training_points",
    "predictions",
    "seconds",
    "training_points_notes",
    "predictions_notes",
)
WAYS = ("ova", "ovo", "tree", "chain", "softmax")  # a chain is the deepest tree


def table(scene: ClassScene) -> list[dict[str, Any]]:
    """Return a row for each method with its cost for a scene, counted and by formula."""
    scene = replace(scene, inside="")
    sample, rows = scene.sample, []
    for method in METHODS:
        solution = solve_scene(scene, method)
        cost = measured_cost(solution, sample.X)
        sizes = np.bincount(sample.y, minlength=scene.classes).tolist()
        rows.append(_row(method, cost, theoretical_cost(method, sizes, solution.tree)))
    return rows


def _row(method: str, cost: ReductionCost, notes: ReductionCost) -> dict[str, Any]:
    return {
        "method": method,
        "classifiers": cost.classifiers,
        "training_points": cost.training_points,
        "least": cost.min,
        "mean": cost.mean,
        "most": cost.max,
        "training_points_notes": notes.training_points,
        "mean_notes": notes.mean,
    }


@lru_cache(maxsize=1)
def curves() -> dict[str, Any]:
    """Count training points and predictions, and time the training, for each of WAYS and CLASSES.

    `training_points_notes` and `predictions_notes` are the values of the formulas.
    """
    counts: dict[str, dict[str, list[Any]]] = {
        name: {way: [] for way in WAYS} for name in QUANTITIES
    }
    for C in CLASSES:
        X, y = MULTICLASS_SOURCES["blobs"](C).sample(POINTS, 0)
        sizes = np.bincount(y, minlength=C).tolist()
        for way in WAYS:
            method, tree = _method(way, C)
            began = time.perf_counter()
            solution = _fit(X, y, method, tree)
            counts["seconds"][way].append(time.perf_counter() - began)
            cost, notes = measured_cost(solution, X), theoretical_cost(method, sizes, tree)
            counts["training_points"][way].append(cost.training_points)
            counts["predictions"][way].append(cost.mean)
            counts["training_points_notes"][way].append(notes.training_points)
            counts["predictions_notes"][way].append(notes.mean)
    return {"C": list(CLASSES), "N": POINTS} | counts


def read_counts() -> dict[str, Any]:
    """Read the stored curves, with the date of the measurement as `day`."""
    return {"C": list(CLASSES), "N": POINTS} | read_measured(MEASURED_FILE)


def write_record() -> None:
    """Compute the curves and store them for `read_counts`."""
    counts, lines = curves(), [f"date = {date.today()}"]
    for name in QUANTITIES:
        lines += ["", f"[{name}]"]
        for way, values in counts[name].items():
            lines.append(f"{way} = {[float(f'{value:.6g}') for value in values]}")
    MEASURED_FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _method(way: str, C: int) -> tuple[str, Tree | None]:
    shapes = {"tree": balanced_tree, "chain": chain_tree}
    return ("tree", shapes[way](range(C))) if way in shapes else (way, None)


def _fit(X: np.ndarray, y: np.ndarray, method: str, tree: Tree | None) -> MultiSolution:
    """Fit one method with the linear kernel, with which training is fast."""
    problem = ClassProblem(X, y, kc.Squared(), intercept=True, tree=tree)
    return next(multi_sweep(problem, kc.Linear(), 1e-3, (method,))).solutions[method]


def _answer(query: bytes) -> dict[str, Any]:
    return {"rows": table(parse_strict(query, ignore={"v"}))} if query else curves()


# A measurement takes about three seconds, or six on a busy machine.
ENDPOINT = Endpoint("class-bill", _answer, seconds=20)
