"""Start-up and pages import only what they need."""

import subprocess
import sys

from tests.repository_copy import ROOT

START = """
import sys
import app
from pages.order import PAGES
from tests.lab.ui.visit import open_page

assert not open_page(next(page for page in PAGES if page.steps).file).exception
print(*sorted({"pandas", "pyarrow", "scipy", "sklearn"} & {*sys.modules}))
"""


def test_neither_start_nor_page_imports_tables_and_estimators():
    run = subprocess.run(
        [sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.split() == []
