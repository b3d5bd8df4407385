"""*Export and share* on every page: the offered files, and the scripts, which run."""

import contextlib
import io
import json
import re

import pytest

from features.take_away.notebook import notebook
from lab.scene.scripts import of_query
from lab.ui import page_snapshot
from pages.order import PAGES
from tests.lab.ui.element_data import codes
from tests.lab.ui.visit import open_page, view_page
from tests.pages.live_elements import LISTED_FILES, elements

SETTINGS = {
    "home/page.py": {"m": "40", "tau": "0.8"},
    "losses/page.py": {"m": "40", "loss": "logistic", "edits": "m3,0.5,-0.25;d7;p,0.1,0.2"},
    "rbf_bandwidth/page.py": {"data": "iris", "m": "40", "tau": "0.6"},
    "svm/page.py": {"m": "40", "edits": "m3,0.5,-0.25"},
    "is_it_a_kernel/page.py": {"m": "30", "kernel": "own", "formula": "2*rbf(0.5)+x.z"},
    "representer_theorem/page.py": {"m": "12", "tau": "0.7"},
    "kernel_pca/page.py": {"m": "40", "tau": "0.7"},
    "kernel_ridge/page.py": {"m": "12", "tau": "0.7"},
    "multiclass/page.py": {"m": "60", "classes": "3", "edits": "m3,0.5,-0.25"},
    "stochastic_gradient/page.py": {"eta": "0.5", "draws": "3"},
}


def offered_files(page):
    """Return the labels of the offered downloads."""
    return [part.proto.label for part in page.main if part.type == "download_button"]


def shown_scripts(page):
    """Return the offered scripts, in the order of their tabs."""
    return [code for code in codes(page) if "kernel_core" in code]


def run(script):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(script, "script", "exec"), {})
    return printed.getvalue()


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", LISTED_FILES)
def test_every_page_offers_a_notebook_and_scripts_that_run(name):
    page = view_page(name, SETTINGS.get(name, {}))
    assert not page.exception
    assert "Export and share" in [header.value for header in page.header]
    labels = offered_files(page)
    assert labels.count("Notebook") == 1
    script_labels = [label for label in labels if label.startswith("Script, ")]
    assert {"Script, kernel_core", "Script, scikit-learn"} <= {*script_labels}
    outputs = [run(script) for script in shown_scripts(page)[-len(script_labels) :]]
    assert len(outputs) == len(script_labels) and outputs[0]
    errors = [re.findall(r"training error:? (\S+)", text) for text in outputs]
    first_numbers, last_numbers = errors[0], errors[-1]
    if last_numbers and name not in ("stochastic_gradient/page.py", "regularisation/page.py"):
        number_pairs = (
            [float(e.rstrip(",")) for e in first_numbers],
            [float(e.rstrip(",")) for e in last_numbers],
        )
        assert all(any(abs(a - b) < 5e-3 for a in number_pairs[0]) for b in number_pairs[1]), (
            "they agree"
        )


def test_both_scripts_print_one_training_error_for_edited_points():
    page = view_page("rbf_bandwidth/page.py", {"m": "40", "edits": "m3,0.5,-0.25;f4;d7;p,0.1,0.2"})
    data = elements(page)["bandwidth"]
    assert "edits=" in data["query"]
    first_script, last_script = shown_scripts(page)[-2:]
    assert of_query(data["query"]) == {
        "kernel_core": f"{first_script}\n",
        "scikit-learn": f"{last_script}\n",
    }
    assert re.search(r"training error: (\S+)", run(first_script))[1] == re.search(
        r"training error: (\S+)", run(last_script)
    )[1]  # fmt: skip


def test_hidden_items_are_not_offered():
    page = view_page("rbf_bandwidth/page.py", {"hide": "take_away"})
    assert not offered_files(page) and "Export and share" not in [h.value for h in page.header]
    assert elements(page)["bandwidth"]["save"] is False
    assert elements(view_page("rbf_bandwidth/page.py"))["bandwidth"]["save"] is True


def test_the_picture_of_a_step_is_kept_and_follows_the_address():
    page = open_page("svm/page.py", {"lam": "0.5"})
    picture = page.session_state[page_snapshot.KEY]
    assert picture["name"] == "rescale", "the first that needs no server"
    page.selectbox(key=page_snapshot.STEP).select("who-holds").run()
    picture = page.session_state[page_snapshot.KEY]
    assert picture["name"] == "who-holds" and "lam=0.5" in picture["query"]
    assert page.session_state[page_snapshot.FIRST]["name"] == "svm"
    page.switch_page("losses/page.py")
    page.run()
    assert page.session_state[page_snapshot.KEY]["name"] == "losses"
    assert page.session_state[page_snapshot.WORDS]["question"] == page.title[0].value


def test_every_page_has_its_equation_with_its_place_in_the_notes():
    for page in PAGES:
        assert re.search(r"\(lecture notes 00\d", page.equation)
        cells = json.loads(notebook(page.name, "?", {}))["cells"]
        assert "".join(cells[1]["source"]) == page.equation, "and a notebook begins with it"
