"""The report on a kernel: the steps that build it, their rules, and its matrix on some points."""

from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.kernels import is_proven
from lab import formulas
from lab.scene.learning_problem import sample_of
from lab.scene.scene import Scene
from lab.ui.embedded_sweep import sweep_item
from lab.ui.mathml import mathml
from pages.is_it_a_kernel.builder.tree_operations import weight_of
from pages.is_it_a_kernel.gram_eigenvalues import write_number
from pages.is_it_a_kernel.mathematics.line_search import lowest_eigenpair
from pages.is_it_a_kernel.mathematics.proof_steps import ProofStep, proof_steps
from pages.is_it_a_kernel.unproven import no_rule_allows

MAX_POINTS = 60  # largest number of rows of the matrix
SLICE_SAMPLES = 81  # number of values of a slice k(x, ·), which is taken along a line
MAX_TERMS = 5  # largest number of terms of a sum that are shown separately
ROUNDING = 1e-13  # rounding error of an eigenvalue, in units of n times the largest |eigenvalue|
TOLERANCE = 1e-9  # `fit` refuses a matrix with an eigenvalue below -TOLERANCE n max |K_ij|
WHY = {  # reasons why a function need not be a kernel, by the operation that no rule covers
    "difference": "cᵀ(K₁ − K₂)c = cᵀK₁c − cᵀK₂c is below 0 if the second term is larger.",
    "negative weight": "A negative weight changes the sign of every eigenvalue of its kernel.",
    "‖x−x′‖²": "For two different points, K has the eigenvalues ±‖x₁ − x₂‖².",
    "−‖x−x′‖": "The diagonal of K is 0: the eigenvalues sum to 0, so some are negative, "
    "unless all points coincide.",
    "tanh": "The power series of tanh has negative coefficients.",
    "min of negative numbers": "For negative numbers k(x, x) is below 0: min{−1, −1} = −1.",
}
UNKNOWN = "No rule proves that this is a kernel."


def report(scene: Scene) -> dict[str, Any]:
    """Return the formula of a scene, the verdict on its kernel, and the steps that build it.

    Also return its matrix, eigenvalues, slices and the terms of cᵀKc on at most `MAX_POINTS` points
    of the scene. These are missing if the kernel has no value at some of the points.
    """
    kernel = formulas.parse(scene.formula)
    sample = sample_of(scene)
    X, y = sample.X[:MAX_POINTS], sample.y[:MAX_POINTS]
    fields = {
        "formula": scene.formula, "math": mathml(formulas.to_latex(scene.formula)),
        "points": len(X), "all": len(sample.X), "sweep": None, "sum": [],
    }  # fmt: skip
    steps = proof_steps(kernel)
    try:
        K = kernel(X, X)
        faults = _fault(K)
    except ValueError as error:
        return fields | {"state": "trouble", "verdict": str(error), "steps": _rows(steps)}
    values = np.linalg.eigvalsh((K + K.T) / 2)[::-1]
    lowest = float(values[-1])
    is_broken = lowest < -TOLERANCE * len(X) * np.abs(K).max() and not is_proven(kernel)
    direction = lowest_eigenpair(K)[1] if is_broken and not faults else None
    fields["steps"] = _rows(steps, X, direction)
    fields["state"], fields["verdict"] = _verdict(kernel, len(X), lowest, is_broken, faults)
    signs = _signs(K, values, is_broken)
    fields["sweep"] = _sweep(kernel, X, y, K, values, signs, steps, sample.window)
    fields["sum"] = [] if faults else _sum(kernel, X, K, int(signs[-1]))
    return fields


def _fault(K: np.ndarray) -> str:
    """Return a sentence with two entries that show that K is not symmetric, or "" if it is."""
    gap = np.abs(K - K.T)
    if gap.max(initial=0) <= TOLERANCE * np.abs(K).max(initial=0):
        return ""
    i, j = map(int, np.unravel_index(gap.argmax(), gap.shape))
    return (
        f"k is not symmetric: k(x{_subscript(i)}, x{_subscript(j)}) = {write_number(K[i, j])}, but "
        f"k(x{_subscript(j)}, x{_subscript(i)}) = {write_number(K[j, i])}. A kernel is symmetric."
    )


def _verdict(
    kernel: kc.Kernel, n: int, lowest: float, is_broken: bool, fault: str
) -> tuple[str, str]:
    """Return the state of a kernel, "proven", "open" or "broken", and a sentence about it."""
    if fault:
        return "broken", fault
    if is_proven(kernel):
        return "proven", "A kernel: every step is covered by a rule."
    reason = f"{no_rule_allows(kernel)}."
    reason = reason[0].upper() + reason[1:]
    where = "On this point" if n == 1 else f"On these {n} points"
    if is_broken:
        return "broken", (
            f"{where} the smallest eigenvalue is {write_number(lowest)}, so "
            f"cᵀKc < 0 for its eigenvector c. {reason}"
        )
    return "open", (
        f"{reason} {where} no eigenvalue is negative. That is no proof: on other "
        f"points an eigenvalue may be negative."
    )


def _rows(
    steps: list[ProofStep], X: np.ndarray | None = None, c: np.ndarray | None = None
) -> list[dict[str, Any]]:
    """Return the steps as rows of the tree.

    The `share` of a row is cᵀKc with the matrix of its step on the points X, or None without c.
    c (n,) is chosen so that cᵀKc of the whole kernel is negative.
    """
    return [
        {
            "text": formulas.text_of(step.kernel, pretty=True), "rule": step.rule,
            "why": step.why if step.covered else WHY.get(step.reason, UNKNOWN),
            "notes": step.notes, "covered": step.covered, "proven": step.proven,
            "depth": step.depth, "parent": step.parent, "weight": weight_of(step.kernel),
            "share": None if X is None or c is None else float(c @ step.kernel(X, X) @ c),
        }
        for step in steps
    ]  # fmt: skip


def _signs(K: np.ndarray, values: np.ndarray, is_broken: bool) -> np.ndarray:
    """Return the sign 1, 0 or -1 of each eigenvalue (n,), with 0 for those that may differ from 0
    only by rounding.

    Unless `is_broken`, negative values count as rounding errors too.
    """
    floor = _rounding_bound(values)
    cutoff = max(floor, TOLERANCE * len(K) * np.abs(K).max(initial=0))
    return np.where(values > floor, 1, np.where((values < -cutoff) & is_broken, -1, 0))


def _rounding_bound(values: np.ndarray) -> float:
    """Return a bound on the rounding error of these eigenvalues (n,)."""
    return float(ROUNDING * len(values) * np.abs(values).max(initial=0))


def _sweep(
    kernel: kc.Kernel,
    X: np.ndarray,
    y: np.ndarray,
    K: np.ndarray,
    values: np.ndarray,
    signs: np.ndarray,
    steps: list[ProofStep],
    window: tuple[float, float, float, float],
) -> dict[str, Any]:
    """Pack the matrix K (n, n), the eigenvalues and the slices of a kernel as a sweep of one stop.

    `values` (n,) are the eigenvalues of (K + Kᵀ)/2, which has the same cᵀKc as K; `signs` (n,) are
    their signs.
    """
    minus = sum(
        isinstance(s.kernel, kc.kernels.Difference | kc.kernels.NegativelyScaled) for s in steps
    )
    at = np.linspace(window[0], window[1], SLICE_SAMPLES)
    slices, is_defined = _slices(kernel, X, at)
    top = float(np.abs(slices).max(initial=0)) or 1.0
    tensors = {
        "gram": K, "points": X, "labels": y, "values": values, "kinds": signs,
        "slice_x": at, "slices": slices / top, "whole": is_defined, "stops": np.zeros(1),
        "least": np.array([values[-1] if signs[-1] < 0 else max(values[-1], 0.0)]),
        "rank": np.array([(signs == 1).sum()]), "minus": np.array([minus]),
        "uncovered": np.array([sum(not s.covered for s in steps)]),
        "symmetric": np.array([not _fault(K)]),
    }  # fmt: skip
    constants = {name: (np.asarray(tensor, dtype=float), True) for name, tensor in tensors.items()}
    return sweep_item("", constants, half_precision=("slices",), top=repr(top))


def _sum(kernel: kc.Kernel, X: np.ndarray, K: np.ndarray, sign: int) -> list[dict[str, Any]]:
    """Split cᵀKc into its terms, for the unit vector c that minimises it.

    The last entry of the list is the sum cᵀKc, 0 if `sign` is 0. `sign` is the sign of the smallest
    eigenvalue.

    A kernel that is a sum or a difference has one term for each part, with 0 for a term that may
    differ from 0 only by rounding. If this gives one term, or more than `MAX_TERMS`, cᵀKc is split
    into the pairs of a point with itself and the pairs of different points.
    """
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    c, noise = vectors[:, 0], _rounding_bound(values)
    terms = [(side, part, float(side * (c @ part(X, X) @ c))) for side, part in _terms(kernel)]
    if 1 < len(terms) <= MAX_TERMS:
        bars = [(_signed_term(side, part, first=not k), share if abs(share) > noise else 0.0)
                for k, (side, part, share) in enumerate(terms)]  # fmt: skip
    else:
        squares = float((c**2) @ np.diag(K))
        bars = [
            ("each point with itself", squares),
            ("pairs of different points", c @ K @ c - squares),
        ]
    total = float(c @ K @ c) if sign else 0.0
    return [{"label": label, "share": float(share)} for label, share in [*bars, ("cᵀKc", total)]]


def _terms(kernel: kc.Kernel, sign: int = 1) -> list[tuple[int, kc.Kernel]]:
    """Return the terms of a sum or difference of kernels, each with its sign.

    Any other kernel is a single term.
    """
    if isinstance(kernel, kc.kernels.Sum | kc.kernels.Difference):
        second = -sign if isinstance(kernel, kc.kernels.Difference) else sign
        return [*_terms(kernel.left, sign), *_terms(kernel.right, second)]
    return [(sign, kernel)]


def _signed_term(sign: int, part: kc.Kernel, first: bool) -> str:
    text = formulas.text_of(part, pretty=True)
    if sign < 0:
        return f"− {text}"
    return text if first or text.startswith("−") else f"+ {text}"


def _slices(kernel: kc.Kernel, X: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the slices k(x_i, ·) along the horizontal lines through the x_i, (n, SLICE_SAMPLES).

    Also return whether k has a value everywhere on each line, (n,); if not, the slice is all 0.
    `at` has the first coordinates of the points on a line.
    """
    slices, is_defined = np.zeros((len(X), len(at))), np.ones(len(X), dtype=bool)
    for i, x in enumerate(X):
        line = np.column_stack([at, np.full(len(at), x[1])])
        try:
            slices[i] = kernel(x[None], line)[0]
        except ValueError:
            is_defined[i] = False
    return slices, is_defined


def _subscript(i: int) -> str:
    return str(i + 1).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
