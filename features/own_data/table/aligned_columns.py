"""Aligned columns, as R and pandas print them; cells may contain spaces."""

import re
from collections.abc import Sequence
from itertools import chain, pairwise

from features.own_data.table.cells import number_parsing

_MAX_WIDTH = 2000  # largest number of characters of a line

Span = tuple[int, int]


def split_aligned_columns(lines: Sequence[str]) -> list[list[str]] | None:
    """Split lines at their aligned columns. Lines that begin with # are split at spaces.

    Return None if there are fewer than two other lines or fewer than two columns, if a line has a
    tab or a cell several numbers, or if a column other than the first has no name.
    """
    table_lines = [line for line in lines if not line.startswith("#")]
    if len(table_lines) < 2 or any("\t" in line for line in table_lines):
        return None
    spans = _under_names(_blocks(table_lines), table_lines)
    rows = [[line[a:b].strip() for a, b in spans] for line in table_lines]
    if (
        len(spans) < 2
        or not all(rows[0][1:])
        or any(map(number_parsing.holds_several, chain(*rows)))
    ):
        return None
    aligned_rows = iter(rows)
    return [line.split() if line.startswith("#") else next(aligned_rows) for line in lines]


def _blocks(lines: Sequence[str]) -> list[Span]:
    """Return the spans of characters where some line is not blank."""
    width = max(map(len, lines))
    if not 0 < width <= _MAX_WIDTH:
        return []
    mask = 0
    for line in lines:
        mask |= int(re.sub(r"[^ ]", "1", line).replace(" ", "0").ljust(width, "0"), 2)
    return [match.span() for match in re.finditer("1+", f"{mask:0{width}b}")]


def _under_names(blocks: list[Span], lines: Sequence[str]) -> list[Span]:
    """Join blocks without a name or without cells to their nearer neighbour.

    At equal distance this is the right one, because columns are aligned at their right ends. But a
    block without a name that follows the row names is then joined to the row names.
    """
    names, *body = lines
    has_name = [bool(names[a:b].strip()) for a, b in blocks]
    filled_counts = [sum(bool(line[a:b].strip()) for line in body) for a, b in blocks]
    gaps = [
        _MAX_WIDTH,
        *(right_block[0] - left_block[1] for left_block, right_block in pairwise(blocks)),
        _MAX_WIDTH,
    ]
    # One row may lack a row name: the row with the types of the columns.
    follows_row_names = (
        bool(blocks) and not has_name[0] and filled_counts[0] >= max(len(body) - 1, 1)
    )
    is_joined = [False] * (len(blocks) + 1)  # whether block k is joined to block k − 1
    for i in range(int(follows_row_names), len(blocks)):
        if has_name[i] and filled_counts[i]:
            follows_row_names = False
            continue
        joins_right = gaps[i] > gaps[i + 1] or (
            gaps[i] == gaps[i + 1] and (has_name[i] or not follows_row_names)
        )
        follows_row_names = follows_row_names and not joins_right
        is_joined[i + joins_right] = True
    spans: list[Span] = []
    for i, block in enumerate(blocks):
        if is_joined[i] and spans:
            spans[-1] = spans[-1][0], block[1]
        else:
            spans.append(block)
    return spans
