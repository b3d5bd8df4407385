"""A formula that is alive: its symbols light up what they stand for, and the other way round."""

from lab.ui.items.layout import Item
from lab.ui.mathml import mathml


def symbol(
    name: str,
    sign: str,
    meaning: str,
    *,
    thing: str = "",
    along: str = "",
    tensor: str = "",
    reciprocal: bool = False,
    example: str = "",
    each: str = "",
    of_drawn: bool = False,
) -> Item:
    r"""A symbol of an `equation`, which has it as \mark{name}{...}. `sign`: how it is written in a
    line of text. What it lights up: `thing`, a mark of the plane, see assets/draw/lit-marks.js;
    `along`, a slider, by which it can be dragged; `tensor`, a read-out, or a number of the example
    that is pointed at. `reciprocal`: it is 1 over that number, as C is 1/λ. `example`: it is lit
    while "any" example of a picture is pointed at, or the one that a step has "drawn". `each`: the
    letter of a sum over the examples; the number of the one that is told of stands beside the
    meaning, not in the sum. `of_drawn`: it speaks of the example that a step has drawn, and says
    where none is yet."""
    item = {"name": name, "sign": sign, "meaning": meaning, "example": example, "each": each}
    return item | {
        "thing": thing,
        "along": along,
        "tensor": tensor,
        "reciprocal": reciprocal,
        "of_drawn": of_drawn,
    }


def equation(said: str, latex: str, *symbols: Item) -> Item:
    """`said`: the formula as it is read aloud."""
    lost = [one["name"] for one in symbols if f"\\mark{{{one['name']}}}" not in latex]
    if lost:
        raise ValueError(f"The formula marks no {', '.join(lost)}.")
    return {"kind": "equation", "said": said, "math": mathml(latex), "symbols": list(symbols)}
