"""Choose scikit-learn's estimator that minimises a scene's objective, and its parameters.

The exported scripts contain the estimator (`lab.scene.scripts`), and the comparison fits it
(`lab.endpoints.sklearn_comparison`). This module does not import scikit-learn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import kernel_core as kc
from lab.scene.fields import BALANCED, TENFOLD, TENFOLD_WEIGHT
from lab.scene.scene import Scene


@dataclass(frozen=True)
class Estimator:
    """An estimator `name` of `module` with `options`.

    `weight_name` is the name of the parameter that sets λ. It is "C", the weight of the losses,
    which is 1/(λm) for averaged and 1/λ for summed losses; or "alpha", the weight of the penalty,
    which is λm for averaged and λ for summed losses. `features`: whether the estimator is fitted to
    Phi with K = Phi Phiᵀ, not to K itself; `f`: the method that returns f; `is_direct`: whether it
    solves one linear system, without a tolerance; `passes`: the limit of iterations for a tolerance
    of 1e-8; `remark`: how this estimator is fitted or why it was chosen.
    """

    module: str
    name: str
    remark: str
    options: Mapping[str, Any] = field(default_factory=dict)
    weight_name: str = "C"
    features: bool = False
    f: str = "predict"
    is_direct: bool = False
    passes: int = 0

    def parameters_for(self, weight: float) -> dict[str, Any]:
        """Return the estimator's parameters for `weight`, which is λm for averaged losses and λ
        for summed losses."""
        return {self.weight_name: 1 / weight if self.weight_name == "C" else weight, **self.options}


_K = {"kernel": "precomputed"}
_WEIGHTS: dict[str, dict[str, Any]] = {
    BALANCED: {"class_weight": BALANCED},
    TENFOLD: {"class_weight": {1: TENFOLD_WEIGHT, -1: 1.0}},
}
_LIBLINEAR = {"fit_intercept": False, "random_state": 0}
_ON_FEATURES = "The estimator is fitted to features φ with φ(x)ᵀφ(z) = K(x, z) on these points."


def estimator_of(scene: Scene) -> Estimator | str:
    """Return the estimator for a scene's problem, or a sentence that explains why there is none."""
    if scene.learner != "risk":
        return f"This learner ({scene.learner}) minimises no objective that could be compared."
    intercept = bool(scene.intercept)
    if scene.loss == "hinge":
        return _svc(intercept, _WEIGHTS.get(scene.class_weight, {}))
    loss = kc.LOSSES[scene.loss]
    if isinstance(loss, kc.EpsilonInsensitive):
        return _svr(intercept, loss.epsilon)
    if scene.loss == "squared":
        return _ridge(intercept)
    if scene.loss == "logistic":
        return Estimator(
            "sklearn.linear_model", "LogisticRegression", _ON_FEATURES,
            {"fit_intercept": intercept}, features=True, f="decision_function", passes=10**4,
        )  # fmt: skip
    if scene.loss == "squared-hinge" and not intercept:
        return Estimator(
            "sklearn.svm", "LinearSVC", _ON_FEATURES, {"loss": "squared_hinge", **_LIBLINEAR},
            features=True, f="decision_function", passes=10**6,
        )  # fmt: skip
    if scene.loss == "squared-hinge":
        return "scikit-learn’s LinearSVC also penalises the intercept, so its objective differs."
    if scene.loss == "huber":
        return "scikit-learn’s HuberRegressor also estimates a scale, so its objective differs."
    return f"scikit-learn has no kernel classifier with the {scene.loss} loss and the penalty ‖w‖²."


def _svc(intercept: bool, weights: Mapping[str, Any]) -> Estimator:
    if intercept:
        return Estimator(
            "sklearn.svm", "SVC", "scikit-learn is given the matrix K.", {**_K, **weights},
            f="decision_function",
        )  # fmt: skip
    return Estimator(
        "sklearn.svm", "LinearSVC", f"SVC always has an intercept; LinearSVC need not have one. "
        f"{_ON_FEATURES}", {"loss": "hinge", **_LIBLINEAR, **weights},
        features=True, f="decision_function", passes=10**6,
    )  # fmt: skip


def _svr(intercept: bool, epsilon: float) -> Estimator:
    if intercept:
        return Estimator(
            "sklearn.svm", "SVR", "scikit-learn is given the matrix K.", {"epsilon": epsilon, **_K}
        )
    return Estimator(
        "sklearn.svm", "LinearSVR", f"SVR always has an intercept; LinearSVR need not have one. "
        f"{_ON_FEATURES}", {"epsilon": epsilon, **_LIBLINEAR}, features=True, passes=10**6,
    )  # fmt: skip


def _ridge(intercept: bool) -> Estimator:
    if intercept:
        return Estimator(
            "sklearn.linear_model", "Ridge", f"KernelRidge has no intercept; Ridge has one. "
            f"{_ON_FEATURES}", {"solver": "svd"}, weight_name="alpha", features=True,
            is_direct=True,
        )  # fmt: skip
    return Estimator(
        "sklearn.kernel_ridge", "KernelRidge", "scikit-learn is given the matrix K.", _K,
        weight_name="alpha", is_direct=True,
    )  # fmt: skip
