"""The items of live elements and the steps of pages are data, for whatever draws them."""

import subprocess
import sys

import pytest

from lab.ui import items


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("from lab.ui import items; print(items.kernel_sliders())", str(items.kernel_sliders())),
        ("from lab.ui.steps import step; print(step.quiz().name)", "quiz"),
    ],
)
def test_items_and_steps_need_no_streamlit(code, printed):
    barred = "import sys; sys.modules.update(dict.fromkeys(['streamlit', 'starlette', 'uvicorn']))"
    run = subprocess.run(
        [sys.executable, "-c", f"{barred}; {code}"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == printed
