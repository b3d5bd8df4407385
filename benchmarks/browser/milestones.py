"""What a page waited for on the way to its first picture, from the browser's resource timing."""

from playwright.sync_api import Page

# Name: a part of the addresses that count, and whether their first request, first answer or last
# answer. Streamlit asks for its Bidi component's script when our element has arrived.
MARKS = {
    "Streamlit's scripts are here": ("/static/js/index.", "last answer"),
    "Streamlit has started": ("/_stcore/host-config", "first request"),
    "our element has arrived": ("/static/js/BidiComponent.", "first request"),
    "Streamlit's part of it is here": ("/static/js/BidiComponent.", "last answer"),
    "our scripts are asked for": ("/live.js", "first request"),
    "our scripts are here": ("/assets/", "last answer"),
    "frames are asked for": ("/frames?", "first request"),
    "first frames are here": ("/frames?", "first answer"),
}

READ = """() => [
  ...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource"),
].map((entry) => [entry.name, entry.startTime, entry.responseEnd])"""


def milestones(page: Page, until: float) -> dict[str, float]:
    """Milestone: ms since the address was called, for those that the page reached by `until`."""
    (_, _, page_itself), *entries = page.evaluate(READ)
    reached = {"page itself": page_itself}
    for name, (part, mark) in MARKS.items():
        found = [times for address, *times in entries if part in address and times[1] <= until]
        if found:
            starts, ends = zip(*found, strict=True)
            marks = {"first request": min(starts), "first answer": min(ends)}
            reached[name] = marks.get(mark, max(ends))
    return reached
