"""Formulas whose symbols highlight the parts of the picture that they denote, and vice versa."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Required, TypedDict

from lab.ui.items.item import Item
from lab.ui.mathml import Node, mathml


class EquationSymbol(TypedDict, total=False):
    """A symbol of an equation, see `symbol`. `fixed`: it can't be dragged, since its slider is
    hidden."""

    name: Required[str]
    sign: Required[str]
    meaning: Required[str]
    example: Required[str]
    each: Required[str]
    mark: Required[str]
    along: Required[str]
    tensor: Required[str]
    reciprocal: Required[bool]
    of_drawn_example: Required[bool]
    fixed: bool


@dataclass(frozen=True)
class Equation(Item):
    """A formula with its symbols. `speech`: the formula as spoken text; `math`: see
    `lab.ui.mathml`."""

    kind: ClassVar[str] = "equation"
    speech: str
    math: Node
    symbols: Sequence[EquationSymbol]


def symbol(
    name: str,
    sign: str,
    meaning: str,
    *,
    mark: str = "",
    along: str = "",
    tensor: str = "",
    example: str = "",
    of: str = "",
) -> EquationSymbol:
    r"""Return a symbol of an `equation`. The equation's LaTeX has the symbol as \mark{name}{...}.

    `sign` is the symbol in a line of text. Pointing at the symbol highlights `mark`, a mark of the
    plane (see assets/draw/lit-marks.js), the slider `along` and the read-out of `tensor`; dragging
    the symbol moves the slider. As `along` or `tensor`, "1/lam" stands for 1 divided by lam.

    Beside the meaning is the number in `tensor` or, without `tensor`, the slider's value. If
    `tensor` has a number for each example, that of the example under the pointer is shown, else
    that of the chosen example. `example` names the examples that highlight the symbol when the
    pointer is at them: "any", or "drawn" for the example that a step has drawn at random. `of` is
    "drawn" if the symbol belongs to the drawn example. Any other `of` is the letter of the
    summation index, which is shown with the number of the example.
    """
    return {
        "name": name,
        "sign": sign,
        "meaning": meaning,
        "example": example,
        "each": "" if of == "drawn" else of,
        "mark": mark,
        "along": along.removeprefix("1/"),
        "tensor": tensor.removeprefix("1/"),
        "reciprocal": "1/" in (along[:2], tensor[:2]),
        "of_drawn_example": of == "drawn",
    }


def equation(spoken_text: str, latex: str, *symbols: EquationSymbol) -> Equation:
    """Convert a formula from LaTeX to an equation; `spoken_text` is its text for screen readers.

    Raises ValueError if the LaTeX does not mark one of the symbols.
    """
    missing_names = [
        symbol_item["name"]
        for symbol_item in symbols
        if f"\\mark{{{symbol_item['name']}}}" not in latex
    ]
    if missing_names:
        raise ValueError(f"The formula does not mark {', '.join(missing_names)}.")
    return Equation(spoken_text, mathml(latex), symbols)
