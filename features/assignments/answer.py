"""Answers, as links or files: a code, a checksum and, for each task, a scene and a sentence.

    /?task=week-3&answer=z.eNqL…

    Kernel methods, live: an answer, version 1
    assignment: Week 3
    code: 4711
    scene 1: data=mixture&m=200&seed=1505131308&kernel=rbf&tau=0.8&…
    words 1: A small bump reaches no other example.
    checksum: 1b0c5f27e1

The checksum only detects accidental loss or change: anyone can compute it. When an answer is
marked, the fixed fields of each scene are compared with those of the student's first scene. Then
the scene is solved again (marking/marks.py).
features/assignments/answer.js writes the same formats on the student's device.
"""

import hashlib
import html
import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from features.assignments import codes
from features.assignments.assignment import MAX_TASKS
from lab.course import packed_text
from lab.scene.scene import MAX_QUERY, escape_text

VERSION = 1
HEAD = "Kernel methods, live: an answer, version"
MAX_BYTES = 256 * 1024  # largest size of a file, and of the text in a link
KIND_BYTES = 8  # number of bytes at the start of a file that identify its kind
MAX_WORDS = 1000  # largest number of characters of a sentence
_MAX_KEY = 200  # largest number of characters of an assignment's key
_CHECKSUM_LENGTH = 10  # number of characters
_WORD = re.compile(r"\banswer=(z\.[A-Za-z0-9_-]+)")
_LINE = re.compile(r"(assignment|code|checksum|(?:scene|words) \d{1,2}):[ \t]*(.*?)[ \t]*")
_KINDS = (
    (b"%PDF", "a PDF"), (b"PK\x03\x04", "a zip or an Office document"), (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"), (b"GIF8", "a picture"), (b"\x1f\x8b", "a gzip archive"),
    (b"\xd0\xcf\x11\xe0", "an Office document"), (b"{\\rtf", "a formatted document"),
)  # fmt: skip


class UnreadableAnswer(ValueError):
    """An answer that can't be marked; the message is a sentence that says why."""


@dataclass(frozen=True)
class TaskAnswer:
    """The answer to one task; a field is empty if the student left it out."""

    scene: str = ""
    words: str = ""


@dataclass(frozen=True)
class AssignmentAnswer:
    """The answer to an assignment. `key` identifies the assignment."""

    key: str
    code: str
    entries: tuple[TaskAnswer, ...]

    @property
    def checksum(self) -> str:
        row_text = json.dumps(_row(self), ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(row_text.encode("utf-8", "replace")).hexdigest()[:_CHECKSUM_LENGTH]


def _row(answer: AssignmentAnswer) -> list[Any]:
    entries = [[entry.scene, entry.words] for entry in answer.entries]
    return [VERSION, answer.key, answer.code, entries]


def read(content: bytes) -> AssignmentAnswer:
    """Read the answer in a file: in the app's format, or as a link in any text or web page.

    Raises UnreadableAnswer.
    """
    text = _text(content)
    if HEAD in text and "checksum:" in text:
        return _read_file(text)
    words = _WORD.findall(unquote(html.unescape(text))) or _WORD.findall(text)
    if len(set(words)) > 1:
        raise UnreadableAnswer(
            f"it contains {len(set(words))} different answers; only one is allowed."
        )
    if words:
        return parse_link_word(words[0])
    if HEAD in text:
        raise UnreadableAnswer("the end of the answer, with its checksum, is missing.")
    raise UnreadableAnswer("it contains no answer, neither a link nor the text of an answer file.")


def why_unreadable(start: bytes, size: int) -> str:
    """Return the reason why a file can't be an answer; "" if it can be one.

    `start` contains the first bytes of the file, and `size` is its size in bytes.
    """
    for signature, kind in _KINDS:
        if start.startswith(signature):
            return f"it is {kind}, not the text of an answer."
    return (
        f"the file is larger than {MAX_BYTES // 1024} kB, the limit for an answer."
        if size > MAX_BYTES
        else ""
    )


def _text(content: bytes) -> str:
    if not content.strip(b"\0 \r\n\t"):
        raise UnreadableAnswer("the file is empty.")
    if reason := why_unreadable(content, len(content)):
        raise UnreadableAnswer(reason)
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableAnswer("it is not UTF-8 text.") from None


def _read_file(text: str) -> AssignmentAnswer:
    lines = html.unescape(text).splitlines()
    start = next(k for k, line in enumerate(lines) if HEAD in line)
    version = lines[start].partition(HEAD)[2].strip()
    if version != str(VERSION):
        raise UnreadableAnswer(
            f"it is of version {escape_text(version)}, which this app does not know."
        )
    values: dict[str, str] = {}
    for line in lines[start + 1 :]:
        if match := _LINE.fullmatch(line):
            if match[1] in values:
                raise UnreadableAnswer(f"it contains “{match[1]}” twice.")
            values[match[1]] = match[2]
    count = max((int(name.split()[1]) for name in values if " " in name), default=0)
    entries = [[values.get(f"scene {k}", ""), values.get(f"words {k}", "")]
               for k in range(1, count + 1)]  # fmt: skip
    row = [VERSION, values.get("assignment", ""), values.get("code", ""), entries]
    return _build_answer([*row, values.get("checksum", "")])


def parse_link_word(text: str) -> AssignmentAnswer:
    """Read the answer from the value of `answer` in a link. Raises UnreadableAnswer."""
    try:
        row = packed_text.unpack(text, MAX_BYTES)
    except packed_text.TooLarge:
        most = MAX_BYTES // 1024
        raise UnreadableAnswer(f"the answer in the link has more than {most} kB of text.") from None
    except ValueError:
        raise UnreadableAnswer("the link is damaged, perhaps cut off.") from None
    return _build_answer(row)


def _build_answer(row: Any) -> AssignmentAnswer:
    """Build an answer from [version, key, code, entries, checksum], checking every part.

    Each entry is [scene, words]. Raises UnreadableAnswer.
    """
    match row:
        case [int(version), *_] if version != VERSION:
            raise UnreadableAnswer(f"it is of version {version}, which this app does not know.")
        case [_, str(key), str(code), [*entries], str(checksum)]:
            pass
        case _:
            raise UnreadableAnswer("the link is damaged: its contents are not an answer.")
    if len(entries) > MAX_TASKS:
        raise UnreadableAnswer(
            f"it answers {len(entries):,} tasks; an assignment has at most {MAX_TASKS}."
        )
    task_answers = []
    for entry in entries:
        match entry:
            case [str(scene), str(words)] if len(scene) <= MAX_QUERY and len(words) <= MAX_WORDS:
                task_answers.append(TaskAnswer(scene, words))
            case _:
                raise UnreadableAnswer("one of its scenes or sentences is too long, or not text.")
    if not codes.normalise(code):
        raise UnreadableAnswer("it has no code.")
    if len(code) > codes.MAX_CHARACTERS or len(key) > _MAX_KEY:
        raise UnreadableAnswer("its code or the name of its assignment is too long.")
    answer = AssignmentAnswer(key, code, tuple(task_answers))
    if answer.checksum != checksum:
        raise UnreadableAnswer("its checksum does not match: the answer was changed or cut off.")
    return answer
