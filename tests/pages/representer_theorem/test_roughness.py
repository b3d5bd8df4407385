"""The squared norm of f as a measure of how rough f is."""

import numpy as np
import pytest

from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.representer_theorem.default_scene import DEFAULT

SCENES = {
    "page": DEFAULT,
    "hinge": replace(DEFAULT, loss="hinge"),
    "in the plane": replace(DEFAULT, data="blobs", m=24, loss="logistic"),
    "polynomial": replace(DEFAULT, kernel="poly", degree=3),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_norm_bounds_how_much_f_changes_and_falls_as_lam_grows(scene):
    norms = []
    for lam in (1e-4, 1e-2, 1.0):
        fit = problem(replace(scene, lam=lam)).fit()
        norm2 = fit.alpha @ fit.kernel(fit.X, fit.X) @ fit.alpha
        points = np.random.default_rng(0).uniform(-3, 3, (40, fit.X.shape[1]))
        f, K = fit.decision(points) - fit.intercept, fit.kernel(points, points)
        squares = np.add.outer(K.diagonal(), K.diagonal()) - 2 * K
        bound = np.sqrt(norm2 * np.maximum(squares, 0))
        assert (np.abs(np.subtract.outer(f, f)) <= bound * (1 + 1e-6) + 1e-6).all()
        norms.append(norm2)
    assert norms[0] > norms[1] > norms[2] > 0
