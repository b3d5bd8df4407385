"""The button *Run scikit-learn*: its result comes from the server, and disappears when the picture
changes."""

import pytest
from playwright.sync_api import expect

from lab.endpoints.sklearn_comparison import answer
from lab.scene.scene import DEFAULT
from tests.browser import eyes, hand
from tests.browser.live import open_live


@pytest.mark.thorough
def test_scikit_learn_is_compared_once_per_scene(page, server):
    live = open_live(page, server + "/rbf-bandwidth?hide=text&step=price")
    page.get_by_role("button", name="Run scikit-learn").press("Enter")
    view = live.locator(".kl-comparison")
    view.and_(page.locator("[data-answered]")).wait_for()
    comparison = answer(DEFAULT)
    expect(view.get_by_role("status")).to_have_text(comparison["remarks"][0])
    objectives = view.locator('td[data-value="J"]').all_text_contents()
    assert objectives == [f"{row['J']:.7g}" for row in comparison["rows"]]
    picture = eyes.read_canvas(view.locator("canvas"))
    assert picture.shape[1] > 200 and picture.std() > 10
    hand.drag(page, "tau", 45, moves=3)
    page.mouse.up()
    view.locator("table").wait_for(state="detached")
    expect(view.get_by_role("status")).to_have_text("")
