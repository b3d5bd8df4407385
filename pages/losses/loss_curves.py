"""Curves with the training points on them: losses over the margin, probabilities over f."""

from dataclasses import replace
from functools import cache

import numpy as np

import kernel_core as kc
from lab.ui.items import LOSS_NAMES, LOSSES_OF_THE_NOTES
from lab.ui.palette import LOSS_STYLES
from pages.losses.items import LossCurve, OnCurve

_MARGINS = np.linspace(-4, 5, 361)
# Margins at the ends of a chord. On this page, the losses that are nowhere above it are the convex
# ones.
CHORD = (-1.0, 3.0)
_DASHES = {"zero-one": (2, 3)} | {name: style.dash for name, style in LOSS_STYLES.items()}
AT_FIRST_HIDDEN = ".".join(name for name in LOSS_NAMES if name not in LOSSES_OF_THE_NOTES)


def _rounded_list(values: np.ndarray) -> list[float]:
    """Round values to four significant digits, which is enough for the screen."""
    return [float(f"{value:.4g}") for value in values]


def _kinks(loss: kc.Loss) -> list[float]:
    """Return the margins at which the loss or its slope jumps, for y = 1."""
    if isinstance(loss, kc.ZeroOne):
        return [0.0]
    if not loss.pieces:
        return []
    dual = loss.dual_pieces(np.ones(1))
    return dual.at[dual.width == 0].tolist()


@cache
def _loss_curve(name: str) -> LossCurve:
    """Tabulate a loss over the margin z = y f(x) (note 000, section 1), with its slope unless it is
    the zero-one loss."""
    loss, ones = kc.LOSSES[name], np.ones_like(_MARGINS)
    curve: LossCurve = {
        "name": name, "label": LOSS_NAMES.get(name, "Zero-one"), "tone": name.replace("-", "_"),
        "values": _rounded_list(loss.value(_MARGINS, ones)),
    }  # fmt: skip
    if kinks := _kinks(loss):
        curve["kinks"] = kinks
    if dash := _DASHES[name]:
        curve["dash"] = list(dash)
    curve["chord"], curve["convex"] = _chord(loss)
    if name == "zero-one":
        curve["jumps"] = True
    else:
        curve["slopes"] = _rounded_list(loss.derivative(_MARGINS, ones))
        curve["under"] = _under_zero_one(loss)
    return curve


def _chord(loss: kc.Loss) -> tuple[list[float], bool]:
    """Return the chord between two points of the curve, as the two margins and the values there,
    and whether the chord is never below the curve."""
    (a, b), (low, high) = CHORD, loss.value(np.array(CHORD), np.ones(2))
    margins = _MARGINS[(a <= _MARGINS) & (b >= _MARGINS)]
    above = np.interp(margins, CHORD, (low, high)) - loss.value(margins, np.ones_like(margins))
    return [a, b, float(low), float(high)], bool((above >= -1e-12).all())


def _under_zero_one(loss: kc.Loss) -> list[float]:
    """Return the margins [from, to] between which the loss lies below the zero-one loss, or an
    empty list.
    """
    z, ones = _MARGINS, np.ones_like(_MARGINS)
    margins = z[loss.value(z, ones) < kc.LOSSES["zero-one"].value(z, ones)]
    return _rounded_list(np.array([_falls_to_1(loss), margins[-1]])) if len(margins) else []


def _falls_to_1(loss: kc.Loss) -> float:
    """Return the margin in [-4, 0] at which the loss, which decreases there, falls below 1."""
    low, high = float(_MARGINS[0]), 0.0
    for _ in range(50):
        middle = (low + high) / 2
        below = float(loss.value(middle, 1.0)) < 1
        low, high = (low, middle) if below else (middle, high)
    return high


def losses_over_margin(name: str) -> OnCurve:
    """Return the chart of the zero-one loss and of all losses that a scene can have, with the
    points on the scene's loss and a caption about this loss.

    `name` is the word of the address that stores which curves are hidden.
    """
    return OnCurve(
        name=name, label="The losses over the margin z = y·f(x).",
        z=_MARGINS.tolist(), curves=[_loss_curve(loss) for loss in ("zero-one", *LOSS_NAMES)],
        range=[-3, 4, 0, 4.5], at="margin", follow="loss", toggles=True, tall=True,
        note="margin z = y·f(x)", has_caption=True,
    )  # fmt: skip


def one_loss(loss: str, *, beyond: float | None = None) -> OnCurve:
    """Return the chart of the loss named `loss` and the zero-one loss, with the points on the curve
    of `loss`.

    `beyond`: as in `OnCurve`.
    """
    solid = _loss_curve(loss).copy()
    solid.pop("dash", None)
    return replace(
        losses_over_margin(""),
        label=f"The {LOSS_NAMES[loss].lower()} and zero-one loss over the margin, with the points.",
        curves=[_loss_curve("zero-one"), solid], range=[-2, 3, 0, 2.25], current=loss, follow="",
        toggles=False, has_caption=False, beyond=beyond,
    )  # fmt: skip


def sigmoid() -> OnCurve:
    """Return the chart of g(f) = P(y = 1 | x) and g(-f) = P(y = -1 | x), which add up to 1 (note
    002), with the points on them."""
    # The slope of the logistic loss at z is -g(-z) (note 002).
    g = -kc.Logistic().derivative(-_MARGINS, np.ones_like(_MARGINS))
    curves: list[LossCurve] = [
        {"name": "g", "label": "g(f) = P(y = 1 | x)", "tone": "positive",
         "values": _rounded_list(g), "at": 0.62, "below": True},
        {"name": "g_minus", "label": "g(−f) = P(y = −1 | x)", "tone": "negative",
         "values": _rounded_list(1 - g), "at": 0.62},
    ]  # fmt: skip
    return OnCurve(
        name="", label="The probabilities of both classes over f(x), with the points.",
        z=_MARGINS.tolist(), curves=curves, current="g", mirror=_rounded_list(1 - g),
        range=[-4, 5, 0, 1.15], at="decision", note="f(x)", tall=True,
        total="g(f) + g(−f)",
    )  # fmt: skip
