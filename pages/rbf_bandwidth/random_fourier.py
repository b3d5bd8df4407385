"""Averages of D cosines at random frequencies, and the kernel (note 000, footnote of section 6)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.formulas.sequences import cosine_averages, frequencies
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep
from pages.rbf_bandwidth.mathematics.normal_density import normal_density

MAX_FREQUENCIES = 2000
_BINS = 40
_DISTANCES = 49
# End of the distance axis, in units of the minimum of max(tau, 1/tau) and 3 tau.
_MAX_DISTANCE = 3.0


def counts() -> np.ndarray:
    """Return the stops of the slider: whole numbers D of cosines from 1 to 2000, nearly evenly
    spaced on a log scale."""
    return np.unique(np.round(np.geomspace(1, MAX_FREQUENCIES, 60)).astype(int))


@lru_cache(maxsize=64)
def sweep(tau: float, seed: int) -> dict[str, Any]:
    """Compute, at every stop, the averages of cosines at frequencies of variance τ⁻² and of
    variance τ², the largest error of each, and the histogram of the frequencies of variance τ⁻².
    """
    stops = counts()
    correct_frequencies = frequencies(MAX_FREQUENCIES, 1, tau, seed=seed)
    slip = frequencies(MAX_FREQUENCIES, 1, tau, seed=seed, printed_variance=True)
    r = np.linspace(0, _MAX_DISTANCE * min(max(tau, 1 / tau), 3 * tau), _DISTANCES)
    kernel = kc.RBF(tau)(r[:, None], np.zeros((1, 1)))[:, 0]
    average = cosine_averages(correct_frequencies, r[:, None], stops)
    slip_average = cosine_averages(slip, r[:, None], stops)
    w = np.linspace(-4 / tau, 4 / tau, 121)
    edges, heights = _histograms(correct_frequencies[:, 0], stops, 4 / tau)
    constants = {
        "stops": stops, "distance": r, "kernel": kernel, "w": w, "edges": edges,
        "density": normal_density(w, 1 / tau), "slip_density": normal_density(w, tau),
    }  # fmt: skip
    stop_tensors = {
        "average": average, "slip": slip_average, "heights": heights,
        "average_error": np.abs(average - kernel).max(axis=1),
        "slip_error": np.abs(slip_average - kernel).max(axis=1),
    }  # fmt: skip
    return sweep_item("draws", flagged_tensors(constants, stop_tensors))


def _histograms(w: np.ndarray, stops: np.ndarray, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the outline of a histogram of the first D frequencies for each D: x (2B,) and
    y (S, 2B) for B bins and S values of D."""
    edges = np.linspace(-reach, reach, _BINS + 1)
    width = edges[1] - edges[0]
    heights = [np.histogram(w[:count], edges)[0] / (count * width) for count in stops]
    return np.repeat(edges, 2)[1:-1], np.repeat(heights, 2, axis=1)


def picture(scene: Scene, draws: str) -> Picture:
    """Build the picture of the averages: two charts, two read-outs, and a slider for D.

    `draws` is the value of D in the address.
    """
    stops = counts().tolist()
    count = items.stops_slider("draws", "D", "random waves", stops, [1, 10, 100, 1000], count=True)
    averages: list[items.Series] = [
        {"tensor": "kernel", "label": "K(x, z)", "tone": "zero", "at": 0.08, "width": 3},
        {
            "tensor": "average",
            "label": "variance τ⁻²",
            "tone": "positive",
            "at": 0.3,
            "below": True,
        },
        {"tensor": "slip", "label": "variance τ²", "tone": "negative", "at": 0.72, "dash": [5, 3]},
    ]
    # The range fits the density N(0, τ⁻²). With few frequencies the tallest bars are cut off, and
    # for small τ also the peak of N(0, τ²).
    reach = [-4 / scene.tau, 4 / scene.tau, 0, 2.2 * scene.tau / math.sqrt(2 * math.pi)]
    densities: list[items.Series] = [
        {"tensor": "heights", "x": "edges", "tone": "positive", "fill": True, "width": 1.2},
        {"tensor": "density", "label": "N(0, τ⁻²)", "tone": "zero", "at": 0.62},
        {"tensor": "slip_density", "label": "N(0, τ²)", "tone": "negative", "at": 0.5,
         "dash": [5, 3], "may_overflow": True},
    ]  # fmt: skip
    return own_sweep(
        "footnote", "draws", nearest_stop(stops, draws), sweep(scene.tau, scene.seed),
        main=[items.Curve(
            "Against the distance ‖x − z‖: the kernel, and the averages of cos(ωᵀ(x − z)) over "
            "frequencies of variance τ⁻² and of variance τ².",
            "distance", averages, note="‖x − z‖", tall=True)],
        side=[
            count,
            items.Curve(
                "Histogram of the frequencies ω of variance τ⁻², with two normal densities.",
                "w", densities, note="ω", range=reach,
            ),
            items.readouts(
                items.row("average_error", "Largest error, variance τ⁻²", "number"),
                items.row("slip_error", "Largest error, variance τ²", "number")),
        ],
    )  # fmt: skip
