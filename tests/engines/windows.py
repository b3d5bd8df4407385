"""A window of an engine other than Chromium, with user input.

Playwright drives Firefox, and WebDriver drives WebKitGTK's MiniBrowser on a virtual screen. Both
drivers have the same few methods, so that a test runs in either engine.
"""

import os
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from PIL import Image
from playwright.sync_api import Error, Page, sync_playwright
from selenium import webdriver
from selenium.common.exceptions import NoSuchFrameException, WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import ReadTimeoutError

from tests.browser import live
from tests.browser.hand import THUMB

WAIT = 60  # seconds; not an assertion about time: a busy machine may take this long
LOAD = 120  # seconds, for a page that first loads all its scripts
LEAVING = 5  # seconds; if a page unloads meanwhile, WebKit's driver may never answer
SIZE = (1280, 800)

# Records the faults of a page from the start.
FAULTS = """
if (!window.faults) {
  window.faults = [];
  const note = (text) => window.faults.push(String(text));
  addEventListener("error", (e) => note(e.message));
  addEventListener("unhandledrejection", (e) => note(`rejected: ${e.reason?.message ?? e.reason}`));
  addEventListener("securitypolicyviolation", (e) => note(`refused: ${e.effectiveDirective} ${e.blockedURI}`));
  const error = console.error;
  console.error = (...words) => { note(words.join(" ")); error.apply(console, words); };
}
"""  # noqa: E501
# First: Streamlit's protobuf tries WebAssembly for long integers, but works without it. Second: a
# picture is redrawn when its size changes, which may change the page's size; WebKit then reports
# this error, and notifies the observers in the next frame.
EXPECTED_FAULTS = ("refused: script-src wasm-eval", "ResizeObserver loop completed")

# No request is pending: a late sweep would paint between two events of a drag. A page that has just
# shown its first picture has not begun to load its other parts.
RESTS = """
const app = document.querySelector("[data-testid=stApp]");
const rests = ({ player, data, unacknowledged }) =>
  !player.pending.size && !player.asking && !data.waiting && !unacknowledged.length;
return (!app || app.dataset.testScriptState === "notRunning")
  && [...document.querySelectorAll("[data-live]")].every(({ live }) => live && rests(live));
"""
# Return the page's state, to be printed if a test fails.
STATE = """
const app = document.querySelector("[data-testid=stApp]")?.dataset;
const live = [...document.querySelectorAll("[data-live]")].map(({ dataset, live }) => ({ ...dataset,
  waiting: live?.data.waiting, pending: live && [...live.player.pending.keys()],
  untold: live?.unacknowledged.length,
  sliders: live && [...live.root.querySelectorAll("input[data-along]")].map((entry) =>
    [entry.dataset.along, entry.value, entry.getClientRects().length > 0]) }));
const requests = performance.getEntriesByType("resource");
const last = requests.slice(-3).map((entry) => [entry.name, entry.responseEnd]);
return JSON.stringify({ address: location.href, at: performance.now(), app: { ...app }, live,
  asked: requests.length, last, events: window.events, faults: window.faults }, null, 1);
"""
READY = """return document.querySelector('[data-live][data-ready="1"]') !== null"""


class Driver(Protocol):
    """What an engine can do; `run` takes the body of a function that runs in the page."""

    def goto(self, url: str) -> None: ...
    def run(self, script: str, *values: Any) -> Any: ...
    def move(self, x: float, y: float) -> None: ...
    def press_pointer(self) -> None: ...
    def release_pointer(self) -> None: ...
    def press(self, key: str) -> None: ...
    def resize(self, width: int, height: int) -> None: ...
    def screenshot(self, path: str) -> None: ...


class Firefox:
    def __init__(self, page: Page, path: str) -> None:
        self._page, self._path = page, path
        page.add_init_script(FAULTS)
        self.move = page.mouse.move
        self.press_pointer, self.release_pointer = page.mouse.down, page.mouse.up
        self.press = page.keyboard.press

    @contextmanager
    def private(self, script: str) -> "Iterator[Firefox]":
        """Open a private window in another Firefox, with a script that runs before the page's
        own."""
        browser = self._page.context.browser
        assert browser is not None
        private = browser.browser_type.launch(
            channel="moz-firefox",
            executable_path=self._path,
            firefox_user_prefs={"browser.privatebrowsing.autostart": True},
        )
        page = private.new_page()
        page.add_init_script(script)
        yield Firefox(page, self._path)
        private.close()

    def goto(self, url: str) -> None:
        self._page.goto(url, wait_until="domcontentloaded")

    def run(self, script: str, *values: Any) -> Any:
        return self._page.evaluate(f"(values) => (function () {{ {script} }})(...values)", values)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def screenshot(self, path: str) -> None:
        self._page.screenshot(path=path)


class WebKit:
    def __init__(self, driver: webdriver.WebKitGTK, screen: Path) -> None:
        """Use a driver whose window is on a screen; `screen` is the file with the screen's content
        (see `shown_in`)."""
        self._driver, self._screen = driver, screen
        self._mouse = PointerInput("mouse", "mouse")

    def goto(self, url: str) -> None:
        """Go to an address. The driver does not wait for the page to load, so that faults are
        recorded early."""
        self._driver.execute_script("window.left = true")
        self._driver.get(url)
        has_arrived = (
            "return !window.left && location.href !== 'about:blank' && document.head !== null"
        )

        def arrived() -> bool:
            try:
                return bool(self._driver.execute_script(has_arrived))
            except (NoSuchFrameException, ReadTimeoutError):
                return False  # no answer while the previous page unloads

        with self._patience(LEAVING):
            wait_until(arrived, f"a page at {url}", LOAD)
        self._driver.execute_script(FAULTS)

    @contextmanager
    def _patience(self, seconds: float) -> Iterator[None]:
        """Set for a while how many seconds the driver waits for an answer."""
        config = self._driver.command_executor.client_config  # type: ignore[union-attr]
        config.timeout = seconds
        try:
            yield
        finally:
            config.timeout = LOAD

    def run(self, script: str, *values: Any) -> Any:
        return self._driver.execute_script(script, *values)

    def move(self, x: float, y: float) -> None:
        self._act(lambda mouse: mouse.move_to_location(round(x), round(y)))

    def press_pointer(self) -> None:
        self._act(lambda mouse: mouse.pointer_down())

    def release_pointer(self) -> None:
        self._act(lambda mouse: mouse.pointer_up())

    def press(self, key: str) -> None:
        names = {
            "ArrowRight": Keys.ARROW_RIGHT,
            "ArrowLeft": Keys.ARROW_LEFT,
            "Escape": Keys.ESCAPE,
        }
        actions = ActionBuilder(self._driver, mouse=self._mouse, duration=0)
        actions.key_action.send_keys(names.get(key, key))
        actions.perform()

    def _act(self, action: Any) -> None:
        actions = ActionBuilder(self._driver, mouse=self._mouse, duration=0)
        action(actions.pointer_action)
        actions.perform()

    def resize(self, width: int, height: int) -> None:
        """Resize the window so that the page has this size without the window's bars."""
        self._driver.set_window_size(width, height)
        bars = height - self.run("return innerHeight")
        self._driver.set_window_size(width, height + bars)
        wait_until(lambda: self.run("return innerHeight") == height, "the window's size")

    def screenshot(self, path: str) -> None:
        """Save the picture of the screen, because without WebKit's compositor (see `webkit`) the
        driver can't take screenshots."""
        shown_in(self._screen).save(path)


def wait_until(condition: Any, description: str, seconds: float = WAIT) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"{description}: not within {seconds} s")
        time.sleep(0.03)


class Window:
    """A driver with the actions that these tests need."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.run = driver.run

    def open(self, url: str) -> None:
        """Go to an address, and wait for the first picture, or on the site for the scene of the
        address."""
        self.driver.goto(url)
        if self.run("return document.querySelector(arguments[0]) !== null", live.LOADING):
            is_settled = f"return document.querySelector('{live.AS_THE_ADDRESS_SAYS}') !== null"
            self.wait(is_settled, live.ENGINE_MS / 1000)
        self.wait(READY, LOAD)

    def wait(self, script: str, seconds: float = WAIT, *values: Any) -> None:
        wait_until(lambda: self.run(script, *values), script, seconds)

    def follow(self, script: str, *values: Any, until_it_says: str) -> None:
        """Run a script that leaves the page, and wait until `until_it_says` is true on the new
        page. The script is delayed, because a page that unloads returns no value."""
        self.run(f"setTimeout(() => {{ {script} }})", *values)

        def arrived() -> bool:
            try:
                return bool(self.run(until_it_says))
            except (Error, WebDriverException):
                return False

        wait_until(arrived, until_it_says, LOAD)

    def quiet(self) -> None:
        """Wait until prefetching is over: no request for half a second."""
        count = "return performance.getEntriesByType('resource').length"
        last, quiet_since = self.run(count), time.monotonic()

        def is_quiet() -> bool:
            nonlocal last, quiet_since
            count_now = self.run(count)
            if count_now != last or not self.run(RESTS):
                last, quiet_since = count_now, time.monotonic()
            return time.monotonic() - quiet_since >= 0.5

        wait_until(is_quiet, "quiet", 2 * LOAD)

    def faults(self) -> list[str]:
        faults = self.run("return window.faults")
        return [text for text in faults if not text.startswith(EXPECTED_FAULTS)]

    def state(self) -> str:
        """Return the page's state as a text, or why there is none."""
        try:
            return self.run(STATE)
        except Exception as error:
            return f"it does not answer: {error}"

    def picture(self, path: Path) -> str:
        """Save a screenshot. Return its path, or the reason why there is none."""
        try:
            self.driver.screenshot(str(path))
        except Exception as error:
            return f"no picture: {error}"
        return f"is in {path}"

    def box(self, selector: str) -> dict[str, float]:
        """Return the position of the first visible element that matches `selector`, scrolled into
        view."""
        script = """
          const isShown = (e) => e.getClientRects().length && getComputedStyle(e).visibility !== "hidden";
          const match = [...document.querySelectorAll(arguments[0])].find(isShown);
          if (!match) return null;
          const inside = ({ top, bottom }) => top >= 60 && bottom <= innerHeight;
          if (!inside(match.getBoundingClientRect())) match.scrollIntoView({ block: "center" });
          const { x, y, width, height } = match.getBoundingClientRect();
          return { x, y, width, height };"""  # noqa: E501
        last: list[dict[str, float] | None] = [None] * 4

        def rests() -> bool:
            """Return whether four measurements in a row agree, so that neither late content nor
            scrolling moves the element."""
            last[:] = [*last[1:], self.run(script, selector)]
            return last[-1] is not None and all(box == last[-1] for box in last)

        wait_until(rests, f"{selector} rests")
        assert last[-1]
        return last[-1]

    def click(self, selector: str) -> None:
        box = self.box(selector)
        self.driver.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.driver.press_pointer()
        self.driver.release_pointer()

    def drag(self, start: tuple[float, float], *ways: tuple[float, float], moves: int = 12) -> None:
        """Press at `start`, and move to one point after another without releasing."""
        self.driver.move(*start)
        self.driver.press_pointer()
        for end in ways:
            for k in range(1, moves + 1):
                x, y = (a + (b - a) * k / moves for a, b in zip(start, end, strict=True))
                self.driver.move(x, y)
            start = end

    def slide(self, along: str, *stops: int, moves: int = 12) -> None:
        """Drag a slider's thumb to one stop after another, without releasing it."""
        selector = f'input[type="range"][data-along="{along}"]'
        box = self.box(selector)
        script = "const e = document.querySelector(arguments[0]); return [+e.value, +e.max]"
        value, last = self.run(script, selector)

        def place(stop: int) -> tuple[float, float]:
            x = box["x"] + THUMB / 2 + stop / last * (box["width"] - THUMB)
            return x, box["y"] + box["height"] / 2

        self.drag(place(value), *map(place, stops), moves=moves)

    def address(self) -> str:
        return self.run("return location.href")


@contextmanager
def firefox(path: str) -> Iterator[Driver]:
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=path)
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        yield Firefox(context.new_page(), path)
        browser.close()


@contextmanager
def webkit(path: str) -> Iterator[Driver]:
    with (
        screen() as (display, memory),
        webkit_on({**os.environ, "DISPLAY": display}, path) as driver,
    ):
        window = WebKit(driver, memory)
        window.resize(*SIZE)
        yield window


@contextmanager
def webkit_on(env: Mapping[str, str], path: str) -> Iterator[webdriver.WebKitGTK]:
    """Start MiniBrowser in an environment that has a screen."""
    options = Options()
    options.binary_location = path
    options.add_argument("--automation")
    options.page_load_strategy = "none"
    # Without a graphics card WebKit's compositor takes about 100 ms per frame.
    settings = {**env, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    service = Service(shutil.which("WebKitWebDriver"), env=settings)
    driver = webdriver.WebKitGTK(options=options, service=service)
    driver.command_executor.client_config.timeout = LOAD  # if the driver hangs, its test fails
    yield driver
    driver.quit()


@contextmanager
def screen() -> Iterator[tuple[str, Path]]:
    """Start a virtual screen with a free number that X chooses. Return its name for DISPLAY, and
    the file with its content."""
    read, write = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1200x24"]
        command += ["-nolisten", "tcp", "-fbdir", folder]
        process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:  # X exits if nothing reads its output
            yield f":{answer.readline().strip()}", Path(folder) / "Xvfb_screen0"
            process.terminate()
            process.wait()


def shown_in(screen: Path) -> Image.Image:
    """Return the picture of a screen from its file in X's window dump format (XWD)."""
    content = screen.read_bytes()
    head = struct.unpack(">20I", content[:80])
    start, width, height, line, colours = head[0], head[4], head[5], head[12], head[19]
    pixels = content[start + 12 * colours :]
    return Image.frombytes("RGB", (width, height), pixels, "raw", "BGRX", line)


ENGINES = {"firefox": firefox, "webkit": webkit}
