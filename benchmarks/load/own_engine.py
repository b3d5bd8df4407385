"""Simulate the engine of a learner's browser, as in features/site/relief.js. Its requests to the
server are counted; its computations are not, since they run on the learner's machine.

Its times were measured in a browser on this kind of machine (`make bench ARGS=site`).
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import gevent
from gevent.event import Event

from benchmarks.load.files import Broken, fetch_all

START_SECONDS = 2.1  # time from the arrival of the engine's files to its first answer
SWEEP_SECONDS, FRAME_SECONDS = 0.41, 0.0075  # computation times for m = 200
# Range of the random delay before the engine's files are prefetched.
PREFETCH_SECONDS = (30.0, 600.0)
MAX_WAIT_SECONDS = 8.0  # longest wait of a request for the engine
PAUSE_SECONDS = 2.0  # pause in the requests to a busy server, unless it sends Retry-After


def files_of(folder: Path) -> list[str]:
    """Return the addresses of the engine's files, relative to the app's address."""
    manifest = json.loads((folder / "engine.json").read_text("utf-8"))
    packed = [f"{file['name']}.packed" for file in manifest["files"]]
    return [
        manifest["worker"],
        *(manifest["folder"] + name for name in (*manifest["scripts"], *packed)),
    ]


class OwnEngine:
    """The engine of one learner whose page has just opened."""

    def __init__(
        self,
        host: str,
        files: list[str],
        source: str,
        ahead_seconds: float,
        report: Callable[..., None],
    ):
        self._host, self._source, self._report = host, source, report
        self._paths = [f"{urlsplit(host).path}/{name}" for name in files]
        self._ready, self._fetched, self._until = Event(), Event(), 0.0
        self._loading: gevent.Greenlet | None = None
        self._ahead = gevent.spawn_later(ahead_seconds, self._fetch)

    def load(self) -> None:
        """Start loading the engine."""
        if self._loading is None:
            self._loading = gevent.spawn(self._start)

    @property
    def is_ready(self) -> bool:
        return self._ready.is_set()

    @property
    def stands_in(self) -> bool:
        """Whether the engine answers in place of a busy server."""
        return time.monotonic() < self._until

    def leave_alone(self, retry_after: str | None) -> None:
        """Answer in place of the busy server, as long as its Retry-After says."""
        self._until = time.monotonic() + float(retry_after or PAUSE_SECONDS)

    def answer(self, stops: int) -> bool:
        """Answer a request, loading the engine if necessary. Return whether it has answered."""
        self.load()
        if not self._ready.wait(MAX_WAIT_SECONDS):
            return False
        time.sleep(SWEEP_SECONDS if stops > 1 else FRAME_SECONDS)
        return True

    def close(self) -> None:
        gevent.killall(
            [greenlet for greenlet in (self._ahead, self._loading) if greenlet], block=False
        )

    def _start(self) -> None:
        self._fetch()
        if self._fetched.is_set():
            time.sleep(START_SECONDS)
            self._ready.set()
        else:
            self._loading = None

    def _fetch(self) -> None:
        """Fetch the files, which the browser stores."""
        if self._fetched.is_set():
            return
        try:
            for seconds, size, error in fetch_all(
                self._host,
                self._paths,
                self._source,
                accept="identity",  # most of the files are compressed already
            ):
                self._report("files of the browser's engine", seconds, size, error)
        except (OSError, Broken) as error:
            self._report("files of the browser's engine", 0, error=error)
        else:
            self._fetched.set()
