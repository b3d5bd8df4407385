"""The proof that a function of two points is a kernel, step by step, with the rule of each step.

Note 001, "Properties of kernels"; note 003, closure properties 1 to 5; note 004, "Creating more
kernel functions".
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel_core import Kernel
from kernel_core.kernels import Rule, is_proven
from kernel_core.kernels.closure_proof import rule_of, unproven_reason


@dataclass(frozen=True)
class ProofStep:
    """One step in the proof that a function of two points is a kernel.

    Attributes
    ----------
    kernel : Kernel
        The kernel that this step builds.
    rule : str
        The name of the rule, or "not proven: " with the operation that no rule covers.
    why : str
        Why the rule holds, or that no rule covers this step.
    notes : str
        The notes that contain the rule; empty if no rule covers this step.
    covered : bool
        Whether a rule covers this step.
    proven : bool
        Whether a rule covers this step and all steps below are proven.
    depth : int
        The depth in the tree, 0 at the root.
    parent : int or None
        The index of the step above; None at the root.

    Examples
    --------
    >>> import kernel_core as kc
    >>> step = proof_steps(kc.Linear() + kc.RBF(0.5))[0]
    >>> step.rule, step.proven
    ('sum of kernels', True)
    """

    kernel: Kernel
    rule: str
    why: str
    notes: str
    covered: bool
    proven: bool
    depth: int
    parent: int | None

    @property
    def reason(self) -> str:
        """A short reason why no rule covers this step. Meaningful only if `covered` is false."""
        return unproven_reason(self.kernel)


def proof_steps(kernel: Kernel) -> list[ProofStep]:
    """List the steps by which a kernel is built: the root first, each before the steps below it.

    Examples
    --------
    >>> import kernel_core as kc
    >>> for step in proof_steps(kc.exp(kc.Linear()) - kc.Constant(1.0)):
    ...     print("  " * step.depth + step.rule)
    not proven: difference
      exponential
        inner product
      inner product of features
    """
    steps: list[ProofStep] = []
    _explain(kernel, 0, None, steps)
    return steps


def _explain(kernel: Kernel, depth: int, parent: int | None, steps: list[ProofStep]) -> None:
    """Append the step that builds a kernel, and the steps below it."""
    proven_by, place = rule_of(kernel), len(steps)
    rule = proven_by or Rule(f"not proven: {unproven_reason(kernel)}", "No rule covers this.", "")
    proven = is_proven(kernel)
    covered = proven_by is not None
    steps.append(ProofStep(kernel, rule.name, rule.why, rule.notes, covered, proven, depth, parent))
    for part in kernel.parts:
        _explain(part, depth + 1, place, steps)
