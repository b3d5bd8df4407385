"""Run twenty minutes of mixed load with faults, then check the results: python -m
benchmarks.load.soak

A replica is killed every few minutes and restarted, connections break, readers are slow, caches are
full. The last replica is never killed, so that its memory shows any growth. At the end learners
must have seen no errors except reconnections, the memory of the last replica must not have grown by
more than a few percent, and a sample of the served answers must equal kernel_core's, byte for byte.
"""

import argparse
import hashlib
import random
import threading
import time
from statistics import median

from benchmarks import machine
from benchmarks.load.run import drive
from benchmarks.load.setups import Cluster, behind_nginx
from benchmarks.tables import Aim, show
from lab.endpoints.sweep_endpoint import read_request
from lab.wire.sweep_payload import compressed_by, pack

MINUTES = 20
LEARNERS = 60
KILL_INTERVAL_SECONDS = 150
RESTART_SECONDS = 5  # delay until a killed replica is restarted
SAMPLE = 2000  # number of answers that are recomputed
MAX_MEMORY_MB = 700  # largest memory of a replica
SAMPLE_INTERVAL_SECONDS = 15  # interval between two memory samples
FILLED_SHARE = 1 / 2  # after this share of the run the caches are full: memory must not grow
MAX_GROWTH_PERCENT = 5


class Faults(threading.Thread):
    """Kill and restart one replica after another, never the last one, and record the memory."""

    def __init__(self, cluster: Cluster, every_seconds: float):
        super().__init__(daemon=True)
        self._cluster, self._every, self._end = cluster, every_seconds, threading.Event()
        self.deaths = 0
        self.memory: list[tuple[float, list[float]]] = []  # time in s, bytes of each replica

    def run(self) -> None:
        start = time.monotonic()
        while not self._end.wait(SAMPLE_INTERVAL_SECONDS):
            elapsed = time.monotonic() - start
            self.memory.append((elapsed, self._cluster.memory()))
            if elapsed > (self.deaths + 1) * self._every:
                self._one_dies(self.deaths % (self._cluster.size - 1))

    def _one_dies(self, number: int) -> None:
        self._cluster.kill(number)
        self.deaths += 1
        time.sleep(RESTART_SECONDS)
        self._cluster.restart(number)

    @property
    def most(self) -> float:
        return max(bytes for _, sizes in self.memory for bytes in sizes)

    @property
    def growth(self) -> float:
        """Return by how much the memory of the last replica has grown since its caches filled, in
        percent."""
        lasting = [sizes[-1] for _, sizes in self.memory]
        filled_index, end = int(FILLED_SHARE * len(lasting)), len(lasting) // 10 + 1
        return 100 * (
            median(lasting[-end:]) / median(lasting[filled_index : filled_index + end]) - 1
        )

    def rows(self) -> list[tuple[str, str]]:
        """Return about twenty memory samples of each replica."""
        return [
            (f"{seconds / 60:.1f} min", ", ".join(f"{bytes / 1e6:.0f} MB" for bytes in sizes))
            for seconds, sizes in self.memory[:: len(self.memory) // 20 + 1]
        ]

    def end(self) -> None:
        self._end.set()
        self.join()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--learners", type=int, default=LEARNERS)
    parser.add_argument(
        "--every", type=float, default=KILL_INTERVAL_SECONDS, help="seconds between two kills"
    )
    options = parser.parse_args()
    print(machine.headline())
    aims = soak(options.minutes, options.learners, options.every)
    raise SystemExit(0 if all(aim.is_reached for aim in aims) else 1)


def soak(minutes: float, learners: int, every_seconds: float) -> list[Aim]:
    with behind_nginx(2) as cluster:
        faults = Faults(cluster, every_seconds)
        faults.start()
        run = drive(
            "two behind nginx, with faults", cluster, learners, int(60 * minutes), faults=True
        )
        faults.end()
    run.show()
    show("Memory of each replica; the last is never killed", ("after", "memory"), faults.rows())
    count = min(SAMPLE, len(run.digests))
    aims = [
        Aim("errors that a learner saw beyond the reconnect", run.errors, most=0),
        Aim("replicas killed", faults.deaths, least=1),
        Aim("largest memory of a replica", faults.most / 1e6, "MB", most=MAX_MEMORY_MB),
        Aim("growth of the last replica, second half", faults.growth, "%", most=MAX_GROWTH_PERCENT),
        Aim(f"answers unlike kernel_core's, of {count}", differing(run.digests), most=0),
    ]
    show("Aims", ("what", "aim", "here", ""), [aim.row for aim in aims])
    return aims


def differing(digests: dict[str, str]) -> int:
    """Count the answers of a sample that differ from kernel_core's."""
    chosen = random.Random(0).sample(sorted(digests), min(SAMPLE, len(digests)))
    return sum(digests[query] != digest_of(query) for query in chosen)


def digest_of(query: str) -> str:
    request = read_request(query)
    packed = compressed_by(pack, request.scene, request.along, request.stops, request.grid)
    body = packed.gzip(packed.head(request.scene, request.stop))
    return hashlib.sha256(body).hexdigest()


if __name__ == "__main__":
    main()
