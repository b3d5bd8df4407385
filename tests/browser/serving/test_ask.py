"""Small requests to a busy or unreachable server: the page shows a message, and asks again until
the server answers."""

import pytest
from playwright.sync_api import expect

from tests.browser import eyes, hand
from tests.browser.live import open_live
from tests.browser.watch import SERVER_GONE

BUSY_MESSAGE = "The server is busy with other pictures; please try again in a moment."
SHARE = "Your network address has used up its share of computing time"
GONE_MESSAGE = "The server does not answer."


@pytest.mark.thorough
def test_a_failed_question_is_retried_until_answered(page, server, watch):
    watch.allow(r"status of (503|429|502)", *SERVER_GONE, "ERR_CONNECTION")
    questions, replies = [], [(503, BUSY_MESSAGE)]

    def turned_away(route):
        questions.append(route.request.url)
        status, words = replies[0]
        if status == 0:
            route.abort("connectionreset")
        elif status == 200:
            route.continue_()
        elif status == 502:  # an HTML page, as nginx sends it
            route.fulfill(status=502, body="<html>Bad Gateway</html>", content_type="text/html")
        else:
            route.fulfill(status=status, json={"message": words}, headers={"Retry-After": "1"})

    open_live(page, f"{server}/kernel-trick")
    page.route("**/inner?**", turned_away)
    view = page.locator('[data-view="inner"]')
    view.scroll_into_view_if_needed()
    caption, canvas = view.locator("p.kl-caption"), view.locator("canvas")
    hint = caption.text_content()
    for status, words in (
        (503, BUSY_MESSAGE),
        (429, SHARE),
        (0, GONE_MESSAGE),
        (502, GONE_MESSAGE),
    ):
        replies[0], before = (status, words), len(questions)
        answer_count = int(view.get_attribute("data-answers") or 0)
        canvas.press("1")
        canvas.press("ArrowRight")
        caption.get_by_text(words).or_(caption.filter(has_text=words)).first.wait_for()
        expected_count = before + 2  # the picture stays, and is requested again
        eyes.wait_until(page, lambda count=expected_count: len(questions) >= count)
        assert words in caption.text_content(), "and the sentence stays"
        assert questions[-1] == questions[before], "the same question"
        replies[0] = (200, "")
        page.wait_for_function(
            "([view, n]) => Number(view.dataset.answers ?? 0) > n",
            arg=[view.element_handle(), answer_count],
        )
        expect(caption, "the message is gone").to_have_text(hint)


@pytest.mark.thorough
def test_only_the_newer_of_two_questions_is_retried(page, server, watch):
    watch.allow(r"status of 503")
    questions = []

    def answer_busy(route):
        questions.append(route.request.url)
        if len(questions) <= 2:
            headers = {"Retry-After": "3" if len(questions) == 1 else "1"}
            route.fulfill(status=503, json={"message": BUSY_MESSAGE}, headers=headers)
        else:
            route.continue_()

    open_live(page, f"{server}/kernel-trick")
    page.route("**/inner?**", answer_busy)
    view = page.locator('[data-view="inner"]')
    view.scroll_into_view_if_needed()
    canvas = view.locator("canvas")
    canvas.press("1")
    canvas.press("ArrowRight")
    view.get_by_text(BUSY_MESSAGE).wait_for()
    canvas.press("ArrowUp")
    page.wait_for_function(
        "(view) => Number(view.dataset.answers ?? 0) > 0", arg=view.element_handle()
    )
    hand.let_pass(page, 3500)
    assert len(questions) == 3 and questions[0] != questions[1] == questions[2], (
        "the older one is not retried"
    )
