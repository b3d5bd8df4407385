"""Answers to assignments: valid ones, and forty kinds of invalid ones.

Each of `WAYS` has a name, a function that makes a valid answer invalid, and a part of the resulting
message. In the last, the answer is valid but does not meet the goal: it has no message.
"""

import dataclasses
import zlib
from collections.abc import Callable

from features.assignments import answer as answers
from features.assignments.answer import AssignmentAnswer, TaskAnswer
from features.assignments.assignment import Assignment, read
from features.assignments.reachability import start_for
from lab.course import packed_text
from lab.scene.scene import replace
from tests.lab.standin_pages import declare_pages


def assignment_text(first_page: str, second_page: str) -> str:
    """Write an assignment with one task on each of two pages, both with Gaussian data."""
    return f"""title = "Week 3"
text = "Two tasks."

[[task]]
page = "{first_page}"
scene = "data=mixture&m=60&tau=0.05"
text = "Bring the test error down."
change = ["tau", "lam"]
goal = "test_error <= 1.8 × bayes_error, support <= 55"
points = 2
sentence = "Why does a smaller τ not help?"

[[task]]
page = "{second_page}"
text = "Find the widest street."
change = ["lam"]
goal = "slack_sum <= 1e-6, support <= 5"
solution = "lam=0.0001"
"""


TEXT = assignment_text("plane", "walk")
with declare_pages():
    WEEK = read(TEXT)
WORDS = "A small bump reaches no other example, so that new points are guessed, {}."


def make_answer(code: str, assignment: Assignment = WEEK) -> AssignmentAnswer:
    """Create an answer whose two scenes meet both goals for most codes."""
    with declare_pages():
        first_start, second_start = (start_for(assignment, task, code) for task in assignment.tasks)
    return AssignmentAnswer(
        assignment.key,
        code,
        (
            TaskAnswer(replace(first_start, tau=0.8).query(), WORDS.format(code)),
            TaskAnswer(replace(second_start, lam=1e-4).query()),
        ),
    )


def one_line(text: str) -> str:
    return " ".join(text.split())


def word(answer: AssignmentAnswer) -> str:
    """Write an answer as a word of a link, as features/assignments/answer.js does."""
    entries = [[entry.scene, entry.words] for entry in answer.entries]
    answer_row = [answers.VERSION, answer.key, answer.code, entries, answer.checksum]
    return packed_text.pack(answer_row)


def file_text(answer: AssignmentAnswer) -> str:
    """Write an answer as a file, as features/assignments/answer.js does."""
    lines = [f"{answers.HEAD} {answers.VERSION}"]
    lines += [f"assignment: {answer.key}", f"code: {answer.code}"]
    for number, entry in enumerate(answer.entries, 1):
        lines += [f"scene {number}: {entry.scene}", f"words {number}: {entry.words}"]
    return "\n".join([*lines, f"checksum: {answer.checksum}"]) + "\n"


def as_file(answer: AssignmentAnswer) -> bytes:
    return file_text(answer).encode()


def as_link(answer: AssignmentAnswer) -> bytes:
    return f"https://kernels.example.edu/?task=week-3&answer={word(answer)}\n".encode()


def with_scene(answer: AssignmentAnswer, scene: str, task: int = 0) -> AssignmentAnswer:
    entries = list(answer.entries)
    entries[task] = dataclasses.replace(entries[task], scene=scene)
    return dataclasses.replace(answer, entries=tuple(entries))


def scene_with(answer: AssignmentAnswer, before: str, after: str, task: int = 0) -> bytes:
    scene = answer.entries[task].scene
    assert before in scene
    return as_file(with_scene(answer, scene.replace(before, after), task))


def changed_text(answer: AssignmentAnswer, before: str, after: str) -> bytes:
    text = file_text(answer)
    assert before in text
    return text.replace(before, after, 1).encode()


def packed_link(value: object) -> bytes:
    return f"answer={packed_text.pack(value)}".encode()


def answer_row(answer: AssignmentAnswer) -> list:
    return [1, answer.key, answer.code, [[entry.scene, entry.words] for entry in answer.entries]]


def copied_scenes(answer: AssignmentAnswer) -> bytes:
    """Copy another student's scenes under the answer's code."""
    return as_file(dataclasses.replace(make_answer("somebody else"), code=answer.code))


def zip_bomb(_: AssignmentAnswer) -> bytes:
    import base64

    word = base64.urlsafe_b64encode(zlib.compress(b"[" * 5_000_000, 9)).decode().rstrip("=")
    return f"answer=z.{word}".encode()


def two_answers(answer: AssignmentAnswer) -> bytes:
    return as_link(answer) + as_link(make_answer("somebody else"))


Way = tuple[str, Callable[[AssignmentAnswer], bytes], str]
UNREADABLE: tuple[Way, ...] = (
    ("empty", lambda a: b"", "the file is empty"),
    ("blank", lambda a: b" \r\n\n", "the file is empty"),
    ("zeros", lambda a: b"\0" * 400, "the file is empty"),
    ("huge", lambda a: b"x" * 300_000, "larger than 256 kB"),
    ("pdf", lambda a: b"%PDF-1.7 ...", "it is a PDF"),
    ("docx", lambda a: b"PK\x03\x04 ...", "a zip or an Office document"),
    ("png", lambda a: b"\x89PNG\r\n ...", "it is a picture"),
    ("jpeg", lambda a: b"\xff\xd8\xff\xe0 ...", "it is a picture"),
    ("rtf", lambda a: b"{\\rtf1 " + as_file(a), "a formatted document"),
    ("latin-1", lambda a: "Lösung \xe4\xf6\xfc".encode("latin-1"), "not UTF-8 text"),
    ("chat", lambda a: b"I did it, see my screen.", "it contains no answer"),
    (
        "page",
        lambda a: b"<html><a href='https://x.example/?task=week-3'>my answer</a></html>",
        "it contains no answer",
    ),
    ("cut link", lambda a: as_link(a)[:-40], "damaged, perhaps cut off"),
    ("cut file", lambda a: as_file(a)[:200], "the end of the answer, with its checksum"),
    ("letter lost", lambda a: changed_text(a, "tau=0.8", "tau=.8"), "its checksum does not match"),
    ("other code", lambda a: changed_text(a, f"code: {a.code}", "code: 9"), "its checksum"),
    (
        "other checksum",
        lambda a: changed_text(a, f"checksum: {a.checksum}", "checksum: 0123456789"),
        "its checksum does not match",
    ),
    ("version", lambda a: changed_text(a, "version 1", "version 2"), "of version 2"),
    ("version in link", lambda a: packed_link([7, *answer_row(a)[1:], "x"]), "of version 7"),
    (
        "twice a line",
        lambda a: as_file(a).replace(b"words 1:", b"scene 1: x\nwords 1:"),
        "it contains “scene 1” twice",
    ),
    ("no code", lambda a: as_file(dataclasses.replace(a, code="  ")), "it has no code"),
    ("long code", lambda a: as_file(dataclasses.replace(a, code="9" * 80)), "its code or the name"),
    ("other key", lambda a: as_file(dataclasses.replace(a, key="Week 2")), "another assignment"),
    (
        "many tasks",
        lambda a: as_file(dataclasses.replace(a, entries=a.entries * 2)),
        "answers 4 tasks, and the assignment has 2",
    ),
    (
        "far too many",
        lambda a: packed_link([*answer_row(a)[:3], [["", ""]] * 40, "x"]),
        "answers 40 tasks",
    ),
    ("numbers", lambda a: packed_link([1, 2, 3, 4, 5]), "its contents are not an answer"),
    ("object", lambda a: packed_link({"code": a.code}), "its contents are not an answer"),
    (
        "long words",
        lambda a: packed_link([*answer_row(a)[:3], [["", "x" * 2000]], "x"]),
        "is too long, or not",
    ),
    ("bomb", zip_bomb, "more than 256 kB of text"),
    ("two answers", two_answers, "2 different answers"),
)
FORGED: tuple[Way, ...] = (
    ("copied scenes", copied_scenes, "The data do not belong to this code"),
    ("seed by hand", lambda a: scene_with(a, "data=mixture", "data=moons"), "data (moons, not"),
    ("more points", lambda a: scene_with(a, "m=60", "m=1000"), "m (1000, not 60)"),
    ("other loss", lambda a: scene_with(a, "loss=hinge", "loss=squared"), "loss (squared, not"),
    ("intercept", lambda a: scene_with(a, "intercept=0", "intercept=1"), "intercept (1, not 0)"),
    ("moved points", lambda a: scene_with(a, "intercept=0", "intercept=0&edits=d1"), "edits (d1"),
    (
        "no number",
        lambda a: scene_with(a, "tau=0.8", "tau=__import__('os')"),
        "The scene is invalid",
    ),
    ("out of range", lambda a: scene_with(a, "tau=0.8", "tau=1e9"), "The scene is invalid"),
    ("left out", lambda a: as_file(with_scene(a, "")), "Not answered."),
    ("goal not met", lambda a: scene_with(a, "tau=0.8", "tau=0.011"), ""),
)
WAYS = (*UNREADABLE, *FORGED)


def make_submissions(count: int) -> dict[str, bytes]:
    """Return `count` answers by file name; the last forty are those of `WAYS`."""
    codes = [str(1000 + k) for k in range(count)]
    valid_files = {
        f"{code}.txt": as_file(make_answer(code)) if int(code) % 2 else as_link(make_answer(code))
        for code in codes[: -len(WAYS)]
    }
    broken = {f"{code}-{name}.txt": way(make_answer(code))
              for code, (name, way, _) in zip(codes[-len(WAYS) :], WAYS, strict=True)}  # fmt: skip
    return valid_files | broken


def roster(count: int) -> bytes:
    rows = [f"{1000 + k},Student {k}" for k in range(count)]
    return "\n".join(["code,name", *rows]).encode()
