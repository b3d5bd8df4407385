"""Kernels with finitely many features."""

from hypothesis import strategies as st

import kernel_core as kc
from kernel_core import (
    Constant,
    Cosine,
    Linear,
    Polynomial,
)

FINITE = [
    Linear(),
    Polynomial(1, 0),
    Polynomial(2, 0),
    Polynomial(4, 0.7),
    Linear() + 2 * Polynomial(3),
    Polynomial(2) * Linear(),
    0.3 * (Linear() + Polynomial(2, 0)) * (3 * Polynomial(2)),
    0 * Linear(),
    Constant(2.5),
    Cosine(0.7),
    Cosine(6) + Constant(1),
]


ATOMS = st.one_of(
    st.just(kc.Linear()),
    st.builds(kc.Polynomial, st.integers(1, 4), st.sampled_from([0.0, 0.3, 1.0, 2.5])),
)
COMPOSITIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda factor, a: factor * a, st.floats(0, 10), inner),
    ),
    max_leaves=3,
)
