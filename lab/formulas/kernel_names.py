"""The names of kernels in formulas, and what each may be given."""

from __future__ import annotations

from collections.abc import Mapping

from kernel_core import Kernel
from lab.looks.kernels import NAMED, look_of, parameters


def _counts(kind: type[Kernel]) -> tuple[int, ...]:
    most = len(parameters(kind))
    return tuple(range(most - look_of(kind).optional, most + 1))


# How many arguments each may take.
ARGUMENTS: Mapping[str, tuple[int, ...]] = {
    **{name: _counts(kind) for name, kind in NAMED.items()},
    "outer": (1,),  # f, in x alone
    "conj": (2,),  # g in x alone, a kernel
    "limit": (1,),  # a member of a sequence
}
