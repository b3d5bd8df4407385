"""Find the numbers in the text of a quiz, in digits and in words."""

import re
from math import prod

# Numbers in digits; a factor before a letter or a bracket, as in 2π, belongs to a formula.
NUMBER = re.compile(
    r"(?<![\w.⁻])[−-]?\d[\d,]*(?:\.\d+)?(?![\d,.]*[\wπη(‖])(?:[ \u00a0]?%| percentage points?)?"
)


# Numbers in words: shares, multiples and counts. “One” and “two” rarely count anything except
# hundreds, and “a third” may be an ordinal: these are not checked.
_COUNTS = {
    "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "hundred": 100, "thousand": 1000, "million": 1e6, "billion": 1e9,
}  # fmt: skip
_FEW = {"one": 1, "two": 2}
_SHARES = {
    "half": 1 / 2, "halves": 1 / 2, "quarter": 1 / 4, "fifth": 1 / 5, "tenth": 1 / 10,
    "twentieth": 1 / 20, "fiftieth": 1 / 50, "hundredth": 1 / 100, "thousandth": 1 / 1000,
}  # fmt: skip
_TIMES = {"twice": 2, "double": 2, "doubles": 2, "doubled": 2, "threefold": 3, "fourfold": 4}
_COUNT = "|".join(_COUNTS)
_MANY = "hundred|thousand|million|billion"
_SHARE = "|".join(f"{name}s?" for name in _SHARES)
WORD = re.compile(
    rf"\b(?:(?P<plus>one and a half)|(?P<of>one|two|{_COUNT})(?: \w+)? in (?P<all>{_COUNT})"
    rf"|(?:(?P<parts>{_COUNT})[ -])?(?P<share>{_SHARE})"
    rf"|(?P<count>(?:{_COUNT}|(?:one|two) (?:{_MANY}))(?: (?:{_MANY}))*)"
    rf"|(?P<times>{'|'.join(_TIMES)}))\b",
    re.IGNORECASE,
)

NOTATION = {0.0, 1.0, -1.0}  # an empty sum, a sign, a margin: not measurements


def words(text: str) -> list[float]:
    """Return the numbers that a text has in words: a fifth, one in twenty, ten billion."""
    return [_meaning(match) for match in WORD.finditer(text)]


def _meaning(match: re.Match[str]) -> float:
    groups = {name: value.lower() for name, value in match.groupdict().items() if value}
    if "plus" in groups:
        return 1.5
    if "of" in groups:
        return (_FEW | _COUNTS)[groups["of"]] / _COUNTS[groups["all"]]
    if "share" in groups:
        share = groups["share"]
        size = _SHARES[share if share in _SHARES else share.removesuffix("s")]
        return _COUNTS.get(groups.get("parts", ""), 1) * size
    if "times" in groups:
        return _TIMES[groups["times"]]
    return prod((_FEW | _COUNTS)[word] for word in groups["count"].split())


def numbers(text: str) -> list[float]:
    """Return the numbers that a text has in digits; per cent as a share."""
    return [_value(match) for match in NUMBER.findall(text)]


def _value(text: str) -> float:
    share = any(unit in text for unit in ("%", "point"))
    digits = re.match(r"[−-]?[\d,.]+", text)[0].replace(",", "").replace("−", "-")
    return float(digits.rstrip(".")) / (100 if share else 1)
