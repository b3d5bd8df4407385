"""The numbers of the page's statements, computed a second time."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from sklearn.decomposition import PCA, KernelPCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from lab.scene.learning_problem import kernel_of, sample_of
from lab.scene.scene import Scene, parse
from pages.kernel_pca import by_hand, inner_products
from pages.kernel_pca.bend.component_scene import make_request, of_the_page
from tests.pages.kernel_pca.page_answers import GRID, STOPS


def of_a_line(fields: Mapping[str, str]) -> dict[str, float]:
    """The variance along a line and the distances to it, by rotating the points."""
    X = by_hand.points(fields["shape"])
    z = (X - X.mean(axis=0)) @ _turned(float(fields["angle"]))
    largest, smallest = PCA(2).fit(X).explained_variance_
    return {
        "variance": z[:, 0].var(), "residual": z[:, 1].var(), "total": X.var(axis=0).sum(),
        "ratio": largest / smallest,
        "smallest": min(((X - X.mean(axis=0)) @ _turned(2.0 * k))[:, 0].var() for k in range(90)),
    }  # fmt: skip


def _turned(degrees: float) -> np.ndarray:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([[c, -s], [s, c]])


def of_the_gram_matrix(fields: Mapping[str, str]) -> dict[str, float]:
    """Where the first direction points, from the coordinates."""
    away = np.array([-np.cos(np.pi / 3), np.sin(np.pi / 3)])
    X = inner_products.cloud() + float(fields["shift"]) * away
    used = X - X.mean(axis=0) if fields["centring"] == "on" else X
    u = np.linalg.svd(used)[2][0]
    best = PCA(1).fit(X).components_[0]
    angles = [np.rad2deg(np.arccos(min(1.0, abs(float(u @ v))))) for v in (best, away)]
    return {"off_cloud": angles[0], "off_mean": angles[1]}


@lru_cache(256)
def _wrong(scene: Scene, pair: tuple[int, int]) -> float:
    sample = sample_of(scene)
    if len(sample.y) == 2:  # of one class each: apart unless they are equal
        return 0.0 if np.ptp(sample.X, axis=0).any() and 0 in pair else 0.5
    K = kernel_of(scene)(sample.X, sample.X)
    Z = KernelPCA(3, kernel="precomputed").fit_transform(K)[:, pair]
    Z = Z / Z.std(axis=0)
    w = LinearDiscriminantAnalysis(solver="eigen").fit(Z, sample.y).coef_[0]
    along = Z @ w
    cuts = np.concatenate([[-np.inf], np.sort(along)])
    return min(float(np.mean(np.where(along > cut, 1, -1) != sample.y)) for cut in cuts)


def of_components(fields: Mapping[str, str]) -> dict[str, float]:
    query = "&".join(f"{name}={text}" for name, text in fields.items() if name != "pair")
    scene = of_the_page(parse(query)[0])
    stops = make_request(scene, "tau", STOPS, GRID).stops
    wrong = {name: [_wrong(scene.at("tau", stop), pair) for stop in stops]
             for name, pair in (("12", (0, 1)), ("13", (0, 2)))}  # fmt: skip
    K = kernel_of(scene)(sample_of(scene).X, sample_of(scene).X)
    numbers = {"rank": float(min(3, np.linalg.matrix_rank(K - K.mean(axis=0), hermitian=False)))}
    for name, values in wrong.items():
        first = stops[np.array(values) <= 0.02][:1]
        numbers |= {
            f"wrong_{name}": values[int(np.abs(stops - scene.tau).argmin())],
            f"apart_{name}": float(first[0]) if len(first) else np.nan,
            f"best_{name}": float(stops[int(np.argmin(values))]),
        }
    return numbers


NUMBERS = {
    "by-hand": of_a_line,
    "inner-products": of_the_gram_matrix,
    "bend": of_components,
}
ADDRESSES = (
    {},
    {"shape": "rings"},
    {"data": "moons", "noise": "0.25"},
    {"m": "2"},
    {"m": "2", "edits": "m0,0.5,0.5;m1,0.5,0.5"},
)
