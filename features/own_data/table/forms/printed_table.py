"""Tables as programs print them: in frames, in blocks, with the number of rows below."""

import re
from collections.abc import Sequence

from features.own_data.table.aligned_columns import split_aligned_columns
from features.own_data.table.cells import number_parsing

_FRAME = re.compile(r"[─-╿]")
_VERTICAL_BAR = re.compile(r"[│┃║┆┇┊┋╎╏]")
_RULE = re.compile(r"[\s─-╿|+]+")
_LATEX_FRAME = re.compile(
    r"\\(?:begin\{tabular\}\{[^{}\n]{0,80}\}|end\{tabular\}|hline|toprule|midrule|bottomrule)"
)
_LATEX_END = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?|\\tabularnewline\b")
_LATEX_SEPARATOR = re.compile(r"(?<!\\)&")
_LATEX_SIGN = re.compile(r"\\([_%&#$])")
# Lines below a table, as pandas, R and databases print them.
_FOOTER = re.compile(
    r"\s*(?:\[\d+ rows x \d+ columns\]|\(\d+ rows?\)|\[ ?reached .*"
    r"|\d+ rows? in set.*|(?:Name|Length|Freq): .*dtype: .*|dtype: \w+)"
)
# Types of columns as Polars, DuckDB and R (in angle brackets) print them; "str" may be a label too.
_CERTAIN_TYPE = re.compile(r"<\w+>|[iuf](?:8|16|32|64)|(?:big)?int(?:32|64)?|double|varchar")
_TYPE = re.compile(rf"{_CERTAIN_TYPE.pattern}|str|bool(?:ean)?|cat|enum|date|datetime\[.*\]")


def remove_frames(text: str) -> str:
    """Remove the horizontal lines of a drawn frame, and replace the vertical ones by bars."""
    if not _FRAME.search(text):
        return text
    lines = (line for line in text.split("\n") if not line.strip() or not _RULE.fullmatch(line))
    return "\n".join(_VERTICAL_BAR.sub("|", line) for line in lines)


def convert_latex(text: str) -> str:
    """Convert LaTeX rows of plain cells to tab-separated text."""
    if "&" not in text:
        return text
    body = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("%"))
    body = _LATEX_FRAME.sub("", body)
    row_texts = _LATEX_END.split(body) if _LATEX_END.search(body) else _bare_rows(text)
    rows = [
        [" ".join(cell.split()) for cell in _LATEX_SEPARATOR.split(row)]
        for row in row_texts
        if row.strip()
    ]
    cells = [_LATEX_SIGN.sub(r"\1", cell) for row in rows for cell in row]
    is_even = len(rows) > 1 and len({*map(len, rows)}) == 1 < len(rows[0])
    is_plain = not any(re.search(r"[\\{}]|\$.*\$|^\s*\[", cell) for cell in cells)
    if not (is_even and is_plain):
        return text
    return "\n".join("\t".join(_LATEX_SIGN.sub(r"\1", cell) for cell in row) for row in rows)


def _bare_rows(text: str) -> list[str]:
    """Return the lines of a text, or an empty list if it contains a delimiter other than &."""
    return [] if re.search(r"[,;\t|]", text) else text.split("\n")


def remove_counts(text: str) -> tuple[str, list[str]]:
    """Remove lines such as (3 rows) below a table. Return the text and these lines."""
    lines = text.rstrip().split("\n")
    footer = [line.strip() for line in lines[-3:] if _FOOTER.fullmatch(line)]
    if not footer:
        return text, []
    return "\n".join(line for line in lines if not _FOOTER.fullmatch(line)), footer


def join_blocks(text: str) -> str:
    """Put the blocks of a wide table side by side; pandas and R print them below each other."""
    blocks = [block.strip("\n").split("\n") for block in re.split(r"\n\s*\n", text.strip("\n"))]
    if len(blocks) < 2 or not all(block[0].rstrip().endswith("\\") for block in blocks[:-1]):
        blocks = _blocks_under_names(text)
    if len(blocks) < 2:
        return text
    parts = [split_aligned_columns([line.rstrip(" \\") for line in block]) for block in blocks]
    row_names = {tuple(row[0] for row in part) for part in parts if part}
    if None in parts or len(row_names) > 1:
        return text
    rows = zip(*(part for part in parts if part), strict=True)
    return "\n".join(
        "\t".join([first_row[0], *(c for r in (first_row, *other_rows) for c in r[1:])])
        for first_row, *other_rows in rows
    )


def _blocks_under_names(text: str) -> list[list[str]]:
    """Split a text into blocks that begin with an indented line, as R prints them."""
    lines = [line for line in text.split("\n") if line.strip()]
    starts = [i for i, line in enumerate(lines) if line.startswith(" ")]
    size = len(lines) // max(len(starts), 1)
    if size < 2 or starts != [*range(0, len(lines), size)]:
        return []
    return [lines[i : i + size] for i in starts]


def replace_comma_spaces(text: str) -> str:
    """Replace each ", " by a semicolon if commas inside cells are decimal signs: "1,5, 2,25"."""
    lines = [line for line in text.split("\n") if line.strip()]
    cells = [line.split(", ") for line in lines]
    comma_cells = [cell for row in cells for cell in row if "," in cell.strip()]
    is_even = len({*map(len, cells)}) == 1 and len(cells[0]) > 1
    if not comma_cells or not is_even or not all(map(number_parsing.is_number, comma_cells)):
        return text
    return text.replace(", ", "; ")


def are_types(row: Sequence[str]) -> bool:
    """Return whether a row has the columns' types, such as <dbl> <chr> or f64 str."""
    filled_cells = [cell for cell in row if cell]
    return any(map(_CERTAIN_TYPE.fullmatch, filled_cells)) and all(
        map(_TYPE.fullmatch, filled_cells)
    )
