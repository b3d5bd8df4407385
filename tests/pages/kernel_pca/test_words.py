"""The page's sentences about components are true for all points and bandwidths that show them."""

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.learning_problem import sample_of
from lab.scene.scene import Scene, replace
from pages.kernel_pca import clustering, how_many
from pages.kernel_pca.bend.element import MOONS, RINGS
from pages.kernel_pca.bend.sweep_payload import decompose
from pages.kernel_pca.default_scene import DEFAULT
from pages.kernel_pca.mathematics.separating_line import separating_lines
from pages.kernel_pca.point_sets import LABELS, points_of


def explained(values: np.ndarray, columns: np.ndarray) -> float:
    """Return the share of the variance of `values` that a linear function of `columns` explains."""
    columns = np.column_stack([np.ones(len(values)), columns])
    fit = columns @ np.linalg.lstsq(columns, values, rcond=None)[0]
    return 1 - np.var(values - fit) / np.var(values)


def planar_shares(X: np.ndarray, tau: float) -> list[float]:
    """Return the shares of components 1 and 2 that are linear in the plane."""
    (components,) = decompose(X, [kc.RBF(tau)])
    return [explained(components.scores[:, k], X) for k in range(2)]


def points(scene: Scene) -> np.ndarray:
    return sample_of(scene).X


@pytest.mark.parametrize(("noise", "tau"), [(0.25, 0.4), (0.25, 0.35)])
def test_components_1_and_2_of_separated_rings_need_not_follow_directions(noise, tau):
    X = points(replace(DEFAULT, noise=noise))
    assert max(planar_shares(X, tau)) < 0.5 and min(planar_shares(X, 6.4)) > 0.99
    texts = [reason.text for reason in RINGS.reasons]
    assert [text.startswith("As τ grows") for text in texts if "linear functions" in text] == [True]


def test_of_four_points_on_rings_no_third_component_is_needed():
    sample = sample_of(replace(DEFAULT, m=4, noise=0.25))
    (components,) = decompose(sample.X, [kc.RBF(0.1)])
    assert separating_lines(components.scores[None, :, :2], sample.y).n_misclassified == [0]
    (about_third,) = [reason for reason in RINGS.reasons if "component 3" in reason.text]
    assert ("wrong_12", ">=", 0.1) in about_third.conditions


def test_moons_that_overlap_have_no_component_that_is_constant_along_each():
    sample = sample_of(replace(DEFAULT, data="moons", noise=1.0, seed=7))
    for tau in (0.1, 0.2, 0.4, 0.8, 3.2):
        (components,) = decompose(sample.X, [kc.RBF(tau)])
        shares = [explained(components.scores[:, k], sample.y[:, None]) for k in (0, 2)]
        assert max(shares) < 0.8, tau
    texts = {bool(reason.conditions): reason.text for reason in MOONS.reasons}
    assert "So τ must be" in texts[False] and "at any τ" in texts[True]


@pytest.mark.parametrize("figure", LABELS)
def test_components_below_the_control_follow_directions_for_a_large_tau_alone(figure):
    X = points_of(figure, how_many.POINTS)[0]
    above = how_many.sweep(figure)["tensors"]["above"]["data"]
    first = next(tau for tau, count in zip(how_many.STOPS, above, strict=True) if count <= 1)
    assert min(planar_shares(X, first)) < 0.5 and min(planar_shares(X, 3.2)) > 0.95
    assert "As τ grows, the first components" in how_many.CHALLENGES[0].reasons[-1].text


@pytest.mark.parametrize("name", LABELS)
def test_the_component_of_the_graph_differs_more_between_the_shapes_than_along_one(name):
    X, y = points_of(name, clustering.POINTS)
    shares = []
    for tau in clustering.STOPS:
        z = clustering.graph_components(kc.RBF(tau)(X, X), 1).scores[:, 0]
        elsewhere = clustering.share_elsewhere(clustering.split_line(z)[0], y)
        if elsewhere <= clustering.MAX_ELSEWHERE + 1e-9:
            shares.append(explained(z, y[:, None]))
    assert min(shares) > 0.5 and (min(shares) < 0.8) == (name == "rings")
    assert "nearly constant" not in clustering.CHALLENGES[0].reasons[0].text
