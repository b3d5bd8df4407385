"""What a page asks the frame endpoint for, and when it has asked for all it wants."""

import time

from playwright.sync_api import Page, Request

QUIET_SECONDS = 0.5
PATIENCE_SECONDS = 30


class WireTap:
    """The requests for frames of a page, from now on: `asked` holds their addresses in order."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self._requests: list[Request] = []
        self._open: set[Request] = set()
        self._last = time.monotonic()
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def until_quiet(self) -> None:
        """Wait until nothing is under way and nothing new has been asked for half a second."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        self._last = time.monotonic()
        while self._open or time.monotonic() - self._last < QUIET_SECONDS:
            assert time.monotonic() < deadline, f"still under way: {self._open}"
            self.page.wait_for_timeout(25)

    def bodies(self) -> dict[str, bytes]:
        """What was answered, by address."""
        return {request.url: request.response().body() for request in self._requests}

    def _begin(self, request: Request) -> None:
        if "/frames?" in request.url:
            self.asked.append(request.url)
            self._requests.append(request)
            self._open.add(request)
            self._last = time.monotonic()

    def _end(self, request: Request) -> None:
        self._open.discard(request)
        if "/frames?" in request.url:
            self._last = time.monotonic()
