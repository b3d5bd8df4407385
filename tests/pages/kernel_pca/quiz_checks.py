"""Compute with the page's mathematics the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from pages.kernel_pca.mathematics.component_classifier import fit_on_components
from pages.kernel_pca.mathematics.components import centre, leading_components
from pages.kernel_pca.mathematics.line_projection import angle_between
from pages.kernel_pca.mathematics.pre_images import pre_images, projection_weights
from pages.kernel_pca.mathematics.separating_line import separating_lines
from pages.kernel_pca.mathematics.shuffled_control import control_spectra, spectrum
from pages.kernel_pca.mathematics.spectral_clusters import share_elsewhere, split_plane
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


@check
def chance_to_be_above_the_control() -> str:
    draws, kernel, above = np.random.default_rng(0), kc.Linear(), []
    for seed in range(400):
        X = draws.normal(size=(15, 2)) * [1.0, 2.0]
        controls = control_spectra(X, kernel, 19, seed)
        above.append(spectrum(kernel(X, X))[0] > controls[:, 0].max())
    share = float(np.mean(above))
    return only({"never": share == 0, "1 time in 20": 0.02 < share < 0.09,
                 "19 times in 20": share > 0.5})  # fmt: skip


@check
def pre_image_with_all_components() -> str:
    X = kc.datasets.moons(0.8).sample(20, 0)[0]
    weights = projection_weights(leading_components(kc.RBF(0.8)(X, X), 19), 19)
    places = pre_images(X, weights, 0.8, X).places
    return only({"at the example itself": np.allclose(places, X, atol=1e-4),
                 "at the mean of the examples": np.allclose(places, X.mean(axis=0)),
                 "nowhere": not np.isfinite(places).all()})  # fmt: skip


@check
def what_k_means_can_separate() -> str:
    X, y = kc.datasets.circles(0.15).sample(40, 0)
    groups = split_plane(X)
    line = separating_lines(X[None], np.where(groups > 0, 1, -1))
    balanced = X[np.argsort(y, kind="stable")][:40]
    fails = share_elsewhere(split_plane(balanced), np.sort(y)) > 0.2
    return only({"It needs the labels.": False,
                 "A straight line separates its groups.":
                     int(line.n_misclassified[0]) == 0 and fails,
                 "The rings have different numbers of points.": not fails})  # fmt: skip


@check
def classifier_on_all_components() -> str:
    X, y = kc.datasets.moons(1.5).sample(30, 0)
    kernel = kc.RBF(0.8)
    K = kernel(X, X)
    fit = fit_on_components(leading_components(K, 29), y, 29, 1.0)
    full = kc.fit(X, y, kernel, kc.Hinge(), 1.0, risk="sum", intercept=True)
    f, rows = fit.decision(K), np.column_stack([np.ones(30), X])
    line = rows @ np.linalg.lstsq(rows, f, rcond=None)[0]
    return only({"a straight line in the plane": np.allclose(line, f, atol=1e-3),
                 "the kernel classifier": np.allclose(full.decision(X), f, atol=1e-3),
                 "a classifier without training errors": bool((f * y > 0).all())})  # fmt: skip
