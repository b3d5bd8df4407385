"""The tests of kernel_core in the browser's Python: those without scikit-learn and SciPy."""

import importlib.metadata
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from features.site import engine_files
from tests.site.host import ROOT

pytestmark = pytest.mark.thorough
# The newest hypothesis contains Rust, which is not available for this Python.
HYPOTHESIS = "hypothesis==6.140.0"
LIBRARIES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments", "sortedcontainers", "attrs")
SHARED = ("__init__", "classes", "examples")  # modules of tests that tests/core imports
NOT_THERE = re.compile(r"sklearn|scipy|subprocess|reading\.md|doctest")
SETTINGS = """
from hypothesis import settings
fixed = {"derandomize": True, "deadline": None, "database": None}
settings.register_profile("browser", **fixed, max_examples=20)
settings.load_profile("browser")
"""
RUN = """
import json, os, sys
import pytest

class Results:
    passed, failed = {}, {}
    def pytest_runtest_logreport(self, report):
        if report.when == "call" and report.passed:
            file = report.nodeid.partition("::")[0]
            Results.passed[file] = Results.passed.get(file, 0) + 1
        elif report.failed:
            Results.failed[report.nodeid] = report.longreprtext[-500:]
    def pytest_collectreport(self, report):
        if report.failed:
            Results.failed[report.nodeid] = report.longreprtext[-500:]

sys.path.insert(0, "/course")
os.chdir("/course")
pytest.register_assert_rewrite("tests")  # Python itself leaves assertions out here
code = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", *%s], [Results()])
json.dumps({"passed": Results.passed, "failed": Results.failed, "code": int(code)})
"""
PASSED_ELSEWHERE = {
    "test_a_singular_system_has_the_minimum_norm_answer": "it counts how often "
    "LAPACK raises; here LAPACK answers with inf, which the solver sees as well",
    "test_softmax_and_ridge_continue_after_a_singular_system": "as for the test above",
    "gradient_vanishes_all_the_same[exponential-False]": "WebAssembly leaves 1.3e-12, not 1e-12",
    "test_every_system_is_solved_in_one_module": "it reads sources; the engine holds bytecode",
}


@pytest.fixture
def archive(tmp_path) -> tuple[Path, list[str]]:
    """Return an archive of the tests and the libraries that run them, and the tests' names."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(tmp_path)]
    subprocess.run([*command, HYPOTHESIS], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    files = sorted((ROOT / "tests" / "core").rglob("*.py"))
    test_files = [path for path in files if path.name.startswith("test_")]
    test_modules = [path for path in test_files if not NOT_THERE.search(path.read_text("utf-8"))]
    out = tmp_path / "tests.zip"
    with zipfile.ZipFile(out, "w") as target, zipfile.ZipFile(wheel) as source:
        for path in [*files, *(ROOT / "tests" / f"{name}.py" for name in SHARED)]:
            target.write(path, path.relative_to(ROOT).as_posix())
        target.writestr("tests/conftest.py", SETTINGS)
        target.writestr("pytest.ini", "[pytest]\n")
        for name in source.namelist():
            if not name.endswith("entry_points.txt"):  # pytest would import its plugin twice
                target.writestr(name, source.read(name))
        for library in LIBRARIES:
            for file in importlib.metadata.distribution(library).files or ():
                if file.suffix == ".py" or file.name in ("METADATA", "entry_points.txt"):
                    target.write(Path(str(file.locate())), file.as_posix())
    return out, [path.relative_to(ROOT).as_posix() for path in test_modules]


def test_kernel_core_passes_its_tests_in_the_browser(ask_engine_once, archive, tmp_path):
    """Give the engine the parts of Python and NumPy that only tests need."""
    path, names = archive
    files = engine_files.engine_files()
    base_archives = [tmp_path / "python.zip", tmp_path / "numpy.zip"]
    base_archives[0].write_bytes(files.binaries[engine_files.STDLIB])
    with (
        zipfile.ZipFile(io.BytesIO(files.numpy)) as source,
        zipfile.ZipFile(base_archives[1], "w") as target,
    ):
        for name in source.namelist():
            if name.startswith("numpy/testing/") and name.endswith(".py"):
                target.writestr(name, source.read(name))
    archives = [{"archive": str(archive)} for archive in (*base_archives, path)]
    *_, answer = ask_engine_once([*archives, {"python": RUN % json.dumps(names)}])
    result = json.loads(answer)
    failures = result["failed"]
    assert {
        name: reason
        for name, reason in failures.items()
        if not any(a in name for a in PASSED_ELSEWHERE)
    } == {}
    assert [a for a in PASSED_ELSEWHERE if not any(a in name for name in failures)] == [], (
        "these pass now"
    )
    assert set(result["passed"]) == set(names), "some tests of each file pass"
    assert sum(result["passed"].values()) > 1_000
