"""The front door's links have one colour, and its small words can be read, in both themes."""

import pytest

from lab.ui.palette import THEMES
from tests.browser.eyes import rgb
from tests.browser.live import open_live

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
