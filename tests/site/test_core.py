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
# The newest hypothesis has a part in Rust, of which there is none for this Python.
HYPOTHESIS = "hypothesis==6.140.0"
LIBRARIES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments", "sortedcontainers", "attrs")
NOT_THERE = re.compile(r"sklearn|scipy|subprocess|reading\.md|doctest")
SETTINGS = """
from hypothesis import settings
settings.register_profile("browser", derandomize=True, deadline=None, database=None)
settings.load_profile("browser")
"""
RUN = """
import json, os, sys
import pytest

class Told:
    passed, failed = {}, {}
    def pytest_runtest_logreport(self, report):
        if report.when == "call" and report.passed:
            file = report.nodeid.partition("::")[0]
            Told.passed[file] = Told.passed.get(file, 0) + 1
        elif report.failed:
            Told.failed[report.nodeid] = report.longreprtext[-500:]

sys.path.insert(0, "/course")
os.chdir("/course")
pytest.register_assert_rewrite("tests")  # Python itself leaves assertions out here
code = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", *%s], [Told()])
json.dumps({"passed": Told.passed, "failed": Told.failed, "code": int(code)})
"""
APART = {
    "test_one_place_answers_several_threads_at_once": "there is one thread",
    "test_a_singular_system_has_the_least_squares_answer_of_least_norm": "it counts how often "
    "LAPACK raises; here LAPACK answers with inf, which the solver sees as well",
    "test_softmax_and_ridge_too": "it counts the same",
    "test_every_system_is_solved_where_its_answer_is_looked_at": "it reads sources; the engine "
    "holds bytecode",
}


@pytest.fixture
def archive(tmp_path) -> tuple[Path, list[str]]:
    """The tests and what they are run by, and their names."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(tmp_path)]
    subprocess.run([*command, HYPOTHESIS], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    files = sorted((ROOT / "tests" / "core").rglob("*.py"))
    named = [path for path in files if path.name.startswith("test_")]
    wanted = [path for path in named if not NOT_THERE.search(path.read_text("utf-8"))]
    out = tmp_path / "tests.zip"
    with zipfile.ZipFile(out, "w") as made, zipfile.ZipFile(wheel) as given:
        for path in [*files, ROOT / "tests/__init__.py", ROOT / "tests/examples.py"]:
            made.write(path, path.relative_to(ROOT).as_posix())
        made.writestr("tests/conftest.py", SETTINGS)
        made.writestr("pytest.ini", "[pytest]\n")
        for name in given.namelist():
            if not name.endswith("entry_points.txt"):  # pytest would import its plugin twice
                made.writestr(name, given.read(name))
        for library in LIBRARIES:
            for one in importlib.metadata.distribution(library).files or ():
                if one.suffix == ".py" or one.name in ("METADATA", "entry_points.txt"):
                    made.write(Path(str(one.locate())), one.as_posix())
    return out, [path.relative_to(ROOT).as_posix() for path in wanted]


def test_kernel_core_passes_its_tests_in_the_browsers_python(asked, archive, tmp_path):
    """With what of Python and NumPy only tests need beside it."""
    path, names = archive
    files = engine_files.engine_files()
    whole = [tmp_path / "python.zip", tmp_path / "numpy.zip"]
    whole[0].write_bytes(files.binaries[engine_files.STDLIB])
    with zipfile.ZipFile(io.BytesIO(files.numpy)) as given, zipfile.ZipFile(whole[1], "w") as made:
        for name in given.namelist():
            if name.startswith("numpy/testing/") and name.endswith(".py"):
                made.writestr(name, given.read(name))
    needed = [{"archive": str(one)} for one in (*whole, path)]
    *_, told = asked([*needed, {"python": RUN % json.dumps(names)}])
    result = json.loads(told)
    failed = result["failed"]
    assert {name: why for name, why in failed.items() if not any(a in name for a in APART)} == {}
    assert [a for a in APART if not any(a in name for name in failed)] == [], "these pass by now"
    assert set(result["passed"]) == set(names), "of each file some pass"
    assert sum(result["passed"].values()) > 2_000
