"""Ridge as a Gaussian prior: the prior of one coefficient, and the posterior."""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.scene.fields import Number
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.embedded_sweep import measured_picture, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.mathematics.polynomial_regression import (
    Posterior,
    fit_along_lam,
    posterior,
)
from pages.regularisation.polynomial_fits.ridge import REACH, STOPS, slider
from pages.regularisation.polynomial_fits.sample import (
    data_tensors,
    drawn_fit,
    fit_curve,
    nodes,
    sample,
)

BELIEF = Number("belief", 0.01, "Penalty", "The weight of ‖w‖².", "λ", low=1e-8, high=1e4)
VIEW = {BELIEF.name: Word.of(BELIEF)}
DEGREE = 15
_DRAWS = 6  # number of functions sampled from the posterior
_BELL = 121  # number of values of w at which the bell is drawn


@lru_cache(maxsize=32)
def sweep(scene: Scene) -> dict[str, Any]:
    """Compute the fit, the prior density and samples of the posterior at every λ."""
    data, x = sample(scene), nodes()
    fits = fit_along_lam(data.X, data.targets, data.line, DEGREE, STOPS)
    s, w = data.line.s, np.linspace(-REACH, REACH, _BELL)
    beliefs = [posterior(data.X, data.targets, DEGREE, s, s / lam**0.5) for lam in STOPS]
    is_inside = np.abs(fits.w) <= REACH
    stop_tensors = {
        "fit": fits.curves(x), "freedom": fits.degrees_of_freedom,
        "bell": np.array([_bell(w, belief) for belief in beliefs]),
        "wx": np.where(is_inside, fits.w, np.nan), "beyond": (~is_inside).sum(axis=1),
        "wy": np.array([_bell(c, belief) for c, belief in zip(fits.w, beliefs, strict=True)]),
        "prior": np.array([belief.prior for belief in beliefs]),
    }  # fmt: skip
    prior_draws = [belief.sample_functions(x, _DRAWS, scene.seed) for belief in beliefs]
    stop_tensors["draws"] = np.array(prior_draws)
    tensors = data_tensors(data, x) | {"stops": (np.array(STOPS), True), "along": (w, True)}
    tensors |= {name: (tensor, False) for name, tensor in stop_tensors.items()}
    return sweep_item("belief", tensors, half_precision=["draws", "bell"])


MEASURED = measured_picture(
    DEFAULT, (BELIEF, STOPS), sweep, number="freedom", picture_tensors=drawn_fit
)


def _bell(w: np.ndarray, belief: Posterior) -> np.ndarray:
    """Evaluate the density of the prior at w, scaled to a maximum of 1: exp(−w²/(2 prior²))."""
    return np.exp(-0.5 * np.square(np.asarray(w) / belief.prior))


def picture(scene: Scene, belief: str) -> Picture:
    """Build the picture of the penalty as a prior, whose width depends on λ."""
    draws: items.Series = {
        "tensor": "draws", "tone": "track", "width": 1.4, "rows": _DRAWS, "curved": True,
    }  # fmt: skip
    bell = items.Curve(
        "The prior density of one coefficient, and the fitted coefficients within the axis.",
        "along",
        [{"tensor": "bell", "label": "prior N(0, σ²/λ)", "tone": "squared", "at": 0.52,
          "fill": True}],
        note="w", range=[-REACH, REACH, 0, 1.15], points=["wx", "wy"])  # fmt: skip
    return own_sweeps(
        "prior",
        sweep(scene),
        at={"belief": nearest_stop(STOPS, belief)},
        main=[
            fit_curve(
                "The points, the truth, the ridge fit, and functions drawn from the posterior.",
                sample(scene),
                draws,
            ),
            items.legend(truth="truth", fit="ridge fit", sample="samples from the posterior"),
        ],
        side=[
            slider("belief", "weight of ‖w‖²"),
            bell,
            items.readouts(
                items.row("prior", "Standard deviation, σ/√λ", "number", "of the prior"),
                items.row("beyond", f"Coefficients beyond ±{REACH:g}", "whole", "outside the axis"),
                items.row("freedom", "Degrees of freedom", "number", "Σ μ/(μ + λ)"),
            ),
        ],
    )
