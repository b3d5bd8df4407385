"""A 64-stop sweep with its fields, beside scikit-learn in the same run, with the gaps reached."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from sklearn.svm import SVC

import kernel_core as kc
from benchmarks.tables import Aim, power, seconds, show
from benchmarks.timing import alternately
from kernel_core.sweep import Grams
from lab.fields import FIELDS
from lab.frames import DEFAULT_GRID as GRID
from lab.problem import Sample, sample_of, solve
from lab.scene import Scene, replace
from lab.stops import slider_stops

# m, how often everything is repeated, and every how many stops scikit-learn is given one.
SIZES = ((200, 3, 1), (500, 1, 2), (1000, 1, 8))
TIMES_FASTER = 10


@dataclass(frozen=True, eq=False)
class Task:
    """One sweep along tau: hinge loss, summed, no intercept, C = 1/lam."""

    sample: Sample
    taus: list[float]
    C: float
    every: int  # scikit-learn is given every so many stops, and its time is scaled up

    @property
    def name(self) -> str:
        return f"m = {len(self.sample.y)}, C = {self.C:g}"

    @property
    def lam(self) -> float:
        return 1 / self.C

    @property
    def grid(self) -> tuple[np.ndarray, np.ndarray]:
        return self.sample.grid(GRID)

    def ours(self, judge: kc.Population | None = None) -> kc.Sweep:
        kernels = [kc.RBF(tau) for tau in self.taus]
        X, y, (gx, gy) = self.sample.X, self.sample.y, self.grid
        options = {"risk": "sum", "gx": gx, "gy": gy, "judge": judge}
        return kc.sweep(X, y, kernels, self.lam, kc.Hinge(), **options)

    def theirs(self) -> list[SVC]:
        """What a user would write: fit, then the decision function on the mesh."""
        gx, gy = self.grid
        mesh = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)
        models = []
        for tau in self.taus[:: self.every]:
            model = SVC(C=self.C, gamma=1 / (2 * tau**2)).fit(self.sample.X, self.sample.y)
            model.decision_function(mesh).reshape(GRID, GRID)
            models.append(model)
        return models

    def their_fits(self, grams: list[np.ndarray]) -> None:
        """Their solver alone: the Gram matrices are there already, and no fields are asked for."""
        for K in grams:
            SVC(C=self.C, kernel="precomputed").fit(K, self.sample.y)

    def their_gaps(self, models: list[SVC]) -> list[float]:
        """Our certificate of their answers, which have an intercept."""
        gaps = []
        for K, model in zip(self.grams, models, strict=True):
            alpha = np.zeros(len(K))
            alpha[model.support_] = model.dual_coef_[0]
            b = float(model.intercept_[0])
            arguments = (K, self.sample.y, alpha, b, kc.Hinge(), self.lam, "sum")
            gaps.append(kc.certificate(*arguments, with_intercept=True).gap)
        return gaps

    @cached_property
    def grams(self) -> list[np.ndarray]:
        """The Gram matrices of the stops that scikit-learn is given."""
        X = self.sample.X
        return [kc.RBF(tau)(X, X) for tau in self.taus[:: self.every]]


def run() -> list[Aim]:
    peers, floors, aims = [], [], []
    for m, repeats, every in SIZES:
        scene = Scene(m=m)
        taus = slider_stops(scene, "tau").tolist()
        for C in (1.0, float(m)):
            task = Task(sample_of(scene), taus, C, every)
            row, times_faster = beside_scikit_learn(task, repeats)
            peers.append(row)
            floors.append(above_the_floor(task, repeats))
            if m == 200:
                what = f"sweep against scikit-learn, m = 200, C = {C:g}, times faster"
                aims.append(Aim(what, times_faster, least=TIMES_FASTER))
    show(
        f"Solver: 64 stops of τ with {GRID}² fields, hinge loss, default mixture",
        ("m, C", "ours", "scikit-learn", "times faster", "our worst gap", "their worst", "median"),
        peers,
        (
            "scikit-learn: SVC(C, gamma).fit and decision_function on the mesh, default tolerance.",
            "Gaps are relative duality gaps; theirs of their own problem, which has an intercept.",
            "m = 500: every 2nd stop of scikit-learn, times 2; m = 1000: every 8th, times 8.",
        ),
    )
    show(
        "Solver: what is left when nothing is solved",
        ("m, C", "ours, as served", "without solving", "so solving", "scikit-learn's fits alone"),
        floors,
        (
            "As served: with the test error of each stop on the judge's own 121² grid.",
            "Without solving: Gram matrices, fields and judge of answers that are there already.",
            "scikit-learn's fits alone: kernel='precomputed', Gram matrices not counted.",
        ),
    )
    losses()
    return aims


def beside_scikit_learn(task: Task, repeats: int) -> tuple[list[str], float]:
    """A row of the first table, and how many times faster we are."""
    (our_time, sweep), (their_time, models) = alternately(repeats, task.ours, task.theirs)
    their_time *= task.every
    gaps = task.their_gaps(models)
    times_faster = their_time / our_time
    row = [task.name, seconds(our_time), seconds(their_time), f"{times_faster:.1f}"]
    return [*row, power(sweep.gap.max()), power(max(gaps)), power(np.median(gaps))], times_faster


def above_the_floor(task: Task, repeats: int) -> list[str]:
    """A row of the second table: what a sweep costs beyond what any solver would have to pay."""
    judge, (gx, gy), grams = task.sample.judge, task.grid, task.grams
    sweep = task.ours()
    solutions = [sweep.solution(k) for k in range(len(task.taus))]

    def floor() -> None:
        gram = Grams(task.sample.X, sweep.kernels)
        for k, solution in enumerate(solutions):
            gram(k)
            solution.on_grid(gx, gy)
            judge.error(solution)

    runs = (lambda: task.ours(judge), floor, lambda: task.their_fits(grams))
    (served, _), (least, _), (fits, _) = alternately(repeats, *runs)
    return [task.name, *map(seconds, (served, least, served - least, fits * task.every))]


def losses() -> None:
    """Every loss along both sliders, as served."""
    rows = []
    for loss in FIELDS["loss"].choices:
        scene = replace(Scene(), loss=loss)
        row = [loss]
        for along in ("tau", "lam"):
            stops = slider_stops(scene, along)
            [(time, sweep)] = alternately(3, lambda a=along, s=stops, c=scene: solve(c, a, s, GRID))
            row += [seconds(time), power(sweep.gap.max())]
        rows.append(row)
    show(
        "Solver: all losses, m = 200, as served",
        ("loss", "64 stops of τ", "worst gap", "64 stops of λ", "worst gap"),
        rows,
    )
