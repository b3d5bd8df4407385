"""The items of live elements are data, for whatever draws them."""

import subprocess
import sys

from lab.ui import items


def test_items_need_no_streamlit():
    barred = "import sys; sys.modules.update(dict.fromkeys(['streamlit', 'starlette', 'uvicorn']))"
    run = subprocess.run(
        [sys.executable, "-c", f"{barred}; from lab.ui import items; print(items.tau_slider())"],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == str(items.tau_slider())
