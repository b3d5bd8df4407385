"""Load real data sets, projected onto the plane: two of their classes, or several.

The data sets are scikit-learn's, stored in tables.npz, which TABLES.md describes. The dictionary
TABLES has the numbers of columns and classes, which a scene needs before the file is loaded.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from lab.scene.samples.pca import PRINCIPAL, project_on_components, standardise
from lab.scene.samples.train_test_split import pair_names, select_pair

FILE = Path(__file__).with_name("tables.npz")
LARGEST_TRAINING_SHARE = 2 / 3


@dataclass(frozen=True)
class TableSummary:
    """A table's size, its classes, and the default pair of classes.

    `rows` has the number of rows of each class; `topic` describes the rows and the consequence of a
    mistake; `source` names the authors and the licence; `opens_with` has the values of fields that
    are set when the table is chosen.
    """

    columns: int
    names: tuple[str, ...]
    rows: tuple[int, ...]
    default: str
    topic: str
    source: str
    opens_with: Mapping[str, str] = field(default_factory=dict)

    @property
    def classes(self) -> int:
        return len(self.names)


_LICENCE = "UCI Machine Learning Repository, CC BY 4.0"
TABLES = {
    "iris": TableSummary(
        4, ("setosa", "versicolor", "virginica"), (50, 50, 50), "1,2",
        "Irises, described by measurements of their flowers. A misclassified flower is recorded as "
        "the wrong species.",
        f"R. A. Fisher, 1936. {_LICENCE}",
        {"features": "2,3"},
    ),
    "wine": TableSummary(
        13, ("cultivar 0", "cultivar 1", "cultivar 2"), (59, 71, 48), "0,1",
        "Wines of three grape varieties, described by chemical analysis. A misclassified wine is "
        "sold under the wrong name.",
        f"S. Aeberhard and M. Forina, 1992. {_LICENCE}",
        {"features": "0,9"},
    ),
    "cancer": TableSummary(
        30, ("malignant", "benign"), (212, 357), "0,1",
        "Breast tumours, described by measurements of their cell nuclei. A malignant tumour "
        "classified as benign is left untreated; a benign one classified as malignant is "
        "operated on.",
        f"W. Wolberg, O. Mangasarian and others, 1993. {_LICENCE}",
        {"features": "0,1", "classes": "1,0"},
    ),
    "digits": TableSummary(
        64,
        tuple(f"digit {i}" for i in range(10)),
        (178, 182, 177, 183, 181, 182, 181, 179, 174, 180),
        "3,8",
        "Handwritten digits, described by the grey values of 64 pixels. A misread digit gives a "
        "wrong amount or postcode.",
        f"E. Alpaydin and C. Kaynak, 1998. {_LICENCE}",
    ),
}  # fmt: skip
# The tumour data that several pages use, as fields of a scene: malignant tumours are positive.
TUMOURS = {"data": "cancer", "m": "200", "seed": "0", "edits": "", **TABLES["cancer"].opens_with}


@dataclass(frozen=True, eq=False)
class ProjectedTable:
    """Classes of a table, projected onto the plane.

    X (n, 2) float64. For two classes y (n,) is in {-1, +1}, and `classes` has the names of the
    negative and of the positive class; otherwise see `project_classes`. `axes` has the names of the
    two coordinates.
    """

    X: np.ndarray
    y: np.ndarray
    axes: tuple[str, str]
    classes: tuple[str, ...]


@lru_cache(maxsize=32)
def plane(name: str, features: str, classes: str) -> ProjectedTable:
    """Return the rows of two classes, as two standardised columns or two principal components.

    `features` is "pca" or "i,j"; `classes` is "a,b" or "rest,b", where b is the positive class.
    Means, standard deviations and components are computed from all rows of the two classes, without
    their labels, so the picture does not move when the split changes.
    """
    rows, target, columns = _load(name)
    is_included, y = select_pair(target, classes)
    Z = standardise(rows[is_included])
    if features == "pca":
        X, (across, up) = project_on_components(Z), PRINCIPAL
    else:
        pair = [int(i) for i in features.split(",")]
        X = Z[:, pair]
        across, up = (f"{columns[i]}, standardised" for i in pair)
    return ProjectedTable(X, y[is_included], (across, up), pair_names(TABLES[name].names, classes))


@lru_cache(maxsize=16)
def project_classes(name: str, count: int) -> ProjectedTable:
    """Project the first `count` classes of a table onto their first two principal components.

    In the result y (n,) has the classes' numbers, as int, and `classes` their names.
    """
    rows, target, _ = _load(name)
    is_included = target < count
    X, axes = project_on_components(standardise(rows[is_included])), PRINCIPAL
    return ProjectedTable(X, target[is_included].astype(int), axes, TABLES[name].names[:count])


def train_size(name: str, classes: str, m: int) -> int:
    """Return the number of training rows of a scene: m, but at most two thirds of the rows of its
    classes."""
    rows = TABLES[name].rows
    class_rows = rows if "rest" in classes else [rows[int(i)] for i in classes.split(",")]
    return _train_size(sum(class_rows), m)


def _train_size(rows: int, m: int) -> int:
    return min(m, int(LARGEST_TRAINING_SHARE * rows))


def split(y: np.ndarray, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return row numbers for training (at most m, and at most two thirds of the rows) and for
    testing (the rest).

    The split is stratified, with at least one training row of each class. The same labels, m and
    seed give the same rows.
    """
    rng = np.random.default_rng(seed)
    train_size = _train_size(len(y), m)
    negatives, positives = (rng.permutation(np.flatnonzero(y == s)) for s in (-1, 1))
    share = round(train_size * len(positives) / len(y))
    share = min(max(share, 1), train_size - 1)
    parts = ((positives, share), (negatives, train_size - share))
    train = rng.permutation(np.concatenate([rows[:k] for rows, k in parts]))
    test = np.sort(np.concatenate([rows[k:] for rows, k in parts]))
    return train, test


def _load(name: str) -> tuple[np.ndarray, np.ndarray, list[str]]:
    with np.load(FILE) as arrays:
        rows, target, columns = (arrays[f"{name}_{part}"] for part in ("rows", "target", "columns"))
    return rows.astype(float), target.astype(int), columns.tolist()
