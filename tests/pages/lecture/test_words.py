"""A script in any text of a lecture is shown as plain text."""

import json

import pytest

from features.lecture import lecture_library as library
from features.lecture import playlist_link
from features.lecture.playlist import Playlist, PlaylistStep
from lab.course import course
from tests.lab.ui.element_data import page_data
from tests.lab.ui.visit import open_page
from tests.serving.hostile_words import IDS, MARKUP_TEXTS, SOLVED, nothing_is_formatted


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("hostile", MARKUP_TEXTS, ids=IDS)
def test_no_text_of_a_lecture_is_formatted(hostile):
    """Try titles and notes of a lecture in a link, and the error messages for a pasted lecture."""
    steps = tuple(PlaylistStep(SOLVED.path, title=hostile, notes=hostile) for _ in range(2))
    word = playlist_link.pack(Playlist(hostile, steps))
    page = open_page(SOLVED.file, {"view": "lecture", "list": word})
    (lecture,) = (data["list"] for data in page_data(page) if "list" in data)
    assert lecture["title"] == lecture["steps"][0]["notes"] == hostile, "letter by letter, as data"
    nothing_is_formatted(page)

    quoted = json.dumps(hostile)
    faulty_texts = (f"{quoted} = 1", f"title = {quoted}\n[[step]]\npage = {quoted}",
             f"[[step]]\n{quoted} = 1", f"[[step]]\npage = \"{SOLVED.path}\"\ncover = {quoted}",
             hostile)  # fmt: skip
    right = (
        f'title = {quoted}\n[[step]]\npage = "{SOLVED.path}"\ntitle = {quoted}\nnotes = {quoted}'
    )
    half = f"{right}\n[[step]]\npage = {quoted}\nscene = {quoted}"
    page = open_page("home/page.py")
    for text in (*faulty_texts, half, right):
        next(widget for widget in page.button if widget.key == "own-lecture").click().run()
        next(widget for widget in page.text_area if widget.key == "lecture").set_value(text)
        next(widget for widget in page.button if widget.key == "own-lecture").click().run()
        feedback = {right: page.success, half: page.warning}.get(text, page.error)
        assert feedback, text
        nothing_is_formatted(page)


@pytest.mark.parametrize("hostile", MARKUP_TEXTS, ids=IDS)
def test_no_text_of_the_courses_own_lecture_is_formatted(hostile, monkeypatch, tmp_path):
    quoted = json.dumps(hostile)
    lecture = f'title = {quoted}\n[[step]]\npage = "{SOLVED.path}"'
    (tmp_path / "evil.toml").write_text(lecture, "utf-8")
    own_course = course.read('playlist = "evil"')
    monkeypatch.setenv("COURSE", str(tmp_path / "course.toml"))
    monkeypatch.setattr(course, "current", lambda: own_course)
    library._line.cache_clear()
    try:
        front_page = open_page("home/page.py")
    finally:
        library._line.cache_clear()
    assert any("1 step" in str(part.value) for part in front_page.markdown), "its lecture is listed"
    nothing_is_formatted(front_page)
