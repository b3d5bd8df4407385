"""GET /kernel-matrix: the matrix of a candidate on a few points, its eigenvalues, and a vector c.

    /kernel-matrix?candidate=min&spots=-1;0.5

The answer is a sweep of one stop, in the format of the sweeps that are sent with the page. c is the
eigenvector of the smallest eigenvalue; its length is 1, and its entry with the largest absolute
value is positive. If the matrix K is not symmetric, the eigenvalues and c are those of (K + Kᵀ)/2.
"""

from typing import Any

import numpy as np

import kernel_core as kc
from lab.endpoints.endpoint import Endpoint
from lab.scene.powers import power_of_ten
from lab.scene.scene import Problem, SceneError, split
from lab.ui.embedded_sweep import sweep_item
from pages.is_it_a_kernel import similarity_functions
from pages.is_it_a_kernel.mathematics.proof_steps import proof_steps
from pages.is_it_a_kernel.similarity_functions import Similarity
from pages.is_it_a_kernel.unproven import no_rule_allows

ROUNDING = 1e-9  # largest rounding error of an entry, as a share of max |K_ij|


def eigenvalue_sweep(similarity: Similarity, points: np.ndarray, tried: int = 0) -> dict[str, Any]:
    """Return a sweep of one stop: the matrix of the points (n, d), its eigenvalues, and c (n,).

    c is the unit eigenvector of the smallest eigenvalue. `tried` is the number of matrices that a
    search examined.

    Raises SceneError if the candidate has no value at these points.
    """
    try:
        K = similarity.K(points, points)
    except ValueError as error:
        message = f"{similarity.label} has no value at these points. {error}"
        raise SceneError(Problem("spots", "", "other points", message)) from None
    is_symmetric = np.abs(K - K.T).max() <= ROUNDING * np.abs(K).max()
    values, vectors = np.linalg.eigh(K / 2 + K.T / 2)  # K + K.T could overflow
    clean = without_rounding(values, K)
    c = vectors[:, 0] * np.sign(vectors[np.abs(vectors[:, 0]).round(9).argmax(), 0])
    plane_points = np.zeros((len(points), 2))
    plane_points[:, : similarity.d] = points
    numbers = {
        "lowest": clean[0],
        "value": clean[0],
        "tried": tried,
        "d": similarity.d,
        "kind": similarity_functions.NAMES.index(similarity.name),
        "most": points.max(),
        "least": points.min(),
        "symmetric": is_symmetric,
        "n": len(points),
    }
    tensors = {name: (np.array([float(v)]), False) for name, v in numbers.items()}
    tensors |= {
        "points": (plane_points, True), "gram": (K, True), "weights": (c[:, None], True),
        "eigenvalues": (clean, True), "stops": (np.zeros(1), True),
    }  # fmt: skip
    return sweep_item(
        "", tensors, exact=("points",), candidate=similarity.name, label=similarity.label,
        spots=similarity_functions.write_points(points), status=status(similarity),
        sentence=_sentence(similarity, K, clean, c, bool(is_symmetric)),
    )  # fmt: skip


def without_rounding(values: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Return `values`, the eigenvalues of K (n, n), with 0 in place of those that may differ from 0
    only by rounding."""
    return np.where(np.abs(values) <= ROUNDING * len(K) * np.abs(K).max(), 0.0, values)


def status(similarity: Similarity) -> str:
    """Return sentences that name the rules that prove the candidate to be a kernel, or the
    operations that no rule allows."""
    prefix = (
        f"k(x, x′) = {similarity.label}. "
        if similarity.name == similarity_functions.OWN_NAME
        else ""
    )
    if kc.kernels.is_proven(similarity.K):
        rules = {step.rule: step.notes for step in proof_steps(similarity.K)}
        reasons = "; ".join(f"{rule} ({notes})" for rule, notes in rules.items())
        return prefix + (
            f"Proved to be a kernel by these rules: {reasons}. No search can find a counterexample."
        )
    return prefix + (
        f"Not proven: {no_rule_allows(similarity.K)}. A counterexample would show that k is "
        f"not a kernel."
    )


def _sentence(
    similarity: Similarity, K: np.ndarray, values: np.ndarray, c: np.ndarray, is_symmetric: bool
) -> str:
    """Return a sentence on what these points show about the candidate."""
    if not is_symmetric:
        i, j = sorted(np.unravel_index(np.abs(K - K.T).argmax(), K.shape))
        return (
            f"k(x{_sub(i)}, x{_sub(j)}) = {write_number(K[i, j])}, but k(x{_sub(j)}, x{_sub(i)}) = "
            f"{write_number(K[j, i])}. An inner product is symmetric, so this is not a kernel."
        )
    if values[0] >= 0:
        return "No eigenvalue is below 0: on these points cᵀKc ≥ 0 for every c."
    if similarity.name == similarity_functions.DEFAULT_NAME and len(K) == 2:
        r = K[0, 1]
        return (
            f"r = ‖x₁−x₂‖² = {write_number(r)}. K has 0 on its diagonal and r elsewhere, so its "
            f"eigenvalues are r and −r. c = (1, −1)/√2 gives cᵀKc = −r = {write_number(-r)} < 0. "
            f"Any two different points show that ‖x−x′‖² is not a kernel."
        )
    return (
        f"cᵀKc = {write_number(c @ K @ c)} < 0. With features φ this would be ‖Σ cᵢφ(xᵢ)‖², which "
        f"is never negative. So {similarity.label} is not a kernel."
    )


def write_number(value: float) -> str:
    """Write a number with at most three significant digits: −0.25, 3.1·10⁻⁷."""
    digits, _, exponent = f"{value:.3g}".partition("e")
    text = f"{digits}·{power_of_ten(int(exponent))}" if exponent else digits
    return text.replace("-", "−")


def _sub(i: int) -> str:
    return "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(i + 1))


def _answer(query: bytes) -> dict[str, Any]:
    words, trouble = split(query)
    if trouble:
        raise SceneError(trouble)
    similarity = similarity_functions.candidate_of_query(words)
    return eigenvalue_sweep(
        similarity,
        similarity_functions.read_points("".join(words.get("spots", [])[:1]), similarity),
    )


ENDPOINT = Endpoint("kernel-matrix", _answer)
