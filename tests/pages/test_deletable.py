"""A page is a folder and a line: without them the app runs, and all other pages with it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pages.order import PAGES

ROOT = Path(__file__).resolve().parents[2]
NAMES = [page.name for page in PAGES if page.name != "home"]
RUN = """
import sys
sys.path.append({tests!r})  # all but the tests' own modules is the copy's
import app
from pages.order import PAGES
from tests.lab.ui.visit import opened

assert not app.__file__.startswith({tests!r}) and len(PAGES) == {count}
for page in PAGES:
    shown = opened(page.file)
    assert not shown.exception, (page.name, shown.exception[0].message)
    assert len(shown.title) == 1
print("every page runs")
"""


def copied(to: Path) -> None:
    """The app without its tests, as git knows it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "app.py", "lab",
         "pages", "assets", "kernel_core", ".streamlit"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, to / name)


def without(root: Path, name: str) -> None:
    """Deletes a page as CONTRIBUTING says: its folder, and its line."""
    shutil.rmtree(root / "pages" / name)
    order = root / "pages" / "order.py"
    text, lines = re.subn(rf'^ +"{name}",\n', "", order.read_text("utf-8"), flags=re.M)
    assert lines == 1, "one line names it"
    order.write_text(text, encoding="utf-8")


def run_in(root: Path, script: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, timeout=240
    )


# Each of the nine in a thorough run; in a short one that which most others might lean on.
@pytest.mark.thorough(*(name for name in NAMES if name != "rbf_bandwidth"))
@pytest.mark.parametrize("name", NAMES)
def test_the_app_runs_without_a_page(name, tmp_path):
    copied(tmp_path)
    without(tmp_path, name)
    done = run_in(tmp_path, RUN.format(count=len(PAGES) - 1, tests=str(ROOT)))
    assert "every page runs" in done.stdout, done.stderr[-2000:]


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
