"""Compare sweeps of four multiclass methods, class maps included, with scikit-learn's."""

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
STRIDE = 10  # scikit-learn solves every STRIDE-th stop, and its time is scaled up
SCENES = (ClassScene(classes=3, m=M, intercept=1), ClassScene(classes=10, m=M, intercept=1))
DRAG_STEPS = 12  # positions of a dragged point
TIMES_FASTER = 3
MIN_FRAME_RATE = 30  # frames per second while a point is dragged
FIRST = ClassScene()


@dataclass(frozen=True, eq=False)
class Task:
    """A sweep of one method along tau. The losses are summed, and there is an intercept, as in
    scikit-learn."""

    scene: ClassScene
    method: str

    @property
    def stops(self) -> np.ndarray:
        return slider_stops(self.scene, "tau")

    @property
    def name(self) -> str:
        return f"C = {self.scene.classes}, {self.method}"

    def fit_own(self) -> ClassSweep:
        """Compute the solutions and class maps of all stops."""
        return _class_sweeps(self.scene, (self.method,))[self.method]

    def fit_peer(self) -> None:
        """Compute the class maps with scikit-learn: fit, then predict on the mesh."""
        sample = self.scene.sample
        gx, gy = sample.grid(GRID)
        mesh = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)
        for tau in self.stops[::STRIDE]:
            self.predicted(sample.X, sample.y, mesh, float(tau))

    def predicted(self, X: np.ndarray, y: np.ndarray, mesh: np.ndarray, tau: float) -> np.ndarray:
        """Return scikit-learn's classes on the mesh. Softmax is fitted to features whose
        inner products are K."""
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
        """Return the classes by a tree with an SVC at each node; scikit-learn has no such tree."""
        groups = {leaves(shape(self.scene)): np.arange(len(mesh))}
        for question in tree_tasks(shape(self.scene)):
            places = groups.pop(question.positive + question.negative)
            signs = question.to_signs(y)
            in_task = signs != 0
            machine = SVC(C=C, gamma=1 / (2 * tau**2)).fit(X[in_task], signs[in_task])
            is_positive = (
                machine.predict(mesh[places]) > 0 if len(places) else np.zeros(0, dtype=bool)
            )
            groups[question.positive], groups[question.negative] = (
                places[is_positive],
                places[~is_positive],
            )
        answer = np.empty(len(mesh), dtype=int)
        for (k,), places in groups.items():
            answer[places] = k
        return answer


def run() -> list[Aim]:
    rows, aims = [], []
    for scene in SCENES:
        tasks, peer_tasks = [Task(scene, method) for method in METHODS], []
        for task in tasks:
            (own_time, sweep), (time, _) = alternately(1, task.fit_own, task.fit_peer)
            peer_tasks.append(time * len(task.stops) / len(task.stops[::STRIDE]))
            rows.append(_row(task.name, own_time, peer_tasks[-1], float(sweep.worst_gap.max())))
        [(own_time, gap)] = alternately(1, lambda s=scene: _together(s))
        rows.append(_row(f"C = {scene.classes}, all four at once", own_time, sum(peer_tasks), gap))
        description = (
            f"four methods against scikit-learn, C = {scene.classes}, m = {M}, times faster"
        )
        aims.append(Aim(description, sum(peer_tasks) / own_time, least=TIMES_FASTER))
    show(
        f"Many classes: {M} points, all stops of τ with {GRID}² class maps",
        ("scene", "ours", "a stop", "scikit-learn", "times faster", "our worst gap"),
        rows,
        (
            "scikit-learn: OneVsRestClassifier and OneVsOneClassifier of SVC, one SVC for each",
            "node of the tree, LogisticRegression (multinomial) in the features of a factor of K;",
            f"fit and predict on the mesh, every {STRIDE}th stop, its time scaled up.",
        ),
    )
    return [*aims, *on_the_wire()]


def _class_sweeps(scene: ClassScene, methods: Sequence[str]) -> dict[str, ClassSweep]:
    sweeps = solve(scene, "tau", slider_stops(scene, "tau"), methods)
    maps_of(sweeps, *scene.sample.grid(GRID))
    return sweeps


def _together(scene: ClassScene) -> float:
    """Solve all methods in one sweep. Return the largest duality gap."""
    return max(float(sweep.worst_gap.max()) for sweep in _class_sweeps(scene, METHODS).values())


def _row(name: str, own_time: float, peer_time: float, gap: float) -> list[str]:
    stop = milliseconds(1000 * own_time / ClassScene.stops)
    return [
        name,
        seconds(own_time),
        stop,
        seconds(peer_time),
        f"{peer_time / own_time:.1f}",
        power(gap),
    ]


def on_the_wire() -> list[Aim]:
    """Measure the sweeps of four planes that the server sends: the time and size of a whole sweep,
    and the time of one frame while a point is dragged."""
    rows, aims = [], []
    for scene in (FIRST, *SCENES):
        for along in ("tau", "lam"):
            order = make_request(scene, along)
            arguments = (pack, order.scene, along, order.stops, GRID)
            [(time, packed)] = alternately(1, lambda a=arguments: compressed_by(*a))
            [(frame, _)] = alternately(3, lambda s=scene, a=along: _drag(s, a))
            name = f"C = {scene.classes}, m = {scene.m}, {along}"
            rows.append([name, seconds(time), f"{packed.size / 1000:.0f} kB",
                         milliseconds(1000 * frame / DRAG_STEPS)])  # fmt: skip
            if scene == FIRST and along == "tau":
                description = (
                    "four planes while a point is dragged, default scene, frames solved a second"
                )
                aims.append(Aim(description, DRAG_STEPS / frame, least=MIN_FRAME_RATE))
    show(
        f"Many classes: /{CLASS_SWEEP_ENDPOINT.path} as served, four planes of {GRID}² at once",
        ("scene, slider", "whole sweep", "on the wire", "a frame of a drag"),
        rows,
    )
    return aims


def _drag(scene: ClassScene, along: str) -> None:
    """Compute a frame for each position of the dragged first point."""
    for step in range(DRAG_STEPS):
        order = make_request(replace(scene, edits=f"m0,{0.05 * step:.3f},0.3"), along, 1)
        compressed_by(pack, order.scene, along, order.stops, GRID)
