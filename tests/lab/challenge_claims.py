"""Every challenge that the app asks, and what numbers its words may name."""

import re
from importlib import import_module
from pkgutil import walk_packages

import lab
from lab.challenges import Challenge

# In digits; a factor before a letter or a bracket, as in 2π, belongs to a formula.
NUMBER = re.compile(
    r"(?<![\w.⁻])[−-]?\d[\d,]*(?:\.\d+)?(?![\d,.]*[\wπη(‖])(?: ?%| percentage points?)?"
)


NOTATION = {0.0, 1.0, -1.0}  # an empty sum, a sign, a margin: no measurement


def all_challenges() -> list[Challenge]:
    """Each once, wherever in `lab` it is declared."""
    found: dict[str, Challenge] = {}
    for module in walk_packages(lab.__path__, "lab."):
        for value in vars(import_module(module.name)).values():
            many = value if isinstance(value, list | tuple) else [value]
            if isinstance(value, dict):
                many = [one for row in value.values() for one in _row(row)]
            found |= {one.id: one for one in many if isinstance(one, Challenge)}
    return list(found.values())


def _row(row):
    return row if isinstance(row, list | tuple) else [row]


def numbers(text: str) -> list[float]:
    """The numbers that a text names in digits; per cent as a share."""
    return [_value(match) for match in NUMBER.findall(text)]


def _value(text: str) -> float:
    share = any(unit in text for unit in ("%", "point"))
    digits = re.match(r"[−-]?[\d,.]+", text)[0].replace(",", "").replace("−", "-")
    return float(digits.rstrip(".")) / (100 if share else 1)


def bounds(challenge: Challenge) -> set[float]:
    """The numbers that a challenge and its options are held to."""
    found: set[float] = set()
    every = [*challenge.conditions, *(c for one in challenge.options for c in one.conditions)]
    for _, _, bound in every:
        found |= {float(b) for b in (bound if isinstance(bound, list | tuple) else [bound])
                  if isinstance(b, int | float)}  # fmt: skip
    return found
