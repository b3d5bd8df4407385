"""GET /class-scores: the linear rule argmax w_kᵀx for chosen vectors w_k.

/class-scores?w=1,-0.333;-0.5,-0.5;0,1[&at=x,y]
"""

from itertools import combinations
from typing import Any

import numpy as np

from lab.endpoints.endpoint import Endpoint
from lab.scene.learning_problem import GRID
from lab.scene.scene import split
from lab.ui.weighted_vote import read_place
from lab.wire.class_map_tensors import digits
from pages.multiclass.mathematics.linear_scores import (
    EXAMPLE_WEIGHTS_004,
    binary_rule,
    boundary_rays,
    linear_class_map,
)
from pages.multiclass.mathematics.linear_scores import scores as scores_of
from pages.multiclass.softmax.softmax_step_endpoint import read_rows

REACH = 1.5  # the plane reaches from -1.5 to 1.5 on both axes


def answer(W: np.ndarray, at: tuple[float, float] | None = None) -> dict[str, Any]:
    """Return the arrows W, the class at each grid node as a digit, the rays between the regions,
    and each w_k - w_l; with `at`, also the scores and the class of this point.

    `shortest` is the length of the shortest w_k, `shortest_share` the share of the plane that its
    class gets. `moved` is the smallest distance of any w_k from its value in the notes, and `apart`
    the largest change of any entry of any w_k - w_l from its value in the notes.
    """
    axis = np.linspace(-REACH, REACH, GRID)
    regions = linear_class_map(W, axis, axis)
    lengths, change = np.hypot(*W.T), W - np.array(EXAMPLE_WEIGHTS_004)
    reply = {
        "W": W.tolist(), "reach": REACH, "grid": GRID, "map": digits(regions),
        "shortest": float(lengths.min()),
        "shortest_share": float(np.mean(regions == lengths.argmin())),
        "moved": float(np.hypot(*change.T).min()), "apart": float(np.ptp(change, axis=0).max()),
        "rays": [{"k": ray.k, "other": ray.other, "direction": ray.direction}
                 for ray in boundary_rays(W)],
        "rules": [{"k": k, "other": other, "w": binary_rule(W, k, other).tolist()}
                  for k, other in combinations(range(len(W)), 2)],
    }  # fmt: skip
    if at is not None:
        s = scores_of(W, [at])[0]
        reply |= {"at": at, "scores": s.tolist(), "choice": int(s.argmax())}
    return reply


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    W = (
        read_rows(words["w"][0], len(EXAMPLE_WEIGHTS_004), 2, "w")
        if "w" in words
        else np.array(EXAMPLE_WEIGHTS_004)
    )
    at = read_place(words["at"][0]) if "at" in words else None
    return answer(W, at)


ENDPOINT = Endpoint("class-scores", _answer)
