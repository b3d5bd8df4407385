"""Spectral clustering and 2-means compared with scikit-learn's, up to the numbering of groups."""

from itertools import product

import numpy as np
import pytest
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.manifold import spectral_embedding
from sklearn.metrics import adjusted_rand_score

import kernel_core as kc
from pages.kernel_pca.mathematics.spectral_clusters import (
    graph_components,
    share_elsewhere,
    split_line,
    split_plane,
)

SETS = {"moons": kc.datasets.moons(0.25), "rings": kc.datasets.circles(0.15)}


def inertia(X: np.ndarray, labels: np.ndarray) -> float:
    """Compute the sum of squared distances to the mean of each group."""
    groups = [X[labels == label] for label in {*labels.tolist()}]
    return sum(float(np.square(group - group.mean(axis=0)).sum()) for group in groups)


@pytest.mark.parametrize(("name", "tau"), [*product(SETS, [0.2, 0.38, 0.75, 1.5])])
def test_groups_are_those_of_scikit_learn(name, tau):
    X, _ = SETS[name].sample(100, 0)
    W = kc.RBF(tau)(X, X)
    graph = graph_components(W, 1)
    assert graph.residual < 1e-12
    labels, _ = split_line(graph.scores[:, 0])
    embedding = spectral_embedding(W, n_components=2, drop_first=False, random_state=0)[:, 1]
    assert abs(np.corrcoef(embedding, graph.scores[:, 0])[0, 1]) == pytest.approx(1, abs=1e-4)
    theirs = SpectralClustering(2, affinity="precomputed", random_state=0, n_init=20).fit(W)
    # scikit-learn's k-means may stop at a split that differs from the best by one point.
    z = embedding[:, None]
    assert inertia(z, labels) <= inertia(z, theirs.labels_) + 1e-9
    assert adjusted_rand_score(theirs.labels_, labels) > 0.95


def test_it_is_a_weighted_kernel_pca():
    """Compare with PCA of the features of the kernel W/(dᵢdⱼ), centred and weighted by degrees."""
    X, _ = SETS["moons"].sample(30, 1)
    W = kc.RBF(1.5)(X, X)
    W -= np.diag(W.diagonal())
    degrees = W.sum(axis=1)
    shares = degrees / degrees.sum()
    A = W / np.outer(degrees, degrees)
    A = A - shares @ A - (A @ shares)[:, None] + shares @ A @ shares
    weighted = np.sqrt(np.outer(degrees, degrees)) * A
    values, V = np.linalg.eigh(weighted)
    graph = graph_components(W, 1)
    assert graph.values[0] == pytest.approx(values[-1])
    component = V[:, -1] / np.sqrt(degrees)
    assert abs(np.corrcoef(component, graph.scores[:, 0])[0, 1]) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(5))
def test_splits_are_at_least_as_good_as_any_of_scikit_learn(seed):
    X = np.random.default_rng(seed).normal(size=(40, 2))
    theirs = KMeans(2, n_init=50, random_state=seed).fit(X)
    assert inertia(X, split_plane(X)) <= theirs.inertia_ + 1e-9
    numbers = KMeans(2, n_init=50, random_state=seed).fit(X[:, :1])
    assert inertia(X[:, :1], split_line(X[:, 0])[0]) <= numbers.inertia_ + 1e-9


def test_the_split_of_few_points_is_the_best_of_all_partitions():
    X = np.random.default_rng(3).normal(size=(9, 2))
    partitions = (np.array([1, *rest]) for rest in product([1, -1], repeat=8))
    least = min(inertia(X, labels) for labels in partitions)
    assert inertia(X, split_plane(X)) == pytest.approx(least)


def test_equal_numbers_are_one_group():
    assert split_line(np.full(4, 2.0))[0].tolist() == [1, 1, 1, 1]


def test_a_point_far_from_all_others_is_a_group_of_its_own():
    X = np.array([[0.0, 0.0], [0.1, 0.0], [0.0, 0.1], [900.0, 0.0]])
    graph = graph_components(kc.RBF(1.0)(X, X), 1)
    labels, _ = split_line(graph.scores[:, 0])
    assert np.isfinite(graph.scores).all() and abs(labels.sum()) == 2


def test_names_of_groups_do_not_matter():
    y = np.array([1, 1, -1, -1])
    assert share_elsewhere(y, y) == share_elsewhere(-y, y) == 0
