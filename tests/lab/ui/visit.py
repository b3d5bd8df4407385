"""Open the app at the address of a page, as at the start of a visit."""

import json
from functools import lru_cache
from typing import Any

from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from lab.course.course import ROOT
from lab.course.page_declaration import HOME, pages
from lab.ui import live_element

SHELL = ROOT / "pages" / "shell.py"
Query = dict[str, Any]


def open_page(name: str, query: Query | None = None, *, is_drawn: bool = True) -> AppTest:
    """Open a page at an address. With `is_drawn` its first picture counts as drawn, so that the
    rest of the page is sent too."""
    page = as_on_a_server(AppTest.from_file(str(SHELL), default_timeout=60))
    page.session_state[live_element.SEEN_KEY] = is_drawn  # no browser draws the first picture here
    (declaration,) = (page for page in pages().values() if page.file == name)
    if declaration.name != HOME:  # `switch_page` would need a run of the front page first
        page._page_hash = calc_hash(declaration.path)
    for field, value in (query or {}).items():
        page.query_params[field] = value
    return page.run()


def as_on_a_server(page: AppTest) -> AppTest:
    """Share the components of all visits: discovering them takes as long as running a page, because
    every installed package is searched."""
    page._bidi_component_manager = _components()
    return page


@lru_cache(maxsize=1)
def _components() -> BidiComponentManager:
    manager = BidiComponentManager()
    manager.discover_and_register_components(start_file_watching=False)
    return manager


def view_page(name: str, query: Query | None = None, *, is_drawn: bool = True) -> AppTest:
    """Open a page once for all tests that press nothing there and change nothing."""
    return _cached_page(name, json.dumps(query or {}, sort_keys=True), is_drawn)


@lru_cache(maxsize=128)
def _cached_page(name: str, query: str, is_drawn: bool) -> AppTest:
    page = open_page(name, json.loads(query), is_drawn=is_drawn)
    page._run = _refuse_to_run
    return page


def _refuse_to_run(*_: object, **__: object) -> AppTest:
    raise AssertionError(
        "This page is opened once for all tests: to press something, open another with open_page()"
    )
