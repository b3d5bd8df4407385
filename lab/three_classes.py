"""The logistic loss of several classes (L5): scores, probabilities, and two classes as before."""

from functools import cache
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.multiclass import cross_entropy, softmax
from lab import live
from lab.inline import nearest, sweep_item

OTHERS = (3.0, 2.0)  # the scores of classes 2 and 3; class 1 is the true one


def stops() -> np.ndarray:
    """Scores of the true class."""
    return np.arange(0, 8.01, 0.25)


def losses(z: np.ndarray, others: tuple[float, ...]) -> np.ndarray:
    """log Σ_i exp(z_i - z_y) where the true class has the score z (S,); 000 section 1."""
    scores = np.column_stack([z, *np.broadcast_arrays(*others, z)[:-1]])
    true = np.zeros_like(scores)
    true[:, 0] = 1
    return cross_entropy(scores, true)


@cache
def sweep() -> dict[str, Any]:
    """The loss over the score of the true class, with three classes and with two."""
    z = np.linspace(0, 8, 161)
    scores = np.column_stack([stops(), *(np.full(len(stops()), other) for other in OTHERS)])
    p = softmax(scores)
    fixed = {"stops": stops(), "z": z, "three": losses(z, OTHERS), "two": losses(z, OTHERS[:1])}
    moving = {
        "now": stops(), "three_now": losses(stops(), OTHERS),
        "two_now": losses(stops(), OTHERS[:1]), "p1": p[:, 0], "p2": p[:, 1], "p3": p[:, 2],
        "logistic_now": kc.Logistic().value(stops() - OTHERS[0], np.ones(len(stops()))),
        "slope_now": p[:, 0] - 1,
    }  # fmt: skip
    tensors = {name: (tensor, True) for name, tensor in fixed.items()}
    return sweep_item("score", tensors | {name: (t, False) for name, t in moving.items()})


def element(score: str) -> None:
    """The live element: a slider over one score, the loss, and the three probabilities as a bar."""
    scores = stops().tolist()
    slider = {
        "kind": "slider", "along": "score", "symbol": "z₁", "label": "score of the true class",
        "low": scores[0], "high": scores[-1], "stops": scores, "ticks": [0, 2, 4, 6, 8],
    }  # fmt: skip
    series = [
        {"tensor": "three", "label": "three classes", "tone": "logistic", "at": 0.2},
        {"tensor": "two", "label": "two classes", "tone": "positive", "at": 0.08, "below": True,
         "dash": [5, 3]},
    ]  # fmt: skip
    curve = live.function_curve(
        "The logistic loss over the score of the true class.", "z", series, note="z₁", tall=True,
        marks=[["now", "three_now", "logistic"], ["now", "two_now", "positive"]])  # fmt: skip
    parts = live.bars("The probabilities of three classes.", p1="P(1)", p2="P(2)", p3="P(3)")
    numbers = live.readouts(
        live.row("three_now", "Loss, three classes", "number", "−log P(1)"),
        live.row("slope_now", "Its slope along z₁", "number", "P(1) − 1"),
        live.row("two_now", "Loss, classes 1 and 2 alone", "number"),
        live.row("logistic_now", "Logistic loss at margin z₁ − z₂", "number", "the same"),
    )
    live.inline("score", "score", nearest(scores, score), sweep(),
                main=[curve], side=[slider, parts, numbers])  # fmt: skip
