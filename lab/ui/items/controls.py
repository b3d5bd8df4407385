"""Items that are controls: sliders, switches, buttons."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Required, TypedDict

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
from lab.scene.samples.real_datasets import TABLES
from lab.scene.scene import FieldScene, Scene
from lab.scene.slider_stops import DEFAULT_COUNT, usual_stops
from lab.ui.items.item import Item, json_field
from lab.ui.items.layout import Group, for_drawn, only_where, stack

LAM_TICKS = (5e-6, 5e-5, 5e-4, 5e-3, 0.05, 0.5, 5, 50)
_LOOKS = {name: look_of(kc.LOSSES[name]) for name in FIELDS["loss"].choices}
# A label of ASCII letters gets a capital initial; a label with ε stays unchanged.
LOSS_NAMES = {
    name: look.label[0].upper() + look.label[1:] if look.label.isascii() else look.label
    for name, look in _LOOKS.items()
}
LOSSES_OF_THE_NOTES = tuple(name for name, look in _LOOKS.items() if look.in_notes)


@dataclass(frozen=True)
class Slider(Item):
    """A slider for a number of the scene, or of the picture's own sweep; the number can also be
    typed.

    `kernels`: the kernels with this parameter. `cost`: whether C is shown beside λ, see
    `lam_slider`. `reciprocal`: whether the reciprocal of the number is shown in its place.
    `format`: "count" for whole numbers."""

    kind: ClassVar[str] = "slider"
    along: str
    symbol: str
    label: str
    low: float
    high: float
    stops: Sequence[float]
    ticks: Sequence[float]
    kernels: Sequence[str] | None = None
    cost: bool = False
    reciprocal: bool = False
    format: str = ""


class ChoiceOption(TypedDict, total=False):
    """An option of a choice.

    `needs`: the tensor that the option shows; if the frame lacks it, the option is disabled.
    `aliases`: other values that select the option. `fields`: the fields of the scene that the
    option sets; the value "" clears a field. `view`: the other words of the address that it sets.
    `lazy`: whether its sweep is not prefetched.
    """

    value: Required[str]
    label: Required[str]
    help: str
    needs: str
    aliases: Sequence[str]
    fields: Mapping[str, str]
    view: Mapping[str, str]
    lazy: bool


@dataclass(frozen=True)
class Choice(Item):
    """A row of buttons for a field of the scene or, with `view`, for another word of the address.

    With `lazy` no sweep is prefetched. With `exact` an option is marked as chosen only while the
    scene has all values that the option sets.
    """

    kind: ClassVar[str] = "choice"
    field: str
    label: str
    options: Sequence[ChoiceOption]
    view: bool | None = None
    lazy: bool = False
    exact: bool = False


@dataclass(frozen=True)
class FormulaBox(Item):
    """The text field for the formula of the visitor's own kernel."""

    kind: ClassVar[str] = "formulabox"
    label: str
    max_length: int


@dataclass(frozen=True)
class PointsBar(Item):
    """The bar of tools for the points: tools, undo and redo, clear, back to the data set, table,
    and buttons for selected points.

    It is folded behind a button. With `open` it is unfolded at first, except in a narrow window
    and, if it is `tall`, in a low window. `look`: the label of the button that selects no
    tool; it says what a press on the plane then does. `at` distinguishes two bars of an element.
    """

    kind: ClassVar[str] = "points"
    page_part: ClassVar[str] = "points"
    open: bool = json_field(False)
    tall: bool = False
    look: str = ""
    at: str = json_field("")


@dataclass(frozen=True)
class Crowd(Item):
    """A button that moves all points by `shift`, a step along both axes."""

    kind: ClassVar[str] = "crowd"
    page_part: ClassVar[str] = "points"
    shift: tuple[float, float]


@dataclass(frozen=True)
class Link(Item):
    """A link to another page."""

    kind: ClassVar[str] = "link"
    href: str
    label: str


@dataclass(frozen=True)
class Action(Item):
    """A button whose press reruns the page; the triggers that `live` then returns contain its
    `name`. `changes`: the words of the address that it changes."""

    kind: ClassVar[str] = "action"
    page_part: ClassVar[str] = "take_away"
    name: str = field()  # the name has no default, unlike `Item.name`
    label: str
    help: str = json_field("")
    changes: Sequence[str] = ()


def slider(along: str, label: str, ticks: Sequence[float]) -> Slider:
    """Return a slider for a number of the scene; the number can also be typed."""
    number = FIELDS[along]
    assert isinstance(number, Number)
    stops = usual_stops(along, DEFAULT_COUNT).tolist()
    return Slider(along, number.symbol, label, number.low, number.high, stops, ticks)


def stops_slider(
    along: str,
    symbol: str,
    label: str,
    stops: Sequence[float],
    ticks: Sequence[float],
    *,
    count: bool = False,
) -> Slider:
    """Return a slider with these stops; `count` formats its value as a whole number."""
    format = "count" if count else ""
    return Slider(
        along, symbol, label, stops[0], stops[-1], list(stops), list(ticks), format=format
    )


def kernel_slider(along: str, kind: type[FieldScene] = Scene) -> Slider:
    """Return the slider of a kernel parameter, shown for kernels with this parameter."""
    kernels = [name for name in KERNELS if has_parameter(name, along)]
    low, _ = kind.ranges[along]
    ticks = [tick for tick in KERNEL_TICKS[along] if tick >= low]
    item = slider(along, FIELDS[along].label.lower(), ticks)
    stops = usual_stops(along, kind=kind).tolist()
    return only_where(replace(item, kernels=kernels, stops=stops), kernel=kernels)


def kernel_sliders(kind: type[FieldScene] = Scene) -> Group:
    """Return the sliders of all kernel parameters; those of the scene's kernel are shown, one below
    the other."""
    return stack(*(kernel_slider(along, kind) for along in KERNEL_SLIDERS))


def single_slider(kernel: str) -> Item:
    """Return the sliders of the kernel's parameters, or that of λ if no parameter has a slider."""
    return kernel_sliders() if kernel_sliders_of(kernel) else lam_slider(cost=False)


def kernel_option(name: str, **start: str) -> ChoiceOption:
    """Return an option of `fields_switch` for a kernel.

    It sets the kernel's parameters, to their defaults or to `start`, and clears the parameters of
    all other kernels.
    """
    parameters = {
        field: start.get(field, FIELDS[field].text(FIELDS[field].default))
        for field in KERNEL_PARAMETERS
        if has_parameter(name, field)
    }
    fields = {**dict.fromkeys(KERNEL_PARAMETERS, ""), "formula": "", **parameters}
    return option(name, kernel_look_of(KERNELS[name]).label, **fields)


def kernel_options(*first: str, **start: str) -> list[ChoiceOption]:
    """Return an option for each kernel.

    The kernels `first` come first, and their sweeps are prefetched. `start`: as in
    `kernel_option`.
    """
    other_options = [kernel_option(name, **start) for name in KERNELS if name not in first]
    return [
        *(kernel_option(name, **start) for name in first),
        *(ChoiceOption(**option_fields, lazy=True) for option_fields in other_options),
    ]


def lam_slider(*, cost: bool = True) -> Slider:
    """Return the slider of λ. With `cost` it also shows C, the price of slack: 1/λ for summed
    losses, 1/(λm) for their mean."""
    return replace(slider("lam", "regularisation", LAM_TICKS), cost=cost)


def c_slider() -> Slider:
    """Return the slider of λ that shows C = 1/λ in place of λ."""
    return replace(lam_slider(), symbol="C", label="price of slack", reciprocal=True)


def formula_box() -> FormulaBox:
    """Return the text field for the formula of the visitor's own kernel."""
    label = f"{FIELDS['formula'].symbol}(x, z) ="
    return only_where(FormulaBox(label, MAX_CHARACTERS), kernel=["own"])


def loss_switch() -> Choice:
    """Return the switch between all losses that a scene can have."""
    return switch("loss", LOSS_NAMES)


def short_loss_switch(loss: str) -> Choice:
    """Return the switch between the losses of the notes and `loss`, the loss of the scene.

    The switch has few options, since each needs a sweep.
    """
    labels = {name: LOSS_NAMES[name] for name in LOSSES_OF_THE_NOTES}
    return switch("loss", labels | {loss: LOSS_NAMES[loss]})


def switch(field: str, labels: Mapping[str, str], helps: Mapping[str, str] | None = None) -> Choice:
    """Return a row of buttons for a field of the scene; the sweeps of all its options are
    prefetched."""
    options: list[ChoiceOption] = [
        {"value": value, "label": label, "help": (helps or {}).get(value, "")}
        for value, label in labels.items()
    ]
    return Choice(field, FIELDS[field].label, options)


def look(
    field: str, label: str, labels: Mapping[str, str], needs: Mapping[str, str] | None = None
) -> Choice:
    """Return a row of buttons for a word of the address that is not a field of the scene.

    `needs` has the tensor that each option shows; if the frame lacks it, the option is disabled.
    """
    options: list[ChoiceOption] = [
        {"value": value, "label": text, "needs": (needs or {}).get(value, "")}
        for value, text in labels.items()
    ]
    return Choice(field, label, options, view=True)


def bayes_look() -> Choice:
    """Return the switch that shows the learned boundary, the Bayes-optimal one, or both, for data
    whose Bayes-optimal boundary is known. Note 000, Figure 5, shows that of the mixture."""
    names = {"both": "Both", "fit": "Learned", "bayes": "Bayes-optimal"}
    return for_drawn(look("show", "What the plane shows", names, needs={"bayes": "bayes"}))


def option(
    value: str, label: str, *, aliases: Iterable[str] = (), help: str = "", **fields: str
) -> ChoiceOption:
    """Return an option of `fields_switch`.

    The values `aliases` select the option too. The option also sets the fields in `fields`; ""
    clears a field.
    """
    return {
        "value": value,
        "label": label,
        "help": help,
        "aliases": list(aliases),
        "fields": fields,
    }


def fields_switch(field: str, *options: ChoiceOption) -> Choice:
    """Return a switch whose options change more than one field."""
    return Choice(field, FIELDS[field].label, options)


def data_switch(names: Mapping[str, str]) -> Choice:
    """Return a switch between data sets, by their names in `names`. Each option clears the fields
    that belong to other data, and opens a table with its own columns and classes."""
    cleared = {"edits": "", "points": "", "noise": "", "features": "", "classes": ""}
    options = (
        option(name, label, **cleared | dict(TABLES[name].opens_with if name in TABLES else {}))
        for name, label in names.items()
    )
    return fields_switch("data", *options)


def add_label(choice: Choice) -> Choice:
    """Return the choice with its label in the row of buttons, and without prefetched sweeps."""
    return replace(choice, shape="kl-with-label", lazy=True)


def tools(*, tall: bool = False, at: str = "") -> PointsBar:
    """Return the bar of tools for the points, unfolded at first."""
    return PointsBar(open=True, tall=tall, at=at)
