"""What the screen reader Orca says in Firefox, while two pages are used by keyboard."""

import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.accessible_nodes import faults
from tests.browser.server import ROOT
from tests.engines.conftest import GET_ENGINE
from tests.engines.spoken.desktop import GET_ORCA, SHOWN_SLIDERS, Reader, screen_reader

TRANSCRIPTS = ROOT / "build" / "spoken"
POINTS, PLANE = ".kl-points-button", '[data-view="plane"] canvas'
# Whether each element has drawn its scene and Streamlit is idle; then no more announcements follow.
REST = """() =>
  document.querySelector("[data-testid=stApp]").dataset.testScriptState === "notRunning"
  && [...document.querySelectorAll("[data-live]")].every(({ live }) => live.player.isResting)"""
ERRORS = re.compile(r"Training error [\d.]+ %, Test error [\d.]+ %")


@pytest.fixture(scope="module")
def orca() -> Iterator[Reader]:
    process = subprocess.run([GET_ORCA, "--find"], capture_output=True, text=True, check=False)
    if process.returncode != 0:
        pytest.skip(process.stderr.strip())  # the summary prints the reason, see tests/conftest.py
    command = [GET_ENGINE, "firefox", "--find"]
    firefox = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    with screen_reader(process.stdout.strip(), firefox) as reader:
        yield reader


@pytest.fixture
def reader(orca: Reader, request: pytest.FixtureRequest) -> Iterator[Reader]:
    yield orca
    TRANSCRIPTS.mkdir(parents=True, exist_ok=True)
    (TRANSCRIPTS / f"{request.node.name}.txt").write_text(orca.transcript, encoding="utf-8")


def slider(along: str) -> str:
    return f'input[type="range"][data-along="{along}"]'


def numbers_heard(reader: Reader) -> list[str]:
    """Return the lines with both errors that were spoken since the last key."""
    return [line for line in reader.lines if ERRORS.search(line)]


def move(reader: Reader, key: str, value: str) -> None:
    """Move the slider by a key; check that its new value is spoken, and then the errors, once."""
    reader.press(key)
    reader.hear(value, "Test error")
    reader.wait(REST)
    assert len(numbers_heard(reader)) == 1, reader.lines
    assert not any("questions" in line for line in reader.lines), "the quiz is not announced"
    assert f"{value}," not in numbers_heard(reader)[0], "the slider announced it"


@pytest.mark.thorough
def test_a_bandwidth_is_chosen_with_a_screen_reader(reader, server):
    reader.open(f"{server}/rbf-bandwidth")
    reader.go_to_heading("When is a boundary too irregular?")
    reader.tab_to(slider("tau"))
    reader.hear("τ bandwidth slider", "τ = 0.40")
    move(reader, "Right", "τ = 0.432")
    reader.tab_to(".kl-option")
    reader.hear("small τ push button")
    reader.press("Return")
    reader.hear("You predicted “small τ”")
    reader.tab_to(slider("tau"), back=True)
    reader.press("Home")
    reader.hear("τ = 0.050", "Correct: “small τ”.", "Training error 0.0 %")
    reader.tab_to(POINTS, back=True)
    reader.hear("Points collapsed push button")
    reader.press("Return")
    reader.hear("expanded")
    reader.tab_to(PLANE, back=True)
    reader.hear("The decision function f over the plane", "Browse mode")
    reader.press("Insert+a")  # now the picture receives the arrow keys
    reader.hear("Focus mode")
    reader.press("Right")
    reader.hear("f(x) = ")
    reader.press("plus")
    reader.hear("Training error", "Test error")  # errors of the fit with one more example


@pytest.mark.thorough
def test_c_is_set_with_a_screen_reader(reader, server):
    reader.open(f"{server}/svm")
    reader.go_to_heading("Which points are support vectors?")
    reader.tab_to(slider("lam"))
    reader.hear("C ", "slider", "C = ")
    reader.press("Right")
    reader.hear("Support vectors", "Slack", "Margin")
    reader.tab_to(".kl-option")
    reader.hear("less than a quarter push button")
    reader.press("Return")
    reader.hear("You predicted “less than a quarter”")
    reader.tab_to(slider("lam"), back=True)
    reader.press("End")
    reader.hear("C = 200,000", "Correct: “less than a quarter”", "Support vectors 2 of 40")
    reader.tab_to(POINTS, back=True)
    reader.press("Return")
    reader.hear("expanded")
    reader.tab_to(PLANE, back=True)
    reader.hear("The support vector machine over the plane", "Browse mode")
    reader.press("Insert+a")
    reader.hear("Focus mode")
    reader.press("Right")
    reader.hear("f(x) = ")
    reader.press("minus")
    reader.hear("of 41")


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["rbf-bandwidth", "svm"])
def test_firefox_names_each_control_and_picture(reader, server, path):
    """The lower steps appear after the first; wait until all are in the tree."""
    reader.open(f"{server}/{path}")
    reader.wait("() => document.querySelectorAll('.kl-quiz-card').length > 0")
    reader.wait(REST)
    tree = reader.tree()
    assert faults(tree) == []
    roles = [node.role for node in tree]
    assert roles.count("slider") == reader.page.evaluate(SHOWN_SLIDERS) > 2
    assert roles.count("heading") > 8 and roles.count("image") > 4
