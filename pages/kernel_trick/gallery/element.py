"""The picture of the gallery: the switch between kernels, and the plots and controls of each."""

from collections.abc import Mapping
from dataclasses import replace

from lab.endpoints.static_assets import public_path
from lab.ui import items
from lab.ui.items.kernel_expansion import FitLine
from lab.ui.steps.step import Picture
from pages.kernel_trick.gallery import charts, section_items, side_items
from pages.kernel_trick.gallery.controls import detail, only_for, slider, waves_slider
from pages.kernel_trick.gallery.gallery_scene import (
    FIELDS,
    GRID,
    IN_THE_PLANE,
    ON_A_LINE,
    PIECES,
    GalleryScene,
    of_address,
)
from pages.kernel_trick.gallery.sweeps.endpoint import ENDPOINT
from pages.kernel_trick.items import ExactPlane, Gallery

LABELS = {
    "cosine": "One cosine", "bank": "Many cosines", "poly": "Polynomial",
    "taylor": "RBF by Taylor", "fourier": "Random Fourier", "min": "Minimum",
}  # fmt: skip
FORMULAS = {
    "cosine": (
        "K(x, x′) = cos(ω(x − x′))",
        "The inner product of φ(x) = (cos ωx, sin ωx) with φ(x′). Raise ω: the two features and "
        "every fit with them oscillate faster. (001, 004)"),
    "poly": (
        "K(x, x′) = (xᵀx′ + c)ᴹ",
        "The features are all products of M attributes and, if c is above 0, of fewer. None of "
        "them is computed. Raise M: the slice grows in absolute value where |xᵀx′ + c| is above 1, "
        "and shrinks where it is below. (001, 003, 004)"),
    "taylor": (
        "exp(−‖x − x′‖²/2τ²) = exp(−‖x‖²/2τ²) exp(−‖x′‖²/2τ²) Σₖ (xᵀx′/τ²)ᵏ/k!",
        "Keep the first N terms of the sum. They give the solid boundary; the dotted boundary "
        "belongs to the exact kernel. Raise N until the two agree; a smaller τ needs more terms. "
        "(003)"),
    "min": (
        "K(x, x′) = min{x, x′} for x, x′ ≥ 0",
        "Each slice rises up to x′ and is constant beyond, so a sum of slices bends only at the "
        "data. Every fit begins at f(0) = 0, as all slices do. Drag λ. (000, 002)"),
}  # fmt: skip


_WAVES = (
    "L + 1 frequencies give two features each. All waves are 1 at x = x′ and partly cancel "
    "elsewhere. At the distance L from x′ all waves are 1 again: raise L, and that second peak "
    "moves away. (001, 004)"
)
_RANDOM_WAVES = (
    "D frequencies ω are drawn at random; each gives two features, cos ωᵀx and sin ωᵀx. Raise D: "
    "with variance τ⁻² the solid boundary approaches the dotted boundary of the exact kernel. "
    "(000, footnote)"
)
AVERAGES = {  # limits of the average of cosines: with the variance τ⁻², or τ² as in the notes
    "right": "exp(−‖x − x′‖²/2τ²) ≈ (1/D) Σ cos(ωᵀ(x − x′))",
    "printed": "exp(−τ²‖x − x′‖²/2) ≈ (1/D) Σ cos(ωᵀ(x − x′))",
}
SUMS = {  # formulas of the sum of cosines: with the factor 2π/L, or without it as in the notes
    "with": "K(x, x′) = (2π/L) Σₗ cos(2πℓ/L · (x − x′)), ℓ = 0, …, L",
    "printed": "K(x, x′) = Σₗ cos(2πℓ/L · (x − x′)), ℓ = 0, …, L",
}


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the kernel that `view` names, with sweeps from GET /gallery."""
    exhibit, _ = of_address({name: view[name] for name in FIELDS if view[name]})
    # The page requests no frames until the switch has set their address.
    data = {"query": exhibit.query(), "grid": GRID, "stops": 64}
    return Picture(
        main=_main(), side=side_items.side(), below=section_items.section_below(), wide=True,
        name="gallery", data=data, written_words=frozenset(FIELDS),
    )  # fmt: skip


def _main() -> list[items.Item]:
    formulas = [only_for(items.Heading(*words), piece) for piece, words in FORMULAS.items()]
    formulas += [
        items.only_where(items.Heading(title, _WAVES), piece=["bank"], factor=[factor])
        for factor, title in SUMS.items()
    ]
    formulas += [
        items.only_where(items.Heading(title, _RANDOM_WAVES), piece=["fourier"], spread=[spread])
        for spread, title in AVERAGES.items()
    ]
    return [_pieces(), replace(items.stack(*formulas), shape="kl-formula"), _pictures()]


def _pieces() -> items.Item:
    """Build the switch between kernels.

    Each option sets the parameters of its own kernel and clears the others.
    """
    options: list[items.ChoiceOption] = [
        {"value": piece, "label": label, "help": "", "aliases": [], "fields": _fields(piece)}
        for piece, label in LABELS.items()
    ]
    return Gallery("piece", "Which kernel", options, public_path(ENDPOINT.path))


def _fields(piece: str) -> Mapping[str, str]:
    scene = GalleryScene(piece=piece)
    return {name: field.text(field.default) if scene.has(name) else ""
            for name, field in FIELDS.items() if name != "piece"}  # fmt: skip


def _pictures() -> items.Item:
    plane = ExactPlane(
        "The boundary with finitely many features and, dotted, the boundary with the exact kernel."
    )
    return items.Group(shape="kl-exhibit", items=[
        items.stack(
            only_for(FitLine("The fitted function.", edit=False), *ON_A_LINE),
            only_for(plane, *IN_THE_PLANE),
            *_sliders(),
        ),
        items.stack(
            *charts.slices(),
            only_for(slider("place", "x′", "the point of the slice", [-3, -1.5, 0, 1.5, 3]),
                     *(piece for piece in PIECES if piece != "min")),
            only_for(slider("spot", "x′", "the point of the slice", [0, 1.5, 3, 4.5, 6]), "min"),
            *charts.extras(),
        ),
    ])  # fmt: skip


def _sliders() -> list[items.Item]:
    return [
        only_for(slider("theta", "ω", "frequency", [0, 1, 2, 3, 4, 5, 6]), "cosine"),
        only_for(waves_slider(), "bank"),
        only_for(detail("factor", "The factor before the sum",
                        {"with": "With 2π/L", "printed": "Without 2π/L"}), "bank"),
        only_for(slider("power", "M", "degree", list(range(1, 9)), count=True), "poly"),
        only_for(slider("shift", "c", "constant", [0, 1, 2, 3, 4]), "poly"),
        only_for(slider("terms", "N", "terms", [1, 2, 3, 5, 10, 20, 40], count=True), "taylor"),
        only_for(slider("waves", "D", "random cosines", [1, 10, 100, 1000], count=True), "fourier"),
        only_for(slider("width", "τ", "bandwidth", [0.35, 0.5, 0.7, 1, 1.4, 2]), *IN_THE_PLANE),
        only_for(detail("spread", "The variance of ω",
                        {"right": "Variance τ⁻²", "printed": "Variance τ² (notes)"}),
                 "fourier"),
        only_for(slider("firm", "λ", "regularisation", [1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10]),
                 "min"),
    ]  # fmt: skip
