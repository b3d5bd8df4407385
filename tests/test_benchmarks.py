"""The benchmarks use functions of the tests, which exist."""

from importlib import import_module
from pathlib import Path

import pytest

from tests.source_trees import names_imported_from

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "benchmarks").rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_names_that_a_benchmark_imports_from_the_tests_exist(path):
    for module, name in names_imported_from("tests", path.read_text("utf-8")):
        if not hasattr(import_module(module), name):
            import_module(f"{module}.{name}")
