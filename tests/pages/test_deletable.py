"""A page is a folder and a line. Without both, and without its own tests, the app runs with all
other pages, all other tests are collected, and those of shared code pass.

The app runs without several groups of pages, such that for any two pages one group has the first
without the second: a page that needs another fails. Tests take longer, so they are collected, and
those of shared code run, only without every second page, once for each half.
"""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from pages.order import PAGES
from tests.repository_copy import ROOT, copy_repository, run_in
from tests.source_trees import names_imported_from

NAMES = [page.name for page in PAGES if page.name != "home"]
# The pages whose number has a binary digit 0, and those that have a 1 there.
GROUPS = [
    [name for k, name in enumerate(NAMES) if k >> bit & 1 == digit]
    for bit in range(len(NAMES).bit_length())
    for digit in (0, 1)
]
HALVES = GROUPS[:2]  # every second page
RUN = """
import app
from pages.order import PAGES
from tests.lab.ui.visit import open_page

assert len(PAGES) == {count}
for page in PAGES:
    shown = open_page(page.file)
    assert not shown.exception, (page.name, shown.exception[0].message)
    assert len(shown.title) == 1
print("every page runs")
"""
# Folders and files with tests of shared code. The folders of lab before `course` in
# tests/test_arrows use no page.
SHARED = (
    *(f"tests/lab/{room}" for room in ("course", "ui", "store", "serving")),
    "tests/lab/endpoints/test_static_assets.py", "tests/features",
    "tests/serving/test_streams.py", "tests/js/test_scripts.py",
)  # fmt: skip
PAGE_WORDS = re.compile(r"\b(pages|PAGES|app|AppTest)\b")


@cache
def mentions_pages(path: Path) -> bool:
    """Return whether a test module, or a module of the tests that it imports, mentions pages or the
    app; no other can depend on a page."""
    text = path.read_text("utf-8")
    if PAGE_WORDS.search(text):
        return True
    modules = {
        module
        for package, name in names_imported_from("tests", text)
        for module in (package, f"{package}.{name}")
    }
    files = [ROOT / f"{module.replace('.', '/')}.py" for module in modules]
    return any(mentions_pages(file) for file in files if file.is_file())


def shared_tests() -> list[str]:
    """Return the test modules of shared code that may depend on a page."""
    files = [file for name in SHARED for file in [ROOT / name, *(ROOT / name).rglob("test_*.py")]]
    return [
        str(file.relative_to(ROOT)) for file in files if file.is_file() and mentions_pages(file)
    ]


def delete_page(root: Path, name: str) -> None:
    """Delete a page as CONTRIBUTING describes: its folder, its line, and the folders of its
    tests; its rows in other files remain, since only tests that are not run here read them."""
    shutil.rmtree(root / "pages" / name)
    for folder in [*root.glob(f"tests/**/pages/{name}")]:
        shutil.rmtree(folder)
    order = root / "pages" / "order.py"
    text, lines = re.subn(rf'^ +"{name}",\n', "", order.read_text("utf-8"), flags=re.M)
    assert lines == 1, "one line names it"
    order.write_text(text, encoding="utf-8")


def run_tests_in(root: Path, *arguments: str) -> subprocess.CompletedProcess:
    return run_in(root, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments)


@pytest.mark.thorough(keep_every=len(GROUPS))
@pytest.mark.parametrize("group", GROUPS, ids="-".join)
def test_the_app_runs_without_pages(tmp_path, group):
    copy_repository(tmp_path, ".")
    for name in group:
        delete_page(tmp_path, name)
    process = run_in(tmp_path, "-c", RUN.format(count=len(PAGES) - len(group)))
    assert "every page runs" in process.stdout, process.stderr[-2000:]


@pytest.fixture(params=HALVES, ids="-".join, scope="module")
def left(request, tmp_path_factory):
    """Return the repository without every second page."""
    root = tmp_path_factory.mktemp("left")
    copy_repository(root, ".")
    for name in request.param:
        delete_page(root, name)
    return root


# Only in a thorough run: test_arrows checks in every run that tests import no page but their own.
@pytest.mark.thorough
def test_all_other_tests_are_collected(left):
    process = run_tests_in(left, "--collect-only", "tests")
    assert process.returncode == 0, process.stdout[-3000:]


@pytest.mark.thorough
def test_the_tests_of_shared_code_pass(left):
    paths = [path for path in shared_tests() if (left / path).is_file()]
    # PostgreSQL's tests use no page.
    process = run_tests_in(left, *paths, "-k", "not postgresql")
    assert process.returncode == 0, process.stdout[-3000:]


def test_shared_code_names_no_page():
    words = [word for name in NAMES for word in {name, name.replace("_", "-")}]
    ordinary = {"losses", "regularisation"}  # words that shared code uses too
    pattern = re.compile(rf"""["'`](?:{"|".join(sorted({*words} - ordinary))})["'`]""")
    mentions = {
        path.relative_to(ROOT).as_posix(): hits
        for folder in ("lab", "assets")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js") and (hits := pattern.findall(path.read_text("utf-8")))
    }
    assert mentions == {}
