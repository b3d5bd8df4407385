"""Estimators in the manner of scikit-learn: any two labels, or any numbers, and `fit` behind them.

They follow scikit-learn's conventions for estimators (parameters as given to the constructor, what
is learned with a trailing underscore), so that its pipelines, grid searches and cross-validation
take them, without importing scikit-learn.
"""

from __future__ import annotations

import sys
import warnings
from inspect import signature
from types import SimpleNamespace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from .base_loss import Loss
from .kernels.base import Kernel
from .kernels.basic import RBF
from .losses import Hinge, Squared
from .solution import Solution, fit
from .validation import check_array, check_labels, check_numbers, check_points


class _KernelEstimator:
    """What classifier and regressor share: parameters, points, and the fitted function f."""

    solution_: Solution
    n_features_in_: int
    default_loss: type[Loss]
    kind: str

    def __init__(
        self,
        kernel: Kernel | None = None,
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
        """The constructor's parameters by name. No parameter has parameters of its own, so that
        `deep` makes no difference."""
        return {name: getattr(self, name) for name in signature(type(self)).parameters}

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name; ValueError for a name that is none."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise ValueError(
                    f"Invalid parameter {name!r} for {type(self).__name__}. "
                    f"Its parameters are {', '.join(known)}."
                )
            setattr(self, name, value)
        return self

    def _fit(self, X: ArrayLike, y: np.ndarray) -> None:
        """Minimise the regularised risk over points X (m, d) with numbers y (m,)."""
        points = self._points(X)
        self.solution_ = fit(
            points,
            y,
            self.kernel or RBF(tau=1.0),
            self.loss or self.default_loss(),
            self.lam,
            risk=self.risk,
            intercept=self.intercept,
            tol=self.tol,
        )
        self.n_features_in_ = points.shape[1]
        names = _column_names(X)
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _values(self, X: ArrayLike) -> np.ndarray:
        """f at the points X (n, d), shape (n,)."""
        if not hasattr(self, "solution_"):
            raise _sklearn_type("NotFittedError", AttributeError)(
                f"This {type(self).__name__} is not fitted yet: call `fit` with data first."
            )
        self._check_names(X)
        points = self._points(X)
        if points.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {points.shape[1]} features, but {type(self).__name__} is expecting "
                f"{self.n_features_in_} features as input."
            )
        return self.solution_.decision(points)

    @staticmethod
    def _points(X: ArrayLike) -> np.ndarray:
        """X as floats (n, d), n and d at least 1; ValueError, or TypeError for a sparse matrix."""
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
        """ValueError where X has column names that are not those of the data learned from."""
        mine, names = getattr(self, "feature_names_in_", None), _column_names(X)
        if mine is not None and names is not None and list(mine) != list(names):
            raise ValueError(
                "The feature names should match those that were passed during fit: "
                f"{list(mine)}, in this order."
            )

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "solution_")

    def __sklearn_tags__(self) -> SimpleNamespace:
        """What scikit-learn asks of an estimator's abilities, under the names of its `Tags`."""
        classifier = self.kind == "classifier"
        return SimpleNamespace(
            estimator_type=self.kind,
            target_tags=SimpleNamespace(
                required=True,
                one_d_labels=False,
                two_d_labels=False,
                positive_only=False,
                multi_output=False,
                single_output=True,
            ),
            transformer_tags=None,
            classifier_tags=SimpleNamespace(poor_score=False, multi_class=False, multi_label=False)
            if classifier
            else None,
            regressor_tags=None if classifier else SimpleNamespace(poor_score=False),
            array_api_support=False,
            no_validation=False,
            non_deterministic=False,
            requires_fit=True,
            _skip_test=False,
            input_tags=SimpleNamespace(
                one_d_array=False,
                two_d_array=True,
                three_d_array=False,
                sparse=False,
                categorical=False,
                string=False,
                dict=False,
                positive_only=False,
                allow_nan=False,
                pairwise=False,
            ),
        )

    def __repr__(self) -> str:
        plain = {name: p.default for name, p in signature(type(self)).parameters.items()}
        given = [f"{k}={v!r}" for k, v in self.get_params().items() if v is not plain[k]]
        return f"{type(self).__name__}({', '.join(given)})"


class KernelClassifier(_KernelEstimator):
    """A kernel machine for two classes: the minimiser of the regularised risk, and its sign.

    Parameters
    ----------
    kernel : Kernel, default RBF(tau=1.0)
    loss : Loss, default Hinge()
    lam : float
        λ >= 0, the weight of ½‖θ‖².
    risk : {"mean", "sum"}
        Whether the losses are averaged (000, eq. (2)) or summed (000, section 6).
    intercept : bool
    tol : float
        The largest relative duality gap.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The two labels in order; the second one is the positive class.
    solution_ : Solution
        The fitted function with alpha, primal, dual and gap.
    n_features_in_ : int

    Notes
    -----
    000, section 4: J_λ(α) = (1/m) Σ_i L(K^(i)ᵀα, y^(i)) + λ/2 αᵀKα; section 6 sums the losses. b is
    that of 001, "Primal formulation". The class is the sign of Σ_i α_i K(x, x^(i)) + b.

    Examples
    --------
    >>> import numpy as np, kernel_core as kc
    >>> X = np.array([[-1.0], [1.0]])
    >>> kc.KernelClassifier(kc.Linear()).fit(X, ["no", "yes"]).predict([[0.5]]).tolist()
    ['yes']
    """

    default_loss = Hinge
    kind = "classifier"

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from points X (m, d) with labels y (m,) of two different values."""
        labels = _column_as_list(_labels(X, y))
        if labels.dtype.kind == "f" and (labels != np.round(labels)).any():
            raise ValueError(
                "Unknown label type: continuous. Labels name classes; for numbers use "
                "KernelRegressor."
            )
        self.classes_, index = np.unique(labels, return_inverse=True)
        if len(self.classes_) == 1:
            raise ValueError("Two classes are needed to learn from; there is only one class in y.")
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is multiclass. "
                "For more than two classes see kernel_core.multiclass."
            )
        self._fit(X, 2.0 * index - 1.0)
        return self

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """f at the points X (n, d), shape (n,); positive for classes_[1]."""
        return self._values(X)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """The label of each point X (n, d), shape (n,); f = 0 goes to classes_[1]."""
        index = (self._values(X) >= 0).astype(int)
        return self.classes_[index]

    def score(self, X: ArrayLike, y: ArrayLike) -> float:
        """The share of points X (n, d) whose label y (n,) is predicted."""
        predicted, labels = self.predict(X), _labels(X, y)
        if (labels.dtype.kind == "U") != (predicted.dtype.kind == "U"):
            raise ValueError(
                f"The labels must be of the kind learned from, {self.classes_.tolist()}; "
                f"here the first is {labels.flat[0]!r}."
            )
        return float(np.mean(predicted == labels.ravel()))


class KernelRegressor(_KernelEstimator):
    """A kernel machine for numbers: the minimiser of the regularised risk over f.

    Parameters
    ----------
    kernel : Kernel, default RBF(tau=1.0)
    loss : Loss, default Squared()
        Any loss that takes numbers for labels.
    lam, risk, intercept, tol
        As in `KernelClassifier`.

    Attributes
    ----------
    solution_ : Solution
    n_features_in_ : int

    Notes
    -----
    000, section 4: J_λ(α) = (1/m) Σ_i L(K^(i)ᵀα, y^(i)) + λ/2 αᵀKα. For the squared loss summed,
    without b, that is α = (K + λI)⁻¹y of 001, "Minimize the dual".

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

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from points X (m, d) with numbers y (m,)."""
        self._fit(X, _column_as_list(_numbers(X, y)))
        return self

    def predict(self, X: ArrayLike) -> np.ndarray:
        """f at the points X (n, d), shape (n,)."""
        return self._values(X)

    def score(self, X: ArrayLike, y: ArrayLike) -> float:
        """R², the share of the variance of y (n,) that f at X (n, d) explains."""
        y = _numbers(X, y).ravel()
        rest, all_of_it = y - self.predict(X), y - y.mean()
        if not all_of_it.any():
            return 1.0 if not rest.any() else 0.0
        return float(1 - rest @ rest / (all_of_it @ all_of_it))


def _labels(X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """y as an array (m,) or (m, 1), one label for each point of X; ValueError in a sentence."""
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
    """y as floats (m,) or (m, 1), one for each point of X; ValueError in a sentence."""
    return check_numbers(_labels(X, y)).astype(float)


def _column_as_list(y: np.ndarray) -> np.ndarray:
    """y (m,), with scikit-learn's warning where it comes as a column (m, 1)."""
    if y.ndim == 2:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected: write y.ravel().",
            _sklearn_type("DataConversionWarning", UserWarning),
            stacklevel=3,
        )
    return y.ravel()


def _sklearn_type(name: str, otherwise: type[Any]) -> type[Any]:
    """scikit-learn's own exception where it is in use already; else `otherwise`."""
    return getattr(sys.modules.get("sklearn.exceptions"), name, otherwise)


def _column_names(X: Any) -> np.ndarray | None:
    """The names of the columns of a table such as pandas has, where all are texts."""
    columns = getattr(X, "columns", None)
    if columns is None or not all(isinstance(name, str) for name in columns):
        return None
    return np.asarray(list(columns), dtype=object)
