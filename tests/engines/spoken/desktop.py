"""A desktop with Firefox and the screen reader Orca, on a screen in memory; its speech is written
as text."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from playwright.sync_api import Page, sync_playwright

from tests.accessible_nodes import Node
from tests.browser.server import ROOT
from tests.engines.windows import LOAD, WAIT, screen, wait_until

GET_ORCA = ROOT / "tests" / "tools" / "get_orca"
# The kind of each role of AT-SPI.
BUTTONS = ("push button", "toggle button", "radio button", "check box", "page tab")
KINDS = {"image": "picture", "embedded": "picture", "link": "link"}
KINDS |= dict.fromkeys((*BUTTONS, "combo box", "entry", "slider"), "control")
SHOWN_SLIDERS = """() => [...document.querySelectorAll("input[type=range]")]
  .filter((e) => e.checkVisibility()).length"""
SYSTEM_PYTHON = "/usr/bin/python3"  # has the bindings that Orca needs
TREE = Path(__file__).with_name("read_tree.py")
SPEECH = Path(__file__).with_name("written_speech.py")
# Orca must not read the whole page when it opens: the tests press keys to hear its parts.
CUSTOMIZATIONS = f"""
from orca import settings
settings.speechServerFactory = "{SPEECH.stem}"
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False
"""
PREFERENCES = {"accessibility.force_disabled": -1, "focusmanager.testmode": False}
FOCUSED = "() => document.activeElement"
STEPS = "() => document.querySelectorAll('[data-step]').length > 5"
TITLE = "Kernel methods, live"
ANSWER = 15  # seconds until a key is pressed again
TABS = 80  # a search fails after so many presses of its key


def shown_tree(env: dict[str, str]) -> list[Node]:
    """Read the accessibility tree of the page on a desktop."""
    command = [SYSTEM_PYTHON, TREE]
    process = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    entries = json.loads(process.stdout)
    return [Node(role, KINDS.get(role, ""), name, level) for role, name, level in entries]


class Reader:
    """The keyboard and the speech of Orca, for a page in Firefox."""

    def __init__(self, page: Page, env: dict[str, str]) -> None:
        self.page, self._env = page, env
        self._spoken = Path(env["SPOKEN"])
        self._heard = 0  # number of lines spoken before the last key

    def _lines(self) -> list[str]:
        return self._spoken.read_text(encoding="utf-8").splitlines()

    @property
    def lines(self) -> list[str]:
        """The lines spoken since the last key."""
        return self._lines()[self._heard :]

    def tree(self) -> list[Node]:
        """Read Firefox's accessibility tree of the page."""
        return shown_tree(self._env)

    @property
    def transcript(self) -> str:
        return self._spoken.read_text(encoding="utf-8")

    def open(self, url: str) -> None:
        """Open a page, and wait until all its steps are there and Orca has read its title."""
        self._note(url)
        self.page.goto(url)
        self.page.wait_for_selector('[data-live][data-ready="1"]')
        self.wait(STEPS)
        self.hear(TITLE)  # on a busy machine Orca does not always add “Finished loading”

    def wait(self, condition: str, value: object = None) -> None:
        """Wait until a function of the page returns true; the page's policy refuses
        `wait_for_function`."""
        wait_until(lambda: self.page.evaluate(condition, value), condition, LOAD)

    def _note(self, text: str) -> None:
        """Write an action into the transcript; `lines` are the lines after it."""
        with self._spoken.open("a", encoding="utf-8") as file:
            file.write(f"[{text}]\n")
        self._heard = len(self._lines())

    def press(self, *keys: str) -> None:
        """Press keys by their names in X, such as `Tab` or `Insert+a`."""
        self._note(" ".join(keys))
        subprocess.run(["xdotool", "key", *keys], env=self._env, check=True)

    def hear(self, *parts: str, seconds: float = WAIT) -> list[str]:
        """Wait until all `parts` were spoken since the last key; return the lines."""

        def is_heard() -> bool:
            heard = "\n".join(self.lines)
            return all(part in heard for part in parts)

        try:
            wait_until(is_heard, "heard", seconds)
        except AssertionError:
            heard = "\n".join(self._lines()[-40:])
            raise AssertionError(f"{parts} not among what was heard last:\n{heard}") from None
        return self.lines

    def go_to_heading(self, text: str, key: str = "h") -> None:
        """Press the key for the next heading until a heading with this text is read. Press it again
        if no heading is read: Orca loses keys while it reads a page that has just opened."""
        for _ in range(TABS):
            self.press(key)
            with suppress(AssertionError):
                if any(text in line for line in self.hear("heading level", seconds=ANSWER)):
                    return
        raise AssertionError(f"no heading {text!r}")

    def tab_to(self, selector: str, *, back: bool = False) -> None:
        """Press Tab until an element that matches `selector` has the focus."""
        for _ in range(TABS):
            before = self.page.evaluate_handle(FOCUSED)
            self.press("shift+Tab" if back else "Tab")
            self.wait("(e) => e !== document.activeElement", before)
            if self.page.evaluate("(s) => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab does not come to {selector}")


@contextmanager
def running(
    command: list[str], env: dict[str, str], output: int | IO[str] | None = None
) -> Iterator[subprocess.Popen]:
    process = subprocess.Popen(
        command, env=env, stdout=output, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def desktop() -> Iterator[tuple[dict[str, str], Callable[[list[str]], None]]]:
    """Start a screen, a session bus and a window manager. Yield the environment of programs on this
    desktop, and a function that starts a program which ends with the desktop."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        display, _ = stack.enter_context(screen())
        own = ("DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "NO_AT_BRIDGE")
        env = {name: value for name, value in os.environ.items() if name not in own}
        env |= {"DISPLAY": display, "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
        env |= {"LANG": "C.UTF-8", "GNOME_ACCESSIBILITY": "1"}
        bus = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        process = stack.enter_context(running(bus, env, subprocess.PIPE))
        assert process.stdout
        env["DBUS_SESSION_BUS_ADDRESS"] = process.stdout.readline().strip()
        stack.enter_context(running(["openbox"], env))
        yield env, lambda command: stack.enter_context(running(command, env)) and None


@contextmanager
def screen_reader(orca: str, firefox: str) -> Iterator[Reader]:
    """Start Orca, then Firefox with a window, since the pressed keys go to the screen."""
    with desktop() as (env, start), sync_playwright() as playwright:
        preferences = Path(env["HOME"]) / "orca"
        preferences.mkdir()
        shutil.copy(SPEECH, preferences)
        (preferences / "orca-customizations.py").write_text(CUSTOMIZATIONS)
        env["SPOKEN"] = str(preferences / "spoken.txt")
        Path(env["SPOKEN"]).touch()
        start([orca, "--user-prefs", str(preferences)])
        wait_until(lambda: Path(env["SPOKEN"]).read_text(), "Orca speaks", LOAD)
        browser = playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=firefox,
            headless=False,
            env=env,
            firefox_user_prefs=PREFERENCES,
        )
        context = browser.new_context(no_viewport=True)
        context.set_default_timeout(1000 * LOAD)
        yield Reader(context.new_page(), env)
        browser.close()
