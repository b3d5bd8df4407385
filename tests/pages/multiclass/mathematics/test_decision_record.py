"""The record of one decision: which classifiers were evaluated, and which class each favours."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core import multiclass as mc
from kernel_core.datasets import class_mixtures
from kernel_core.multiclass.reductions import leaves, nodes
from pages.multiclass.mathematics.decision_record import decision_record, pairwise_matrix
from tests.classes import fit_classes

X, Y = class_mixtures.pinwheel(5, noise=2.0).sample(120, 0)
Z = np.random.default_rng(3).uniform(-2.5, 2.5, size=(60, 2))


def decided(reduction, shape=None):
    return fit_classes(reduction, X, Y, kc.RBF(0.6), kc.Hinge(), 0.02, shape).decide(Z)


@pytest.mark.parametrize("reduction", mc.solution.REDUCTIONS)
def test_the_record_matches_the_predictions(reduction):
    d = decided(reduction)
    for i in range(len(Z)):
        record = decision_record(d, i)
        assert (record.choice, record.status) == (d.choice[i], d.status[i])
        assert record.candidates == tuple(np.flatnonzero(d.candidates[:, i]))
        assert record.class_scores == tuple(d.class_scores[:, i])
        assert [output.f for output in record.outputs] == d.values[
            ~np.isnan(d.values[:, i]), i
        ].tolist()


def test_a_classifier_of_one_versus_all_favours_its_class_or_all_others():
    d = decided("ova")
    for i in range(len(Z)):
        for output in decision_record(d, i).outputs:
            other_classes = tuple(k for k in range(5) if k != output.b)
            assert output.classes == ((output.b,) if output.f >= 0 else other_classes)


def test_the_tournament_is_antisymmetric_and_has_the_votes():
    d, off_diagonal = decided("ovo"), ~np.eye(5, dtype=bool)
    for i in range(len(Z)):
        grid = pairwise_matrix(d, i)
        np.testing.assert_array_equal(grid[off_diagonal], -grid.T[off_diagonal])
        assert tuple((grid > 0).sum(axis=1)) == decision_record(d, i).class_scores


def test_the_outputs_of_a_tree_lead_to_its_leaf():
    shape = ((3, (0, 4)), (1, 2))
    d, forks = decided("tree", shape), list(nodes(shape))
    for i in range(len(Z)):
        node = shape
        for output in decision_record(d, i).outputs:
            assert forks[output.b] == node
            node = node[0] if output.f >= 0 else node[1]
            assert output.classes == leaves(node)
