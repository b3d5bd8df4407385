"""Define functions of one point by formulas, and kernels f(x)f(z) and g(x)K(x, z)g(z)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernel_core import Kernel
from kernel_core.kernels import Rule, grid_points
from lab.formulas import syntax_tree as n
from lab.formulas.evaluation import bind_parameters, evaluate, refuse_kernels
from lab.formulas.parser import read
from lab.formulas.printer import write
from lab.formulas.syntax_tree import ExpressionError, Node

# Examples of functions of one point, from which a visitor chooses: their formulas by name.
FUNCTIONS_OF_A_POINT = {
    "x₁": "x1",
    "x₂": "x2",
    "1 + x₁": "1+x1",
    "x₁x₂": "x1*x2",
    "‖x‖": "norm(x)",
    "‖x‖²": "norm(x)^2",
    "exp(−‖x‖²)": "exp(-norm(x)^2)",
    "1 / (1 + ‖x‖²)": "1/(1+norm(x)^2)",
    "cos x₁": "cos(x1)",
}


@dataclass(frozen=True)
class ParsedPointFunction:
    """A function of one point, given by a formula in x alone.

    Parameters
    ----------
    node : Node
        The formula's tree, without parameters.

    Raises
    ------
    ExpressionError
        If the formula contains the second point or a kernel.

    Notes
    -----
    Note 001, "Properties of kernels": the f of k(x, x') = f(x) f(x'); note 003, "SPD Kernel Closure
    Property": the g of g(x) k_1(x, y) g(y).

    Examples
    --------
    >>> from lab import formulas
    >>> import numpy as np
    >>> f = formulas.parse_point_function("x1*x2")
    >>> f(np.array([[2.0, 3.0], [1.0, 5.0]])).tolist()
    [6.0, 5.0]
    """

    node: Node

    def __post_init__(self) -> None:
        for part in n.walk(self.node):
            leaf = not part.children or isinstance(part, n.NamedKernel)
            if leaf and n.points_in(part) - {"x"}:
                raise ExpressionError(
                    f"A function of one point can contain only x, not “{write(part)}”.",
                    part.at,
                )

    def __call__(self, X: np.ndarray) -> np.ndarray:
        values = evaluate(self.node, X, X, refuse_kernels)
        return np.broadcast_to(np.asarray(values, dtype=float), (len(X), 1))[:, 0]

    def __repr__(self) -> str:
        return f"parse_point_function({write(self.node)!r})"


def parse_point_function(text: str, **values: float) -> ParsedPointFunction:
    """Parse a formula in x into a function of a point.

    Parameters
    ----------
    text : str
        A formula in x alone, such as "1+x1" or "exp(-norm(x)^2)".
    **values : float
        The values of its parameters, such as tau=0.4.

    Returns
    -------
    ParsedPointFunction
        A function from points X of shape (n, d) to numbers of shape (n,).

    Raises
    ------
    ExpressionError
        If the text is not such a formula, or a parameter has no finite value; the message names
        the column.

    Notes
    -----
    Note 001, "Properties of kernels": the f of k(x, x') = f(x) f(x'), a kernel for any f: R^d → R.

    Examples
    --------
    >>> from lab import formulas
    >>> import numpy as np
    >>> formulas.parse_point_function("a*x1", a=3)(np.array([[2.0, 0.0]])).tolist()
    [6.0]
    """
    return ParsedPointFunction(bind_parameters(read(text), values))


PointFunction = Callable[[np.ndarray], np.ndarray]  # a function from X (n, d) to values (n,)


@dataclass(frozen=True)
class RankOneKernel(Kernel):
    """K(x, z) = f(x) f(z): one feature, f itself (note 001, "Properties of kernels")."""

    f: PointFunction
    rule: ClassVar[Rule] = Rule("f(x)f(x′)", "One feature, f itself.", "001")

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        fx = self.f(X)
        return np.outer(fx, fx if Z is X else self.f(Z))

    def feature_count(self, d: int) -> int:
        return 1

    def _features(self, X: np.ndarray) -> np.ndarray:
        return self.f(X)[:, None]


@dataclass(frozen=True)
class RescaledKernel(Kernel):
    """g(x) K(x, z) g(z): each feature of K is multiplied by g (note 003, closure property 3)."""

    g: PointFunction
    kernel: Kernel
    rule: ClassVar[Rule] = Rule("g(x)k(x,x′)g(x′)", "Every feature is multiplied by g.", "003")

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        gx = self.g(X)
        return np.outer(gx, gx if Z is X else self.g(Z)) * self.kernel.gram(X, Z)

    def feature_count(self, d: int) -> int | None:
        return self.kernel.feature_count(d)

    def _features(self, X: np.ndarray) -> np.ndarray:
        return self.g(X)[:, None] * self.kernel._features(X)

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        g = self.g(grid_points(gx, gy)).reshape(len(gy), len(gx))
        return g * self.kernel._field(X, alpha * self.g(X), gx, gy)
