"""Beside the pictures of the gallery: the Gram matrix, numbers, a question."""

from lab.ui import live_element
from lab.ui.challenges import challenges, remark
from lab.ui.kernel_expansion_items import matrix
from pages.kernel_trick.gallery.challenges import QUESTIONS
from pages.kernel_trick.gallery.controls import of, slider

_LINE_ROWS = (
    live_element.row("train_mse", "Mean squared residual", "number"),
    live_element.row("test_mse", "The same from the truth", "number"),
    live_element.row("gap", "Proved within", "power", "duality gap"),
)
_PLANE_ROWS = (
    live_element.row(
        "differs", "Examples with another class", "percent", "than with the whole kernel"
    ),
    live_element.row("test_error", "Test error", "percent"),
    live_element.row("exact_error", "with the whole kernel", "percent"),
    live_element.row("gap", "Proved within", "power", "duality gap"),
)
_NUMBERS = (
    (
        ("cosine",),
        (
            live_element.row("cos_weight", "Weight of cos θx", "number"),
            live_element.row("sin_weight", "Weight of sin θx", "number"),
            *_LINE_ROWS,
        ),
    ),
    (
        ("bank",),
        (
            live_element.row("count", "Features", "whole", "2(L + 1)"),
            live_element.row("printed_error", "As printed, from the limit", "number", "at most"),
            live_element.row("scaled_error", "Times 2π/L, from the limit", "number", "at most"),
            *_LINE_ROWS,
        ),
    ),
    (("poly", "min"), _LINE_ROWS),
    (
        ("taylor",),
        (
            live_element.row("count", "Features", "whole", "N(N + 1)/2"),
            live_element.row("error", "Largest error of an entry of K", "number"),
            *_PLANE_ROWS,
        ),
    ),
    (
        ("fourier",),
        (
            live_element.row("count", "Features", "whole", "2D"),
            live_element.row("error", "Error of the entries of K", "number", "root mean square"),
            *_PLANE_ROWS,
        ),
    ),
)


def items() -> list[live_element.Item]:
    """What stands in the column at the side."""
    return [
        matrix("The Gram matrix as a heat map."),
        *(of(live_element.readouts(*rows), *pieces) for pieces, rows in _NUMBERS),
        of(slider("draw", "#", "which draw of the w", [1, 4, 8, 12], whole=True), "fourier"),
        of(remark("c = 0 leaves only the products of exactly M attributes: C(d + M − 1, M) of "
                  "them.", ("shift", "<=", 0)), "poly"),
        *(of(challenges(questions), piece) for piece, questions in QUESTIONS.items()),
    ]  # fmt: skip
