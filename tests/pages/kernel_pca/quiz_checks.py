"""Compute with the page's mathematics the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from pages.kernel_pca.mathematics.components import centre, leading_components
from pages.kernel_pca.mathematics.line_projection import angle_between
from tests.pages.quiz.checks import check, only

CROSS = np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]]) * np.sqrt(2)


@check
def distance_to_the_line() -> str:
    assert np.allclose(np.square(CROSS).mean(axis=0), [4, 1])
    return f"{np.square(CROSS[:, 1]).mean():g}"


@check
def eigenvalues_of_a_centred_gram_matrix() -> str:
    draws = np.random.default_rng(0)
    K = centre((X := draws.normal(size=(100, 3))) @ X.T)
    return f"at most {int((np.linalg.eigvalsh(K) > 1e-9).sum())}"


@check
def first_direction_without_centring() -> str:
    draws = np.random.default_rng(0)
    X = draws.normal(size=(50, 2)) * [3.0, 0.5] + [0.0, 60.0]
    u = X.T @ leading_components(X @ X.T, 1, is_centred=False).vectors[:, 0]
    return only({
        "the direction of most variance": angle_between(u, np.array([1.0, 0.0])) < 5,
        "mostly where their mean is": angle_between(u, X.mean(axis=0)) < 5,
        "nothing, it is random": False,
    })  # fmt: skip


@check
def components_of_equal_points() -> str:
    K = kc.RBF(0.5)(np.ones((6, 2)), np.ones((6, 2)))
    rank = leading_components(K, 6).rank
    return only({
        "one component with all the variance": rank == 1,
        "no component: centred K is 0": rank == 0 and not centre(K).any(),
        "m components of the same size": rank == 6,
    })  # fmt: skip


@check
def components_of_a_wide_kernel() -> str:
    draws = np.random.default_rng(0)
    X = draws.normal(size=(40, 2)) * [2.0, 1.0]
    wide, narrow, plain = (
        leading_components(K, 2).vectors for K in (kc.RBF(100)(X, X), kc.RBF(0.01)(X, X), X @ X.T)
    )
    alike = [float(np.abs((v * plain).sum(axis=0)).min()) for v in (wide, narrow)]
    return only({
        "like those of PCA without a kernel": alike[0] > 0.999 > alike[1],
        "each is large on a few neighbours only":
            np.sort(wide**2, axis=0)[-3:].sum(axis=0).min() > 0.9,
        "constant over the plane": bool(np.allclose(wide, wide.mean())),
    })  # fmt: skip
