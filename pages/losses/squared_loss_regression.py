"""The squared loss with numbers as targets: a regression line, and a slider for one price."""

from functools import cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.ui import items
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep

AREA = np.array([0.5, 0.7, 0.9, 1.1, 1.3, 1.6, 1.9, 2.2])  # areas of the houses, in units of 100 m²
# Prices of the houses, in units of 100,000.
PRICE = np.array([1.1, 1.9, 2.0, 2.9, 2.8, 3.9, 4.2, 5.3])
MOVED_HOUSE = 6  # index of the house whose price the slider sets
LAM = 1e-3


def stops() -> np.ndarray:
    """Return the stops of the slider: prices of the moved house."""
    return np.arange(0, 10.1, 0.25)


def fit(price: float) -> kc.Solution:
    """Fit a line by least squares with the small penalty LAM, for a price of the moved house."""
    y = PRICE.copy()
    y[MOVED_HOUSE] = price
    return kc.fit(AREA[:, None], y, kc.Linear(), kc.Squared(), LAM, risk="sum", intercept=True)


@cache
def sweep() -> dict[str, Any]:
    """Compute the line, the vertical distances, and the loss of the moved house, its slope and its
    share of the total loss, at every price."""
    prices, ends = stops(), np.linspace(0.35, 2.35, 5)
    fits = [fit(price) for price in prices]
    f = np.array([s.decision(AREA[:, None]) for s in fits])
    z = np.linspace(0, 10, 101)
    loss, z_moved = kc.Squared(), f[:, MOVED_HOUSE]
    stop_tensors = {
        "line": np.array([s.decision(ends[:, None]) for s in fits]),
        "price": np.array([s.y for s in fits]),
        "own_loss": np.array([loss.value(z, price) for price in prices]),
        "z_now": z_moved, "loss_now": loss.value(z_moved, prices),
        "slope_now": loss.derivative(z_moved, prices),
        "share": loss.value(z_moved, prices) / loss.value(f, [s.y for s in fits]).sum(axis=1),
    }  # fmt: skip
    for i in range(len(AREA)):
        stop_tensors[f"gap{i}"] = np.stack([f[:, i], stop_tensors["price"][:, i]], axis=1)
    stop_tensors |= {"own_price": prices, "own_area": np.full(len(prices), AREA[MOVED_HOUSE])}
    constants = {"stops": prices, "ends": ends, "area": AREA, "z": z}
    constants |= {f"at{i}": np.full(2, area) for i, area in enumerate(AREA)}
    return sweep_item("price", flagged_tensors(constants, stop_tensors))


def picture(price: str) -> Picture:
    """Build the picture of the fitted line, with a slider for one price and its loss."""
    prices = stops().tolist()
    slider = items.stops_slider(
        "price", "y", "price of the marked house", prices, [0, 2.5, 5, 7.5, 10]
    )
    gaps: list[items.Series] = [
        {"tensor": f"gap{i}", "x": f"at{i}", "tone": "squared", "dash": [3, 3], "width": 1.6}
        for i in range(len(AREA))
    ]
    line: items.Series = {
        "tensor": "line",
        "x": "ends",
        "label": "f(x)",
        "tone": "zero",
        "at": 0.25,
        "width": 3,
    }
    houses = items.Curve(
        "Prices of eight houses against their area, with the line fitted to them.", "ends",
        [line, *gaps], note="area x, in 100 m²", tall=True, points=["area", "price"],
        marks=[["own_area", "own_price", "squared"]])  # fmt: skip
    parabola = items.Curve(
        "The squared loss of the marked house against its predicted price.", "z",
        [{"tensor": "own_loss", "label": "½(z − y)²", "tone": "squared", "at": 0.8,
          "align": "right"}],
        note="prediction z", range=[0, 10, 0, 25],
        marks=[["z_now", "loss_now", "squared"]])  # fmt: skip
    numbers = items.readouts(
        items.row("z_now", "Prediction, marked house", "number", "z = f(x)"),
        items.row("slope_now", "Slope of the loss", "number", "L′ = z − y"),
        items.row("share", "Share of the total loss", "percent"),
    )
    return own_sweep(
        "price", "price", nearest_stop(prices, price), sweep(),
        main=[houses], side=[slider, parabola, numbers],
    )  # fmt: skip
