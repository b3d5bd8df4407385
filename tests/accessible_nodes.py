"""What a page gives to screen readers, as an engine's accessibility tree has it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

# Sentences without a pause between them, or a stop too many.
RUN_TOGETHER = re.compile(r"[.?!][,.;]|[,;:] ?[.,;]|\.\s+[.,;]|[a-z)%][.?!][A-Z]|undefined|NaN")


@dataclass(frozen=True)
class Node:
    """One object: `kind` is "control", "picture", "link" or "", `level` that of a heading or 0."""

    role: str
    kind: str
    name: str
    level: int = 0


def faults(nodes: Sequence[Node]) -> list[str]:
    """Return what a reader would miss: names, and the nesting of headings."""
    nameless = [f"{node.role} without a name" for node in nodes if node.kind and not node.name]
    run_together = [
        f"{node.role} {node.name!r}: {match[0]!r}"
        for node in nodes
        if node.kind and (match := RUN_TOGETHER.search(node.name))
    ]
    headings = [node for node in nodes if node.level]
    levels = [0, *(node.level for node in headings)]
    jumps = [
        f"heading {node.name!r} of level {after} under one of level {before}"
        for node, (before, after) in zip(headings, pairwise(levels), strict=True)
        if after > before + 1
    ]
    return [*nameless, *run_together, *jumps]
