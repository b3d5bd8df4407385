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

CHALLENGES = (
    Challenge(
        question="For ridge and for the SVM, f(x) is a sum over the examples. For which of the "
                 "two can an example be left out of the sum without changing f?",
        stored_id="c3ef03b9a",
        options=(
            Option("only for ridge", (("support", "<=", 0),)),
            Option("only for the SVM", (("support", "<=", ["m", 0.95]),)),
            Option("for both", (("support", "<=", 0),)),
        ),
        answer="only for the SVM",
        goal="Choose the Matérn kernel, and a λ at which at most 95\u00a0% of the examples "
             "contribute to the SVM.",
        conditions=(("kernel", "==", "matern"), ("support", "<=", ["m", 0.95])),
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
                (("risk", "==", "sum"),),
            ),
            Statement(
                "For ridge αᵢ is the residual divided by mλ, and a residual is almost never "
                "exactly 0.",
                (("risk", "==", "mean"),),
            ),
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
