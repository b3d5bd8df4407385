"""The picture of the contributions of all examples to a prediction, for ridge and the SVM (note
003)."""

from dataclasses import replace

from lab.course.page_declaration import Word
from lab.scene.fields import KERNEL_PARAMETERS
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement
from lab.ui.items import Item
from lab.ui.steps.step import Picture
from pages.kernel_ridge.items import Contributions

VIEW = {"at": Word("")}
FORMULAS = {
    "min(x1+4,z1+4)": "min{x, z}",
    "cos(x1-z1)+cos(2*(x1-z1))+1": "Sum of cosines",
}
_PARAMETERS = dict.fromkeys(KERNEL_PARAMETERS, "")
_SVM = {"loss": "hinge"}
# Conditions under which some αᵢ are 0. The frame is that of the SVM. For ridge all αᵢ are 0 if all
# targets are 0; otherwise an αᵢ is almost never 0.
_SVM_HAS_ZEROS = ("support", "<=", ["m", 0.95])
_RIDGE_HAS_ZEROS, _RIDGE_HAS_NO_ZEROS = ("largest_target", "<=", 0), ("largest_target", ">=", 1e-12)

CHALLENGES = (
    Challenge(
        question="For ridge and for the SVM, f(x) is a sum over the examples. For which of the "
                 "two can an example be left out of the sum without changing f?",
        stored_id="c3ef03b9a",
        options=(
            Option("only for ridge", (("support", ">=", ["m", 1]), _RIDGE_HAS_ZEROS)),
            Option("only for the SVM", (_SVM_HAS_ZEROS, _RIDGE_HAS_NO_ZEROS)),
            Option("for both", (_SVM_HAS_ZEROS, _RIDGE_HAS_ZEROS)),
        ),
        answer="only for the SVM",
        goal="Choose the Matérn kernel, and a λ at which at most 95\u00a0% of the examples "
             "contribute to the SVM.",
        conditions=(("kernel", "==", "matern"), _SVM_HAS_ZEROS),
        by=("lam", "kernel"),
        fields=_SVM,
        why=(
            Statement(
                "{support:whole} of {m:whole} examples contribute to the SVM: it gives αᵢ = 0 to "
                "every example beyond the margin."
            ),
            Statement(
                "For ridge αᵢ is the residual divided by λ, and a residual is almost never exactly "
                "0.",
                (("risk", "==", "sum"), _RIDGE_HAS_NO_ZEROS),
            ),
            Statement(
                "For ridge αᵢ is the residual divided by mλ, and a residual is almost never "
                "exactly 0.",
                (("risk", "==", "mean"), _RIDGE_HAS_NO_ZEROS),
            ),
            Statement("All targets are 0, so for ridge every αᵢ is 0.", (_RIDGE_HAS_ZEROS,)),
        ),
    ),
)  # fmt: skip


def kernels() -> list[Item]:
    """Build the two switches that choose a kernel, and the text box for a formula of a kernel."""
    formulas = [
        items.option(formula, label, kernel="own", **_PARAMETERS)
        for formula, label in FORMULAS.items()
    ]
    options = items.kernel_options("rbf", "matern", "laplace", tau="0.5", degree="5", ell="1")
    return [
        replace(items.fields_switch("kernel", *options), shape="kl-wrap"),
        replace(items.fields_switch("formula", *formulas), shape="kl-wrap", lazy=True),
        items.formula_box(),
    ]


def picture(at: str) -> Picture:
    """Build the picture of each example's contribution to f(x), for ridge and for the SVM.

    `at` is the word of the address that contains x.
    """
    ridge, svm = (
        Contributions(f"The contribution of each example to the {name} fit.", name, "at")
        for name in ("ridge", "SVM")
    )
    return Picture(
        main=[ridge, items.for_scene(svm, **_SVM)],
        side=[
            *kernels(),
            items.kernel_sliders(),
            items.lam_slider(cost=False),
            items.readouts(items.row("support", "Examples with αᵢ ≠ 0, ridge", "count")),
            items.for_scene(
                items.readouts(items.row("support", "Examples with αᵢ ≠ 0, SVM", "count")), **_SVM
            ),
        ],
        written_words=frozenset({"at"}),
    )
