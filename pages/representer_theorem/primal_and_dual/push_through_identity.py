"""The identity (ΦᵀΦ + λI)⁻¹Φᵀ = Φᵀ(ΦΦᵀ + λI)⁻¹, with both sides as numbers for each λ (note
001)."""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.ui import items
from lab.ui.embedded_sweep import nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.representer_theorem import feature_matrix_field
from pages.representer_theorem.items import Follow
from pages.representer_theorem.mathematics.gram_spectrum import push_through_identity


def stops() -> list[float]:
    """Return values of λ from 0.001 to 1000, evenly spaced on a log scale. They include 1."""
    return [float(f"{lam:.6g}") for lam in np.geomspace(1e-3, 1e3, 37)]


@lru_cache(maxsize=256)
def sweep(text: str) -> dict[str, Any]:
    """Compute both sides of the identity at every λ, and their largest difference, for the Φ in
    `text`.
    """
    Phi = feature_matrix_field.read(text)
    results = [push_through_identity(Phi, lam) for lam in stops()]
    stop_tensors = {
        "left": np.stack([result.primal for result in results]),
        "right": np.stack([result.dual for result in results]),
        "apart": np.array([result.difference for result in results]),
    }
    tensors = {"stops": (np.array(stops()), True), "phi": (Phi, True)}
    return sweep_item("ridge", tensors | {name: (t, False) for name, t in stop_tensors.items()})


def picture(text: str, ridge: str) -> Picture:
    """Build the picture of the two matrices and their largest difference, with a slider of λ."""
    slider = items.stops_slider(
        "ridge", "λ", "regularisation", stops(), [0.001, 0.01, 0.1, 1, 10, 100, 1000]
    )
    return own_sweeps(
        "identity",
        sweep(text),
        at={"ridge": nearest_stop(stops(), ridge or "1")},
        main=[
            items.stack(
                items.Entries(
                    tensor="left",
                    title="(ΦᵀΦ + λI)⁻¹Φᵀ",
                    label="Over θ: the inverse of ΦᵀΦ + λI, times Φᵀ.",
                ),
                items.Entries(
                    tensor="right",
                    title="Φᵀ(ΦΦᵀ + λI)⁻¹",
                    label="Over α: Φᵀ, times the inverse of ΦΦᵀ + λI.",
                ),
            )
        ],
        side=[
            slider,
            items.readouts(items.row("apart", "Largest difference between the matrices", "power")),
            Follow(sweep="identity"),
        ],
    )
