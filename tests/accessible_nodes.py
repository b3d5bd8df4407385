"""The nodes of a browser's accessibility tree, and faults in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

# Joined sentences, doubled punctuation, and the values undefined and NaN.
RUN_TOGETHER = re.compile(r"[.?!][,.;]|[,;:] ?[.,;]|\.\s+[.,;]|[a-z)%][.?!][A-Z]|undefined|NaN")


@dataclass(frozen=True)
class Node:
    """A node: `kind` is "control", "picture", "link" or "", `level` the level of a heading or 0."""

    role: str
    kind: str
    name: str
    level: int = 0


def faults(nodes: Sequence[Node]) -> list[str]:
    """Return nodes without a name, names with run-together texts, and skipped heading levels."""
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
