"""The statements of a source file, and what it imports from a package."""

import ast
from collections.abc import Iterator

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def statements(source: str) -> list[ast.AST]:
    """Return the module and all statements in it, without their expressions: these are most of a
    tree, and neither a definition nor an import is among them."""
    nodes: list[ast.AST] = [ast.parse(source)]
    for node in nodes:
        for block in BLOCKS:
            nodes += getattr(node, block, ())
    return nodes


def names_imported_from(package: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each `from module import name` with a module of the
    package."""
    for node in statements(source):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == package:
            yield from ((node.module, alias.name) for alias in node.names)
