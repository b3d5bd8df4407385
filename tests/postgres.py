"""Run PostgreSQL for a test, on the loopback address, as a user without rights."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GET_POSTGRES = Path(__file__).resolve().parent / "tools" / "get_postgres"
SECONDS = 30
SETTINGS = ("fsync=off", "max_connections=60", "shared_buffers=16MB", "unix_socket_directories=")


def find_programs() -> tuple[Path | None, str]:
    """Return the folder of PostgreSQL's programs, or None and the reason."""
    process = subprocess.run([GET_POSTGRES, "--find"], capture_output=True, text=True, check=False)
    if process.returncode:
        return None, process.stderr.strip()
    return Path(process.stdout.strip()), ""


def _unprivileged() -> int | None:
    """Return the user as whom root runs PostgreSQL, which refuses to run as root; None for other
    users."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name: user.pw_uid for user in pwd.getpwall()}
    return names.get("postgres", names.get("nobody", 65534))


@contextmanager
def running(programs: Path) -> Iterator[str]:
    """Run PostgreSQL on a data folder that is deleted afterwards; yield its address."""
    user = _unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    if user is not None:
        os.chown(folder, user, -1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    settings = [part for setting in SETTINGS for part in ("-c", setting)]
    make = [programs / "initdb", "-D", data, "-U", "kernels", "-A", "trust", "-N", "--locale=C",
            "--encoding=UTF8"]  # fmt: skip
    serve = [programs / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), *settings]
    with open(folder / "log", "wb") as log:
        options = {"user": user, "cwd": folder, "stdout": log, "stderr": log, "extra_groups": []}
        options = options if user is not None else {**options, "user": None, "extra_groups": None}
        subprocess.run(make, check=True, **options)
        server = subprocess.Popen(serve, **options)
        try:
            _wait(port, server, folder / "log")
            yield f"postgresql://kernels@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # it ends at once, even while clients are connected
            server.wait(SECONDS)
            shutil.rmtree(folder, ignore_errors=True)


def _wait(port: int, server: subprocess.Popen, log: Path) -> None:
    for _ in range(SECONDS * 10):
        if server.poll() is not None:
            break
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(log.read_text("utf-8", "replace"))
