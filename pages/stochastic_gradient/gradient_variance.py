"""The pictures of the stochastic gradient: its mean, and its variance against m."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.scene.learning_problem import kernel_of, problem, sample_of
from lab.scene.scene import Scene, replace
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement
from lab.ui.embedded_sweep import nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.stochastic_gradient.figure1.recorded_run import run_of
from pages.stochastic_gradient.figure1.run_request import Run
from pages.stochastic_gradient.mathematics.gradient_variance import (
    GradientSpread,
    gradient_spread,
    variance_against_m,
)

EARLY_STEPS = 40  # number of steps to the α of the place "way", between start and optimum
PLACES = ("start", "way", "best")
_SIZES = (4, 6, 9, 13, 20, 28, 40, 57, 80, 113, 160, 240)
VIEW = {
    "many": Word("1", stops=(1, 40)),
    "where": Word("start", PLACES),
    "size": Word("40", stops=_SIZES),
}
TOO_FEW_POINTS = (
    f"This picture needs at least {_SIZES[1]} points, since its slider sets the number of points. "
    "Add points, or choose other data."
)
_TIGHT = 1e-10  # largest relative duality gap of the optimum
# Differences up to this share of the largest term of a gradient are rounding errors.
_ROUNDING_TOL = 1e-12
_ZERO_SQUARE = 1e-20  # squares below this are rounding errors and count as 0
_MIN_POINTS = 3  # with fewer points the first mean could already be ∇J
_MIN_BAR_RANGE = 1e-2  # smallest range of the bars, as a share of the largest entry of K

CHALLENGES = (
    Challenge(
        question="How many of the m stochastic gradients must you average to get ∇J exactly?",
        options=(
            Option("a few", (("spare", ">=", 1), ("needed", "<=", 8))),
            Option("about half of them", (("spare", ">=", 1), ("needed", ">=", 9))),
            Option("all of them", (("spare", "<=", 0),)),
        ),
        answer="all of them",
        goal="Drag n until the mean equals ∇J up to rounding: no entry differs by more than 10⁻¹² "
        "times the largest term of any gᵢ.",
        conditions=(("same", ">=", 1),),
        by=("many",),
        holds={"where": ("start", "way"), "m": _MIN_POINTS},
        offer={"where": "start"},
        why=(
            Statement(
                "∇J is the mean of all m stochastic gradients. But a single one, drawn at random, "
                "is unbiased: its expectation is ∇J, which is all that a step needs.",
                (("spare", "<=", 0),),
            ),
            Statement(
                "At this α the mean of the first {needed:whole} stochastic gradients is already "
                "∇J.",
                (("spare", ">=", 1),),
            ),
        ),
    ),
)


def names(run: Run) -> dict[str, str]:
    """Return the label of each of PLACES; a run that ended early may have fewer than EARLY_STEPS
    steps."""
    n_steps = min(EARLY_STEPS, run_of(run).ended)
    way = f"after {n_steps} step{'' if n_steps == 1 else 's'}"
    return {"start": "α = 0", "way": way, "best": "at the optimum"}


def alpha_at(run: Run, place: str) -> np.ndarray:
    """Return the α (m,) of one of PLACES, at which the gradients are computed."""
    if place == "way":
        return run_of(run).alpha[EARLY_STEPS]
    if place == "best":
        try:
            return problem(run.scene).fit(_TIGHT).alpha
        except kc.NotConverged as error:
            return error.solution.alpha
    return np.zeros(len(sample_of(run.scene).y))


def gradients(run: Run, place: str) -> GradientSpread:
    """Compute all m stochastic gradients and the full gradient at one of PLACES."""
    scene, sample = run.scene, sample_of(run.scene)
    loss = kc.LOSSES[scene.loss]
    return gradient_spread(_gram(scene), sample.y, alpha_at(run, place), loss, scene.lam)


def _largest_term(run: Run, place: str) -> float:
    """Return the largest |entry| of the two terms of gᵢ, L′K⁽ⁱ⁾ and mλαᵢK⁽ⁱ⁾, over all i."""
    scene, alpha, y, K = run.scene, alpha_at(run, place), sample_of(run.scene).y, _gram(run.scene)
    slopes = kc.LOSSES[scene.loss].derivative(K @ alpha, y)
    factors = np.maximum(np.abs(slopes), len(y) * scene.lam * np.abs(alpha))
    return float((factors * np.abs(K).max(axis=0)).max())


def _gram(scene: Scene) -> np.ndarray:
    X = sample_of(scene).X
    return kernel_of(scene)(X, X)


def averages(run: Run, place: str) -> dict[str, Any]:
    """Compute the mean of the first n stochastic gradients for n = 1, …, m, and ∇J."""
    return _averages(run.at("step", 0), place)


@lru_cache(maxsize=16)
def _averages(run: Run, place: str) -> dict[str, Any]:
    spread = gradients(run, place)
    m, full_gradient = len(spread.full_gradient), spread.full_gradient
    n = np.arange(1, m + 1.0)
    means = np.cumsum(spread.gradients, axis=0) / n[:, None]
    means[-1] = spread.mean
    difference = np.abs(means - full_gradient).max(axis=1)
    is_equal = difference <= _ROUNDING_TOL * _largest_term(run, place)
    count = float(is_equal.argmax() + 1)
    entry = int(np.abs(full_gradient).argmax())
    reach = (
        max(
            np.abs([*means[0], *full_gradient]).max(),
            _MIN_BAR_RANGE * np.abs(_gram(run.scene)).max(),
        )
        or 1.0
    )
    stop_tensors = {
        "mean": means, "mean_entry": means[:, entry],
        "full_entry": np.full(m, full_gradient[entry]), "entry": np.full(m, entry + 1.0),
        "apart": difference, "same": is_equal, "variance": np.full(m, spread.variance),
        "norm2": np.full(m, full_gradient @ full_gradient),
    }  # fmt: skip
    tensors = {"stops": (n, True), "labels": (sample_of(run.scene).y, True)}
    tensors |= {"full": (full_gradient, True), "reach": (np.array([reach]), True)}
    tensors |= {"needed": (np.array([count]), True), "spare": (np.array([m - count]), True)}
    tensors |= {name: (tensor, False) for name, tensor in stop_tensors.items()}
    return sweep_item("many", tensors, exact=("mean_entry", "full_entry", "apart"))


@lru_cache(maxsize=16)
def variance_by_m(scene: Scene) -> dict[str, Any]:
    """Compute the variance of the stochastic gradient, ‖∇J‖², and the root of their ratio, at
    α_i = y_i/m on the first m points, for each m in _SIZES up to the number of points.
    """
    sample = sample_of(replace(scene, m=_SIZES[-1]))
    sizes = [size for size in _SIZES if size <= len(sample.y)]
    loss = kc.LOSSES[scene.loss]
    variance, norm2 = variance_against_m(
        sample.X, sample.y, kernel_of(scene), loss, scene.lam, sizes, vote=1.0
    )
    variance, norm2 = (np.where(v > _ZERO_SQUARE, v, 0.0) for v in (variance, norm2))
    ratio = np.sqrt(np.divide(variance, norm2, out=np.full(len(sizes), np.nan), where=norm2 > 0))
    stops = np.array(sizes, dtype=float)
    tensors = {"stops": (stops, True), "sizes": (stops, True)}
    tensors |= {"variances": (variance, True), "norms": (norm2, True), "ratios": (ratio, True)}
    tensors |= {"variance": (variance, False), "norm2": (norm2, False), "ratio": (ratio, False)}
    return sweep_item("size", tensors)


def ratio_in_words(scene: Scene) -> str:
    """Describe how the deviation of the stochastic gradient, relative to ‖∇J‖, changes with m.

    Return "" if there are fewer than two sizes m.
    """
    tensors = variance_by_m(scene)["tensors"]
    if len(tensors["sizes"]["data"]) < 2:
        return ""
    ratios = [(m, r) for m, r in zip(tensors["sizes"]["data"], tensors["ratios"]["data"],
                                    strict=True) if r != "none"]  # fmt: skip
    if not ratios:
        return "At this $\\alpha$ the full gradient is 0, so there is no ratio."
    (first, begins), (last, ends) = ratios[0], ratios[-1]
    low, high = min(r for _, r in ratios), max(r for _, r in ratios)
    return (
        f"Here the root of the ratio, the relative deviation, is {begins:.2g} at $m = {first:g}$ "
        f"and {ends:.2g} at $m = {last:g}$, and lies between {low:.2g} and {high:.2g}."
    )


def average_picture(run: Run, view: Words) -> Picture:
    """Build the picture of ∇J and of the mean of n stochastic gradients, with the slider of n."""
    place_name = view["where"] if view["where"] in PLACES else "start"
    m = len(sample_of(run.scene).y)
    slider = items.stops_slider(
        "many", "n", "gradients averaged", range(1, m + 1), [1, m // 2, m], count=True
    )
    return own_sweeps(
        "unbiased",
        {place: averages(run, place) for place in PLACES},
        by="where",
        at={"many": nearest_stop([float(k) for k in range(1, m + 1)], view["many"] or "1"),
            "where": place_name},
        main=[
            items.Vector("The mean of n stochastic gradients, as bars.", "mean", "accent",
                         "(g₁ + … + gₙ)/n", first=1, reach_of="reach"),
            items.Vector("The full gradient, as bars.", "full", "positive", "∇J(α)",
                         first=1, reach_of="reach"),
            switch("where", "The α at which the gradients are computed", names(run)),
        ],
        side=[
            slider,
            items.readouts(
                items.row("entry", "Bar of the largest |entry| of ∇J", "whole", "its number"),
                items.row("mean_entry", "Mean at this entry", "digits"),
                items.row("full_entry", "∇J at this entry", "digits"),
                items.row("apart", "Largest difference", "power", "of any entry"),
                items.row("variance", "Variance of one gᵢ", "number", "E ‖gᵢ − ∇J‖²"),
                items.row("norm2", "‖∇J‖²", "number"),
            ),
        ],
    )  # fmt: skip


def size_picture(scene: Scene, size: str) -> Picture:
    """Build the chart of the variance of the stochastic gradient against m."""
    sweep = variance_by_m(scene)
    sizes = sweep["tensors"]["sizes"]["data"]
    if len(sizes) < 2:
        return Picture(main=(), empty_text=TOO_FEW_POINTS)
    shown_values = [
        v for name in ("variances", "norms", "ratios") for v in sweep["tensors"][name]["data"]
    ]
    values = [v for v in shown_values if v != "none" and v > 0]
    low = int(np.floor(np.log10(min(values, default=0.1))))
    ticks = [*sizes[::3], sizes[-1]]
    slider = items.stops_slider("size", "m", "points", sizes, ticks, count=True)
    curve = items.LogCurve(
        along="size", x="sizes", xlog=True, note="m", tall=True,
        ticks=ticks, decades=[low, int(np.ceil(np.log10(max(values, default=1.0))))],
        label="Variance of one stochastic gradient, squared length of the full gradient, and the "
        "root of their ratio.",
        series=[
            {"tensor": "variances", "label": "variance of gᵢ", "tone": "negative", "at": 0.8},
            {"tensor": "norms", "label": "‖∇J‖²", "tone": "positive", "at": 0.6, "below": True},
            {"tensor": "ratios", "label": "relative deviation", "tone": "muted", "at": 0.02,
             "dash": [5, 4]},
        ],
    )  # fmt: skip
    return own_sweeps(
        "scatter",
        sweep,
        at={"size": nearest_stop(sizes, size)},
        main=[curve],
        side=[
            slider,
            items.readouts(
                items.row("variance", "Variance of one gᵢ", "number"),
                items.row("norm2", "‖∇J‖²", "number"),
                items.row("ratio", "Relative deviation", "number", "√(variance/‖∇J‖²)"),
            ),
        ],
    )
