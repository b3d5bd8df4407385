"""Compare the static site with the served app: build, opening, engine, a drag.

The site's server compresses its answers, as hosts of static pages do.
"""

import contextlib
import functools
import gzip
import io
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page

from benchmarks.browser.browsing import APP, ROOT, chromium, new_visitor, serve
from benchmarks.browser.drag import DRAGS, WATCH_DRAG, Drag, drag_to_and_fro, middle
from benchmarks.browser.opening import Visit, first_visit, wait_until_solved
from benchmarks.tables import Aim, milliseconds, seconds, show
from features.site import engine_files
from lab.endpoints import static_assets
from lab.scene.scene import DEFAULT

VISITS, EDITS = 3, 20
STORING_MS = 8_000  # time in which the service worker stores everything
PAGE = "rbf-bandwidth"
READY = "document.documentElement.dataset.engine === 'ready'"
# Find the address from which the page imported a script: the script's own, or one in the app's
# import map.
FIND = """(known) => performance.getEntriesByType("resource").map(({ name }) => name)
  .find((name) => name.endsWith("/assets/base/requests.js")) ?? new URL(known, location).href"""
# Request single frames of new scenes, in which a point was moved. Return the ms of each answer.
EDIT = """async ([assets, frames]) => {
  const { request } = await import(assets);
  const took = [];
  for (const address of frames) {
    const begun = performance.now();
    await (await request(address)).arrayBuffer();
    took.push(performance.now() - begun);
  }
  return took;
}"""


class _Host(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open

    def send_head(self):
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in (".html", ".css", ".js", ".mjs") or not path.exists():
            return super().send_head()
        content = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # the page was closed
            super().handle()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@dataclass(frozen=True)
class Build:
    """The cost of writing the site: elapsed time and CPU time in seconds, sizes in bytes. The
    engine's files were downloaded before."""

    time: float
    processor: float
    size: int
    engine: int


def run() -> list[Aim]:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        out = Path(folder) / "course"
        files = build(out)
        with host(out) as site_url, serve(APP) as app:
            wait_until_solved(app.url)
            first_visit(browser, app.url)
            on_site = [first_visit(browser, f"{site_url}/") for _ in range(VISITS)]
            on_app = [first_visit(browser, app.url) for _ in range(VISITS)]
            ready = [engine_ready(browser, f"{site_url}/") for _ in range(VISITS)]
            edits = answers(browser, f"{site_url}/")
            served_edits = answers(browser, app.url)
            site_drag = drags(browser, f"{site_url}/{PAGE}/", READY)
            app_dragged = drags(browser, f"{app.url}/{PAGE}")
    cold, warm = (median(values) / 1000 for values in zip(*ready, strict=True))
    show(
        "Site: compared with the served app",
        ("", "site", "served app"),
        [
            ("first live picture, cold cache", first_picture(on_site), first_picture(on_app)),
            ("received until then", kilobytes(on_site), kilobytes(on_app)),
            ("engine ready, cold", seconds(cold), ""),
            ("engine ready, second visit", seconds(warm), ""),
            ("answer to an edit, m = 200", *map(milliseconds, (edits, served_edits))),
            ("input event to frame presented, 95 %",
             *(milliseconds(drag.from_input[1]) for drag in (site_drag, app_dragged))),
            ("animation frames a second", *(f"{d.rate:.1f}" for d in (site_drag, app_dragged))),
        ],
        (
            f"Medians of {VISITS} visits, {EDITS} edits, {DRAGS} drags of the τ slider.",
            f"Built in {files.time:.0f} s, {files.processor:.0f} s of processor time; "
            f"{files.size / 1e6:.1f} MB, of which the engine {files.engine / 1e6:.1f} MB.",
        ),
    )  # fmt: skip
    return [
        Aim("site: first live picture", median(visit.time for visit in on_site) / 1000, "s",
            most=1),
        Aim("site: received before it", median(visit.received for visit in on_site) / 1e3, "kB",
            most=300),
        Aim("site: engine ready, cold", cold, "s", most=5),
        Aim("site: engine ready, warm", warm, "s", most=3),
        Aim("site: engine", files.engine / 1e6, "MB", most=11),
        Aim("site: an edit", edits, "ms", most=12),
        Aim("site: input events painted", site_drag.painted, "%", least=100),
        Aim("site: all of it", files.size / 1e6, "MB", most=40),
        Aim("site: built in", files.time, "s", most=180),
    ]  # fmt: skip


def build(out: Path) -> Build:
    command = [sys.executable, "-m", "features.site", str(out)]
    engine_files.engine_files()  # downloads the files before the measurement
    usage_before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    duration, usage_after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = (
        usage_after.ru_utime + usage_after.ru_stime - usage_before.ru_utime - usage_before.ru_stime
    )
    sizes = {path: path.stat().st_size for path in out.rglob("*") if path.is_file()}
    engine = sum(size for path, size in sizes.items() if "engine" in path.relative_to(out).parts)
    return Build(duration, processor, sum(sizes.values()), engine)


@contextlib.contextmanager
def host(folder: Path) -> Iterator[str]:
    handler = functools.partial(_Host, directory=str(folder.parent))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}"
    finally:
        server.shutdown()
        server.server_close()


def engine_ready(browser: Browser, url: str) -> tuple[float, float]:
    """Return the ms until the engine is ready, at a first visit and at a second one with everything
    stored."""
    with new_visitor(browser) as page:
        first = until_ready(page, url)
        page.wait_for_timeout(STORING_MS)
        return first, until_ready(page, url)


def until_ready(page: Page, url: str) -> float:
    page.goto(url, wait_until="commit")
    page.wait_for_function(READY)
    return page.evaluate("performance.now()")


def answers(browser: Browser, url: str) -> float:
    """Return the median time of an answer to a frame after an edit, in ms."""
    with new_visitor(browser) as page:
        page.goto(url)
        page.locator("[data-live]:not([data-painted='0'])").first.wait_for()
        if page.locator("#engine-line").count():
            page.wait_for_function(READY)
        page.wait_for_timeout(STORING_MS)
        script = page.evaluate(FIND, static_assets.url("assets/base/requests.js"))
        query = f"{DEFAULT.query()}&along=tau&stops=1&grid=81"
        frames = [f"frames?{query}&edits=m3_{k / 50:g}_0.2" for k in range(EDITS)]
        return median(page.evaluate(EDIT, [script, frames]))


def drags(browser: Browser, url: str, ready_script: str = "") -> Drag:
    with new_visitor(browser, WATCH_DRAG) as page:
        page.goto(url)
        page.locator("[data-live][data-ready='1']").first.wait_for()
        if ready_script:
            page.wait_for_function(ready_script)
        page.wait_for_timeout(3_000)
        slider = page.locator('input[data-along="tau"]').first
        return middle([drag_to_and_fro(page, slider) for _ in range(DRAGS)])


def first_picture(visits: list[Visit]) -> str:
    return seconds(median(visit.time for visit in visits) / 1000)


def kilobytes(visits: list[Visit]) -> str:
    return f"{median(visit.received for visit in visits) / 1e3:,.0f} kB"
