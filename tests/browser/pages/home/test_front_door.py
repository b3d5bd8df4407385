"""The front door's links have one colour, and its small words can be read, in both themes."""

import pytest

from tests.browser.live import open_live
from tests.browser.whole_page import describe_violations, prepare, violations


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "opens", "shows"),
    [("", "Bring your own lecture", ".kl-code"), ("rbf-bandwidth", "Ask this", "[data-tag]")],
    ids=["lecture", "task"],
)
def test_text_outside_of_the_app_is_readable_in_dark_theme(page, server, path, opens, shows):
    """Streamlit sets no colour scheme for its dialogs: code was white on white there."""
    page.emulate_media(color_scheme="dark")
    open_live(page, f"{server}/{path}")
    page.get_by_role("button", name=opens).click()
    page.locator(f"[data-testid=stDialog] {shows}").first.wait_for()
    prepare(page)
    page.wait_for_function("() => !whole.moving().length")  # until it has faded in
    problems = [
        violation for violation in violations(page) if violation["rule"] == "color-contrast"
    ]
    assert not problems, describe_violations(problems)
