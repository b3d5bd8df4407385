"""Watch pages for problems that no test checks: console errors, unused preloads, requests that
leave the machine."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page

LOOPBACK = {"127.0.0.1", "localhost", "::1"}
LOCAL_SCHEMES = {"data", "blob", "about"}
# On a page's own address Streamlit requests these first below that address, where they do not
# exist, then at the root.
STREAMLIT_ASKS = r"status of 404 .*/[^/]+/_stcore/(health|host-config)\)"
# Messages of the browser about a server that a test has stopped, for `watch.allow(*SERVER_GONE)`.
SERVER_GONE = (
    r"ERR_CONNECTION_REFUSED",
    r"ERR_CONNECTION_RESET",
    r"WebSocket connection to",
    r"ERR_EMPTY_RESPONSE",
    r"ERR_INCOMPLETE_CHUNKED_ENCODING",
    r"Failed to fetch",
    r"status of 503",  # the page requests an unfinished sweep again
)


class Watch:
    """Collects complaints about the pages of a test, except those that match an expected
    pattern."""

    def __init__(self) -> None:
        self._complaints: list[str] = []
        self._allowed = [re.compile(STREAMLIT_ASKS)]
        self._pages: list[Page] = []

    def allow(self, *patterns: str) -> None:
        """Allow complaints that match one of these regular expressions."""
        self._allowed += map(re.compile, patterns)

    def follow(self, context: BrowserContext) -> None:
        """Listen to every page that this context opens."""
        context.on("page", self.follow_page)

    def follow_page(self, page: Page) -> None:
        """Listen to one page."""
        self._pages.append(page)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complaints.append(f"uncaught error: {error}"))
        page.on("request", lambda request: self._address(request.url))
        page.on("websocket", lambda socket: self._address(socket.url))

    def complaints(self) -> list[str]:
        """Return the complaints so far that are not allowed."""
        for page in self._pages:
            _let_events_arrive(page)
        return [text for text in self._complaints if not any(p.search(text) for p in self._allowed)]

    def _console(self, message: ConsoleMessage) -> None:
        unused = message.type == "warning" and "preload" in message.text
        if message.type == "error" or unused:
            source = message.location.get("url", "")
            self._complaints.append(f"console {message.type}: {message.text} ({source})")

    def _address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in LOCAL_SCHEMES and parts.hostname not in LOOPBACK:
            self._complaints.append(f"request to another host: {url}")


def _let_events_arrive(page: Page) -> None:
    """Wait until the page has answered, since earlier events arrive before its answer."""
    try:
        if not page.is_closed():
            page.evaluate("0")
    except Error:  # a page that is closed or lost has no further events
        return
