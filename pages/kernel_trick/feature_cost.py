"""The cost of (xᵀx′ + 1)^degree through φ and through K, as d and the degree grow (notes 001 and
004).

The charts show counted multiplications, or times measured on the computer that answers
(`COMPUTER`). A curve with φ ends where φ(x) of a single point takes more than `LAPTOP_BYTES`, or,
for measured times, more than `MAX_BYTES`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lab.course.computer import COMPUTER
from lab.course.page_declaration import Word
from lab.endpoints.static_assets import public_path
from lab.ui import items
from lab.ui.challenges import Challenge, Option, challenges
from lab.ui.embedded_sweep import nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.kernel_trick.feature_timing import BENCHMARK, CELLS, DEGREES, MAX_BYTES, SIZES
from pages.kernel_trick.items import Costs
from pages.kernel_trick.mathematics.kernel_trick_identity import EvaluationCost, evaluation_cost

LAPTOP_BYTES = 16e9  # memory of a laptop
LOOKS = {"count": "Counted multiplications", "time": "Measured time"}
VIEW = {  # words of the page's address
    "coords": Word("16", stops=SIZES),
    "order": Word("4", stops=DEGREES),
    "clock": Word("count", LOOKS),
}

ABOUT_PIXELS = Challenge(
    question="A picture of 16 × 16 pixels has d = 256. From which degree on does φ(x) of this one "
    "picture no longer fit into the 16\u00a0GB of a laptop?",
    options=(
        Option("3", (("order", "==", 3),)),
        Option("5", (("order", "==", 5),)),
        Option("8", (("order", "==", 8),)),
    ),
    answer="5",
    goal="Set d = 256 and go to the lowest degree at which φ(x) no longer fits into 16\u00a0GB.",
    conditions=(("coords", "==", 256), ("bytes", ">=", LAPTOP_BYTES), ("less", "<=", LAPTOP_BYTES)),
    hint="With d at 256, raise the degree step by step until φ(x) takes more than 16\u00a0GB.",
    why="261 choose 5 is nearly ten billion features of 8 bytes each. The kernel needs 260 "
    "multiplications for the same inner product, and almost no memory.",
)


def costs(d: int, degree: int) -> dict[str, float]:
    """Compute the numbers for one d and degree: the number of features, the multiplications with φ
    and with K, and their ratio.

    Also return the bytes of φ(x) at this degree, and as `less` at the next lower degree, 0 at
    degree 1.
    """
    cost = evaluation_cost(d, degree)
    bytes_below = evaluation_cost(d, degree - 1).bytes if degree > 1 else 0
    return {
        "features": cost.features, "explicit": cost.explicit, "kernel": cost.kernel,
        "bytes": cost.bytes, "less": bytes_below, "times": cost.explicit / cost.kernel,
    }  # fmt: skip


def sweep(degree: int) -> dict[str, Any]:
    """Return the costs for all d at one degree.

    The sweep of the lowest degree also has the times measured so far, for all degrees.
    """
    cells = [costs(d, degree) for d in SIZES]
    tensors = {name: (np.array([cell[name] for cell in cells], float), False) for name in cells[0]}
    tensors["stops"] = (np.array(SIZES), True)
    return sweep_item("coords", tensors, known=BENCHMARK.rows() if degree == DEGREES[0] else [])


def table(name: str) -> list[list[float]]:
    """Return one attribute of `EvaluationCost` to four digits: a row for each d, a column for each
    degree."""

    def number(cost: EvaluationCost) -> float:
        return float(f"{getattr(cost, name):.4g}")

    return [[number(evaluation_cost(d, degree)) for degree in DEGREES] for d in SIZES]


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the cost: two charts, two sliders, and read-outs at their values."""
    look = view["clock"] if view["clock"] in LOOKS else VIEW["clock"]
    spots = {
        "coords": nearest_stop(SIZES, view["coords"]),
        "order": nearest_stop(DEGREES, view["order"]),
    }
    title = (
        "Multiplications or seconds for one inner product with φ and with K, on a log axis, "
        "against {}."
    )
    charts = Costs(
        look="clock", address=public_path("cost"), total=len(CELLS),
        sizes=SIZES, degrees=DEGREES,
        table={name: table(name) for name in ("explicit", "kernel", "bytes")},
        limits={"count": LAPTOP_BYTES, "time": MAX_BYTES},
        decades={"count": [0, 11], "time": [-7, 0]},
        done=f"Measured on {COMPUTER.place}. Each time is the shortest of several runs.",
        charts=[
            {"along": "coords", "note": "d", "title": "More coordinates: d grows",
             "label": title.format("d")},
            {"along": "order", "note": "degree", "title": "A higher degree",
             "label": title.format("the degree")},
        ],
        methods=[
            {"name": "explicit", "label": "with φ", "tone": "logistic", "square": True},
            {"name": "kernel", "label": "with K", "tone": "accent"},
        ],
    )  # fmt: skip
    return own_sweeps(
        "cost",
        {f"{degree}": sweep(degree) for degree in DEGREES},
        by="order",
        at=spots,
        view={"clock": look},
        main=[
            items.Group(shape="kl-two-columns", items=[
                _slider("coords", "d", "coordinates of x", SIZES, (1, 4, 16, 64, 256, 1024)),
                _slider("order", "degree", "exponent of xᵀx′ + 1", DEGREES, DEGREES)]),
            items.look("clock", "What is compared", LOOKS),
            charts,
        ],
        below=[
            items.half_width(items.readouts(
                items.row("features", "Features", "whole", "d + degree choose degree"),
                items.row("explicit", "Multiplications with φ", "whole"),
                items.row("kernel", "Multiplications with K", "whole", "d + degree − 1"),
                items.row("times", "Ratio, φ to K", "number"))),
            items.half_width(challenges([ABOUT_PIXELS])),
        ],
    )  # fmt: skip


def _slider(
    along: str, symbol: str, label: str, stops: tuple[int, ...], ticks: tuple[int, ...]
) -> items.Item:
    return items.stops_slider(along, symbol, label, stops, ticks, count=True)
