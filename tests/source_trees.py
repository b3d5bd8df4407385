"""Syntax trees of the project's files, each parsed once for all tests of a process, and what they
import from a package."""

import ast
from collections.abc import Iterator
from functools import cache

parse = cache(ast.parse)


def names_imported_from(package: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each `from module import name` with a module of the
    package."""
    for node in ast.walk(parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == package:
            yield from ((node.module, alias.name) for alias in node.names)
