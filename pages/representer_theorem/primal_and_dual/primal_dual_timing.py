"""The cost of ridge regression over θ and α as p or m grows, in multiplications or in seconds."""

from typing import cast

import numpy as np

from lab.course.computer import COMPUTER
from lab.endpoints.benchmark_stream import BENCHMARK, CELLS, FIXED_SIZE, SIZES, BenchmarkCase, row
from lab.endpoints.static_assets import public_path
from lab.ui import items
from lab.ui.embedded_sweep import sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.representer_theorem.items import Timing, TimingCell
from pages.representer_theorem.mathematics.flop_counts import cost_over_alpha, cost_over_theta

LOOKS = ("count", "time")


def counts() -> list[TimingCell]:
    """Count the multiplications of every benchmark case; return rows like those of the times."""
    return [cast(TimingCell, row(cell, _cost(cell))) for cell in CELLS]


def _cost(cell: BenchmarkCase) -> tuple[float, float]:
    """Count the multiplications to fit, and to predict when φ(x) or all K(x_i, x) are known."""
    if cell.method == "theta":
        return cost_over_theta(cell.m, cell.p)
    return cost_over_alpha(cell.m, cell.p).fit, cost_over_alpha(cell.m, cell.p, 0).predict


def picture(look: str) -> Picture:
    """Build the picture of the cost: two charts of measured times or counted multiplications."""
    label = "The cost of fitting and predicting, over θ and over α, against {}, on log axes."
    item = Timing(
        look="clock", address=public_path("timing"),
        sizes=SIZES, fixed=FIXED_SIZE, total=len(CELLS), counts=counts(),
        decades={"time": [-9, 0], "count": [1, 9]},
        done=f"Measured on {COMPUTER.place}. Each time is the shortest of several runs.",
        charts=[
            {"along": "p", "title": f"More features: m = {FIXED_SIZE} points, p grows",
             "label": label.format("p")},
            {"along": "m", "title": f"More points: p = {FIXED_SIZE} features, m grows",
             "label": label.format("m")},
        ],
        methods=[
            {"name": "theta", "label": "over θ", "tone": "accent"},
            {"name": "alpha", "label": "over α", "tone": "logistic", "square": True},
        ],
        tasks=[
            {"name": "fit", "label": "fit"},
            {"name": "predict", "label": "predict", "dash": [5, 4]},
        ],
    )  # fmt: skip
    return own_sweeps(
        "race",
        sweep_item("", {"stops": (np.zeros(1), True)}, known=BENCHMARK.rows()),
        view={"clock": look if look in LOOKS else LOOKS[0]},
        main=[
            items.look("clock", "What is compared", {
                "count": "Counted multiplications", "time": "Measured time"}),
            item,
        ],
    )  # fmt: skip
