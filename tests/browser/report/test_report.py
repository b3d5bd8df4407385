"""Counts of a course: each event of a visitor is counted once, and the instructor sees the sums."""

import pytest
from playwright.sync_api import expect

from features.report import page as report_page
from features.report.course_counts import Count
from pages.order import PAGES
from tests.browser.whole_page import assert_accessible


@pytest.mark.thorough
def test_a_first_answer_is_counted_once(make_page, make_server, tmp_path):
    quiz_page = next(page for page in PAGES if page.quiz)
    question = quiz_page.quiz[0]
    course = tmp_path / "course.toml"
    course.write_text('report_secret = "sixteen letters or more"\n', "utf-8")
    site = make_server(COURSE=str(course)).url
    page = make_page()
    messages = []
    page.on(
        "request", lambda r: messages.append(r.post_data) if r.url.endswith("/counts") else None
    )
    page.goto(f"{site}/{quiz_page.path}")
    expect(page.get_by_text("This course counts visits to pages")).to_be_visible()
    wrong_answer = next(answer.text for answer in question.answers if not answer.right)
    page.get_by_role("radio", name=wrong_answer).click()
    with page.expect_response(lambda reply: reply.url.endswith("/counts")) as counts_reply:
        page.get_by_role("radio", name=question.right).click()
    assert counts_reply.value.status == 204
    page.reload()
    with page.expect_response(lambda reply: reply.url.endswith("/counts")):
        page.get_by_role("radio", name=question.right).wait_for()
    assert "".join(messages).count(f'["wrong","{question.id}"]') == 1 and "right" not in "".join(
        messages
    )

    host = make_page()
    host.goto(f"{site}/report")
    host.get_by_label("report_secret").fill("sixteen letters or more")
    host.get_by_role("button", name="Show the counts").click()
    expect(host.get_by_role("heading", name=quiz_page.title)).to_be_visible()
    expect(host.locator("main")).to_contain_text("0 of 1")
    host.goto(f"{site}/privacy")
    expect(host.locator("main")).to_contain_text("This course counts, week by week")


@pytest.mark.thorough
def test_axe_finds_nothing_on_the_report(page):
    quiz_page = next(page for page in PAGES if page.quiz)
    question = quiz_page.quiz[0].id
    counts = [Count("2026-W47", quiz_page.name, event, question, 9)
              for event in ("right", "wrong")]  # fmt: skip
    for html in (report_page.form("Wrong."), report_page.page(counts), report_page.page([])):
        assert_accessible(page, html)
