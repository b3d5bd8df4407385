"""The questions for other platforms include variants with other numbers."""

from features.questions.question_bank import page_questions, questions_from_page, variants_of
from pages.order import PAGES


def test_a_seed_draws_the_same_and_another_seed_others():
    pages = [page for page in PAGES if page.quiz_variants]
    for page in pages:
        variant_lists = [variants_of(page, 3, 7) for _ in range(2)]
        assert variant_lists[0] == variant_lists[1] and 0 < len(variant_lists[0]) <= 3 * len(
            page.quiz_variants
        )
        quiz_ids = {question.id for question in questions_from_page(page)}
        assert not quiz_ids & {question.id for question in variant_lists[0]}
    assert page_questions(pages, 2, 1) != page_questions(pages, 2, 2)
    assert page_questions(pages, 0) == [
        question for page in pages for question in questions_from_page(page)
    ]
