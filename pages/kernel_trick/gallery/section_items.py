"""The section below the pictures of the gallery: further charts, a list of features, and texts."""

from lab.ui import items
from pages.kernel_trick.gallery.controls import only_for, slider, waves_slider
from pages.kernel_trick.gallery.gallery_scene import LARGEST_L
from pages.kernel_trick.gallery.kernels import REACH
from pages.kernel_trick.items import FeatureList

_CLAIMS: tuple[tuple[str, str, str, list[float]], ...] = (
    ("Without 2π/L: Σₗ cos(2πℓ/L · (x − x′))", "printed", "negative", [-60, 210]),
    ("With 2π/L", "scaled", "positive", [-3, 9]),
)
_E6 = (
    "The notes say that for L → ∞ the sum becomes ∫ cos(ω(x − x′)) dω from 0 to 2π, which is "
    "sin(2π(x − x′))/(x − x′), the dotted line (001, 004). The frequencies are 2π/L apart: the "
    "sum approaches that integral only if each term is multiplied by 2π/L. Without the factor the "
    f"sum grows with L and has no limit. Drag L to {LARGEST_L} and see which of the two converges. "
    "A kernel times a positive number is still a kernel; only the size of α and the effect of λ "
    "change."
)
_E7 = (
    "The notes print “d choose k + d” for the number of entries of φ, with the degree k = M (003). "
    "But more than d things cannot be chosen out of d. Count the features in the list: for c > 0 "
    "there are (d + M) choose M, the number of ways to share M factors among d attributes and the "
    "constant."
)
_WEIGHTS = (
    "(xᵀx′ + c)ᴹ multiplied out has M!/(p₁! p₂! ⋯ r!) equal terms in which the attributes have the "
    "powers p₁, p₂, … and c has the rest, r = M − p₁ − p₂ − ⋯. So the product of these powers has "
    "the factor M!/(p₁! p₂! ⋯ r!) · cʳ. The features of x and of x′ each have the square root of "
    "this factor: the root before each feature in the list. (003)"
)
_E3 = (
    "The notes state that the frequencies ω have variance τ² (000, footnote of section 6). The "
    "integral that they give holds for τ⁻²: a narrow bump needs high frequencies. With variance τ² "
    "the average converges to the kernel of bandwidth 1/τ. Choose variance τ² above: unless τ = 1, "
    "the line “variance τ²” of the chart levels off as D grows, and the boundary does not converge "
    "to the dotted one."
)
_ROOT = (
    "The root mean square error of one cosine is (1 − k²)/√2, where k is the value of the kernel; "
    "for an average of D cosines it is √D times smaller. So the error falls like 1/√D, the dashed "
    "line, which is straight on log axes: a tenth of the error needs a hundred times as many "
    "cosines. "
    "Where f is almost 0, far from all examples, even a small error can change its sign; that is "
    "why, as D grows, the two boundaries agree last in corners of the plane."
)
_SERIES = (
    "The features are the monomials of degree below N, each times a constant and exp(−‖x‖²/2τ²): "
    "N(N + 1)/2 of them in the plane. The remainder of the series is at most "
    "|t|ᴺ/N! · max(1, eᵗ) with t = xᵀx′/τ². The dashed line is the largest value, over all pairs "
    "of points, of this bound times the two factors exp(−‖x‖²/2τ²) and exp(−‖x′‖²/2τ²), but at "
    "most 1. N! grows faster than |t|ᴺ times any power of N. So once N is above |t|, the bound "
    "falls more and more steeply on these log axes. A small τ makes |t| large, and so needs more "
    "terms."
)
_ALPHA = (
    "The same kernel is also written exp(−‖x − y‖²/α), the solid line (003). Drag α until the "
    "solid line lies on the dotted one, which has the bandwidth τ: the two agree at α = 2τ². "
    "Then the features in the notes, √(2ᵏ/(αᵏ k!)) xᵏ exp(−x²/α), are those used here, in one "
    "dimension."
)
_TWO = (
    "cos ωx cos ωx′ + sin ωx sin ωx′ = cos(ω(x − x′)). So the fit is A cos ωx + B sin ωx, and the "
    "Gram matrix has at most rank 2, however many points there are. Where the difference x − x′ is "
    "a multiple of 2π/ω the fit has the same value at both points, and their rows of K are equal."
)
_COORDINATES = (
    "An x with d coordinates has 2d features, two for each coordinate, and K is the sum of "
    "cos(ω(xⱼ − xⱼ′)) over the coordinates. One ω gives few features; the next kernel has many. "
    "(001, 004)"
)
_STEPS = (
    "min{x, x′} is ∫ 1[t ≤ x] 1[t ≤ x′] dt over t ≥ 0: its features are the steps 1[t ≤ x], "
    "one for each t. The slope of αᵢ min{x, xᵢ} is αᵢ before xᵢ and 0 after it, so the slope of f "
    "is a staircase that falls by αᵢ at xᵢ. Beyond the last point f is constant."
)
_NEGATIVE = (
    "With negative numbers min{x, x′} is not a kernel: min{−1, −1} = −1, and no vector has a "
    "negative squared length. That is why the points here begin at 0; they are the points of “One "
    f"cosine”, shifted by {REACH:g}."
)


def section_below() -> list[items.Item]:
    """Build the section below the pictures: two columns, and the items that span both."""
    (printed, scaled) = (_claim(*claim) for claim in _CLAIMS)
    left = [
        *(only_for(item, "bank") for item in printed), *_list(),
        only_for(items.Heading("Why two features are enough", _TWO), "cosine"),
        only_for(items.Heading("The remainder of the series", _SERIES), "taylor"),
        only_for(items.Heading("How fast the average converges", _ROOT), "fourier"),
        only_for(items.Heading("The features are steps", _STEPS), "min"),
    ]  # fmt: skip
    right = [
        *(only_for(item, "bank") for item in scaled),
        *_count(),
        only_for(items.Heading("More coordinates", _COORDINATES), "cosine"),
        *(only_for(item, "taylor") for item in _letter()),
        only_for(items.Heading("An error in the notes: the variance", _E3), "fourier"),
        only_for(
            items.Link(
                "rbf-bandwidth", "See random waves in one dimension, on the page RBF bandwidth"
            ),
            "fourier",
        ),
        only_for(items.Heading("Why only x ≥ 0", _NEGATIVE), "min"),
    ]
    return [
        items.half_width(items.stack(*left)), items.half_width(items.stack(*right)),
        only_for(waves_slider(), "bank"),
        only_for(items.Heading("A factor is missing in the notes", _E6), "bank"),
    ]  # fmt: skip


def _claim(title: str, tensor: str, tone: str, ends: list[float]) -> list[items.Item]:
    """Build the chart of one sum of cosines, with the limit that the notes state for L → ∞."""
    series: list[items.Series] = [
        {"tensor": tensor, "tone": tone},
        {"tensor": "limit", "tone": "zero", "dash": [2, 4]},
    ]
    chart = items.Curve(
        f"{title}; dotted: the limit.", "axis", series, note="x", range=[-3, 3, *ends]
    )
    return [items.Heading(title), chart]


def _letter() -> list[items.Item]:
    """Return the items that compare the RBF kernel written with α (note 003) and with τ (note
    000)."""
    series: list[items.Series] = [
        {"tensor": "lettered", "tone": "positive"},
        {"tensor": "target", "tone": "zero", "dash": [2, 4]},
    ]  # fmt: skip
    curve = items.Curve(
        "exp(−‖x − x′‖²/α) along x₂ = 0; dotted: the RBF kernel of bandwidth τ.", "axis", series,
        note="x₁", range=[-3, 3, 0, 1.1])  # fmt: skip
    rows = items.readouts(
        items.row("letter_error", "Largest difference between the curves", "number"),
        items.row("twice", "2τ²", "number"),
    )
    return [
        items.Heading("The RBF kernel written with α", _ALPHA), curve,
        slider("letter", "α", "in place of 2τ²", [0.25, 0.5, 1, 2, 4, 8]), rows,
    ]  # fmt: skip


def _list() -> list[items.Item]:
    """Return the items that list the features of (xᵀx′ + c)ᴹ."""
    counts = [1, 2, 3, 4]
    return [
        only_for(items.Heading("The list of features"), "poly"),
        only_for(slider("dims", "d", "attributes in this list", counts, count=True), "poly"),
        only_for(FeatureList(label="The features with their weights."), "poly"),
    ]


def _count() -> list[items.Item]:
    """Return the items that count the features: in the list, by the right formula, and by the
    wrong formula in note 003."""
    rows = items.readouts(
        items.row("listed", "Features in the list", "whole"),
        items.row("formula", "(d + M) choose M", "whole"),
        items.row("upside_down", "d choose d + M", "whole", "as printed in the notes"),
    )
    return [
        only_for(items.Heading("An error in the notes: the count", _E7), "poly"),
        only_for(rows, "poly"),
        only_for(items.Heading("Where the roots come from", _WEIGHTS), "poly"),
    ]
