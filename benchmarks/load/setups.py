"""Set-ups of servers: one process, or several behind nginx."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import psutil

from benchmarks.browser.browsing import serve
from benchmarks.load.watch import families
from tests.browser.server import ROOT
from tests.hosting.replicas import Site, site, start_replica, wait_for


@dataclass
class Setup:
    """A set-up: its URL, its processes, and the folder of the browsers' engine."""

    url: str
    pids: list[int]
    engine: str = field(default="", kw_only=True)


@dataclass
class Cluster(Setup):
    """Replicas behind nginx, each of which can be killed and restarted."""

    site: Site

    @property
    def size(self) -> int:
        return len(self.site.replicas)

    def kill(self, number: int) -> None:
        self.site.replicas[number].kill()

    def restart(self, number: int) -> None:
        """Restart a replica, and return when it answers."""
        self.site.replicas[number] = start_replica(self.site.replicas[number].port)
        wait_for(self.site.replicas[number])

    def memory(self) -> list[float]:
        """Return the bytes of each running replica, with the processes that compute its sweeps."""
        numbers = [replica.process.pid for replica in self.site.replicas]
        family_sizes = [families([pid]) for pid in numbers if psutil.pid_exists(pid)]
        return [sum(process.memory_info().rss for process in family) for family in family_sizes]


@contextmanager
def one_process(app: Path) -> Iterator[Setup]:
    with serve(app) as server:
        yield warmed(Setup(server.url, [server.process.pid]))


@contextmanager
def behind_nginx(replicas: int, engine: str = "") -> Iterator[Cluster]:
    with site(replicas, ENGINE=engine) as running_site:
        pids = [running_site.nginx.pid, *(replica.process.pid for replica in running_site.replicas)]
        yield warmed(Cluster(running_site.url, pids, running_site, engine=engine))


@contextmanager
def relieved(replicas: int) -> Iterator[Cluster]:
    """Start replicas behind nginx; they also serve the engine for browsers."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "features.site", "--engine", folder]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        with behind_nginx(replicas, folder) as cluster:
            yield cluster


def warmed(setup: Setup) -> Setup:
    """Request the front page once, and return the set-up."""
    urlopen(f"{setup.url}/").read()
    return setup
