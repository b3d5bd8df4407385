"""The live element of the gallery: one switch, and for each kernel its pictures and sliders."""

from collections.abc import Mapping
from typing import Any

from lab import live
from lab.assets import public_path
from lab.bumps import fit_line, matrix
from lab.challenges import challenges, remark
from lab.gallery import below
from lab.gallery.exhibit import FIELDS, ON_A_LINE, PIECES, STOPS, Exhibit
from lab.gallery.planes import GRID
from lab.gallery.questions import QUESTIONS
from lab.gallery.route import PATH

LABELS = {
    "cosine": "One cosine", "bank": "Many cosines", "poly": "Polynomial",
    "taylor": "RBF by Taylor", "fourier": "RBF at random", "min": "Minimum",
}  # fmt: skip
FORMULAS = {
    "cosine": (
        "k(x, x′) = cos(θ(x − x′))",
        "The inner product of φ_θ(x) = (cos θx, sin θx) with φ_θ(x′); for more coordinates their "
        "sum. Turn θ: the two features become faster waves. (001, 004)"),
    "bank": (
        "k(x, x′) = Σₗ cos(2πℓ/L · (x − x′)), ℓ = 0, …, L",
        "L + 1 waves at once make φ_L. Raise L: they agree at x = x′ and cancel elsewhere, until "
        "they all meet again at a distance of L. (001, 004)"),
    "poly": (
        "k(x, x′) = (xᵀx′ + c)ᴹ",
        "All products of up to M attributes, without one of them being written out. Raise M: the "
        "fit gets one more bend, the slice grows steep at the ends. (001, 003, 004)"),
    "taylor": (
        "exp(−‖x − x′‖²/2τ²) = exp(−‖x‖²/2τ²) exp(−‖x′‖²/2τ²) Σₖ (xᵀx′/τ²)ᵏ/k!",
        "Keep the first N terms of the sum. The black boundary is what they give; the dotted one "
        "belongs to the whole kernel. Raise N until they meet. (003)"),
    "fourier": (
        "exp(−‖x − x′‖²/2τ²) ≈ (1/D) Σ cos(wᵀ(x − x′))",
        "D frequencies w are drawn at random; each gives two features, cos wᵀx and sin wᵀx. Raise "
        "D: the black boundary comes to the dotted one of the whole kernel. (000, footnote)"),
    "min": (
        "k(x, x′) = min{x, x′} for x, x′ ≥ 0",
        "Each slice rises to x′ and stays there, so a sum of them bends at the data only. Every "
        "fit begins at f(0) = 0, as all slices do. Move λ. (000, 002)"),
}  # fmt: skip


def element(exhibit: Exhibit) -> Any:
    """Put the gallery on the page; it plays sweeps from GET /gallery."""
    data = {
        "query": exhibit.query(), "view": {}, "frames": None, "grid": GRID, "stops": 64,
        "wide": True, "main": _main(), "side": _side(), "below": below.items(_of),
    }  # fmt: skip
    return live.mount("gallery", data, set(FIELDS))


def _of(item: live.Item, *pieces: str) -> live.Item:
    """The item for these kernels only."""
    return live.when(item, piece=pieces)


# ---- the pictures and their sliders ----


def _main() -> list[live.Item]:
    formulas = [_of(live.heading(*words), piece) for piece, words in FORMULAS.items()]
    return [_pieces(), live.stack(*formulas) | {"shape": "kl-formula"}, _pictures()]


def _pieces() -> live.Item:
    """The switch: every option brings the parameters of its own kernel, and takes away others."""
    options = [
        {"value": piece, "label": label, "help": "", "also": [], "fields": _fields(piece)}
        for piece, label in LABELS.items()
    ]
    return {"kind": "gallery", "field": "piece", "label": "Which kernel", "options": options,
            "address": public_path(PATH)}  # fmt: skip


def _fields(piece: str) -> Mapping[str, str]:
    shown = Exhibit(piece=piece)
    return {name: field.text(field.default) if shown.has(name) else ""
            for name, field in FIELDS.items() if name != "piece"}  # fmt: skip


def _pictures() -> live.Item:
    return {"kind": "group", "shape": "kl-exhibit", "items": [
        live.stack(
            _of(fit_line("The fitted function over the line.") | {"edit": False}, *ON_A_LINE),
            _of({"kind": "exactplane", "label": "The plane: the boundary with finitely many "
                 "features, and dotted the one with the whole kernel."}, "taylor", "fourier"),
            *_sliders(),
            *_extras(),
        ),
        live.stack(
            *_slices(),
            _of(_slider("place", "x′", "the point of the slice", [-3, -1.5, 0, 1.5, 3]),
                *(piece for piece in PIECES if piece != "min")),
            _of(_slider("spot", "x′", "the point of the slice", [0, 1.5, 3, 4.5, 6]), "min"),
            matrix("The Gram matrix as a heat map."),
        ),
    ]}  # fmt: skip


def _sliders() -> list[live.Item]:
    whole = {"format": "count"}
    return [
        _of(_slider("theta", "θ", "frequency", [0, 1, 2, 3, 4, 5, 6]), "cosine"),
        _of(_slider("L", "L", "the largest ℓ", [1, 2, 5, 10, 20, 50, 100, 200]) | whole, "bank"),
        _of(_detail("factor", "The factor before the sum",
                    {"with": "Times 2π/L", "printed": "As printed"}), "bank"),
        _of(_slider("power", "M", "degree", list(range(1, 9))) | whole, "poly"),
        _of(_slider("shift", "c", "constant", [0, 1, 2, 3, 4]), "poly"),
        _of(_slider("terms", "N", "terms", [1, 2, 3, 5, 10, 20, 40]) | whole, "taylor"),
        _of(_slider("waves", "D", "random cosines", [1, 10, 100, 1000]) | whole, "fourier"),
        _of(_slider("width", "τ", "bandwidth", [0.35, 0.5, 0.7, 1, 1.4, 2]), "taylor", "fourier"),
        _of(_slider("firm", "λ", "regularisation", [1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10]), "min"),
    ]  # fmt: skip


def _slider(along: str, symbol: str, label: str, ticks: list[float]) -> live.Item:
    stops = STOPS[along]
    return {"kind": "slider", "along": along, "symbol": symbol, "label": label, "low": stops[0],
            "high": stops[-1], "stops": list(stops), "ticks": ticks}  # fmt: skip


def _detail(field: str, label: str, labels: Mapping[str, str]) -> live.Item:
    """A switch that one kernel alone has."""
    return live.look(field, label, labels) | {"kind": "detail", "view": False}


def _slices() -> list[live.Item]:
    """The slice, and for a truncated kernel the whole one's, dotted."""
    label = "A slice of the kernel through x′."
    common = {"kind": "through", "label": label, "alongs": ["place", "spot"]}
    on_line = {"caption": "k(x′, ·)", "series": [
        {"tensor": "slice", "tone": "positive"}]}  # fmt: skip
    in_plane = {"caption": "k(x′, ·) along x₂ = 0; dotted: the whole kernel", "series": [
        {"tensor": "slice", "tone": "positive"},
        {"tensor": "target", "tone": "accent", "dash": [2, 4]}]}  # fmt: skip
    return [_of(common | on_line, *ON_A_LINE), _of(common | in_plane, "taylor", "fourier")]


def _extras() -> list[live.Item]:
    """One more chart for each kernel."""
    waves = live.function_curve("The two features.", "axis", [
        {"tensor": "cos_wave", "label": "cos θx", "tone": "logistic", "at": 0.03},
        {"tensor": "sin_wave", "label": "sin θx", "tone": "squared", "at": 0.66}], note="x",
        range=[-3, 3, -1.3, 1.3])  # fmt: skip
    slope = live.function_curve("The slope of the fit: steps at the data.", "knots", [
        {"tensor": "slope", "label": "f′(x)", "tone": "accent", "at": 0.02}], note="x")
    return [
        _of(waves, "cosine"),
        _of(_curve("How far each sum is from the limit.", "L", "counts", "L", [-2, 3], [
            {"tensor": "printed_errors", "label": "as printed", "tone": "negative", "at": 0.2},
            {"tensor": "scaled_errors", "label": "times 2π/L", "tone": "positive", "at": 0.3,
             "below": True}], [1, 2, 5, 10, 20, 50, 100]), "bank"),
        _of(_curve("The number of features against the degree.", "power", "powers", "M", [0, 3], [
            {"tensor": "growth", "label": "C(d + M, M)", "tone": "positive", "at": 0.5,
             "align": "right"}], [1, 2, 3, 4, 5, 6, 7], xlog=False), "poly"),
        _of(_curve("The largest error of the kernel against the number of terms.", "terms",
                   "counts", "N", [-16, 0], [
            {"tensor": "errors", "label": "largest error", "tone": "positive", "at": 0.42,
             "below": True, "align": "right"},
            {"tensor": "bounds", "label": "Lagrange’s bound", "tone": "muted", "dash": [5, 3],
             "at": 0.62}], [1, 2, 5, 10, 20]), "taylor"),
        _of(_curve("The root mean square error of the kernel against the number of cosines.",
                   "waves", "counts", "D", [-3, 0], [
            {"tensor": "slip_errors", "label": "variance τ²", "tone": "negative", "at": 0.8},
            {"tensor": "errors", "label": "variance τ⁻²", "tone": "positive", "at": 0.3,
             "below": True, "align": "right"},
            {"tensor": "expected", "tone": "muted", "dash": [5, 3], "label": "to be expected",
             "at": 0.62}], [1, 10, 100, 1000]), "fourier"),
        _of(slope, "min"),
    ]  # fmt: skip


def _curve(
    label: str, along: str, x: str, note: str, decades: list[int], series: list[live.Item],
    ticks: list[float], *, xlog: bool = True,
) -> live.Item:  # fmt: skip
    return {"kind": "logcurve", "label": label, "along": along, "x": x, "note": note,
            "decades": decades, "series": series, "ticks": ticks, "xlog": xlog}  # fmt: skip


# ---- numbers and questions ----


def _side() -> list[live.Item]:
    return [
        _of(_detail("spread", "The variance of w", {"right": "Variance τ⁻²",
                                                    "printed": "Variance τ², as printed"}), "fourier"),
        *(_of(live.readouts(*rows), *pieces) for pieces, rows in _NUMBERS),
        _of(_slider("draw", "#", "which draw of the w", [1, 4, 8, 12]) | {"format": "count"}, "fourier"),
        _of(remark("c = 0 leaves only the products of exactly M attributes: C(d + M − 1, M) of "
                   "them.", ("shift", "<=", 0)), "poly"),
        *(_of(challenges(questions), piece) for piece, questions in QUESTIONS.items()),
    ]  # fmt: skip


_LINE_ROWS = (
    live.row("train_mse", "Mean squared residual", "number"),
    live.row("test_mse", "The same from the truth", "number"),
    live.row("gap", "Proved within", "power", "duality gap"),
)
_PLANE_ROWS = (
    live.row("differs", "Examples with another class", "percent", "than with the whole kernel"),
    live.row("test_error", "Test error", "percent"),
    live.row("exact_error", "with the whole kernel", "percent"),
    live.row("gap", "Proved within", "power", "duality gap"),
)
_NUMBERS = (
    (("cosine",), (
        live.row("cos_weight", "Weight of cos θx", "number"),
        live.row("sin_weight", "Weight of sin θx", "number"), *_LINE_ROWS)),
    (("bank",), (
        live.row("count", "Features", "whole", "2(L + 1)"),
        live.row("printed_error", "As printed, from the limit", "number", "at most"),
        live.row("scaled_error", "Times 2π/L, from the limit", "number", "at most"), *_LINE_ROWS)),
    (("poly", "min"), _LINE_ROWS),
    (("taylor",), (
        live.row("count", "Features", "whole", "N(N + 1)/2"),
        live.row("error", "Largest error of an entry of K", "number"), *_PLANE_ROWS)),
    (("fourier",), (
        live.row("count", "Features", "whole", "2D"),
        live.row("error", "Error of the entries of K", "number", "root mean square"),
        *_PLANE_ROWS)),
)  # fmt: skip
