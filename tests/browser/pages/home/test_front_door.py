"""The front door's links have one colour, and its small words can be read, in both themes."""

import pytest

from lab.ui.palette import THEMES
from tests.browser.eyes import rgb
from tests.browser.live import open_live
from tests.browser.whole_page import prepare, told, violations

# The colours of all words of Streamlit's that lead somewhere or are small, as shown.
INKS = """() => [...document.querySelectorAll(
  "[data-testid=stMarkdownContainer] a, [data-testid=stCaptionContainer]")].map((e) => {
  let opacity = 1;
  for (let one = e; one; one = one.parentElement) opacity *= getComputedStyle(one).opacity;
  return [e.tagName === "A", getComputedStyle(e).color, opacity];
})"""


@pytest.mark.thorough
def test_links_have_one_colour_and_small_words_are_not_faint(page, server):
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        open_live(page, f"{server}/")
        page.get_by_role("link", name="What is stored").wait_for()
        inks = page.evaluate(INKS)
        accent, muted = (
            f"rgb({', '.join(map(str, rgb(THEMES[theme][tone])))})" for tone in ("accent", "muted")
        )
        assert {colour for leads, colour, _ in inks if leads} == {accent}
        assert {colour for leads, colour, _ in inks if not leads} == {muted}
        assert {opacity for *_, opacity in inks} == {1}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "opens", "shows"),
    [("", "Bring your own lecture", ".kl-code"), ("rbf-bandwidth", "Ask this", "[data-tag]")],
    ids=["lecture", "task"],
)
def test_what_hangs_outside_of_the_app_can_be_read_in_the_dark(page, server, path, opens, shows):
    """Streamlit tells its dialogs no colour scheme: code was white on white there."""
    page.emulate_media(color_scheme="dark")
    open_live(page, f"{server}/{path}")
    page.get_by_role("button", name=opens).click()
    page.locator(f"[data-testid=stDialog] {shows}").first.wait_for()
    page.wait_for_timeout(500)  # until it has faded in
    prepare(page)
    found = [one for one in violations(page) if one["rule"] == "color-contrast"]
    assert not found, told(found)
