"""Measure the milestones before a page's first picture by the browser's resource timing."""

from playwright.sync_api import Page

# For each milestone: its name, parts of the addresses of its files, and the event that counts: the
# first request, the first answer or the last answer for one of these files. The page requests
# Streamlit's scripts, its own scripts and a first frame together, and the whole sweep once the
# element has arrived.
MARKS = {
    "Streamlit's scripts have arrived": (
        ("/first-scripts/streamlit", "/static/js/index."),
        "last answer",
    ),
    "our scripts have arrived": (("/first-scripts/page",), "last answer"),
    "first frame has arrived": (("&stops=1&",), "first answer"),
    "Streamlit has started": (("/_stcore/host-config",), "first request"),
    "our element has arrived": (("&stops=64&",), "first request"),
    "its sweep has arrived": (("&stops=64&",), "first answer"),
}

READ = """() => [
  ...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource"),
].map((entry) => [entry.name, entry.startTime, entry.responseEnd])"""


def milestones(page: Page, deadline: float) -> dict[str, float]:
    """Return the milestones that the page reached by `deadline`, in ms since navigation."""
    (_, _, page_itself), *entries = page.evaluate(READ)
    times_by_name = {"page itself": page_itself}
    for name, (parts, mark) in MARKS.items():
        resources = [
            times
            for address, *times in entries
            if any(part in address for part in parts) and times[1] <= deadline
        ]
        if resources:
            starts, ends = zip(*resources, strict=True)
            marks = {"first request": min(starts), "first answer": min(ends)}
            times_by_name[name] = marks.get(mark, max(ends))
    return times_by_name
