"""Variants of quiz questions, with other numbers."""

from lab.ui.quiz import Answer, Question, right
from lab.ui.quiz_variant import Variant, number
from pages.kernel_trick.mathematics.kernel_trick_identity import compare_inner_products

_Pair = tuple[int, int]


def square_of_the_inner_product(x: _Pair = (1, 2), z: _Pair = (3, -1)) -> Question:
    """Return the question about φ(x)ᵀφ(z) for a z whose second coordinate is negative."""
    products = compare_inner_products(list(x), list(z))
    first, second = x[0] * z[0], x[1] * z[1]
    squares, middle = first**2 + second**2, 2 * first * second
    unsigned, value = first + abs(second), number(products.kernel)
    return Question(
        f"φ(x) = (x₁², √2·x₁x₂, x₂²), x = ({x[0]}, {x[1]}) and x′ = ({z[0]}, {number(z[1])}). "
        "What is φ(x)ᵀφ(x′)?",
        (
            right(value, f"xᵀx′ = {first} − {abs(second)} = {number(first + second)}, and its "
                         f"square is {value}. The three features give {first**2} − {abs(middle)} "
                         f"+ {second**2}, the same."),
            Answer(f"{unsigned**2}",
                   f"This is ({first} + {abs(second)})². But the second product is "
                   f"{x[1]} · ({number(z[1])}) = {number(second)}."),
            Answer(f"{squares}",
                   f"{first**2} + {second**2} are two of the three terms. The middle one, "
                   f"2·x₁x₂·x₁′x₂′ = {number(middle)}, is missing."),
            Answer("It cannot be computed without φ.",
                   "It can, and that is the trick: (xᵀx′)² is the same number."),
        ),
        section="Inner products of features", note="001; 004", check="square_of_the_inner_product",
    )  # fmt: skip


VARIANTS = (
    Variant(square_of_the_inner_product, {
        "x": [(a, b) for a in range(1, 5) for b in range(1, 5)],
        "z": [(a, -b) for a in range(1, 5) for b in range(1, 4)],
    }),
)  # fmt: skip
