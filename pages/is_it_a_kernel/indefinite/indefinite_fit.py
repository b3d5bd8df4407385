"""A fit with a function that is not a kernel: the risk and the dual along one direction.

The direction is that of c, the unit eigenvector of the smallest eigenvalue of K on a small sample
(of the largest, if no eigenvalue is below 0). The risk is drawn at α = t v, the dual at
u = −y/2 + s v. In both pictures v is a multiple of c, but its length differs.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import kernel_core as kc
from lab import formulas
from lab.course.page_declaration import Word
from lab.scene.powers import digit_and_power
from lab.scene.scene import SceneError
from lab.ui.embedded_sweep import sweep_item
from pages.is_it_a_kernel import similarity_functions
from pages.is_it_a_kernel.gram_eigenvalues import without_rounding
from pages.is_it_a_kernel.mathematics.line_search import (
    line_search_dual,
    line_search_risk,
    lowest_eigenpair,
    risk_is_unbounded,
)
from pages.is_it_a_kernel.similarity_functions import Similarity

LAM = 0.01  # λ of the fit
ROUNDING = 1e-9  # largest rounding error of an entry, as a share of max |K_ij|
RISK = "mean"  # the kind of risk: with the mean of the losses, J(0) = 1
LOSS = kc.Hinge()
MAX_T = 3.0  # largest t in the picture
FAR = 1000.0  # a value of t far outside the picture, for a read-out
T = np.round(np.linspace(0, MAX_T, 61), 4)
S = np.round(np.linspace(-1, 1, 41), 4)
RULED = "rbf"  # name of the candidate that the closure rules prove to be a kernel
TRIALS_SHOWN = {
    "squared": "‖x−x′‖²",
    "tanh": "tanh(x·x′ + 0.1)",
    "difference": "RBF(½) − 0.45 RBF(1)",
    RULED: "RBF(1), a kernel",
    similarity_functions.OWN_NAME: "your kernel",
}
VIEW = {  # words of the page's address
    "trial": Word("squared", TRIALS_SHOWN),
    "along_c": Word("0.4", stops=T),
    "along_u": Word("0", stops=S),
}


@dataclass(frozen=True, eq=False)
class Trial:
    """A candidate, evaluated on the sample X (m, d) with labels y (m,).

    K (m, m) is its matrix, and `lowest` the smallest eigenvalue of K. c (m,) is the unit
    eigenvector of this eigenvalue, or of the largest if no eigenvalue is below 0. v (m,) is the
    multiple of c along which the risk is drawn.
    """

    label: str
    X: np.ndarray
    y: np.ndarray
    kernel: kc.Kernel
    K: np.ndarray
    lowest: float
    c: np.ndarray
    v: np.ndarray

    @property
    def is_indefinite(self) -> bool:
        """Whether K has an eigenvalue below 0 by more than rounding."""
        return self.lowest < -ROUNDING * len(self.K) * np.abs(self.K).max()


def trial(name: str, formula: str) -> Trial:
    """Evaluate a candidate on the sample.

    Raises SceneError if its formula cannot be used, if it has no value on the sample, or if its
    matrix is not symmetric.
    """
    X, y = sample()
    similarity = read_similarity(name, formula)
    X = X[:, : similarity.d]
    try:
        K = similarity.K(X, X)
    except ValueError as error:
        raise similarity_functions.formula_error(formula, str(error)) from None
    if np.abs(K - K.T).max() > ROUNDING * np.abs(K).max():
        raise similarity_functions.formula_error(formula, "Its matrix is not symmetric.")
    lowest, c = lowest_eigenpair(K)
    at = Trial(similarity.label, X, y, similarity.K, K, lowest, c, c)
    if not at.is_indefinite:  # use the direction of largest curvature
        c = lowest_eigenpair(-K)[1]
    v = _scale_direction(K, y, c)
    return replace(at, c=c * np.sign(c @ v), v=v)


def sample() -> tuple[np.ndarray, np.ndarray]:
    """Return sixteen points of two classes, X (16, 2) and y (16,)."""
    return kc.datasets.blobs().sample(16, seed=1)


def risk_sweep(at: Trial) -> dict[str, Any]:
    """Compute the risk J at α = t v, its losses and its penalty for t >= 0, and the eigenvalues of
    K."""
    risk = _risk(at, T)
    penalty = LAM / 2 * T**2 * float(at.v @ at.K @ at.v)
    risk_far_outside = float(_risk(at, np.array([FAR]))[0])
    tensors = {
        "t": (T, True), "total": (risk, True), "penalty_line": (penalty, True),
        "loss_line": (risk - penalty, True), "zero": (np.zeros_like(T), True),
        "stops": (T, True), "position": (T, False), "risk": (risk, False),
        "penalty": (penalty, False), "losses": (risk - penalty, False),
        "lowest": (np.full_like(T, at.lowest), False),
        "far": (np.full_like(T, risk_far_outside), False),
        "eigenvalues": (without_rounding(np.linalg.eigvalsh(at.K), at.K), True),
        "symmetric": (np.ones(1), True),
        **_state(at, T, at.v),
    }  # fmt: skip
    return sweep_item("along_c", tensors)


def dual_sweep(at: Trial) -> dict[str, Any]:
    """Compute the dual objective D along the line u + s v, with its curvature. The line stays in
    the box of the hinge loss.

    u = −y/2 is the centre of the box. v is the multiple of c for which s = ±1 nearly reaches the
    sides of the box.
    """
    v = 0.999 * 0.5 / np.abs(at.c).max() * at.c
    dual = line_search_dual(at.K, at.y, LOSS, LAM, v, S, risk=RISK)
    bend = -float(v @ at.K @ v) / (LAM * len(at.y) ** 2)
    tangent = dual - bend / 2 * S**2  # D is a parabola inside the box
    tensors = {
        "s": (S, True), "line": (dual, True), "tangent": (tangent, True), "stops": (S, True),
        "position": (S, False), "dual": (dual, False), "above": (dual - tangent, False),
        "bend": (np.full_like(S, bend), False), **_state(at, S, v),
    }  # fmt: skip
    return sweep_item("along_u", tensors)


def answer(at: Trial) -> str:
    """Return the result of `fit` for a candidate in words: the error that `fit` raises, or the risk
    and a bound on its distance from the minimum."""
    try:
        solution = kc.fit(at.X, at.y, at.kernel, LOSS, LAM, risk=RISK)
    except (ValueError, kc.NotConverged) as error:
        message = str(error).replace(" -", " −")
        return re.sub(r"\^([23])(?!\d)", lambda match: "²³"[int(match[1]) - 2], message)
    return (
        f"The fit succeeds: the risk is J = {solution.primal:.4g}, at most "
        f"{digit_and_power(max(solution.primal - solution.dual, 0))} above its minimum. Up to "
        f"rounding errors, this K has no eigenvalue below 0."
    )


def read_similarity(name: str, formula: str) -> Similarity:
    if name == RULED:
        return Similarity(RULED, TRIALS_SHOWN[RULED], formulas.parse("rbf(1)"), 2, np.zeros((1, 2)))
    return similarity_functions.read(name, formula)


def _risk(at: Trial, ts: np.ndarray) -> np.ndarray:
    return line_search_risk(at.K, at.y, LOSS, LAM, at.v, ts, risk=RISK)


def _state(at: Trial, stops: np.ndarray, v: np.ndarray) -> dict[str, tuple[np.ndarray, bool]]:
    """Return the tensors that the statements of the pictures use: whether K has a negative
    eigenvalue, and the length of v.
    """
    length = float(np.linalg.norm(v))
    return {
        "negative": (np.full_like(stops, at.is_indefinite), False),
        "length": (np.full_like(stops, length), False),
    }


def _scale_direction(K: np.ndarray, y: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Return v, a multiple of c: J(2v) is about 0 if J falls without bound along c, else about 2.

    If no length on the grid gives this, 2v has the longest. J(0) is 1. The sign of v is chosen so
    that the losses grow along v.
    """
    c = -c if y @ K @ c > 0 else c
    lengths = np.geomspace(1e-3, 1e7, 4001)
    J = line_search_risk(K, y, LOSS, LAM, c, lengths, risk=RISK)
    falls = risk_is_unbounded(K, y, LOSS, LAM, c, risk=RISK)
    crossings = np.flatnonzero(J <= 0) if falls else np.flatnonzero(J >= 2.0)
    return c * lengths[crossings[0] if len(crossings) else -1] / 2


def trial_of_address(words: Mapping[str, str], formula: str) -> Trial:
    """Evaluate the candidate that an address names, or the default candidate if that name is
    unknown or `trial` refuses it."""
    return trial(of_address(words, formula), formula)


def of_address(words: Mapping[str, str], formula: str) -> str:
    """Return the name of the candidate in an address, or the default name if that name is unknown
    or `trial` refuses it."""
    name = words.get("trial", "")
    try:
        trial(name if name in TRIALS_SHOWN else similarity_functions.DEFAULT_NAME, formula)
    except SceneError:
        return similarity_functions.DEFAULT_NAME
    return name if name in TRIALS_SHOWN else similarity_functions.DEFAULT_NAME
