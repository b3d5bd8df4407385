"""The questions of the pages, as other platforms take them: one right option, a reason for each."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lab.course.page_declaration import PageDeclaration

if TYPE_CHECKING:  # the quiz itself needs a server
    from lab.ui.quiz import Question

# What XML 1.0 can't hold in any form.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class BankOption:
    """What may be chosen, and the reason that is told for it."""

    text: str
    feedback: str
    right: bool = False


@dataclass(frozen=True)
class Picture:
    """A picture that a question is about. `name`: of its file."""

    name: str
    media_type: str
    data: bytes
    alternative: str


@dataclass(frozen=True)
class BankQuestion:
    """A question with one right option. `category`: the title of its page; `remark`: what is told
    after every answer."""

    id: str
    category: str
    text: str
    options: tuple[BankOption, ...]
    remark: str = ""
    picture: Picture | None = None

    @property
    def title(self) -> str:
        """A short name for lists: the page, and how the question begins."""
        words = self.text if len(self.text) <= 60 else f"{self.text[:59].rpartition(' ')[0]} …"
        return f"{self.category}: {words}"

    @property
    def right(self) -> BankOption:
        return next(option for option in self.options if option.right)


def clean(text: str) -> str:
    """One line, of characters that XML can hold."""
    return " ".join(_FORBIDDEN.sub("\ufffd", text).split())


def of_question(question: "Question", page: PageDeclaration) -> BankQuestion:
    """A question of a quiz, its options in the order in which the page shows them."""
    item = question.item()
    options = [BankOption(clean(a["text"]), clean(a["why"]), a["right"]) for a in item["answers"]]
    where = f"To try it out: {page.title}, “{question.section}”. In the notes: {question.note}."
    return BankQuestion(
        question.id, clean(page.title), clean(question.text), tuple(options), clean(where)
    )


def of_page(page: PageDeclaration) -> list[BankQuestion]:
    return [of_question(question, page) for question in page.quiz]


def of_pages(pages: Iterable[PageDeclaration]) -> list[BankQuestion]:
    """The questions of these pages, page by page."""
    return [question for page in pages for question in of_page(page)]


def categories(questions: Sequence[BankQuestion]) -> dict[str, list[BankQuestion]]:
    """The questions by their category, in the order of the first of each."""
    found: dict[str, list[BankQuestion]] = {}
    for question in questions:
        found.setdefault(question.category, []).append(question)
    return found
