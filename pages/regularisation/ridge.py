"""Ridge (G2): the penalty λ‖w‖² at a fixed degree, its coefficients, its limits, its prior."""

from functools import lru_cache
from typing import Any

import numpy as np

from kernel_core.learners import Posterior, fit_along_lam, posterior
from lab.scene.scene import Scene
from lab.ui import embedded_sweep, items
from lab.ui.challenges import Challenge, Option, challenges
from lab.ui.embedded_sweep import nearest, sweep_item
from pages.regularisation.polynomial_degree import errors
from pages.regularisation.sample import fit_curve, fixed, nodes, sample

VIEW = {"penalty": "0.01", "power": "15"}
DEGREES = {"3": "M = 3", "9": "M = 9", "15": "M = 15"}
STOPS = [float(f"{v:.3g}") for v in np.geomspace(1e-8, 1e4, 37)]
TICKS = [1e-8, 1e-6, 1e-4, 1e-2, 1, 1e2, 1e4]
_DRAWS, _DRAWN = 6, 61  # functions drawn from what is believed, and their nodes
_BELL = 121
_REACH = 6.0  # how far the coefficients' axis goes

CHALLENGES = (
    Challenge(
        question="With M = 15 there are more powers than the points can pay for. What happens to "
        "the test error as λ grows from almost 0?",
        options=(
            Option("it falls, then rises", (("penalty", ">=", 1e-6), ("penalty", "<=", 0.5))),
            Option("it only falls", (("penalty", ">=", 1000),)),
            Option("it only rises", (("penalty", "<=", 1e-8),)),
        ),
        answer="it falls, then rises",
        goal="With M = 15, bring the test error down to at most 0.12.",
        conditions=(("M", ">=", 15), ("test", "<=", 0.12)),
        why="A little of λ takes the swings away, since they need huge coefficients of opposite "
        "signs. Much of it takes the shape away too: f goes to 0.",
        hides=("errors",),
    ),
)


@lru_cache(maxsize=32)
def sweep(scene: Scene, M: int) -> dict[str, Any]:
    """The fit, its coefficients and its beliefs at every λ. The noise is the one of the source."""
    drawn, x, rough = sample(scene), nodes(91), nodes(_DRAWN)
    fits = fit_along_lam(drawn.X, drawn.targets, drawn.line, M, STOPS)
    s, w = drawn.line.s, np.linspace(-_REACH, _REACH, _BELL)
    beliefs = [posterior(drawn.X, drawn.targets, M, s, s / lam**0.5) for lam in STOPS]
    heights = np.array([_bell(w, one) for one in beliefs])
    seen = np.abs(fits.w) <= _REACH
    moving = {
        "fit": fits.curves(x), "w": fits.w, "train": fits.train, "test": fits.test,
        "freedom": fits.degrees_of_freedom, "norm2": np.square(fits.w).sum(axis=1), "bell": heights,
        "wx": np.where(seen, fits.w, np.nan), "beyond": (~seen).sum(axis=1),
        "wy": np.array([_bell(c, one) for c, one in zip(fits.w, beliefs, strict=True)]),
        "prior": np.array([one.prior for one in beliefs]),
    }  # fmt: skip
    believed = np.stack(
        [one.sample_functions(rough, _DRAWS, scene.seed) for one in beliefs], axis=1
    )
    spread = {f"draw{k}": draws for k, draws in enumerate(believed)}
    still = {
        "stops": np.array(STOPS), "penalties": np.array(STOPS), "trains": fits.train,
        "tests": fits.test, "M": np.array([M]), "along": w, "rough": rough,
    }  # fmt: skip
    tensors = fixed(drawn, x) | {name: (tensor, True) for name, tensor in still.items()}
    tensors |= {name: (tensor, False) for name, tensor in moving.items()}
    tensors |= {name: (tensor, False) for name, tensor in spread.items()}
    return sweep_item("penalty", tensors, short=[*spread, "bell"])


def _bell(w: np.ndarray, belief: Posterior) -> np.ndarray:
    """The prior's bell, 1 at its top: exp(−w²/2·prior²)."""
    return np.exp(-0.5 * np.square(np.asarray(w) / belief.prior))


def chosen(view: dict[str, str]) -> tuple[int, float]:
    """The degree and λ that the address names."""
    M = view["power"] if view["power"] in DEGREES else VIEW["power"]
    return int(M), nearest(STOPS, view["penalty"])


def element(scene: Scene, view: dict[str, str]) -> None:
    """The live element: λ at a fixed degree; `view` has texts for what `VIEW` names."""
    M, lam = chosen(view)
    slider = {
        "kind": "slider", "along": "penalty", "symbol": "λ", "label": "price of a large ‖w‖²",
        "low": STOPS[0], "high": STOPS[-1], "stops": STOPS, "ticks": TICKS,
    }  # fmt: skip
    draws = [
        {"tensor": f"draw{k}", "x": "rough", "tone": "track", "width": 1.4} for k in range(_DRAWS)
    ]
    bell = items.function_curve(
        "The prior over one coefficient; on it, the fitted coefficients that lie on this axis.",
        "along",
        [{"tensor": "bell", "label": "prior N(0, σ²/λ)", "tone": "squared", "at": 0.52,
          "fill": True}],
        note="w_k", range=[-_REACH, _REACH, 0, 1.15], points=["wx", "wy"])  # fmt: skip
    embedded_sweep.element(
        "ridge",
        {degree: sweep(scene, int(degree)) for degree in DEGREES},
        by="power",
        at={"penalty": lam, "power": str(M)},
        main=[
            fit_curve(
                "The ridge fit, and functions drawn from what is believed after the data.",
                sample(scene),
                *draws,
            ),
            embedded_sweep.switch("power", "The degree of the polynomial", DEGREES),
            items.half(errors("penalty", x="penalties", ticks=[], note="λ", xlog=True)),
            challenges(CHALLENGES),
        ],
        side=[
            slider,
            {
                "kind": "vector",
                "tensor": "w",
                "tone": "accent",
                "first": 0,
                "reach": _REACH,
                "title": "Coefficients w₀, w₁, …",
                "label": "The coefficients of the fit.",
            },
            bell,
            items.readouts(
                items.row("norm2", "‖w‖²", "number"),
                items.row("beyond", f"Coefficients beyond ±{_REACH:g}", "whole", "off the axes"),
                items.row("freedom", "Degrees of freedom", "number", "Σ d²/(d² + λ)"),
                items.row("train", "Training error", "number"),
                items.row("test", "Test error", "number"),
            ),
        ],
    )
