"""Open a page and wait for its live views."""

from playwright.sync_api import FrameLocator, Locator, Page

from tests.browser import eyes, marks

FIRST_PICTURE_MS = 60_000
# The site shows the first picture of a page until its engine is loaded, then the scene of the
# address.
LOADING = "#engine-line"
AS_THE_ADDRESS_SAYS = (
    "html[data-engine=ready] [data-testid=stApp][data-test-script-state=notRunning]"
)
ENGINE_MS = 90_000


def open_live(
    page: Page, url: str, name: str = "", *, timeout: float = FIRST_PICTURE_MS
) -> Locator:
    """Go to `url`, and wait until the first live element, or the one called `name`, shows a
    picture. Scroll to it if `name` is given. Return the element."""
    page.goto(url, wait_until="domcontentloaded")
    name_filter = f'="{name}"' if name else ""
    live = page.locator(f'[data-live{name_filter}][data-ready="1"]').first
    if until_the_address_holds(page):
        timeout = ENGINE_MS
        if name:
            have_put_up(page, name)
    live.wait_for(timeout=timeout)
    if name:
        marks.bring(live)
    return live


def have_put_up(page: Page, name: str) -> None:
    """Scroll to an element of the site, which is mounted only when it comes into view."""
    if page.locator(LOADING).count():
        page.locator(f'[data-element="{name}"]').scroll_into_view_if_needed()


# Scroll to each live element and to the quiz, also in folds, and wait until it is mounted.
TO_EACH = """async () => {
  const wait = () => new Promise((done) => setTimeout(done, 50));
  for (const box of document.querySelectorAll("[data-component^=kernel_live]")) {
    const fold = box.closest("details:not([open])");
    if (fold) fold.open = true;
    box.scrollIntoView({ block: "center", behavior: "instant" });
    for (let k = 0; !box.firstElementChild && k < 300; k++) await wait();
  }
  document.querySelector("[data-testid=stMain]").scrollTo({ top: 0, behavior: "instant" });
}"""


def until_the_quiz(page: Page) -> None:
    """Wait until all elements of a page are mounted, down to its quiz. On the site scroll to each,
    since it is mounted only when it comes into view."""
    if page.locator(LOADING).count():
        page.evaluate(TO_EACH)
    page.locator(".kl-quiz-card").first.wait_for()


def until_the_address_holds(page: Page | FrameLocator) -> bool:
    """On the site, wait until the page shows the scene of its address. Return whether this is the
    site."""
    site = page.locator(LOADING).count() > 0
    if site:
        page.locator(AS_THE_ADDRESS_SAYS).wait_for(state="attached", timeout=ENGINE_MS)
    return site


def reload(page: Page) -> None:
    """Reload the page; on the site wait until it shows the scene of its address."""
    page.reload()
    until_the_address_holds(page)


def uncover(live: Locator) -> None:
    """Reveal what is hidden until a prediction, with one click."""
    live.get_by_role("button", name="Show it now").first.click()


# Wait until Streamlit is idle, nothing moves, and the visible content is the same for some painted
# frames. Return whether this was so within a number of seconds.
SETTLED = f"""async (seconds) => {{
  const moves = () => document.getAnimations().some((a) => a.playState === "running"
    && a.effect.getComputedTiming().duration > 10);
  const places = () => [...document.querySelectorAll("[data-live] canvas, [data-step], h1, dialog")]
    .map((e) => e.getBoundingClientRect()).map((box) => [box.x, box.y, box.width, box.height]);
  const until = performance.now() + 1000 * seconds;
  for (let before = "", frames = 0; performance.now() < until;) {{
    const app = document.querySelector("[data-testid=stApp]");
    const now = JSON.stringify([places(), app?.dataset.testScriptState]);
    const rests = !moves() && document.fonts.status === "loaded" && now === before
      && (!app || app.dataset.testScriptState === "notRunning");
    [before, frames] = [now, rests ? frames + 1 : 0];
    if (frames > 15) return true;
    await ({eyes.NEXT_FRAME})();
  }}
  return false;
}}"""


def settle(page: Page) -> None:
    """Wait until the page is idle: all requests are answered and nothing moves."""
    assert page.evaluate(SETTLED, eyes.PATIENCE_SECONDS), "it does not come to rest"


def to_step(page, name):
    """Go to a step by its link in the rail, and wait until it no longer moves."""
    page.evaluate(
        """(name) => document.querySelector(`[data-step-link="${name}"]`).click()""", name
    )
    page.locator(f'[data-step="{name}"]').wait_for()
    stand_still(page, name)


def stand_still(page, name):
    """Wait until a step neither moves nor grows, for example while a fold opens."""
    page.wait_for_function(
        """(name) => {
          const { top, bottom } = document.querySelector(`[data-step="${name}"]`)
            .getBoundingClientRect();
          const place = `${top} ${bottom}`, stood = window.stood === place ? window.still + 1 : 0;
          [window.stood, window.still] = [place, stood];
          return stood > 8;  // painted frames
        }""",
        arg=name,
    )
