"""Move sliders as a visitor does, and record what each movement changes."""

from typing import Any

from playwright.sync_api import Locator, Page

THUMB = 20  # CSS pixels; the thumb's centre travels the slider's width minus one thumb

# Go to another address without reloading the page, as back and forward do. The address is relative
# to the page, since the document's base is the site's folder.
WALK = """(to) => {
  history.pushState({}, '', new URL(to, location.href));
  dispatchEvent(new PopStateEvent('popstate'));
}"""

# Defines `print`, which returns a checksum of a canvas's pixels.
PRINT = """
  const print = (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let hash = 0;
    for (const word of new Uint32Array(data.buffer)) hash = (Math.imul(hash, 31) + word) | 0;
    return hash;
  };
"""
# Record each `input` event of a slider, and what the page shows directly after it. A picture is
# recorded as a checksum of its pixels.
RECORD = (
    f"(root) => {{{PRINT}"
    + """
  const note = (stop) => ({
    stop,
    at: performance.now(),
    painted: Number(root.dataset.painted),
    shown: Number(root.dataset.stop),
    numbers: Object.fromEntries([...root.querySelectorAll("[data-readout]")]
      .map((b) => [b.dataset.readout, b.textContent])),
    plane: print(root.querySelector('[data-view="plane"] canvas')),
    curve: print(root.querySelector('[data-view="curve"] canvas')),
    panels: stop === null || isNaN(stop)
      ? [...root.querySelectorAll('[data-view="panels"] canvas')].map(print) : [],
  });
  root.record = { before: note(null), events: [] };
  for (const type of ["input", "click"]) document.addEventListener(type, (event) => {
    const slider = type === "input";
    if (root.contains(event.target) && slider === "along" in event.target.dataset)
      root.record.events.push(note(slider ? Number(event.target.value) : event.target.textContent));
  });
}
"""
)

# Make the page's timers run 20 times as fast from now on.
HURRY = """() => {
  if (window.isHurried) return;
  const later = window.setTimeout;
  window.isHurried = true;
  window.setTimeout = (act, ms = 0, ...rest) => later(act, ms / 20, ...rest);
}"""


def hurry(page: Page) -> None:
    """Make the page's timers run 20 times as fast, for waits of seconds."""
    page.evaluate(HURRY)


def let_pass(page: Page, ms: int) -> None:
    """Wait `ms` by the page's timers, so that all timers due earlier have run."""
    page.evaluate("(ms) => new Promise((done) => setTimeout(done, ms))", ms)


def record(live: Locator) -> None:
    """Record every movement of a slider and every click in a live element from now on."""
    live.evaluate(RECORD)


def recorded(live: Locator) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what the element showed when the record began, and after each event since."""
    notes = live.evaluate("(root) => root.record")
    return notes["before"], notes["events"]


def slider(page: Page | Locator, along: str) -> Locator:
    """Return the first slider of a field; the page may have several."""
    return page.locator(f'input[type="range"][data-along="{along}"]').first


def place(page: Page | Locator, along: str, stop: int) -> tuple[float, float]:
    """Return the position of the thumb's centre at a stop, in the window."""
    control = slider(page, along)
    box, last = control.bounding_box(), int(control.get_attribute("max"))
    share = stop / last
    return box["x"] + THUMB / 2 + share * (box["width"] - THUMB), box["y"] + box["height"] / 2


def take(page: Page, along: str, part: Locator | None = None) -> None:
    """Press on a slider's thumb and hold it; `part` contains the slider if it is not the page's
    first."""
    control = slider(part or page, along)
    control.scroll_into_view_if_needed()
    control.hover(trial=True)  # wait until content that loads above the slider no longer moves it
    page.mouse.move(*place(part or page, along, int(control.input_value())))
    page.mouse.down()


def drag(page: Page, along: str, *stops: int, moves: int = 60) -> None:
    """Drag the thumb to one stop after another, without releasing it."""
    take(page, along)
    for stop in stops:
        page.mouse.move(*place(page, along, stop), steps=moves)


def click_at(page: Page, along: str, stop: int) -> None:
    """Click on a slider's track at a stop; the thumb jumps there."""
    slider(page, along).scroll_into_view_if_needed()
    page.mouse.click(*place(page, along, stop))
    page.wait_for_function(
        "([along, stop]) => document.querySelector(`[data-along=${along}]`)?.value === stop",
        arg=[along, str(stop)],
    )


def finger(page: Page, along: str, stop: int, moves: int = 20) -> None:
    """Drag a slider's thumb to a stop with a finger, then lift the finger."""
    stop_now = int(slider(page, along).input_value())
    swipe(page, place(page, along, stop_now), place(page, along, stop), moves)


def swipe(
    page: Page, start: tuple[float, float], end: tuple[float, float], moves: int = 20
) -> None:
    """Put a finger down at one point of the window, move it to another, and lift it."""
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *fingers: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*fingers]})

    (x0, y0), (x1, y1) = start, end
    send("touchStart", {"x": x0, "y": y0})
    for step in range(1, moves + 1):
        share = step / moves
        send("touchMove", {"x": x0 + share * (x1 - x0), "y": y0 + share * (y1 - y0)})
    send("touchEnd")
    touch.detach()
