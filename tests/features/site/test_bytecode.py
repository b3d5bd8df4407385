"""Bytecode for the browser's Python: it runs like its source, but has no docstrings."""

import io
import sys
import traceback
import zipfile

import pytest

from features.site import bytecode

SOURCE = '''"""A module."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Pair:
    """Two numbers."""

    a: int
    b: int = 2

    def sum(self) -> int:
        """Their sum."""
        return self.a + self.b


def documented():
    """Nothing else."""


def wrong():
    """Divides by 0."""
    nothing = 0
    return 1 / nothing
'''


@pytest.fixture
def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as compiled_zip:
        compiled_zip.writestr("folder/", "")
        compiled_zip.writestr("folder/__init__.py", "")
        compiled_zip.writestr("folder/small_module.py", SOURCE)
        compiled_zip.writestr("folder/table.toml", "a = 1")
    return out.getvalue()


@pytest.fixture
def module(archive, tmp_path, monkeypatch):
    zipfile.ZipFile(io.BytesIO(bytecode.compile_zip(archive))).extractall(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    import folder.small_module

    yield folder.small_module
    for name in [name for name in sys.modules if name.partition(".")[0] == "folder"]:
        del sys.modules[name]


def test_sources_become_bytecode_and_all_else_stays(archive):
    compiled_zip = zipfile.ZipFile(io.BytesIO(bytecode.compile_zip(archive)))
    assert compiled_zip.namelist() == [
        "folder/__init__.pyc",
        "folder/small_module.pyc",
        "folder/table.toml",
    ]
    assert compiled_zip.read("folder/table.toml") == b"a = 1"
    assert all(entry.compress_type == zipfile.ZIP_STORED for entry in compiled_zip.infolist())
    assert bytecode.compile_zip(archive) == bytecode.compile_zip(archive)


def test_compiled_code_runs_without_source_and_docstrings(module):
    assert module.Pair(1).sum() == 3
    assert module.__doc__ is None and module.documented.__doc__ is None
    assert module.documented() is None
    assert module.Pair.__doc__, "else dataclasses would write one"


def test_an_error_names_its_function_and_first_line(module):
    with pytest.raises(ZeroDivisionError) as error:
        module.wrong()
    *_, last = traceback.extract_tb(error.tb)
    assert (last.name, last.filename) == ("wrong", "folder/small_module.py")
    assert last.lineno == SOURCE.splitlines().index("def wrong():") + 1


def test_bytecode_of_another_version_of_pyodide_is_not_reused():
    hashes = {bytecode.digest(b"a = 1", {"version": version}) for version in ("1.0", "2.0")}
    assert len(hashes) == 2
