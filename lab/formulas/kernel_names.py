"""The kernels that have a name in formulas, as they declare it, and what a name may be given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from kernel_core import Kernel
from kernel_core import kernels as k

# In the order in which those that are a choice of their own are offered.
NAMED: Mapping[str, type[Kernel]] = {
    kind.name: kind
    for kind in (
        k.RBF,
        k.Linear,
        k.Polynomial,
        k.Constant,
        k.Min,
        k.Cosine,
        k.CosineSeries,
        k.SincKernel,
        k.RBFTaylor,
        k.RandomFourier,
    )
}


def parameters(kind: type[Kernel]) -> tuple[str, ...]:
    """The names of a kernel's numbers, in their order.

    Parameters
    ----------
    kind : type
        The class of a kernel in `NAMED`.

    Returns
    -------
    tuple of str
        The names.

    Notes
    -----
    In the notes' order, where they have one: τ of 000 eq. (4); M and c of 001's (xᵀx' + c)^M,
    "Popular kernels"; θ of 001's "The kernel trick: Example 2".

    Examples
    --------
    >>> import kernel_core as kc
    >>> from lab import formulas
    >>> formulas.parameters(kc.Polynomial)
    ('degree', 'c')
    """
    found = fields(kind)  # type: ignore[arg-type]  # every kind is a dataclass, Kernel is not
    return tuple(own.name for own in found)


def integer_parameters(kind: type[Kernel]) -> tuple[int, ...]:
    """Which of its numbers count something."""
    found = enumerate(fields(kind))  # type: ignore[arg-type]  # as above
    return tuple(place for place, own in found if own.type in ("int", "bool"))


def _counts(kind: type[Kernel]) -> tuple[int, ...]:
    most = len(parameters(kind))
    return tuple(range(most - kind.optional, most + 1))


# How many arguments each may take.
ARGUMENTS: Mapping[str, tuple[int, ...]] = {
    **{name: _counts(kind) for name, kind in NAMED.items()},
    "outer": (1,),  # f, in x alone
    "conj": (2,),  # g in x alone, a kernel
    "limit": (1,),  # a member of a sequence
}
