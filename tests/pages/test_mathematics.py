"""The modules in the pages' `mathematics`: their examples run, and they cite the notes."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.core.solvers.solving import solving_by_itself

ROOT = Path(__file__).parent.parent.parent
MODULES = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for path in sorted((ROOT / "pages").glob("*/mathematics/**/*.py"))
    if path.name != "__init__.py"
]


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", MODULES)
def test_its_examples_run(name):
    result = doctest.testmod(import_module(name))
    assert result.attempted and not result.failed


@pytest.mark.parametrize("name", MODULES)
def test_it_cites_its_note(name):
    tree = ast.parse((ROOT / f"{name.replace('.', '/')}.py").read_text("utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = [ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, documented)]
    cited = [number for doc in docs for number in range(5) if doc and f"00{number}" in doc]
    assert cited


@pytest.mark.parametrize("name", MODULES)
def test_it_solves_no_system_by_itself(name):
    """In a browser NumPy may return NaN for a singular system, which `kernel_core.solvers`
    handles."""
    assert solving_by_itself((ROOT / f"{name.replace('.', '/')}.py").read_text("utf-8")) == []
