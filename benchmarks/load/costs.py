"""Measure the cost of each action of a learner: python -m benchmarks.load.costs

It measures CPU time, bytes and memory, with one learner at a time. The figures are the costs for
the servers, nginx and the load tool, independent of other load; they are not waiting times. The
figures of the servers are split by what runs there: the event loop, for Streamlit's protocol and
sending; threads, for scripts and single frames; and processes, for whole sweeps. The parts of a
new sweep are listed too.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402

from locust import events  # noqa: E402
from locust.env import Environment  # noqa: E402

from benchmarks import machine  # noqa: E402
from benchmarks.browser.browsing import APP  # noqa: E402
from benchmarks.load import learner  # noqa: E402
from benchmarks.load.parts import show_parts  # noqa: E402
from benchmarks.load.setups import Setup, behind_nginx, one_process  # noqa: E402
from benchmarks.load.watch import cpu_seconds, families, main_thread_seconds  # noqa: E402
from benchmarks.tables import milliseconds, show  # noqa: E402

LEARNERS = 12
WARMING_LEARNERS = 3  # additional learners, who only fill the caches of every replica
REPEATS = 4  # runs of a repeated action
SETTLE_SECONDS = 0.15  # wait after an answer, until the servers have finished their work
MAX_IDLE_LOAD = 0.05  # CPU seconds per second of an idle server


class Costs:
    """CPU time by action: of the load tool, of the servers and their parts, of nginx."""

    def __init__(self, servers: list[int], nginx: list[int]):
        self._servers, self._nginx = servers, nginx
        self._received = 0
        events.request.add_listener(self._receive)
        self._began = self._memory()
        self._bytes: dict[str, int] = {}
        self._sums: dict[str, list[float]] = {}
        self._counts: dict[str, int] = {}

    def of(self, name: str, act: Callable[[], object], count: int = 1) -> None:
        """Call `act`, which does the action `name` `count` times, and add its costs."""
        before, received_before = self._now(), self._received
        act()
        tool = time.process_time()
        time.sleep(SETTLE_SECONDS)
        after = [tool, *self._now()[1:]]
        sums = self._sums.setdefault(name, [0.0] * len(before))
        for k, (a, b) in enumerate(zip(before, after, strict=True)):
            sums[k] += b - a
        self._counts[name] = self._counts.get(name, 0) + count
        self._bytes[name] = self._bytes.get(name, 0) + self._received - received_before

    def show(self, title: str) -> None:
        rows = [
            (name, str(count), *(milliseconds(1000 * s / count) for s in self._sums[name]),
             f"{self._bytes[name] / count / 1000:.1f} kB")
            for name, count in self._counts.items()
        ]  # fmt: skip
        parts = ("servers", "event loop", "threads", "processes", "nginx")
        columns = ("processor time of one", "count", "load tool", *parts, "received")
        before, after = (f"{size / 1e6:.0f} MB" for size in (self._began, self._memory()))
        memory = f"Memory of the servers: {before} before the first learner, {after} at the end."
        show(title, columns, rows, (memory,))

    def _receive(self, response_length: int, **_: object) -> None:
        self._received += response_length

    def _memory(self) -> int:
        family_sizes = families([*self._servers, *self._nginx])
        return sum(process.memory_info().rss for process in family_sizes)

    def _now(self) -> list[float]:
        all_seconds, server_seconds = _seconds(self._servers), sum(map(cpu_seconds, self._servers))
        loop = sum(map(main_thread_seconds, self._servers))
        nginx = _seconds(self._nginx)
        return [
            time.process_time(),
            all_seconds,
            loop,
            server_seconds - loop,
            all_seconds - server_seconds,
            nginx,
        ]


def _seconds(pids: list[int]) -> float:
    return sum(cpu_seconds(process.pid) for process in families(pids))


def wait_until_idle(pids: list[int]) -> None:
    """Wait until these processes are idle."""
    before = -1.0
    while (seconds_now := _seconds(pids)) - before > MAX_IDLE_LOAD:
        before = seconds_now
        time.sleep(1)


def measure(setup: Setup, servers: list[int], learners: int) -> Costs:
    wait_until_idle(setup.pids)  # the first pictures are solved when a server starts
    nginx = [pid for pid in setup.pids if pid not in servers]
    costs = Costs(servers, nginx)
    for number in range(WARMING_LEARNERS + learners):
        one_learner(setup, costs if number >= WARMING_LEARNERS else Costs(servers, nginx))
    return costs


def one_learner(setup: Setup, costs: Costs) -> None:
    Quiet.host = setup.url
    user = Quiet(Environment(user_classes=[Quiet], events=events))
    user.prepare()
    costs.of("the page and Streamlit's files", user.files)
    costs.of("socket and first run", user.connect)
    user.first_picture()
    costs.of(
        "the rest of the page", lambda: user.measure_call("", user.session.say_ready, user.place)
    )
    for _ in range(REPEATS):
        costs.of("a cached sweep", lambda: user.frames("tau", 64, ""))
        user.scene["lam"] = f"{user.random.uniform(0.1, 3):.4g}"
        costs.of("a release", user.release)
        user.scene["lam"] = learner.SCENE["lam"]

    def carry_point(stops: int, times: int) -> None:
        for _ in range(times):
            user.scene["edits"] = f"m3,{user.random.uniform(-1, 1):.3f},0.5"
            user.frames("tau", stops, "")

    costs.of("a frame of edited points", lambda: carry_point(1, 10), 10)
    costs.of("a sweep of edited points", lambda: carry_point(64, 1))
    user.scene.pop("edits")
    costs.of("a minute of play", lambda: play(user))
    costs.of("a page is closed", user.on_stop)


def play(user: "Quiet") -> None:
    """Run a minute of a learner's actions, without the pauses."""
    for act in (user.drag_tau, user.drag_lam, user.switch_loss, user.drag_tau, user.drag_a_point,
                user.drag_tau, user.go_on, user.drag_lam, user.drag_tau):  # fmt: skip
        act()


class Quiet(learner.OnOurPage):
    """A learner that does nothing by itself."""

    drag_seconds = 0.0

    def on_start(self) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.costs", description=__doc__)
    parser.add_argument("--learners", type=int, default=LEARNERS)
    parser.add_argument("--nginx", action="store_true")
    parser.add_argument("--alone", action="store_true", help="the table without a headline")
    options = parser.parse_args()
    if not options.alone:
        print(machine.headline())
    if options.nginx:
        with behind_nginx(2) as setup:
            servers = [replica.process.pid for replica in setup.site.replicas]
            measure(setup, servers, options.learners).show("Two behind nginx")
    else:
        with one_process(APP) as setup:
            measure(setup, setup.pids, options.learners).show("One process")
    show_parts()


if __name__ == "__main__":
    main()
