"""Compute with kernel_core the right option of each quiz question of this page."""

from math import comb

import numpy as np

import kernel_core as kc
from pages.kernel_trick.mathematics.kernel_trick_identity import compare_inner_products
from tests.pages.quiz.checks import FAR, SIGNS, X, check, only


@check
def square_of_the_inner_product() -> str:
    answers = compare_inner_products([1, 2], [3, -1])
    assert np.isclose(answers.explicit, answers.kernel) and np.allclose(
        sorted(answers.terms), [-12, 4, 9]
    )
    return f"{answers.kernel:g}"


@check
def features_of_a_polynomial() -> str:
    kernel = kc.Polynomial(2, 1.0)
    Phi = kernel.features(X)
    assert np.allclose(Phi @ Phi.T, kernel(X, X))
    return str(Phi.shape[1])


@check
def distance_from_the_kernel() -> str:
    k, Z = kc.Polynomial(2, 1.0), np.array([[1.0, 2.0], [0.5, -1.0]])
    K, zero = k(Z, Z), Z[:1] - Z[1:]
    true = np.sum(np.subtract(*k.features(Z)) ** 2)
    answers = {"K(x − x′, x − x′)": k(zero, zero)[0, 0], "2 − 2K(x, x′)": 2 - 2 * K[0, 1],
             "K(x, x) − 2K(x, x′) + K(x′, x′)": K[0, 0] - 2 * K[0, 1] + K[1, 1]}  # fmt: skip
    return only({text: bool(np.isclose(value, true)) for text, value in answers.items()})


@check
def far_from_all_examples() -> str:
    s = kc.fit(FAR, SIGNS, kc.RBF(tau=0.4), kc.Hinge(), lam=0.01)
    far = abs(float(s.decision(np.array([[30.0, 30.0]]))[0]))
    near = float(np.abs(s.decision(FAR)).max())
    return only({"almost 0": far < 1e-9, "as large as at the nearest example": far > 0.1 * near,
                 "it grows with the distance": far > near})  # fmt: skip


@check
def cheaper_inner_product() -> str:
    d, M = 1000, 2
    features, kernel = comb(d + M, M), d + M - 1
    return only({"with the features, which are computed only once": features < kernel,
                 "with the kernel (xᵀz + 1)²": kernel < features})  # fmt: skip
