"""GET /descent-times?from=near: the times of GD, SGD and Newton's method to reach the same risk.

The steps to 1 % above the minimum risk are those of `gd_sgd_newton_runs`. The page comes with
stored times. This endpoint measures them again, and caches the result for each start.
"""

from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from lab.endpoints.benchmark_stream import read_measured
from lab.endpoints.endpoint import Endpoint
from lab.scene.scene import Problem, SceneError, split
from pages.stochastic_gradient.gradient_methods.gd_sgd_newton_runs import (
    NAMES,
    STARTS,
    paths,
    rules,
    steps_to_near,
)
from pages.stochastic_gradient.items import DescentRecord
from pages.stochastic_gradient.mathematics.gradient_methods import seconds_for

PATH = "descent-times"
MEASURED_FILE = Path(__file__).with_name("descent_times.toml")
MEASUREMENTS = 5  # number of repetitions; the shortest time counts, since other work only adds time


@lru_cache(maxsize=len(STARTS))
def times(start: str) -> dict[str, dict[str, Any]]:
    """Measure, for each method, the steps, evaluations, work and seconds until its risk stays
    within 1 % of the minimum.

    `most` is the number of steps in the picture. If these steps are not enough, `steps` is None,
    and there are no other numbers.
    """
    rows: dict[str, dict[str, Any]] = {}
    for name in NAMES:
        steps, path = steps_to_near(start, name), paths(start)[name]
        rows[name] = {"steps": steps, "most": len(path.w) - 1}
        if steps is not None:
            rows[name] |= {
                "gradients": int(path.gradient_evaluations[steps]),
                "hessians": int(path.hessian_evaluations[steps]),
                "work": int(path.work[steps]),
                "seconds": min(_measure_seconds(start, name, steps) for _ in range(MEASUREMENTS)),
            }
    return rows


def _measure_seconds(start: str, name: str, steps: int) -> float:
    return seconds_for(rules(start)[name], STARTS[start].w, steps)


def read_record() -> DescentRecord:
    """Read the stored times: the day in words, and `times` by start."""
    times = dict(read_measured(MEASURED_FILE))
    return {"day": times.pop("day"), "times": times}


def write_record() -> None:
    """Measure the times from each start, and store them for `read_record`, without None values."""
    lines = [f"date = {date.today()}"]
    for start in STARTS:
        for name, row in times(start).items():
            lines += ["", f"[{start}.{name}]"]
            row |= {"seconds": float(f"{row['seconds']:.3g}")} if "seconds" in row else {}
            lines += [f"{key} = {value!r}" for key, value in row.items() if value is not None]
    MEASURED_FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    start = "".join(words.get("from", [])[:1])
    if start not in STARTS:
        allowed = f"one of {', '.join(STARTS)}"
        message = f"from must be {allowed}; it was {start[:80]!r}."
        raise SceneError(Problem("from", start[:80], allowed, message))
    return {"from": start, "methods": times(start)}


# The times are measured on the server, so this endpoint needs a server.
ENDPOINT = Endpoint(PATH, _answer, needs_server=True)


if __name__ == "__main__":  # python -m pages.stochastic_gradient.gradient_methods.descent_times
    write_record()
