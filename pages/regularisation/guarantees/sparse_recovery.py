"""Sparse recovery: how often the ℓ₁ penalty finds a true w with s non-zero entries from n examples.

GET /recovery streams the cells as they are computed, see `lab.endpoints.benchmark_stream`.
"""

from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any, cast

import numpy as np

from lab.course.page_declaration import Word
from lab.endpoints.benchmark_stream import Benchmark, read_measured
from lab.endpoints.static_assets import public_path
from lab.ui import items
from lab.ui.challenges import Challenge, Option, name_item
from lab.ui.embedded_sweep import nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.items import Recovery, RecoveryRecord
from pages.regularisation.mathematics.sparse_recovery import (
    RecoveryCell,
    coarse_to_fine,
    fit_constant,
    recovery_cell,
)

D = 48
NS = tuple(range(4, 49, 4))
SS = tuple(range(1, 13))
TRIALS = 10
STOPS = [float(f"{v:.3g}") for v in np.arange(0.2, 2.01, 0.05)]
VIEW = {"constant": Word("1", stops=STOPS)}


@dataclass(frozen=True)
class ProblemSize:
    """The size of a problem: n examples, and a true w with s non-zero entries."""

    n: int
    s: int


PLACES = tuple(ProblemSize(NS[row], SS[column]) for row, column in coarse_to_fine(len(NS), len(SS)))

CHALLENGES = (
    Challenge(
        question="The true w* has s = 6 non-zero entries out of 48. How many examples does ℓ₁ "
        "need?",
        stored_id="c217d3e6a",
        options=(
            Option("about 6", (("at_six", "<=", 9),)),
            Option("about 18", (("at_six", ">=", 12), ("at_six", "<=", 24))),
            Option("all 48", (("at_six", ">=", 40),)),
        ),
        answer="about 18",
        goal="Drag c until the curve follows the border of the coloured cells for s up to 6: at "
        "s = 6 the curve must lie between m = 14 and m = 22.",
        conditions=(("at_six", ">=", 14), ("at_six", "<=", 22)),
        by=("constant",),
        why="Each non-zero entry needs a few examples, and slightly more if d is larger: m > c s "
        "log d. Least squares without a penalty needs 48 examples.",
        hides=("map",),
    ),
)


def count(place: ProblemSize) -> RecoveryCell:
    """Compute one cell from ten problems, each solved with a certificate."""
    return recovery_cell(D, place.n, place.s, TRIALS)


def row(place: ProblemSize, cell: RecoveryCell) -> dict[str, Any]:
    """Return one cell in the form that the page's script reads.

    `constant` is the best c for all cells so far; None while they show no border.
    """
    best = fit_constant(list(BENCHMARK.results.values()), D)
    return {
        "method": "cell", "n": place.n, "s": place.s, "successes": cell.successes,
        "trials": cell.trials, "gap": float(f"{cell.gap:.2g}"),
        "constant": None if best is None else round(best, 3),
    }  # fmt: skip


# Written by: python -m pages.regularisation.guarantees.sparse_recovery
MEASURED_FILE = Path(__file__).with_name("recovery.toml")
BENCHMARK = Benchmark(count, cells=PLACES, row=row, budget=30.0)
STREAM = BENCHMARK.stream("recovery")


def picture(constant: str) -> Picture:
    """Build the picture of the map and the curve, with the slider of the curve's constant."""
    s = np.array(SS, dtype=float)
    curves = np.outer(STOPS, s * log(D))
    tensors = {
        "stops": (np.array(STOPS), True), "s": (s, True), "bound": (curves, False),
        "at_six": (curves[:, SS.index(6)], False),
    }  # fmt: skip
    slider = items.stops_slider(
        "constant", "c", "of the curve m = c s log d", STOPS, [0.2, 0.5, 1, 1.5, 2]
    )
    cells = Recovery(
        address=public_path("recovery"), total=len(PLACES),
        ns=NS, ss=SS, trials=TRIALS, d=D,
        label=f"How often ℓ₁ recovers a w* with s non-zero entries out of {D} from m examples.",
        done=f"All cells are measured, with {TRIALS} problems each.",
        words={"first": "Measure cells here", "again": "Continue measuring", "so_far": "Cells"},
        record=cast(RecoveryRecord, read_measured(MEASURED_FILE)),
    )  # fmt: skip
    return own_sweeps(
        "recovery",
        sweep_item("constant", tensors, known=BENCHMARK.rows()),
        at={"constant": nearest_stop(STOPS, constant)},
        main=[name_item("map", cells)],
        side=[
            slider,
            items.readouts(
                items.row("at_six", "m on the curve at s = 6", "number", f"least squares: {D}"),
            ),
        ],
    )


if __name__ == "__main__":
    BENCHMARK.save(MEASURED_FILE)
