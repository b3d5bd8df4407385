"""The picture of pre-images: points projected on a few components and mapped back to the plane.

GET /pre-image?directions=4&at=x,y answers with the steps from a point to the pre-image of its
projection.
"""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.endpoints import static_assets
from lab.endpoints.endpoint import Endpoint
from lab.scene.scene import Problem, SceneError, split
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, Words, own_sweep
from lab.ui.weighted_vote import read_place
from pages.kernel_pca.items import PointPlane
from pages.kernel_pca.mathematics.components import Components, leading_components
from pages.kernel_pca.mathematics.pre_images import (
    pre_images,
    projection_weights,
    projection_weights_at,
)
from pages.kernel_pca.point_sets import RANGES, density_of

TAU = 0.8
POINTS = 60
STOPS = [1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 40, 59]
NOISE = 0.8
VIEW = {"directions": Word("1", stops=STOPS), "source": Word("")}
MAX_STEPS = 400  # largest number of steps from a point that the visitor chooses
# Largest change of a coordinate in a step, in bandwidths, at which the steps of a chosen point end.
SETTLED_STEP = 1e-5
# Smallest distance, in bandwidths, between consecutive points of a path; the last can be nearer.
PATH_SPACING = 0.01
_TICKS = [1, 2, 4, 8, 16, 59]

CHALLENGES = (
    Challenge(
        question="Every point moves to the pre-image of its projection. For how many "
        "components are the points nearest to the curves around which they scatter?",
        options=(
            Option("1", (("best", "<=", 1),)),
            Option("2 to 10", (("best", ">=", 2), ("best", "<=", 10))),
            Option("all 59", (("best", ">=", 59),)),
        ),
        answer="2 to 10",
        goal="Bring the mean squared distance to the curves to within 10\u00a0% of its minimum.",
        conditions=(("distance", "<=", ["least:distance", 1.1]),),
        by=("directions",),
        hides=("along",),
        certificate="",
        why=(
            Statement(
                "At q = {directions:whole} the mean squared distance to the curves is "
                "{distance:number}; before the points moved it was {before:number}. The first "
                "components describe the common shape of the points, the last ones the noise of "
                "individual points. With all components no point moves."
            ),
        ),
    ),
)


def curves() -> tuple[np.ndarray, np.ndarray]:
    """Return points (P, 2) on each of the two half circles around which the data are sampled."""
    density = density_of("moons", NOISE)
    return density.centres_of(1), density.centres_of(-1)


def squared_distance(X: np.ndarray) -> float:
    """Compute the mean squared distance of points X (m, 2) to the nearest point of the curves."""
    places = np.concatenate(curves())
    return float(np.square(X[:, None] - places).sum(axis=2).min(axis=1).mean())


@lru_cache(maxsize=1)
def decomposition() -> tuple[np.ndarray, np.ndarray, Components]:
    """Sample the points X (m, 2) and their classes (m,), and compute all components."""
    X, y = density_of("moons", NOISE).sample(POINTS, 0)
    return X, y, leading_components(kc.RBF(TAU)(X, X), STOPS[-1])


def path(count: int, place: tuple[float, float]) -> dict[str, Any]:
    """Return the steps from a point of the plane to the pre-image of its projection on `count`
    components.

    `path` has the start, the later points that are far enough apart to be seen, and the last one;
    `steps` is the number of all steps, and `settled` says whether they have reached a pre-image.
    """
    X, _, components = decomposition()
    start = np.array([place])
    weights = projection_weights_at(components, count, kc.RBF(TAU)(X, start)[:, 0])
    places = [start[0]]
    images = pre_images(
        X, weights, TAU, start, tol=SETTLED_STEP, max_rounds=MAX_STEPS,
        watch=lambda z: places.append(z[0]),
    )  # fmt: skip
    visible = [places[0]]
    for point in places:
        if np.linalg.norm(point - visible[-1]) >= PATH_SPACING * TAU:
            visible.append(point)
    visible.append(images.places[0])
    return {
        "path": np.round(visible, 4).tolist(), "steps": len(places) - 1,
        "settled": images.residual <= 2 * SETTLED_STEP,
    }  # fmt: skip


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    text = ",".join(words.get("directions", []))
    counts = {f"{count}": count for count in STOPS}
    if text not in counts:
        allowed = ", ".join(counts)
        message = f"directions must be one of {allowed}."
        raise SceneError(Problem("directions", text[:40], allowed, message))
    return path(counts[text], read_place(",".join(words.get("at", []))))


ENDPOINT = Endpoint("pre-image", _answer)


@lru_cache(maxsize=1)
def sweep() -> dict[str, Any]:
    """Compute the pre-images for each number of components, and their distance to the curves."""
    X, y, components = decomposition()
    images = [pre_images(X, projection_weights(components, q), TAU, X) for q in STOPS]
    distances = [squared_distance(image.places) for image in images]
    shares = np.cumsum(components.shares)
    positive, negative = curves()
    fixed_tensors = {
        "stops": STOPS, "points": X, "labels": y, "upper": positive, "lower": negative,
        "before": [squared_distance(X)], "best": [STOPS[int(np.argmin(distances))]],
    }  # fmt: skip
    stop_tensors = {
        "places": np.array([image.places for image in images]),
        "distance": np.array(distances),
        "share": shares[np.array(STOPS) - 1],
        "residual": np.array([image.residual for image in images]),
        "directions": np.array(STOPS, dtype=float),
        "moved": np.array([np.linalg.norm(i.places - X, axis=1).mean() for i in images]),
    }
    return sweep_item("directions", flagged_tensors(fixed_tensors, stop_tensors))


def picture(words: Words) -> Picture:
    """Build the picture of points and their pre-images, with their distance to the curves."""
    along = items.Curve(
        "The mean squared distance to the curves, against q.",
        series=[
            {"tensor": "distance", "label": "pre-images", "tone": "accent", "at": 0.35,
             "below": True},
            {"tensor": "before", "label": "points", "tone": "muted", "dash": [2, 3], "at": 0.02,
             "below": True},
        ],
        along="directions", min_height=0,
    )  # fmt: skip
    return own_sweep(
        "pre-image", "directions", nearest_stop(STOPS, words["directions"]), sweep(),
        view={"source": words["source"]},
        main=[
            PointPlane(
                "The pre-images, a line from each point to its pre-image, and the curves, dotted.",
                "points", "labels", RANGES["moons"], places="places", curves=("upper", "lower"),
                address=static_assets.public_path(ENDPOINT.path), along="directions",
                look="source",
            ),
            items.legend(
                positive="pre-image, class +1", negative="pre-image, class −1",
                way="from point to pre-image", truth="the curves", place="the chosen point",
            ),
        ],
        side=[
            items.stops_slider("directions", "q", "components kept", STOPS, _TICKS, count=True),
            items.readouts(
                items.row("distance", "Mean squared distance to the curves", "number"),
                items.row("before", "Mean squared distance before projecting", "number"),
                items.row("moved", "Mean distance moved", "number"),
                items.row("share", "Variance of these components", "percent", "in feature space"),
                items.row("residual", "Largest length of the next step", "power",
                          "in units of τ"),
            ),
            name_item("along", along),
        ],
    )  # fmt: skip
