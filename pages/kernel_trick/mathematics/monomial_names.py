"""The features of the polynomial kernel as text: √2·x₁x₂ (notes 001 and 003)."""

from __future__ import annotations

from kernel_core import Polynomial

LOW, HIGH = (str.maketrans("0123456789", digits) for digits in ("₀₁₂₃₄₅₆₇₈₉", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def feature_names(kernel: Polynomial, d: int) -> list[str]:
    """Return the names of the entries of `kernel.features`, for points with d coordinates.

    Examples
    --------
    >>> feature_names(Polynomial(2, 0.0), 2)
    ['x₁²', '√2·x₁x₂', 'x₂²']
    """
    return [monomial_name(powers, square) for powers, square in kernel.monomials(d)]


def monomial_name(powers: tuple[int, ...], square: float) -> str:
    """Return √square · Π_j x_j^{p_j} as text.

    A weight whose square is not a whole number is written as a decimal number.
    """
    factors = "".join(
        f"x{str(j + 1).translate(LOW)}" + (str(p).translate(HIGH) if p > 1 else "")
        for j, p in enumerate(powers)
        if p > 0
    )
    weight = _weight_name(square)
    return factors if factors and weight == "1" else "·".join(filter(None, [weight, factors]))


def _weight_name(square: float) -> str:
    weight = square**0.5
    if weight == round(weight):
        return f"{weight:.0f}"
    return f"√{square:.0f}" if square == round(square) else f"{weight:.4g}"
