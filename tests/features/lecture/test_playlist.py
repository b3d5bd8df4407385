"""Playlists: what a TOML text may contain, and what a link can carry."""

import base64
import json
import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.lecture import playlist, playlist_link
from features.lecture.playlist import (
    MAX_BYTES,
    Playlist,
    PlaylistError,
    PlaylistStep,
    read,
)
from features.lecture.playlist_text import toml
from lab.course import packed_text
from tests.features.lecture.playlists import PAGES, lists

SCENE = '[[step]]\npage = "plane"\n'


@given(lists)
def test_a_link_carries_all_of_a_lecture(lecture):
    word = playlist_link.pack(lecture)
    assert set(word) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
    assert playlist_link.unpack(word, PAGES) == lecture
    assert playlist_link.resolve(f"{word}~{len(lecture.steps)}", PAGES) == (
        lecture,
        len(lecture.steps) - 1,
    )


@given(st.text(max_size=200) | st.from_regex(r"z\.[A-Za-z0-9_-]{0,200}", fullmatch=True))
def test_any_other_word_is_refused_with_a_message(word):
    with pytest.raises(PlaylistError, match=r"[.]$"):
        playlist_link.resolve(word if word not in playlist.names() else "x", PAGES)


def packed(content: bytes) -> str:
    return packed_text.PREFIX + base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip(
        "="
    )


@pytest.mark.parametrize("content", [
    b"0" * (MAX_BYTES + 1), b"[" * 50_000, b" " * 10_000_000, b"[]", b"{}", b'["a", 1]',
    b'["a", []]', b"\xff", json.dumps(["t", ["plane"] * 9]).encode(), b'["t"]', b'[1, ["losse"]]',
    b'["t", [5]]', b'["t", ["plane", null]]', b'["t", ["plane", "", "", "", "", "", 1.5]]',
], ids=range(14))  # fmt: skip
def test_packed_texts_that_are_no_playlist_are_refused(content):
    """Try ten megabytes of blanks, nested brackets, and values of wrong types."""
    word = packed(content)
    with pytest.raises(PlaylistError, match=r"[.]$"):
        playlist_link.unpack(word, PAGES)


def test_a_bomb_is_never_unpacked_in_full(monkeypatch):
    """Use a word that fits into a link, with content that compresses best; unpack only a part."""
    bomb = packed(b"0" * 4_000_000)
    assert len(bomb) < packed_text.MAX_CHARACTERS
    sizes = []
    real = zlib.decompressobj

    class CountingLoader:
        def __init__(self):
            self.inner = real()

        def decompress(self, data, max_bytes):
            out = self.inner.decompress(data, max_bytes)
            sizes.append(len(out))
            return out

        @property
        def unconsumed_tail(self):
            return self.inner.unconsumed_tail

        @property
        def eof(self):
            return self.inner.eof

    monkeypatch.setattr(packed_text.zlib, "decompressobj", CountingLoader)
    with pytest.raises(PlaylistError):
        playlist_link.unpack(bomb, PAGES)
    assert sizes and max(sizes) <= MAX_BYTES


def test_a_lecture_too_long_for_a_link_says_so():
    noise = random.Random(0)
    notes = [noise.randbytes(900).hex() for _ in range(12)]
    long = Playlist("", tuple(PlaylistStep("plane", notes=text) for text in notes))
    with pytest.raises(PlaylistError, match="6,000"):
        playlist_link.pack(long)
    short = Playlist("", long.steps[:4])
    assert playlist_link.unpack(playlist_link.pack(short), PAGES) == short


def problems(text, pages=None):
    """Return all faults in the text of a playlist, even if some of its steps can play."""
    try:
        return read(text, pages).faults
    except PlaylistError as error:
        return error.faults


STEPS = '[[step]]\npage = "walk"\n'


@pytest.mark.parametrize(("text", "line", "message"), [
    ("title = 1\n" + SCENE, 1, "title must be a text"),
    ("titel = 'x'\n" + SCENE, 1, "no “titel”"),
    (SCENE + "[[step]]\npage = 'nowhere'\n", 4, "there is no page “nowhere”"),
    (SCENE + "[[step]]\ntitle = 'x'\n", 3, "has no page"),
    (SCENE + "notes = 3\n", 3, "notes must be a text"),
    (SCENE + f"notes = '{'x' * 2001}'\n", 3, "at most 2,000"),
    (SCENE + "cover = 'all'\n", 3, "cover must be numbers, answer or none"),
    (SCENE + "part = true\n", 3, "a step has no “part”"),
    (SCENE + "step = 3\n", 3, "step must be a text"),
    (SCENE + "step = 'ground'\n", 3, "no step “ground” with a picture. It has first, wide, turn"),
    (SCENE + "scene = 'tau=1&list=2'\n", 3, "scene can’t have list="),
    (SCENE + "scene = 'tau=banana'\n", 3, "tau=banana can’t be used here; it must be a number"),
    (SCENE + "scene = 'colour=3'\n", 3, "“colour” can’t be used here"),
    (SCENE + "scene = 'turn=400'\n", 3, "use a number from 0 to 355"),
    (STEPS + "scene = 'reveal=all'\n", 3, "use one of hidden, widest"),
    (SCENE + "element = 'ground'\n", 3, "a step has no “element”"),
    (STEPS + "along = 'tau'\n", 3, "the step “first” has no slider “tau”. Its sliders: lam"),
    (SCENE + "claims = [['a']]\n", 3, "claims must be a list"),
    (SCENE + "options = ['a', 'b']\n", 3, "options need a question"),
    (SCENE + "question = 'a'\noptions = ['a', 'b']\nright = 'c'\n", 5, "right must be one of"),
    (SCENE + "question = 'a'\noptions = [1]\n", 4, "options must be a list"),
    (SCENE + "colour = 'red'\n", 3, "a step has no “colour”"),
    ("[[step]]\npage = '../plane'\n", 2, "there is no page “../plane”"),
    (SCENE + "notes = '''\n[x]\ncover = 3\n'''\ncover = 'all'\n", 7, "cover must be"),
    (SCENE + "\n[[step]]\npage='plane'\nscene='" + "a" * 2001 + "'\n", 6, "scene must be a text"),
    ("title = 'x\n" + SCENE, 1, "this is not TOML"),
    (SCENE + "[[step]]\npage = \n" + SCENE, 4, "this is not TOML"),
])  # fmt: skip
def test_an_error_names_its_line(text, line, message):
    (fault,) = problems(text)
    assert fault.startswith(f"Line {line}: ") and message in fault and fault.endswith(".")


@pytest.mark.parametrize(("step", "hidden_words"), [
    (PlaylistStep("plane"), ""),
    (PlaylistStep("plane", question="How many?", options=("1", "2")), "answer"),
    (PlaylistStep("plane", question="How many?", options=("1", "2"), right="2"), "answer"),
    (PlaylistStep("plane", question="How many?", cover="numbers"), "numbers"),
    (PlaylistStep("plane", question="How many?", cover="none"), ""),
    (PlaylistStep("plane", ask=(("kind", "place"),)), "answer"),
    (PlaylistStep("plane", ask=(("kind", "support"),)), "answer"),
    (PlaylistStep("plane", ask=(("kind", "slider"), ("along", "tau"))), "numbers"),
    (PlaylistStep("plane", ask=(("kind", "points"),)), ""),
])  # fmt: skip
def test_a_question_covers_its_answer(step, hidden_words):
    assert step.initial_cover() == hidden_words


def test_the_right_option_travels_in_a_text_and_in_a_link():
    step = PlaylistStep("plane", question="How many?", options=("1", "2"), right="2")
    lecture = Playlist("x", (step,))
    assert read(toml(lecture), PAGES).steps == (step,)
    assert playlist_link.unpack(playlist_link.pack(lecture), PAGES).steps == (step,)


BROKEN = """title = "Four steps"
[[step]]
page = "plane"
[[step]]
page = "nowhere"
[[step]]
page = "walk"
element = "plane"
scene = "tau=banana"
[[step]]
page = "walk
[[step]]
page = "walk"
scene = "lam=0.1"
"""


def test_a_faulty_step_is_left_out():
    lecture = read(BROKEN)
    assert [(step.page, step.scene) for step in lecture.steps] == [
        ("plane", ""),
        ("walk", "lam=0.1"),
    ]
    lines = sorted(int(fault.split(":")[0].removeprefix("Line ")) for fault in lecture.faults)
    assert lines == [5, 8, 9, 11]
    assert playlist_link.unpack(playlist_link.pack(lecture)).steps == lecture.steps


def test_a_link_plays_the_steps_of_this_course():
    lecture = Playlist("x", (PlaylistStep("plane"), PlaylistStep("walk")))
    playlist = playlist_link.unpack(playlist_link.pack(lecture), PAGES)
    assert playlist.steps == (PlaylistStep("plane"),)
    (fault,) = playlist.faults
    assert "1 scene" in fault and "walk" in fault


@pytest.mark.parametrize("text", ["title = ", "[[step]\n", "a = 1\na = 2\n", "x = " + "[" * 9000])
def test_a_toml_error_names_its_line(text):
    with pytest.raises(PlaylistError, match=r"^Line [12]: "):
        read(text, PAGES)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_with_a_message(text):
    for given_text in (text, SCENE + text):
        assert all(fault.endswith(".") for fault in problems(given_text, PAGES))


def test_sizes_are_bounded():
    with pytest.raises(PlaylistError, match="more than 64 kB of text"):
        read("# " + "x" * MAX_BYTES, PAGES)
    with pytest.raises(PlaylistError, match="1 to 60"):
        read(SCENE * 61, PAGES)
    with pytest.raises(PlaylistError, match="1 to 60"):
        read("title = 'x'", PAGES)


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Replace the lectures that ship with the app by a single one, and return it."""
    text = 'title = "Two"\n' + SCENE + "scene = 'show=fit'\n" + STEPS
    (tmp_path / "two.toml").write_text(text, "utf-8")
    monkeypatch.setattr(playlist, "FOLDER", tmp_path)
    return playlist.read_shipped("two")


def test_an_invalid_position_opens_the_first_step(shipped):
    for word in ("two", "two~", "two~x", "two~-1", "two~0", "two~٣"):
        assert playlist_link.resolve(word) == (shipped, 0)
    assert playlist_link.resolve("two~999")[1] == len(shipped.steps) - 1


def test_a_lecture_has_an_address(shipped):
    address = playlist_link.address(shipped, "two")
    assert address == "plane?show=fit&view=lecture&list=two~1"


def test_a_course_brings_its_own_lecture(tmp_path, monkeypatch):
    (tmp_path / "week-6.toml").write_text('title = "Week 6"\n' + SCENE, "utf-8")
    (tmp_path / "course.toml").write_text('playlist = "week-6"\n', "utf-8")
    monkeypatch.setenv("COURSE", str(tmp_path / "course.toml"))
    playlist.course.current.cache_clear()
    try:
        assert playlist_link.resolve("course", PAGES)[0].title == "Week 6"
        (tmp_path / "week-6.toml").unlink()
        with pytest.raises(PlaylistError, match="“week-6” can’t be read"):
            playlist_link.resolve("course", PAGES)
    finally:
        playlist.course.current.cache_clear()


def test_a_course_without_a_lecture_has_none():
    with pytest.raises(PlaylistError, match="There is no lecture “course”"):
        playlist_link.resolve("course", PAGES)


@pytest.mark.parametrize(("question", "message"), [
    ('{kind = "slider", along = "tau"}', ""),
    ('{kind = "points", text = "One point from each of you."}', ""),
    ('{kind = "slider"}', "must name"),
    ('{kind = "slider", along = "sigma"}', "has no slider"),
    ('{kind = "song"}', "the kind of ask must be"),
    ('{why = "…"}', "the kind of ask must be"),
    ('{kind = "place", colour = "red"}', "table of texts"),
    ('{kind = "place", why = "' + "x" * 601 + '"}', "table of texts"),
    ('"tau"', "table of texts"),
])  # fmt: skip
def test_audience_questions_of_a_step(question, message):
    text = f'[[step]]\npage = "plane"\nask = {question}\n'
    if message:
        with pytest.raises(PlaylistError, match=f"Line 3: .*{message}"):
            read(text, PAGES)
    else:
        assert dict(read(text, PAGES).steps[0].ask)["kind"]


def test_a_link_without_audience_questions_is_read():
    row = ["plane", "", "", "", "", "", 0, "", "Which?", ["One", "Two"]]
    step = playlist_link.unpack(packed_text.pack(["t", row]), PAGES).steps[0]
    assert step.options == ("One", "Two") and step.answers == step.ask == ()


@pytest.mark.parametrize(("page", "old_step", "step"), [
    ("plane", {"element": "plane"}, ""), ("plane", {"element": "plane", "part": 1}, "wide"),
    ("plane", {"element": "plane", "part": 7}, ""), ("plane", {"part": 0}, ""),
    ("plane", {"element": "angle"}, "turn"), ("plane", {"element": "turn"}, "turn"),
    ("plane", {"element": "angle", "along": "turn"}, "turn"), ("plane", {"along": "turn"}, "turn"),
    ("plane", {"ask": {"kind": "slider", "along": "turn"}}, "turn"),
    ("plane", {"step": "wide", "along": "tau"}, "wide"), ("", {"element": "home"}, ""),
])  # fmt: skip
def test_old_step_names_open_the_renamed_step(page, old_step, step):
    """A step was formerly named by an element and the number of a part, in texts and in links."""
    (step_of_page,) = playlist.build(
        {"step": [{"page": page} | old_step]}, PAGES, lambda *_: ""
    ).steps
    assert (step_of_page.step, step_of_page.along) == (step, old_step.get("along", ""))
    row = [page, "", "", "", "", old_step.get("element", ""), old_step.get("part", 0)]
    (linked_step,) = playlist_link.unpack(packed_text.pack(["", row]), PAGES).steps
    assert old_step.keys() - {"element", "part"} or linked_step.step == step
