"""The small charts of the gallery: the slice of each kernel, and one further chart for each."""

from lab.ui import items
from lab.ui.challenges import name_item
from pages.kernel_trick.gallery.controls import only_for
from pages.kernel_trick.gallery.gallery_scene import IN_THE_PLANE, ON_A_LINE
from pages.kernel_trick.items import Through


def slices() -> list[items.Item]:
    """Return the charts of the slice. If the kernel is an approximation, the slice of the exact
    kernel is drawn too, as a dotted line.
    """
    label = "A slice of the kernel through x′."
    kernel: items.Series = {"tensor": "slice", "tone": "positive"}
    exact_kernel: items.Series = {"tensor": "target", "tone": "accent", "dash": [2, 4]}
    both = "K(x′, ·) along x₂ = 0; dotted: the exact kernel"
    alongs = ["place", "spot"]
    return [
        only_for(Through(label, alongs, "K(x′, ·)", [kernel]), *ON_A_LINE),
        only_for(Through(label, alongs, both, [kernel, exact_kernel]), *IN_THE_PLANE),
    ]


def extras() -> list[items.Item]:
    """Return one further chart for each kernel.

    The charts of `_curve` have the name "errors", so that a challenge can hide them.
    """
    waves = items.Curve("The two features.", "axis", [
        {"tensor": "cos_wave", "label": "cos ωx", "tone": "logistic", "at": 0.03},
        {"tensor": "sin_wave", "label": "sin ωx", "tone": "squared", "at": 0.66}], note="x",
        range=[-3, 3, -1.3, 1.3])  # fmt: skip
    slope = items.Curve(
        "The slope of the fit: steps at the data.",
        "knots",
        [{"tensor": "slope", "label": "f′(x)", "tone": "accent", "at": 0.02}],
        note="x",
    )
    return [
        only_for(waves, "cosine"),
        only_for(_curve("The largest distance of each sum from the limit.", "L", "counts", "L",
                        [-2, 3], [
            {"tensor": "printed_errors", "label": "without 2π/L", "tone": "negative", "at": 0.2},
            {"tensor": "scaled_errors", "label": "with 2π/L", "tone": "positive", "at": 0.3,
             "below": True}], [1, 2, 5, 10, 20, 50, 100]), "bank"),
        only_for(_curve("The number of features for c > 0 against the degree.", "power", "powers",
                        "M", [0, 3], [
            {"tensor": "growth", "label": "(d + M) choose M", "tone": "positive", "at": 0.5,
             "align": "right"}], [1, 2, 3, 4, 5, 6, 7], xlog=False), "poly"),
        only_for(_curve("The largest error of the kernel against the number of terms.", "terms",
                         "counts", "N", [-16, 0], [
            {"tensor": "errors", "label": "largest error", "tone": "positive", "at": 0.42,
             "below": True, "align": "right"},
            {"tensor": "bounds", "label": "Lagrange’s bound", "tone": "muted", "dash": [5, 3],
             "at": 0.62, "align": "right"}], [1, 2, 5, 10, 20]), "taylor"),
        only_for(_curve("The root mean square error of the kernel against the number of cosines.",
                         "waves", "counts", "D", [-3, 0], [
            {"tensor": "slip_errors", "label": "variance τ²", "tone": "negative", "at": 0.8},
            {"tensor": "errors", "label": "variance τ⁻²", "tone": "positive", "at": 0.98,
             "below": True, "align": "right"},
            {"tensor": "expected", "tone": "muted", "dash": [5, 3], "label": "expected error",
             "at": None}], [1, 10, 100, 1000]), "fourier"),
        only_for(slope, "min"),
    ]  # fmt: skip


def _curve(
    label: str, along: str, x: str, note: str, decades: list[int], series: list[items.Series],
    ticks: list[float], *, xlog: bool = True,
) -> items.Item:  # fmt: skip
    return name_item("errors", items.LogCurve(
        label=label, along=along, x=x, note=note,
        decades=decades, series=series, ticks=ticks, xlog=xlog))  # fmt: skip
