"""The text form of a small feature matrix Φ in an address: phi=1,-1,1,-1;1,0,0,0;1,1,1,1.

Its rows, the φ(x_n), are separated by semicolons; it is at most 6 by 6. The message about an
invalid entry names its row and column.
"""

import re

import numpy as np

from lab.scene.fields import count, number_text
from lab.scene.scene import Problem, SceneError, escape_text

MAX_SIZE = 6  # largest number of rows, and of columns
MAX_ENTRY = 1000  # largest absolute value of an entry
MAX_LENGTH = 400  # largest number of characters, enough for 36 numbers with signs and decimals
# Regular expression of an entry of Φ, which the page's script uses too.
NUMBER = r"-?(\d{1,4}(\.\d{0,3})?|\.\d{1,3})"
ALLOWED = f"a number from −{MAX_ENTRY} to {MAX_ENTRY}, with at most three decimals"

_NUMBER = re.compile(NUMBER, re.ASCII)


def read(text: str) -> np.ndarray:
    """Parse Φ (m, p). Raises SceneError if the text is not valid."""
    if len(text) > MAX_LENGTH:
        raise _cell_error(
            f"phi has {len(text):,} characters; at most {MAX_LENGTH} are allowed.", text
        )
    rows = [row.split(",") for row in text.split(";")]
    if len(rows) > MAX_SIZE:
        raise _cell_error(
            f"phi has {count(len(rows), 'row')}; at most {MAX_SIZE} are allowed.", text
        )
    for n, row in enumerate(rows, 1):
        if len(row) > MAX_SIZE:
            raise _cell_error(
                f"Row {n} of phi has {count(len(row), 'number')}; at most {MAX_SIZE} are allowed.",
                text,
            )
    numbers = [
        [_number(cell, n, k) for k, cell in enumerate(row, 1)] for n, row in enumerate(rows, 1)
    ]
    for n, values in enumerate(numbers, 1):
        if len(values) != len(numbers[0]):
            message = (
                f"Every row of phi needs as many numbers as row 1, which has {len(numbers[0])}; "
                f"row {n} has {len(values)}."
            )
            raise _cell_error(message, text)
    return np.array(numbers)


def write(Phi: np.ndarray) -> str:
    """Write Φ (m, p) in the form that `read` parses."""
    return ";".join(",".join(number_text(value) for value in row) for row in Phi)


def _number(cell: str, row: int, column: int) -> float:
    text = cell.strip().replace("−", "-")
    value = float(text) if _NUMBER.fullmatch(text) else None
    if value is None or abs(value) > MAX_ENTRY:
        got = f"“{escape_text(cell)}”" if text else "empty"
        raise _cell_error(
            f"The entry in row {row}, column {column} of phi must be {ALLOWED}; it is {got}.", cell
        )
    return value + 0.0  # converts -0.0 to 0.0


def _cell_error(message: str, cell: str) -> SceneError:
    return SceneError(Problem("phi", escape_text(cell), ALLOWED, message))
