"""Build the site, and serve it from a host of static files."""

import contextlib
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The environment variable that may name the folder of a site that is already built.
SITE_VARIABLE = "BUILT_SITE"
LOADING_MS = 90_000


@functools.cache
def build_site(factory: pytest.TempPathFactory) -> Path:
    """Return the site's folder: the one named in the environment, or a new one, which all tests of
    this process share."""
    if SITE_VARIABLE in os.environ:
        return Path(os.environ[SITE_VARIABLE]).resolve()
    out = factory.mktemp("site") / "course"
    command = [sys.executable, "-m", "features.site", str(out)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
    return out


# The beginning of a script that writes pages of the site with an empty engine, which takes only
# seconds. It runs in a separate process, because it replaces Streamlit by another module.
_WITHOUT_ENGINE = """
import sys
from pathlib import Path
from features.site import screen
screen.stand_in()
from features.site import build, engine_files
scripts = {name: b"" for name in engine_files.SCRIPTS}
files = engine_files.EngineFiles(scripts, {"pyodide.asm.wasm": b""}, b"", {"python": "3.14"})
engine_files.archives = lambda files, course: {"course.zip": course}
"""
_FOLDER = "build.Site(Path(sys.argv[1]), files).write(sys.argv[2:])"
_FILE = """
from features.site import one_file
Path(sys.argv[1]).write_text(one_file.OneFile(files).html(sys.argv[2]), "utf-8")
"""


def without_engine(out: Path, *pages: str) -> Path:
    """Write the pages with these names in the address as a folder, with an empty engine."""
    command = [sys.executable, "-c", _WITHOUT_ENGINE + _FOLDER, str(out), *pages]
    subprocess.run(command, cwd=ROOT, check=True)
    return out


def file_without_engine(out: Path, page: str) -> Path:
    """Write one page as a file, with an empty engine."""
    command = [sys.executable, "-c", _WITHOUT_ENGINE + _FILE, str(out), page]
    subprocess.run(command, cwd=ROOT, check=True)
    return out


def with_damaged_engine(site: Path, folder: Path) -> Path:
    """Copy the site to `folder` and change one byte of its NumPy."""
    shutil.copytree(site, folder)
    (packed,) = folder.glob("engine/*/numpy.zip.packed")
    content = bytearray(packed.read_bytes())
    content[len(content) // 2] ^= 0xFF
    packed.write_bytes(content)
    return folder


class _Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def copyfile(self, source, outputfile) -> None:
        with contextlib.suppress(ConnectionError):  # the page was closed
            super().copyfile(source, outputfile)


class _Plain(_Files):
    """Serve a folder's page with or without a slash at the end, as the app does."""

    def send_head(self):
        path, mark, query = self.path.partition("?")
        if not path.endswith("/") and Path(self.translate_path(path)).is_dir():
            self.path = f"{path}/{mark}{query}"
        return super().send_head()


class Host:
    """A server of static files, at the root or, like some hosts, below the folder's name."""

    def __init__(self, folder: Path, *, at_root: bool = False, port: int = 0) -> None:
        directory = str(folder if at_root else folder.parent)
        handler = functools.partial(_Plain if at_root else _Files, directory=directory)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self.url += "" if at_root else f"/{folder.name}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    def log_tail(self) -> str:
        """Return an empty text: the server writes no log."""
        return ""

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
