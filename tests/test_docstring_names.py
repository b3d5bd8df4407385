"""Docstrings name existing modules, functions and exceptions."""

import ast
import builtins
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source_trees import parse

ROOT = Path(__file__).parent.parent
QUOTED = re.compile(r"`([A-Za-z_][\w.]*)`")
RAISED = re.compile(r"[Rr]aises? ((?:[A-Z]\w+(?:, | and | or )?)+)")
WORD = re.compile(r"\w+")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
EXAMPLE_FILE = re.compile(r"\.(?:txt|html)$")
MAX_NAME_LENGTH = 60  # longer string literals are not names


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield the identifiers of a file, and the words of its short string literals."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.alias(name=name):
                yield from name.split(".")
            case ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(text)) if len(text) < MAX_NAME_LENGTH:
                yield from WORD.findall(text)


def named_by(text: str) -> Iterator[str]:
    """Yield the parts of the names in a docstring."""
    for name in QUOTED.findall(text):
        if not EXAMPLE_FILE.search(name):
            yield from name.split(".")
    for names in RAISED.findall(text):
        yield from WORD.findall(re.sub(r"\b(?:and|or)\b", "", names))


@pytest.fixture(scope="module")
def sources() -> dict[str, ast.AST]:
    listing = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = listing.stdout.split()
    return {name: parse((ROOT / name).read_text("utf-8")) for name in names}


@pytest.fixture(scope="module")
def known_names(sources) -> set[str]:
    names = {part for path in sources for part in Path(path).with_suffix("").parts}
    names.update(*map(names_in, sources.values()))
    names.update(*(WORD.findall(file.read_text("utf-8")) for file in scripts()))
    return names | {*dir(builtins)}


def scripts() -> Iterator[Path]:
    for room in ("assets", "pages"):
        yield from (ROOT / room).rglob("*.js")


def test_names_in_docstrings_exist(sources, known_names):
    stale = [
        f"{path}: {name}"
        for path, tree in sources.items()
        for node in ast.walk(tree)
        if isinstance(node, DOCUMENTED)
        for name in named_by(ast.get_docstring(node) or "")
        if name not in known_names
    ]
    assert stale == []


def test_a_missing_name_is_detected(known_names):
    absent = "Gone" * 2
    text = f"As `kernel_core.{absent}.fit` has it, or `answer.txt`. Raises {absent} or ValueError."
    assert [name for name in named_by(text) if name not in known_names] == [
        absent,
        absent,
    ]
