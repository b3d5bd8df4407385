"""The pages' questions for other platforms, each with one right option and with feedback."""

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from features.questions import scene_picture
from lab.course.page_declaration import PageDeclaration

if TYPE_CHECKING:  # only annotations need these modules
    from lab.ui.challenges import Challenge
    from lab.ui.quiz import Question

# Random draws for each requested variant. If the draws give too few different questions, there are
# fewer variants.
_DRAWS_PER_VARIANT = 20
_NUMBER = re.compile(r"\{[\w:]+:[a-z]+\}")  # as in assets/base/conditions.js, fill
# Characters that XML 1.0 can't contain.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class BankOption:
    """An option, with the feedback that is shown when it is chosen; "" if there is none."""

    text: str
    feedback: str
    is_right: bool = False


@dataclass(frozen=True)
class QuestionPicture:
    """The picture of a question. `name` is its file name, `alternative` describes it in words."""

    name: str
    data: bytes
    alternative: str


@dataclass(frozen=True)
class BankQuestion:
    """A question with one right option.

    `category` is the title of its page. `remark` is shown after every answer.
    """

    id: str
    category: str
    text: str
    options: tuple[BankOption, ...]
    remark: str = ""
    picture: QuestionPicture | None = None

    @property
    def title(self) -> str:
        """A short title for lists: the page, and the beginning of the question."""
        words = self.text if len(self.text) <= 60 else f"{self.text[:59].rpartition(' ')[0]} …"
        return f"{self.category}: {words}"

    @property
    def right_option(self) -> BankOption:
        return next(option for option in self.options if option.is_right)


def clean(text: str) -> str:
    """Replace white space by single spaces, and characters that XML can't contain by U+FFFD."""
    return " ".join(_FORBIDDEN.sub("\ufffd", text).split())


def from_quiz(question: "Question", page: PageDeclaration) -> BankQuestion:
    """Convert a quiz question. Its options are in the order of the page."""
    item = question.as_json()
    options = [BankOption(clean(a["text"]), clean(a["why"]), a["right"]) for a in item["answers"]]
    source = f"Try it in the app: page “{page.title}”, step “{question.section}”."
    if question.note:
        source += f" Lecture notes: {question.note}."
    return BankQuestion(
        question.id, clean(page.title), clean(question.text), tuple(options), clean(source)
    )


def has_numbers(text: str) -> bool:
    """Return whether a text has placeholders {name:format} for numbers of the picture."""
    return bool(_NUMBER.search(text))


def from_challenge(challenge: "Challenge", page: PageDeclaration) -> BankQuestion:
    """Convert a prediction for use without its live picture. Reasons and a goal that depend on the
    picture are left out, so the right option may have no feedback."""
    wrong_feedback = clean(f"The answer is “{challenge.answer}”. {challenge.reason_anywhere}")
    options = [
        BankOption(
            clean(o.label),
            clean(challenge.reason_anywhere) if is_right else wrong_feedback,
            is_right,
        )
        for o in challenge.options
        for is_right in [o.label == challenge.answer]
    ]
    source = f"Try it in the app: page “{page.title}”."
    if not has_numbers(challenge.goal):
        source += f" {challenge.goal}"
    picture = None
    if challenge.beside_first:
        name, words = f"{page.name}.svg", scene_picture.describe(page.scene)
        picture = QuestionPicture(name, scene_picture.svg(page.scene), words)
    return BankQuestion(
        challenge.id, clean(page.title), clean(challenge.question), tuple(options), clean(source),
        picture,
    )  # fmt: skip


def questions_from_page(page: PageDeclaration) -> list[BankQuestion]:
    """Return the page's quiz questions, and its predictions with a fixed answer and a question
    without numbers of the picture."""
    predictions = [c for c in page.challenges if c.answer and not has_numbers(c.question)]
    return [
        *(from_quiz(question, page) for question in page.quiz),
        *(from_challenge(challenge, page) for challenge in predictions),
    ]


def page_questions(pages: Iterable[PageDeclaration], variants: int = 0, seed: int = 0
             ) -> list[BankQuestion]:  # fmt: skip
    """Return the questions of these pages, and at most `variants` random variants of each question
    that has numbers.

    `seed` is the random seed of the variants.
    """
    return [
        question
        for page in pages
        for question in [*questions_from_page(page), *variants_of(page, variants, seed)]
    ]


def variants_of(page: PageDeclaration, count: int, seed: int) -> list[BankQuestion]:
    """Make at most `count` different random variants of each question with numbers."""
    quiz_ids = {question.id for question in page.quiz}
    variants: dict[str, BankQuestion] = {}
    for variant in page.quiz_variants:
        rng = np.random.default_rng([seed, zlib.crc32(variant.name.encode())])
        new_variants: dict[str, BankQuestion] = {}
        for _ in range(_DRAWS_PER_VARIANT * count):
            question = from_quiz(variant.draw(rng), page)
            if question.id not in quiz_ids and len(new_variants) < count:
                new_variants.setdefault(question.id, question)
        variants |= new_variants
    return list(variants.values())


def categories(questions: Sequence[BankQuestion]) -> dict[str, list[BankQuestion]]:
    """Group questions by category, in the order of their first question."""
    groups: dict[str, list[BankQuestion]] = {}
    for question in questions:
        groups.setdefault(question.category, []).append(question)
    return groups
