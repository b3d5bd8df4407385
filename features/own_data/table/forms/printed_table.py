"""Tables as programs print them for the eye: in frames, in blocks, cut short."""

import re
from collections.abc import Sequence

from features.own_data.table.aligned_columns import in_columns
from features.own_data.table.cells import number_parsing

_FRAME = re.compile(r"[─-╿]")
_UPRIGHT = re.compile(r"[│┃║┆┇┊┋╎╏]")
_RULE = re.compile(r"[\s─-╿|+]+")
_LATEX_AROUND = re.compile(
    r"\\(?:begin\{tabular\}\{[^{}\n]{0,80}\}|end\{tabular\}|hline|toprule|midrule|bottomrule)"
)
_LATEX_END = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?|\\tabularnewline\b")
_LATEX_CUT = re.compile(r"(?<!\\)&")
_LATEX_SIGN = re.compile(r"\\([_%&#$])")
# What is printed below a table by pandas, R, databases, Polars.
_BELOW = re.compile(
    r"\s*(?:\[\d+ rows x \d+ columns\]|\(\d+ rows?\)|\[ ?reached .*"
    r"|\d+ rows? in set.*|(?:Name|Length|Freq): .*dtype: .*|dtype: \w+)"
)
# Types by which Polars and DuckDB print theirs, and R between angles; "str" alone may be a label.
_CERTAIN_TYPE = re.compile(r"<\w+>|[iuf](?:8|16|32|64)|(?:big)?int(?:32|64)?|double|varchar")
_TYPE = re.compile(rf"{_CERTAIN_TYPE.pattern}|str|bool(?:ean)?|cat|enum|date|datetime\[.*\]")


def without_frames(text: str) -> str:
    """The text with bars where a frame is drawn."""
    if not _FRAME.search(text):
        return text
    framed = (line for line in text.split("\n") if not line.strip() or not _RULE.fullmatch(line))
    return "\n".join(_UPRIGHT.sub("|", line) for line in framed)


def without_latex(text: str) -> str:
    """The text with tabs where LaTeX parts cells by &, if there are rows of plain cells alone."""
    if "&" not in text:
        return text
    body = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("%"))
    body = _LATEX_AROUND.sub("", body)
    ends = _LATEX_END.split(body) if _LATEX_END.search(body) else _bare_rows(text)
    rows = [
        [" ".join(cell.split()) for cell in _LATEX_CUT.split(row)] for row in ends if row.strip()
    ]
    cells = [_LATEX_SIGN.sub(r"\1", cell) for row in rows for cell in row]
    even = len(rows) > 1 and len({*map(len, rows)}) == 1 < len(rows[0])
    plain = not any(re.search(r"[\\{}]|\$.*\$|^\s*\[", cell) for cell in cells)
    if not (even and plain):
        return text
    return "\n".join("\t".join(_LATEX_SIGN.sub(r"\1", cell) for cell in row) for row in rows)


def _bare_rows(text: str) -> list[str]:
    """The lines of a text whose cells & signs alone part."""
    return [] if re.search(r"[,;\t|]", text) else text.split("\n")


def without_counts(text: str) -> tuple[str, list[str]]:
    """The text without lines below a table that count it, such as (3 rows), and these."""
    lines = text.rstrip().split("\n")
    below = [line.strip() for line in lines[-3:] if _BELOW.fullmatch(line)]
    if not below:
        return text, []
    return "\n".join(line for line in lines if not _BELOW.fullmatch(line)), below


def without_wraps(text: str) -> str:
    """The text of a wide table side by side again, which pandas and R print in blocks, one below
    the other: of pandas the names in each but the last end with a backslash."""
    blocks = [block.strip("\n").split("\n") for block in re.split(r"\n\s*\n", text.strip("\n"))]
    if len(blocks) < 2 or not all(block[0].rstrip().endswith("\\") for block in blocks[:-1]):
        blocks = _blocks_under_names(text)
    if len(blocks) < 2:
        return text
    parts = [in_columns([line.rstrip(" \\") for line in block]) for block in blocks]
    heads = {tuple(row[0] for row in part) for part in parts if part}
    if None in parts or len(heads) > 1:
        return text
    rows = zip(*(part for part in parts if part), strict=True)
    return "\n".join("\t".join([first[0], *(c for r in (first, *more) for c in r[1:])])
                     for first, *more in rows)  # fmt: skip


def _blocks_under_names(text: str) -> list[list[str]]:
    """The blocks of a text that begin with a line further in than all others, as R prints them."""
    lines = [line for line in text.split("\n") if line.strip()]
    begins = [i for i, line in enumerate(lines) if line.startswith(" ")]
    size = len(lines) // max(len(begins), 1)
    if size < 2 or begins != [*range(0, len(lines), size)]:
        return []
    return [lines[i : i + size] for i in begins]


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


def are_types(row: Sequence[str]) -> bool:
    """Whether a row of cells says the columns' types: <dbl> <chr>, f64 str."""
    there = [cell for cell in row if cell]
    return any(map(_CERTAIN_TYPE.fullmatch, there)) and all(map(_TYPE.fullmatch, there))
