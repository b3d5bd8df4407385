"""GET /build?<scene>: the steps by which a kernel is built from other kernels.

    /build?<scene>                               the scene's own formula
    /build?<scene>&text=rbf(0.5)%2Bx.z           a formula that is being typed
    /build?<scene>&op=add&at=0&with=rbf(0.5)     an operation on one step of the tree

The answer has the formula, the verdict, each step with its rule, and what is computed on the points
of the scene: the matrix, its eigenvalues, slices and terms of cᵀKc, see `kernel_report`. If the
text or the operation is not possible, the answer is {"error": {"of": "text" or "with", "message":
..., "column": ...}}; the column is null unless the error is at one place in the text.
"""

from functools import lru_cache
from typing import Any

import kernel_core as kc
from lab import formulas
from lab.endpoints.endpoint import Endpoint
from lab.scene import kernel_formula
from lab.scene.learning_problem import with_formula
from lab.scene.scene import parse_strict, replace, split
from pages.is_it_a_kernel.builder import tree_operations
from pages.is_it_a_kernel.builder.kernel_report import report

WORDS = ("text", "op", "at", "with")


def answer(query: bytes) -> dict[str, Any]:
    """Return the answer to a request of the builder's script. Raises SceneError."""
    words, _ = split(query)
    scene = with_formula(parse_strict(query, ignore={"v", *WORDS}))
    operation = {name: words.get(name, [""])[-1] for name in WORDS}
    try:
        if operation["op"]:
            formula = _apply_operation(scene.formula, operation)
        elif "text" in words:
            formula = kernel_formula.canonical(operation["text"], lost_plus=False)
        else:
            formula = scene.formula
    except ValueError as error:
        of = "with" if operation["op"] else "text"
        column, message = getattr(error, "column", None), getattr(error, "message", str(error))
        return {"error": {"of": of, "message": message, "column": column}}
    return report(replace(scene, formula=formula))


def _apply_operation(formula: str, operation: dict[str, str]) -> str:
    """Return the canonical text of a formula after one operation.

    Raises ValueError if the operation is not possible.
    """
    if not operation["at"].isdecimal() or len(operation["at"]) > 4:
        raise ValueError("Choose a part of the kernel first.")
    kernel = tree_operations.operate(
        _build_kernel(formula), int(operation["at"]), operation["op"], operation["with"]
    )
    return kernel_formula.canonical(formulas.text_of(kernel), lost_plus=False)


@lru_cache(maxsize=256)
def _build_kernel(formula: str) -> kc.Kernel:
    return formulas.parse(formula)


ENDPOINT = Endpoint("build", answer, first_query=lambda query, _view, _item: query)
