"""The pages of the site before their engine is loaded: every step shows a picture."""

import pytest
from playwright.sync_api import Browser, TimeoutError

from lab.course.page_declaration import HOME
from pages.order import PAGES
from tests.site.host import LOADING_MS, Host, without_engine

pytestmark = pytest.mark.thorough

# Return the visible live elements of a step that have no picture. An element has a picture if it is
# painted and none of its visible views is empty.
MISSING_PICTURE = """(name) => {
  const step = document.querySelector(`[data-step="${name}"]`) ?? document;
  const visible = (e) => e.getClientRects().length > 0;
  const blank = (like) => Object.assign(document.createElement("canvas"),
    { width: like.width, height: like.height });
  const isDrawn = (node) => node.toDataURL() !== blank(node).toDataURL();
  const isEmpty = ({ box }) => {
    const canvases = [...box.querySelectorAll("canvas")]
      .filter((node) => node.width && visible(node));
    if (canvases.length) return !canvases.some(isDrawn);
    return !box.textContent.trim() && !box.children.length;
  };
  const elements = [...step.querySelectorAll("[data-component^=kernel_live]")].filter(visible);
  return elements.flatMap((e) => {
    const live = e.querySelector("[data-live]")?.live;
    if (live && !live.player.frames) return [];  // it shows no scene
    if (!live || live.root.dataset.painted === "0") return [`${e.dataset.element}: no picture`];
    return live.views.filter((node) => visible(node.box) && isEmpty(node))
      .map(({ item }) => `${e.dataset.element}: ${item.kind} is empty`);
  });
}"""
CLICK_STEP = """(name) => document.querySelector(`[data-step-link="${name}"]`).click()"""
NAMES = "(all) => [...new Set(all.map((node) => node.dataset.stepLink))]"


@pytest.mark.parametrize("declaration", PAGES, ids=lambda declaration: declaration.name)
def test_each_step_has_its_picture_before_the_engine_is_loaded(
    browser: Browser, tmp_path, declaration
):
    path = "" if declaration.name == HOME else declaration.path
    host = Host(without_engine(tmp_path / "course", path))
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(LOADING_MS)
    context.route("**/engine/**", lambda route: None)  # the engine never arrives
    page = context.new_page()
    try:
        page.goto(f"{host.url}/{path}", wait_until="domcontentloaded")
        page.locator("[data-live]:not([data-painted='0'])").first.wait_for()
        if declaration.steps:
            page.locator("[data-step-link]").first.wait_for(state="attached")
        names = page.eval_on_selector_all("[data-step-link]", NAMES)
        assert [*names] == [step.name for step in declaration.steps]
        missing_by_step = {name: without_picture(page, name) for name in names or [""]}
        assert {name: missing for name, missing in missing_by_step.items() if missing} == {}
    finally:
        context.close()
        host.stop()


def without_picture(page, name: str) -> list[str]:
    """Go to a step and wait until nothing more is loaded; return its elements without a picture."""
    if name:
        page.evaluate(CLICK_STEP, name)
        page.locator(f'[data-step="{name}"]').wait_for()
    try:
        page.wait_for_function(
            f"(name) => !({MISSING_PICTURE})(name).length", arg=name, timeout=LOADING_MS
        )
    except TimeoutError:
        return page.evaluate(MISSING_PICTURE, name)
    return []
