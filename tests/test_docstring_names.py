"""Docstrings name existing modules, functions and exceptions."""

import ast
import builtins
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest

from tests.source_trees import statements

ROOT = Path(__file__).parent.parent
QUOTED = re.compile(r"`([A-Za-z_][\w.]*)`")
RAISED = re.compile(r"[Rr]aises? ((?:[A-Z]\w+(?:, | and | or )?)+)")
WORD = re.compile(r"\w+")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
EXAMPLE_FILE = re.compile(r"\.(?:txt|html)$")
MAX_NAME_LENGTH = 60  # longer string literals are not names


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the identifiers of compiled source, and the words of its short string literals."""
    yield from (code.co_name, *code.co_names, *code.co_varnames, *code.co_cellvars)
    for constant in code.co_consts:
        match constant:
            case CodeType():
                yield from names_in(constant)
            case str() if len(constant) < MAX_NAME_LENGTH:
                yield from WORD.findall(constant)
            case bytes():
                yield from WORD.findall(constant.decode("latin-1"))
            case tuple():  # such as the keywords of a call
                yield from (name for name in constant if isinstance(name, str))


def named_by(text: str) -> Iterator[str]:
    """Yield the parts of the names in a docstring."""
    for name in QUOTED.findall(text):
        if not EXAMPLE_FILE.search(name):
            yield from name.split(".")
    for names in RAISED.findall(text):
        yield from WORD.findall(re.sub(r"\b(?:and|or)\b", "", names))


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    listing = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = listing.stdout.split()
    return {name: (ROOT / name).read_text("utf-8") for name in names}


@pytest.fixture(scope="module")
def known_names(sources) -> set[str]:
    names = {part for path in sources for part in Path(path).with_suffix("").parts}
    for path, source in sources.items():
        names.update(names_in(compile(source, path, "exec", optimize=2)))  # without docstrings
    names.update(*(WORD.findall(file.read_text("utf-8")) for file in scripts()))
    return names | {*dir(builtins)}


def scripts() -> Iterator[Path]:
    for room in ("assets", "pages"):
        yield from (ROOT / room).rglob("*.js")


def test_names_in_docstrings_exist(sources, known_names):
    stale = [
        f"{path}: {name}"
        for path, source in sources.items()
        for node in statements(source)
        if isinstance(node, DOCUMENTED)
        for name in named_by(ast.get_docstring(node, clean=False) or "")
        if name not in known_names
    ]
    assert stale == []


def test_a_missing_name_is_detected(known_names):
    absent = "".join(["Gone", "Gone"])  # no literal of this file
    text = f"As `kernel_core.{absent}.fit` has it, or `answer.txt`. Raises {absent} or ValueError."
    assert [name for name in named_by(text) if name not in known_names] == [
        absent,
        absent,
    ]
