"""The picture of PCA from inner products: XXᵀ and XᵀX, and the effect of centring."""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.measured_picture import Tensors
from lab.course.page_declaration import Word
from lab.scene.fields import Choice, Number
from lab.ui import items
from lab.ui.challenges import Challenge, Option, remark
from lab.ui.embedded_sweep import (
    flagged_tensors,
    measured_picture,
    nearest_stop,
    sweep_item,
    switch,
)
from lab.ui.items.kernel_expansion import GramMatrix
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.kernel_pca.default_scene import DEFAULT
from pages.kernel_pca.items import Direction
from pages.kernel_pca.mathematics.components import leading_components
from pages.kernel_pca.mathematics.line_projection import (
    angle_between,
    principal_direction,
    turn_right,
)

STOPS = [round(0.1 * k, 6) for k in range(41)]
CENTRING = {"on": "K − 1K − K1 + 1K1", "off": "K, not centred"}
SHIFT = Number("shift", 1.2, "Distance", "How far the mean lies from 0.", "d", low=0, high=4)
CENTRED = Choice("centring", "on", "Centring", "Whether K is centred.", choices=tuple(CENTRING))
VIEW = {SHIFT.name: Word(f"{SHIFT.default:g}", stops=STOPS), CENTRED.name: Word.of(CENTRED)}
RANGE = (-4.6, 3.2, -1.7, 4.8)
MAX_ANGLE = 5.0  # largest angle in degrees between directions that count as the same
_COUNT = 12
_SHIFT_DIRECTION = np.array([-0.5, np.sqrt(0.75)])

CHALLENGES = (
    Challenge(
        question="K is not centred, and the points move far away from 0. Where does the first "
        "direction point then?",
        options=(
            Option("along the cloud", (("off_cloud", "<=", MAX_ANGLE),)),
            Option("to the mean of the points", (("off_mean", "<=", MAX_ANGLE),)),
        ),
        answer="to the mean of the points",
        goal=f"Switch centring off, and find a distance d at which the first direction points to "
        f"the mean, within {MAX_ANGLE:g} degrees.",
        conditions=(("centring", "==", "off"), ("off_mean", "<=", MAX_ANGLE)),
        by=("shift", "centring"),
        why="Without centring, the first direction has the largest sum of squares measured from 0, "
        "not from the mean. Far from 0 all points lie nearly in the direction of their mean, and "
        "the first direction is close to it. Here the first direction differs by "
        "{off_cloud:number} degrees from the direction of most variance.",
        certificate="",
    ),
)


@lru_cache(maxsize=1)
def cloud() -> np.ndarray:
    """Return the points (12, 2), with mean 0."""
    draws = np.random.default_rng(7).normal(size=(_COUNT, 2)) * [1.3, 0.4]
    turn = np.deg2rad(20)
    X = draws @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    return X - X.mean(axis=0)


@lru_cache(maxsize=2)
def sweep(centring: str) -> dict[str, Any]:
    """Compute, for each distance of the mean from 0, the Gram matrix, the eigenvalues of XXᵀ and
    XᵀX, and the first direction. `centring` is one of CENTRING."""
    is_centred = centring == "on"
    shifted_clouds = cloud() + np.array(STOPS)[:, None, None] * _SHIFT_DIRECTION
    means = shifted_clouds.mean(axis=1)
    centres = means if is_centred else np.zeros_like(means)
    offsets = shifted_clouds - centres[:, None]
    grams = offsets @ offsets.transpose(0, 2, 1)
    of_gram = [leading_components(X @ X.T, 3, is_centred=is_centred) for X in shifted_clouds]
    directions = np.array([_direction(X.T @ components.vectors[:, 0]) for X, components in
                           zip(offsets, of_gram, strict=True)])  # fmt: skip
    covariances = np.linalg.eigvalsh(offsets.transpose(0, 2, 1) @ offsets)[:, ::-1]
    values = np.array([components.values for components in of_gram])
    best = principal_direction(cloud())
    stop_tensors = {
        "cloud": shifted_clouds, "centre": centres, "direction": directions, "gram": grams,
        "gram_1": values[:, 0], "gram_2": values[:, 1], "gram_3": values[:, 2],
        "covariance_1": covariances[:, 0], "covariance_2": covariances[:, 1],
        "off_cloud": np.round(angle_between(directions, best), 9),
        "off_mean": _angle_to_mean(directions),
    }  # fmt: skip
    fixed_tensors = {
        "stops": np.array(STOPS), "points": cloud(), "labels": np.zeros(_COUNT),
        "distances": np.array(STOPS), "m": np.array([float(_COUNT)]),
    }  # fmt: skip
    return sweep_item(
        "shift", flagged_tensors(fixed_tensors, stop_tensors), half_precision=("gram",)
    )


def _direction(v: np.ndarray) -> np.ndarray:
    """Return the unit vector along v (2,) that points to the right, or up if v is vertical; 0 if v
    is 0."""
    length = np.linalg.norm(v)
    return turn_right(v / length if length > 0 else np.zeros(2))


def _angle_to_mean(directions: np.ndarray) -> np.ndarray:
    """Return the angle in degrees between each of `directions` (S, 2) and the mean of the points at
    this stop; NaN where the mean is 0."""
    angles = angle_between(directions, np.broadcast_to(_SHIFT_DIRECTION, directions.shape))
    return np.where(np.array(STOPS) > 0, angles, np.nan)


def report_tensors(scene: Any, tensors: Tensors) -> Tensors:
    """Return the tensors of the picture in a report: the angle between the first direction and the
    direction of most variance, against the distance of the mean from 0."""
    angles = np.broadcast_to(tensors["off_cloud"][:, None], (len(tensors["stops"]), len(STOPS)))
    return {
        "x": tensors["distances"], "y": np.array([0.0, 90.0]), "fit": angles,
        "points": np.column_stack([tensors["stops"], tensors["off_cloud"]]),
        "labels": np.zeros(len(tensors["stops"])),
    }  # fmt: skip


MEASURED = measured_picture(
    DEFAULT, (SHIFT, STOPS), lambda scene, centring: sweep(centring), CENTRED,
    number="off_cloud", picture_tensors=report_tensors,
)  # fmt: skip


def picture(words: Words) -> Picture:
    """Build the picture of the points, their first direction, the Gram matrix and eigenvalues."""
    centring = words["centring"] if words["centring"] in CENTRING else CENTRED.default
    return own_sweeps(
        "inner-products",
        {name: sweep(name) for name in CENTRING},
        by="centring",
        at={"shift": nearest_stop(STOPS, words["shift"]), "centring": centring},
        main=[
            items.pair(
                Direction("The points, and their first direction.", "cloud", RANGE),
                items.only_where(
                    GramMatrix("The centred Gram matrix as a heat map.", _COUNT, centred=True),
                    centring=("on",),
                ),
                items.only_where(
                    GramMatrix("The Gram matrix as a heat map.", _COUNT), centring=("off",)
                ),
            ),
        ],
        side=[
            items.stops_slider("shift", "d", "distance of the mean from 0", STOPS, [0, 1, 2, 3, 4]),
            switch("centring", "Centring", CENTRING),
            remark(
                "The points have the mean 0, which has no direction: centring changes nothing.",
                ("shift", "<=", 0),
            ),
            items.readouts(
                items.row("gram_1", "First eigenvalue of XXᵀ", "number"),
                items.row("covariance_1", "First eigenvalue of XᵀX", "number"),
                items.row("gram_2", "Second eigenvalue of XXᵀ", "number"),
                items.row("covariance_2", "Second eigenvalue of XᵀX", "number"),
                items.row(
                    "off_cloud", "Angle to the direction of most variance", "number", "degrees"
                ),
                items.row("off_mean", "Angle to the mean", "number", "degrees"),
            ),
        ],
    )
