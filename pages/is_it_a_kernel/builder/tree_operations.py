"""Operations on the tree of a kernel. Each operation returns a new kernel, or a function that no
rule covers.

A step is identified by its position in the list of `mathematics.proof_steps`: 0 is the root, and
every step comes before the steps below it.
"""

import dataclasses
from collections.abc import Callable
from typing import Any

from kernel_core import Kernel
from kernel_core import kernels as k
from lab import formulas
from lab.formulas import (
    Formula,
    Node,
    kernel_of,
    parse_point_function,
    points_in,
    recognise,
    tree_of,
)
from lab.formulas.point_functions import RescaledKernel
from lab.formulas.sequences import Limit
from lab.scene.fields import count

UNARY: dict[str, Callable[[Kernel], Kernel]] = {"exp": k.exp, "limit": Limit}
BINARY: dict[str, Callable[[Kernel, Kernel], Kernel]] = {
    "add": k.Sum,
    "times": k.Product,
    "minus": k.Difference,
    "replace": lambda _, other: other,
}
OPERATIONS = (*BINARY, "scale", "weigh", "conj", *UNARY, "remove")
MAX_WEIGHT = 1e6


def operate(kernel: Kernel, at: int, name: str, text: str = "") -> Kernel:
    """Apply an operation to step number `at` of a kernel; `text` is the argument of the operation.

    For add, times, minus and replace, the text is another kernel; for scale, a factor; for weigh,
    the new weight of the step; for conj, the function g(x) in g(x) k(x, z) g(z). The other
    operations ignore it.

    Raises ValueError if the operation is not possible, or ExpressionError for an error in `text`.
    """
    steps = formulas.size.steps(kernel)
    if not 0 <= at < steps:
        raise ValueError(f"This formula has {count(steps, 'part')}; there is no part {at + 1}.")
    if name == "remove":
        new_tree = remove_step(kernel, at)
    elif name in OPERATIONS:
        new_tree = replace_step(kernel, at, lambda part: _apply_to(part, name, text))
    else:
        raise ValueError(f"There is no such operation. The operations are {', '.join(OPERATIONS)}.")
    formulas.size.check_steps(new_tree)
    return new_tree


def replace_step(kernel: Kernel, at: int, change: Callable[[Kernel], Kernel]) -> Kernel:
    """Return the kernel with `change(step)` in place of step number `at`."""
    if at == 0:
        return change(kernel)
    at -= 1
    if isinstance(kernel, Formula):
        return _in_formula(kernel, at, change)
    tree: Any = kernel  # every kernel is a dataclass
    for field in dataclasses.fields(tree):
        part = getattr(kernel, field.name)
        if not isinstance(part, Kernel):
            continue
        if at < (size := formulas.size.steps(part)):
            return dataclasses.replace(tree, **{field.name: replace_step(part, at, change)})
        at -= size
    raise IndexError(at)


def _in_formula(kernel: Formula, at: int, change: Callable[[Kernel], Kernel]) -> Kernel:
    """Replace a step within an expression that no closure rule covers, such as sqrt(k), by
    rewriting its formula.
    """
    for place, below in enumerate(kernel.node.children):
        part = recognise(below) if points_in(below) else None
        if part is None:
            continue
        if at < (size := formulas.size.steps(part)):
            replacement = tree_of(replace_step(part, at, change))
            return kernel_of(_with_below(kernel.node, place, replacement))
        at -= size
    raise IndexError(at)


def _with_below(node: Any, place: int, replacement: Node) -> Node:
    """Return a copy of the node with `replacement` as child number `place`."""
    below = [*node.children[:place], replacement, *node.children[place + 1 :]]
    names = [f.name for f in dataclasses.fields(node) if f.init and f.name != "at"]
    parts = [name for name in names if isinstance(getattr(node, name), Node)]
    if parts:
        return dataclasses.replace(node, **dict(zip(parts, below, strict=True)))
    return dataclasses.replace(node, arguments=tuple(below))


def remove_step(kernel: Kernel, at: int) -> Kernel:
    """Remove step `at`. A step with one part is replaced by that part. Any other step is removed
    with all its parts, and its sibling takes the place of the step above. Raises ValueError if
    there is no sibling.
    """
    step, above = _with_parent(kernel, at)
    if len(step.parts) == 1:
        return replace_step(kernel, at, lambda part: part.parts[0])
    if above is None:
        raise ValueError("Nothing would remain of the kernel: replace this part instead.")
    place, parent, position = above
    if len(parent.parts) < 2:
        raise ValueError("The step above needs this part: replace it, or remove the step above.")
    return replace_step(kernel, place, lambda _: parent.parts[1 - position])


def _with_parent(kernel: Kernel, at: int) -> tuple[Kernel, tuple[int, Kernel, int] | None]:
    """Return step number `at`, and its parent as a triple, or None for the root.

    The triple has the number of the parent, the parent, and the index of the step among its parts.
    """
    node, place, above = kernel, 0, None
    while place != at:
        below = place + 1
        for position, part in enumerate(node.parts):
            size = formulas.size.steps(part)
            if at < below + size:
                above = (place, node, position)
                node, place = part, below
                break
            below += size
    return node, above


def _apply_to(part: Kernel, name: str, text: str) -> Kernel:
    if name in BINARY:
        return BINARY[name](part, formulas.parse(text))
    if name in ("scale", "weigh"):
        factor = weight(text)
        if name == "weigh" and isinstance(part, k.Scaled | k.NegativelyScaled):
            part = part.kernel
        return k.Scaled(factor, part) if factor >= 0 else k.NegativelyScaled(factor, part)
    if name == "conj":
        return RescaledKernel(parse_point_function(text), part)
    return UNARY[name](part)


def weight_of(part: Kernel) -> float | None:
    """Return the factor of a scaled step, or None for other steps."""
    return part.factor if isinstance(part, k.Scaled | k.NegativelyScaled) else None


def weight(text: str) -> float:
    """Parse the weight of a kernel. Raises ValueError if it is not a number from -MAX_WEIGHT to
    MAX_WEIGHT."""
    try:
        value = float(text.strip().replace("−", "-"))
    except ValueError:
        value = float("nan")
    if not abs(value) <= MAX_WEIGHT:
        raise ValueError(
            f"A weight is a number from −{MAX_WEIGHT:,.0f} to {MAX_WEIGHT:,.0f}, such as 0.5."
        )
    return value
