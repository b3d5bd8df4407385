"""The proof of Theorem A.1: a part orthogonal to the span only makes θ longer (note 000, appendix
A)."""

from functools import lru_cache

import numpy as np

from lab.ui.items import scene3d
from pages.representer_theorem.mathematics.regularisers import HalfSquaredNorm
from pages.representer_theorem.mathematics.span import orthogonal_split, regularised_risk
from pages.representer_theorem.off_span_component import (
    ALPHA,
    FIRST_VIEW,
    LOSS,
    START,
    X,
    Y,
    corner,
    sheet,
    unit_off_span,
)
from pages.representer_theorem.proofs.proof_steps import (
    PicturedProof,
    PicturedStep,
    decimal,
    vector,
)

R = HalfSquaredNorm(0.25)


@lru_cache(maxsize=1)
def walk() -> PicturedProof:
    """Build the proof of Theorem A.1, for the θ at which the page's slider starts."""
    u = unit_off_span()
    theta = ALPHA @ X + START * u
    part = orthogonal_split(theta, X)
    v = np.linalg.qr(X.T).Q.T  # Gram–Schmidt: v₁ is parallel to the first example
    # The signs of a basis are free; the signs chosen here make ν > 0.
    v = v * np.sign(v @ theta)[:, None]
    nu = v @ theta
    at, first_edge, second_edge = sheet(np.vstack([X, v, part.in_span]))
    feet = (X @ theta / np.square(X).sum(axis=1))[:, None] * X
    constants = {
        "x1": X[0], "x2": X[1], "theta": theta, "inside": part.in_span, "u": u,
        "at": at, "one": first_edge, "other": second_edge, "v1": v[0], "v2": v[1],
        "n1": nu[0] * v[0], "a1": part.alpha[0] * X[0], "a2": part.alpha[1] * X[1],
        "feet": feet, "thetas": np.stack([theta, theta]),
        "insides": np.stack([part.in_span, part.in_span]),
        "corner1": corner(np.zeros(3), X[0], u), "corner2": corner(np.zeros(3), X[1], u),
        "corner": corner(part.in_span, -part.in_span, u),
    }  # fmt: skip
    return PicturedProof(
        "proof-span",
        "Theorem A.1: any non-decreasing r",
        "Two examples in space, their span V, and θ.",
        _steps(theta, part.in_span, part.alpha, nu),
        _parts(),
        constants,
        {},
        {
            "home": FIRST_VIEW,
            "zoom": 1.25,
            "axes": scene3d.axes(("", "", ""), (-0.6,) * 3, (2.0,) * 3),
        },
    )


def _parts() -> dict[str, scene3d.SpacePart]:
    sign = {"width": 1.4}
    return {
        "plane": scene3d.patch("one", "other", "accent", at="at", label="V"),
        "x1": scene3d.arrow("x1", "x⁽¹⁾", "positive", width=2),
        "x2": scene3d.arrow("x2", "x⁽²⁾", "negative", width=2),
        "v1": scene3d.arrow("v1", "v₁", "logistic", width=3),
        "v2": scene3d.arrow("v2", "v₂", "logistic", width=3),
        "u": scene3d.arrow("u", "u₁", "squared", width=3),
        "n1": scene3d.arrow("n1", "ν₁v₁", "logistic", middle_label=True),
        "n2": scene3d.arrow("inside", "ν₂v₂", "logistic", start="n1", middle_label=True),
        "mu": scene3d.arrow("theta", "μ₁u₁", "squared", start="inside", middle_label=True),
        "a1": scene3d.arrow("a1", "α₁x⁽¹⁾", "positive", width=3.4),
        "a2": scene3d.arrow("a2", "α₂x⁽²⁾", "negative", width=3.4),
        "side1": scene3d.segment("a1", "inside", "negative"),
        "side2": scene3d.segment("a2", "inside", "positive"),
        "corner1": scene3d.curve("corner1", "muted", **sign),
        "corner2": scene3d.curve("corner2", "muted", **sign),
        "corner": scene3d.curve("corner", "muted", **sign),
        "from_theta": scene3d.segment("thetas", "feet", "zero"),
        "from_inside": scene3d.segment("insides", "feet", "accent"),
        "feet": scene3d.points("feet", tone="zero"),
        "inside": scene3d.arrow("inside", "θ⁽ᵅ⁾", "accent", width=3.6),
        "theta": scene3d.arrow("theta", "θ", "zero", width=3.4),
    }


_DATA = ("x1", "x2", "theta")


def _steps(
    theta: np.ndarray, inside: np.ndarray, alpha: np.ndarray, nu: np.ndarray
) -> tuple[PicturedStep, ...]:
    return (*_decomposition(alpha, nu), *_comparison(theta, inside))


def _decomposition(alpha: np.ndarray, nu: np.ndarray) -> tuple[PicturedStep, ...]:
    """Return the steps that split θ into a weighted sum of the examples and an orthogonal part."""
    mu = START
    return (
        PicturedStep(
            "An arbitrary θ",
            r"Take any $\theta$: it need not minimise anything. Take any non-decreasing $r$, "
            r"convex or not. We look for a weighted sum of the examples with no larger risk. "
            "(000, eq. (5))",
            r"J_r(\theta) = \frac{1}{m} \sum_{i=1}^m L(x^{(i)T} \theta, y^{(i)}) + r(\|\theta\|_2)",
            _DATA,
            "Arrows for both examples and for θ.",
        ),
        PicturedStep(
            "The span V",
            "All weighted sums of the examples form a subspace "
            "$V$. For these two examples it is "
            "a plane through $0$.",
            r"V = \Big\{ \sum_{i=1}^m \beta_i x^{(i)} : \beta_i \in \mathbb{R} \Big\}",
            ("plane", *_DATA),
            "The plane through 0 and both examples; θ points out of it.",
        ),
        PicturedStep(
            "A basis of V",
            r"$V$ has an orthonormal basis: vectors of length 1 at right angles to each other that "
            r"span it. Here it has $n_0 = 2$ vectors.",
            r"\begin{aligned} & V = \Big\{ \sum_{i=1}^{n_0} b_i v_i : b_i \in \mathbb{R} \Big\},"
            r" \\ & \|v_i\|_2 = 1, \quad v_i^T v_j = 0 \text{ for } i \neq j \end{aligned}",
            ("plane", "theta", "v1", "v2"),
            "Two arrows of length 1 in the plane, at a right angle.",
        ),
        PicturedStep(
            "The orthogonal complement",
            r"The vectors at a right angle to all of $V$ form a subspace too, with a basis of "
            r"$n_\perp = n - n_0 = 3 - 2 = 1$ vector.",
            r"V^\perp = \{ u \in \mathbb{R}^n : u^T v = 0 \text{ for all } v \in V \}",
            ("plane", "theta", "v1", "v2", "u"),
            "A third arrow of length 1, at a right angle to the plane.",
        ),
        PicturedStep(
            "θ in these directions",
            r"Together the two bases span $\mathbb{R}^n$, and $\theta$ is a unique weighted sum of "
            rf"their vectors. Here $\nu = {vector(nu)}$ and $\mu_1 = {decimal(mu)}$.",
            r"\theta = \sum_{i=1}^{n_0} \nu_i v_i + \sum_{i=1}^{n_\perp} \mu_i u_i",
            ("plane", "theta", "n1", "n2", "mu"),
            "A path from 0 to θ in three parts: two in the plane, the third perpendicular to it.",
        ),
        PicturedStep(
            "The part in V is a linear combination of the examples",
            r"The first sum lies in $V$, so it is a weighted sum of the examples, with some "
            rf"coefficients $\alpha$; here $\alpha = {vector(alpha, 1)}$.",
            r"\sum_{i=1}^{n_0} \nu_i v_i = \sum_{i=1}^m \alpha_i x^{(i)} =: \theta^{(\alpha)}",
            ("plane", "theta", "mu", "inside", "a1", "a2", "side1", "side2"),
            "α₁x⁽¹⁾ and α₂x⁽²⁾ are the sides of a parallelogram; its diagonal is θ⁽ᵅ⁾, below θ.",
        ),
    )


def _comparison(theta: np.ndarray, in_span: np.ndarray) -> tuple[PicturedStep, ...]:
    """Return the steps that compare θ with its part in the span: length and predictions."""
    norm2, in_span_norm2, f = theta @ theta, in_span @ in_span, X @ theta
    J, best = (float(regularised_risk(weights, X, Y, LOSS, R)) for weights in (theta, in_span))
    return (
        PicturedStep(
            "The part outside V is orthogonal to every example",
            r"Each $u_i$ is at a right angle to all of $V$, hence to every example, and hence to "
            r"$\theta^{(\alpha)}$, which is a weighted sum of them.",
            r"u_i^T x^{(j)} = 0 \quad\Rightarrow\quad u_i^T \theta^{(\alpha)} = 0",
            ("plane", "x1", "x2", "u", "inside", "corner1", "corner2"),
            "u₁ and its right angles to both examples.",
        ),
        PicturedStep(
            "The length",
            rf"This is Pythagoras’ theorem. Here ${decimal(norm2)} = {decimal(in_span_norm2)} + "
            rf"{decimal(norm2 - in_span_norm2)}$: $\theta$ is no shorter than its part in $V$. "
            "(000, eq. (6a))",
            r"\begin{aligned} \|\theta\|_2^2 &= \|\theta^{(\alpha)}\|_2^2"
            r" + \underbrace{2 \sum_i \mu_i u_i^T \theta^{(\alpha)}}_{=\,0}"
            r" \\ &\quad + \Big\| \sum_i \mu_i u_i \Big\|_2^2 \geq \|\theta^{(\alpha)}\|_2^2"
            r" \end{aligned}",
            ("plane", "theta", "inside", "mu", "corner"),
            "A triangle with a right angle at θ⁽ᵅ⁾: θ is its longest side.",
        ),
        PicturedStep(
            "The predictions",
            r"An inner product with $x^{(i)}$ depends only on the projection onto $x^{(i)}$, and "
            r"$\theta$ and $\theta^{(\alpha)}$ have the same projections. Here both predict "
            rf"${decimal(f[0])}$ and ${decimal(f[1])}$. (000, eq. (6b))",
            r"\theta^{(\alpha)T} x^{(i)} = \theta^T x^{(i)}",
            ("plane", *_DATA, "inside", "from_theta", "from_inside", "feet"),
            "Dashed lines from θ and from θ⁽ᵅ⁾ meet the line of each example at the same point.",
        ),
        PicturedStep(
            "Together",
            r"The losses are the same, and the penalty is no larger. With the logistic loss and "
            r"$r(t) = t^2/8$: "
            rf"$J_r(\theta) = {decimal(J, 3)} \geq {decimal(best, 3)} = J_r(\theta^{{(\alpha)}})$. "
            "So it is enough to search among the weighted sums of the examples.",
            r"\begin{aligned} &J_r(\theta) \\"
            r" &\stackrel{(6b)}{=} \frac{1}{m} \sum_{i=1}^m L(\theta^{(\alpha)T} x^{(i)}, y^{(i)})"
            r" + r(\|\theta\|_2) \\"
            r" &\stackrel{(6a)}{\geq} \frac{1}{m} \sum_{i=1}^m L(\theta^{(\alpha)T} x^{(i)},"
            r" y^{(i)}) + r(\|\theta^{(\alpha)}\|_2) \\ &= J_r(\theta^{(\alpha)})"
            r" \end{aligned}",
            ("plane", *_DATA, "inside", "corner", "mu"),
            "θ, and below it in the plane θ⁽ᵅ⁾, whose risk is no larger.",
        ),
    )
