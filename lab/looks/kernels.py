"""How the app speaks of a kernel: a table, and for one that is not in it what its class says."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass

from kernel_core import Kernel
from kernel_core import kernels as k


@dataclass(frozen=True)
class KernelLook:
    """The words for a kernel whose parameters are numbers.

    `label` is that of a button, where the kernel is a choice of its own; `latex` is how a formula
    writes it out, with %(tau)s for its parameter tau; `optional` says how many of its parameters a
    formula may leave out, from the last on.
    """

    name: str  # in formulas
    label: str = ""
    latex: str = ""
    optional: int = 0


# In the order in which those that are a choice of their own are offered.
_LOOKS: Mapping[type[Kernel], KernelLook] = {
    k.RBF: KernelLook("rbf", "RBF"),
    k.Linear: KernelLook("linear", "Linear"),
    k.Polynomial: KernelLook("poly", "Polynomial", optional=1),
    k.Constant: KernelLook("const"),
    k.Min: KernelLook("min"),
    k.Cosine: KernelLook("cosine"),
    k.CosineSeries: KernelLook("bank", optional=1),
    k.SincKernel: KernelLook("sinc"),
    k.RBFTaylor: KernelLook("taylor"),
    k.RandomFourier: KernelLook("fourier", optional=1),
}


def parameters(kind: type[Kernel]) -> tuple[str, ...]:
    """The names of a kernel's numbers, in their order."""
    found = fields(kind)  # type: ignore[arg-type]  # every kind is a dataclass, Kernel is not
    return tuple(own.name for own in found)


def integer_parameters(kind: type[Kernel]) -> tuple[int, ...]:
    """Which of its numbers count something."""
    found = enumerate(fields(kind))  # type: ignore[arg-type]  # as above
    return tuple(place for place, own in found if own.type in ("int", "bool"))


def look_of(kind: type[Kernel]) -> KernelLook:
    """Its row of the table; else its class's name, as a word of formulas and as a button."""
    return _LOOKS.get(kind) or KernelLook(kind.__name__.lower(), kind.__name__)


def _kernels_of_numbers() -> Iterator[type[Kernel]]:
    """The kernels whose parameters are numbers: those of the table, then all others there are."""
    yield from _LOOKS
    for kind in vars(k).values():
        if isinstance(kind, type) and issubclass(kind, Kernel) and is_dataclass(kind):
            numbers = all(own.type in ("int", "float", "bool") for own in fields(kind))
            if numbers and kind not in _LOOKS and not issubclass(kind, k.Candidate):
                yield kind


NAMED: Mapping[str, type[Kernel]] = {look_of(kind).name: kind for kind in _kernels_of_numbers()}
