"""The table of losses: value, slope, and a comparison with the zero-one loss."""

import numpy as np

import kernel_core as kc
from lab.looks.losses import look_of
from lab.scene.fields import FIELDS, count_word

_ZERO_ONE = kc.ZeroOne()
# After zero-one come the losses of the notes, then the others; in each group margin losses first.
_LOSSES = [
    _ZERO_ONE,
    *sorted(
        (kc.LOSSES[name] for name in FIELDS["loss"].choices),
        key=lambda loss: (not look_of(loss).in_notes, not loss.margin_based),
    ),
]
TITLE = f"{count_word(len(_LOSSES)).capitalize()} losses"


def _compare_with_zero_one(loss: kc.Loss) -> str:
    """Return the text that compares a loss with the zero-one loss.

    It is the text of the loss's entry in `lab.looks`. Without such a text it is "convex" or "not
    convex", followed by "above" if the loss is an upper bound of the zero-one loss.
    """
    if words := look_of(loss).beside_zero_one:
        return words
    z = np.linspace(-8, 8, 1601)
    value, mistakes = (compared.value(z, np.ones_like(z)) for compared in (loss, _ZERO_ONE))
    convex = np.diff(value, 2).min() >= -1e-9 * np.abs(value).max()
    words = "convex" if convex else "not convex"
    return f"{words}, above" if (value >= mistakes).all() else words


_ROWS = "\n".join(
    f"| {look.label} | {look.formula} | {look.slope_formula} | {_compare_with_zero_one(loss)} |"
    for loss, look in zip(_LOSSES, map(look_of, _LOSSES), strict=True)
)
_HEAD = r"""
Each loss $L(z)$ as a function of the margin $z$, with its slope, compared with the zero-one loss:

| loss | value $L(z)$ | slope $L'(z)$ | compared with zero-one |
| --- | --- | --- | --- |
"""
_PROSE = r"""
The mean of an upper bound of the zero-one loss (“above”) is never below the share of mistakes. Most
losses belong to a method: the hinge loss to the support vector machine, the logistic loss to
logistic regression, the exponential loss to boosting, the perceptron loss to the perceptron, the
squared loss to least squares (002, 004).

The losses of the last two rows come from regression, where $r = \lvert z - y \rvert$. As functions
of the margin they have $r = \lvert 1 - z \rvert$, and here $\varepsilon = 0.25$. The squared hinge
is twice the squared loss up to margin 1, and 0 beyond. Huber’s loss grows linearly far from the
label, so its slope is at most 1 in absolute value. The ε-insensitive loss of support vector
regression is 0 within $\varepsilon$ of the label. Used for classification, these two losses share a
drawback of the squared loss: they penalise points far on the correct side.

The slope determines the coefficient of an example: at the minimum
$\alpha_i = -y_i L'(z_i)/\lambda$ for summed losses. Where the curve is flat, $\alpha_i = 0$.
(000, Theorem 2.1)
"""
LOSSES = "\n".join([_HEAD + _ROWS, _PROSE])
