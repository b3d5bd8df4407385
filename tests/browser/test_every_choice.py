"""All data sets and all losses make a picture, and nothing complains.

Every pair of them is solved in tests/lab/test_recipes.py; here each data set meets two losses.
"""

from lab.fields import FIELDS
from lab.problem import problem
from lab.scene import Scene
from tests.browser import eyes
from tests.browser.expected import sample
from tests.browser.live import open_live

LOSSES = FIELDS["loss"].choices


def test_every_data_set_and_every_loss(page, server):
    live = open_live(page, f"{server}/rbf-bandwidth?m=40&tau=0.8")
    for i, data in enumerate(FIELDS["data"].choices):
        page.evaluate(WALK, f"?m=40&tau=0.8&data={data}")
        for loss in (LOSSES[i % 5], LOSSES[(i + 2) % 5]):
            live.get_by_role("radio", name=loss).click()
            scene = Scene(data=data, m=40, tau=0.8, loss=loss)
            solution, judge = problem(scene).fit(), sample(scene).judge
            eyes.until_number(live, "primal", solution.primal)
            assert eyes.readout(live, "test_error") == eyes.percent(judge.error(solution)), scene
            assert eyes.number(eyes.readout(live, "gap")) <= 1e-6
        page.wait_for_url(f"**data={data}*")
        assert live.locator(".kl-strip").is_hidden()
        assert page.locator('[data-testid="stAlert"]').count() == 0


# To another address without loading the page anew, as back and forward do.
WALK = "(to) => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')); }"
