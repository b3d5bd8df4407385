"""GET /vote: the contributions of the examples to f(x) = Σ αᵢ K(xᵢ, x) + b at a point x.

    /vote?<scene>&at=x,y

The fit of a scene is cached, so that each further point needs only its kernel values K(x, xᵢ).
"""

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.endpoints import static_assets
from lab.endpoints.endpoint import Endpoint
from lab.scene.learning_problem import in_words, problem, sample_of
from lab.scene.scene import Problem, Scene, SceneError, parse_strict, split
from lab.ui.items import Vote

MAX_VOTES = 40  # largest number of listed contributions; the others are summed
REACH = 100.0  # largest absolute value of a coordinate
_PLACE = re.compile(r"(-?\d{1,4}(?:\.\d{1,6})?),(-?\d{1,4}(?:\.\d{1,6})?)", re.ASCII)
_ALLOWED_VALUES = f"two numbers x,y between -{REACH:g} and {REACH:g}, with at most 6 decimals"


def read_place(text: str) -> tuple[float, float]:
    """Parse a point of the plane, such as "0.5,-1". Raises SceneError for any other text, and for a
    coordinate beyond REACH."""
    match = _PLACE.fullmatch(text[:40])
    x, y = (float(part) for part in match.groups()) if match else (math.inf, math.inf)
    if max(abs(x), abs(y)) > REACH:
        message = f"at must be {_ALLOWED_VALUES}."
        raise SceneError(Problem("at", text[:40], _ALLOWED_VALUES, message))
    return x, y


@lru_cache(maxsize=32)
def _fit(scene: Scene) -> kc.Solution:
    try:
        return problem(scene).fit()
    except kc.NotConverged as error:
        return error.solution


def answer(scene: Scene, place: tuple[float, float]) -> dict[str, Any]:
    """Return the largest contributions by decreasing absolute value, the sum of the others, b, and
    f(x).

    `largest_vote`: the largest contribution of an example to f at its own position,
    |α_i| K(x_i, x_i). A picture uses it as the scale of its bars, since far from all examples every
    contribution may be near 0.
    """
    solution = _fit(scene)
    sizes = np.abs(solution.alpha) * solution.kernel.diagonal(solution.X)
    with in_words(scene):  # the kernel's formula may be undefined at this point
        similarities = solution.kernel(np.array([place]), solution.X)[0]
    votes = solution.alpha * similarities
    order = np.argsort(-np.abs(votes), kind="stable")
    largest_votes = [int(i) for i in order[:MAX_VOTES] if votes[i] != 0]
    other_indices = np.setdiff1d(np.flatnonzero(votes), largest_votes)
    return {
        "f": float(votes.sum() + solution.intercept),
        "intercept": float(solution.intercept),
        "votes": [
            {"i": i, "alpha": float(solution.alpha[i]), "similar": float(similarities[i]),
             "vote": float(votes[i])}
            for i in largest_votes
        ],
        "others": {"count": len(other_indices), "vote": float(votes[other_indices].sum())},
        "largest_vote": float(sizes.max(initial=0.0)),
    }  # fmt: skip


def plane(label: str) -> Vote:
    """Return the plane with the point at which f is explained, see `Vote`."""
    return Vote(label, static_assets.public_path("vote"))


def first_place(query: str) -> str:
    """Return the point to show if the address names no point, in the format of weighted-vote.js."""
    x0, x1, y0, y1 = sample_of(parse_strict(query)).window
    return ",".join(f"{round(v, 2) + 0.0:g}" for v in (0.55 * x0 + 0.45 * x1, 0.5 * (y0 + y1)))


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    place = read_place(",".join(words.get("at", [])))
    return answer(parse_strict(query, ignore={"at", "v"}), place)


def _first_query(query: str, view: Mapping[str, str], _: Mapping[str, Any]) -> str:
    return f"{query}&at={view.get('at') or first_place(query)}"


ENDPOINT = Endpoint("vote", _answer, first_query=_first_query)
