"""The questions of the pages, as other platforms take them: one right option, a reason for each."""

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from features.questions import scene_picture
from lab.course.page_declaration import PageDeclaration

if TYPE_CHECKING:  # these need a server
    from lab.ui.challenges import Challenge
    from lab.ui.quiz import Question

_DRAWS = 20  # for one variant that is new: where numbers are few, fewer are found
# What XML 1.0 can't hold in any form.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class BankOption:
    """What may be chosen, and the reason that is told for it."""

    text: str
    feedback: str
    right: bool = False


@dataclass(frozen=True)
class QuestionPicture:
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
    picture: QuestionPicture | None = None

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


def of_challenge(challenge: "Challenge", page: PageDeclaration) -> BankQuestion:
    """A prediction, asked where nothing moves: the right one and the reason are told after it."""
    told = clean(f"It is “{challenge.answer}”. {challenge.reason_anywhere}")
    options = [
        BankOption(clean(o.label), clean(challenge.reason_anywhere) if right else told, right)
        for o in challenge.options
        for right in [o.label == challenge.answer]
    ]
    where = f"To see it: {page.title}. {challenge.goal}"
    picture = None
    if challenge.beside_first:
        name, words = f"{page.name}.svg", scene_picture.in_words(page.scene)
        picture = QuestionPicture(name, "image/svg+xml", scene_picture.svg(page.scene), words)
    return BankQuestion(
        challenge.id, clean(page.title), clean(challenge.question), tuple(options), clean(where),
        picture,
    )  # fmt: skip


def of_page(page: PageDeclaration) -> list[BankQuestion]:
    """Its quiz, and its predictions that have an answer without the picture that moves."""
    predictions = [one for one in page.challenges if one.answer]
    return [
        *(of_question(question, page) for question in page.quiz),
        *(of_challenge(challenge, page) for challenge in predictions),
    ]


def of_pages(pages: Iterable[PageDeclaration], variants: int = 0, seed: int = 0
             ) -> list[BankQuestion]:  # fmt: skip
    """The questions of these pages, page by page; with so many `variants` of those that numbers
    decide, which the `seed` draws."""
    return [
        question
        for page in pages
        for question in [*of_page(page), *variants_of(page, variants, seed)]
    ]


def variants_of(page: PageDeclaration, count: int, seed: int) -> list[BankQuestion]:
    """At most `count` of each question that can be asked with other numbers, no two the same."""
    known = {question.id for question in page.quiz}
    found: dict[str, BankQuestion] = {}
    for variant in page.quiz_variants:
        rng = np.random.default_rng([seed, zlib.crc32(variant.name.encode())])
        new: dict[str, BankQuestion] = {}
        for _ in range(_DRAWS * count):
            drawn = of_question(variant.draw(rng), page)
            if drawn.id not in known and len(new) < count:
                new.setdefault(drawn.id, drawn)
        found |= new
    return list(found.values())


def categories(questions: Sequence[BankQuestion]) -> dict[str, list[BankQuestion]]:
    """The questions by their category, in the order of the first of each."""
    found: dict[str, list[BankQuestion]] = {}
    for question in questions:
        found.setdefault(question.category, []).append(question)
    return found
