"""The items of the builder: the panel that edits the formula, and views of its kernel."""

from lab.endpoints import static_assets
from lab.formulas import FUNCTIONS_OF_A_POINT, MAX_CHARACTERS
from lab.ui import items
from lab.ui.items import Item
from lab.ui.items.kernel_expansion import GramMatrix
from pages.is_it_a_kernel.builder.kernel_report import MAX_POINTS
from pages.is_it_a_kernel.items import Builder, Built, Fitted, Slices, Spectrum, Sums

KERNELS = {
    "Kernels": {
        "RBF": "rbf(0.5)",
        "Linear": "x.z",
        "Polynomial": "(x.z+1)^2",
        "Constant": "1",
        "Cosine": "cosine(2)",
        "f(x)f(x′)": "outer(x1)",
        "RBF, 4 Taylor terms": "taylor(0.5,4)",
    },
    "No rule covers these": {
        "‖x−x′‖²": "dist^2",
        "−‖x−x′‖": "-dist",
        "tanh": "tanh(x.z-0.5)",
        "min, also below 0": "min(x1,z1)",
    },
}


# The most important signs that a formula may contain, with their meanings.
SIGNS = (
    ("x.z", "xᵀx′, the inner product"),
    ("dist", "‖x − x′‖, the distance"),
    ("x1, x2, z1, z2", "the coordinates of x and of x′"),
    ("rbf(0.4)", "the RBF kernel with τ = 0.4"),
    ("poly(3,1)", "(xᵀx′ + 1)³"),
    ("+ − * / ^", "as usual, and brackets"),
    ("exp, sqrt, min, …", "of one number; min of two"),
    ("outer(x1)", "f(x)f(x′) for f(x) = x₁"),
)

# Addresses of other pages that can fit the kernel, with the titles of these pages.
PAGES = {"svm?step=other-kernels": "SVM", "losses": "Losses", "kernel-trick": "Kernel trick"}


def panel(*parts: str) -> Item:
    """Return the item that edits the formula.

    `parts` names what the item shows besides the text field: "math", the formula in the notation of
    the notes; "weight", a slider for the weight of a step; "tree", the steps; "tools", the
    operations on them; "links", links to other pages; "signs", the list `SIGNS`.

    The `options` of the item name the fields of the scene that a change of the formula sets.
    """
    return Builder(
        label="", address=static_assets.public_path("build"),
        parts=list(parts),
        max_characters=MAX_CHARACTERS,
        kernels=[
            {"label": group, "options": [{"label": f"{name}   {text}", "value": text}
                                         for name, text in kernels.items()]}
            for group, kernels in KERNELS.items()
        ],
        functions=[{"label": name, "value": text}
                   for name, text in FUNCTIONS_OF_A_POINT.items()],
        signs=[list(sign) for sign in SIGNS],
        pages=[{"href": href, "label": label} for href, label in PAGES.items()],
        options=[{"fields": {"kernel": "own", "formula": ""}}],
    )  # fmt: skip


def from_builder(item: Item, placeholder: str = "") -> Item:
    """Wrap an item so that it shows the numbers of the builder, even if k is not a kernel.

    While there is no matrix, the placeholder replaces the item, unless the placeholder is empty.
    """
    return Built([item], placeholder)


def of_fit(item: Item) -> Item:
    """Wrap an item of the fit. If no fit with k is possible, a sentence replaces the item."""
    return Fitted(
        [item], none="No fit: a fit needs a positive semidefinite matrix of k on these points."
    )


def matrix() -> Item:
    """Return the item for the matrix K of the function that is being built.

    Its label does not say “Gram matrix”, since the function need not be a kernel.
    """
    label = "The matrix K of the function that is being built."
    return from_builder(
        GramMatrix(label, MAX_POINTS, similarity="k"), "No matrix: at some points k has no value."
    )


def slices() -> Item:
    return from_builder(
        Slices(label="A slice of the function that is being built."),
        "No slice: there is no matrix.",
    )


def spectrum() -> Item:
    return from_builder(
        Spectrum(label="The eigenvalues of the matrix K."),
        "No eigenvalues: there is no matrix.",
    )


def sums() -> Item:
    return from_builder(Sums(label="The terms of the sum cᵀKc."), "No sum: there is no matrix.")


def matrix_pair(*matrices: Item) -> Item:
    """Return a row with these views of matrices."""
    return items.Group(matrices, shape="kl-gram-pair")


def sources() -> Item:
    """Return the switch between the data sets on which the kernel is evaluated."""
    names = {
        "moons": "Moons", "circles": "Circles", "xor": "Exclusive or", "spirals": "Spirals",
        "cancer": "Tumours",
    }  # fmt: skip
    return items.stack(items.data_switch(names), items.topic_of("cancer"))
