"""Estimators with scikit-learn's interface, for classes or real targets.

They follow scikit-learn's conventions (constructor parameters are stored unchanged, fitted
attributes end with an underscore), so that its pipelines, grid searches and cross-validation work
with them. This module does not import scikit-learn.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from inspect import signature
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from .base_loss import Loss
from .kernels.base import Kernel
from .kernels.basic import RBF
from .losses import Hinge, Logistic, Squared
from .multiclass import ClassProblem, MultiSolution, solve_classes
from .multiclass.solution import REDUCTIONS
from .solution import NotConverged, Solution, fit
from .validation import (
    check_array,
    check_choice,
    check_labels,
    check_numbers,
    check_points,
    check_symmetric,
)
from .weighted_loss import WeightedLoss

# A function from X (n, d) and Z (m, d) to an array (n, m).
PairFunction = Callable[[np.ndarray, np.ndarray], np.ndarray]
AnyKernel = Kernel | PairFunction | str | None


@dataclass(frozen=True)
class FunctionKernel(Kernel):
    """A kernel from a callable: K(x_i, z_j) = function(X, Z)_ij, as in scikit-learn (note 000, §3).

    If Z is X, the matrix is replaced by the mean of it and its transpose.
    """

    function: PairFunction

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        rows = X.astype(float)
        columns = rows if Z is X else Z.astype(float)
        K = np.array(check_array(self.function(rows, columns), "Values of the kernel"), float)
        return (K + K.T) / 2 if Z is X and K.shape == K.T.shape else K


@dataclass(frozen=True, eq=False)
class Precomputed(Kernel):
    """A precomputed kernel matrix (n, m).

    Each point is represented by one number. For training point j, whose values are column j of the
    matrix, it is j. For the i-th point to predict, whose values are row i, it is -1 - i.
    """

    table: np.ndarray

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        first, second = X[:, 0].astype(int), Z[:, 0].astype(int)
        if (second < 0).any():
            return self.gram(Z, X).T
        return self.table[np.ix_(np.where(first < 0, -1 - first, first), second)]


class _KernelEstimator:
    """The base class of the two estimators: parameters, checks of the points, and the fit."""

    solution_: Solution | MultiSolution
    n_features_in_: int
    default_loss: type[Loss]
    kind: str

    def __init__(
        self,
        kernel: AnyKernel = None,
        loss: Loss | None = None,
        lam: float = 0.01,
        risk: str = "mean",
        intercept: bool = True,
        tol: float = 1e-6,
    ) -> None:
        self.kernel = kernel
        self.loss = loss
        self.lam = lam
        self.risk = risk
        self.intercept = intercept
        self.tol = tol

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the constructor's parameters by name; with `deep` also those of kernel and loss,
        such as kernel__tau."""
        parameters = {name: getattr(self, name) for name in signature(type(self)).parameters}
        return (
            parameters | _nested("kernel", self._kernel) | _nested("loss", self._loss)
            if deep
            else parameters
        )

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name; kernel is set before kernel__tau. Raises ValueError for an
        unknown name."""
        for path in sorted(params, key=lambda path: path.count("__")):
            parameter_names = self.get_params()
            if path not in parameter_names:
                raise ValueError(
                    f"Invalid parameter {path!r} for {type(self).__name__}. "
                    f"Its parameters are {', '.join(parameter_names)}."
                )
            name, _, rest = path.partition("__")
            component = {"kernel": self._kernel, "loss": self._loss}.get(name)
            setattr(self, name, _with_parameter(component, rest, params[path]))
        return self

    @property
    def _kernel(self) -> AnyKernel:
        return RBF(tau=1.0) if self.kernel is None else self.kernel

    @property
    def _loss(self) -> Loss:
        return self.default_loss() if self.loss is None else self.loss

    @property
    def _options(self) -> dict[str, Any]:
        return {"risk": self.risk, "intercept": self.intercept, "tol": self.tol}

    def _fit(self, points: np.ndarray, y: np.ndarray, w: np.ndarray) -> None:
        """Store the fit to points (m, d), labels y (m,) and weights w (m,) as `solution_`."""
        kernel, rows = self._kernel_and_rows(points)
        members = np.flatnonzero(w)
        loss = _with_sample_weights(self._loss, w[members], self.risk)
        self.solution_ = fit(rows[members], y[members], kernel, loss, self.lam, **self._options)

    def _kernel_and_rows(self, points: np.ndarray) -> tuple[Kernel, np.ndarray]:
        """Return the kernel, and the points as it accepts them: row numbers for a precomputed K."""
        kernel = self._kernel
        if isinstance(kernel, Kernel):
            return kernel, points
        if isinstance(kernel, str):
            check_choice(kernel, "kernel", ("precomputed",))
            if points.shape[0] != points.shape[1]:
                raise ValueError(
                    "To learn from precomputed values of a kernel, X must be a square matrix with "
                    f"a row and a column for each example; its shape is {points.shape}."
                )
            K = check_symmetric(points)
            return Precomputed((K + K.T) / 2), np.arange(len(K), dtype=float)[:, None]
        if callable(kernel):
            return FunctionKernel(kernel), points
        raise ValueError(
            f'kernel must be a Kernel, a function of two tables of points, or "precomputed"; it '
            f"was {kernel!r}."
        )

    def _remember(self, X: ArrayLike, points: np.ndarray) -> None:
        """Store the number of features of X and, if X has them, their names."""
        self.n_features_in_ = points.shape[1]
        names = _column_names(X)
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _check_fitted(self) -> None:
        if not hasattr(self, "solution_"):
            raise _sklearn_type("NotFittedError", AttributeError)(
                f"This {type(self).__name__} is not fitted yet: call `fit` with data first."
            )

    def _solution_and_rows(self, X: ArrayLike) -> tuple[Any, np.ndarray]:
        """Return the solution, and the points X (n, d) in the form that its kernel accepts."""
        self._check_fitted()
        self._check_names(X)
        points = self._points(X)
        if points.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {points.shape[1]} features, but {type(self).__name__} is expecting "
                f"{self.n_features_in_} features as input."
            )
        if not isinstance(self.solution_.kernel, Precomputed):
            return self.solution_, points
        rows = -1.0 - np.arange(len(points))[:, None]
        return replace(self.solution_, kernel=Precomputed(points)), rows

    def _values(self, X: ArrayLike) -> np.ndarray:
        """Return f at the points X (n, d), shape (n,)."""
        solution, rows = self._solution_and_rows(X)
        return solution.decision(rows)

    @staticmethod
    def _points(X: ArrayLike) -> np.ndarray:
        """Return X as floats (n, d), n and d at least 1. Raises ValueError, or TypeError for a
        sparse matrix."""
        raw = check_array(X, "Points")
        if raw.ndim < 2:
            raise ValueError(
                f"Expected 2D array, got {raw.ndim}D array instead. Reshape your data: "
                "X.reshape(-1, 1) for one feature, X.reshape(1, -1) for one example."
            )
        if raw.ndim == 2 and raw.shape[0] == 0:
            raise ValueError("Found array with 0 sample(s) while a minimum of 1 is required.")
        if raw.ndim == 2 and raw.shape[1] == 0:
            raise ValueError(f"0 feature(s) (shape={raw.shape}) while a minimum of 1 is required.")
        return check_points(raw)

    def _check_names(self, X: ArrayLike) -> None:
        """Raise ValueError if X and the training data both have column names, and these differ."""
        fitted_names, names = getattr(self, "feature_names_in_", None), _column_names(X)
        if fitted_names is not None and names is not None and list(fitted_names) != list(names):
            raise ValueError(
                "The feature names should match those that were passed during fit: "
                f"{list(fitted_names)}, in this order."
            )

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "solution_")

    def __sklearn_tags__(self) -> Any:
        """Return the estimator's capabilities as scikit-learn's `Tags`."""
        # Scikit-learn is already imported, since only scikit-learn calls this.
        sklearn = sys.modules["sklearn.utils"]
        classifier = self.kind == "classifier"
        return sklearn.Tags(
            estimator_type=self.kind,
            target_tags=sklearn.TargetTags(required=True),
            classifier_tags=sklearn.ClassifierTags() if classifier else None,
            regressor_tags=None if classifier else sklearn.RegressorTags(),
            input_tags=sklearn.InputTags(pairwise=self.kernel == "precomputed"),
        )

    def __repr__(self) -> str:
        defaults = {name: p.default for name, p in signature(type(self)).parameters.items()}
        parameters = self.get_params(deep=False)
        changes = [f"{k}={v!r}" for k, v in parameters.items() if v is not defaults[k]]
        return f"{type(self).__name__}({', '.join(changes)})"


class KernelClassifier(_KernelEstimator):
    """A kernel machine for any number of classes: the minimiser of the regularised risk.

    Parameters
    ----------
    kernel : Kernel, callable or "precomputed", default RBF(tau=1.0)
        A callable maps points X (n, d) and Z (m, d) to the matrix (n, m). With "precomputed", X is
        that matrix: (m, m) to fit, (n, m) to predict.
    loss : Loss, default Hinge()
        Softmax has its own loss, and accepts only Logistic() or None.
    lam, risk, intercept, tol
        As in `fit`. With weights, the mean risk is the sum of the weighted losses divided by the
        sum of the weights.
    class_weight : dict, "balanced" or None
        For each label the factor by which the weights of its examples are multiplied; 1 for labels
        that are not listed. "balanced" gives all classes the same total weight.
    reduction : {"ova", "ovo", "tree", "softmax"}
        The method for more than two classes: one-versus-all, one-versus-one, a balanced tree, or
        softmax. Two classes need no reduction; softmax also fits them, with one function for each
        class.

    Attributes
    ----------
    classes_ : ndarray of shape (C,)
        The labels of examples with a weight above 0, in order; of two labels, the second is the
        positive class.
    solution_ : Solution or MultiSolution
        The solution, with alpha, primal, dual and gap, for examples with a weight above 0.
    n_features_in_ : int
        The number of columns of X.
    feature_names_in_ : ndarray, shape (n_features_in_,)
        The names of the columns of X, only if X has names.

    Raises
    ------
    NotConverged
        Raised by `fit` if a gap stays above tol.

    Notes
    -----
    Note 000, sections 4 and 6, with b of note 001, "Primal formulation". With two classes the sign
    of Σ_i α_i K(x, x^(i)) + b determines the class. For more classes see note 004, "Reduce
    multiclass to binary"; here ties go to the class with the larger f ("ovo": the larger sum of f).
    `SVC(C=C)` corresponds to risk="sum", lam = 1/C and reduction="ovo".

    Examples
    --------
    >>> import numpy as np, kernel_core as kc
    >>> X = np.array([[-1.0], [0.0], [1.0]])
    >>> model = kc.KernelClassifier(kc.RBF(0.5), reduction="softmax")
    >>> model.fit(X, ["low", "mid", "high"]).predict([[0.9]]).tolist()
    ['high']
    >>> model.predict_proba([[0.9]]).sum().round(6).item()
    1.0
    """

    default_loss = Hinge
    kind = "classifier"

    def __init__(
        self,
        kernel: AnyKernel = None,
        loss: Loss | None = None,
        lam: float = 0.01,
        risk: str = "mean",
        intercept: bool = True,
        tol: float = 1e-6,
        class_weight: Mapping[Any, float] | str | None = None,
        reduction: str = "ova",
    ) -> None:
        super().__init__(kernel, loss, lam, risk, intercept, tol)
        self.class_weight = class_weight
        self.reduction = reduction

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to points X (m, d) with labels y (m,), whole numbers or strings, and non-negative
        weights (m,)."""
        labels, points = _column_as_list(_labels(X, y)), self._points(X)
        if labels.dtype.kind == "f" and (labels != np.round(labels)).any():
            raise ValueError(
                "Unknown label type: continuous. Labels name classes; to predict "
                "numbers use KernelRegressor."
            )
        w = _example_weights(sample_weight, len(labels))
        products = w * _class_weights(self.class_weight, labels, w)
        w = _example_weights(products, len(w), "The products of sample and class weights")
        classes, k = np.unique(labels[w > 0], return_inverse=True)
        if len(classes) == 1:
            raise ValueError(
                "Two classes are needed to learn from; there is only one class in y"
                f"{' with weights above 0' if len(k) < len(labels) else ''}."
            )
        check_choice(self.reduction, "reduction", REDUCTIONS)
        position = np.searchsorted(classes, labels)
        if len(classes) == 2 and self.reduction != "softmax":
            self._fit(points, np.where(position == 1, 1.0, -1.0), w)
        else:
            self._fit_classes(points, position, w)
        self.classes_ = classes
        self._remember(X, points)
        return self

    def _fit_classes(self, points: np.ndarray, k: np.ndarray, w: np.ndarray) -> None:
        """Store the fit of all classifiers to points (m, d) of classes k (m,) with weights w (m,)
        as `solution_`. Raises NotConverged."""
        kernel, rows = self._kernel_and_rows(points)
        members = np.flatnonzero(w)
        base = self._loss
        if self.reduction == "softmax":
            if self.loss is not None and not isinstance(self.loss, Logistic):
                raise ValueError(
                    f"Softmax has its own loss, the logistic one of many classes; the {base.name} "
                    f"loss needs a reduction to two classes."
                )
            base = Logistic()
        loss = _with_sample_weights(base, w[members], self.risk)
        risk, intercept = self.risk, self.intercept
        problem = ClassProblem(rows[members], k[members], loss, risk, intercept)
        solution = solve_classes(problem, kernel, self.lam, self.reduction, tol=self.tol)
        if not solution.worst_gap <= self.tol:
            raise NotConverged(
                f"The relative duality gap is {solution.worst_gap:.1e}, above the tolerance "
                f"{self.tol:.1e}; the best solution found is in `.solution`.",
                solution,
            )
        self.solution_ = solution

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Return f at the points X (n, d), shape (n,), for two classes; for more classes a value of
        each class, (n, C).

        For two classes f >= 0 where classes_[1] is predicted. For more classes the predicted class
        has the largest value. With "ova" and "softmax" the value of a class is its f. With "ovo" it
        is the number of its votes, plus a term below ½ in size that increases with its sum of f.
        With "tree" it is 1 for the predicted class and 0 for the others.
        """
        solution, rows = self._solution_and_rows(X)
        if isinstance(solution, Solution):
            return solution.decision(rows)
        if len(self.classes_) == 2:  # softmax with two classes
            first, second = solution.values(rows)
            return second - first
        if solution.reduction in ("ova", "softmax"):
            return solution.values(rows).T
        predictions = solution.decide(rows, ties="score")
        votes = predictions.class_scores.astype(float).T
        if solution.reduction == "ovo":
            size = np.zeros(votes.shape)
            for task, f in zip(solution.tasks, predictions.values, strict=True):
                size[:, task.positive[0]] += f
                size[:, task.negative[0]] -= f
            votes += size / (3 * (np.abs(size) + 1))
        return votes

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return the predicted labels of the points X (n, d), shape (n,).

        With two classes, f = 0 gives the second. With more, equal largest values give the first."""
        f = self.decision_function(X)
        return self.classes_[(f >= 0).astype(int) if f.ndim == 1 else f.argmax(axis=1)]

    @property
    def predict_proba(self) -> Callable[[ArrayLike], np.ndarray]:
        """P(y | x) for each class at the points X (n, d), shape (n, C), for softmax, and for the
        logistic loss with two classes.

        Raises AttributeError for other classifiers, which have no probabilities: with other losses
        f is not the log-odds, and one-versus-all probabilities need not sum to 1. Weights of
        examples change the fitted odds.
        """
        self._check_fitted()
        if isinstance(self.solution_, Solution):
            if not isinstance(self.solution_.loss.unweighted, Logistic):
                raise AttributeError(
                    f"The {self.solution_.loss.name} loss has no probabilities: its f determines "
                    f"the class, not how likely it is. The logistic loss and softmax have "
                    f"probabilities."
                )
        elif self.solution_.reduction != "softmax":
            raise AttributeError(
                "Classifiers that are trained separately have no class probabilities that add up "
                'to 1: reduction="softmax" trains them together.'
            )
        return self._probabilities

    def _probabilities(self, X: ArrayLike) -> np.ndarray:
        solution, rows = self._solution_and_rows(X)
        if isinstance(solution, MultiSolution):
            return solution.probabilities(rows)
        f = solution.decision(rows)
        return np.exp(-np.logaddexp(0.0, np.column_stack([f, -f])))

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Return the weighted accuracy on points X (n, d) with labels y (n,)."""
        predicted, labels = self.predict(X), _labels(X, y)
        if (labels.dtype.kind == "U") != (predicted.dtype.kind == "U"):
            raise ValueError(
                f"The labels must be of the kind that the classifier was trained "
                f"on, {self.classes_.tolist()}; "
                f"here the first is {labels.flat[0]!r}."
            )
        right = predicted == labels.ravel()
        return float(np.average(right, weights=_example_weights(sample_weight, len(right))))


class KernelRegressor(_KernelEstimator):
    """A kernel machine for regression: the minimiser of the regularised risk over f.

    Parameters
    ----------
    loss : Loss, default Squared()
        Any loss for real labels.
    kernel, lam, risk, intercept, tol
        As in `KernelClassifier`.

    Attributes
    ----------
    solution_ : Solution
        The solution for the examples with a weight above 0.
    n_features_in_, feature_names_in_
        As in `KernelClassifier`.

    Raises
    ------
    NotConverged
        Raised by `fit` if the gap stays above tol.

    Notes
    -----
    Note 000, section 4. For the summed squared loss without b, the solution is α = (K + λI)⁻¹y of
    note 001, "Minimize the dual".

    Examples
    --------
    >>> import numpy as np, kernel_core as kc
    >>> X = np.array([[0.0], [1.0], [2.0]])
    >>> model = kc.KernelRegressor(kc.Linear(), lam=1e-9).fit(X, [1.0, 3.0, 5.0])
    >>> model.predict([[3.0]]).round(3).tolist()
    [7.0]
    """

    default_loss = Squared
    kind = "regressor"

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to points X (m, d) with targets y (m,) and non-negative weights (m,)."""
        numbers, points = _column_as_list(_numbers(X, y)), self._points(X)
        self._fit(points, numbers, _example_weights(sample_weight, len(numbers)))
        self._remember(X, points)
        return self

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return f at the points X (n, d), shape (n,)."""
        return self._values(X)

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Return the weighted R²: the share of the variance of y (n,) that f at X (n, d) explains;
        negative if f is worse than the mean of y. If all y with a weight above 0 are equal, return
        1 for a perfect fit, else 0."""
        y = _numbers(X, y).ravel()
        w = _example_weights(sample_weight, len(y))
        residual = (y - self.predict(X))[w > 0]
        y, w = y[w > 0], w[w > 0]
        if (y == y[0]).all():  # the computed mean may differ from y by a rounding error
            return 1.0 if not residual.any() else 0.0
        deviation = y - np.average(y, weights=w)
        return float(1 - (w * residual) @ residual / ((w * deviation) @ deviation))


def _nested(name: str, thing: Any) -> dict[str, Any]:
    """Return the parameters of a kernel or a loss and of its parts, by nested name."""
    if not is_dataclass(thing):
        return {}
    parameters = {f"{name}__{field.name}": getattr(thing, field.name) for field in fields(thing)}
    parts = [_nested(path, part) for path, part in parameters.items()]
    return parameters | {path: value for part in parts for path, value in part.items()}


def _with_parameter(thing: Any, path: str, value: Any) -> Any:
    """Return a copy of `thing` in which `value` replaces the parameter `path`; `value` itself for
    an empty path."""
    if not path:
        return value
    name, _, rest = path.partition("__")
    return replace(thing, **{name: _with_parameter(getattr(thing, name), rest, value)})


def _example_weights(weights: ArrayLike | None, m: int, name: str = "Sample weights") -> np.ndarray:
    """Return weights (m,) as floats, all 1 for None. Raises ValueError for another shape, for
    weights that are negative or not finite, or if all are 0; the message begins with `name`."""
    if weights is None:
        return np.ones(m)
    w = check_array(weights, name)
    if w.dtype.kind == "U":
        raise ValueError(f"{name} must be numbers; these are strings.")
    w = w.astype(float)
    if not np.isfinite(w).all():
        raise ValueError(f"{name} must be finite numbers; some of these are NaN or infinite.")
    if w.ndim != 1 or len(w) != m:
        raise ValueError(
            f"{name} must be a 1D array or a list, one weight for each of {m} examples; "
            f"their shape is {w.shape}."
        )
    if (w < 0).any() or not w.any():
        raise ValueError(f"{name} must be at least 0, and not all of them zero.")
    return w


def _class_weights(
    class_weight: Mapping[Any, float] | str | None, labels: np.ndarray, w: np.ndarray
) -> np.ndarray:
    """Return the factors (m,) by which class_weight multiplies the weights w (m,), from the labels
    (m,). Raises ValueError for a label that is not in y, and for an invalid factor."""
    classes, k = np.unique(labels, return_inverse=True)
    if class_weight is None:
        return np.ones(len(labels))
    if isinstance(class_weight, str):
        check_choice(class_weight, "class_weight", ("balanced",))
        totals = np.bincount(k, w)
        return (w.sum() / np.count_nonzero(totals) / np.where(totals > 0, totals, 1.0))[k]
    unknown = set(class_weight) - set(classes.tolist())
    if unknown:
        name = min(unknown, key=str)
        raise ValueError(f"class_weight names {name!r}, which is not a label in y.")
    return _example_weights(
        [class_weight.get(label, 1.0) for label in classes.tolist()],
        len(classes),
        "Class weights",
    )[k]


def _with_sample_weights(loss: Loss, w: np.ndarray, risk: str) -> Loss:
    """Return the loss with weights w (m,) above 0; the loss itself if all weights are 1 or, for the
    mean risk, equal."""
    if (w == (w[0] if risk == "mean" else 1.0)).all():
        return loss
    return WeightedLoss(loss, w).subset(np.arange(len(w)), risk)


def _labels(X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Return y as an array (m,) or (m, 1), with one label for each point of X. Raises ValueError
    for None and for other shapes."""
    if y is None:
        raise ValueError("This estimator requires y to be passed, but the target y is None.")
    labels = check_labels(y)
    if labels.ndim != 1 and labels.shape[1:] != (1,):
        raise ValueError(f"y should be a 1d array, got an array of shape {labels.shape} instead.")
    count = len(_KernelEstimator._points(X))
    if count != len(labels):
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: [{count}, {len(labels)}]"
        )
    return labels


def _numbers(X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Return y as floats (m,) or (m, 1), one for each point of X. Raises ValueError for strings,
    None and other shapes."""
    return check_numbers(_labels(X, y)).astype(float)


def _column_as_list(y: np.ndarray) -> np.ndarray:
    """Return y with the shape (m,); issue scikit-learn's warning if y is a column (m, 1)."""
    if y.ndim == 2:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected: write y.ravel().",
            _sklearn_type("DataConversionWarning", UserWarning),
            stacklevel=3,
        )
    return y.ravel()


def _sklearn_type(name: str, otherwise: type[Any]) -> type[Any]:
    """Return scikit-learn's exception type of this name if scikit-learn is imported already; else
    `otherwise`."""
    return getattr(sys.modules.get("sklearn.exceptions"), name, otherwise)


def _column_names(X: Any) -> np.ndarray | None:
    """Return the column names of a table such as a pandas DataFrame; None unless all are
    strings."""
    columns = getattr(X, "columns", None)
    if columns is None or not all(isinstance(name, str) for name in columns):
        return None
    return np.asarray(list(columns), dtype=object)
