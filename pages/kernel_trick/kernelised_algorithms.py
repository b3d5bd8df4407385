"""Five learners, each as a few lines that use x and as a few lines that use K (notes 001 and 004).

The code uses X (m, d), y (m,) with entries ±1, new points Z (n, d), lam, and `order`, the indices
of the examples drawn. The form with K uses points only through the kernel: K = kernel(X, X), K_new
= kernel(Z, X) and kernel.diagonal(Z). Each form computes f (n,), whose sign is the class.
"""

from dataclasses import dataclass
from textwrap import dedent

LEAD = """
Some methods use points only through inner products $x_i^T x_j$, for instance the perceptron and
ridge regression. Replace these products by $K_{ij}$, and the method works in the space of $\\phi$
without computing any feature. The code below needs points `X`, labels `y`, new points `Z`, `lam`, a
`kernel`, and in `order` the indices of the examples drawn. With the linear kernel both forms give
the same numbers. With any other kernel, the form from $K$ gives the classifiers above, if losses
are summed, $f$ has no $b$ and the perceptron gets the examples in the same order. The SVM is an
exception: above it is solved exactly, while the lines here approximate it, with averaged losses.
"""
SHARED = "K, K_new = kernel(X, X), kernel(Z, X)   # the form from K uses X only here"


@dataclass(frozen=True)
class LearnerPair:
    """A learner as code in two forms, `over_x` from the points and `over_k` from K, and a text
    about their `difference`."""

    name: str
    over_x: str
    over_k: str
    difference: str


def _pair(name: str, over_x: str, over_k: str, difference: str) -> LearnerPair:
    return LearnerPair(name, dedent(over_x).strip(), dedent(over_k).strip(), difference)


PAIRS = (
    _pair(
        "Ridge",
        """
        I = np.eye(X.shape[1])
        w = np.linalg.solve(X.T @ X + lam * I, X.T @ y)
        f = Z @ w
        """,
        """
        I = np.eye(len(y))
        alpha = np.linalg.solve(K + lam * I, y)
        f = K_new @ alpha
        """,
        "w = Xᵀα. The system for w has one row for each feature, that for α one for each example. "
        "(001)",
    ),
    _pair(
        "Logistic",
        """
        I, w = np.eye(X.shape[1]), np.zeros(X.shape[1])
        for _ in range(30):   # Newton steps
            g = 1 / (1 + np.exp(y * (X @ w)))
            H = X.T @ (X * (g * (1 - g))[:, None]) + lam * I
            w += np.linalg.solve(H, X.T @ (y * g) - lam * w)
        f = Z @ w
        """,
        """
        I, alpha = np.eye(len(y)), np.zeros(len(y))
        for _ in range(30):   # the same steps
            g = 1 / (1 + np.exp(y * (K @ alpha)))
            H = K * (g * (1 - g))[:, None] + lam * I
            alpha += np.linalg.solve(H, y * g - lam * alpha)
        f = K_new @ alpha
        """,
        "Every step of w is Xᵀ times the step of α. At the end λαᵢ = yᵢ gᵢ. (000, Theorem 2.1)",
    ),
    _pair(
        "SVM",
        """
        w = np.zeros(X.shape[1])
        for t, i in enumerate(order, 1):
            short = y[i] * (X[i] @ w) < 1
            w *= 1 - 1 / t
            if short:
                w += y[i] / (lam * t) * X[i]
        f = Z @ w
        """,
        """
        alpha = np.zeros(len(y))
        for t, i in enumerate(order, 1):
            short = y[i] * (K[i] @ alpha) < 1
            alpha *= 1 - 1 / t
            if short:
                alpha[i] += y[i] / (lam * t)
        f = K_new @ alpha
        """,
        "The steps minimise the mean hinge loss plus the penalty, with one example in each step. "
        "A step along xᵢ becomes a step of αᵢ alone. (000 §5)",
    ),
    _pair(
        "Perceptron",
        """
        w = np.zeros(X.shape[1])
        for i in order:
            if y[i] * (X[i] @ w) <= 0:
                w += y[i] * X[i]
        f = Z @ w
        """,
        """
        alpha = np.zeros(len(y))
        for i in order:
            if y[i] * (K[i] @ alpha) <= 0:
                alpha[i] += y[i]
        f = K_new @ alpha
        """,
        "αᵢ is the number of mistakes on example i, times its label. (004)",
    ),
    _pair(
        "Nearest neighbour",
        """
        D = ((Z[:, None] - X) ** 2).sum(axis=2)

        f = y[D.argmin(axis=1)]
        """,
        """
        D = (kernel.diagonal(Z)[:, None]
             - 2 * K_new + np.diag(K))
        f = y[D.argmin(axis=1)]
        """,
        "‖φ(x) − φ(z)‖² = K(x, x) − 2K(x, z) + K(z, z): K alone gives the distance. (004)",
    ),
)
