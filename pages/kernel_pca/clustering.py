"""The picture of k-means and of spectral clustering, which is kernel PCA of a normalised graph."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.kernel_pca.items import PointPlane
from pages.kernel_pca.mathematics.spectral_clusters import (
    graph_components,
    share_elsewhere,
    split_line,
    split_plane,
)
from pages.kernel_pca.point_sets import LABELS, RANGES, points_of

STOPS = [0.15, 0.19, 0.24, 0.3, 0.38, 0.48, 0.6, 0.75, 0.95, 1.2, 1.5, 1.9, 2.4, 3]
POINTS = 100
# Groups count as right if at most this share of the points is in the wrong group.
MAX_ELSEWHERE = 0.05
VIEW = {"scale": Word("0.75", stops=STOPS), "groups": Word("moons", LABELS)}
_TICKS = [0.15, 0.3, 0.6, 1.2, 3]
_SMALL, _LARGE = 0.31, 0.59

CHALLENGES = (
    Challenge(
        question="The points are split into two groups without using their labels. At which τ is "
        "each group one of the two shapes?",
        stored_id="c65a96446",
        options=(
            Option("only at 0.3 or less", (("scale", "<=", _SMALL),)),
            Option("only at 0.6 or more", (("scale", ">=", _LARGE),)),
            Option("at none", (("elsewhere", ">=", MAX_ELSEWHERE + 1e-9),)),
        ),
        answer="only at 0.3 or less",
        goal="Find a τ for which at most 5\u00a0% of the points are in the group of the other "
        "shape.",
        conditions=(("elsewhere", "<=", MAX_ELSEWHERE + 1e-9),),
        by=("scale",),
        hides=("along",),
        certificate="",
        why=(
            Statement(
                "At τ = {scale:setting}, {elsewhere:percent} of the points are in the group of the "
                "other shape; with k-means the share is {elsewhere_means:percent}. In the "
                "graph only near neighbours have edges of large weight, and these lie on the same "
                "shape. The component of the graph differs more between the shapes than along a "
                "shape, whose points are connected. k-means compares distances to two centres, so "
                "a straight line separates its groups."
            ),
        ),
    ),
)


@lru_cache(maxsize=2)
def sweep(name: str) -> dict[str, Any]:
    """Compute the two groups of spectral clustering for each τ, and those of k-means."""
    X, y = points_of(name, POINTS)
    means = split_plane(X)
    rows: dict[str, list[Any]] = {key: [] for key in (
        "groups_graph", "ordered", "boundary", "elsewhere", "second", "residual")}  # fmt: skip
    for tau in STOPS:
        graph = graph_components(kc.RBF(tau)(X, X), 1)
        z = graph.scores[:, 0] / graph.scores[:, 0].std()
        labels, boundary = split_line(z)
        rows["groups_graph"].append(_align_labels(labels, y))
        rows["ordered"].append(np.sort(z))
        rows["boundary"].append([boundary, boundary])
        rows["elsewhere"].append(share_elsewhere(labels, y))
        rows["second"].append(graph.values[0])
        rows["residual"].append(graph.residual)
    fixed_tensors = {
        "stops": STOPS, "points": X, "labels": y, "groups_means": _align_labels(means, y),
        "elsewhere_means": [share_elsewhere(means, y)],
        "rank": np.arange(1, POINTS + 1), "ends": [1, POINTS],
    }  # fmt: skip
    tensors = flagged_tensors(fixed_tensors, rows)
    tensors["scale"] = (np.array(STOPS), False)
    return sweep_item("scale", tensors)


def _align_labels(labels: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return `labels` (m,), or -`labels` if fewer than half of them agree with y (m,)."""
    return labels if np.mean(labels == y) >= 0.5 else -labels


def picture(words: Words) -> Picture:
    """Build the picture of the groups by both methods, with the sorted component of the graph."""
    name = words["groups"] if words["groups"] in LABELS else VIEW["groups"]
    sorted_component = items.Curve(
        "The component’s values at the points, sorted; dashed: the boundary between the groups.",
        "rank",
        [{"tensor": "boundary", "x": "ends", "tone": "margin", "dash": [5, 4]},
         {"tensor": "ordered", "tone": "accent", "width": 2.6}],
        note="points, sorted", ynote="component",
    )  # fmt: skip
    along = items.Curve(
        "The share of points in the wrong group, against τ.",
        series=[
            {"tensor": "elsewhere", "label": "graph", "tone": "accent", "at": 0.3},
            {"tensor": "elsewhere_means", "label": "k-means", "tone": "muted", "dash": [2, 3],
             "at": 0.02},
        ],
        along="scale", format="percent", min_height=0.2,
    )  # fmt: skip
    planes = [
        items.only_where(
            items.pair(
                PointPlane("The two groups by spectral clustering.", "points", "groups_graph",
                           RANGES[key], title="Spectral clustering"),
                PointPlane("The two groups by k-means.", "points", "groups_means", RANGES[key],
                           title="k-means"),
            ),
            groups=(key,),
        )
        for key in LABELS
    ]  # fmt: skip
    return own_sweeps(
        "clustering",
        {key: sweep(key) for key in LABELS},
        by="groups",
        at={"scale": nearest_stop(STOPS, words["scale"]), "groups": name},
        main=[
            *planes,
            items.legend(positive="one group", negative="the other group"),
            sorted_component,
        ],
        side=[
            items.stops_slider("scale", "τ", "bandwidth of the graph", STOPS, _TICKS),
            switch("groups", "Points", LABELS),
            items.readouts(
                items.row("elsewhere", "Points in the wrong group, graph", "percent"),
                items.row("elsewhere_means", "Points in the wrong group, k-means", "percent"),
                items.row(
                    "second",
                    "Eigenvalue of the component",
                    "number",
                    "near 1 if two groups are hardly connected",
                ),
                items.row("residual", "Residual", "power", "‖Nv − μv‖"),
            ),
            name_item("along", along),
        ],
    )
