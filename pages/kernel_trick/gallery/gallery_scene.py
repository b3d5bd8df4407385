"""The scene of the gallery, called an exhibit: one kernel of the gallery with its parameters.

    piece=fourier&waves=20&width=0.7&spread=right&draw=1&place=0.8

Such a query string is stored in the address of the page. The server gets it with the name of a
slider. It answers with a sweep, with a single frame for stops=1, or with the progress of a sweep:

    /gallery?piece=cosine&theta=0.9&place=0.8&along=theta[&stops=1]
    /gallery-progress?piece=cosine&along=theta
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from lab.course.page_declaration import Word
from lab.endpoints.sweep_endpoint import SweepRequest, read_with, request_fields
from lab.scene.fields import Choice, Field, Integer, Number
from lab.scene.scene import FieldScene, fields_of, parse, parse_strict, read_one
from lab.scene.slider_stops import move_stop_to, round_to_twelve_digits

PIECES = ("cosine", "bank", "poly", "taylor", "fourier", "min")
ON_A_LINE = ("cosine", "bank", "poly", "min")
IN_THE_PLANE = ("taylor", "fourier")
LARGEST_L, MAX_WAVES, MAX_TERMS = 200, 2000, 40
GRID = 61


def _rounded_stops(values: np.ndarray) -> tuple[float, ...]:
    return tuple(round_to_twelve_digits(values).tolist())


def _whole_stops(low: int, high: int, count: int, *also: int) -> tuple[float, ...]:
    """Return whole numbers from low to high, roughly evenly spaced on a log scale, and those in
    `also`.

    `count` numbers are rounded and duplicates removed, so the result can have fewer.
    """
    return tuple(np.unique([*np.round(np.geomspace(low, high, count)), *also]).tolist())


# The stops of the sliders. They are evenly spaced, on a log scale if the range begins above 0;
# counts are rounded to whole numbers.
STOPS: dict[str, tuple[float, ...]] = {
    "theta": _rounded_stops(np.linspace(0, 6, 61)),
    "L": _whole_stops(1, LARGEST_L, 76, 10, 20, 50, 100),
    "power": _whole_stops(1, 8, 40),
    "shift": _rounded_stops(np.linspace(0, 4, 41)),
    "dims": _whole_stops(1, 4, 20),
    "terms": _whole_stops(1, MAX_TERMS, 400),
    "waves": _whole_stops(1, MAX_WAVES, 50, 10, 100, 1000),
    "draw": _whole_stops(1, 12, 60),
    "width": _rounded_stops(2.0 ** (np.arange(-9, 7) / 6)),  # the stops include 1
    # The stops include 2τ² for each τ of the slider `width`.
    "letter": _rounded_stops(2.0 ** (np.arange(-12, 19) / 6)),
    "firm": _rounded_stops(np.geomspace(1e-5, 10, 37)),
    "place": _rounded_stops(np.linspace(-3, 3, 61)),
    "spot": _rounded_stops(np.linspace(0, 6, 61)),
}


_LINE_PLACES = tuple(piece for piece in PIECES if piece != "min")
# The kernels that have each parameter.
OF = {
    "theta": ("cosine",), "L": ("bank",), "factor": ("bank",), "power": ("poly",),
    "shift": ("poly",), "dims": ("poly",), "terms": ("taylor",), "waves": ("fourier",),
    "spread": ("fourier",), "draw": ("fourier",), "width": IN_THE_PLANE,
    "letter": ("taylor",), "firm": ("min",), "place": _LINE_PLACES, "spot": ("min",),
}  # fmt: skip


def _applies(name: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda values: values["piece"] in OF.get(name, PIECES)


def _choice(name: str, meaning: str, *choices: str) -> Field:
    applies = _applies(name)
    return Choice(name, choices[0], meaning, "", applies=applies, choices=choices)


def _number(name: str, default: float, meaning: str) -> Field:
    """Declare a field with the range of its slider. If the default is an int, the values are whole
    numbers."""
    kind: Any = Integer if isinstance(default, int) else Number
    low, high = (type(default)(end) for end in (STOPS[name][0], STOPS[name][-1]))
    return kind(name, default, meaning, "", applies=_applies(name), low=low, high=high)


FIELDS: dict[str, Any] = {
    field.name: field
    for field in (
        _choice("piece", "which kernel", *PIECES),
        _number("theta", 0.9, "ω, the frequency of the cosine"),
        _number("L", 8, "L, the largest ℓ in the sum of cosines"),
        _choice("factor", "factor of the sum: 2π/L, or 1 as in the notes", "with", "printed"),
        _number("power", 3, "M, the degree of the polynomial kernel"),
        _number("shift", 1.0, "c, the constant of the polynomial kernel"),
        _number("dims", 2, "d, the number of attributes in the list of features"),
        _number("terms", 3, "N, the number of terms of the Taylor series"),
        _number("waves", 10, "D, the number of random cosines"),
        _choice("spread", "variance of ω: τ⁻², or τ² as in the notes", "right", "printed"),
        _number("draw", 1, "random seed of the cosines"),
        _number("width", 0.7, "τ, the bandwidth of the RBF kernel"),
        _number("letter", 0.5, "α of the RBF kernel, written exp(−‖x − y‖²/α)"),
        _number("firm", 0.003, "λ, the regularisation of the fit with the min kernel"),
        _number("place", 0.8, "x′, the point that the slice goes through"),
        _number("spot", 2.0, "x′ of the min kernel, on [0, ∞)"),
    )
}
_REQUEST = request_fields(STOPS, 64, 128, 161, grid=GRID)
VIEW = {name: Word.of(field, "") for name, field in FIELDS.items()}  # words of the page's address


GalleryFields: Any = fields_of(FIELDS)


@dataclass(frozen=True)
class GalleryScene(FieldScene, GalleryFields):
    """A kernel of the gallery with its parameters. Parameters that the kernel does not have are at
    their defaults.
    """

    table = FIELDS
    noun = "the gallery"
    edits: ClassVar[str] = ""  # the gallery's points cannot be edited
    points: ClassVar[str] = ""

    def has(self, name: str) -> bool:
        """Return whether this kernel has the parameter."""
        return self.table[name].applies(vars(self))


def of_address(words: Mapping[str, str]) -> tuple[GalleryScene, list[str]]:
    """Return the exhibit of an address, with a message for each invalid word."""
    values = {name: words[name] for name in FIELDS if name in words}
    exhibit, problems = parse(values, default=GalleryScene())
    return exhibit, [problem.message for problem in problems]


def read_request(query: str | bytes) -> SweepRequest:
    """Parse a request from a query string. Raises SceneError for the first invalid word."""
    return read_with(query, _REQUEST, _read, make_request)


def _read(query: str | bytes, ignore: Collection[str]) -> GalleryScene:
    return parse_strict(query, ignore=ignore, default=GalleryScene())


def make_request(
    exhibit: GalleryScene, along: str, stops: int = 64, grid: int = GRID
) -> SweepRequest:
    """Build the request for an exhibit's sweep along one slider.

    `stops` = 1 requests a single frame; with any other number the sweep has all stops of its
    slider. Raises SceneError for a slider that this kernel does not have.
    """
    sliders = tuple(name for name in STOPS if exhibit.has(name))
    read_one(Choice("along", "", "Slider", "", choices=sliders), [along])
    return SweepRequest(exhibit, along, slider_stops(exhibit, along, is_single=stops == 1), grid)


def slider_stops(exhibit: GalleryScene, along: str, *, is_single: bool = False) -> np.ndarray:
    """Return the stops of a slider, with the nearest stop moved to the exhibit's value.

    If `is_single`, return the exhibit's value as the only stop.
    """
    value = float(getattr(exhibit, along))
    return np.array([value]) if is_single else move_stop_to(np.array(STOPS[along]), value)
