"""From a table to points: labels, columns, components, units, and the seeded sample."""

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from features.own_data.points_from_table import ProjectionOptions, project
from features.own_data.table.column_types import (
    ROW_NUMBER,
    UnsuitableTable,
    classes_of,
    infer_types,
    usual_features,
)
from features.own_data.table.csv_reader import read
from lab.scene.own_points import COLUMNS, COMPONENTS, MAX_CLASSES, MAX_POINTS, STANDARDISED
from lab.scene.samples.train_test_split import MIN_POINTS_TO_TEST, shares, split, train_size


def table(columns):
    """Return a table with these columns."""
    rows = zip(*columns.values(), strict=True)
    return infer_types(read("\n".join([",".join(columns), *(",".join(map(str, r)) for r in rows)])))


def a_table(n=60, C=3, **options):
    rng = np.random.default_rng(1)
    kind = ["cat", "dog", "owl", "fox"]
    columns = {"x": rng.normal(5, 2, n).round(4), "y": rng.normal(-1, 0.1, n).round(4)}
    return table(columns | options | {"kind": [kind[i % C] for i in range(n)]})


def test_columns_standardised_or_unchanged():
    u = a_table()
    projection = project(u, ProjectionOptions(2, (0, 1)))
    raw = np.column_stack([u.columns[0].values, u.columns[1].values])
    np.testing.assert_allclose(projection.points.X, StandardScaler().fit_transform(raw), atol=1e-12)
    assert projection.points.axes == ("x, standardised", "y, standardised")
    assert (projection.points.axes_origin, projection.tau, projection.notes) == (
        STANDARDISED,
        None,
        (),
    )
    projection = project(u, ProjectionOptions(2, (1, 0), standardise=False))
    np.testing.assert_allclose(projection.points.X, raw[:, ::-1])
    assert projection.points.axes == ("y", "x") and projection.points.axes_origin == COLUMNS
    assert projection.tau == pytest.approx(np.sqrt(raw.var(axis=0).mean()) / 2, rel=0.1)


@pytest.mark.parametrize("standardise", [True, False])
def test_components_are_those_of_scikit_learn(standardise):
    wine = load_wine()
    columns = {f"c{k}": column for k, column in enumerate(wine.data.T)}
    projection = project(
        table(columns | {"kind": [f"w{k}" for k in wine.target]}),
        ProjectionOptions(13, None, standardise),
    )
    pca = PCA(2)
    reference = pca.fit_transform(
        StandardScaler().fit_transform(wine.data) if standardise else wine.data
    )
    signs = [np.sign(loadings[np.abs(loadings).argmax()]) for loadings in pca.components_]
    power = projection.points.power
    np.testing.assert_allclose(
        projection.points.X * 10.0**power, reference * signs, rtol=1e-8, atol=1e-7
    )
    assert projection.points.axes_origin == COMPONENTS and projection.points.classes == (
        "w0",
        "w1",
        "w2",
    )
    assert (power == 0) == standardise and np.abs(projection.points.X).max() <= 10
    assert any("13 columns" in note for note in projection.notes)
    assert ("÷ 100" in projection.points.axes[0]) == (not standardise)


@pytest.mark.parametrize("unit", [1e-95, 1e-20, 1e-3, 1.0, 1e4, 1e60])
def test_units_do_not_matter(unit):
    rng = np.random.default_rng(2)
    X, kind = rng.normal(size=(30, 2)), ["a", "b"] * 15
    scaled = project(table({"x": X[:, 0], "y": X[:, 1], "k": kind}), ProjectionOptions(2, (0, 1)))
    u = table({"x": X[:, 0] * unit, "y": X[:, 1] * unit, "k": kind})
    np.testing.assert_allclose(
        project(u, ProjectionOptions(2, (0, 1))).points.X, scaled.points.X, atol=1e-9
    )
    unscaled = project(u, ProjectionOptions(2, (0, 1), standardise=False)).points
    assert 1 <= np.abs(unscaled.X).max() <= 10
    np.testing.assert_allclose(unscaled.X * 10.0**unscaled.power, X * unit, rtol=1e-9)


def test_very_different_ranges_are_reported():
    u = a_table(z=np.linspace(0, 1000, 60).round(2))
    (flat,) = project(u, ProjectionOptions(3, (1, 2), standardise=False)).notes
    assert "times the range" in flat and "Standardise" in flat
    assert project(u, ProjectionOptions(3, (1, 2))).notes == ()
    far = table(
        {"x": 2000 + np.arange(9) / 10, "y": 2000 - np.arange(9) / 10, "k": list("ababababa")}
    )
    (note,) = project(far, ProjectionOptions(2, (0, 1), standardise=False)).notes
    assert "far from 0" in note


def test_labels_are_sorted_numbers_as_numbers():
    def names(cells):
        return classes_of(table({"k": cells, "x": range(len(cells))}).columns[0])[1]

    assert names(["b", "B", "a", "A"]) == ["A", "a", "B", "b"]
    assert names([10, 9, 1, 10, 9, 1]) == ["1", "9", "10"]


def test_truncated_labels_stay_distinct():
    label = "a very long label that goes on and on "
    _, names, _ = classes_of(
        infer_types(read(f"k;x\n{label}1;1\n{label}2;2\n{label}3;3\n")).columns[0]
    )
    assert len(set(names)) == 3 and all(len(name) <= 20 for name in names)


def test_numeric_classes_split_at_the_median():
    u = table({"v": [1.0] * 30 + list(range(2, 32)), "x": range(60)})
    y, names, (note,) = classes_of(u.columns[0])
    assert (y == np.repeat([0, 1], 30)).all() and "1.5" in note
    u = table({"v": [0.0] * 50 + list(range(2, 32)), "x": range(80)})  # most values are 0
    y, names, _ = classes_of(u.columns[0])
    assert (y == np.repeat([0, 1], [50, 30])).all() and names == ["below 2", "at least 2"]


def test_one_number_beside_many_words_is_a_label():
    u = table({"k": ["1"] * 60 + [f"w{'abcdefghijk'[i]}" for i in range(11)], "x": range(71)})
    assert u.columns[0].is_numbers
    y, names, (note,) = classes_of(u.columns[0])
    assert names[0] == "1" and len(names) == MAX_CLASSES and (y[:60] == 0).all()
    assert "12 different labels" in note


def test_choices_without_a_picture_are_explained():
    u = a_table(C=1)
    with pytest.raises(UnsuitableTable, match="“cat”"):
        project(u, ProjectionOptions(2, (0, 1)))
    with pytest.raises(UnsuitableTable, match="“kind”"):
        project(a_table(), ProjectionOptions(0, (1, 2)))
    two = table({"x": [1, 2, 5], "k": ["a", "b", "a"]})
    with pytest.raises(UnsuitableTable, match=r"two columns .* there is only one"):
        project(two, ProjectionOptions(1, None))
    assert (
        project(two, ProjectionOptions(1, (0, ROW_NUMBER))).points.axes[1]
        == "row number, standardised"
    )
    gappy_table = table({"x": [1, "", 3], "k": ["a", "b", "a"]})
    with pytest.raises(UnsuitableTable, match="“a”"):
        project(gappy_table, ProjectionOptions(1, (0, ROW_NUMBER)))
    assert usual_features(two, 1) == [0, ROW_NUMBER]


def test_a_large_table_is_sampled_with_a_reported_seed():
    n = 5000
    kind = np.where(np.arange(n) < 3, "rare", np.where(np.arange(n) % 4 == 0, "few", "many"))
    rng = np.random.default_rng(0)
    u = table({"x": rng.normal(size=n).round(4), "y": rng.normal(size=n).round(4), "k": kind})
    projection = project(u, ProjectionOptions(2, (0, 1), seed=7))
    assert projection.points.X.shape == (MAX_POINTS, 2)
    (note,) = projection.notes
    assert "1,000 of 5,000 rows" in note and "seed 7" in note
    counts = np.bincount(projection.points.y)
    assert projection.points.classes == ("few", "many", "rare")
    assert counts[2] == 1 and abs(counts[0] - 250) <= 1 and counts.sum() == 1000
    first, second = (
        project(u, ProjectionOptions(2, (0, 1), seed=7)),
        project(u, ProjectionOptions(2, (0, 1), seed=8)),
    )
    np.testing.assert_array_equal(first.points.X, projection.points.X)
    assert not np.array_equal(second.points.X, projection.points.X)
    assert abs(projection.points.X.mean()) > 0, "standardised over all rows, not over the sample"
    all_points = project(
        table({"x": range(1000), "y": range(1000), "k": ["a", "b"] * 500}),
        ProjectionOptions(2, (0, 1)),
    )
    assert len(all_points.points.y) == 1000 and not all_points.is_sample and projection.is_sample
    assert not any("seed" in note for note in all_points.notes)


@pytest.mark.parametrize("C", [2, 3, 10])
@pytest.mark.parametrize("n", [2, 9, 10, 11, 31, 1000])
@pytest.mark.parametrize("m", [2, 10, 200, 1000])
def test_a_third_is_held_out_and_every_class_is_learned(n, m, C):
    if n < C:
        return
    y = np.random.default_rng(n).permutation(np.arange(n) % C)
    train, test = split(y, m, seed=3)
    assert len(train) == train_size(n, C, m) and set(y[train]) == set(range(C))
    assert not set(train) & set(test)
    if n < MIN_POINTS_TO_TEST:
        assert len(test) == 0
    else:
        assert len(train) <= max(C, int(2 / 3 * n)) and len(train) + len(test) == n
    np.testing.assert_array_equal(split(y, m, seed=3)[0], train)


def test_shares_add_up():
    rng = np.random.default_rng(0)
    for _ in range(200):
        counts = rng.integers(1, 300, size=rng.integers(2, 11))
        k = int(rng.integers(len(counts), counts.sum() + 1))
        sizes = shares(counts, k)
        assert sizes.sum() == k and (sizes >= 1).all() and (sizes <= counts).all()
