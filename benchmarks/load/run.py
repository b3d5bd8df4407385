"""Run a class against a set-up by locust, and collect the results."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.setups import Setup
from benchmarks.load.watch import Load, Watch
from benchmarks.tables import show
from tests.browser.server import ROOT

ARRIVAL_SECONDS = 60  # period in which a class opens the link


@dataclass
class Run:
    """The results of a run: times of requests, errors, digests of frames, the CPU seconds of the
    load tool, and the load of the servers."""

    setup: str
    learners: int
    rows: dict[str, dict[str, float]]
    faults: list[str]
    digests: dict[str, str]
    tool: float
    load: Load

    def p95(self, name: str) -> float:
        return self.rows.get(name, {}).get("p95", float("nan"))

    @property
    def tool_cores(self) -> float:
        """Return the average number of processors that the load tool used."""
        return self.tool / self.load.seconds

    @property
    def errors(self) -> int:
        return int(sum(row["errors"] for row in self.rows.values()))

    def show(self) -> None:
        """Print the table of its requests."""
        show(
            f"{self.learners} learners, {self.setup}",
            ("", "count", "errors", "p50", "p95", "most", "MB"),
            [_row(name, row) for name, row in self.rows.items()],
            (
                f"Memory {self.load.memory / 1e6:.0f} MB, {self.load.cores:.2f} cores;"
                f" the load tool used {self.tool_cores:.2f} cores.",
                *self.faults,
            ),
        )


def _row(name: str, row: dict[str, float]) -> tuple[str, ...]:
    times = [f"{row[key]:.0f} ms" for key in ("p50", "p95", "most")]
    counts = [f"{row[key]:.0f}" for key in ("count", "errors")]
    return name, *counts, *times, f"{row['bytes'] / 1e6:.1f}"


def drive(
    name: str,
    setup: Setup,
    learners: int,
    seconds: int,
    *,
    plain: bool = False,
    faults: bool = False,
) -> Run:
    """Run locust for `seconds` after all learners have arrived."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            sys.executable, "-m", "locust", "-f", str(Path(__file__).with_name("learner.py")),
            "--headless", "--only-summary", "--loglevel", "ERROR", "--host", setup.url,
            "-u", str(learners), "-r", f"{learners / ARRIVAL_SECONDS:g}",
            "-t", f"{ARRIVAL_SECONDS + seconds}s",
            "--stop-timeout", "5",
        ]  # fmt: skip
        variables = {"LOAD_REPORT": report, "LOAD_LEARNERS": learners}
        variables |= {"ENGINE": setup.engine, "LOAD_PLAIN": int(plain), "LOAD_FAULTS": int(faults)}
        env = {**os.environ, "PYTHONPATH": str(ROOT), **{k: str(v) for k, v in variables.items()}}
        watch = Watch(setup.pids)
        ended = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=seconds + 180
        )
        load = watch.stop()
        if not report.exists():
            raise SystemExit(f"locust did not report:\n{ended.stderr[-4000:]}")
        return Run(name, learners, load=load, **json.loads(report.read_text("utf-8")))
