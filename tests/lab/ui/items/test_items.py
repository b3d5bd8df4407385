"""The items of live elements and the steps of pages are data, independent of how they are drawn."""

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


def test_an_items_json_omits_absent_fields():
    plane = items.Plane("f", levels=[], edit=False)
    assert items.as_json(plane) == {"kind": "plane", "label": "f", "levels": [], "edit": False}
    heading = items.for_scene(items.half_width(items.Heading("Title")), loss="hinge", m=20)
    assert items.as_json(heading) == {
        "kind": "heading", "text": "Title", "lead": "", "half": True,
        "with": {"loss": "hinge", "m": "20"},
    }  # fmt: skip
    group = items.stack(items.PointsBar())
    inner = {"kind": "points", "open": False, "at": ""}
    assert items.as_json(group) == {"kind": "group", "items": [inner], "stacked": True}


def test_a_field_that_a_kind_does_not_have_is_refused():
    with pytest.raises(TypeError, match="sloped"):
        items.Plane("f", sloped=True)
