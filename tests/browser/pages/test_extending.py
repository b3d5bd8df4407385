"""What is added as CONTRIBUTING says is used in a browser: a loss, a kernel, a data set, a page."""

import sys
from types import ModuleType

import pytest
from playwright.sync_api import expect

import kernel_core as kc
from kernel_core import losses
from lab.scene.learning_problem import sample_of
from lab.scene.scene import Scene
from tests.browser import eyes
from tests.browser.live import open_live
from tests.pages.test_extending import KERNEL, LOSS, extend


@pytest.fixture
def address(tmp_path, make_server):
    extend(tmp_path)
    return make_server(app=tmp_path / "app.py").url


def least_objective(scene):
    """Of the added loss, by this tree's own solver."""
    exec(LOSS, names := {**vars(losses)})
    own, kernel, loss = sample_of(scene), kc.RBF(scene.tau), names["SmoothedHinge"]()
    return kc.fit(own.X, own.y, kernel, loss, scene.lam, risk=scene.risk).primal


@pytest.mark.thorough
def test_an_added_page_paints_an_added_loss_on_added_data(address, make_page):
    page = make_page()
    live = open_live(page, f"{address}/first-look?data=bullseye")
    assert page.get_by_role("link", name="First look").first.is_visible(), "it is in the navigation"
    assert page.get_by_role("button", name="Data", exact=True).is_visible()

    scene = Scene(data="blobs", m=60)  # whose points this tree knows too
    live = open_live(page, f"{address}/first-look?{scene.query()}")
    before = eyes.drawn(eyes.plane(live))
    live.get_by_role("radio", name="Smoothed hinge", exact=True).click()
    page.wait_for_function("() => location.search.includes('loss=smoothed-hinge')")
    eyes.until_number(live, "primal", least_objective(scene))
    assert (eyes.drawn(eyes.plane(live)) != before).any(), "another picture"

    live = open_live(page, f"{address}/losses?loss=smoothed-hinge&data=bullseye")
    chosen = live.get_by_role("radio", name="Smoothed hinge", exact=True).first
    expect(chosen).to_be_checked()
    assert eyes.drawn(live.locator(".kl-oncurve canvas").first).any()


@pytest.fixture
def laplace(monkeypatch):
    """The least objective with the added kernel and some τ, by this tree's own solver."""
    added = ModuleType("laplace")
    monkeypatch.setitem(sys.modules, added.__name__, added)  # where its dataclass looks for names
    source = KERNEL.replace("from ..", "from kernel_core.")
    exec(source.replace("from .", "from kernel_core.kernels."), vars(added))

    def least(scene, tau):
        own, kernel = sample_of(scene), vars(added)["Laplace"](tau)
        return kc.fit(own.X, own.y, kernel, kc.Hinge(), scene.lam, risk=scene.risk).primal

    return least


@pytest.mark.thorough
def test_an_added_kernel_is_chosen_and_its_tau_is_dragged(address, make_page, laplace):
    page = make_page()
    scene = Scene(data="blobs", m=60)
    live = open_live(page, f"{address}/first-look?{scene.query()}")
    before = eyes.drawn(eyes.plane(live))
    page.get_by_role("button", name="Data", exact=True).click()
    page.get_by_role("combobox", name="Kernel").click()
    page.get_by_role("option", name="Laplace", exact=True).click()
    page.wait_for_function("() => location.search.includes('kernel=laplace')")
    eyes.until_number(live, "primal", laplace(scene, scene.tau))
    assert (eyes.drawn(eyes.plane(live)) != before).any(), "another picture"

    slider = live.locator("input[data-along=tau]")
    slider.press("End")
    page.wait_for_function("() => location.search.includes('tau=6.4')")
    eyes.until_number(live, "primal", laplace(scene, 6.4))

    # In a formula, beside others: the builder names it, and nothing is refused.
    live = open_live(
        page, f"{address}/is-it-a-kernel?hide=text&kernel=own&formula=laplace(0.5)%2B1"
    )
    expect(live).to_contain_text("laplace")
    assert eyes.drawn(eyes.plane(live)).any()
