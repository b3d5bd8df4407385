"""Items that show: planes, curves, spaces, numbers, legends."""

from collections.abc import Mapping, Sequence
from typing import Any

from lab.ui.items.layout import Item

PANEL_GRID = 41


def plane(label: str, **more: Any) -> Item:
    """The plane. `edit`: its points can be moved, added and erased, as in `live` they can unless
    this is False; `slope`: a point tells the
    slope of the loss at its margin; `levels`: which level lines, as {"f": ..., "label": ...};
    `small`: one of several, side by side; `bump`: one bump is always marked."""
    return {"kind": "plane", "label": label} | more


def panels(
    along: str,
    values: Sequence[float],
    title: str = "",
    *,
    named: Mapping[str, Mapping[str, str]] | None = None,
    errors: bool = True,
    **fields: str,
) -> Item:
    """A row of small planes at fixed values of one slider; a click on one goes there. `fields`:
    what of the scene the row changes, where it does; `named`: fields whose value the row names,
    with what their values are called; without `errors` no plane tells its test error."""
    item = {"kind": "panels", "along": along, "values": list(values), "grid": PANEL_GRID}
    return (
        item
        | {"title": title, "fields": fields}
        | (({"named": named} if named else {}) | ({} if errors else {"errors": False}))
    )


def readouts(*rows: Item) -> Item:
    return {"kind": "readouts", "rows": list(rows)}


def row(tensor: str, label: str, format: str, note: str = "", **more: str) -> Item:
    """One number of the shown frame. `format` is percent, number, power or count.

    `optional`: only where the frame has it.
    """
    return {"tensor": tensor, "label": label, "format": format, "note": note} | more


def basic_rows() -> list[Item]:
    """The numbers beside every picture of a fit."""
    return [
        row("support", "Support vectors", "count"),
        row("train_error", "Training error", "percent"),
        row("test_error", "Test error", "percent", beside="bayes_error", besideLabel="Bayes"),
        row("primal", "Objective", "number", "J"),
        row("gap", "Duality gap", "power", "relative"),
    ]


def error_curve(*, bayes: bool = True, along: str = "") -> Item:
    """Training, test and, with `bayes`, Bayes error along the slider that moves, or `along` one."""
    series: list[Item] = [
        {"tensor": "test_error", "label": "test", "tone": "negative", "at": 0.12},
        {
            "tensor": "train_error",
            "label": "training",
            "tone": "positive",
            "at": 0.8,
            "below": True,
        },
        {
            "tensor": "bayes_error",
            "label": "Bayes",
            "tone": "muted",
            "at": 0.01,
            "dash": [2, 3],
            "below": True,
        },
    ]
    label = "Training, test and Bayes error along the slider"
    if not bayes:
        series, label = series[:2], "Training and test error along the slider"
    item = {"kind": "curve", "series": series, "format": "percent", "label": label, "least": 0.15}
    return item | ({"along": along} if along else {})


def function_curve(label: str, x: str, series: Sequence[Item], **more: Any) -> Item:
    """One or more functions for each stop, redrawn as the slider moves."""
    return {"kind": "curve", "label": label, "x": x, "series": list(series)} | more


def slice_view(label: str) -> Item:
    return {"kind": "slice", "label": label}


def space(label: str, parts: Sequence[Item], **more: Any) -> Item:
    """A view in space that a hand turns; `lab.ui.items.scene3d` has its parts. `says`: a sentence,
    or one for each stop, that tells the picture in words, with {tensor} for numbers of the shown
    frame; `axes`: see `lab.ui.items.scene3d`; `home`: (azimuth, height) of the eye in degrees;
    `turn`: the view word that keeps where it was turned to; `reach`: {"centre", "radius"} of the
    ball that is shown, else of all stops; `zoom`: how much nearer than that; `stretch`: a factor
    for each axis."""
    return {"kind": "space", "label": label, "parts": list(parts)} | more


def bars(label: str, **parts: str) -> Item:
    """A stacked bar: tensors by name, with their labels; tones are the palette's own. More of the
    item: `format`, "percent", and `whole`, the tensor that is the bar's full length."""
    tones = ("accent", "squared", "logistic")
    named = [
        {"tensor": tensor, "label": text, "tone": tone}
        for (tensor, text), tone in zip(parts.items(), tones, strict=False)
    ]
    return {"kind": "bars", "label": label, "parts": named}


def legend(**marks: str) -> Item:
    return {"kind": "legend", "marks": [{"mark": m, "label": label} for m, label in marks.items()]}


def plane_legend() -> Item:
    return legend(
        positive="positive",
        negative="negative",
        zero="f(x) = 0",
        margin="f(x) = ±1",
        ring="support vector",
        bayes="Bayes-optimal",
    )
