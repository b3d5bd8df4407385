"""Columns that stand in line, as R and pandas print them: cells may have spaces within."""

import re
from collections.abc import Sequence
from itertools import chain, pairwise

from features.own_data.table.cells import number_parsing

_WIDEST = 2000  # characters of a line

Span = tuple[int, int]


def in_columns(lines: Sequence[str]) -> list[list[str]] | None:
    """The cells of lines whose columns stand in line, each under its name; None where they do not.

    Only the first column may have no name: the rows' own.
    """
    own = [line for line in lines if not line.startswith("#")]
    if len(own) < 2 or any("\t" in line for line in own):
        return None
    spans = _under_names(_blocks(own), own)
    rows = [[line[a:b].strip() for a, b in spans] for line in own]
    if (
        len(spans) < 2
        or not all(rows[0][1:])
        or any(map(number_parsing.holds_several, chain(*rows)))
    ):
        return None
    aligned = iter(rows)
    return [line.split() if line.startswith("#") else next(aligned) for line in lines]


def _blocks(lines: Sequence[str]) -> list[Span]:
    """From where to where some line has signs: between these all are blank."""
    width = max(map(len, lines))
    if not 0 < width <= _WIDEST:
        return []
    filled = 0
    for line in lines:
        filled |= int(re.sub(r"[^ ]", "1", line).replace(" ", "0").ljust(width, "0"), 2)
    return [found.span() for found in re.finditer("1+", f"{filled:0{width}b}")]


def _under_names(blocks: list[Span], lines: Sequence[str]) -> list[Span]:
    """The blocks, where each that has no name, or nothing under one, is joined to its nearer
    neighbour. Of two as near it is the right one, for numbers and words end under the end of their
    names; but what follows on the rows' own names belongs to these."""
    names, *body = lines
    named = [bool(names[a:b].strip()) for a, b in blocks]
    filled = [sum(bool(line[a:b].strip()) for line in body) for a, b in blocks]
    gaps = [_WIDEST, *(after[0] - before[1] for before, after in pairwise(blocks)), _WIDEST]
    # A row with the columns' types has no name of its own.
    of_rows = bool(blocks) and not named[0] and filled[0] >= max(len(body) - 1, 1)
    joined = [False] * (len(blocks) + 1)  # to the block on its left
    for i in range(int(of_rows), len(blocks)):
        if named[i] and filled[i]:
            of_rows = False
            continue
        to_right = gaps[i] > gaps[i + 1] or (gaps[i] == gaps[i + 1] and (named[i] or not of_rows))
        of_rows = of_rows and not to_right
        joined[i + to_right] = True
    spans: list[Span] = []
    for i, block in enumerate(blocks):
        if joined[i] and spans:
            spans[-1] = spans[-1][0], block[1]
        else:
            spans.append(block)
    return spans
