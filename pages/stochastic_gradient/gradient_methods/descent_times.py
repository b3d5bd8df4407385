"""GET /descent-times?from=near: how long GD, SGD and Newton take to the same risk (T4).

The steps to 1 % above the least risk are those of `descents`; the time of taking them is measured
on this server, once for each start, and stays.
"""

from functools import lru_cache
from typing import Any

from kernel_core.learners import seconds_for
from lab.endpoints.endpoint import Endpoint
from lab.scene.scene import Problem, SceneError, split
from pages.stochastic_gradient.gradient_methods.gd_sgd_newton_runs import (
    NAMES,
    STARTS,
    paths,
    rules,
    steps_to_near,
)

PATH = "descent-times"
_RUNS = 5  # the least of so many counts: what it takes when nothing else disturbs


@lru_cache(maxsize=len(STARTS))
def times(start: str) -> dict[str, dict[str, Any]]:
    """For each method the steps to 1 % above the least risk, what they evaluate, and seconds.

    None where it does not get there and stay.
    """
    told: dict[str, dict[str, Any]] = {}
    for name in NAMES:
        steps, one = steps_to_near(start, name), paths(start)[name]
        told[name] = {"steps": steps, "most": len(one.w) - 1}
        if steps is not None:
            told[name] |= {
                "gradients": int(one.gradient_evaluations[steps]),
                "hessians": int(one.hessian_evaluations[steps]),
                "work": int(one.work[steps]),
                "seconds": min(_measured(start, name, steps) for _ in range(_RUNS)),
            }
    return told


def _measured(start: str, name: str, steps: int) -> float:
    return seconds_for(rules(start)[name], STARTS[start].w, steps)


def _answer(query: bytes) -> dict[str, Any]:
    given, _ = split(query)
    start = "".join(given.get("from", [])[:1])
    if start not in STARTS:
        allowed = f"one of {', '.join(STARTS)}"
        message = f"from must be {allowed}; it was {start[:80]!r}."
        raise SceneError(Problem("from", start[:80], allowed, message))
    return {"from": start, "methods": times(start)}


ENDPOINT = Endpoint(PATH, _answer)
