"""What the server has imported when it starts is all that a page needs, and no more."""

import subprocess
import sys

from tests.repository_copy import ROOT

START = """
import sys
import app
from lab.serving import startup_tuning
from pages.order import PAGES
from tests.lab.ui.visit import opened

startup_tuning.import_page_modules()
before = {*sys.modules}
assert not opened(next(page for page in PAGES if page.steps).file).exception
rooms = ("lab.", "features.", "kernel_core.")
new = [name for name in {*sys.modules} - before if name.startswith(rooms)]
assert not new, f"the first visitor waits for {new}"
print(*sorted({"pandas", "pyarrow", "scipy", "sklearn"} & {*sys.modules}))
"""


def test_neither_start_nor_page_imports_tables_and_estimators():
    run = subprocess.run(
        [sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.split() == []
