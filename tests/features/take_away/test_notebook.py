"""The notebook follows nbformat 4.5; its cells run and give the picture's numbers."""

import contextlib
import io
import json
import re

import numpy as np
import pytest

from features.take_away.notebook import notebook
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene
from lab.scene.scripts import scripts_of

SCENES = [
    Scene(m=40, tau=0.6),
    Scene(m=40, kernel="own", formula="rbf(0.5)*x.z", edits="m3,0.5,-0.25;f4;d7;p,0.1,0.2"),
    Scene(data="wave", m=12, loss="squared", lam=0.05),
    Scene(data="iris", m=40, kernel="linear"),
    Scene(m=30, loss="exponential"),
]


def make_notebook(scene):
    text = notebook("svm", "A question?", scripts_of(scene), "http://x/?a=1&b=2", scene)
    return json.loads(text)


def run(cells):
    """Run the code cells in order; return their output and the names that they define."""
    printed, left = io.StringIO(), {}
    with contextlib.redirect_stdout(printed):
        for cell in cells:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), cell["id"], "exec"), left)
    return printed.getvalue(), left


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.data}-{scene.kernel}")
def test_its_cells_run_in_order_with_the_same_numbers(scene):
    fit = problem(scene).fit()
    printed, left = run(make_notebook(scene)["cells"])
    assert float(re.search(r"objective (\S+),", printed)[1]) == pytest.approx(fit.primal, abs=1e-6)
    np.testing.assert_allclose(left["X"], fit.X)
    errors = re.findall(r"error: (\S+)", printed)
    assert len(errors) == (1 if scene.loss == "exponential" else 2)
    assert len({f"{float(error):.6f}" for error in errors}) == 1, "both libraries agree"
    names = [trace.name for trace in left["figure"].data]
    assert any(name in ("f", "y = +1") for name in names), "its picture is drawn"


def test_without_a_script_for_the_learner_there_is_no_picture_and_its_cells_run():
    _, left = run(make_notebook(Scene(m=30, learner="nearest"))["cells"])
    assert "figure" not in left


def test_the_notebook_format_is_valid():
    book = make_notebook(SCENES[0])
    assert {*book} == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert book["metadata"]["kernelspec"] == {
        "display_name": "Python 3", "language": "python", "name": "python3",
    }  # fmt: skip
    ids = [cell["id"] for cell in book["cells"]]
    assert len({*ids}) == len(ids) and all(
        re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell_id) for cell_id in ids
    )
    for cell in book["cells"]:
        keys = {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        assert {*cell} == {"cell_type", "id", "metadata", "source"} | keys
        assert all(isinstance(line, str) for line in cell["source"])
        assert all(line.endswith("\n") for line in cell["source"][:-1]), "nbformat joins them"
    assert "kernel_core" in "".join("".join(cell["source"]) for cell in book["cells"][:4])


def test_the_same_picture_is_the_same_file():
    assert make_notebook(SCENES[0]) == make_notebook(SCENES[0])
