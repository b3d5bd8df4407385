"""Beside the pictures of the gallery: the Gram matrix, numbers, a question."""

from lab import live
from lab.bumps import matrix
from lab.challenges import challenges, remark
from lab.gallery.controls import of, slider
from lab.gallery.questions import QUESTIONS

_LINE_ROWS = (
    live.row("train_mse", "Mean squared residual", "number"),
    live.row("test_mse", "The same from the truth", "number"),
    live.row("gap", "Proved within", "power", "duality gap"),
)
_PLANE_ROWS = (
    live.row("differs", "Examples with another class", "percent", "than with the whole kernel"),
    live.row("test_error", "Test error", "percent"),
    live.row("exact_error", "with the whole kernel", "percent"),
    live.row("gap", "Proved within", "power", "duality gap"),
)
_NUMBERS = (
    (("cosine",), (
        live.row("cos_weight", "Weight of cos θx", "number"),
        live.row("sin_weight", "Weight of sin θx", "number"), *_LINE_ROWS)),
    (("bank",), (
        live.row("count", "Features", "whole", "2(L + 1)"),
        live.row("printed_error", "As printed, from the limit", "number", "at most"),
        live.row("scaled_error", "Times 2π/L, from the limit", "number", "at most"), *_LINE_ROWS)),
    (("poly", "min"), _LINE_ROWS),
    (("taylor",), (
        live.row("count", "Features", "whole", "N(N + 1)/2"),
        live.row("error", "Largest error of an entry of K", "number"), *_PLANE_ROWS)),
    (("fourier",), (
        live.row("count", "Features", "whole", "2D"),
        live.row("error", "Error of the entries of K", "number", "root mean square"),
        *_PLANE_ROWS)),
)  # fmt: skip


def items() -> list[live.Item]:
    """What stands in the column at the side."""
    return [
        matrix("The Gram matrix as a heat map."),
        *(of(live.readouts(*rows), *pieces) for pieces, rows in _NUMBERS),
        of(slider("draw", "#", "which draw of the w", [1, 4, 8, 12], whole=True), "fourier"),
        of(remark("c = 0 leaves only the products of exactly M attributes: C(d + M − 1, M) of "
                  "them.", ("shift", "<=", 0)), "poly"),
        *(of(challenges(questions), piece) for piece, questions in QUESTIONS.items()),
    ]  # fmt: skip
