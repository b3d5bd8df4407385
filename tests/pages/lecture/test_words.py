"""A script in every text of a lecture comes back as plain text."""

import json

import pytest

from features.lecture import lecture_library as library
from features.lecture import playlist_link
from features.lecture.playlist import Playlist, PlaylistStep
from lab.course import course
from tests.lab.ui.told import all_told
from tests.lab.ui.visit import opened
from tests.serving.evil_words import EVIL, IDS, SOLVED, nothing_is_formatted


@pytest.mark.parametrize("evil", EVIL, ids=IDS)
def test_no_text_of_a_lecture_is_formatted(evil):
    """Titles and notes of one that came in a link, the mistakes of one that was pasted."""
    steps = tuple(PlaylistStep(SOLVED.path, title=evil, notes=evil) for _ in range(2))
    word = playlist_link.pack(Playlist(evil, steps))
    shown = opened(SOLVED.file, {"view": "lecture", "list": word})
    (lecture,) = (data["list"] for data in all_told(shown) if "list" in data)
    assert lecture["title"] == lecture["steps"][0]["notes"] == evil, "letter by letter, as data"
    nothing_is_formatted(shown)

    quoted = json.dumps(evil)
    wrong = (f"{quoted} = 1", f"title = {quoted}\n[[step]]\npage = {quoted}",
             f"[[step]]\n{quoted} = 1", f"[[step]]\npage = \"{SOLVED.path}\"\ncover = {quoted}",
             evil)  # fmt: skip
    right = (
        f'title = {quoted}\n[[step]]\npage = "{SOLVED.path}"\ntitle = {quoted}\nnotes = {quoted}'
    )
    half = f"{right}\n[[step]]\npage = {quoted}\nscene = {quoted}"
    shown = opened("home/page.py")
    for text in (*wrong, half, right):
        next(one for one in shown.button if one.key == "own-lecture").click().run()
        next(one for one in shown.text_area if one.key == "lecture").set_value(text)
        next(one for one in shown.button if one.key == "own-lecture").click().run()
        told = {right: shown.success, half: shown.warning}.get(text, shown.error)
        assert told, text
        nothing_is_formatted(shown)


@pytest.mark.parametrize("evil", EVIL, ids=IDS)
def test_no_text_of_the_courses_own_lecture_is_formatted(evil, monkeypatch, tmp_path):
    quoted = json.dumps(evil)
    lecture = f'title = {quoted}\n[[step]]\npage = "{SOLVED.path}"'
    (tmp_path / "evil.toml").write_text(lecture, "utf-8")
    mine = course.read('playlist = "evil"')
    monkeypatch.setenv("COURSE", str(tmp_path / "course.toml"))
    monkeypatch.setattr(course, "current", lambda: mine)
    library._line.cache_clear()
    try:
        shown = opened("home/page.py")
    finally:
        library._line.cache_clear()
    assert any("1 step" in str(part.value) for part in shown.markdown), "its lecture is listed"
    nothing_is_formatted(shown)
