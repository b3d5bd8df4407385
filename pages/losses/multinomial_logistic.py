"""The logistic loss of several classes: scores, probabilities, and two classes as a special
case."""

from functools import cache
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.multiclass import cross_entropy, softmax
from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, Words, own_sweeps

OTHER_SCORES = (3.0, 2.0)  # initial scores of classes 2 and 3; class 1 is the true class
OTHER_STOPS = [float(score) for score in range(7)]
VIEW = {
    "score": Word("2", stops=(0, 8)),
    "second": Word(f"{OTHER_SCORES[0]:g}", stops=OTHER_STOPS),
    "third": Word(f"{OTHER_SCORES[1]:g}", stops=OTHER_STOPS),
}


def stops() -> np.ndarray:
    """Return the stops of the slider: scores of the true class."""
    return np.arange(0, 8.01, 0.25)


def losses(z: np.ndarray, other_scores: tuple[float, ...]) -> np.ndarray:
    """Compute log Σ_i exp(z_i - z_y), (S,), for the scores z (S,) of the true class and the scores
    of the other classes (note 000, section 1)."""
    scores = np.column_stack([z, *np.broadcast_arrays(*other_scores, z)[:-1]])
    Y = np.zeros_like(scores)
    Y[:, 0] = 1
    return cross_entropy(scores, Y)


@cache
def sweep(other_scores: tuple[float, float] = OTHER_SCORES) -> dict[str, Any]:
    """Compute the loss over the score of the true class, with three classes and with two, and the
    probabilities of three classes."""
    z = stops()
    p = softmax(np.column_stack([z, *(np.full(len(z), score) for score in other_scores)]))
    three, two = losses(z, other_scores), losses(z, other_scores[:1])
    constants = {"stops": z, "z": z, "three": three, "two": two}
    stop_tensors = {
        "now": z, "three_now": three, "two_now": two,
        "p1": p[:, 0], "p2": p[:, 1], "p3": p[:, 2],
        "logistic_now": kc.Logistic().value(z - other_scores[0], np.ones(len(z))),
        "slope_now": p[:, 0] - 1,
    }  # fmt: skip
    return sweep_item("score", flagged_tensors(constants, stop_tensors))


def _slider(along: str, symbol: str, label: str, scores: list[float]) -> items.Slider:
    return items.stops_slider(along, symbol, label, scores, [v for v in scores if v % 2 == 0])


def picture(words: Words) -> Picture:
    """Build the picture of the loss and the three probabilities, with a slider for each score.

    `words` has the words in `VIEW`.
    """
    sliders = [
        _slider("score", "z₁", "score of the true class", stops().tolist()),
        _slider("second", "z₂", "score of class 2", OTHER_STOPS),
        _slider("third", "z₃", "score of class 3", OTHER_STOPS),
    ]
    series: list[items.Series] = [
        {"tensor": "three", "label": "three classes", "tone": "logistic", "at": 0.2},
        {"tensor": "two", "label": "two classes", "tone": "positive", "at": 0.22, "below": True,
         "align": "right", "dash": [5, 3]},
    ]  # fmt: skip
    curve = items.Curve(
        "The logistic loss over the score of the true class.", "z", series, note="z₁", tall=True,
        range=[0, 8, 0, 7],
        marks=[["now", "three_now", "logistic"], ["now", "two_now", "positive"]])  # fmt: skip
    parts = items.bars("The probabilities of three classes.", p1="P(1)", p2="P(2)", p3="P(3)")
    numbers = items.readouts(
        items.row("three_now", "Loss, three classes", "number", "−log P(1)"),
        items.row("slope_now", "Slope along z₁, three classes", "number", "P(1) − 1"),
        items.row("two_now", "Loss, classes 1 and 2 alone", "number"),
        items.row(
            "logistic_now", "Logistic loss at margin z₁ − z₂", "number", "equal to the loss above"
        ),
    )
    at = {slider.along: nearest_stop(slider.stops, words[slider.along]) for slider in sliders}
    return own_sweeps(
        "score",
        {(f"{second:g}", f"{third:g}"): sweep((second, third))
         for second in OTHER_STOPS for third in OTHER_STOPS},
        by=("second", "third"), at=at, main=[curve], side=[*sliders, parts, numbers],
    )  # fmt: skip
