"""The benchmarks use functions of the tests, which exist."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from tests.source_trees import parse

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "benchmarks").rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_names_that_a_benchmark_imports_from_the_tests_exist(path):
    imports = [
        node
        for node in ast.walk(parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "tests"
    ]
    for node in imports:
        module = import_module(node.module)
        for alias in node.names:
            if not hasattr(module, alias.name):
                import_module(f"{node.module}.{alias.name}")
