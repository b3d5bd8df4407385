"""What a picture of the gallery depends on: one kernel of it, and this kernel's own parameters.

    piece=fourier&waves=20&width=0.7&spread=right&draw=1&place=0.8

As with a scene, that text is the state in the address and the question to the server:

    /gallery?piece=cosine&theta=0.9&place=0.8&along=theta[&stops=1]
    /gallery-progress?piece=cosine&along=theta
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlencode

import numpy as np

from lab.endpoints.sweep_endpoint import SweepRequest
from lab.scene.fields import Choice, Field, Integer, Number
from lab.scene.scene import SceneError, read_given, read_one, split
from lab.scene.slider_stops import twelve_digits, with_own

PIECES = ("cosine", "bank", "poly", "taylor", "fourier", "min")
ON_A_LINE = ("cosine", "bank", "poly", "min")
IN_THE_PLANE = ("taylor", "fourier")
LARGEST_L, MOST_WAVES, MOST_TERMS = 200, 2000, 40
GRID = 61


@dataclass(frozen=True)
class Exhibit:
    """A kernel of the gallery. Parameters that it does not have stand at their defaults."""

    piece: str = "cosine"
    theta: float = 0.9  # of φ_θ
    L: int = 8  # of φ_L
    factor: str = "with"  # 2π/L in front of φ_L, or as printed
    power: int = 3  # M of the polynomial kernel
    shift: float = 1.0  # its c
    dims: int = 2  # d, for the list of its features
    terms: int = 3  # of the Taylor series
    waves: int = 10  # D, random cosines
    spread: str = "right"  # their variance: τ⁻², or the printed τ²
    draw: int = 1  # which cosines are drawn
    width: float = 0.7  # τ of the RBF kernel
    letter: float = 0.5  # α, as 003 writes the RBF kernel
    firm: float = 0.003  # λ of the min kernel's fit
    place: float = 0.8  # x′, the point that the slice goes through
    spot: float = 2.0  # the same on [0, ∞)
    edits: ClassVar[str] = ""  # its points are the page's own
    points: ClassVar[str] = ""

    def has(self, name: str) -> bool:
        """Whether this kernel has the parameter."""
        return self.piece in OF.get(name, PIECES)

    def at(self, along: str, value: float) -> "Exhibit":
        """The exhibit with one of its sliders at `value`."""
        return dataclasses.replace(self, **{along: type(getattr(self, along))(value)})

    def query(self) -> str:
        """The kernel and its own parameters, as an address has them."""
        return urlencode({name: field.text(getattr(self, name))
                          for name, field in FIELDS.items() if self.has(name)})  # fmt: skip


_LINE_PLACES = tuple(piece for piece in PIECES if piece != "min")
OF = {
    "theta": ("cosine",), "L": ("bank",), "factor": ("bank",), "power": ("poly",),
    "shift": ("poly",), "dims": ("poly",), "terms": ("taylor",), "waves": ("fourier",),
    "spread": ("fourier",), "draw": ("fourier",), "width": IN_THE_PLANE,
    "letter": ("taylor",), "firm": ("min",), "place": _LINE_PLACES, "spot": ("min",),
}  # fmt: skip


def _typed(values: np.ndarray) -> tuple[float, ...]:
    return tuple(twelve_digits(values).tolist())


def _whole(low: int, high: int, count: int, *also: int) -> tuple[float, ...]:
    """Whole numbers from low to high, about `count` of them, evenly in log; some for certain."""
    return tuple(np.unique([*np.round(np.geomspace(low, high, count)), *also]).tolist())


# Where the sliders stop. Those that begin above 0 are evenly in log, or whole numbers.
STOPS: dict[str, tuple[float, ...]] = {
    "theta": _typed(np.linspace(0, 6, 61)),
    "L": _whole(1, LARGEST_L, 76, 10, 20, 50, 100),
    "power": _whole(1, 8, 40),
    "shift": _typed(np.linspace(0, 4, 41)),
    "dims": _whole(1, 4, 20),
    "terms": _whole(1, MOST_TERMS, 400),
    "waves": _whole(1, MOST_WAVES, 50, 10, 100, 1000),
    "draw": _whole(1, 12, 60),
    "width": _typed(2.0 ** (np.arange(-9, 7) / 6)),  # 1 is one of them
    "letter": _typed(2.0 ** (np.arange(-12, 19) / 6)),  # 2τ² of each width is one of them
    "firm": _typed(np.geomspace(1e-5, 10, 37)),
    "place": _typed(np.linspace(-3, 3, 61)),
    "spot": _typed(np.linspace(0, 6, 61)),
}


def _field(name: str, default: Any) -> Field:
    words = {"piece": PIECES, "factor": ("with", "printed"), "spread": ("right", "printed")}
    common = {"name": name, "default": default, "label": name, "help": ""}
    if name in words:
        return Choice(**common, choices=words[name])
    kind = Integer if isinstance(default, int) else Number
    ends = type(default)
    return kind(**common, low=ends(STOPS[name][0]), high=ends(STOPS[name][-1]))


FIELDS = {field.name: _field(field.name, field.default) for field in dataclasses.fields(Exhibit)}
VIEW = dict.fromkeys(FIELDS, "")  # the names in the address of a page


def of_address(given: Mapping[str, str]) -> tuple[Exhibit, list[str]]:
    """What an address shows, and in a sentence each what it names and can't be used."""
    values, sentences = read_given(FIELDS, given)
    return own(Exhibit(**values)), sentences


def own(exhibit: Exhibit) -> Exhibit:
    """The same without the parameters of other kernels, so that equal pictures are equal."""
    kept = {name: getattr(exhibit, name) for name in FIELDS if exhibit.has(name)}
    return Exhibit(**kept)


def read_request(query: str | bytes) -> SweepRequest:
    """The question of a query string. Raises SceneError with the first thing that is wrong."""
    given, trouble = split(query)
    if trouble:
        raise SceneError(trouble)
    values = {name: read_one(field, given[name]) for name, field in FIELDS.items() if name in given}
    exhibit = own(Exhibit(**values))
    sliders = [name for name in STOPS if exhibit.has(name)]
    along = read_one(Choice("along", "", "Slider", "", choices=tuple(sliders)),
                     given.get("along", []))  # fmt: skip
    count = read_one(Integer("stops", 64, "Stops", "", low=1, high=128), given.get("stops", ["64"]))
    return wanted(exhibit, along, count)


def wanted(exhibit: Exhibit, along: str, stops: int = 64, grid: int = GRID) -> SweepRequest:
    """The question. Every sweep has its slider's own stops; `stops` = 1 asks for one alone."""
    return SweepRequest(exhibit, along, slider_stops(exhibit, along, alone=stops == 1), grid)


def slider_stops(exhibit: Exhibit, along: str, *, alone: bool = False) -> np.ndarray:
    """The stops of a slider, of which the nearest one is the exhibit's own value; or that alone."""
    value = float(getattr(exhibit, along))
    return np.array([value]) if alone else with_own(np.array(STOPS[along]), value)
