"""Variants of questions with other numbers: the right answer is computed again from the question's
text."""

import re
from math import exp, hypot

import numpy as np
import pytest

from pages.order import PAGES
from tests.pages.quiz.numbers_in_text import numbers

SEEDS = range(30)
SUM = re.compile(r"(\d[\d.]* [+−] \d[\d.]*) = ([−\d.]*\d)")
VARIANTS = [(page, variant) for page in PAGES for variant in page.quiz_variants]


def plain(value: float, digits: int | None = None) -> str:
    text = f"{value:.10g}" if digits is None else f"{value:.{digits}f}"
    return text.replace("-", "−")


def distance(text: str) -> str:
    x, y, w1, w2, b = _line(text)
    return plain(abs(w1 * x + w2 * y + b) / hypot(w1, w2))


def _line(text: str) -> tuple[float, ...]:
    match = re.search(r"\((\d+), (\d+)\) .* (\d+)x₁ \+ (\d+)x₂ ([+−]) (\d+) = 0", text)
    x, y, w1, w2, sign, b = match.groups()
    return float(x), float(y), float(w1), float(w2), float(b) * (1 if sign == "+" else -1)


def number_in(text: str, pattern: str) -> float:
    return float(re.search(pattern, text)[1])


RIGHT = {
    "distance_of_a_point": distance,
    "hinge_at_a_small_margin": lambda t: plain(round(1 - number_in(t, r"z = ([\d.]+\d)"), 9)),
    "the_other_probability": lambda t: plain(1 / (1 + exp(number_in(t, r"g\(([\d.]+)\)"))), 2),
    "similarity_at_a_distance": lambda t: plain(
        exp(-(number_in(t, r"lie ([\d.]+)") ** 2) / (2 * number_in(t, r"τ = ([\d.]+\d)") ** 2)), 2),
    "cost_of_the_mean": lambda t: "1",
    "squared_distance_of_two": lambda t: "{0} and −{0}".format(
        plain(number_in(t, r"distance (\d+)") ** 2)),
    "classifiers_for_ten_classes": lambda t: str(
        {"six": 15, "seven": 21, "eight": 28, "nine": 36, "ten": 45, "eleven": 55,
         "twelve": 66}[t.split()[0].lower()]),
    "softmax_of_two": lambda t: plain(1 / (1 + exp(-number_in(t, r"z₁ = (\d)"))), 2),
    "shrunk_and_thresholded": lambda t: "ridge {}, ℓ₁ {}".format(
        plain(number_in(t, r"b = (\d+)") / (1 + number_in(t, r"λ = (\d+)"))),
        plain(number_in(t, r"b = (\d+)") - number_in(t, r"λ = (\d+)") / 2)),
    "square_of_the_inner_product": lambda t: plain(_inner(t) ** 2),
}  # fmt: skip


def _inner(text: str) -> float:
    pairs = re.findall(r"= \((\d+), ([−\d]+)\)", text)
    x, z = ([float(n.replace("−", "-")) for n in pair] for pair in pairs)
    return float(np.dot(x, z))


def test_every_variant_is_computed_a_second_way():
    assert {variant.name for _, variant in VARIANTS} == {*RIGHT}


@pytest.mark.parametrize(("page", "variant"), VARIANTS, ids=lambda item: getattr(item, "name", ""))
def test_the_right_answer_follows_from_the_words(page, variant):
    variants = [variant.draw(np.random.default_rng(seed)) for seed in SEEDS]
    for question in [variant.make(), *variants]:
        assert question.right == RIGHT[variant.name](question.text)
        assert len({answer.text for answer in question.answers}) == len(question.answers)
    assert len({question.id for question in variants}) >= 3


@pytest.mark.parametrize(("page", "variant"), VARIANTS, ids=lambda item: getattr(item, "name", ""))
def test_a_variant_with_its_default_numbers_is_the_question_of_the_page(page, variant):
    questions = {question.id: question for question in page.quiz}
    if variant.name == "similarity_at_a_distance":
        base = next(q for q in page.quiz if q.check == "one_bandwidth_away")
        tau = variant.make(tau=0.7, distance=0.7)
        assert tau.right == base.right, "at one bandwidth's distance it is the page's"
    else:
        assert questions[variant.make().id] == variant.make()


def test_a_reason_names_no_number_of_another_variant():
    """A reason must be true of the numbers of its own question."""
    for _, variant in VARIANTS:
        for seed in SEEDS:
            question = variant.draw(np.random.default_rng(seed))
            for answer in question.answers:
                for left, right in SUM.findall(answer.why):
                    a, sign, b = left.split()
                    value = float(a) + float(b) * (1 if sign == "+" else -1)
                    assert value == pytest.approx(numbers(right)[0]), answer.why
