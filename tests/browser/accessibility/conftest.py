"""A page with all folds open, which several tests look at, so that it is opened once."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import HAS_FAILED, PHONE, empty_page
from tests.browser.watch import Watch
from tests.browser.whole_page import open_unfolded

# For a page, a query with values between the stops of its sliders, so that the test of names
# detects a slider that announces its nearest stop instead of the value.
BETWEEN_STOPS = {
    "regularisation": "examples=74&size=37&eps=0.123&delta=0.077&sparse=3",
    "kernel-trick": "tau=0.777&lam=0.0321&coords=20&width=0.777",
    "stochastic-gradient": "t=77&lam=0.0321&eta=0.321&budget=77&drawn=33",
}


class SharedPage:
    """The page that successive tests share, as long as they need the same one."""

    def __init__(self, server: str, warm_context: Callable[..., BrowserContext]) -> None:
        self._server, self._warm_context = server, warm_context
        self._page: Page | None = None
        self._key = ""

    def at(self, address: str, watch: Watch, theme: str, **options: Any) -> Page:
        """Return the page at rest; open it if the last test had another one, or left it."""
        place = urlsplit(f"{self._server}/{address}").path
        key = repr((address, options))
        page = self._page
        if page and key == self._key and urlsplit(page.url).path == place:
            watch.follow_page(page)
            page.mouse.move(0, 0)
            page.evaluate("whole.rest()")
            return page
        self.close()
        page = self._page = empty_page(self._warm_context(**options), self._server)
        watch.follow_page(page)
        page.emulate_media(color_scheme=theme)
        open_unfolded(page, self._server, address)
        self._key = key
        return page

    def close(self) -> None:
        """Close the page, so that the next test opens it anew."""
        if self._page:
            self._page.close()
        self._page, self._key = None, ""


@pytest.fixture(scope="module")
def pool(app_server, warm_context) -> Iterator[SharedPage]:
    shared = SharedPage(app_server.url, warm_context)
    yield shared
    shared.close()


@pytest.fixture
def borrowed(request, pool) -> Iterator[SharedPage]:
    """Close the shared page after a test that failed, since it may be in any state."""
    yield pool
    if request.node.stash.get(HAS_FAILED, False):
        pool.close()


@pytest.fixture
def unfolded_page(borrowed, watch, path) -> Page:
    """Return the page at `path` in a laptop's window, with all folds open. Tests share it: each
    restores what it changes, except the values of sliders."""
    query = BETWEEN_STOPS.get(path, "tau=0.777&lam=0.0321")
    return borrowed.at(f"{path}?{query}", watch, "light")


@pytest.fixture
def unfolded_phone_page(borrowed, watch, path) -> Page:
    """Return the page at `path` on a phone, in the dark theme, with all folds open, shared too."""
    return borrowed.at(path, watch, "dark", **PHONE)
