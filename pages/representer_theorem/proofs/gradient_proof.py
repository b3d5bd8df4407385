"""The proof of Theorem 2.1: where the gradient is zero, θ is a weighted sum of the examples (note
000 §2)."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.ui.items import scene3d
from pages.representer_theorem.off_span_component import sheet
from pages.representer_theorem.proofs.proof_steps import (
    PicturedProof,
    PicturedStep,
    decimal,
    vector,
)

X = np.array([[1.0, 0.0, 0.5], [0.5, 1.0, 0.0]])
Y = np.array([2.0, -1.0])
LAM = 0.5
LOSS = kc.Squared()
ARBITRARY_THETA = np.array([0.2, 0.5, 0.9])  # a θ that is not the minimiser
FIRST_AT_MINIMUM = 5  # the first step in which θ is the minimiser


def gradient(theta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the slopes w (2,) of the losses at θ (3,), the vectors w_i x_i / m (2, 3), and the
    gradient (3,)."""
    w = LOSS.derivative(X @ theta, Y)
    pieces = w[:, None] * X / len(X)
    return w, pieces, pieces.sum(axis=0) + LAM * theta


def minimiser() -> tuple[np.ndarray, np.ndarray]:
    """Compute the α (2,) and θ (3,) that minimise J_λ, with `kernel_core.fit`."""
    alpha = kc.fit(X, Y, kc.Linear(), LOSS, LAM, risk="mean", tol=1e-12).alpha
    return alpha, alpha @ X


@lru_cache(maxsize=1)
def walk() -> PicturedProof:
    """Build the proof of Theorem 2.1."""
    alpha, best = minimiser()
    steps = _steps(alpha, best)
    thetas = [
        ARBITRARY_THETA if number < FIRST_AT_MINIMUM else best
        for number in range(1, len(steps) + 1)
    ]
    gradients = [gradient(theta) for theta in thetas]
    first = np.stack([pieces[0] for _, pieces, _ in gradients])
    sums = np.stack([pieces.sum(axis=0) for _, pieces, _ in gradients])
    at, first_edge, second_edge = sheet(np.vstack([X, best]))
    constants = {
        "x1": X[0], "x2": X[1], "at": at, "one": first_edge, "other": second_edge,
        "a1": alpha[0] * X[0], "a2": alpha[1] * X[1], "printed": len(X) * best,
    }  # fmt: skip
    step_tensors = {
        "theta": np.stack(thetas),
        "price": LAM * np.stack(thetas),
        "s1": np.stack([w[0] * X[0] for w, _, _ in gradients]),
        "s2": np.stack([w[1] * X[1] for w, _, _ in gradients]),
        "first": first, "both": sums,
        "end": np.stack([gradient for _, _, gradient in gradients]),
    }  # fmt: skip
    return PicturedProof(
        "proof-gradient", "Theorem 2.1: r = (λ/2)‖θ‖²",
        "Two examples in three dimensions, θ, and the terms of the gradient.", steps,
        _parts(), constants, step_tensors,
        {"home": (-132, 20), "zoom": 1.5,
         "axes": scene3d.axes(("", "", ""), (-0.5,) * 3, (1.2,) * 3)},
    )  # fmt: skip


def _parts() -> dict[str, scene3d.SpacePart]:
    pieces: dict[str, Any] = {"middle_label": True, "width": 2.2}
    return {
        "plane": scene3d.patch("one", "other", "accent", at="at"),
        "x1": scene3d.arrow("x1", "x⁽¹⁾", "positive", width=2),
        "x2": scene3d.arrow("x2", "x⁽²⁾", "negative", width=2),
        "theta": scene3d.arrow("theta", "θ", "zero", width=3.4),
        "s1": scene3d.arrow("s1", "L′·x⁽¹⁾", "positive", width=3.4),
        "s2": scene3d.arrow("s2", "L′·x⁽²⁾", "negative", width=3.4),
        "price": scene3d.arrow("price", "λθ", "squared", width=3.4),
        "first": scene3d.arrow("first", "L′x⁽¹⁾/m", "positive", **pieces),
        "second": scene3d.arrow("both", "L′x⁽²⁾/m", "negative", start="first", **pieces),
        "third": scene3d.arrow("end", "λθ", "squared", start="both", **pieces),
        "end": scene3d.arrow("end", "∇J", "exponential", width=3.4),
        "w1": scene3d.arrow("s1", "w₁x⁽¹⁾", "positive", width=3.4),
        "w2": scene3d.arrow("s2", "w₂x⁽²⁾", "negative", width=3.4),
        "printed": scene3d.segment("theta", "printed", "muted", label="in the notes", width=2),
        "a1": scene3d.arrow("a1", "α₁x⁽¹⁾", "positive", width=3.4),
        "a2": scene3d.arrow("a2", "α₂x⁽²⁾", "negative", width=3.4),
        "side1": scene3d.segment("a1", "theta", "negative"),
        "side2": scene3d.segment("a2", "theta", "positive"),
    }


_DATA = ("x1", "x2", "theta")


def _steps(alpha: np.ndarray, best: np.ndarray) -> tuple[PicturedStep, ...]:
    return (*_whole_gradient(), *_minimum(alpha, best))


def _whole_gradient() -> tuple[PicturedStep, ...]:
    """Return the steps that derive the gradient at any θ, term by term."""
    w, _, ascent = gradient(ARBITRARY_THETA)
    length = float(np.linalg.norm(ascent))
    return (
        PicturedStep(
            "The risk",
            "Take two examples and any $\\theta$. Its risk is the mean loss plus a penalty on its "
            "length. The loss is convex and differentiable, and $\\lambda > 0$; here it is the "
            f"squared loss, with $m = 2$, $\\lambda = {decimal(LAM, 1)}$ and "
            f"$y = {vector(Y, 0)}$. (000, eq. (2))",
            r"J_\lambda(\theta) = \frac{1}{m} \sum_{i=1}^m L(\theta^T x^{(i)}, y^{(i)})"
            r" + \frac{\lambda}{2} \|\theta\|_2^2",
            _DATA,
            "Arrows for both examples, and a θ that points out of their plane.",
        ),
        PicturedStep(
            "The chain rule",
            r"The loss depends on $\theta$ only through $\theta^T x$. So its gradient is a "
            "number, the slope $L'$, times the example: it is parallel to $x$. Here "
            f"$L' = {decimal(w[0])}$ at the first example and ${decimal(w[1])}$ at the second.",
            r"\nabla_\theta\, L(\theta^T x, y) = L'(\theta^T x, y)\, x",
            (*_DATA, "s1", "s2"),
            "The gradient of each loss is parallel to its example.",
        ),
        PicturedStep(
            "The penalty on the length",
            r"The gradient of half the squared length is $\theta$ itself, so the penalty adds "
            r"$\lambda \theta$.",
            r"\nabla_\theta\, \frac{1}{2} \|\theta\|_2^2 = \theta",
            (*_DATA, "price"),
            f"λθ is parallel to θ, {LAM:g} times as long.",
        ),
        PicturedStep(
            "The whole gradient",
            "Add the terms: the gradients of both losses, each divided by $m$, then that of the "
            f"penalty. The arrow from start to end is the sum. Its length is {decimal(length)}, so "
            r"this $\theta$ does not minimise $J_\lambda$.",
            r"\nabla J_\lambda(\theta) = \frac{1}{m} \sum_{i=1}^m L'(\theta^T x^{(i)}, y^{(i)})"
            r"\, x^{(i)} + \lambda \theta",
            ("theta", "first", "second", "third", "end"),
            "Drawn head to tail, the three terms do not end at 0: their sum is ∇J.",
        ),
    )


def _minimum(alpha: np.ndarray, best: np.ndarray) -> tuple[PicturedStep, ...]:
    """Return the steps that show: where the gradient is 0, θ is a weighted sum of the examples."""
    w, _, remainder = gradient(best)
    return (
        PicturedStep(
            "At the minimum the gradient is zero",
            r"At the minimiser the gradient is $0$: the terms add up to $0$. Those of the losses "
            r"lie in the plane of the examples, so $\lambda\theta$, which cancels them, lies in "
            r"that plane, and so does $\theta$.",
            r"\frac{1}{m} \sum_{i=1}^m L'(\theta^T x^{(i)}, y^{(i)})\, x^{(i)} + \lambda \theta"
            r" = \vec{0}",
            ("plane", "theta", "first", "second", "third"),
            "For the minimiser the three terms form a closed triangle in the plane of the "
            "examples.",
        ),
        PicturedStep(
            "A name for the slopes",
            r"$w_i$ depends on $\theta$, but for every $\theta$ it is one real number for each "
            f"example. Here $w_1 = {decimal(w[0])}$ and $w_2 = {decimal(w[1])}$.",
            r"w_i = L'(\theta^T x^{(i)}, y^{(i)})",
            ("plane", *_DATA, "w1", "w2"),
            "The arrows w₁x⁽¹⁾ and w₂x⁽²⁾ are parallel to the examples.",
        ),
        PicturedStep(
            r"Solve for θ",
            r"Bring the sum to the other side and divide by $\lambda$. The notes print "
            r"$-\frac{1}{\lambda} \sum_{i=1}^n w_i x^{(i)}$: the $\frac{1}{m}$ is missing and $m$ "
            "has become $n$. With two examples that arrow is twice as long as it should be, and "
            "the gradient there is not zero. (000, proof of Theorem 2.1; correct in 002)",
            r"\theta = -\frac{1}{\lambda m} \sum_{i=1}^m w_i x^{(i)}",
            ("plane", *_DATA, "printed"),
            "θ and, dashed beyond it, the vector that the notes print, twice as long.",
        ),
        PicturedStep(
            "Read off α",
            r"So $\theta$ is a weighted sum of the examples. The slopes give "
            f"$\\alpha = -w/(\\lambda m) = {vector(-w / (LAM * len(X)), 3)}$, and the solver "
            f"finds ${vector(alpha, 3)}$. There the length of the gradient is "
            f"{_power(float(np.linalg.norm(remainder)))}.",
            r"\alpha_i = -\frac{w_i}{\lambda m}, \qquad \theta = \sum_{i=1}^m \alpha_i x^{(i)}",
            ("plane", "theta", "a1", "a2", "side1", "side2"),
            "α₁x⁽¹⁾ and α₂x⁽²⁾ are the sides of a parallelogram, and θ is its diagonal.",
        ),
    )


def _power(value: float) -> str:
    """Return the text of a small number: exactly 0, or the power of ten that bounds it."""
    if value == 0:
        return "exactly $0$"
    return rf"below $10^{{{int(np.ceil(np.log10(value)))}}}$"
