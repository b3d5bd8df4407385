"""The lift: data that are not linearly separable are raised into space, until a plane separates
them.

A slider sets the amount of the lift, from flat to φ(x). At every stop kernel_core finds
the widest margin between the raised classes, or proves that there is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.ui import embedded_sweep, items
from lab.ui.challenges import Challenge, Option, remark
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.items import scene3d
from lab.ui.steps.step import Picture, own_sweeps
from pages.kernel_trick.mathematics.feature_maps import LIFTS, Lift, Plane, separating_plane

STOPS = np.round(np.linspace(0, 1, 21), 2)
_NODES = 41  # number of grid nodes along a side of the plane, enough for a curve of low degree
_MESH = 11
_THREAD_POINTS = 61  # number of points of the curve that shows a lifted line in space
_STRIP_RATIO = 0.3  # ratio of height to width of the picture of a line
_RAYS, _RADII = 49, 80  # size of the polar grid for finding the boundary between the rings
# Number of points, seed and noise of the two rings, which the norm separates.
_POINTS, _SEED, _NOISE = 48, 3, 0.5


@dataclass(frozen=True)
class LiftView:
    """A lift as it is shown, with the text of its button and the names of its axes in space.

    `home` is the direction of view, as two angles in degrees. If `line`, the points are on a line.
    If `is_flat`, the second of two features is drawn on the floor instead of upright. If
    `has_point_floor`, the floor is the plane or line of the points before the lift, and the
    decision boundary is drawn on it.
    """

    button: str
    lift: Lift
    axes: tuple[str, str, str]
    home: tuple[int, int]
    line: bool = False
    is_flat: bool = False
    has_point_floor: bool = True


# ‖x‖ alone (note 003) maps the whole plane to one half-line. The second feature is always 0.
_ALONE = Lift("norm", 2, ("‖x‖", "0"), "003", lambda X: np.column_stack(
    [LIFTS["cone"](X)[:, 2], np.zeros(len(X))]))  # fmt: skip

LIFT_VIEWS = {
    "paraboloid": LiftView("x₁² + x₂²", LIFTS["paraboloid"], ("x₁", "x₂", "x₁² + x₂²"), (-58, 12)),
    "cone": LiftView("‖x‖", LIFTS["cone"], ("x₁", "x₂", "‖x‖"), (-58, 12)),
    "quadratic": LiftView("x₁², √2x₁x₂, x₂²", LIFTS["quadratic"],
                          ("x₁²", "√2 x₁x₂", "x₂²"), (-80, 12), has_point_floor=False),
    "norm": LiftView("‖x‖ alone", _ALONE, ("‖x‖", "", ""), (-70, 50), is_flat=True,
                     has_point_floor=False),
    "parabola": LiftView("x, x²", LIFTS["parabola"], ("x", "", "x²"), (-82, 10), line=True),
    "cubic": LiftView("x, x², x³", LIFTS["cubic"], ("x", "x²", "x³"), (-62, 14), line=True),
}  # fmt: skip
VIEW = {
    "lift": Word("0.6", stops=STOPS),
    "map": Word("", LIFT_VIEWS),
    "turn": "",
}  # words of the address

CHALLENGES = (
    Challenge(
        question="How far must you raise the two rings before some plane separates them?",
        options=(
            Option("any height will do", (("lift", "<=", 0.05),)),
            Option("about half way", (("lift", ">=", 0.4),)),
        ),
        answer="any height will do",
        goal="Choose ‖x‖ or x₁² + x₂², and show that at t = 0.05 some plane separates the two "
        "rings.",
        conditions=(
            ("map", "in", ["paraboloid", "cone"]),
            ("feasible", "==", 1),
            ("lift", "<=", 0.05),
            ("lift", ">=", 0.01),
        ),
        by=("lift", "map"),
        why="With ‖x‖ and with x₁² + x₂², for every t above 0 the inner ring is raised less than "
        "the outer one, so a plane separates them; if t is small, so is the margin. At t = 0 no "
        "plane does: there a weighted average of crosses equals a weighted average of circles.",
    ),
    Challenge(
        question="You raise the points further. Does the largest margin between the classes grow?",
        stored_id="c81f91acd",
        options=(
            Option("yes", (("margin", ">=", 0.2),)),
            Option("no, it stays small", (("margin", "<=", 0.02),)),
        ),
        answer="yes",
        goal="Find a lift with a margin of at least 0.9.",
        conditions=(("margin", ">=", 0.9),),
        by=("lift", "map"),
        why="At t = {lift:number} the margin is {margin:number}. The margin is a distance in "
        "feature space. Larger features put the points, and so the classes, further apart: the "
        "choice of features is a choice of distance.",
    ),
)


def data(view: LiftView) -> tuple[np.ndarray, np.ndarray]:
    """Return points (m, d) and labels (m,): two rings in the plane, or points on a line.

    On the line the class changes as often as a polynomial of the lift's degree can change sign.
    """
    if view.line and view.lift.M == 3:
        x = np.linspace(-1.5, 1.5, 18)
        return x[:, None], np.where(x * (x**2 - 0.9) > 0, 1.0, -1.0)
    if view.line:
        x = np.linspace(-2.1, 2.1, 16)
        return x[:, None], np.where(np.abs(x) < 1.1, 1.0, -1.0)
    return kc.datasets.circles(noise=_NOISE).sample(_POINTS, _SEED)


def reach(view: LiftView) -> float:
    """Return 1.12 times the largest absolute coordinate of the data, for the pictures' ranges."""
    return 1.12 * float(np.abs(data(view)[0]).max())


def places(view: LiftView, X: np.ndarray, amount: float) -> np.ndarray:
    """Return the positions in space (n, 3) of points (n, d), at the given amount of the lift."""
    return _stand(view, view.lift(X, amount))


def _stand(view: LiftView, features: np.ndarray) -> np.ndarray:
    """Return the positions in space (n, 3) of features or weights (n, M).

    The second of two features is drawn upright, or on the floor if the view has `is_flat`.
    """
    if features.shape[1] == 3:
        return features
    first, second, zero = features[:, 0], features[:, 1], np.zeros(len(features))
    return np.column_stack([first, second, zero] if view.is_flat else [first, zero, second])


def _hard_margin_fit(plane: Plane) -> kc.svm.HardMargin:
    """Return the hard-margin fit of a plane."""
    return plane.solution


@lru_cache(maxsize=len(LIFT_VIEWS))
def sweep(name: str) -> dict[str, Any]:
    """Compute the sweep of the lift `name` along t.

    Each frame has the raised points and, if a plane separates them, the plane of largest margin
    and, in a view with `has_point_floor`, the decision boundary on the floor (`shadow`).
    """
    view = LIFT_VIEWS[name]
    X, y = data(view)
    planes = [separating_plane(view.lift, X, y, amount=float(t)) for t in STOPS]
    size = reach(view)
    gx = np.linspace(-1.2 * size, 1.2 * size, _NODES)
    gy = gx * (_STRIP_RATIO if view.line else 1 / 1.2)
    constants = {
        "stops": STOPS, "x": gx, "y": gy, "labels": y,
        "points": X if X.shape[1] == 2 else np.column_stack([X, 0 * X]),
    }  # fmt: skip
    fits = [_hard_margin_fit(plane) for plane in planes]
    margin = np.array([fit.margin for fit in fits])
    stop_tensors = {
        "lift": STOPS,
        "lifted": np.stack([places(view, X, t) for t in STOPS]),
        "field": np.stack([_field(view, plane, gx, gy) for plane in planes]),
        "decision": np.stack([plane.decision(X) for plane in planes]),
        "alpha": np.stack([plane.solution.alpha for plane in planes]),
        "support": np.array([np.count_nonzero(plane.solution.alpha) for plane in planes]),
        "margin": margin, "feasible": (margin > 0).astype(float),
        "gap": np.array([max(fit.gap, 0.0) if fit.feasible else np.nan for fit in fits]),
        "shadow": np.stack([_shadow(view, plane, size) for plane in planes]),
    }  # fmt: skip
    stop_tensors |= _patches(view, planes, stop_tensors["lifted"])
    if view.line:
        line = np.linspace(-size, size, _THREAD_POINTS)[:, None]
        stop_tensors["thread"] = np.stack([places(view, line, t) for t in STOPS])
    if view.has_point_floor and not view.line:
        mesh = np.linspace(-size, size, _MESH)
        corners = np.column_stack([np.tile(mesh, _MESH), np.repeat(mesh, _MESH)])
        constants["mesh"] = mesh
        stop_tensors["sheet"] = np.stack([view.lift(corners, t)[:, 2] for t in STOPS])
    tensors = flagged_tensors(constants, stop_tensors)
    axis = {"axis_x": "x", "axis_y": ""} if view.line else {}
    return sweep_item("lift", tensors, digits=4, half_precision=("field",), **axis)


def _field(view: LiftView, plane: Plane, gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
    """Evaluate w·φ(x) + b over the plane, (len(gy), len(gx)).

    For points on a line the value is the same at every height.
    """
    if view.line:
        return np.tile(plane.decision(gx[:, None]), (len(gy), 1))
    return plane.on_grid(gx, gy)


def _patches(view: LiftView, planes: list[Plane], lifted: np.ndarray) -> dict[str, np.ndarray]:
    """Return the rectangle that is drawn for each of S planes: its centre, and the vectors from
    the centre to the middles of two adjacent sides, (S, 3) each.

    The vectors are 0 if no plane separates the classes.
    """
    centres, first_edges, second_edges = [], [], []
    for plane, at in zip(planes, lifted, strict=True):
        normal, b = _stand(view, plane.w[None])[0], plane.b
        size = float(normal @ normal)
        middle = (at.min(axis=0) + at.max(axis=0)) / 2
        extent = np.abs(at - middle).max(axis=0)
        if size == 0:  # w is 0 if there is no separating plane
            centres.append(middle)
            first_edges.append(np.zeros(3))
            second_edges.append(np.zeros(3))
            continue
        n = normal / size**0.5
        # The first edge is perpendicular to the normal and to an axis: the second, or the third if
        # the normal is close to the second. The other edge is perpendicular to both.
        first = np.cross(np.array([0.0, 1.0, 0.0]) if abs(n[1]) < 0.9 else np.eye(3)[2], n)
        first /= np.linalg.norm(first)
        second = np.cross(n, first)
        centres.append(middle - (normal @ middle + b) / size * normal)
        first_edges.append(1.05 * max(np.abs(first) @ extent, 0.5) * first)
        second_edges.append(1.05 * max(np.abs(second) @ extent, 0.5) * second)
    return {"at": np.array(centres), "one": np.array(first_edges), "other": np.array(second_edges)}


def _shadow(view: LiftView, plane: Plane, size: float) -> np.ndarray:
    """Return the points (P, 3) on the floor where w·φ(x) + b = 0, with NaN in place of missing
    points; all are missing if w is 0 or the view has no `has_point_floor`.

    For rings they are the first sign change along each of P rays from 0, for points on a line all
    sign changes, of which there are at most P = M.
    """
    no_places = np.full((view.lift.M if view.line else _RAYS, 3), np.nan)
    if not view.has_point_floor or not np.any(plane.w):
        return no_places
    if view.line:
        x = np.linspace(-size, size, 2001)
        f = plane.decision(x[:, None])
        k = np.flatnonzero(f[:-1] * f[1:] < 0)[: view.lift.M]
        no_places[: len(k)] = 0.0
        no_places[: len(k), 0] = x[k] - f[k] * (x[k + 1] - x[k]) / (f[k + 1] - f[k])
        return no_places
    turn, radii = np.linspace(0, 2 * np.pi, _RAYS), np.linspace(0, 1.5 * size, _RADII)
    way = np.column_stack([np.cos(turn), np.sin(turn)])
    f = plane.decision((way[:, None, :] * radii[:, None]).reshape(-1, 2)).reshape(_RAYS, _RADII)
    for ray, row in enumerate(f):
        k = np.flatnonzero(row[:-1] * row[1:] < 0)
        if len(k):
            i = k[0]
            r = radii[i] - row[i] * (radii[i + 1] - radii[i]) / (row[i + 1] - row[i])
            no_places[ray] = [*(r * way[ray]), 0.0]
    return no_places


def scene(name: str) -> items.Space:
    """Build the three-dimensional view of one lift."""
    view = LIFT_VIEWS[name]
    size = reach(view)
    top = np.nanmax(np.abs(sweep(name)["tensors"]["lifted"]["data"]))
    parts = [
        scene3d.patch("one", "other", "accent", at="at", on="feasible"),
        scene3d.points("lifted", labels="labels"),
    ]
    if view.has_point_floor:
        shadow = (
            scene3d.points("shadow", tone="accent")
            if view.line
            else scene3d.curve("shadow", "accent", width=2.4)
        )
        parts.append(shadow)
    if view.line:
        parts.insert(0, scene3d.curve("thread", "muted", width=1.4))
    if view.has_point_floor and not view.line:
        parts.insert(
            0, scene3d.surface("mesh", "mesh", "sheet", tone="track", fill=0.16, edge=0.45)
        )
    low, high = _ends(name, size, top)
    return items.Space(
        "The points in space, and the plane between the classes, if there is one.",
        parts,
        axes=scene3d.axes(view.axes, low, high),
        stretch=[1, 1, 1.0 if name == "quadratic" else min(1.0, 1.3 * size / high[2])],
        home=view.home,
        zoom=1.15,
        description="At t = {lift} the margin is {margin}.",
        turn="turn",
    )  # fmt: skip


def _ends(name: str, size: float, top: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the lower and the upper ends of the three axes."""
    if name == "quadratic":
        return (0, 0, 0), (top, top, top)
    if name == "cubic":
        return (-size, 0, -(size**3)), (size, size**2, size**3)
    return (-size, -size, 0), (size, size, size**2 if name in ("paraboloid", "parabola") else size)


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the lifted points, the separating plane and the decision boundary;
    `view` has the words in `VIEW`."""
    return own_sweeps(
        "lift", {name: sweep(name) for name in LIFT_VIEWS},
        by="map", at=_at(view), view=_turn(view), main=_spaces(),
        side=[*_controls(), _shadow_plane(), _numbers(), _circle(), _inseparable_remark()],
    )  # fmt: skip


def _at(view: Mapping[str, str]) -> dict[str, float | str]:
    name = view["map"] if view["map"] in LIFT_VIEWS else next(iter(LIFT_VIEWS))
    return {"lift": nearest_stop(STOPS.tolist(), view["lift"]), "map": name}


def _turn(view: Mapping[str, str]) -> dict[str, str]:
    return {"turn": view["turn"]}


def _spaces() -> list[items.Item]:
    spaces: list[items.Item] = [items.only_where(scene(name), map=[name]) for name in LIFT_VIEWS]
    return [*spaces, items.legend(positive="positive", negative="negative")]


def _controls() -> list[items.Item]:
    slider = items.stops_slider(
        "lift", "t", "the amount of the lift", STOPS.tolist(), [0, 0.25, 0.5, 0.75, 1]
    )
    labels = {key: lift_view.button for key, lift_view in LIFT_VIEWS.items()}
    return [slider, embedded_sweep.switch("map", "The lift", labels)]


def _shadow_plane() -> items.Item:
    return items.Plane(
        "The points before the lift, and the cut made by the plane, if there is one.", small=True
    )


def _circle() -> items.Item:
    """Return the remark that the cut is a circle, shown only for the paraboloid."""
    sentence = remark("Seen from above, the cut is a circle.", ("feasible", "==", 1))
    return items.only_where(sentence, map=["paraboloid"])


def _numbers() -> items.Item:
    return items.readouts(
        items.row("margin", "Margin", "number", "1/‖w‖, in space"),
        items.row("gap", "Duality gap", "power", "relative"),
        items.row("support", "Support vectors", "count", "α ≠ 0"),
    )


def _inseparable_remark() -> items.Item:
    return remark(
        "No plane separates the classes here. Proof: a weighted average of crosses equals a "
        "weighted average of circles.",
        ("feasible", "==", 0),
    )
