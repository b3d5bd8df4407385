"""The right options of the later steps, computed with scikit-learn."""

import pytest

from pages.kernel_pca import clustering, how_many, linear_on_components, pre_image
from pages.kernel_pca.point_sets import LABELS
from tests.pages.kernel_pca.statement_numbers import (
    count_above_control,
    distance_of_pre_images,
    error_by_scikit_learn,
    share_elsewhere,
)


@pytest.mark.thorough
@pytest.mark.parametrize("figure", LABELS)
def test_few_components_are_above_the_control_where_tau_is_large(figure):
    few = {tau for tau in how_many.STOPS if count_above_control(figure, tau)[0] <= 1}
    assert few and min(few) >= 0.4


@pytest.mark.parametrize(
    "counts", [(1, 4, 59), pytest.param(pre_image.STOPS, marks=pytest.mark.thorough)]
)
def test_a_few_components_bring_the_points_nearest_to_the_curves(counts):
    best = min(counts, key=distance_of_pre_images)
    assert 2 <= best <= 10


@pytest.mark.parametrize("groups", LABELS)
def test_the_graph_has_the_two_shapes_where_tau_is_small(groups):
    right = [
        tau for tau in clustering.STOPS if share_elsewhere(groups, tau) <= clustering.MAX_ELSEWHERE
    ]
    assert right and max(right) <= 0.3


@pytest.mark.thorough
@pytest.mark.parametrize("sample", LABELS)
def test_a_classifier_needs_three_to_ten_components(sample):
    most = linear_on_components.MAX_ERROR_RATIO * error_by_scikit_learn(sample, 0)
    enough = next(q for q in linear_on_components.STOPS if error_by_scikit_learn(sample, q) <= most)
    assert 3 <= enough <= 10
