"""A lead of several lines does not end in a line of one or two words."""

import pytest

from tests.browser.live import open_live

BALANCED = 5  # most lines of a paragraph that browsers balance
# Return the text of each visible lead, its number of lines, and the length of the last as a share
# of the longest.
LAST_LINES = """() => [...document.querySelectorAll("[data-step] h2")].flatMap((heading) => {
  const beside = heading.closest("[data-testid=stElementContainer]")?.nextElementSibling;
  const lead = beside?.querySelector("[data-testid=stMarkdownContainer] p");
  if (!lead?.getClientRects().length) return [];
  const range = document.createRange(), lines = [];
  range.selectNodeContents(lead);
  for (const { bottom, left, right } of range.getClientRects()) {  // a term's box is higher
    const line = lines.find((box) => Math.abs(box.bottom - bottom) < 10);
    if (!line) lines.push({ bottom, left, right });
    else {
      line.left = Math.min(line.left, left);
      line.right = Math.max(line.right, right);
    }
  }
  const widths = lines.map(({ left, right }) => right - left);
  return [[lead.textContent, widths.length, widths.at(-1) / Math.max(...widths)]];
})"""


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1280, 390])
def test_the_last_line_of_a_lead_is_not_too_short(warm_page, server, width):
    page = warm_page(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    open_live(page, f"{server}/regularisation")
    page.locator('[data-step="quiz"]').wait_for(state="attached")
    lines = page.evaluate(LAST_LINES)
    broken = [(text, share) for text, count, share in lines if 1 < count <= BALANCED]
    assert len(broken) >= 5
    assert [line for line in broken if line[1] < 0.4] == []
