"""Formulas in a sentence are found, and written as LaTeX and MathML."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.questions.question_bank import page_questions
from lab.ui.mathml import mathml
from lab.ui.steps.formulas import InlineFormula, latex, markdown, parts
from pages.order import PAGES
from tests.pages.questions.platform_readers import from_latex, normal

TEXTS = [
    text
    for question in page_questions(PAGES)
    for text in (question.text, *(t for o in question.options for t in (o.text, o.feedback)))
]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("The distance is its absolute value divided by ‖w‖ = 5.",
         "The distance is its absolute value divided by [‖w‖ = 5]."),
        ("½‖w‖² + C Σ ξᵢ and Σ [1 − yᵢ f(xᵢ)]₊ + (λ/2)‖w‖² have the same solution.",
         "[½‖w‖² + C Σ ξᵢ] and [Σ [1 − yᵢ f(xᵢ)]₊ + (λ/2)‖w‖²] have the same solution."),
        ("The PAC bound requires 100 examples for 1,000 functions, ε = 0.1 and δ = 0.05.",
         "The PAC bound requires 100 examples for 1,000 functions, [ε = 0.1] and [δ = 0.05]."),
        ("Two points lie exactly τ apart. What is K(x, z)?",
         "Two points lie exactly [τ] apart. What is [K(x, z)]?"),
        ("Its slope is −e⁻ᶻ, here about −148.", "Its slope is [−e⁻ᶻ], here about −148."),
        ("k(x, x′) = xᵀx′ alone, a = b", "[k(x, x′) = xᵀx′] alone, a = b"),
        ("A class of 3", "A class of 3"),
    ],
)  # fmt: skip
def test_a_formula_is_found_in_a_sentence(text, marked):
    text_parts = parts(text)
    assert "".join(p if isinstance(p, str) else f"[{p.plain}]" for p in text_parts) == marked


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("‖x − x′‖²", r"\Vert x - x'\Vert ^{2}"),
        ("e⁻ᶻ", "e^{-z}"),
        ("x₁²", "x_{1}^{2}"),
        ("αᵀKα", r"\alpha ^{\top}K\alpha"),
        ("1/√100", r"1/\sqrt{100}"),
        ("exp(−½)", r"\exp (-\tfrac{1}{2})"),
        ("min{x, x′}", r"\min \{x, x'\}"),
    ],
)
def test_a_formula_as_latex(text, written):
    assert latex(text) == written


def test_every_formula_of_the_pages_is_known_to_mathml_and_read_back():
    formulas = {part for text in TEXTS for part in parts(text) if isinstance(part, InlineFormula)}
    assert len(formulas) > 100
    for formula in formulas:
        assert mathml(formula.latex)[0] == "math"
        assert normal(from_latex(formula.latex)) == normal(formula.plain)


def test_what_is_left_in_prose_needs_no_typesetting():
    """A letter, a number or a sum of numbers is readable without typesetting."""
    prose = " ".join(p for text in TEXTS for p in parts(text) if isinstance(p, str))
    assert re.findall(r"[α-ωΦ₀-₉²³ᵀᵢ√‖]", prose) == []


@given(st.text(alphabet="aτx²₁ᵢ′‖√½ΣᵀK()[]{}, .=+−-/_!*1min\\$", max_size=14))
def test_a_sentence_stays_the_same_text(text):
    text_parts = parts(text)
    assert "".join(p if isinstance(p, str) else p.plain for p in text_parts) == text
    for part in text_parts:
        if isinstance(part, InlineFormula):
            assert normal(from_latex(part.latex)) == normal(part.plain)


def test_a_page_typesets_the_formulas_of_a_sentence():
    assert markdown("With λ = 1/m the sum C\u00a0Σ\u00a0ξ stays.") == (
        r"With $\lambda = 1/m$ the sum $C \sum \xi$ stays."
    )
    assert markdown("No formula is here.") == "No formula is here."
