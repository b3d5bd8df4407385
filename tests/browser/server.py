"""Run the app in its own process, for tests that open it in a browser."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.error import URLError
from urllib.request import urlopen

import pytest

if TYPE_CHECKING:
    from tests.site.host import Host

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 60
STOP_SECONDS = 5
LOG_BYTES = 20_000
_ANY_CERTIFICATE = ssl._create_unverified_context()


@dataclass
class Server:
    """A running app: its address, its process, and a temporary file with its output."""

    url: str
    process: subprocess.Popen
    log: BinaryIO

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def log_tail(self, lines: int = 40) -> str:
        """Return the last lines of the app's output. pread does not move the position at which the
        app writes."""
        size = os.fstat(self.log.fileno()).st_size
        tail = os.pread(self.log.fileno(), LOG_BYTES, max(0, size - LOG_BYTES))
        return "\n".join(tail.decode("utf-8", errors="replace").splitlines()[-lines:])

    def stop(self) -> None:
        """Ask the process and its children to end, and kill them after STOP_SECONDS."""
        self._signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End the process and its children at once, as a crash does."""
        self._signal(signal.SIGKILL)
        self.process.wait()

    def _signal(self, number: int) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)


def start_server(app: Path = ROOT / "app.py", port: int | None = None, **env: str) -> Server:
    """Start `app` on a loopback port, by default a free one, and wait until it is healthy.

    Raises RuntimeError with the end of the app's output if this takes too long.
    """
    server = launch(app, port, **env)
    wait_for(server)
    return server


def launch(app: Path = ROOT / "app.py", port: int | None = None, **env: str) -> Server:
    """Start the app without waiting until it is healthy."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", app]
    command += ["--server.address", "127.0.0.1", "--server.port", str(port)]
    log = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the server)
    process = subprocess.Popen(
        command,
        cwd=app.parent,
        env={**os.environ, "ENGINE": "", **env},  # no engine in browsers by default
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # its children are in its process group, so they end too
    )
    scheme = "https" if "STREAMLIT_SERVER_SSL_CERT_FILE" in env else "http"
    return Server(f"{scheme}://127.0.0.1:{port}", process, log)


def wait_for(server: Server, path: str = "/_stcore/health") -> None:
    """Wait until the server answers at `path`; raise RuntimeError if it does not start."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            with urlopen(f"{server.url}{path}", timeout=5, context=_ANY_CERTIFICATE):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    server.kill()
    raise RuntimeError(f"The app did not start. It printed:\n{server.log_tail()}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def serve_app(
    config: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> "Iterator[Server | Host]":
    """Start the app, or with --site the site, and stop it at the end."""
    if config.getoption("--site"):
        from tests.site.host import Host, build_site  # this feature may be deleted

        server: Server | Host = Host(build_site(tmp_path_factory), at_root=True)
    else:
        server = start_server()
    yield server
    server.stop()
