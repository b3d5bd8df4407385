"""An answer: a code and, for each task, a scene and a sentence, with a checksum. A link, or a file.

    /?task=week-3&answer=z.eNqL…

    Kernel methods, live: an answer, version 1
    assignment: Week 3
    code: 4711
    scene 1: data=mixture&m=200&seed=1505131308&kernel=rbf&tau=0.8&…
    words 1: A small bump reaches no other example.
    checksum: 1b0c5f27e1

The checksum says whether something was lost or changed on the way, and no more than that: whoever
writes an answer by hand can make it too. What counts is the scene, which is solved again and
held against the data of the code (marking/marks.py).
features/assignments/answer.js writes the same on the student's device.
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
from lab.scene.scene import MAX_QUERY, visible

VERSION = 1
HEAD = "Kernel methods, live: an answer, version"
MAX_BYTES = 256 * 1024  # of a file that is looked into
KIND_BYTES = 8  # of its beginning, by which a file's kind is known
MAX_WORDS = 1000  # characters of a sentence
_MAX_KEY = 200
_CHECKSUM = 10
_WORD = re.compile(r"\banswer=(z\.[A-Za-z0-9_-]+)")
_LINE = re.compile(r"(assignment|code|checksum|(?:scene|words) \d{1,2}):[ \t]*(.*?)[ \t]*")
_KINDS = (
    (b"%PDF", "a PDF"), (b"PK\x03\x04", "a zip or an Office document"), (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"), (b"GIF8", "a picture"), (b"\x1f\x8b", "a gzip archive"),
    (b"\xd0\xcf\x11\xe0", "an Office document"), (b"{\\rtf", "a formatted document"),
)  # fmt: skip


class UnreadableAnswer(ValueError):
    """Why no answer could be read: a sentence."""


@dataclass(frozen=True)
class TaskAnswer:
    """What one task is answered with; both empty where it was left out."""

    scene: str = ""
    words: str = ""


@dataclass(frozen=True)
class AssignmentAnswer:
    """A whole answer. `key`: the assignment's."""

    key: str
    code: str
    entries: tuple[TaskAnswer, ...]

    @property
    def checksum(self) -> str:
        plain = json.dumps(_row(self), ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()[:_CHECKSUM]


def _row(answer: AssignmentAnswer) -> list[Any]:
    entries = [[entry.scene, entry.words] for entry in answer.entries]
    return [VERSION, answer.key, answer.code, entries]


def read(content: bytes) -> AssignmentAnswer:
    """The answer in a file of any kind: ours, one with a link in it, a page with one. Raises
    UnreadableAnswer."""
    text = _text(content)
    if HEAD in text and "checksum:" in text:
        return _of_file(text)
    found = _WORD.findall(unquote(html.unescape(text))) or _WORD.findall(text)
    if len(set(found)) > 1:
        raise UnreadableAnswer(f"it holds {len(set(found))} different answers; which one counts?")
    if found:
        return parse_link_word(found[0])
    if HEAD in text:
        raise UnreadableAnswer("the end of the answer is missing, with its checksum.")
    raise UnreadableAnswer("there is no answer in it, neither a link nor the text of the file.")


def why_unreadable(start: bytes, size: int) -> str:
    """Why a file of `size` bytes that begins with `start` can't be an answer: a sentence; empty
    where it may be one."""
    for known, kind in _KINDS:
        if start.startswith(known):
            return f"it is {kind}, and not the text of an answer."
    return (
        f"the file is larger than {MAX_BYTES // 1024} kB; no answer is." if size > MAX_BYTES else ""
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
        raise UnreadableAnswer("it is no text in UTF-8.") from None


def _of_file(text: str) -> AssignmentAnswer:
    lines = html.unescape(text).splitlines()
    start = next(at for at, line in enumerate(lines) if HEAD in line)
    version = lines[start].partition(HEAD)[2].strip()
    if version != str(VERSION):
        raise UnreadableAnswer(f"it is of version {visible(version)}, which is not known here.")
    given: dict[str, str] = {}
    for line in lines[start + 1 :]:
        if match := _LINE.fullmatch(line):
            if match[1] in given:
                raise UnreadableAnswer(f"“{match[1]}” stands in it twice.")
            given[match[1]] = match[2]
    count = max((int(name.split()[1]) for name in given if " " in name), default=0)
    entries = [[given.get(f"scene {k}", ""), given.get(f"words {k}", "")]
               for k in range(1, count + 1)]  # fmt: skip
    row = [VERSION, given.get("assignment", ""), given.get("code", ""), entries]
    return _built([*row, given.get("checksum", "")])


def parse_link_word(text: str) -> AssignmentAnswer:
    """The answer of a link's word. Raises UnreadableAnswer."""
    try:
        row = packed_text.unpack(text, MAX_BYTES)
    except ValueError:
        raise UnreadableAnswer("the link is damaged, perhaps cut off.") from None
    return _built(row)


def _built(row: Any) -> AssignmentAnswer:
    """The answer of a row as `word` packs it, every part checked."""
    match row:
        case [int(version), *_] if version != VERSION:
            raise UnreadableAnswer(f"it is of version {version}, which is not known here.")
        case [_, str(key), str(code), [*entries], str(checksum)]:
            pass
        case _:
            raise UnreadableAnswer("the link is damaged: it holds something else than an answer.")
    if len(entries) > MAX_TASKS:
        raise UnreadableAnswer(f"it answers {len(entries):,} tasks, and no assignment has so many.")
    made = []
    for entry in entries:
        match entry:
            case [str(scene), str(words)] if len(scene) <= MAX_QUERY and len(words) <= MAX_WORDS:
                made.append(TaskAnswer(scene, words))
            case _:
                raise UnreadableAnswer("one of its scenes or sentences is too long, or no text.")
    if not codes.normal(code):
        raise UnreadableAnswer("it has no code.")
    if len(code) > codes.MAX_CHARACTERS or len(key) > _MAX_KEY:
        raise UnreadableAnswer("its code is too long.")
    answer = AssignmentAnswer(key, code, tuple(made))
    if answer.checksum != checksum:
        raise UnreadableAnswer(
            "its checksum does not fit: it was changed, or cut, after it was made."
        )
    return answer
