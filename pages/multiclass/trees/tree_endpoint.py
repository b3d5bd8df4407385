"""GET /class-trees: the cost, the errors and the forks of each tree of a scene.

/class-trees?<scene of many classes>
"""

from typing import Any

import numpy as np

from kernel_core.multiclass import MultiSolution
from lab.endpoints.endpoint import Endpoint
from lab.scene.class_fields import TREE_SHAPES
from lab.scene.class_learning_problem import shape, solve_scene
from lab.scene.class_scene import ClassScene, parse_strict
from lab.scene.learning_problem import in_words
from lab.scene.scene import replace
from lab.scene.tree_text import tree_text
from pages.multiclass.mathematics.complexity import depths, measured_cost

GRID_NODES = 31  # grid nodes along a side of the plane of a fork


def shapes(scene: ClassScene) -> list[dict[str, Any]]:
    """Evaluate the trees to compare: balanced, chain, by similarity, and the scene's own tree if it
    is none of these.
    """
    own_shapes = [] if scene.tree in TREE_SHAPES else [scene.tree]
    return [_row(replace(scene, tree=tree, inside="")) for tree in [*TREE_SHAPES, *own_shapes]]


def _row(scene: ClassScene) -> dict[str, Any]:
    sample, tree, solution = scene.sample, shape(scene), solve_scene(scene, "tree")
    test_error = sample.evaluator.error(solution)
    depth_of_class, bill = depths(tree), measured_cost(solution, sample.X)
    values = solution.values(sample.X)
    return {
        "tree": scene.tree,
        "text": tree_text(tree),
        "depths": [depth_of_class[k] for k in range(scene.classes)],
        "train_error": float(np.mean(solution.predict(sample.X) != sample.y)),
        # A small data set has no test points.
        "test_error": None if np.isnan(test_error) else test_error,
        "training_points": bill.training_points,
        "mean": bill.mean,
        "most": bill.max,
        "forks": [_fork(scene, solution, values, b) for b in range(len(solution.tasks))],
    }


def _fork(scene: ClassScene, solution: MultiSolution, values: np.ndarray, b: int) -> dict[str, Any]:
    """Return one fork of the tree: its groups, its errors on their points, its decision for each
    point, and f over the plane, scaled to at most 100 in absolute value.
    """
    task, signs, is_left = solution.tasks[b], solution.binary_labels(b), values[b] >= 0
    is_used, (x0, x1, y0, y1) = signs != 0, scene.sample.window
    gx, gy = np.linspace(x0, x1, GRID_NODES), np.linspace(y0, y1, GRID_NODES)
    Z = np.column_stack([part.ravel() for part in np.meshgrid(gx, gy)])
    field = solution.binary(b).decision(Z)
    return {
        "positive": list(task.positive), "negative": list(task.negative),
        "examples": int(is_used.sum()), "wrong": int((is_left != (signs > 0))[is_used].sum()),
        "takes": "".join("+" if left else "-" for left in is_left),
        "field": (100 * field / (np.abs(field).max() or 1)).round(1).tolist(),
    }  # fmt: skip


def _answer(query: bytes) -> dict[str, Any]:
    scene = parse_strict(query, ignore={"v"})
    with in_words(scene):  # the kernel's formula may be undefined at some nodes of the grid
        return {"trees": shapes(scene)}


ENDPOINT = Endpoint("class-trees", _answer)
