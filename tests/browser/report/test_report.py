"""How a course is doing: what a visitor does is counted once, and the host sees the sums."""

import pytest
from playwright.sync_api import expect

from pages.order import PAGES


@pytest.mark.thorough
def test_what_is_answered_is_counted_once_and_the_host_sees_it(make_page, make_server, tmp_path):
    asking = next(page for page in PAGES if page.quiz)
    first = asking.quiz[0]
    course = tmp_path / "course.toml"
    course.write_text('report_secret = "sixteen letters or more"\n', "utf-8")
    site = make_server(COURSE=str(course)).url
    page = make_page()
    sent = []
    page.on("request", lambda r: sent.append(r.post_data) if r.url.endswith("/counts") else None)
    page.goto(f"{site}/{asking.path}")
    expect(page.get_by_text("This course counts what is opened")).to_be_visible()
    wrong = next(answer.text for answer in first.answers if not answer.right)
    page.get_by_role("radio", name=wrong).click()
    with page.expect_response(lambda reply: reply.url.endswith("/counts")) as counted:
        page.get_by_role("radio", name=first.right).click()
    assert counted.value.status == 204
    page.reload()
    with page.expect_response(lambda reply: reply.url.endswith("/counts")):
        page.get_by_role("radio", name=first.right).wait_for()
    assert "".join(sent).count(f'["wrong","{first.id}"]') == 1 and "right" not in "".join(sent)

    host = make_page()
    host.goto(f"{site}/report")
    host.get_by_label("report_secret").fill("sixteen letters or more")
    host.get_by_role("button", name="Show the counts").click()
    expect(host.get_by_role("heading", name=asking.title)).to_be_visible()
    expect(host.locator("main")).to_contain_text("0 of 1 right at first")
    host.goto(f"{site}/privacy")
    expect(host.locator("main")).to_contain_text("This course counts, week by week")
