"""A term opens its sentence by click, key and tap; the glossary has each term at an address."""

import re

import pytest
from playwright.sync_api import expect

from lab.course.glossary.notes import NOTES
from lab.course.glossary.symbols import SYMBOLS
from lab.course.glossary.terms import TERMS
from tests.browser.live import open_live
from tests.browser.whole_page import describe_violations, open_whole, prepare, violations

NOTE = ".kl-term-note:popover-open"


def alphabetical_key(name):
    """Return what determines the alphabetical order: the words of a name."""
    return re.sub(r"\W+", " ", name).lower()


def marked(page, name):
    term = page.locator(f'.kl-word[data-term="{name}"]').first
    term.wait_for()
    return term


@pytest.mark.thorough
def test_a_term_opens_its_definition(page, server):
    open_live(page, f"{server}/rbf-bandwidth")
    label = marked(page, "support-vector")
    label.click()
    note = page.locator(NOTE)
    expect(note).to_contain_text("An example with α ≠ 0")
    note.locator(".kl-term-picture path").first.wait_for(state="attached")
    expect(label).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    note.wait_for(state="detached")
    expect(label).to_have_attribute("aria-expanded", "false")
    assert label.evaluate("(term) => term === document.activeElement")
    page.keyboard.press("Enter")
    page.locator(NOTE).wait_for()
    page.locator(NOTE).get_by_role("button", name="Close").click()
    page.locator(NOTE).wait_for(state="detached")
    bump = page.locator('[data-testid="stMarkdownContainer"] .kl-word[data-term="bump"]')
    expect(bump, "the first use alone is marked in prose").to_have_count(1)
    marks = page.locator('[data-step="bumps"] .kl-readouts .kl-row > span')
    assert marks.locator(".kl-word").count() == marks.count() == 3


@pytest.mark.thorough
def test_every_number_of_the_notes_says_which_notes_it_is(page, server):
    open_live(page, f"{server}/kernel-ridge")
    marked(page, "notes-003")
    numbers = page.locator('[data-testid="stMarkdownContainer"] .kl-word[data-term="notes-003"]')
    assert numbers.count() > 1, "every use is marked"
    numbers.first.click()
    note = page.locator(NOTE)
    expect(note).to_contain_text("DSAS105 Lec2")
    note.get_by_role("link", name="All lecture notes").click()
    page.wait_for_url("**/glossary#notes-003")
    expect(page.locator("#notes-003")).to_contain_text("DSAS105 Lec2")


@pytest.mark.thorough
def test_a_text_that_streamlit_changes_is_whole(page, server):
    """React keeps writing into text nodes that it has created."""
    open_live(page, f"{server}/rbf-bandwidth")
    marked(page, "bump")
    page.evaluate(
        """() => {
          const marks = document.querySelectorAll("[data-testid=stMarkdownContainer] .kl-word");
          const mark = [...marks].find((e) => e.previousSibling?.nodeType === Node.TEXT_NODE);
          window.word = mark.textContent;
          window.box = mark.parentNode;
          mark.previousSibling.nodeValue = `A ${word} here, a ${word} there.`;
        }"""
    )
    page.wait_for_function("() => window.box.textContent.split(word).length === 3")
    assert page.evaluate("window.box.textContent.includes(`here, a ${word} there.`)")


@pytest.mark.thorough
def test_every_term_and_symbol_is_on_the_glossary_page(phone_page, server):
    page = phone_page
    open_live(page, f"{server}/glossary#slack")
    page.locator("#slack svg path").first.wait_for(state="attached")
    page.wait_for_function(
        "() => Math.abs(document.querySelector('#slack').getBoundingClientRect().top) < innerHeight"
    )
    names = page.locator(".kl-glossary-entries h3").all_inner_texts()
    assert sorted(names, key=alphabetical_key) == names and len(names) == len(TERMS)
    assert page.locator(".kl-glossary-entries svg").evaluate_all(
        "(all) => all.every((svg) => svg.children.length)"
    )
    expect(page.locator(".kl-symbols tbody tr")).to_have_count(len(SYMBOLS) + len(NOTES))
    marked(page, "test-error").tap()
    box = page.locator(NOTE).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844
    prepare(page)
    problems = violations(page)
    assert not problems, describe_violations(problems)
    page.keyboard.press("Escape")
    open_whole(page, server, "glossary")
    assert page.evaluate("whole.small(24)") == []
    problems = violations(page)
    assert not problems, describe_violations(problems)
