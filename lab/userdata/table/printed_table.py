"""Tables as programs print them for the eye: in frames, in blocks, cut short."""

import re
from collections.abc import Sequence

from lab.userdata.table.aligned_columns import in_columns
from lab.userdata.table.cells import number_parsing
from lab.userdata.table.cells.missing_values import is_ellipsis

_FRAME = re.compile(r"[─-╿]")
_UPRIGHT = re.compile(r"[│┃║┆┇┊┋╎╏]")
_RULE = re.compile(r"[\s─-╿|+]+")
_LATEX_RULES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule)")
# What is printed below a table by pandas, R, databases, Polars.
_BELOW = re.compile(
    r"\s*(?:\[\d+ rows x \d+ columns\]|\(\d+ rows?\)|\[ ?reached .*"
    r"|\d+ rows? in set.*|(?:Name|Length|dtype): .*dtype: .*)"
)
# Types by which Polars and DuckDB print theirs, and R between angles; "str" alone may be a label.
_CERTAIN_TYPE = re.compile(r"<\w+>|[iuf](?:8|16|32|64)|(?:big)?int(?:32|64)?|double|varchar")
_TYPE = re.compile(rf"{_CERTAIN_TYPE.pattern}|str|bool(?:ean)?|cat|enum|date|datetime\[.*\]")
_FACTOR = re.compile(r"\s*1\.0e[+-]\d+\s*\*\s*")  # MATLAB's, above all of a matrix


def without_frames(text: str) -> str:
    """The text with bars where a frame is drawn."""
    if not _FRAME.search(text):
        return text
    framed = (line for line in text.split("\n") if not line.strip() or not _RULE.fullmatch(line))
    return "\n".join(_UPRIGHT.sub("|", line) for line in framed)


def without_latex(text: str) -> str:
    """The text with tabs where LaTeX parts cells by &."""
    lines = [line for line in text.split("\n") if line.strip()]
    bare = (_LATEX_RULES.sub("", line).strip() for line in lines)
    rows = [line[:-2] for line in bare if line.endswith(r"\\") and "&" in line]
    if len(rows) > 1 and 2 * len(rows) > len(lines):
        return "\n".join("\t".join(map(str.strip, row.split("&"))) for row in rows)
    return text


def without_counts(text: str) -> tuple[str, list[str]]:
    """The text without lines below a table that count it, such as (3 rows), and these."""
    lines = text.rstrip().split("\n")
    below = [line.strip() for line in lines[-3:] if _BELOW.fullmatch(line)]
    if not below:
        return text, []
    return "\n".join(line for line in lines if not _BELOW.fullmatch(line)), below


def without_wraps(text: str) -> str:
    """The text of a wide table side by side again, which pandas prints in blocks, one below the
    other: the names in each but the last end with a backslash."""
    blocks = [block.strip("\n").split("\n") for block in re.split(r"\n\s*\n", text.strip("\n"))]
    if len(blocks) < 2 or not all(block[0].rstrip().endswith("\\") for block in blocks[:-1]):
        return text
    parts = [in_columns([line.rstrip(" \\") for line in block]) for block in blocks]
    if None in parts or len({len(part) for part in parts if part}) > 1:
        return text
    rows = zip(*(part for part in parts if part), strict=True)
    return "\n".join("\t".join([first[0], *(c for r in (first, *more) for c in r[1:])])
                     for first, *more in rows)  # fmt: skip


def without_comma_spaces(text: str) -> str:
    """The text with a semicolon for each ", " between cells, where commas within them are decimal
    signs: 1,5, 2,25, x; all other texts as they are."""
    lines = [line for line in text.split("\n") if line.strip()]
    cells = [line.split(", ") for line in lines]
    inner = [cell for row in cells for cell in row if "," in cell.strip()]
    even = len({*map(len, cells)}) == 1 and len(cells[0]) > 1
    if not inner or not even or not all(map(number_parsing.is_number, inner)):
        return text
    return text.replace(", ", "; ")


def matrix_factor(text: str) -> str:
    """The factor above a matrix as MATLAB prints it, "" where there is none."""
    found = _FACTOR.match(text)
    return found[0].strip() if found else ""


def is_left_out(row: Sequence[str]) -> bool:
    """Whether a row of cells stands for those that were not printed: ..., ..., ..."""
    return len(row) > 1 and all(map(is_ellipsis, row))


def are_types(row: Sequence[str]) -> bool:
    """Whether a row of cells says the columns' types: <dbl> <chr>, f64 str."""
    there = [cell for cell in row if cell]
    return any(map(_CERTAIN_TYPE.fullmatch, there)) and all(map(_TYPE.fullmatch, there))
