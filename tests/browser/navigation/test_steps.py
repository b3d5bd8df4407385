"""Each step fits on one screen, is in the rail, and has its own address."""

import pytest
from playwright.sync_api import expect

from pages.order import PAGES
from tests.browser import eyes
from tests.browser.live import open_live, stand_still, to_step
from tests.browser.whole_page import open_whole

HEADER_PX = 56
WINDOWS = [(1280, 800), (1920, 1080), (390, 844)]
# Return the parts of a step that are outside the window: its picture, its first control and, if
# there is room, its question with all options. A picture may be a control itself.
INSIDE = """([name, header, isWide]) => {
  const live = document.querySelector(`[data-step="${name}"] [data-live]`);
  const below = '.kl-main input[type="range"]';      // a slider below its picture
  const beside = ':is(.kl-side, button) :is(input[type="range"], [role="radiogroup"], canvas)';
  const controls = live.querySelector(below) ? below : beside;
  const first = (selector) => [...live.querySelectorAll(selector)]
    .find((e) => e.getClientRects().length && !(e.matches("canvas") && e.closest(".kl-side")));
  const options = [...document.querySelectorAll(`[data-step="${name}"] .kl-challenge .kl-options`)]
    .filter((e) => isWide && e.getClientRects().length);
  return [first("canvas, table, svg"), first(controls), ...options].filter(Boolean)
    .map((e) => e.getBoundingClientRect())
    .filter(({ top, bottom, left, right }) => top < header - 1 || bottom > innerHeight + 1
      || left < -1 || right > innerWidth + 1)
    .map(({ top, bottom }) => `${name}: ${Math.round(top)} to ${Math.round(bottom)}`);
}"""
# Whether a step's heading is below the page's header: at the top of the window, or at the beginning
# or the end of the page, beyond which it can't scroll.
HAS_HEADING = """([name, header]) => {
  const main = document.querySelector("[data-testid=stMain]");
  const { top } = document.querySelector(`[data-step="${name}"]`).getBoundingClientRect();
  const isAtEnd = main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
  return top >= header && (top <= header + 50 || isAtEnd || main.scrollTop === 0);
}"""
# Return the controls and read-outs of a step's pictures that end below the window.
BELOW = """(name) => {
  const live = document.querySelectorAll(`[data-step="${name}"] [data-live]`);
  const buttons = ".kl-action:not(.kl-cover *)";       // a cover's own button may be below
  const controls = `input[type="range"], [role="radiogroup"], .kl-readouts .kl-row, ${buttons}`;
  return [...live].flatMap((root) => [...root.querySelectorAll(`${controls}, .kl-sign`)])
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([e, { bottom }]) => e.getClientRects().length && bottom > innerHeight + 1)
    .map(([e, { bottom }]) => `${name}: ${e.textContent || e.ariaLabel} to ${Math.round(bottom)}`);
}"""
# Return problems of the steps' text: letters that are too small, paragraphs that are too wide,
# formulas larger than their text, question boxes with empty space, a line that begins with a comma
# or a point, columns not aligned with the picture's, headings of different sizes, sentences of
# different colours, formulas broken although they fit into one line.
TEXT = """() => {
  const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const isShown = (e) => e.getClientRects().length > 0;
  const texts = [...document.querySelectorAll("[data-step] *")]
    .filter((e) => isShown(e) && own(e) && !e.closest(".katex, math, svg, canvas, .kl-voice, pre"));
  const small = texts.filter((e) => parseFloat(getComputedStyle(e).fontSize) < 12);
  // The number of letters on the longest line of a paragraph without formulas.
  const onLines = (e) => {
    const lines = new Map(), range = document.createRange();
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const { index, 0: word } of text.data.matchAll(/\\S+\\s*/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        const line = Math.round(range.getBoundingClientRect().bottom / 8);
        lines.set(line, (lines.get(line) ?? 0) + word.length);
      }
    }
    return Math.max(0, ...lines.values());
  };
  const ruler = document.createElement("canvas").getContext("2d");
  const isWide = (e) => {
    const { fontSize, fontFamily } = getComputedStyle(e);
    ruler.font = `${fontSize} ${fontFamily}`;
    const words = !e.querySelector(".katex, math");
    return e.clientWidth > 66 * ruler.measureText("0").width || (words && onLines(e) > 90);
  };
  const wide = [...document.querySelectorAll("[data-step] [data-testid=stMarkdownContainer] p")]
    .filter((e) => isShown(e) && isWide(e));
  const size = (e) => parseFloat(getComputedStyle(e).fontSize);
  const large = [...document.querySelectorAll("[data-step] p :is(.katex, math)")]
    .filter((e) => isShown(e) && !e.closest(".katex-display, [display=block]"))
    .filter((e) => size(e) > 1.1 * size(e.closest("p")));
  const controls = '[data-step] .kl-challenge.is-last[data-state="predict"]';
  const empty = [...document.querySelectorAll(controls)]
    .filter((e) => isShown(e) && e.getBoundingClientRect().bottom
      - e.querySelector(".kl-options").getBoundingClientRect().bottom > 20);
  const after = (e) => {        // the next text, also outside of a bold word
    const walker = document.createTreeWalker(e.closest("p, li, td") ?? e.parentElement, 4);
    walker.currentNode = e;
    for (let text; (text = walker.nextNode());) if (!e.contains(text) && text.data) return text;
  };
  const begins = (e) => {
    const range = document.createRange(), text = after(e);
    if (!isShown(e) || !/^[,.;:!?)]/.test(text?.data ?? "")) return false;
    range.setStart(text, 0);
    range.setEnd(text, 1);
    return range.getBoundingClientRect().top > e.getBoundingClientRect().bottom - 3;
  };
  const begun = [...document.querySelectorAll("[data-step] :is(.kl-word, .katex)")]
    .filter(begins);
  // Texts whose second column does not begin at the left edge of the picture's second column; the
  // element `walk` has columns of its own.
  const left = (e) => e.getBoundingClientRect().left;
  const rows = '[class*="st-key-mathematics-"] [data-testid=stHorizontalBlock]';
  const astray = [...document.querySelectorAll(rows)].filter((e) => {
    const side = e.closest("[data-step]")
      .querySelector(".kl-live:not([data-live=walk]) > .kl-side");
    return isShown(e) && side && isShown(side) && left(e.children[1]) > left(e) + 9
      && Math.abs(left(e.children[1]) - left(side)) > 1.5;
  });
  // Items in two halves, and the quiz, must begin their second column there too.
  const line = [...document.querySelectorAll(
    "[data-step] .kl-live:not(.kl-wide, [data-live=walk], [data-live=lift]) > .kl-side")]
    .filter(isShown).map(left).filter((x) => x > innerWidth / 2)[0];
  const shapes = ".kl-is-group:is(.kl-two-columns, .kl-pair, .kl-page-columns)";
  astray.push(...[...document.querySelectorAll(
    `.kl-quiz, .kl-is-costs, .kl-single-column > .kl-main > ${shapes}, .kl-below > ${shapes}`)]
    .filter((e) => line && isShown(e) && e.children[1] && left(e.children[1]) > left(e) + 9
      && Math.abs(left(e.querySelector(":scope > :nth-child(2)")) - line) > 1.5));
  // On a phone the button of the toolbar must begin at the left edge of its column.
  astray.push(...[...document.querySelectorAll("[data-step] .kl-points-button")]
    .filter((e) => innerWidth < 760 && isShown(e)
      && Math.abs(left(e) - left(e.closest("[data-live]"))) > 8));
  const long = (e) => [...e.children].reduce((sum, part) => sum + part.offsetWidth, 0);
  const broken = [...document.querySelectorAll("[data-step] :is(p, li, td) .katex-html")]
    .filter((e) => isShown(e) && long(e) < e.closest("p, li, td").clientWidth - 2
      && [...e.children].some((part, k) => k && left(part) < left(e.children[k - 1])));
  const titles = [...document.querySelectorAll("[data-step]")]
    .map((e) => [e, e.querySelector("[data-testid=stHeading] h2, .kl-is-quiz h2")])
    .filter(([, h]) => h && isShown(h));
  const look = (h) => ["fontSize", "fontWeight", "lineHeight"].map((k) => getComputedStyle(h)[k]);
  const usual = String(titles[0] && look(titles[0][1]));
  const lower = titles.filter(([e, h]) => String(look(h)) !== usual
    || Math.abs(h.getBoundingClientRect().top - e.getBoundingClientRect().top) > 1.5)
    .map(([, h]) => h);
  const ink = (e) => getComputedStyle(e).color;
  const usualInk = ink(document.querySelector("[data-step] h2"));
  const pale = [...document.querySelectorAll("[data-testid=stMarkdownContainer] p")]
    .filter((e) => e.closest(".st-key-lead, [data-step]") && isShown(e))
    .filter((e) => [e, e.closest("blockquote") ?? e]
      .some((node) => getComputedStyle(node).opacity !== "1")
      || (e.closest("blockquote") && ink(e) !== usualInk));
  const excerpts = (all) => [...new Set(all.map((e) => e.textContent.slice(0, 40)))];
  return {
    small: excerpts(small), wide: excerpts(wide), large: excerpts(large),
    empty: excerpts(empty), begun: excerpts(begun), astray: excerpts(astray),
    lower: excerpts(lower), pale: excerpts(pale), broken: excerpts(broken),
  };
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "declared", [page for page in PAGES if page.steps], ids=lambda page: page.name
)
def test_each_step_is_on_one_screen(page, server, declared):
    page.emulate_media(reduced_motion="reduce")
    open_whole(page, server, declared.path)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        assert parts_outside(page, declared.steps, width) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("whole.misfits()") == [], width
        problems = page.evaluate(TEXT)
        assert not any(problems.values()), (width, problems)
    name = page.locator(".kl-rail-page")
    assert name.inner_text() == declared.title and name.bounding_box()["y"] < HEADER_PX


def parts_outside(page, steps, width):
    """Go to each step with a picture; return its parts that are outside the window."""
    outside_parts = []
    for step in steps:
        page.locator(f'[data-step-link="{step.name}"]').wait_for(state="attached")
        if not step.pictures:
            continue
        to_step(page, step.name)
        page.locator(f'[data-step="{step.name}"] [data-live][data-ready="1"]').first.wait_for()
        in_view = [step.name, HEADER_PX]
        eyes.wait_until(page, lambda: page.evaluate(HAS_HEADING, in_view), step.name)  # noqa: B023
        outside_parts += page.evaluate(INSIDE, [step.name, HEADER_PX, width >= 1280])
        if width == 1280:
            outside_parts += page.evaluate(BELOW, step.name)
        step_name = step.name
    stand_still(page, step_name)
    return outside_parts


def test_a_step_has_an_address_and_the_way_back_leads_to_it(warm_page, server):
    page = warm_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    addresses = []
    page.on("framenavigated", lambda frame: addresses.append(frame.url))
    open_live(page, server + "/rbf-bandwidth?step=best-there-is")
    page.locator('[data-step="best-there-is"]').wait_for()
    page.wait_for_function(
        """() => Math.abs(document.querySelector('[data-step="best-there-is"]')
          .getBoundingClientRect().top - 66) < 30"""
    )
    shown_alone(page, "best-there-is")
    assert all("step=best-there-is" in url for url in addresses), addresses
    # At this pace each step is visited just before the page writes the address of the previous one.
    page.evaluate(
        """async (names) => {
          for (const name of names) {
            document.querySelector(`[data-step-link="${name}"]`).click();
            await new Promise((done) => setTimeout(done, 1000));
          }
        }""",
        ["price", "best-there-is"],
    )
    for move, name in [(page.go_back, "price"), (page.go_forward, "best-there-is")]:
        move()
        page.wait_for_url(f"**step={name}*")
        shown_alone(page, name)


def shown_alone(page, name):
    """Wait until the rail marks this step as current, and no other."""
    page.locator(f'[data-step-link="{name}"][aria-current="step"]').wait_for()
    expect(page.locator('[data-step-link][aria-current="step"]')).to_have_count(1)


@pytest.mark.thorough
def test_the_steps_show_one_scene_while_a_slider_moves(warm_page, server):
    page = warm_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    open_whole(page, server, "rbf-bandwidth")
    to_step(page, "too-narrow-too-wide")
    slider = page.locator('[data-live="too-narrow-too-wide"] [data-along="tau"]')
    slider.focus()
    slider.press("End")
    stops = page.eval_on_selector_all(
        ", ".join(
            f'[data-live="{name}"]' for name in ("bandwidth", "too-narrow-too-wide", "price")
        ),
        "(roots) => roots.map((root) => root.dataset.stop)",
    )
    assert stops == ["63"] * 3
    page.wait_for_url("**tau=6.4*")
    # The server writes the whole address but knows only the previous step, which it must not write.
    to_step(page, "price")
    page.wait_for_url("**step=price*")
    addresses = []
    page.on("framenavigated", lambda frame: addresses.append(frame.url))
    page.locator('[data-live="price"] [data-along="tau"]').press("Home")
    page.wait_for_url("**tau=0.05*")
    assert all("step=price" in url for url in addresses), addresses


@pytest.mark.thorough
def test_a_step_is_drawn_before_it_comes_into_view(warm_page, server):
    page = warm_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    open_live(page, server + "/rbf-bandwidth")
    page.locator('[data-live="one-bump"][data-ready="1"]').wait_for()
    page.wait_for_function(
        """() => [...document.querySelectorAll('[data-live="one-bump"] canvas')].some((canvas) => {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          return canvas.getBoundingClientRect().top > innerHeight && data.some((value) => value);
        })"""
    )
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0


@pytest.mark.thorough
def test_a_scroll_without_input_is_not_undone_after_a_click_in_the_rail(warm_page, server):
    """A drag of the scroll bar sends no input event to the page."""
    page = warm_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    open_live(page, server + "/rbf-bandwidth")
    to_step(page, "price")
    eyes.let_paint(page, 45)
    scroll = "(by) => { document.querySelector('[data-testid=stMain]').scrollTop += by; }"
    top = "document.querySelector('[data-testid=stMain]').scrollTop"
    page.evaluate(scroll, -300)
    scrolled = page.evaluate(top)
    eyes.let_paint(page, 60)
    assert page.evaluate(top) == scrolled
