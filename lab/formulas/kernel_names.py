"""The names of kernels in formulas, and how many arguments each takes."""

from __future__ import annotations

from collections.abc import Mapping

from kernel_core import Kernel
from lab.formulas.sequences import CosineSeries, RandomFourier, RBFTaylor, SincKernel
from lab.looks import kernels as looks

# The kernels whose parameters are numbers: those of `lab.looks.kernels`, and four of this package.
KERNELS_BY_NAME: Mapping[str, type[Kernel]] = {
    **looks.KERNELS_BY_NAME,
    "bank": CosineSeries,
    "sinc": SincKernel,
    "taylor": RBFTaylor,
    "fourier": RandomFourier,
}
# The number of trailing parameters that a formula may omit: `scaled` of bank, `seed` of fourier.
_OPTIONAL_COUNTS = {"bank": 1, "fourier": 1}


def _counts(name: str, kind: type[Kernel]) -> tuple[int, ...]:
    max_count = len(looks.parameters(kind))
    optional = _OPTIONAL_COUNTS.get(name, looks.look_of(kind).optional)
    return tuple(range(max_count - optional, max_count + 1))


# The numbers of arguments that each kernel accepts.
ARGUMENTS: Mapping[str, tuple[int, ...]] = {
    **{name: _counts(name, kind) for name, kind in KERNELS_BY_NAME.items()},
    "outer": (1,),  # a function f of x alone
    "conj": (2,),  # a function g of x alone, and a kernel
    "limit": (1,),  # a member of a sequence
}
