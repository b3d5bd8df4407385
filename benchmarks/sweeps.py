"""Define the measured sweeps of a loss along a slider, a lower bound of their time, and the same
fits by scikit-learn."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from sklearn.svm import SVC

import kernel_core as kc
from kernel_core.duality_gap import Objective, certify
from kernel_core.solution_path import GramCache, certify_stops
from lab.scene.error_rates import PopulationRisk
from lab.scene.learning_problem import GRID, NoHoldOut, Sample, sample_of
from lab.scene.scene import Scene
from lab.scene.slider_stops import slider_stops
from lab.wire.plane_fields import fields_along
from lab.wire.scene_sweep import SceneSweep, measure


def fields_of(path: kc.Sweep, gx: np.ndarray, gy: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the fields of a sweep."""
    return fields_along(path.X, path.kernels, path.alpha, path.intercept, gx, gy)


def errors_of(path: kc.Sweep, sample: Sample) -> list[float]:
    """Return the test errors of a sweep over a sample with known density."""
    evaluator = sample.evaluator
    assert isinstance(evaluator, PopulationRisk)
    return [evaluator.error_on_grid(f) for f in fields_of(path, *evaluator.axes)]


@dataclass(frozen=True, eq=False)
class Task:
    """A sweep of 64 stops along "tau" or "lam". The risk is summed, there is no intercept, and
    C = 1/lam along tau."""

    m: int
    C: float
    loss: str = "hinge"
    along: str = "tau"
    every: int = 1  # n if scikit-learn solves every n-th stop; its time is then scaled up

    @property
    def name(self) -> str:
        return f"m = {self.m}, C = {self.C:g}" if self.along == "tau" else f"m = {self.m}, along λ"

    @cached_property
    def sample(self) -> Sample:
        return sample_of(Scene(m=self.m))

    @cached_property
    def grid(self) -> tuple[np.ndarray, np.ndarray]:
        return self.sample.grid(GRID)

    @cached_property
    def stops(self) -> list[float]:
        return slider_stops(Scene(m=self.m), self.along).tolist()

    @property
    def kernels(self) -> kc.Kernel | list[kc.Kernel]:
        return [kc.RBF(tau) for tau in self.stops] if self.along == "tau" else kc.RBF(Scene().tau)

    def fit_own(self) -> SceneSweep:
        """Solve the sweep, and compute its fields and certificates."""
        lam = 1 / self.C if self.along == "tau" else self.stops
        X, y = self.sample.X, self.sample.y
        path = kc.sweep(kc.Problem(X, y, kc.LOSSES[self.loss], risk="sum"), self.kernels, lam)
        return measure(path, NoHoldOut(), self.grid)

    def parts(self, path: kc.Sweep) -> dict[str, Callable[[], object]]:
        """Return the computations of a sweep other than solving, for its solutions `path`."""
        solutions = [path.solution(k) for k in range(len(path.lams))]

        def grams() -> None:
            gram = GramCache(self.sample.X, path.kernels)
            for k in range(len(solutions)):
                gram(k)

        def certificates() -> None:
            # The first stop's Gram matrix is used for all stops: its values don't affect the time.
            K = GramCache(self.sample.X, path.kernels)(0)
            if self.loss == "hinge":
                root = np.ones_like(path.alpha)
                certify_stops(root, path.y, path.alpha, path.decision, path.loss, path.lams, 1.0)
                return
            for s in solutions:
                certify(Objective(K, s.y, s.loss, s.lam, 1.0), s.alpha, s.intercept)

        return {
            "Gram matrices": grams,
            "fields": lambda: list(fields_of(path, *self.grid)),
            "certificates": certificates,
            "test errors": lambda: errors_of(path, self.sample),
        }

    def floor(self, path: kc.Sweep) -> Callable[[], None]:
        """Return a function that computes the Gram matrices and the fields, without a solver."""
        parts = self.parts(path)

        def run() -> None:
            parts["Gram matrices"]()
            parts["fields"]()

        return run

    def fit_peer(self) -> list[SVC]:
        """Fit scikit-learn's SVC at its stops, and compute the decision functions on the mesh."""
        mesh = np.stack(np.meshgrid(*self.grid), axis=-1).reshape(-1, 2)
        models = []
        for tau in self.stops[:: self.every]:
            model = SVC(C=self.C, gamma=1 / (2 * tau**2)).fit(self.sample.X, self.sample.y)
            model.decision_function(mesh).reshape(GRID, GRID)
            models.append(model)
        return models

    @cached_property
    def grams(self) -> list[np.ndarray]:
        """Return the Gram matrices of scikit-learn's stops."""
        return [kc.RBF(tau)(self.sample.X, self.sample.X) for tau in self.stops[:: self.every]]

    def their_fits(self) -> None:
        """Run scikit-learn's solver on precomputed Gram matrices, without fields."""
        for K in self.grams:
            SVC(C=self.C, kernel="precomputed").fit(K, self.sample.y)

    def their_gap(self, models: list[SVC]) -> float:
        """Return the largest duality gap of scikit-learn's solutions, which have an intercept."""
        gaps = []
        for K, model in zip(self.grams, models, strict=True):
            alpha = np.zeros(len(K))
            alpha[model.support_] = model.dual_coef_[0]
            b = float(model.intercept_[0])
            arguments = (K, self.sample.y, alpha, b, kc.Hinge(), 1 / self.C, "sum")
            gaps.append(kc.certificate(*arguments, with_intercept=True).gap)
        return max(gaps)
