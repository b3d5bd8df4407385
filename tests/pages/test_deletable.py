"""A page is a folder and a line: without them, and without its own tests, the app runs with all
other pages, all other tests are collected, and those of the shared rooms pass.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pages.order import PAGES
from tests.examples import THOROUGH

ROOT = Path(__file__).resolve().parents[2]
NAMES = [page.name for page in PAGES if page.name != "home"]
APP = ("app.py", "lab", "pages", "assets", "kernel_core", ".streamlit")
RUN = """
import app
from pages.order import PAGES
from tests.lab.ui.visit import opened

assert len(PAGES) == {count}
for page in PAGES:
    shown = opened(page.file)
    assert not shown.exception, (page.name, shown.exception[0].message)
    assert len(shown.title) == 1
print("every page runs")
"""
# The rooms of lab that hear of pages, from `course` on (below it none does, see tests/test_arrows),
# the scripts, and what of the server needs no page of its own.
SHARED = (
    *(f"tests/lab/{room}" for room in ("course", "ui", "hall", "handout", "lecture", "assignments",
                                       "serving", "site")),
    "tests/lab/endpoints/test_static_assets.py", "tests/lab/export/test_notebook.py",
    "tests/serving/test_streams.py", "tests/js/test_scripts.py",
)  # fmt: skip


def copied(to: Path, *parts: str) -> None:
    """The app without its tests, or these parts of the repository, as git knows them."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *(parts or APP)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)


def without(root: Path, name: str) -> None:
    """Deletes a page as CONTRIBUTING says: its folder, its line, and the folders of its tests."""
    shutil.rmtree(root / "pages" / name)
    for folder in [*root.glob(f"tests/**/pages/{name}")]:
        shutil.rmtree(folder)
    order = root / "pages" / "order.py"
    text, lines = re.subn(rf'^ +"{name}",\n', "", order.read_text("utf-8"), flags=re.M)
    assert lines == 1, "one line names it"
    order.write_text(text, encoding="utf-8")


def run_in(root: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run Python there; its tests take few examples in a thorough run, too."""
    environment = {name: value for name, value in os.environ.items() if name != THOROUGH}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=root, env=environment, capture_output=True, text=True, timeout=900,
    )  # fmt: skip


def run_tests_in(root: Path, *arguments: str) -> subprocess.CompletedProcess:
    return run_in(root, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments)


# Each of the ten in a thorough run; in a short one that which most others might lean on.
@pytest.fixture(
    params=[
        pytest.param(name, marks=[pytest.mark.thorough] * (name != "rbf_bandwidth"))
        for name in NAMES
    ],
    scope="module",
)
def left(request, tmp_path_factory):
    """The repository without a page."""
    root = tmp_path_factory.mktemp(request.param)
    copied(root, ".")
    without(root, request.param)
    return root


def test_the_app_runs_without_a_page(left):
    done = run_in(left, "-c", RUN.format(count=len(PAGES) - 1))
    assert "every page runs" in done.stdout, done.stderr[-2000:]


@pytest.mark.thorough  # in every run test_arrows holds which pages a test may import
def test_all_other_tests_are_collected(left):
    done = run_tests_in(left, "--collect-only", "tests")
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.thorough
def test_the_tests_of_shared_rooms_pass(left):
    done = run_tests_in(left, *SHARED, "-k", "not postgresql")  # that hears of no page
    assert done.returncode == 0, done.stdout[-3000:]


def test_nothing_shared_names_a_page():
    """Neither by its folder nor by its address, as a text of its own."""
    words = [word for name in NAMES for word in {name, name.replace("_", "-")}]
    ordinary = {"losses", "regularisation"}  # of which shared code speaks, too
    named = re.compile(rf"""["'`](?:{"|".join(sorted({*words} - ordinary))})["'`]""")
    found = {
        path.relative_to(ROOT).as_posix(): hits
        for folder in ("lab", "assets")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js") and (hits := named.findall(path.read_text("utf-8")))
    }
    assert found == {}
