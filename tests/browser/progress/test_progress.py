"""Stored progress of challenges and quizzes, the link to resume, and a browser that stores
nothing."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from lab.ui import quiz
from pages.order import PAGES
from tests.browser import hand
from tests.browser.live import open_live, to_step, until_the_address_holds, until_the_quiz
from tests.browser.progress.stored_progress import KEY, stored_progress

FIRST_PAGE = next(page for page in PAGES if page.quiz)
FIRST, SECOND, *_ = FIRST_PAGE.quiz
BLOCKED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("not here", "SecurityError"); },
});"""


def core_count(declared):
    """Return how many questions of a page are about its core steps; only these are counted."""
    other_titles = {step.title for step in declared.steps if step.depth != "core"}
    return sum(question.section not in other_titles for question in declared.quiz)


def challenge(page):
    return page.locator(".kl-challenge").first


def predict_and_reach_the_first_goal(page):
    """Meet the first goal: with a small τ no training point is misclassified."""
    challenge(page).get_by_role("button", name="small τ").click()
    hand.click_at(page, "tau", 8)
    expect(challenge(page)).to_have_attribute("data-state", "done")


def card(page, question):
    return page.locator(f'[data-question="{question.id}"]')


def option(page, question, right):
    """Return a question's right option; if `right` is false, its first wrong one."""
    text = next(answer.text for answer in question.answers if answer.right == right)
    exactly = page.get_by_text(text, exact=True)
    return card(page, question).get_by_role("radio").filter(has=exactly)


def reason(question, text):
    return next(answer.why for answer in question.answers if answer.text == text)


def scene_at(url):
    """Return the page and the words of an address; in an exported course the path ends in a
    slash."""
    parts = urlsplit(url)
    return parts.path.rstrip("/"), dict(parse_qsl(parts.query))


def way(page, title):
    return page.locator(".kl-map-entry").filter(has_text=title)


def to_front_door(page):
    """Go to the front page by a link, without a reload."""
    page.get_by_role("link", name="Kernel methods, live").first.click()
    page.locator(".kl-map").wait_for()


@pytest.mark.thorough
def test_progress_is_kept_until_cleared(page, server):
    open_live(page, server + "/rbf-bandwidth")
    predict_and_reach_the_first_goal(page)
    expect(challenge(page)).to_contain_text("✓ done")
    answer_two_questions_by_keys(page)
    open_live(page, page.url)
    to_step(page, "too-narrow-too-wide")
    expect(challenge(page)).to_contain_text("Solved earlier")
    expect(challenge(page)).to_contain_text("Correct: “small τ”.")
    to_step(page, "quiz")
    until_the_quiz(page)
    deeper = page.locator(".kl-quiz-card", has_text="From a step beyond the core")
    expect(deeper, "one on Random waves").to_have_count(1)
    expect(card(page, SECOND)).to_contain_text(reason(SECOND, SECOND.right))
    expect(card(page, FIRST)).to_have_attribute("data-state", "later")
    to_front_door(page)
    bandwidth = way(page, "RBF bandwidth")
    expect(page.locator(".kl-map > p").first).to_have_text(
        "You have solved 1 challenge and answered 2 questions correctly."
    )
    steps = bandwidth.locator(".kl-dots i")
    expect(steps.nth(2), "its challenge is met").to_have_attribute("data-done", "full")
    expect(way(page, PAGES[-2].title).locator(".kl-dots")).to_have_attribute("data-full", "0")
    page.get_by_role("button", name="Clear my progress").click()
    page.get_by_role("button", name="Keep my progress").click()
    expect(steps.nth(2)).to_have_attribute("data-done", "full")
    page.get_by_role("button", name="Clear my progress").click()
    page.get_by_role("button", name="Yes, clear my progress").click()
    expect(bandwidth.locator(".kl-dots")).to_have_attribute("data-full", "0")
    expect(page.locator(".kl-resume")).to_be_hidden()
    assert stored_progress(page) is None


def answer_two_questions_by_keys(page):
    """Answer two quiz questions by keyboard alone, the first after a wrong choice. Arrows move the
    focus, space or Enter chooses."""
    to_step(page, "quiz")
    radios = card(page, FIRST).get_by_role("radio")
    radios.first.wait_for()
    texts = [text.lstrip("○").strip() for text in radios.all_inner_texts()]
    wrong_answer = next(text for text in texts if text != FIRST.right)
    radios.first.focus()
    walk(page, texts.index(wrong_answer))
    # Moving the focus chooses nothing.
    expect(card(page, FIRST)).to_have_attribute("data-state", "open")
    page.keyboard.press("Space")
    expect(card(page, FIRST).get_by_role("status")).to_contain_text(
        "Not correct. " + reason(FIRST, wrong_answer)
    )
    expect(card(page, FIRST).get_by_role("button", name=FIRST.section)).to_be_visible()
    walk(page, texts.index(FIRST.right) - texts.index(wrong_answer))
    page.keyboard.press("Enter")
    expect(card(page, FIRST).get_by_role("status")).to_contain_text(
        "Correct. " + reason(FIRST, FIRST.right)
    )
    option(page, SECOND, right=True).focus()
    page.keyboard.press("Space")
    expect(page.locator(".kl-is-quiz")).to_contain_text(
        f"2 of {core_count(FIRST_PAGE)} answered correctly, 1 at the first try"
    )


def walk(page, steps):
    for _ in range(abs(steps)):
        page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")


@pytest.mark.thorough
def test_resume_restores_the_exact_scene(page, server):
    live = open_live(page, server + "/rbf-bandwidth")
    hand.drag(page, "tau", 12)
    page.mouse.up()
    page.wait_for_url(re.compile("tau="))
    error, address = live.locator('[data-readout="test_error"]').inner_text(), page.url
    page.locator('[data-step="price"]').scroll_into_view_if_needed()
    (rbf,) = (entry for entry in PAGES if entry.name == "rbf_bandwidth")
    heading = next(step.question for step in rbf.steps if step.name == "price")
    in_view = "([key, heading]) => localStorage.getItem(key)?.includes(heading)"
    page.wait_for_function(in_view, arg=[KEY, heading])
    to_front_door(page)
    link = page.get_by_role("link", name="Resume: RBF bandwidth, τ = ")
    expect(page.locator(".kl-resume")).to_contain_text(f"at “{heading}”")
    href = link.evaluate("(a) => a.href")
    assert scene_at(href) == scene_at(address), "a link as any other"
    link.click()
    page.wait_for_url(lambda url: scene_at(url) == scene_at(href))
    until_the_address_holds(page)
    expect(hand.slider(page, "tau")).to_have_value("12")
    expect(page.locator('[data-readout="test_error"]').first).to_have_text(error)
    expect(page.get_by_role("heading", name=heading)).to_be_in_viewport()
    page.goto(server + "/?view=lecture")
    page.locator('.is-on-stage[data-ready="1"]').wait_for()
    expect(page.locator(".kl-resume")).to_be_hidden()  # a lecture does not show it


@pytest.mark.thorough
def test_without_storage_progress_lasts_for_the_visit(page, server):
    page.add_init_script(BLOCKED)
    open_live(page, server + "/rbf-bandwidth")
    predict_and_reach_the_first_goal(page)
    until_the_quiz(page)
    option(page, FIRST, right=True).click()
    expect(card(page, FIRST)).to_have_attribute("data-state", "first")
    expect(page.locator(".kl-is-quiz")).to_contain_text("This browser stores nothing")
    to_front_door(page)
    expect(page.locator(".kl-map > p").first).to_contain_text("You have solved 1 challenge")
    expect(page.locator(".kl-map")).to_contain_text("does not let the page store anything")
    way(page, "SVM").get_by_role("link").click()  # this link does not reload the app
    page.wait_for_url(server + "/svm*")
    to_front_door(page)
    expect(page.locator(".kl-map > p").first).to_contain_text("answered 1 question correctly.")


@pytest.mark.thorough
def test_a_whole_quiz_by_touch(phone_page, server):
    page, questions = phone_page, quiz.questions_of("svm")
    open_live(page, server + "/svm")
    until_the_quiz(page)
    option(page, questions[0], right=False).tap()
    for question in questions:
        option(page, question, right=True).tap()
        assert option(page, question, right=True).bounding_box()["height"] >= 44
    end = page.locator(".kl-quiz-end")
    svm = next(entry for entry in PAGES if entry.name == "svm")
    count = core_count(svm)
    expect(end).to_contain_text(f"{count - 1} of {count} correct at the first try.")
    option(page, questions[1], right=False).tap()  # a wrong option shows its reason
    expect(card(page, questions[1])).to_have_attribute("data-state", "first")
    end.get_by_role("button", name=questions[0].section).tap()
    heading = next(step.question for step in svm.steps if step.title == questions[0].section)
    expect(page.get_by_role("heading", name=heading)).to_be_in_viewport()
    end.get_by_role("button", name="Retake the quiz").tap()
    expect(card(page, questions[0])).to_have_attribute("data-state", "open")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.thorough
def test_a_framed_page_is_not_stored_as_the_last_place(page, server):
    open_live(page, server + "/svm?embed=true")
    hand.hurry(page)
    page.mouse.click(5, 300)
    hand.let_pass(page, 5000)
    page.goto(server)
    page.locator(".kl-map").wait_for()
    expect(page.locator(".kl-resume")).to_be_hidden()
