"""How much larger J is for 1,000 random θ than for their parts in the span of ten examples."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.ui import challenges, items
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep
from pages.representer_theorem.mathematics.regularisers import (
    HalfSquaredNorm,
    LogNormRegulariser,
    NormRegulariser,
    Regulariser,
    StepRegulariser,
    ZeroRegulariser,
)
from pages.representer_theorem.mathematics.span import (
    OffSpanExcess,
    random_wide_problem,
    sample_off_span_excess,
)

DRAWS = 1000
FEATURES, POINTS = 50, 10
LAM, EDGE = 0.25, 7.0  # λ of the penalty "half", and the length at which "step" jumps
MAX_SEED = 999_999
_BINS_ABOVE, _BINS_BELOW = 36, 6  # numbers of bins of the histogram above and below 0

# For each penalty: r, its formula, the right end of the histogram, and a remark on r.
CHOICES: dict[str, tuple[Regulariser, str, float, str]] = {
    "half": (HalfSquaredNorm(LAM), "(λ/2)‖θ‖²", 12.0,
             f"Here λ = {LAM:g}. The difference is λ/2 times the squared length of the part of θ "
             "orthogonal to the span, in forty of the fifty dimensions."),
    "length": (NormRegulariser(), "‖θ‖", 8.0,
               "Every θ is longer than its part in the span. The histogram shows by how much."),
    "log": (LogNormRegulariser(), "log(1 + ‖θ‖)", 1.6,
            "This r is not convex. But it is non-decreasing, which is "
            "all that the theorem requires."),
    "nothing": (ZeroRegulariser(), "0", 1.0,
                "With r = 0 all differences are exactly 0: J is the same in the span and "
                "outside it."),
    "step": (StepRegulariser(EDGE), f"step at {EDGE:g}", 1.2,
             f"A step at ‖θ‖ = {EDGE:g}: J is larger by 1 where θ is longer than {EDGE:g} and its "
             "part in the span is not. Everywhere else the two J are equal."),
}  # fmt: skip


def counts() -> np.ndarray:
    """Return the stops of the slider: numbers of random θ from 1 to 1000, roughly evenly spaced on
    a log scale.
    """
    return np.unique(np.round(np.geomspace(1, DRAWS, 40)).astype(int))


def seed_of(text: str) -> int:
    """Return the seed that an address names, or 0 if the text is not a valid seed."""
    return int(text) if text.isascii() and text.isdigit() and int(text) <= MAX_SEED else 0


@lru_cache(maxsize=64)
def sample_excess(r: str, loss: str, seed: int) -> OffSpanExcess:
    """Sample θ and compute the excess for one r and one loss; a seed gives the same θ for every r
    and loss."""
    X, y = random_wide_problem(FEATURES, POINTS)
    return sample_off_span_excess(X, y, kc.LOSSES[loss], CHOICES[r][0], DRAWS, seed)


@lru_cache(maxsize=64)
def sweep(r: str, loss: str, seed: int) -> dict[str, Any]:
    """Compute the histogram of J_r(θ) − J_r(θ^(α)) for the first D of the random θ at every stop D,
    with the smallest and the largest difference.
    """
    draws, stops = sample_excess(r, loss, seed), counts()
    high = CHOICES[r][2]
    edges = np.arange(-_BINS_BELOW, _BINS_ABOVE + 1) * (high / _BINS_ABOVE)
    # The last bin also counts larger values.
    shown_excess = np.minimum(draws.excess, high * (1 - 1e-9))
    heights = np.stack([np.histogram(shown_excess[:count], edges)[0] for count in stops])
    firsts = [draws.excess[:count] for count in stops]
    constants = {
        "stops": stops, "edges": np.repeat(edges, 2)[1:-1],
        "zero": np.zeros(2), "upright": np.array([0.0, heights.max()]),
    }  # fmt: skip
    stop_tensors = {
        "heights": np.repeat(heights, 2, axis=1),
        "least": np.array([first.min() for first in firsts]),
        "largest": np.array([first.max() for first in firsts]),
        "below": np.array([(first < 0).mean() for first in firsts]),
        "equal": np.array([(first == 0).mean() for first in firsts]),
        "slip": np.array([np.abs(draws.loss_rounding[:count]).max() for count in stops]),
        "which": np.full(len(stops), list(CHOICES).index(r)),
    }
    return sweep_item("draws", flagged_tensors(constants, stop_tensors))


def picture(view: Mapping[str, str]) -> Picture:
    """Build the histogram; `view` has the words `draws`, `r`, `rloss` and `rseed`.

    The picture's button `again` requests other random θ.
    """
    r = view["r"] if view["r"] in CHOICES else "half"
    loss = view["rloss"] if view["rloss"] in items.LOSS_NAMES else "logistic"
    words = {"r": r, "rloss": loss, "rseed": str(seed_of(view["rseed"]))}
    stops = counts().tolist()
    count = items.stops_slider("draws", "D", "random θ", stops, [1, 10, 100, 1000], count=True)
    series: list[items.Series] = [
        {"tensor": "heights", "x": "edges", "tone": "accent", "fill": True, "width": 1.4},
        {"tensor": "upright", "x": "zero", "tone": "zero", "width": 1.6, "dash": [5, 4]},
    ]
    histogram = items.Curve(
        "Histogram of how much larger J is for θ than for its part in the span, over D random θ.",
        "edges",
        series,
        note="Jᵣ(θ) − Jᵣ(θ⁽ᵅ⁾)", tall=True)  # fmt: skip
    numbers = items.readouts(
        items.row("below", "Differences below 0", "percent"),
        items.row("equal", "Differences equal to 0", "percent"),
        items.row("least", "Smallest difference", "number"),
        items.row("largest", "Largest difference", "number"),
        items.row("slip", "Largest difference between the mean losses", "power", "rounding error"),
    )
    sentences = [
        challenges.remark(text, ("which", "==", k)) for k, (*_, text) in enumerate(CHOICES.values())
    ]
    return own_sweep(
        "regret",
        "draws",
        nearest_stop(stops, view["draws"]),
        sweep(r, loss, int(words["rseed"])),
        main=[histogram],
        side=[
            count,
            items.look("r", "The penalty r", {n: c[1] for n, c in CHOICES.items()}),
            items.look("rloss", "The loss", items.LOSS_NAMES),
            numbers,
            items.Action("again", f"Draw {DRAWS:,} new θ"),
            *sentences,
        ],
        view=words,
    )
