"""FIELDS: the table of all fields of a scene.

Parsing, printing, checking and the controls of a page all read this table. A field parses a text,
prints a value and describes its allowed values; `lab.scene.scene` checks whether the values of
different fields fit together.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kernel_core import LOSSES
from kernel_core.datasets import REGRESSION_SOURCES, TWO_CLASS_SOURCES
from lab import formulas
from lab.looks import kernels as kernel_looks
from lab.looks import losses as loss_looks
from lab.scene import kernel_formula, own_points, point_edits
from lab.scene.samples.real_datasets import TABLES

KERNELS = kernel_looks.CHOICES
SYNTHETIC = tuple(TWO_CLASS_SOURCES)
OWN = "own"  # a visitor's own points, stored in the scene
SOURCES = (*SYNTHETIC, *TABLES, OWN)  # sources of data in the plane
# Class weights that give both classes the same total weight; the name is scikit-learn's.
BALANCED = "balanced"
TENFOLD = "tenfold"  # class weights that multiply the loss of positive examples by TENFOLD_WEIGHT
TENFOLD_WEIGHT = 10.0
LINES = tuple(REGRESSION_SOURCES)  # sources of data on a line, with real targets
# Largest number of points on a line. For each point, pictures draw a curve, a bar, or a row and a
# column of the Gram matrix.
MAX_ON_LINE = 60

_NUMBER = re.compile(r"[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,4})?", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d{1,12}", re.ASCII)
_COUNTS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_PAIR = re.compile(r"(\d{1,3}),(\d{1,3})", re.ASCII)
_REST = re.compile(r"rest,(\d{1,3})", re.ASCII)


def number_text(value: float) -> str:
    """Write a number with the fewest digits that identify it: 0.4, 100, 1e-06."""
    return repr(float(value)).removesuffix(".0")


def count_word(count: int) -> str:
    """Write a number up to twelve as a word, a larger one in digits."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def count(n: int, noun: str) -> str:
    """Write a number with its noun: 1 row, 1,200 rows."""
    return f"{n:,} {noun}{'s' * (n != 1)}"


def always_applies(_: Mapping[str, Any]) -> bool:
    return True


@dataclass(frozen=True)
class Field:
    """A field of a scene or of a request: its name, default, label and help. A subclass defines the
    type and the allowed values.

    `applies` takes the values of the other fields by name and returns whether this field has an
    effect. With `is_always_printed` the field is printed whenever it applies, even at its default.
    """

    name: str
    default: Any
    label: str
    help: str
    symbol: str = ""
    applies: Callable[[Mapping[str, Any]], bool] = always_applies
    is_always_printed: bool = True

    @property
    def allowed(self) -> str:
        """The allowed values, as a phrase that completes "... must be"."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """Parse a value from `text`. Raises ValueError if it is not allowed."""
        raise NotImplementedError

    def check(self, value: Any) -> Any:
        """Convert `value` to the field's type. Raises ValueError if it is not allowed."""
        try:
            return self.read(self.text(value))
        except (TypeError, ValueError, OverflowError):
            raise ValueError(self.allowed) from None

    def text(self, value: Any) -> str:
        """Write `value` for the query string."""
        return str(value)


@dataclass(frozen=True)
class Choice(Field):
    """A field whose value is one of the words `choices`."""

    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.choices)}"

    def read(self, text: str) -> str:
        if text not in self.choices:
            raise ValueError(self.allowed)
        return text


@dataclass(frozen=True)
class Number(Field):
    """A decimal number within bounds. With `log` its controls have a logarithmic scale."""

    low: float = -math.inf
    high: float = math.inf
    log: bool = False

    @property
    def allowed(self) -> str:
        return f"a number from {number_text(self.low)} to {number_text(self.high)}"

    def read(self, text: str) -> float:
        if not _NUMBER.fullmatch(text):
            raise ValueError(self.allowed)
        value = float(text)
        if not self.low <= value <= self.high:
            raise ValueError(self.allowed)
        return value + 0.0  # -0 becomes 0, so that equal scenes have equal texts

    def text(self, value: Any) -> str:
        if isinstance(value, str):
            raise ValueError(self.allowed)
        return number_text(value)


@dataclass(frozen=True)
class Integer(Field):
    """A whole number within bounds."""

    low: int = 0
    high: int = 0

    @property
    def allowed(self) -> str:
        if (self.low, self.high) == (0, 1):
            return "0 or 1"
        return f"a whole number from {self.low} to {self.high}"

    def read(self, text: str) -> int:
        if not _INTEGER.fullmatch(text) or not self.low <= int(text) <= self.high:
            raise ValueError(self.allowed)
        return int(text)

    def text(self, value: Any) -> str:
        if isinstance(value, str) or value != int(value):
            raise ValueError(self.allowed)
        return str(int(value))


@dataclass(frozen=True)
class Pair(Field):
    """Two different non-negative integers such as "2,3", or one of `words`.

    Their range depends on the data set; the scene checks it with `check_range`.
    """

    words: tuple[str, ...] = ()
    noun: str = "numbers"

    @property
    def allowed(self) -> str:
        return f"{self._kinds}, such as “2,3”"

    @property
    def _kinds(self) -> str:
        return "".join(f"{word} or " for word in self.words) + f"two different {self.noun}"

    def read(self, text: str) -> str:
        if text in self.words:
            return text
        match = _PAIR.fullmatch(text)
        if not match or int(match[1]) == int(match[2]):
            raise ValueError(self.allowed)
        return f"{int(match[1])},{int(match[2])}"

    def check_range(self, text: str, count: int) -> None:
        """Check that the numbers lie in 0..count-1. Raises ValueError with the allowed values."""
        if text not in self.words and max(map(int, text.split(","))) >= count:
            raise ValueError(f"{self._kinds} from 0 to {count - 1}, such as “0,{count - 1}”")


@dataclass(frozen=True)
class ClassPair(Pair):
    """A pair of classes such as "0,1"; for more than two classes also "rest,k": all other classes
    against class k."""

    @property
    def allowed(self) -> str:
        return (
            f"{self._kinds}, such as “2,3”, or, of more than two classes, “rest” and one class "
            "number, such as “rest,2”"
        )

    def read(self, text: str) -> str:
        match = _REST.fullmatch(text)
        return f"rest,{int(match[1])}" if match else super().read(text)

    def check_range(self, text: str, count: int) -> None:
        negative, positive = text.split(",")
        if negative != "rest":
            super().check_range(text, count)
        elif count < 3 or int(positive) >= count:
            rest = (
                f", or “rest” and one class number, such as “rest,{count - 1}”" if count > 2 else ""
            )
            raise ValueError(f"{self._kinds} from 0 to {count - 1}, such as “0,{count - 1}”{rest}")


@dataclass(frozen=True)
class NotationField(Field):
    """A text in a notation of its own. The error for an invalid text names the invalid part."""

    def check(self, value: Any) -> str:
        return self.read(self.text(value))


@dataclass(frozen=True)
class OwnPoints(NotationField):
    """A visitor's own points, as `lab.scene.own_points` writes them."""

    @property
    def allowed(self) -> str:
        return own_points.ALLOWED_VALUES

    def read(self, text: str) -> str:
        if text:
            own_points.unpack(text)
        return text


@dataclass(frozen=True)
class EditList(NotationField):
    """Edits of single points of the sample, in the notation of `lab.scene.point_edits`.

    The size of the sample depends on other fields, so the scene checks that the points exist.
    """

    @property
    def allowed(self) -> str:
        return point_edits.ALLOWED_VALUES

    def read(self, text: str) -> str:
        return point_edits.read(text).text


@dataclass(frozen=True)
class FormulaText(NotationField):
    """A kernel as a formula in the language of `lab.formulas`, which is parsed and never
    executed."""

    @property
    def allowed(self) -> str:
        return f"a formula of at most {formulas.MAX_CHARACTERS} characters, such as rbf(0.5)*x.z"

    def read(self, text: str) -> str:
        try:
            return kernel_formula.canonical(text)
        except formulas.ExpressionError as error:
            raise ValueError(f"{self.allowed}. {str(error).rstrip('.')}") from None


def is_synthetic(values: Mapping[str, Any]) -> bool:
    return values["data"] in SYNTHETIC


def is_table(values: Mapping[str, Any]) -> bool:
    return values["data"] in TABLES


def is_own(values: Mapping[str, Any]) -> bool:
    return values["data"] == OWN


def has_pairs(values: Mapping[str, Any]) -> bool:
    """Return whether the field `classes` selects a pair, as for a table or a visitor's points."""
    return is_table(values) or is_own(values)


def is_line(values: Mapping[str, Any]) -> bool:
    return values["data"] in LINES


def is_drawn(values: Mapping[str, Any]) -> bool:
    return is_synthetic(values) or is_line(values)


def _has_class_weights(values: Mapping[str, Any]) -> bool:
    return values["loss"] == "hinge" and values["learner"] == "risk" and not is_line(values)


def has_parameter(kernel: str, name: str) -> bool:
    """Return whether the kernel `kernel` has the parameter `name`; False for an own formula."""
    return kernel in KERNELS and name in kernel_looks.parameters(KERNELS[kernel])


def _kernel_has(name: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda values: has_parameter(values["kernel"], name)


def _parameter(name: str, look: kernel_looks.ParameterLook, is_whole: bool) -> Number | Integer:
    words: dict[str, Any] = {"symbol": look.symbol, "applies": _kernel_has(name)}
    bounds: dict[str, Any]
    if is_whole:
        bounds = {"low": int(look.low), "high": int(look.high)}
        return Integer(name, int(look.default), look.label, look.help, **words, **bounds)
    bounds = {"low": look.low, "high": look.high, "log": look.log}
    return Number(name, look.default, look.label, look.help, **words, **bounds)


def _kernel_is_own(values: Mapping[str, Any]) -> bool:
    return values["kernel"] == OWN


_PARAMETER_LOOKS = kernel_looks.parameter_looks()
_PARAMETERS = tuple(_parameter(name, *look) for name, look in _PARAMETER_LOOKS.items())
# The fields of kernel parameters, by their names in an address.
KERNEL_PARAMETERS = {field.name: field for field in _PARAMETERS}
# For each parameter that has a slider, the slider's range.
KERNEL_SLIDERS = {name: look.slider for name, (look, _) in _PARAMETER_LOOKS.items() if look.slider}
NUMBERS_WITHOUT_SLIDER = tuple(name for name in KERNEL_PARAMETERS if name not in KERNEL_SLIDERS)
KERNEL_TICKS = {name: look.ticks for name, (look, _) in _PARAMETER_LOOKS.items() if look.slider}


def kernel_sliders_of(kernel: str) -> tuple[str, ...]:
    """Return the parameters of a kernel that have a slider."""
    return tuple(name for name in KERNEL_SLIDERS if has_parameter(kernel, name))


_ALL = (
    Choice(
        "data",
        "mixture",
        "Data",
        f"Where the points come from: {count_word(len(SYNTHETIC))} sources whose densities are"
        f" known, {count_word(len(TABLES))} tables, your own points, and {count_word(len(LINES))}"
        " sources on a line.",
        choices=(*SOURCES, *LINES),
    ),
    OwnPoints(
        "points",
        "",
        "Own points",
        "Two coordinates and a class for each of your own points, packed into the link.",
        applies=is_own,
    ),
    Integer(
        "m",
        200,
        "Points",
        "How many training points there are. Of a table, or of 10 or more own points, at most two"
        f" thirds become training points; a sample on a line has at most {MAX_ON_LINE}.",
        symbol="m",
        low=2,
        high=1000,
    ),
    Integer(
        "seed",
        0,
        "Seed",
        "Selects the random sample, or the random split of a table or of own points. The same seed"
        " gives the same points.",
        low=0,
        high=2**31 - 1,
    ),
    Number(
        "noise",
        1.0,
        "Noise",
        "Multiplies the standard deviation of every Gaussian from which the points are drawn: more"
        " noise, more overlap. On a line it multiplies the noise of the targets.",
        applies=is_drawn,
        is_always_printed=False,
        low=0.25,
        high=3.0,
    ),
    Pair(
        "features",
        "pca",
        "Features",
        "Which two columns of the table span the plane, or pca for its first two principal"
        " components.",
        applies=is_table,
        is_always_printed=False,
        words=("pca",),
        noun="column numbers",
    ),
    ClassPair(
        "classes",
        "",
        "Classes",
        "Which two classes are distinguished: negative first, positive second. With"
        " “rest” in place of the first, all other classes are negative.",
        applies=has_pairs,
        is_always_printed=False,
        noun="class numbers",
    ),
    Choice(
        "kernel",
        "rbf",
        "Kernel",
        "The measure of similarity. The RBF, Laplace and Matérn kernels use the distance between"
        " two points, the periodic kernel their positions within a period, the linear and"
        " polynomial kernels their inner product. “Own formula” is a formula that you write.",
        symbol="K",
        choices=(*KERNELS, OWN),
    ),
    *_PARAMETERS,
    FormulaText(
        "formula",
        "rbf(0.5)*x.z",
        "Own formula",
        "A kernel of your own, built from others, such as rbf(0.5)*x.z + 2. The page “Is it"
        " a kernel?” has a builder for it.",
        symbol="K",
        applies=_kernel_is_own,
    ),
    Choice(
        "loss",
        "hinge",
        "Loss",
        "The loss of each example: hinge gives the SVM, logistic gives logistic regression.",
        symbol="L",
        choices=tuple(name for name, loss in LOSSES.items() if loss_looks.look_of(loss).is_offered),
    ),
    Number(
        "lam",
        0.005,
        "Regularisation",
        "The weight of the penalty: (λ/2) αᵀKα is added to the risk.",
        symbol="λ",
        low=1e-6,
        high=1e3,
        log=True,
    ),
    Choice(
        "risk",
        "sum",
        "Risk",
        "Whether the losses are summed over the points, or averaged.",
        choices=("sum", "mean"),
    ),
    Integer(
        "intercept",
        0,
        "Intercept",
        "Whether the decision function has a free constant b. In an address, 1 means with b and 0"
        " without b.",
        symbol="b",
        low=0,
        high=1,
    ),
    Choice(
        "learner",
        "risk",
        "Learner",
        "The learning method: risk minimises J, the regularised risk; perceptron and nearest"
        " (neighbour) use neither a loss nor λ.",
        applies=lambda values: not is_line(values),
        is_always_printed=False,
        choices=("risk", "perceptron", "nearest"),
    ),
    Choice(
        "class_weight",
        "equal",
        "Class weights",
        "The factor of each example’s loss. With equal it is 1; with balanced, a number for each"
        " class that gives both classes the same total weight; with tenfold,"
        f" {TENFOLD_WEIGHT:g} for each positive example and 1 for each negative one.",
        symbol="w",
        applies=_has_class_weights,
        is_always_printed=False,
        choices=("equal", BALANCED, TENFOLD),
    ),
    EditList(
        "edits",
        "",
        "Edited points",
        "Points that were moved, relabelled, left out or added. These edits belong to this sample:"
        " choosing another sample removes them.",
        is_always_printed=False,
    ),
)


def by_name(fields: Iterable[Field]) -> dict[str, Any]:
    """Index fields by name. Raises ValueError for a duplicate name, for example of a kernel's
    parameter.

    The values have the type Any: the kind of a field, and so its bounds or choices, depends on its
    name.
    """
    table: dict[str, Any] = {}
    for field in fields:
        if field.name in table:
            raise ValueError(
                f"Two fields of a scene are called {field.name}: “{table[field.name].label}” and "
                f"“{field.label}”. A kernel's parameter needs a name that no other field has."
            )
        table[field.name] = field
    return table


FIELDS = by_name(_ALL)
