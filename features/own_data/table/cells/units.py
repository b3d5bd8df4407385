"""A number's unit, or currency: 12.3 cm, 9,87 €, CHF 5.50, 12 %."""

import re
import unicodedata

_LONGEST = 60  # characters of a cell that may be a number; what is longer is text
_SPACE = " \u00a0\u202f\u2009\u2007"
CURRENCY = r"(?:US\$|R\$|[€$£¥]|CHF|EUR|USD|GBP|SEK|NOK|DKK|kr\.?|Fr\.?)"
_DIGITS = rf"[0-9.,'’´{_SPACE}]"
MINUS = "−–‐‑-"  # each that is written before a number; the last one is the plain one
_NUMBER = rf"[+{MINUS}]?[{_SPACE}]{{0,12}}(?:[.,]?[0-9]{_DIGITS}*(?<=[0-9.])|[.,][0-9]+)"
_WITH_UNIT = re.compile(
    rf"(?P<sign>[+{MINUS}]?)(?:(?P<currency>{CURRENCY})[{_SPACE}]?)?"
    rf"(?P<number>{_NUMBER}(?:[eE][+−-]?[0-9]{{1,4}})?(?:[.,:][-–—]{{1,2}})?)"
    rf"(?P<gap>[{_SPACE}]*)(?P<unit>[^\W\d_]?[^\s\d;|,:()]?[^\s;|,:()]{{0,10}})"
)
# As spreadsheets write a loss, ($5.00) or $ (5.00), and nothing, - € or $ -, in books.
_LOSS = re.compile(
    rf"(?P<before>{CURRENCY})?[{_SPACE}]*\((?P<loss>[^()]+)\)[{_SPACE}]*(?P<after>{CURRENCY})?"
)
_ZERO = re.compile(
    rf"(?P<before>{CURRENCY})[{_SPACE}]*[{MINUS}]|[{MINUS}][{_SPACE}]*(?P<after>{CURRENCY})"
)
_FOOTNOTE = re.compile(r"(?<=[0-9%])\[\w{1,6}\]$")  # as encyclopaedias have them: 1,234[a]
_OTHER_SIGNS = dict(zip("٫٬．，－＋％", ".,.,-+%", strict=True))  # Arabic, and of full width
_SYMBOL = re.compile(r"[%‰€$£¥°℃′″]")
_LETTER = re.compile(r"[^\W\d_]|[%‰€$£¥°℃′″]")
# Those that people write without a space: 5kg.
_KNOWN = frozenset(
    [
        "kg",
        "mg",
        "µg",
        "μg",
        "cm",
        "mm",
        "km",
        "dm",
        "nm",
        "µm",
        "μm",
        "dl",
        "cl",
        "ml",
        "cm²",
        "m²",
        "km²",
        "cm³",
        "m³",
        "cm2",
        "m2",
        "km2",
        "cm3",
        "m3",
        "kW",
        "kWh",
        "MW",
        "Hz",
        "kHz",
        "MHz",
        "GHz",
        "Pa",
        "hPa",
        "kPa",
        "bar",
        "mbar",
        "mmHg",
        "kJ",
        "kcal",
        "cal",
        "mol",
        "mmol",
        "ms",
        "min",
        "px",
        "pt",
        "ppm",
        "ppb",
        "mV",
        "kV",
        "mA",
        "lb",
        "lbs",
        "oz",
        "ft",
        "mph",
        "km/h",
        "m/s",
        "kB",
        "MB",
        "GB",
        "eur",
        "EUR",
        "usd",
        "USD",
        "chf",
        "CHF",
        "sek",
        "SEK",
        "kr",
    ]
)


def plain_digits(cell: str) -> str:
    """A cell with the digits of other scripts, and the signs beside them, as ASCII has them."""
    if cell.isascii() or not any(ch > "9" and ch.isdecimal() for ch in cell):
        return cell
    return "".join(
        str(unicodedata.decimal(ch)) if ch.isdecimal() else _OTHER_SIGNS.get(ch, ch) for ch in cell
    )


def split_unit(cell: str) -> tuple[str, str]:
    """The number of a cell as text, and its unit; the whole cell and "" where it has none."""
    text = _FOOTNOTE.sub("", plain_digits(cell).strip())
    if not 1 < len(text) <= _LONGEST:
        return text, ""
    if zero := _ZERO.fullmatch(text):
        return "0", (zero["before"] or zero["after"]).rstrip(".")
    if not any(ch.isdigit() for ch in text):
        return text, ""
    if loss := _LOSS.fullmatch(text):
        number, unit = split_unit(f"{loss['before'] or ''}{loss['loss']}{loss['after'] or ''}")
        return (f"-{number}", unit) if unit else (text, "")
    found = _WITH_UNIT.fullmatch(text)
    if not found:
        return text, ""
    unit, currency = found["unit"].rstrip("."), (found["currency"] or "").rstrip(".")
    if bool(unit) == bool(currency):  # neither, or both
        return text, ""
    if unit and not (
        _SYMBOL.match(unit) or unit in _KNOWN or (found["gap"] and _LETTER.match(unit))
    ):
        return text, ""
    return found["sign"] + found["number"].strip(), unit or currency
