"""The real tables: known properties, the plane, the split, and the scene's problem."""

import subprocess
import sys

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from lab.scene.learning_problem import ASPECT, problem, sample_of
from lab.scene.samples.real_datasets import FILE, TABLES, plane, split
from lab.scene.scene import Scene
from tests.tools.write_tables import LOADERS, arrays


@pytest.mark.parametrize("name", TABLES)
def test_table_metadata_match_scikit_learn(name):
    table = TABLES[name]
    bunch = LOADERS[name]()
    assert (table.columns, table.classes) == (bunch.data.shape[1], len(bunch.target_names))
    for own_name, sklearn_name in zip(table.names, bunch.target_names, strict=True):
        assert str(sklearn_name).removeprefix("class_") in own_name


def test_the_data_file_matches_scikit_learn():
    with np.load(FILE) as shipped:
        assert {*shipped} == {*arrays()}
        for name, expected in arrays().items():
            np.testing.assert_array_equal(shipped[name], expected)


@pytest.mark.parametrize("name", TABLES)
def test_principal_components_are_those_of_the_standardised_columns(name):
    bunch = LOADERS[name]()
    negative, positive = map(int, TABLES[name].default.split(","))
    rows = np.isin(bunch.target, (negative, positive))
    own_plane = plane(name, "pca", TABLES[name].default)
    pca = PCA(2)
    expected = pca.fit_transform(StandardScaler().fit_transform(bunch.data[rows]))
    signs = [np.sign(loadings[np.abs(loadings).argmax()]) for loadings in pca.components_]
    np.testing.assert_allclose(own_plane.X, expected * signs, atol=1e-8)
    np.testing.assert_array_equal(own_plane.y == 1, bunch.target[rows] == positive)
    assert own_plane.axes[0] == "1st principal component"


def test_two_columns_are_standardised_and_named():
    own_plane = plane("iris", "2,3", "0,2")
    np.testing.assert_allclose(own_plane.X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(own_plane.X.std(axis=0), 1)
    assert own_plane.axes == ("petal length (cm), standardised", "petal width (cm), standardised")
    assert own_plane.classes == ("setosa", "virginica")
    np.testing.assert_allclose(plane("iris", "3,2", "0,2").X, own_plane.X[:, ::-1])
    np.testing.assert_array_equal(plane("iris", "2,3", "2,0").y, -own_plane.y)


def test_a_column_that_never_changes_is_zero():
    own_plane = plane("digits", "0,20", "3,8")
    assert (own_plane.X[:, 0] == 0).all() and own_plane.X[:, 1].std() == pytest.approx(1)
    x0, x1, y0, y1 = sample_of(Scene(data="digits", features="0,39")).window
    assert x1 - x0 == pytest.approx(ASPECT * (y1 - y0)) and y1 - y0 >= 1


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("m", [2, 3, 60, 1000])
def test_the_split_is_stratified_and_repeatable(name, m):
    y = plane(name, "pca", TABLES[name].default).y
    train, test = split(y, m, seed=3)
    assert len(train) == min(m, int(2 / 3 * len(y)))
    assert sorted([*train, *test]) == list(range(len(y)))
    share = len(train) * np.mean(y == 1)
    assert 1 <= np.sum(y[train] == 1) <= len(train) - 1
    assert abs(np.sum(y[train] == 1) - share) <= 1
    first, other_split = split(y, m, seed=3), split(y, m, seed=4)
    np.testing.assert_array_equal(first[0], train)
    assert not np.array_equal(other_split[0], train)


@pytest.mark.parametrize("name", TABLES)
def test_the_problem_of_a_table(name):
    setting = problem(Scene(data=name, m=40))
    sample = setting.sample
    assert sample.X.shape == (40, 2) and set(sample.y) == {-1, 1}
    assert sample.density is None and sample.bayes_error is None
    assert sample.posterior(*sample.grid(11)) is None
    x0, x1, y0, y1 = sample.window
    assert x1 - x0 == pytest.approx(ASPECT * (y1 - y0))
    all_X = plane(name, "pca", TABLES[name].default).X
    inside = (all_X > [x0, y0]) & (all_X < [x1, y1])
    assert inside.all(axis=1).mean() >= 0.96
    assert sample_of(Scene(data=name, m=20, seed=5)).window == sample.window
    solution = setting.fit()
    assert solution.gap <= 1e-6
    test_points = sample.evaluator.Z
    assert len(test_points) + 40 == len(all_X)
    assert sample.evaluator.error(solution) < 0.3


def test_a_table_needs_neither_scikit_learn_nor_scipy():
    code = (
        "import sys, lab.endpoints.sweep_endpoint, lab.scene.learning_problem, lab.scene.scene;"
        "lab.scene.learning_problem.sample_of(lab.scene.scene.DEFAULT);"
        "assert 'sklearn' not in sys.modules;"
        "lab.scene.learning_problem.sample_of(lab.scene.scene.Scene(data='iris'));"
        "assert not {'sklearn', 'scipy'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
