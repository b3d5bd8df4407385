"""The docs for hosts: their playlist plays, and the buttons that they name exist."""

import re

import pytest

from features.lecture import playlist
from lab.course import page_declaration, page_scenes
from lab.ui.challenges import is_met
from tests.deploy.docs import COURSE, LECTURE, ROOT
from tests.pages.goals import frames


def test_the_example_playlist_plays():
    (text,) = re.findall(r"```toml\n(.*?)```", LECTURE, re.S)
    lecture = playlist.read(text)
    assert not lecture.faults and len(lecture.steps) == text.count("[[step]]") == 3
    first = lecture.steps[0]
    scene = page_scenes.read(first.scene, page_declaration.pages()[first.page].scene)
    frame = next(f for f in frames(scene, "tau") if abs(f["tau"] - scene.tau) < 0.02)
    fulfilled = [is_met((answer,), frame) for answer in first.answers]
    assert fulfilled == [False, True], frame["test_error"]


@pytest.mark.parametrize("word", ["Present", "Embed"])
def test_the_buttons_that_the_course_docs_name_exist(word):
    source = (ROOT / "features/lecture/present_button.py").read_text("utf-8")
    assert f'"{word}"' in source and f"*{word}*" in COURSE


@pytest.mark.parametrize("line", re.findall(r"^\| `(ask = \{.*?\})`", LECTURE, re.M))
def test_each_example_of_a_question_is_valid_in_a_playlist(line):
    text = f'[[step]]\npage = "rbf-bandwidth"\n{line}\n'
    assert not playlist.read(text).faults
