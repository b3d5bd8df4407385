"""All data sets in the plane and all losses make a picture, and nothing complains.

Every pair of them is solved in tests/lab/export/test_scripts.py; here each data set meets two
losses.
"""

import pytest

from lab.scene.fields import OWN, SOURCES
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene
from lab.ui.items import LOSSES_OF_THE_NOTES
from tests.browser import eyes, hand
from tests.browser.expected import sample
from tests.browser.live import open_live

LOSSES = LOSSES_OF_THE_NOTES


@pytest.mark.thorough
def test_every_data_set_and_every_loss(page, server):
    live = open_live(page, f"{server}/rbf-bandwidth?hide=text&m=40&tau=0.8")
    for i, data in enumerate(source for source in SOURCES if source != OWN):
        first, second = LOSSES[i % 5], LOSSES[(i + 2) % 5]
        page.evaluate(hand.WALK, f"?hide=text&m=40&tau=0.8&data={data}&loss={first}")
        until_shown(live, Scene(data=data, m=40, tau=0.8, loss=first))
        live.get_by_role("radio", name=second).click()
        until_shown(live, Scene(data=data, m=40, tau=0.8, loss=second))
        page.wait_for_url(lambda url, wanted=f"loss={second}": wanted in url)
        assert live.locator(".kl-strip").is_hidden()
        assert page.locator('[data-testid="stAlert"]').count() == 0


def until_shown(live, scene):
    solution, evaluator = problem(scene).fit(), sample(scene).evaluator
    eyes.until_number(live, "primal", solution.primal)
    assert eyes.readout(live, "test_error") == eyes.percent(evaluator.error(solution)), scene
    assert eyes.number(eyes.readout(live, "gap")) <= 1e-6
