"""Names and formulas of kernels, and the slider ranges of their parameters, in two tables. For a
kernel or a parameter that is not in its table, they are derived from the kernel's class."""

import inspect
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from math import inf
from typing import Any

from kernel_core import Kernel
from kernel_core import kernels as k


@dataclass(frozen=True)
class KernelLook:
    """The name and formula of a kernel whose parameters are numbers.

    `label`: the text of the kernel's button, "" if it has none. `latex`: its formula, in which
    %(tau)s stands for the parameter tau; "" if `lab/formulas/latex_printer.py` writes the formula.
    `optional`: the number of trailing parameters that a visitor's formula may leave out.
    """

    name: str  # the kernel's name in formulas
    label: str = ""
    latex: str = ""
    optional: int = 0


@dataclass(frozen=True)
class ParameterLook:
    """The label of a kernel's parameter, and the values that a scene allows.

    An address may have values from `low` to `high`. `slider`: the range of the parameter's slider,
    None if it has no slider; `ticks`: the numbers below the slider; `log`: whether its scale is
    logarithmic.
    """

    label: str
    symbol: str
    help: str
    default: float
    low: float
    high: float
    slider: tuple[float, float] | None = None
    ticks: tuple[float, ...] = ()
    log: bool = False


# The looks of parameters by their names in an address. Kernels with a parameter of the same name
# share its look.
_PARAMETER_LOOKS: Mapping[str, ParameterLook] = {
    "tau": ParameterLook(
        "Bandwidth",
        "τ",
        "How far the influence of a training point reaches: K(x, z) = exp(−‖x − z‖² / 2τ²).",
        default=0.4,
        low=0.01,
        high=100.0,
        # Nine stops per octave give 64 stops that contain the values of the notes' figures.
        slider=(0.05, 6.4),
        ticks=(0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4),
        log=True,
    ),
    "degree": ParameterLook(
        "Degree",
        "M",
        "The degree M of the polynomial kernel (xᵀz + c)^M.",
        default=2,
        low=1,
        high=8,
    ),
    "c": ParameterLook(
        "Offset",
        "c",
        "The offset c of the polynomial kernel (xᵀz + c)^M; 0 leaves only terms of degree M.",
        default=1.0,
        low=0.0,
        high=10.0,
    ),
    "nu": ParameterLook(
        "Smoothness",
        "ν",
        "How smooth f is: it has ⌈2ν⌉ − 1 continuous derivatives. At ν = ½ it has kinks; for large"
        " ν the Matérn kernel is nearly the RBF kernel.",
        default=1.5,
        low=0.5,
        high=30.0,
        slider=(0.5, 8.0),
        ticks=(0.5, 1, 2, 4, 8),
        log=True,
    ),
    "period": ParameterLook(
        "Period",
        "T",
        "The distance, along each axis, after which f repeats itself.",
        default=2.0,
        low=0.01,
        high=100.0,
        slider=(0.25, 16.0),
        ticks=(0.25, 0.5, 1, 2, 4, 8, 16),
        log=True,
    ),
    "ell": ParameterLook(
        "Length scale",
        "ℓ",
        "How far the influence of a training point reaches, in the units of the points; for the "
        "periodic kernel, relative to its period.",
        default=0.8,
        low=0.01,
        high=100.0,
        slider=(0.05, 6.4),
        ticks=(0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4),
        log=True,
    ),
}

# The order is that of the buttons.
_LOOKS: Mapping[type[Kernel], KernelLook] = {
    k.RBF: KernelLook("rbf", "RBF"),
    k.Linear: KernelLook("linear", "Linear"),
    k.Polynomial: KernelLook("poly", "Polynomial", optional=1),
    k.Laplace: KernelLook(
        "laplace", "Laplace", r"\exp\left(-\frac{\lVert x-x'\rVert_1}{%(ell)s}\right)"
    ),
    k.Matern: KernelLook(
        "matern",
        "Matérn",
        r"\mathrm{Matérn}_{%(nu)s}\left(\frac{\lVert x-x'\rVert}{%(ell)s}\right)",
    ),
    k.Periodic: KernelLook(
        "periodic",
        "Periodic",
        r"\exp\left(-\frac{2}{%(ell)s^2}\sum_j\sin^2"
        r"\left(\frac{\pi}{%(period)s}(x_j-x'_j)\right)\right)",
    ),
    k.Constant: KernelLook("const"),
    k.Min: KernelLook("min"),
    k.Cosine: KernelLook("cosine"),
}


def _type_name(parameter: Field[Any]) -> str:
    """Return the name of a parameter's type.

    `parameter.type` is that name or, in modules that evaluate annotations, the type itself.
    """
    return parameter.type if isinstance(parameter.type, str) else parameter.type.__name__


def parameters(kind: type[Kernel]) -> tuple[str, ...]:
    """Return the names of a kernel's parameters in the order of its fields."""
    own_fields = fields(kind)  # type: ignore[arg-type]  # every kind is a dataclass, Kernel is not
    return tuple(own.name for own in own_fields)


def integer_parameters(kind: type[Kernel]) -> tuple[int, ...]:
    """Return the positions of a kernel's integer and boolean parameters."""
    own_fields = enumerate(fields(kind))  # type: ignore[arg-type]  # as above
    return tuple(place for place, own in own_fields if _type_name(own) in ("int", "bool"))


def look_of(kind: type[Kernel]) -> KernelLook:
    """Return the look of a kernel from the table, else a look made from its class name."""
    return _LOOKS.get(kind) or KernelLook(kind.__name__.lower(), kind.__name__)


def _kernels_of_numbers() -> Iterator[type[Kernel]]:
    """Yield the kernels whose parameters are numbers: first those of the table, then all others."""
    yield from _LOOKS
    for kind in vars(k).values():
        if isinstance(kind, type) and issubclass(kind, Kernel) and is_dataclass(kind):
            numbers = all(_type_name(own) in ("int", "float", "bool") for own in fields(kind))
            if numbers and kind not in _LOOKS and not issubclass(kind, k.Candidate):
                yield kind


KERNELS_BY_NAME: Mapping[str, type[Kernel]] = {
    look_of(kind).name: kind for kind in _kernels_of_numbers()
}

# The kernels with their own button: their parameters are fields of a scene.
CHOICES: Mapping[str, type[Kernel]] = {
    name: kind for name, kind in KERNELS_BY_NAME.items() if look_of(kind).label
}


def parameter_looks() -> dict[str, tuple[ParameterLook, bool]]:
    """Return the look of each parameter of the kernels with a button, and whether it is a whole
    number or a boolean.

    A parameter name that several kernels share is one field, with bounds that all of them allow.
    """
    looks: dict[str, tuple[ParameterLook, bool]] = {}
    for kind in CHOICES.values():
        for own in fields(kind):  # type: ignore[arg-type]  # as above
            look, is_whole = looks.get(own.name) or (
                _PARAMETER_LOOKS.get(own.name) or _default_look(kind, own),
                _type_name(own) in ("int", "bool"),
            )
            low, high = _bounds(own)
            bounded = replace(look, low=max(look.low, low), high=min(look.high, high))
            looks[own.name] = bounded, is_whole
    return {name: looks[name] for name in sorted(looks, key=_place)}


def _place(parameter: str) -> int:
    """Return the index of a parameter in the table; the table's length for any other parameter."""
    return [*_PARAMETER_LOOKS, parameter].index(parameter)


def _bounds(parameter: Field[Any]) -> tuple[float, float]:
    """Return the bounds of a parameter from its class."""
    return parameter.metadata.get("low", -inf), parameter.metadata.get("high", inf)


def _default_look(kind: type[Kernel], parameter: Field[Any]) -> ParameterLook:
    """Return the look of a parameter that is not in the table.

    A number with two bounds, or with a default of at most 0, has a slider between its bounds,
    limited to a distance of 10 from its default. Any other number is treated as a scale, with a
    slider from an eighth to eight times its default. A whole number or a boolean has no slider.
    """
    default = 1.0 if parameter.default is MISSING else float(parameter.default)
    low, high = _bounds(parameter)
    name = parameter.name.replace("_", " ")
    symbol = _greek_letter(parameter.name)
    first_line = (inspect.getdoc(kind) or "").partition("\n")[0]
    words = (name[0].upper() + name[1:], symbol, f"{symbol} in {first_line}", default)
    if _type_name(parameter) == "bool":
        return ParameterLook(*words, 0, 1)
    if _type_name(parameter) == "int":
        return ParameterLook(*words, max(low, 0), min(high, 100))
    if default <= 0 or high - low < inf:
        low, high = max(low, default - 10), min(high, default + 10)
        ticks = tuple(low + (high - low) * k / 4 for k in range(5))
        return ParameterLook(*words, low, high, (low, high), ticks)
    ticks = tuple(default * 2.0**k for k in range(-3, 4))
    around = (default / 100, default * 100)
    return ParameterLook(*words, *around, (ticks[0], ticks[-1]), ticks, log=True)


def _greek_letter(name: str) -> str:
    try:
        return unicodedata.lookup(f"GREEK SMALL LETTER {name}")
    except KeyError:
        return name
