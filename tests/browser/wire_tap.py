"""Record a page's requests for frames, and wait until they are complete."""

import time
from collections import Counter
from http import HTTPStatus
from typing import Any

from playwright.sync_api import Page, Request, Response

from tests.browser.live import LOADING

PATIENCE_SECONDS = 30  # longest wait without a new request or answer
# Longer on the static site, where one worker solves all sweeps.
PATIENCE_OF_THE_SITE = 120
MAX_TIMES = 4  # waits in a row after which a page that still sends requests fails its test
SCRIPT_RESTS = """() => document.querySelector('[data-testid="stApp"]')
  ?.dataset.testScriptState === "notRunning"
  && [...document.querySelectorAll("[data-live]")].every((live) => live.dataset.ready === "1"
    && !live.live?.player.pending.size)"""
# Return the number of sweeps and frames that the page has received.
HAS = """() => [...document.querySelectorAll("[data-live]")].map(({ live }) => live?.player)
  .reduce((sum, player) => sum + (player ? player.sweeps.size + player.singles.size : 0), 0)"""
# On the site, requests are messages to the workers of its engine; record these.
NOTE_QUESTIONS = """
const post = Worker.prototype.postMessage;
window.questions = [];
Worker.prototype.postMessage = function (message, ...rest) {
  if (message.kind === "ask") window.questions.push(`/${message.path}?${message.query}`);
  return post.call(this, message, ...rest);
};
"""
IDLE_FOR_A_WHILE = """async () => {
  for (let k = 0; k < 4; k++) {
    await new Promise((later) => setTimeout(later, 50));
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }));
  }
}"""


class WireTap:
    """Records a page's requests for frames from now on; `requests` has their addresses in order."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._requested: list[str] = []
        self._prefetched: list[str] = []
        self._refused: list[str] = []
        page.add_init_script(NOTE_QUESTIONS)
        self._open: set[Request] = set()
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)
        page.on("response", self._answer)

    @property
    def requests(self) -> list[str]:
        questions = self.page.evaluate("window.questions ?? []")
        return [*self._requested, *(question for question in questions if "/frames?" in question)]

    @property
    def needed_requests(self) -> list[str]:
        """The requests that the page waits for. Requests to prefetch are left out, because a busy
        server refuses them and the page repeats them when it is idle."""
        return [url for url in self.requests if url not in self._prefetched]

    @property
    def repeated_requests(self) -> Counter[str]:
        """The requests that were sent again although they had not been refused, and how often."""
        return Counter(self.requests) - Counter(self._refused) - Counter({*self.requests})

    def until_quiet(self) -> None:
        """Wait until the page has prefetched everything.

        The page requests one sweep after another whenever the browser is idle, so it is complete if
        the browser was idle for a while without a new request. On a busy machine each sweep takes
        time, so the wait begins again with each sweep that arrives.
        """
        site = self.page.locator(LOADING).count()
        patience = PATIENCE_OF_THE_SITE if site else PATIENCE_SECONDS
        start = last_new = time.monotonic()
        before, state = None, self._state()
        while self._open or before != state:
            last_new = last_new if before == state else time.monotonic()
            deadline = min(last_new + patience, start + MAX_TIMES * patience)
            assert time.monotonic() < deadline, f"still under way: {self._open}"
            self.page.wait_for_function(SCRIPT_RESTS)
            self.page.evaluate(IDLE_FOR_A_WHILE)
            before, state = state, self._state()

    def _state(self) -> tuple[int, Any]:
        return len(self.requests), self.page.evaluate(HAS)

    def _begin(self, request: Request) -> None:
        if "/frames?" in request.url:
            self._requested.append(request.url)
            self._open.add(request)
            if request.headers.get("purpose") == "prefetch":
                self._prefetched.append(request.url)

    def _answer(self, response: Response) -> None:
        if "/frames?" in response.url and response.status == HTTPStatus.NO_CONTENT:  # a busy server
            self._refused.append(response.url)

    def _end(self, request: Request) -> None:
        self._open.discard(request)
