"""Units and currencies of numbers: 12.3 cm, 9,87 €, CHF 5.50, 12 %."""

import re
import unicodedata

_MAX_NUMBER = 60  # characters of a cell with a number
_SPACE = " \u00a0\u202f\u2009\u2007"
CURRENCY = r"(?:US\$|R\$|[€$£¥]|CHF|EUR|USD|GBP|SEK|NOK|DKK|kr\.?|Fr\.?)"
_DIGITS = rf"[0-9.,'’´{_SPACE}]"
MINUS = "−–‐‑-"  # signs that are used as minus; the last is ASCII
_NUMBER = rf"[+{MINUS}]?[{_SPACE}]{{0,12}}(?:[.,]?[0-9]{_DIGITS}*(?<=[0-9.])|[.,][0-9]+)"
_NUMBER_WITH_UNIT = re.compile(
    rf"(?P<sign>[+{MINUS}]?)(?:(?P<currency>{CURRENCY})[{_SPACE}]?)?"
    rf"(?P<number>{_NUMBER}(?:[eE][+−-]?[0-9]{{1,4}})?(?:[.,:][-–—]{{1,2}})?)"
    rf"(?P<gap>[{_SPACE}]*)(?P<unit>[^\W\d_]?[^\s\d;|,:()]?[^\s;|,:()]{{0,10}})"
)
# Accounting formats of spreadsheets: negative amounts ($5.00) or $ (5.00), zero - € or $ -.
_LOSS = re.compile(
    rf"(?P<before>{CURRENCY})?[{_SPACE}]*\((?P<loss>[^()]+)\)[{_SPACE}]*(?P<after>{CURRENCY})?"
)
_ZERO = re.compile(
    rf"(?P<before>{CURRENCY})[{_SPACE}]*[{MINUS}]|[{MINUS}][{_SPACE}]*(?P<after>{CURRENCY})"
)
_FOOTNOTE = re.compile(r"(?<=[0-9%])\[\w{1,6}\]$")  # as in encyclopaedias: 1,234[a]
_OTHER_SIGNS = dict(zip("٫٬．，－＋％", ".,.,-+%", strict=True))  # Arabic and full-width signs
_SYMBOL = re.compile(r"[%‰€$£¥°℃′″]")
_LETTER = re.compile(r"[^\W\d_]|[%‰€$£¥°℃′″]")
# Units that may follow the number without a space, as in 5kg.
_UNITS_WITHOUT_SPACE = frozenset(
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
    """Convert digits of other scripts, and the signs beside them, to ASCII."""
    if cell.isascii() or not any(ch > "9" and ch.isdecimal() for ch in cell):
        return cell
    return "".join(
        str(unicodedata.decimal(ch)) if ch.isdecimal() else _OTHER_SIGNS.get(ch, ch) for ch in cell
    )


def split_unit(cell: str) -> tuple[str, str]:
    """Split a cell such as "5 kg" into its number and its unit, both as text; for any other cell
    return its text and ""."""
    text = _FOOTNOTE.sub("", plain_digits(cell).strip())
    if not 1 < len(text) <= _MAX_NUMBER:
        return text, ""
    if zero := _ZERO.fullmatch(text):
        return "0", (zero["before"] or zero["after"]).rstrip(".")
    if not any(ch.isdigit() for ch in text):
        return text, ""
    if loss := _LOSS.fullmatch(text):
        number, unit = split_unit(f"{loss['before'] or ''}{loss['loss']}{loss['after'] or ''}")
        return (f"-{number}", unit) if unit else (text, "")
    match = _NUMBER_WITH_UNIT.fullmatch(text)
    if not match:
        return text, ""
    unit, currency = match["unit"].rstrip("."), (match["currency"] or "").rstrip(".")
    if bool(unit) == bool(currency):  # neither a unit nor a currency, or both
        return text, ""
    if unit and not (
        _SYMBOL.match(unit)
        or unit in _UNITS_WITHOUT_SPACE
        or (match["gap"] and _LETTER.match(unit))
    ):
        return text, ""
    return match["sign"] + match["number"].strip(), unit or currency
