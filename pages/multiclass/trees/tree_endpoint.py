"""GET /class-trees: the trees of a scene beside each other, with what each costs and errs (C8).

/class-trees?<scene of many classes>
"""

from typing import Any

import numpy as np

from kernel_core.multiclass import depths, measured_cost, tree_text
from lab.endpoints.endpoint import Endpoint
from lab.scene.class_fields import SHAPES
from lab.scene.class_learning_problem import shape, solved
from lab.scene.class_scene import ClassScene, parse_strict, replace


def shapes(scene: ClassScene) -> list[dict[str, Any]]:
    """Balanced, chain, by similarity, and the scene's own tree where it is another."""
    own = [] if scene.tree in SHAPES else [scene.tree]
    return [_row(replace(scene, tree=tree, inside="")) for tree in [*SHAPES, *own]]


def _row(scene: ClassScene) -> dict[str, Any]:
    sample, tree, solution = scene.sample, shape(scene), solved(scene, "tree")
    test_error = sample.evaluator.error(solution)
    deep, bill = depths(tree), measured_cost(solution, sample.X)
    return {
        "tree": scene.tree,
        "text": tree_text(tree),
        "depths": [deep[k] for k in range(scene.classes)],
        "train_error": float(np.mean(solution.predict(sample.X) != sample.y)),
        "test_error": None if np.isnan(test_error) else test_error,  # own data may be too few
        "made": bill.training_points,
        "mean": bill.mean,
        "most": bill.max,
    }


def _answer(query: bytes) -> dict[str, Any]:
    return {"trees": shapes(parse_strict(query, ignore={"v"}))}


ENDPOINT = Endpoint("class-trees", _answer)
