"""python -m benchmarks.load: 30, 100 and 300 learners at once, on loopback, bounded in time.

First the CPU time of each action of a learner is measured. Then each class size is tested with one
process, with two behind nginx, with two that the learners' browsers relieve, and with the same page
in plain Streamlit. Last, memory is measured while a thousand sessions are opened and closed.

`python -m benchmarks.load hall` is another run: a thousand phones (see `benchmarks.load.hall`).
"""

import argparse
import subprocess
import sys

from benchmarks import machine
from benchmarks.browser.browsing import APP, PEERS
from benchmarks.load.learner_words import ALL_HERE, ARRIVING, FIRST_TIME
from benchmarks.load.run import Run, drive
from benchmarks.load.setups import behind_nginx, one_process, relieved
from benchmarks.load.visitors import come_and_go
from benchmarks.load.watch import Watch
from benchmarks.tables import Aim, show

LEARNERS = (30, 100, 300)
LEARNING_SECONDS = 60  # length of a run after the last learner has arrived
SESSIONS = 1000
LEARNERS_ALONE = 8  # learners in sequence, for the cost of each action
PLAIN = "plain Streamlit"
PHASES = {"arriving": ARRIVING, "all here": ALL_HERE}
SETUPS = {
    "one process": lambda: one_process(APP),
    "two behind nginx": lambda: behind_nginx(2),
    "two behind nginx, with relief": lambda: relieved(2),
    PLAIN: lambda: one_process(PEERS / "plain_streamlit.py"),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--learners", type=int, nargs="+", default=LEARNERS)
    parser.add_argument("--seconds", type=int, default=LEARNING_SECONDS)
    parser.add_argument("--setups", nargs="+", choices=SETUPS, default=list(SETUPS))
    parser.add_argument(
        "--costs",
        type=int,
        default=LEARNERS_ALONE,
        help="learners, one at a time, for the cost of each action; 0 skips this",
    )
    parser.add_argument(
        "--sessions",
        type=int,
        default=SESSIONS,
        help="sessions for the growth of memory; 0 skips this",
    )
    if sys.argv[1:2] == ["hall"]:
        # In a separate process, since locust patches sockets.
        command = [sys.executable, "-m", "benchmarks.load.hall", *sys.argv[2:]]
        raise SystemExit(subprocess.run(command).returncode)
    options = parser.parse_args()
    print(machine.headline(), flush=True)
    if options.costs:  # in a separate process, since locust patches sockets
        command = [sys.executable, "-m", "benchmarks.load.costs", "--nginx", "--alone"]
        subprocess.run([*command, "--learners", str(options.costs)], check=True)
    runs = []
    for learners in options.learners:
        for name in options.setups:
            with SETUPS[name]() as setup:
                runs.append(drive(name, setup, learners, options.seconds, plain=name == PLAIN))
            runs[-1].show()
    compare(runs)
    aims = [aim for run in runs if run.setup != PLAIN for aim in aims_of(run)]
    if options.sessions:
        aims.append(growth(options.sessions))
    show("Aims", ("what", "aim", "here", ""), [aim.row for aim in aims])


def aims_of(run: Run) -> list[Aim]:
    description = f"{run.learners} learners, {run.setup}"
    sweeps = [Aim(f"{description}: p95 of {FIRST_TIME}", run.p95(FIRST_TIME), "ms", most=2000)]
    return (sweeps if FIRST_TIME in run.rows else []) + [
        Aim(f"{description}: p95 of a release", run.p95("release"), "ms", most=500),
        Aim(f"{description}: errors", run.errors, most=0),
    ]


def compare(runs: list[Run]) -> None:
    """Compare releases with plain Streamlit's, if both were measured with the same number of
    learners."""
    plain = {run.learners: run.p95("release") for run in runs if run.setup == PLAIN}
    rows = []
    for run in runs:
        p95 = run.p95("release")
        ratio = plain[run.learners] / p95 if run.learners in plain else float("nan")
        rows.append(
            (
                f"{run.learners} learners, {run.setup}",
                f"{p95:.0f} ms",
                *(f"{run.p95(f'release, {phase}'):.0f} ms" for phase in PHASES.values()),
                "" if run.setup == PLAIN else f"{ratio:.1f} times",
                f"{run.load.memory / 1e6:.0f} MB",
                f"{run.load.cores:.2f}",
                f"{run.tool_cores:.2f}",
                str(run.errors),
            )
        )
    show(
        "A release, compared with plain Streamlit's",
        ("", "p95", *PHASES, "plain takes", "memory", "cores", "load tool", "errors"),
        rows,
        (
            "Here a release only updates the address, and only where the server draws a visible"
            " part: the picture was drawn during the drag.",
            "In plain Streamlit it draws the picture, including scikit-learn's fit.",
            f"arriving: {ARRIVING}; all here: {ALL_HERE}, as in a hall; p95: both together.",
            "The load tool uses the same processors; in a course its work is done by the learners'"
            " machines.",
        ),
    )


def growth(sessions: int) -> Aim:
    """Measure the growth of a process's memory from the first tenth of many sessions to the end."""
    with one_process(APP) as setup:
        watch = Watch(setup.pids)
        memory = [(count, watch.memory()) for count in come_and_go(setup.url, sessions)]
        watch.stop()
    show(
        f"{sessions} sessions are opened and closed, one process",
        ("sessions", "memory"),
        [(str(count), f"{bytes / 1e6:.0f} MB") for count, bytes in memory],
    )
    (first, early_bytes), (_, late_bytes) = memory[1], memory[-1]
    description = f"growth of memory from {first} to {sessions} sessions"
    return Aim(description, 100 * (late_bytes / early_bytes - 1), "%", most=5)


if __name__ == "__main__":
    main()
