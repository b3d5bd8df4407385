"""Questions as a platform should read them back from our files."""

from features.questions.question_bank import (
    BankQuestion,
)
from tests.pages.questions.platform_readers import ReadQuestion, normal


def expected(question: BankQuestion, pictures: bool) -> ReadQuestion:
    options = {(normal(o.text), normal(o.feedback), o.is_right) for o in question.options}
    picture = question.picture.data if question.picture and pictures else None
    return ReadQuestion(question.id, normal(question.text), frozenset(options),
                        normal(question.remark), "", picture)  # fmt: skip


def without_category(question: ReadQuestion) -> ReadQuestion:
    return ReadQuestion(
        question.id, question.text, question.options, question.remark, "", question.picture
    )
