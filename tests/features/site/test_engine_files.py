"""Python for the browser: unused files are left out, and files with a wrong hash are refused."""

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy
import pytest

from features.site import bytecode, engine_files, source_bundle
from lab.endpoints.static_assets import ROOT, VERSION


def wheel(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, name)
    return out.getvalue()


def names_of(content: bytes) -> set[str]:
    return set(zipfile.ZipFile(io.BytesIO(content)).namelist())


def test_unused_files_are_left_out_reproducibly():
    kept_names = {"numpy/__init__.py", "numpy/_core/umath.so", "numpy-2.dist-info/METADATA"}
    out = {"numpy/tests/test_a.py", "numpy/_core/include/a.h", "numpy/f2py/x.py", "numpy/a.pyi",
           "numpy/testing/__init__.py", "numpy/_core/_umath_tests.so", "numpy/fft/_pocketfft.py",
           "numpy-2.dist-info/RECORD"}  # fmt: skip
    patterns = engine_files._UNUSED_FILES, engine_files._UNUSED_NUMPY_FILES
    wheel_bytes = wheel(*kept_names, *out)
    assert names_of(engine_files.trim_zip(wheel_bytes, *patterns)) == kept_names
    assert engine_files.trim_zip(wheel_bytes, *patterns) == engine_files.trim_zip(
        wheel_bytes, *patterns
    )


def test_the_standard_library_keeps_table_readers():
    kept_files = {"csv.py", "encodings/cp1252.py", "unittest.txt", "html/entities.py"}
    out = {"unittest/mock.py", "http/server.py", "pdb.py", "asyncio/windows_events.py"}
    assert (
        names_of(engine_files.trim_zip(wheel(*kept_files, *out), engine_files._UNUSED_PYTHON_FILES))
        == kept_files
    )


def test_without_node_the_engine_ships_sources(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(bytecode, "_node", lambda: None)
    files = engine_files.EngineFiles(
        {}, {engine_files.STDLIB: wheel("os.py")}, wheel("numpy/a.py"), {}
    )
    archives = engine_files.archives(files, wheel("lab/b.py"))
    assert [names_of(archive) for archive in archives.values()] == [
        {"os.py"},
        {"numpy/a.py"},
        {"lab/b.py"},
    ]
    assert "sources instead of bytecode" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.zip"))


def test_another_wheel_than_the_lock_file_names_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(engine_files, "_read_or_download", lambda *_: b"")
    path = tmp_path / engine_files.NUMPY
    path.write_bytes(wheel("numpy/__init__.py"))
    with pytest.raises(engine_files.EngineFileError, match="hash other than"):
        engine_files.engine_files(path)


def test_damaged_downloads_are_not_stored(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(engine_files.EngineFileError, match="hash"):
        engine_files._read_or_download("a.whl", lambda: b"half", lambda c: c == b"whole")
    assert not list(tmp_path.rglob("*.whl"))
    for _ in range(2):  # the second time from the cache
        content = engine_files._read_or_download(
            "a.whl", lambda: b"whole", lambda content: content == b"whole"
        )
        assert content == b"whole"
    cached = engine_files.cache_folder() / "a.whl"
    cached.write_bytes(b"changed")
    content = engine_files._read_or_download("a.whl", lambda: b"whole", lambda c: c == b"whole")
    assert content == b"whole"


def test_the_sources_are_whole_and_the_same_each_time():
    bundle = source_bundle.bundle()
    names = names_of(bundle)
    assert {"kernel_core/__init__.py", "features/site/engine.py", "pages/registry.py",
            "lab/scene/samples/tables.npz",
            "markdown_it/__init__.py", "latex2mathml/converter.py",
            "segno/__init__.py"} <= names  # fmt: skip
    tables = (ROOT / "features").rglob("*.toml")
    assert {path.relative_to(ROOT).as_posix() for path in tables} <= names
    assert not any("__pycache__" in name or name.startswith("tests/") for name in names)
    assert source_bundle.bundle() == bundle


@pytest.mark.thorough
def test_every_page_runs_with_the_engines_files(tmp_path):
    """Only the bundle, NumPy and the standard library can be imported."""
    zipfile.ZipFile(io.BytesIO(source_bundle.bundle())).extractall(tmp_path)
    site_packages = Path(numpy.__file__).parents[1]
    for path in site_packages.glob("numpy*"):
        (tmp_path / path.name).symlink_to(path)
    code = """
import json, sys
sys.path.insert(0, sys.argv[1])
from features.site import engine
engine.start()
from pages.order import PAGES
from lab.endpoints.static_assets import VERSION
print(VERSION)
for page in PAGES:
    event = {"open": True, "page": page.path, "query": "seed=3", "url": "http://x/",
             "theme": "light"}
    print(json.dumps(engine.page(json.dumps(event))))
"""
    process = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(tmp_path)],
        cwd=tmp_path, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    version, *lines = process.stdout.splitlines()
    assert version == VERSION, "the addresses of scripts are those of the site"
    pages = [json.loads(line) for line in lines]
    assert len(pages) > 8 and all("seed=3" in page["query"] and page["elements"] for page in pages)


@pytest.mark.parametrize(
    "error", [OSError("no route to host"), subprocess.CalledProcessError(1, ["pip", "download"])]
)
def test_a_failed_download_is_one_sentence(tmp_path, monkeypatch, error):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def download() -> bytes:
        raise error

    with pytest.raises(engine_files.EngineFileError, match=r"b\.whl could not be downloaded: "):
        engine_files._read_or_download("b.whl", download, bool)
