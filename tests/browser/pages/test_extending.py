"""A loss, a data set and a page that are added as CONTRIBUTING describes work in a browser."""

import pytest
from playwright.sync_api import expect

import kernel_core as kc
from kernel_core import losses
from lab.scene.learning_problem import sample_of
from lab.scene.scene import Scene
from tests.browser import eyes
from tests.browser.live import open_live
from tests.pages.extension import LOSS, extend


@pytest.fixture
def address(tmp_path, make_server):
    extend(tmp_path)
    return make_server(app=tmp_path / "app.py").url


def least_objective(scene):
    """Return the minimum objective of the added loss, from the solver of this repository."""
    exec(LOSS, names := {**vars(losses)})
    sample, kernel, loss = sample_of(scene), kc.RBF(scene.tau), names["SmoothedHinge"]()
    return kc.fit(sample.X, sample.y, kernel, loss, scene.lam, risk=scene.risk).primal


@pytest.mark.thorough
def test_an_added_page_paints_an_added_loss_on_added_data(address, make_page):
    page = make_page()
    live = open_live(page, f"{address}/first-look?data=bullseye")
    expect(
        page.get_by_role("link", name="First look").first, "it is in the navigation"
    ).to_be_visible()
    expect(page.get_by_role("button", name="Data", exact=True)).to_be_visible()

    scene = Scene(data="blobs", m=60)  # the copy of the app has the same points
    live = open_live(page, f"{address}/first-look?{scene.query()}")
    before = eyes.read_canvas(eyes.plane(live))
    live.get_by_role("radio", name="Smoothed hinge", exact=True).click()
    page.wait_for_function("() => location.search.includes('loss=smoothed-hinge')")
    eyes.until_number(live, "primal", least_objective(scene))
    assert (eyes.read_canvas(eyes.plane(live)) != before).any(), "another picture"

    live = open_live(page, f"{address}/losses?loss=smoothed-hinge&data=bullseye")
    chosen = live.get_by_role("radio", name="Smoothed hinge", exact=True).first
    expect(chosen).to_be_checked()
    assert eyes.read_canvas(live.locator(".kl-oncurve canvas").first).any()
