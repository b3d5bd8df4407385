"""The names of kernels in formulas, and how many arguments each takes."""

from __future__ import annotations

from collections.abc import Mapping

from kernel_core import Kernel
from lab.formulas.sequences import CosineSeries, RandomFourier, RBFTaylor, SincKernel
from lab.looks import kernels as looks

# The kernels whose parameters are numbers: those of the app, and those of formulas alone.
NAMED: Mapping[str, type[Kernel]] = {
    **looks.NAMED,
    "bank": CosineSeries,
    "sinc": SincKernel,
    "taylor": RBFTaylor,
    "fourier": RandomFourier,
}
# Kernels whose last parameter is optional in a formula: unscaled, or the seed 0.
_OPTIONAL = {"bank": 1, "fourier": 1}


def _counts(name: str, kind: type[Kernel]) -> tuple[int, ...]:
    max_count = len(looks.parameters(kind))
    optional = _OPTIONAL.get(name, looks.look_of(kind).optional)
    return tuple(range(max_count - optional, max_count + 1))


# The numbers of arguments that each kernel accepts.
ARGUMENTS: Mapping[str, tuple[int, ...]] = {
    **{name: _counts(name, kind) for name, kind in NAMED.items()},
    "outer": (1,),  # f, in x alone
    "conj": (2,),  # g in x alone, a kernel
    "limit": (1,),  # a member of a sequence
}
