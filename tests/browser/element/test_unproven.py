"""If the duality gap stays above the solvers' tolerance, the plane shows a note, as does a
handout."""

import inspect
import re

import numpy as np
import pytest

import kernel_core as kc
from lab.endpoints import static_assets
from lab.scene.scene import parse_strict
from lab.wire.scene_sweep import solve
from tests.browser import hand
from tests.browser.element.unproven_frame import MARKED, QUERY
from tests.browser.live import open_live, until_the_address_holds

UNPROVEN = "This fit may not be optimal"


def test_the_picture_and_the_solver_use_the_same_tolerance():
    script = static_assets.read("assets/draw/optimality-note.js")
    aimed_at = inspect.signature(kc.sweep).parameters["tol"].default
    assert float(re.search(r"TOLERANCE = (\S+);", script)[1]) == aimed_at
    hard = parse_strict(QUERY), parse_strict("m=40&kernel=own&formula=exp(100*x.z)")
    easy = parse_strict("kernel=poly&degree=8&lam=1000")
    for scene in (*hard, easy):
        gap = solve(scene, "lam", np.array([scene.lam]), 11).gap[0]
        assert (gap > aimed_at) == (scene != easy)


@pytest.mark.thorough
@pytest.mark.parametrize("view", ["", "&view=lecture"])
def test_an_unproven_plane_says_so(page, server, view):
    live = open_live(page, f"{server}/rbf-bandwidth?hide=text&step=price&{QUERY}{view}")
    plane = live.locator(MARKED).first
    plane.wait_for()
    page.wait_for_function(
        "([plane, said]) => plane.getAttribute('aria-label').includes(said)",
        arg=[plane.element_handle(), UNPROVEN],
    )
    hand.click_at(page, "lam", 63)  # the solution for the largest λ is proven
    page.wait_for_function("!document.querySelector('[data-live] canvas[data-unproven]')")


@pytest.mark.thorough
@pytest.mark.parametrize("step", ["four", "softmax"])
def test_unproven_planes_of_many_classes_say_so(page, server, step):
    hard = "m=30&kernel=own&formula=exp(10*x.z)"  # its softmax has a gap of 1
    # Its sweep takes half a minute; texts and the rest of the page do not wait for it.
    page.goto(f"{server}/multiclass?step={step}&{hard}", wait_until="domcontentloaded")
    until_the_address_holds(page)
    page.locator(f"{MARKED}:visible").first.wait_for()
    for plane in page.locator(f"{MARKED}:visible").all():
        page.wait_for_function(
            "([plane, said]) => plane.getAttribute('aria-label').includes(said)",
            arg=[plane.element_handle(), UNPROVEN],
        )
