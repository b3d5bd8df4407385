"""Answers: what a device writes is what is read, in every wrapping."""

import dataclasses
import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.assignments import answer as answers
from features.assignments.answer import AssignmentAnswer, TaskAnswer, UnreadableAnswer, read
from features.assignments.codes import normal
from tests.features.assignments.handed_in import UNREADABLE, file_text, one_line, right, word

LINES = st.text(st.characters(codec="utf-8"), max_size=50).map(one_line)
SCENES = st.text("abcxyz=&0123456789.,;-%", max_size=60)
ANSWERS = st.builds(
    AssignmentAnswer,
    key=LINES,
    code=LINES.filter(normal),
    entries=st.lists(st.builds(TaskAnswer, SCENES, LINES), max_size=4).map(tuple),
)
PLAIN = right("4711")


@given(ANSWERS)
def test_an_answer_reads_back_from_a_link(answer):
    link = f"https://kernels.example.edu/?task=a&answer={word(answer)}"
    assert read(link.encode()) == answer
    assert read(f"<p>My answer: <a href='{html.escape(link)}'>here</a>.</p>".encode()) == answer


@given(ANSWERS)
def test_an_answer_reads_back_from_a_file(answer):
    text = file_text(answer)
    unended = dataclasses.replace(answer, entries=answer.entries)
    assert read(text.encode("utf-8-sig")) == unended
    assert read(text.replace("\n", "\r\n").encode()) == unended


@pytest.mark.parametrize(
    "wrapped",
    [
        file_text(PLAIN).encode("utf-16"),
        b"Dear instructor,\n\n" + file_text(PLAIN).encode() + b"\nBest",
        f"[InternetShortcut]\r\nURL=https://x.example/?task=a&answer={word(PLAIN)}\r\n".encode(),
        f"https%3A%2F%2Fx.example%2F%3Ftask%3Da%26answer%3D{word(PLAIN)}".encode(),
        f"https://x.example/?answer={word(PLAIN)}&task=a".encode() * 2,
    ],
)
def test_an_answer_is_found_in_every_wrapping(wrapped):
    assert read(wrapped) == PLAIN


@pytest.mark.parametrize(("name", "way", "told"), UNREADABLE)
def test_what_can_t_be_read_is_told_with_its_reason(name, way, told):
    if "another assignment" in told or "assignment has 2" in told:
        assert read(way(PLAIN)), "which assignment it is, marking says"
        return
    with pytest.raises(UnreadableAnswer, match=r"\.$|\?$") as caught:
        read(way(PLAIN))
    assert told in str(caught.value)


@given(st.binary(max_size=300))
def test_nothing_breaks_the_reader(content):
    for given_ in (
        content,
        b"answer=z." + content,
        f"{answers.HEAD} 1\nchecksum:".encode() + content,
    ):
        try:
            read(given_)
        except UnreadableAnswer as error:
            assert str(error)


@given(st.integers(0, 400), st.characters(codec="ascii"))
def test_no_letter_of_a_file_can_be_changed_unseen(at, letter):
    text = file_text(PLAIN)
    at %= len(text)
    changed = text[:at] + letter + text[at + 1 :]
    try:
        assert read(changed.encode()) == PLAIN
    except UnreadableAnswer:
        assert changed != text
