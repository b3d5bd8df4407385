"""The items beside the pictures of the gallery: the Gram matrix, numbers, challenges."""

from lab.ui import items
from lab.ui.challenges import challenges, remark
from lab.ui.items.kernel_expansion import GramMatrix
from pages.kernel_trick.gallery.challenges import QUESTIONS
from pages.kernel_trick.gallery.controls import only_for, slider

_LINE_ROWS = (
    items.row("train_mse", "Mean squared residual", "number"),
    items.row("test_mse", "Mean squared distance to the truth", "number"),
    items.row("gap", "Duality gap", "power", "relative"),
)
_PLANE_ROWS = (
    items.row("differs", "Points with another class", "percent", "than with the exact kernel"),
    items.row("test_error", "Test error", "percent"),
    items.row("exact_error", "Test error, exact kernel", "percent"),
    items.row("gap", "Duality gap", "power", "relative"),
)
_NUMBERS = (
    (
        ("cosine",),
        (
            items.row("cos_weight", "Weight of cos ωx", "number"),
            items.row("sin_weight", "Weight of sin ωx", "number"),
            *_LINE_ROWS,
        ),
    ),
    (
        ("bank",),
        (
            items.row("count", "Features", "whole", "2(L + 1)"),
            items.row(
                "printed_error", "Largest error, sum without 2π/L", "number", "against the limit"
            ),
            items.row(
                "scaled_error", "Largest error, sum with 2π/L", "number", "against the limit"
            ),
            *_LINE_ROWS,
        ),
    ),
    (("poly", "min"), _LINE_ROWS),
    (
        ("taylor",),
        (
            items.row("count", "Features", "whole", "N(N + 1)/2"),
            items.row("error", "Largest error of an entry of K", "number"),
            *_PLANE_ROWS,
        ),
    ),
    (
        ("fourier",),
        (
            items.row("count", "Features", "whole", "2D"),
            items.row("error", "Error of the entries of K", "number", "root mean square"),
            *_PLANE_ROWS,
        ),
    ),
)


def side() -> list[items.Item]:
    """Build the column beside the pictures."""
    return [
        GramMatrix("The Gram matrix as a heat map."),
        *(only_for(items.readouts(*rows), *pieces) for pieces, rows in _NUMBERS),
        only_for(slider("draw", "#", "random seed of the frequencies", [1, 4, 8, 12], count=True),
                 "fourier"),
        only_for(remark("With c = 0 only the products of exactly M attributes remain. For d "
                        "attributes there are (d + M − 1) choose M of these.",
                        ("shift", "<=", 0)), "poly"),
        *(only_for(challenges(questions), piece) for piece, questions in QUESTIONS.items()),
    ]  # fmt: skip
