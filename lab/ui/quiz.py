"""Define the quiz at the end of a page; each option has an explanation.

The questions of a page are in `pages/<page>/quiz.py`. If the right option depends on
numbers, the question names its `check`: a function in tests/pages/<page>/quiz_checks.py, which
computes the right option with kernel_core.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from lab.course import open_parts, page_declaration
from lab.ui import live_element
from lab.ui.challenges import short_id
from lab.ui.items import Item


@dataclass(frozen=True)
class Answer:
    """An option, and the reason why it is right or wrong."""

    text: str
    why: str
    right: bool = False


def right(text: str, why: str) -> Answer:
    return Answer(text, why, right=True)


@dataclass(frozen=True)
class Question:
    """A question with one right answer.

    `section` is the title of the step that answers the question. `note` is the passage in the
    lecture notes, "" if the notes do not have it.
    `check` names the function that computes the right answer; a question without a check is about a
    concept. `stored_id`: the identifier of an earlier wording with the same options in the same
    order, so that devices that stored an answer under it keep it.
    """

    text: str
    answers: tuple[Answer, ...]
    section: str
    note: str = ""
    check: str = ""
    stored_id: str = ""

    def __post_init__(self) -> None:
        if not 3 <= len(self.answers) <= 4 or sum(answer.right for answer in self.answers) != 1:
            raise ValueError(f"A question needs 3 or 4 answers, one of them right: {self.text}")

    @property
    def id(self) -> str:
        """The identifier under which a device stores the answer; a changed question or answer gives
        a new identifier, unless `stored_id` is given."""
        return self.stored_id or short_id("q", self.text, *(answer.text for answer in self.answers))

    @property
    def right(self) -> str:
        """The text of the right answer."""
        return next(answer.text for answer in self.answers if answer.right)

    def as_json(self, is_deeper: bool = False) -> "AskedQuestion":
        """Return the question as JSON for the browser; `is_deeper`: whether the step that answers
        it is beyond the core."""
        # The order is by hash: it does not reveal the right answer, and is the same for all
        # visitors.
        mixed = sorted(self.answers, key=lambda a: short_id("a", self.text, a.text))
        answers: list[AnswerText] = [
            {"text": a.text, "why": a.why, "right": a.right} for a in mixed
        ]
        return {
            "id": self.id, "text": self.text, "answers": answers, "section": self.section,
            "note": self.note, "deeper": is_deeper,
        }  # fmt: skip


class AnswerText(TypedDict):
    """An answer, whether it is right, and the reason."""

    text: str
    why: str
    right: bool


class AskedQuestion(TypedDict):
    """A question in the form sent to the browser."""

    id: str
    text: str
    answers: Sequence[AnswerText]
    section: str
    note: str
    deeper: bool


@dataclass(frozen=True)
class Quiz(Item):
    """The questions at the end of a page."""

    kind: ClassVar[str] = "quiz"
    questions: Sequence[AskedQuestion]


def questions_of(name: str) -> Sequence[Question]:
    """Return the quiz questions of a page, except those about closed steps; none while the quiz is
    closed, or for an unknown page."""
    return open_parts.questions(name)


def element(name: str) -> None:
    """Draw the quiz of a page."""
    page = page_declaration.page(name)
    deeper = {step.title for step in page.steps if step.depth != "core"} if page else set()
    item = Quiz([question.as_json(question.section in deeper) for question in questions_of(name)])
    live_element.mount_static(f"quiz-{name.replace('_', '-')}", item)
