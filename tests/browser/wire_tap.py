"""What a page asks the frame endpoint for, and when it has asked for all it wants."""

import time

from playwright.sync_api import Page, Request

PATIENCE_SECONDS = 30
SCRIPT_RESTS = """() => document.querySelector('[data-testid="stApp"]')
  ?.dataset.testScriptState === "notRunning"
  && [...document.querySelectorAll("[data-live]")].every((live) => live.dataset.ready === "1"
    && !live.live?.player.pending.size)"""
# How many sweeps and frames the page has, whoever answered.
HAS = """() => [...document.querySelectorAll("[data-live]")].map(({ live }) => live?.player)
  .reduce((sum, player) => sum + (player ? player.sweeps.size + player.singles.size : 0), 0)"""
IDLE_FOR_A_WHILE = """async () => {
  for (let k = 0; k < 4; k++) {
    await new Promise((later) => setTimeout(later, 50));
    await new Promise((idle) => requestIdleCallback(idle));
  }
}"""


class WireTap:
    """The requests for frames of a page, from now on: `asked` holds their addresses in order."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self._open: set[Request] = set()
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def until_quiet(self) -> None:
        """Wait until the page has fetched all that it wants while idle.

        It asks for one thing after another, each time the browser is idle: where it was idle for a
        while and nothing was asked, nothing more is wanted.
        """
        deadline, before = time.monotonic() + PATIENCE_SECONDS, None
        while self._open or before != (now := (len(self.asked), self.page.evaluate(HAS))):
            assert time.monotonic() < deadline, f"still under way: {self._open}"
            before = now
            self.page.wait_for_function(SCRIPT_RESTS)
            self.page.evaluate(IDLE_FOR_A_WHILE)

    def _begin(self, request: Request) -> None:
        if "/frames?" in request.url:
            self.asked.append(request.url)
            self._open.add(request)

    def _end(self, request: Request) -> None:
        self._open.discard(request)
