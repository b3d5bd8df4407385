"""Write and read a visitor's own points as a text for a link: coordinates, classes and names.

    1 then base64url of: n (2 bytes) | classes C | origin of the axes | power of ten
                          | x0 x1 y0 y1 (float32) | C + 2 names, each as its length and UTF-8
                          | n points, each as 12 bits x, 12 bits y, 1 to 4 bits class | CRC-32

1,000 points of two classes take 4.2 kB. Reading is strict: the same points have exactly one text,
and a damaged text is refused. The text contains nothing else of the visitor's table.
"""

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from lab.scene.point_edits import REACH
from lab.scene.powers import power_of_ten
from lab.scene.samples.pca import PRINCIPAL

VERSION = "1"
MAX_POINTS = 1000
MAX_CLASSES = 10
# Largest number of characters of the text: 1,000 points of ten classes with the longest names.
MAX_CHARACTERS = 5400
ALLOWED_VALUES = "the points of a table, packed by this app"
# How the axes were made: from columns, from standardised columns, from principal components.
COLUMNS, STANDARDISED, COMPONENTS = range(3)
_MAX_NAME_CHARACTERS, _MAX_NAME_BYTES = 20, 40
_HEAD = struct.Struct(">HBBb4f")
_BITS = 12  # number of bits of a coordinate
_TOP = 2**_BITS - 1  # the largest quantised coordinate
_MAX_POWER = 99  # largest exponent of the power of ten by which coordinates are divided
_LETTERS = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)


@dataclass(frozen=True, eq=False)
class Points:
    """A visitor's own points X (n, 2) within ±REACH, with classes y (n,) 0 ... C - 1.
    Each class has at least one point.

    `classes` and `columns` are the names of the classes and of the two columns, in plain text.
    `axes_origin` is COLUMNS, STANDARDISED or COMPONENTS. Each coordinate was divided by 10^`power`.
    """

    X: np.ndarray
    y: np.ndarray
    classes: tuple[str, ...]
    columns: tuple[str, str] = ("", "")
    axes_origin: int = COLUMNS
    power: int = 0

    @cached_property
    def axes(self) -> tuple[str, str]:
        """The labels of the axes."""
        names = PRINCIPAL if self.axes_origin == COMPONENTS else self.columns
        suffix = ", standardised" if self.axes_origin == STANDARDISED else ""
        if self.power:
            sign, size = ("÷", self.power) if self.power > 0 else ("×", -self.power)
            suffix += f" {sign} {10**size if size < 4 else power_of_ten(size)}"
        across, up = names
        return (across or "column 1") + suffix, (up or "column 2") + suffix


def plain_name(text: str) -> str:
    """Return a name from a table, shortened for links and axes: one line, no control characters."""
    printable = "".join(ch if ch.isprintable() else " " for ch in text[:200])
    cut = " ".join(printable.split())[:_MAX_NAME_CHARACTERS]
    return cut.encode()[:_MAX_NAME_BYTES].decode(errors="ignore").strip()


def pack(points: Points) -> str:
    """Write points as text; each coordinate is rounded to one of 4,096 evenly spaced values."""
    (n, _), C = points.X.shape, len(points.classes)
    # Adding 0 turns -0 into 0, so that equal ranges give equal bytes.
    low, high = (
        end.astype(np.float32) + np.float32(0)
        for end in (points.X.min(axis=0), points.X.max(axis=0))
    )
    ends = [low[0], high[0], low[1], high[1]]
    head = _HEAD.pack(n, C, points.axes_origin, points.power, *ends)
    names = b"".join(
        bytes([len(name)]) + name
        for name in (name.encode() for name in (*points.classes, *points.columns))
    )
    steps = np.column_stack([*(_steps(points.X[:, k], low[k], high[k]) for k in (0, 1)), points.y])
    body = head + names + _to_bytes(steps, _class_bits(C))
    body += zlib.crc32(body).to_bytes(4, "big")
    return VERSION + base64.urlsafe_b64encode(body).decode().rstrip("=")


@lru_cache(maxsize=64)
def unpack(text: str) -> Points:
    """Parse the points of a text. Raises ValueError, with the reason, for an invalid text."""
    if not text:
        raise ValueError(ALLOWED_VALUES)
    if text[0] != VERSION and text[0].isdecimal():
        newer = (
            "This link was made by a newer version of the app. Open it there, or upload the table"
        )
        raise ValueError(f"{ALLOWED_VALUES}, in version {VERSION}. {newer} again")
    if len(text) > MAX_CHARACTERS:
        raise ValueError(
            f"{ALLOWED_VALUES}, at most {MAX_POINTS:,} of them and {MAX_CHARACTERS:,} characters"
        )
    try:
        points = _read(_body(text[1:]))
        is_valid = pack(points) == text
    except (ValueError, IndexError, struct.error):
        is_valid = False
    if text[0] != VERSION or not is_valid:
        damaged = "Part of this link is missing or was changed. Copy the whole link again"
        raise ValueError(f"{ALLOWED_VALUES}. {damaged}, or upload the table again")
    for array in (points.X, points.y):
        array.flags.writeable = False
    return points


def _body(letters: str) -> bytes:
    """Decode the letters, verify the checksum, and return the bytes before it."""
    if not _LETTERS.fullmatch(letters):
        raise ValueError("the text has letters that base64url does not have")
    try:
        body = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except binascii.Error as error:
        raise ValueError("cut off") from error
    if len(body) < 4 or zlib.crc32(body[:-4]) != int.from_bytes(body[-4:], "big"):
        raise ValueError("changed")
    return body[:-4]


def _read(body: bytes) -> Points:
    n, C, axes_origin, power, x0, x1, y0, y1 = _HEAD.unpack_from(body)
    low, high = np.array([x0, y0]), np.array([x1, y1])
    if not (2 <= n <= MAX_POINTS and 2 <= C <= MAX_CLASSES and axes_origin <= COMPONENTS):
        raise ValueError("out of bounds")
    if not (np.isfinite([low, high]).all() and (low >= -REACH).all() and (low <= high).all()):
        raise ValueError("out of bounds")
    if (high > REACH).any() or abs(power) > _MAX_POWER:
        raise ValueError("out of bounds")
    names, at = [], _HEAD.size
    for _ in range(C + 2):
        end = at + 1 + body[at]
        names.append(body[at + 1 : end].decode())
        at = end
    if any(name != plain_name(name) for name in names) or "" in names[:C]:
        raise ValueError("names")
    steps = _from_bytes(body[at:], n, _class_bits(C))
    y = steps[:, 2]
    if len(np.unique(y)) != C or y.max() >= C:
        raise ValueError("classes")
    X = low + (high - low) * (steps[:, :2] / _TOP)
    across, up = names[C:]
    return Points(X, y, tuple(names[:C]), (across, up), axes_origin, power)


def _steps(x: np.ndarray, low: np.float32, high: np.float32) -> np.ndarray:
    """Quantise each x between `low` and `high` to a whole number from 0 to 4095; to 0 if the two
    ends are equal."""
    width = float(high) - float(low)
    if width == 0:
        return np.zeros(len(x), dtype=int)
    return np.rint((x - float(low)) / width * _TOP).clip(0, _TOP).astype(int)


def _class_bits(C: int) -> int:
    return max(1, (C - 1).bit_length())


def _to_bytes(steps: np.ndarray, class_bits: int) -> bytes:
    """Pack whole numbers (n, 3) as bits, most significant first, point after point."""
    bits = [
        _bits_of(column, count) for column, count in zip(steps.T, _widths(class_bits), strict=True)
    ]
    return np.packbits(np.concatenate(bits, axis=1).ravel()).tobytes()


def _from_bytes(data: bytes, n: int, class_bits: int) -> np.ndarray:
    """Return the whole numbers (n, 3) that `_to_bytes` packed. Raises ValueError for a wrong
    size."""
    widths = _widths(class_bits)
    flat = np.unpackbits(np.frombuffer(data, dtype=np.uint8))
    if len(flat) - len(flat) % 8 != -(-n * sum(widths) // 8) * 8:
        raise ValueError("too few points, or too many")
    bits = flat[: n * sum(widths)].reshape(n, -1)
    parts = np.split(bits, np.cumsum(widths)[:-1], axis=1)
    return np.column_stack([part @ (1 << np.arange(part.shape[1])[::-1]) for part in parts])


def _widths(class_bits: int) -> Sequence[int]:
    return (_BITS, _BITS, class_bits)


def _bits_of(values: np.ndarray, count: int) -> np.ndarray:
    """Return the `count` bits (n, count) of each value, most significant first."""
    return (values[:, None] >> np.arange(count)[::-1] & 1).astype(np.uint8)
