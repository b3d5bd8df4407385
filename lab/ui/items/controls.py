"""Items that a hand sets: sliders, switches, buttons."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import kernel_core as kc
from lab.formulas import MAX_CHARACTERS
from lab.looks.kernels import look_of as kernel_look_of
from lab.looks.losses import look_of
from lab.scene.fields import (
    FIELDS,
    KERNEL_PARAMETERS,
    KERNEL_SLIDERS,
    KERNEL_TICKS,
    KERNELS,
    Number,
    has_parameter,
    kernel_sliders_of,
)
from lab.scene.scene import FieldScene, Scene
from lab.scene.slider_stops import DEFAULT_COUNT, usual_stops
from lab.ui import editable_points
from lab.ui.items.layout import Item, only_where, stack

LAM_TICKS = (5e-6, 5e-5, 5e-4, 5e-3, 0.05, 0.5, 5, 50)
_LOOKS = {name: look_of(kc.LOSSES[name]) for name in FIELDS["loss"].choices}
# Only ASCII letters are made large at the beginning: ε stays what it is.
LOSS_NAMES = {
    name: look.label[0].upper() + look.label[1:] if look.label.isascii() else look.label
    for name, look in _LOOKS.items()
}
LOSSES_OF_THE_NOTES = tuple(name for name, look in _LOOKS.items() if look.in_notes)


def slider(along: str, label: str, ticks: Sequence[float]) -> Item:
    """A live slider along a number of the scene, which may be typed, too."""
    field = FIELDS[along]
    assert isinstance(field, Number)
    item: Item = {"kind": "slider", "along": along, "symbol": field.symbol, "label": label}
    item |= {"low": field.low, "high": field.high, "ticks": list(ticks)}
    item["stops"] = usual_stops(along, DEFAULT_COUNT).tolist()
    return item


def stops_slider(
    along: str,
    symbol: str,
    label: str,
    stops: Sequence[float],
    ticks: Sequence[float],
    *,
    count: bool = False,
) -> Item:
    """A slider of a picture's own, from the first of its stops to the last; `count`: its value is
    told as a whole number."""
    item: Item = {"kind": "slider", "along": along, "symbol": symbol, "label": label}
    item |= {"low": stops[0], "high": stops[-1], "stops": list(stops), "ticks": list(ticks)}
    return item | {"format": "count"} if count else item


def kernel_slider(along: str, kind: type[FieldScene] = Scene) -> Item:
    """A parameter of kernels, for those that have it."""
    kernels = [name for name in KERNELS if has_parameter(name, along)]
    low, _ = kind.ranges[along]
    ticks = [tick for tick in KERNEL_TICKS[along] if tick >= low]
    item = slider(along, FIELDS[along].label.lower(), ticks) | {"kernels": kernels}
    item["stops"] = usual_stops(along, kind=kind).tolist()
    return only_where(item, kernel=kernels)


def kernel_sliders(kind: type[FieldScene] = Scene) -> Item:
    """The parameters of whichever kernel the scene has, one under the other."""
    return stack(*(kernel_slider(along, kind) for along in KERNEL_SLIDERS))


def single_slider(kernel: str) -> Item:
    """What moves a picture that has no more than its kernel's sliders: λ where it has none."""
    return kernel_sliders() if kernel_sliders_of(kernel) else lam_slider(cost=False)


def kernel_option(name: str, **start: str) -> Item:
    """An option of `fields_switch`: a kernel with its parameters, as they are usual or `start`
    says, and without those of all others."""
    own = {
        field: start.get(field, FIELDS[field].text(FIELDS[field].default))
        for field in KERNEL_PARAMETERS
        if has_parameter(name, field)
    }
    fields = {**dict.fromkeys(KERNEL_PARAMETERS, ""), "formula": "", **own}
    return option(name, kernel_look_of(KERNELS[name]).label, **fields)


def kernel_options(*first: str, **start: str) -> list[Item]:
    """An option for each kernel; those of the notes come `first` and are fetched while idle."""
    others = [kernel_option(name, **start) for name in KERNELS if name not in first]
    return [kernel_option(name, **start) for name in first] + [o | {"lazy": True} for o in others]


def lam_slider(*, cost: bool = True) -> Item:
    """λ, and beside it `cost`, the price C of slack: 1/λ for summed losses."""
    return slider("lam", "regularisation", LAM_TICKS) | ({"cost": True} if cost else {})


def c_slider() -> Item:
    """λ under its other name: C = 1/λ, from soft to hard."""
    return lam_slider() | {"symbol": "C", "label": "price of slack", "reciprocal": True}


def formula_box() -> Item:
    """Where the formula of an own kernel stands, and can be written anew."""
    label = f"{FIELDS['formula'].symbol}(x, z) ="
    box = {"kind": "formulabox", "label": label, "longest": MAX_CHARACTERS}
    return only_where(box, kernel=["own"])


def loss_switch() -> Item:
    """Every loss, where the page asks about losses."""
    return switch("loss", LOSS_NAMES)


def short_loss_switch(chosen: str) -> Item:
    """The losses of the notes, and the one that the link brings: every option costs a sweep."""
    few = {name: LOSS_NAMES[name] for name in LOSSES_OF_THE_NOTES}
    return switch("loss", few | {chosen: LOSS_NAMES[chosen]})


def switch(field: str, labels: Mapping[str, str], helps: Mapping[str, str] | None = None) -> Item:
    """A row of buttons for a field of the scene; every option is fetched while idle."""
    options = [
        {"value": value, "label": label, "help": (helps or {}).get(value, "")}
        for value, label in labels.items()
    ]
    return {"kind": "choice", "field": field, "label": FIELDS[field].label, "options": options}


def look(
    field: str, label: str, labels: Mapping[str, str], needs: Mapping[str, str] | None = None
) -> Item:
    """A row of buttons for how the picture is shown; no part of the scene, but of the link.

    `needs` names, for an option, the tensor without which it has nothing to show.
    """
    options = [
        {"value": value, "label": text, "needs": (needs or {}).get(value, "")}
        for value, text in labels.items()
    ]
    return {"kind": "choice", "view": True, "field": field, "label": label, "options": options}


def bayes_look() -> Item:
    """Figure 5: the Bayes-optimal boundary over the learned one, or alone."""
    names = {"both": "Both", "fit": "Learned", "bayes": "Optimal (Figure 5)"}
    return look("show", "What the plane shows", names, needs={"bayes": "bayes"})


def option(
    value: str, label: str, *, also: Iterable[str] = (), help: str = "", **fields: str
) -> Item:
    """An option of `fields_switch`: it stands for `also` too, and brings other fields along ("" is
    what this option leaves out)."""
    return {"value": value, "label": label, "help": help, "also": list(also), "fields": fields}


def fields_switch(field: str, *options: Item) -> Item:
    """A switch whose options change more than one field."""
    item = {"kind": "choice", "field": field, "label": FIELDS[field].label}
    return item | {"options": list(options)}


def tools(**more: Any) -> Item:
    """The bar of tools for the points, open, where a page wants it; see
    `lab.ui.editable_points`."""
    return editable_points.points_bar(open=True, **more)


def crowd(shift: tuple[float, float]) -> Item:
    """A button for all points at once: pushed aside by `shift`."""
    return {"kind": "crowd", "shift": shift}


def link(href: str, label: str) -> Item:
    return {"kind": "link", "href": href, "label": label}


def action(name: str, label: str, help: str = "", changes: Iterable[str] = ()) -> Item:
    """A button that asks the page for something: `live` returns its name where it was pressed.
    `changes`: these words of the address."""
    item = {"kind": "action", "name": name, "label": label, "help": help}
    return item | ({"changes": list(changes)} if changes else {})
