"""Start servers, and a browser that visits them."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM_ARGS, GET_CHROMIUM, LAPTOP
from tests.browser.server import ROOT, Server, start_server

APP = ROOT / "app.py"
PEERS = Path(__file__).parents[1] / "peers"
TIMEOUT_MS = 30_000
# Streamlit settings of the app and of the apps that it is compared with.
STREAMLIT_SETTINGS = {
    "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
    "STREAMLIT_SERVER_HEADLESS": "true",
}

# window.whenShown(run): call `run` once the current frame has been drawn and presented. A message
# sent from an animation frame is handled right after that frame is drawn.
WHEN_SHOWN = """
window.whenShown = (run) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => run(performance.now());
  channel.port2.postMessage(0);
});
"""


@contextmanager
def serve(app: Path, **env: str) -> Iterator[Server]:
    """Run a Streamlit app, with the variables `env`, in a separate process that can import the
    project's modules."""
    server = start_server(app, PYTHONPATH=str(ROOT), **STREAMLIT_SETTINGS, **env)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    process = subprocess.run([GET_CHROMIUM], capture_output=True, text=True, check=True)
    with sync_playwright() as playwright:
        path = process.stdout.strip()
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@contextmanager
def new_visitor(
    browser: Browser, *scripts: str, window: dict = LAPTOP, timeout_ms: int = TIMEOUT_MS
) -> Iterator[Page]:
    """Open a window, of a laptop's size by default, with an empty cache; `scripts` run in every
    page."""
    context = browser.new_context(**window)
    context.set_default_timeout(timeout_ms)
    for script in (WHEN_SHOWN, *scripts):
        context.add_init_script(script)
    yield context.new_page()
    context.close()


def emulate_network(page: Page, conditions: dict) -> None:
    """Let Chromium slow down the page's connection. Messages of web sockets are not delayed."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", conditions)
