"""Each step of all five lectures on a projector, and of two on a laptop, is shown completely."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from features.lecture.playlist import names, read, read_shipped
from tests.browser.lecture.stage import OUTSIDE_STAGE, address, on_stage, title
from tests.browser.live import open_live
from tests.browser.widgets import panel_button

HALL, LAPTOP = {"width": 1920, "height": 1080}, {"width": 1280, "height": 800}
SMALLEST_PX = {1920: 20, 1280: 10}  # smallest allowed font size by the width of the window, in px

# Return what leaves the window, is cut off in its own box or scrolls inside, and text smaller than
# `least` pixels.
CUT = """
(least) => {
  const wrong = [], holds = (o) => /auto|scroll|hidden|clip/.test(o);
  const isShown = (e) =>
    e.getClientRects().length && e.checkVisibility({ visibilityProperty: true });
  const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const say = (what, e, more) => wrong.push(`${what}: ${e.tagName.toLowerCase()}.`
    + `${String(e.className.baseVal ?? e.className).slice(0, 40)} `
    + `"${(e.textContent || e.ariaLabel || "").trim().slice(0, 40)}" ${more}`);
  for (const e of document.querySelectorAll(".is-on-stage *, .kl-lecture *")) {
    if (!isShown(e) || e.closest(".kl-voice, .katex, svg *, .kl-tip, .kl-bar, dialog")) continue;
    const { left, top, right, bottom, width, height } = e.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const past = Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
    if (past > 1) say("outside", e, `by ${past.toFixed(0)} px`);
    if (e.matches("canvas, input, select, svg")) continue;
    const { overflowX, overflowY, fontSize } = getComputedStyle(e);
    const wide = holds(overflowX) && e.scrollWidth > e.clientWidth + 1;
    const high = holds(overflowY) && e.scrollHeight > e.clientHeight + 2;
    if ((wide || high) && e.clientWidth > 2) {
      const [has, room] = [[e.scrollWidth, e.scrollHeight], [e.clientWidth, e.clientHeight]];
      say("cut or scrolls", e, `${has.join(" x ")} in ${room.join(" x ")}`);
    }
    const size = e.offsetHeight && own(e) ? parseFloat(fontSize) * height / e.offsetHeight : NaN;
    if (size < least - 0.01) say("small", e, `${size.toFixed(1)} px`);
  }
  return wrong;
}
"""

# Return a message for each toolbar that is open in a scene.
OPEN_TOOLS = """
() => [...document.querySelectorAll(".is-on-stage .kl-points-room")]
  .filter((room) => room.checkVisibility({ visibilityProperty: true })).map(() => "tools are open")
"""

WAIT_FOR_REST = """
(stage) => new Promise((done) => {
  const { player } = stage.live, until = performance.now() + 20000;
  let quietPolls = 0;
  const look = () => {
    quietPolls = player.isResting && !player.pending?.size ? quietPolls + 1 : 0;
    if (quietPolls > 4
      || performance.now() > until) done(); else setTimeout(look, 80);
  };
  look();
})
"""


def cut(page, windows):
    """Return the faults of the step on the stage in each window; leave the first window."""
    faults = []
    for window in [*windows[1:], windows[0]]:
        page.set_viewport_size(window)
        page.locator(".is-on-stage").evaluate(WAIT_FOR_REST)
        faults += page.evaluate(OUTSIDE_STAGE) + page.evaluate(CUT, SMALLEST_PX[window["width"]])
    return faults + page.evaluate(OPEN_TOOLS)


@pytest.mark.thorough
@pytest.mark.parametrize(("k_of_lecture", "name"), [*enumerate(names())], ids=names())
def test_every_step_of_a_lecture_is_whole(warm_page, server, watch, k_of_lecture, name):
    """Check each step with its question and covered numbers, then after they are revealed. Each
    lecture is checked in a hall's window, every second one in a laptop's too."""
    watch.allow(r"status of 400 .*formula=")  # one formula is not a kernel on these points
    windows = [HALL, LAPTOP] if k_of_lecture % 2 else [HALL]
    page = warm_page(viewport=HALL)
    steps = read_shipped(name).steps
    page.goto(f"{server}/?list={name}~1")
    faults = {}
    for k, step in enumerate(steps, 1):
        title(page, step.title)
        on_stage(page, step=step.step)
        faults[k] = cut(page, windows)
        if step.cover:
            page.keyboard.press("r")
            faults[k] += [f"revealed: {line}" for line in cut(page, windows)]
        if k < len(steps):
            page.keyboard.press("PageDown")
            address(page, rf"list={name}(~|%7E){k + 1}$")
    assert not any(faults.values()), "\n".join(
        f"{k}: {w}" for k, all in faults.items() for w in all
    )


# Return the pixels of the visible canvases.
READ_VISIBLE = """
() => [...document.querySelectorAll(".is-on-stage canvas")]
  .filter((canvas) => canvas.checkVisibility({ visibilityProperty: true }))
  .map((canvas) => canvas.toDataURL())
"""


@pytest.mark.thorough
@pytest.mark.parametrize("k", [3, 4])
def test_visible_results_wait_until_the_solution_is_revealed(page, server, k):
    """In these scenes bumps or bars could be counted, which would tell the answer."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server}/?list=000~{k}")
    stage = on_stage(page, "")
    stage.evaluate(WAIT_FOR_REST)
    before = page.evaluate(READ_VISIBLE)
    assert before, "the examples are visible"
    page.keyboard.press("}")
    stage.evaluate(WAIT_FOR_REST)
    assert page.evaluate(READ_VISIBLE) == before
    page.keyboard.press("r")
    stage.evaluate(WAIT_FOR_REST)
    assert len(page.evaluate(READ_VISIBLE)) > len(before)


@pytest.mark.thorough
def test_a_lecture_composed_by_clicks_is_stored_on_the_device(make_page, server):
    page = make_page()
    open_live(page, f"{server}/svm?lam=0.1")
    panel_button(page, "Present").click()
    page.get_by_role("button", name="Add this scene to my lecture").click()
    panel = page.get_by_role("dialog", name="My lecture")
    expect(panel.get_by_role("status")).to_have_text("Added as scene 1 of your lecture.")
    panel.get_by_text("Notes and question").click()
    panel.get_by_label("Notes of scene 1").fill("Ask first.")
    asks = panel.get_by_label("Kind of question of scene 1")
    asks.select_option("choice")
    panel.get_by_label("Question of scene 1", exact=True).fill("How many support vectors?")
    panel.get_by_label("Answer options of scene 1, one per line").fill("Two\nTen")
    panel.get_by_label("Right option of scene 1").select_option("Ten")
    panel.get_by_label("What to hide in scene 1").select_option("numbers")
    page.keyboard.press("Escape")

    page.goto(f"{server}/losses?view=lecture")  # go to another page by its address
    page.locator('.is-on-stage[data-ready="1"]').wait_for()
    page.keyboard.press("a")
    expect(page.locator(".kl-lecture-notice")).to_have_text("Added as scene 2 of your lecture.")

    open_live(page, f"{server}/svm")
    panel_button(page, "Present").click()
    page.get_by_role("button", name="My lecture", exact=True).click()
    panel.get_by_label("Title of the lecture").fill("Mine")
    panel.get_by_label("Title of scene 2").fill("Losses first")
    panel.get_by_label("Title of scene 2").press("Alt+ArrowUp")
    expect(panel.get_by_label("Title of scene 1")).to_have_value("Losses first")
    expect(panel.get_by_label("Title of scene 1")).to_be_focused()
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save as TOML").click()
    lecture = read(Path(download.value.path()).read_text("utf-8"))
    assert [step.page for step in lecture.steps] == ["losses", "svm"] and not lecture.faults
    assert (lecture.title, lecture.steps[1].notes) == ("Mine", "Ask first.")
    assert (lecture.steps[1].right, lecture.steps[1].cover) == ("Ten", "numbers")
    assert lecture.steps[0].initial_cover() == ""
    panel.get_by_text("Notes and question", exact=True).click()
    for kind in ("place", "points", "support", "slider"):
        panel.get_by_label("Kind of question of scene 1").select_option(kind)
    panel.get_by_label("Slider of scene 1").select_option("tau")
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save as TOML").click()
    lecture = read(Path(download.value.path()).read_text("utf-8"))
    assert dict(lecture.steps[0].ask) == {"kind": "slider", "along": "tau"}
    assert lecture.steps[0].initial_cover() == "numbers" and not lecture.faults
    assert "lam=0.1" in lecture.steps[1].scene

    panel.get_by_role("button", name="Remove scene 1").click()
    panel.get_by_text("Open a lecture").click()
    panel.get_by_label("A lecture’s TOML file").set_input_files(download.value.path())
    panel.get_by_role("button", name="Replace my list").click()
    expect(panel.get_by_role("listitem")).to_have_count(2)
    panel.get_by_role("button", name="Play lecture").click()
    expect(page.locator(".kl-lecture-count")).to_have_text("1 / 2")
    expect(page.locator(".kl-lecture h1")).to_have_text("Losses first")
