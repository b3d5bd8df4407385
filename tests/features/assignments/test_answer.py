"""Reading answers from links, files and pages."""

import dataclasses
import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.assignments import answer as answers
from features.assignments.answer import AssignmentAnswer, TaskAnswer, UnreadableAnswer, read
from features.assignments.codes import normalise
from tests.features.assignments.answer_cases import (
    UNREADABLE,
    file_text,
    make_answer,
    one_line,
    word,
)

LINES = st.text(st.characters(codec="utf-8"), max_size=50).map(one_line)
SCENES = st.text("abcxyz=&0123456789.,;-%", max_size=60)
ANSWERS = st.builds(
    AssignmentAnswer,
    key=LINES,
    code=LINES.filter(normalise),
    entries=st.lists(st.builds(TaskAnswer, SCENES, LINES), max_size=4).map(tuple),
)
ANSWER = make_answer("4711")


@pytest.mark.thorough
@given(ANSWERS)
def test_an_answer_reads_back_from_a_link(answer):
    link = f"https://kernels.example.edu/?task=a&answer={word(answer)}"
    assert read(link.encode()) == answer
    assert read(f"<p>My answer: <a href='{html.escape(link)}'>here</a>.</p>".encode()) == answer


@given(ANSWERS)
def test_an_answer_reads_back_from_a_file(answer):
    text = file_text(answer)
    copy = dataclasses.replace(answer, entries=answer.entries)
    assert read(text.encode("utf-8-sig")) == copy
    assert read(text.replace("\n", "\r\n").encode()) == copy


@pytest.mark.parametrize(
    "content",
    [
        file_text(ANSWER).encode("utf-16"),
        b"Dear instructor,\n\n" + file_text(ANSWER).encode() + b"\nBest",
        f"[InternetShortcut]\r\nURL=https://x.example/?task=a&answer={word(ANSWER)}\r\n".encode(),
        f"https%3A%2F%2Fx.example%2F%3Ftask%3Da%26answer%3D{word(ANSWER)}".encode(),
        f"https://x.example/?answer={word(ANSWER)}&task=a".encode() * 2,
    ],
)
def test_an_answer_is_found_inside_other_text(content):
    assert read(content) == ANSWER


@pytest.mark.parametrize(("name", "way", "message"), UNREADABLE)
def test_an_unreadable_answer_is_reported_with_its_reason(name, way, message):
    if "another assignment" in message or "assignment has 2" in message:
        assert read(way(ANSWER)), "only marking knows the assignment"
        return
    with pytest.raises(UnreadableAnswer, match=r"\.$|\?$") as error:
        read(way(ANSWER))
    assert message in str(error.value)


@given(st.binary(max_size=300))
def test_random_bytes_are_read_or_refused(content):
    for file_content in (
        content,
        b"answer=z." + content,
        f"{answers.HEAD} 1\nchecksum:".encode() + content,
    ):
        try:
            read(file_content)
        except UnreadableAnswer as error:
            assert str(error)


@given(st.integers(0, 400), st.characters(codec="ascii"))
def test_a_changed_letter_of_a_file_is_detected(k, letter):
    text = file_text(ANSWER)
    k %= len(text)
    changed_text = text[:k] + letter + text[k + 1 :]
    try:
        assert read(changed_text.encode()) == ANSWER
    except UnreadableAnswer:
        assert changed_text != text
