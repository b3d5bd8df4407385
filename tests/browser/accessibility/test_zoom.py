"""Nothing is lost in a window zoomed to 200 %, with text at 200 %, and in a window 320 px wide."""

import pytest

from tests.browser.live import settle
from tests.browser.whole_page import misfits, open_whole
from tests.page_paths import NAMES, PATHS

ZOOMED = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}
NARROW = {"width": 320, "height": 640}
LETTERS = "html { font-size: 200% !important; }"


def after(page, window):
    """Resize the window, and return what does not fit into it after everything is redrawn."""
    page.set_viewport_size(window)
    settle(page)
    return misfits(page)


@pytest.mark.thorough
@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_everything_fits(warm_page, server, path):
    """The text is enlarged while the folds are closed, the window zoomed while they are open."""
    page, faults = warm_page(**ZOOMED), {}
    open_whole(page, server, path)
    letters = page.add_style_tag(content=LETTERS)
    for window in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        faults[f"letters at {window['width']}"] = after(page, window)
    letters.evaluate("(style) => style.remove()")
    page.evaluate("whole.openFolds()")
    page.evaluate("whole.toTheEnd()")
    faults |= {"200 %": after(page, ZOOMED["viewport"]), "reflow": after(page, NARROW)}
    assert not any(faults.values()), faults
