"""Names and formulas of losses, in a table. A loss that is not in the table has its own name, and
the first line of its class's docstring as its formula."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass

import kernel_core as kc


@dataclass(frozen=True)
class LossLook:
    """The name and formulas of a loss. Formulas are for y = 1, with z = f(x) and r = |z - 1|, in
    Markdown with LaTeX between dollars.

    `slope_formula`: the derivative with respect to z. `beside_zero_one`: words that compare the
    loss with the zero-one loss; with "" the page compares the values of both. `is_offered`: whether
    the app fits classifiers with the loss; `in_notes`: whether the loss is in the notes.
    """

    label: str  # the loss's name in a sentence
    formula: str
    slope_formula: str = ""
    beside_zero_one: str = ""
    is_offered: bool = True
    in_notes: bool = False


_LOOKS: Mapping[type[kc.Loss], LossLook] = {
    kc.Hinge: LossLook(
        "hinge",
        "$[1 - z]_+$",
        "−1 for $z < 1$, then 0",
        beside_zero_one="convex, above",
        in_notes=True,
    ),
    kc.Logistic: LossLook(
        "logistic",
        r"$\log(1 + e^{-z})$",
        "$-g(-z)$",
        beside_zero_one="convex, above if divided by log 2",
        in_notes=True,
    ),
    kc.Squared: LossLook(
        "squared",
        r"$\frac12 (1 - z)^2$",
        "$z - 1$",
        beside_zero_one="convex, above if doubled",
        in_notes=True,
    ),
    kc.Exponential: LossLook(
        "exponential", "$e^{-z}$", "$-e^{-z}$", beside_zero_one="convex, above", in_notes=True
    ),
    kc.Perceptron: LossLook(
        "perceptron",
        "$[-z]_+$",
        "−1 for $z < 0$, then 0",
        beside_zero_one="convex, 0 at $z = 0$, so not above",
        in_notes=True,
    ),
    kc.SquaredHinge: LossLook(
        "squared hinge", "$[1 - z]_+^2$", r"$-2\,[1 - z]_+$", beside_zero_one="convex, above"
    ),
    kc.Huber: LossLook(
        "Huber",
        r"$\frac12 r^2$; for $r > 1$: $r - \frac12$",
        "$z - 1$, clipped at ±1",
        beside_zero_one="convex, above if doubled",
    ),
    kc.EpsilonInsensitive: LossLook(
        "ε-insensitive",
        r"$[r - \varepsilon]_+$",
        r"−1, then 0 for $r < \varepsilon$, then 1",
        beside_zero_one="convex, above if doubled",
    ),
    kc.ZeroOne: LossLook(
        "zero-one",
        r"$[z \le 0]$",
        "0, except at the jump",
        beside_zero_one="itself, not convex",
        is_offered=False,
        in_notes=True,
    ),
    kc.Absolute: LossLook(
        "absolute",
        r"$\lvert z - 1 \rvert$",
        "−1 for $z < 1$, then 1",
        beside_zero_one="convex, above",
        is_offered=False,
    ),
    kc.Pinball: LossLook(
        "pinball",
        "$q [1 - z]_+ + (1 - q) [z - 1]_+$",
        "$-q$ for $z < 1$, then $1 - q$",
        is_offered=False,
    ),
}


def look_of(loss: kc.Loss) -> LossLook:
    """Return the look of a loss: its row of the table, else its name and the first line of its
    docstring."""
    listed = _LOOKS.get(type(loss))
    if listed is not None:
        return listed
    first_line = (inspect.getdoc(type(loss)) or "").partition("\n")[0]
    return LossLook(loss.name.replace("-", " "), first_line.replace("|", "\\|"))
