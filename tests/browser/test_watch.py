"""The watch of pages notices each kind of problem."""

import pytest

from tests.browser import eyes

BLANK = "data:text/html,<title>blank</title>"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('a slip')", "console error: a slip"),
        ("console.warn('preloaded, not used: a slip')", "console warning: preloaded, not used"),
        ("setTimeout(() => { throw new Error('a slip') })", "uncaught error: a slip"),
        ("fetch('http://example.org/x').catch(() => 0)", "another host: http://example.org/x"),
        ("new WebSocket('ws://example.org/x')", "another host: ws://example.org/x"),
    ],
)
def test_a_page_that_misbehaves_is_noticed(page, watch, script, complaint):
    page.goto(BLANK)
    page.evaluate(f"() => {{ {script} }}")
    eyes.wait_until(page, lambda: complaint in "\n".join(watch.complaints()), complaint)
    watch.allow("a slip", "example.org", "ERR_NAME_NOT_RESOLVED")


def test_only_allowed_complaints_are_ignored(page, watch):
    page.goto(BLANK)
    page.evaluate("() => { console.error('expected'); console.error('not expected by anyone') }")
    watch.allow(r"error: expected")
    assert len(watch.complaints()) == 1
    watch.allow(r"not expected")
    assert watch.complaints() == []


def test_the_phone_is_a_phone(phone_page):
    phone_page.goto(BLANK)
    assert phone_page.viewport_size == {"width": 390, "height": 844}
    assert phone_page.evaluate("[devicePixelRatio, navigator.maxTouchPoints > 0]") == [2, True]
