"""Firefox and WebKit for the tests in this folder; tests/browser tests everything in Chromium.

Fixtures have package scope for the reason given in tests/browser/conftest.py.
"""

import re
import subprocess
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.server import ROOT, Server, serve_app
from tests.engines.windows import ENGINES, Driver, Window

if TYPE_CHECKING:
    from tests.site.host import Host

GET_ENGINE = ROOT / "tests" / "tools" / "get_engine"
SCREENS = ROOT / "build" / "screens"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.failed and "window" in item.funcargs:
        report.sections.append(("page", item.funcargs["window"].state()))
        path = SCREENS / (re.sub(r"[^\w.=-]+", "_", item.name) + ".png")
        SCREENS.mkdir(parents=True, exist_ok=True)
        report.sections.append(("window", item.funcargs["window"].picture(path)))
    return report


@pytest.fixture(scope="package")
def app_server(request: pytest.FixtureRequest, tmp_path_factory) -> "Iterator[Server | Host]":
    """Start the app, or the site if requested, once for all tests in this folder."""
    yield from serve_app(request.config, tmp_path_factory)


@pytest.fixture(scope="package", params=ENGINES)
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    name = request.param
    process = subprocess.run(
        [GET_ENGINE, name, "--find"], capture_output=True, text=True, check=False
    )
    if process.returncode != 0:
        pytest.skip(process.stderr.strip())  # the summary prints the reason, see tests/conftest.py
    with ENGINES[name](process.stdout.strip()) as driver:
        yield driver


@pytest.fixture
def server(app_server: "Server | Host") -> str:
    return app_server.url


@pytest.fixture
def window(driver: Driver, server: str) -> Iterator[Window]:
    """Return a window with empty storage; the test fails if its page reports faults."""
    window = Window(driver)
    driver.goto(f"{server}/_stcore/health")
    window.run("localStorage.clear()")
    yield window
    assert not window.faults()
