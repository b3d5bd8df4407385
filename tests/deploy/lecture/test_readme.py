"""deploy/README.md: the playlist that it shows plays, and the buttons that it names are there."""

import pytest

from features.lecture import playlist
from lab.course import page_declaration, page_scenes
from lab.ui.challenges import is_met
from tests.deploy.readme import BLOCKS, README, ROOT
from tests.pages.goals import frames


def test_the_playlist_that_it_shows_plays_whole():
    shown = playlist.read(BLOCKS[0])
    assert not shown.faults and len(shown.steps) == BLOCKS[0].count("[[step]]") == 3
    first = shown.steps[0]
    scene = page_scenes.read(first.scene, page_declaration.pages()[first.page].scene)
    frame = next(f for f in frames(scene, "tau") if abs(f["tau"] - scene.tau) < 0.02)
    holds = [is_met((answer,), frame) for answer in first.answers]
    assert holds == [False, True], frame["test_error"]


@pytest.mark.parametrize("word", ["Present", "Embed"])
def test_the_buttons_of_the_moodle_page_are_the_apps(word):
    source = (ROOT / "features/lecture/present_button.py").read_text("utf-8")
    assert f'"{word}"' in source and f"*{word}*" in README
