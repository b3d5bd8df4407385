"""Four methods at once along a slider, with their class maps, beside scikit-learn in one run."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.svm import SVC

import kernel_core as kc
from benchmarks.tables import Aim, milliseconds, power, seconds, show
from benchmarks.timing import alternately
from kernel_core.multiclass.reductions import leaves, tree_tasks
from kernel_core.solvers.linalg import pivoted_cholesky
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT, make_request
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import shape
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import GRID
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.wire.class_sweep import ClassSweep, solve
from lab.wire.class_tensors import maps_of, pack
from lab.wire.sweep_payload import compressed_by

M = 300
EVERY = 10  # scikit-learn is given every so many stops, and its time is scaled up
SCENES = (ClassScene(classes=3, m=M, intercept=1), ClassScene(classes=10, m=M, intercept=1))
DRAG = 12  # places that a dragged point goes through
TIMES_FASTER = 3
PAINTS = 30  # a second, while a point is dragged
FIRST = ClassScene()


@dataclass(frozen=True, eq=False)
class Task:
    """One sweep along tau: hinge loss, summed, with an intercept as scikit-learn's has."""

    scene: ClassScene
    method: str

    @property
    def stops(self) -> np.ndarray:
        return slider_stops(self.scene, "tau")

    @property
    def name(self) -> str:
        return f"C = {self.scene.classes}, {self.method}"

    def ours(self) -> ClassSweep:
        """The solutions and class maps of all stops."""
        return _swept(self.scene, (self.method,))[self.method]

    def theirs(self) -> None:
        """What a user would write: fit, then predict on the mesh."""
        sample = self.scene.sample
        gx, gy = sample.grid(GRID)
        mesh = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)
        for tau in self.stops[::EVERY]:
            self.predicted(sample.X, sample.y, mesh, float(tau))

    def predicted(self, X: np.ndarray, y: np.ndarray, mesh: np.ndarray, tau: float) -> np.ndarray:
        """scikit-learn's classes on the mesh; for softmax in the features of a factor of K."""
        C = 1 / self.scene.lam
        machine = SVC(C=C, gamma=1 / (2 * tau**2))
        match self.method:
            case "ova":
                return OneVsRestClassifier(machine).fit(X, y).predict(mesh)
            case "ovo":
                return OneVsOneClassifier(machine).fit(X, y).predict(mesh)
            case "tree":
                return self.down_the_tree(X, y, mesh, C, tau)
        kernel = kc.RBF(tau)
        Phi = pivoted_cholesky(kernel(X, X), 1e-13).T
        turn = np.linalg.pinv(Phi)
        model = LogisticRegression(C=C, tol=1e-6, max_iter=10_000).fit(Phi, y)
        return model.predict(kernel(mesh, X) @ turn.T)

    def down_the_tree(
        self, X: np.ndarray, y: np.ndarray, mesh: np.ndarray, C: float, tau: float
    ) -> np.ndarray:
        """scikit-learn has no tree: one SVC a node, asked from the root down."""
        groups = {leaves(shape(self.scene)): np.arange(len(mesh))}
        for question in tree_tasks(shape(self.scene)):
            here = groups.pop(question.positive + question.negative)
            signs = question.to_signs(y)
            kept = signs != 0
            machine = SVC(C=C, gamma=1 / (2 * tau**2)).fit(X[kept], signs[kept])
            yes = machine.predict(mesh[here]) > 0 if len(here) else np.zeros(0, dtype=bool)
            groups[question.positive], groups[question.negative] = here[yes], here[~yes]
        answer = np.empty(len(mesh), dtype=int)
        for (k,), here in groups.items():
            answer[here] = k
        return answer


def run() -> list[Aim]:
    rows, aims = [], []
    for scene in SCENES:
        tasks, theirs = [Task(scene, method) for method in METHODS], []
        for task in tasks:
            (ours, sweep), (time, _) = alternately(1, task.ours, task.theirs)
            theirs.append(time * len(task.stops) / len(task.stops[::EVERY]))
            rows.append(_row(task.name, ours, theirs[-1], float(sweep.worst_gap.max())))
        [(ours, gap)] = alternately(1, lambda s=scene: _together(s))
        rows.append(_row(f"C = {scene.classes}, all four at once", ours, sum(theirs), gap))
        what = f"four methods against scikit-learn, C = {scene.classes}, m = {M}, times faster"
        aims.append(Aim(what, sum(theirs) / ours, least=TIMES_FASTER))
    show(
        f"Many classes: {M} points, all stops of τ with {GRID}² class maps",
        ("scene", "ours", "a stop", "scikit-learn", "times faster", "our worst gap"),
        rows,
        (
            "scikit-learn: OneVsRestClassifier and OneVsOneClassifier of SVC, an SVC a node of the",
            "tree, LogisticRegression (multinomial) in the features of a factor of K; fit and",
            f"predict on the mesh, every {EVERY}th stop, its time scaled up.",
        ),
    )
    return [*aims, *on_the_wire()]


def _swept(scene: ClassScene, methods: Sequence[str]) -> dict[str, ClassSweep]:
    sweeps = solve(scene, "tau", slider_stops(scene, "tau"), methods)
    maps_of(sweeps, *scene.sample.grid(GRID))
    return sweeps


def _together(scene: ClassScene) -> float:
    """All methods in one sweep; the worst gap."""
    return max(float(sweep.worst_gap.max()) for sweep in _swept(scene, METHODS).values())


def _row(name: str, ours: float, theirs: float, gap: float) -> list[str]:
    stop = milliseconds(1000 * ours / ClassScene.stops)
    return [name, seconds(ours), stop, seconds(theirs), f"{theirs / ours:.1f}", power(gap)]


def on_the_wire() -> list[Aim]:
    """Four planes as served: a whole sweep, its size, and one frame of a dragged point."""
    rows, aims = [], []
    for scene in (FIRST, *SCENES):
        for along in ("tau", "lam"):
            order = make_request(scene, along)
            arguments = (pack, order.scene, along, order.stops, GRID)
            [(time, packed)] = alternately(1, lambda a=arguments: compressed_by(*a))
            [(frame, _)] = alternately(3, lambda s=scene, a=along: _drag(s, a))
            name = f"C = {scene.classes}, m = {scene.m}, {along}"
            rows.append([name, seconds(time), f"{packed.size / 1000:.0f} kB",
                         milliseconds(1000 * frame / DRAG)])  # fmt: skip
            if scene == FIRST and along == "tau":
                what = "four planes while a point is dragged, default scene, frames solved a second"
                aims.append(Aim(what, DRAG / frame, least=PAINTS))
    show(
        f"Many classes: /{CLASS_SWEEP_ENDPOINT.path} as served, four planes of {GRID}² at once",
        ("scene, slider", "whole sweep", "on the wire", "a frame of a drag"),
        rows,
    )
    return aims


def _drag(scene: ClassScene, along: str) -> None:
    """One frame for each place that the first point is dragged through."""
    for step in range(DRAG):
        order = make_request(replace(scene, edits=f"m0,{0.05 * step:.3f},0.3"), along, 1)
        compressed_by(pack, order.scene, along, order.stops, GRID)
