"""The formula of softmax lights up what it stands for."""

import pytest

from lab.scene.class_learning_problem import solve_scene
from lab.scene.scene import replace
from pages.multiclass.default_scenes import DEFAULT as CLASSES
from tests.browser import eyes
from tests.browser.element.test_equation import lights, lit, step, value


@pytest.mark.thorough
def test_softmax_is_alive(page, server):
    live = step(page, server, "multiclass", "softmax")
    planes = live.locator("[data-view=chance] canvas")
    assert lights(page, live, "P", planes.first), "the places of the class"
    assert lights(page, live, "sum", planes.last), "those of all"
    fit = solve_scene(replace(CLASSES, inside=""), "softmax")
    assert eyes.number(value(live, "P").replace("%", "")) <= 1
    P, score, total = (eyes.number(value(live, name)) for name in ("P", "score", "sum"))
    assert abs(P - 2.718281828**score / total) < 0.02 * P
    assert fit.gap < 1e-3
    # An example that is pointed at is the one that the formula speaks of.
    box = planes.first.bounding_box()
    seen = set()
    for k in range(1, 40):
        page.mouse.move(box["x"] + k * box["width"] / 40, box["y"] + box["height"] * 0.5)
        if lit(page) == ["P"]:
            seen.add(value(live, "score"))
    assert len(seen) > 1
    live.get_by_role("button", name="Numbers").click()
    assert value(live, "score") in live.locator("math").text_content()
