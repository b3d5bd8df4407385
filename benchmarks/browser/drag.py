"""Measure a drag with a real mouse on the app's page, and on the same page in plain Streamlit."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import cycle
from pathlib import Path
from statistics import median

import numpy as np
from playwright.sync_api import Browser, Locator, Page

from benchmarks.browser.browsing import APP, PEERS, chromium, new_visitor, serve
from benchmarks.tables import Aim, milliseconds, show
from tests.browser.live import open_live

PAGE = "/rbf-bandwidth"  # compared with the same page in plain Streamlit
# Addresses, each with the slider that is dragged.
PAGES = {
    PAGE: "tau",
    "/": "lam",
    "/kernel-ridge?step=one-system": "lam",
    "/kernel-pca?step=bend": "tau",
}
DRAGS, DRAG_SECONDS = 3, 3  # number of drags, and duration of each
STRIDE_PX = 8  # length of a pointer movement: more than the distance between two stops
RELEASES = 6  # releases of plain Streamlit's slider
WATCH_DRAG = Path(__file__).with_name("drag.js").read_text("utf-8")
WATCH_CHART = (PEERS / "chart.js").read_text("utf-8")

Three = tuple[float, float, float]  # median, 95th percentile and maximum


@dataclass(frozen=True)
class Drag:
    """The measurements of a drag; times in ms."""

    events: float
    painted: float  # input events that were painted, in percent
    rate: float  # animation frames a second
    from_input: Three  # delay from an input event until the frame is presented
    from_mouse: Three  # the same delay, from the mouse move that caused the event
    script: Three  # time of all listeners of one input event
    between: Three  # interval between two animation frames


def run() -> list[Aim]:
    with chromium() as browser:
        drags = {address: middle(drags) for address, drags in drag_ours(browser)}
        redrawn, waits = drag_plain_streamlit(browser)
    own_drag = drags[PAGE]
    show(
        f"Drag: {PAGES[PAGE]} of {PAGE}, {DRAGS} drags of {DRAG_SECONDS} s, their medians",
        ("", "median", "95 %", "largest"),
        [
            ("input event to frame presented", *map(milliseconds, own_drag.from_input)),
            ("mouse move to frame presented", *map(milliseconds, own_drag.from_mouse)),
            ("script of one input event, all views", *map(milliseconds, own_drag.script)),
            ("from one animation frame to the next", *map(milliseconds, own_drag.between)),
        ],
        (
            f"{own_drag.painted:.1f} % of {own_drag.events:.0f} input events painted; "
            f"{own_drag.rate:.1f} animation frames a second.",
            "Painted: the event's listeners drew one frame, and at the browser's next animation",
            "frame the shown stop is the one to which the slider was set.",
            "Input event: from event.timeStamp. Presented: a message sent in the animation frame",
            "has arrived, so that this frame's style, layout and drawing are done and sent to",
            "the compositor. Each mouse move waits for the browser's answer to the one before.",
        ),
    )
    show(
        "Drag: several pages",
        ("", "painted", "input to frame, 95 %", "frames a second"),
        [
            (
                f"{PAGES[address]} of {address}",
                f"{drag.painted:.0f} %",
                milliseconds(drag.from_input[1]),
                f"{drag.rate:.1f}",
            )
            for address, drag in drags.items()
        ],
    )
    own_wait, peer_wait = own_drag.from_input[0], median(waits)
    show(
        "Drag: compared with st.slider, SVC and st.plotly_chart",
        ("", "while dragging", "input to new picture"),
        [
            ("this app", f"{own_drag.painted:.0f} % painted", milliseconds(own_wait)),
            ("plain Streamlit", f"{redrawn} redrawn", milliseconds(peer_wait)),
            ("ratio", "", f"{peer_wait / own_wait:.0f}"),
        ],
        (
            "This app: input event to frame presented. Plain Streamlit sends a slider's value when",
            f"it is released: from release to the frame with the new chart, median of {RELEASES}.",
        ),
    )
    return [
        Aim("input events painted", min(drag.painted for drag in drags.values()), "%", least=100),
        Aim("input to paint, 95 %", own_drag.from_input[1], "ms", most=17),
        Aim("animation frames a second", min(drag.rate for drag in drags.values()), least=55),
    ]


def drag_ours(browser: Browser) -> Iterator[tuple[str, list[Drag]]]:
    """Yield each address with the measurements of its drags."""
    with serve(APP) as server:
        for address, along in PAGES.items():
            with new_visitor(browser, WATCH_DRAG) as page:
                open_live(page, server.url + address)
                page.wait_for_load_state("networkidle")
                slider = page.locator(f'input[data-along="{along}"]:visible').first
                yield address, [drag_to_and_fro(page, slider) for _ in range(DRAGS)]


def drag_to_and_fro(page: Page, slider: Locator) -> Drag:
    """Press the slider in its middle, and drag along its length to and fro for DRAG_SECONDS."""
    page.evaluate("drag.inputs.length = drag.frames.length = 0")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, y)
    page.mouse.down()
    deadline = time.monotonic() + DRAG_SECONDS
    for x in to_and_fro(box["x"] + 10, box["x"] + box["width"] - 10):
        page.mouse.move(x, y)
        if time.monotonic() > deadline:
            break
    page.mouse.up()
    page.wait_for_timeout(1000)
    record = page.evaluate("drag")
    return describe_drag(record["inputs"], record["frames"])


def to_and_fro(left: float, right: float) -> Iterator[float]:
    positions = np.arange(left, right, STRIDE_PX).tolist()
    return cycle(positions + positions[::-1])


def describe_drag(inputs: list[dict], frames: list[float]) -> Drag:
    """Summarise the records of drag.js."""

    def times(end: str, start: str) -> Three:
        return three([entry[end] - entry[start] for entry in inputs])

    is_painted = [entry["painted"] == 1 and entry["shown"] == entry["named"] for entry in inputs]
    first, last = inputs[0]["at"], inputs[-1]["presented"]
    between = np.diff([frame for frame in frames if first <= frame <= last])
    return Drag(
        events=len(inputs),
        painted=100 * float(np.mean(is_painted)),
        rate=1000 / float(between.mean()),
        from_input=times("presented", "at"),
        from_mouse=times("presented", "moved"),
        script=times("done", "begun"),
        between=three(between),
    )


def three(times: Sequence[float]) -> Three:
    return (*map(float, np.percentile(times, (50, 95))), float(max(times)))


def middle(drags: list[Drag]) -> Drag:
    """Return the median of each figure, which a disturbance of one drag hardly affects."""
    columns = zip(*map(astuple, drags), strict=True)
    values = [np.median(np.array(column), axis=0).tolist() for column in columns]
    return Drag(**dict(zip((field.name for field in fields(Drag)), values, strict=True)))


def drag_plain_streamlit(browser: Browser) -> tuple[int, list[float]]:
    """Return how often the chart changed during a drag, and the ms from each release to the new
    chart."""
    redrawn, waits = 0, []
    with serve(PEERS / "plain_streamlit.py") as server, new_visitor(browser, WATCH_CHART) as page:
        page.goto(server.url)
        page.wait_for_function("chart.changes.length === 1")
        slider = page.get_by_test_id("stSlider")
        for turn in range(RELEASES):
            before = page.evaluate("chart.changes.length")
            drag_across(page, slider, *((0.7, 0.3) if turn % 2 else (0.3, 0.7)))
            redrawn += page.evaluate("chart.changes.length") - before
            page.mouse.up()
            page.wait_for_function("n => chart.changes.length > n", arg=before)
            page.wait_for_timeout(500)
            waits.append(page.evaluate("chart.changes.at(-1).at - chart.released"))
    return redrawn, waits


def drag_across(page: Page, slider: Locator, start: float, end: float) -> None:
    """Drag from one share of the slider's length to another; the button stays down."""
    box = slider.bounding_box()
    y = box["y"] + box["height"] - 8
    page.mouse.move(box["x"] + start * box["width"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + end * box["width"], y, steps=60)
    page.wait_for_timeout(300)
