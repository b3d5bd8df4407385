"""Every page opens for every scene. A picture that cannot be computed is replaced by an
explanation, and the time to draw a page is limited like that of a request."""

import os
from functools import partial

import pytest

from lab.endpoints.workers.cpu_time_limit import PageTimeExceeded, TimeBudget
from lab.ui.steps import walk
from pages.order import PAGES
from tests.examples import THOROUGH
from tests.lab.own_points import own_text
from tests.lab.ui.visit import open_page

NO_KERNELS = ["x1*z2", "exp(exp(x.z))", "1/(x.z)", "x.z^0.5"]
SLOW_FIELDS = {"kernel": "own", "formula": "poly(20,5)^3"}  # no solver comes near the optimum
ODD_FIELDS = [
    {"edits": "c"},
    {"edits": "c;p,1,1;n,0,0"},
    {"edits": ";".join(f"m{i},100,-100" for i in range(300))},
    {"edits": "m0,1e300,1", "m": "²", "formula": "(" * 300},
    {"data": "own", "points": "abc"},
    {"points": "A" * 7000},
    {"step": "nowhere", "part": "99", "hide": "all", "list": "x", "view": "lecture"},
    {"M": "1e9", "degree": "-1", "s": "nan", "eps": "0", "strength": "inf", "lam": "0"},
    {"data": "line", "m": "1000", "lam": "1e-6", "kernel": "poly", "degree": "8"},
    {"data": "xor", "m": "1000", "noise": "3", "lam": "1e-6", "tau": "0.01", "loss": "exponential"},
]


def messages_of(page):
    # Markdown removes the backslashes.
    return " ".join(box.value for box in page.info).replace("\\", "")


@pytest.fixture
def short_budget(monkeypatch):
    """Stop computations after one second of processor time, instead of five."""
    monkeypatch.setattr(walk, "TimeBudget", partial(TimeBudget, 1.0))


@pytest.mark.thorough(keep_every=12)
@pytest.mark.usefixtures("short_budget")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_opens_for_every_scene(page):
    scenes = [{"kernel": "own", "formula": formula} for formula in NO_KERNELS]
    bounded = [] if page.name == "multiclass" else [SLOW_FIELDS]  # another test opens multiclass
    stride, first = (1, 0) if THOROUGH in os.environ else (5, PAGES.index(page) % 5)
    # In a quick run each page opens every fifth scene, from a different one on.
    for query in [*scenes, *ODD_FIELDS, *bounded][first::stride]:
        run = open_page(page.file, query)
        assert not run.exception, (query, run.exception[0].value)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", ["losses/page.py", "stochastic_gradient/page.py"])
@pytest.mark.parametrize("formula", NO_KERNELS)
def test_an_explanation_replaces_a_picture_that_cannot_be_computed(name, formula):
    assert "The formula can’t be used with these points. " in messages_of(
        open_page(name, {"kernel": "own", "formula": formula})
    )


def few(count, many=False):
    """Return the address fields for own data of `count` rows, on a page of two classes or, with
    `many`, of many."""
    return {"data": "own", "points": own_text(count), "m": "10", "classes": "2" if many else "0,1"}


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_opens_for_own_data_of_two_points(page):
    run = open_page(page.file, few(2, many=page.name == "multiclass"))
    assert not run.exception and not run.warning


@pytest.mark.parametrize(("count", "message"), [(5, True), (6, False)])
def test_too_few_points_to_drag_are_reported(count, message):
    run = open_page("stochastic_gradient/page.py", few(count))
    assert not run.exception and ("needs at least 6 points" in messages_of(run)) == message


@pytest.mark.usefixtures("short_budget")
def test_the_computing_time_to_draw_a_page_is_limited():
    query = {"m": "400", "classes": "6", "noise": "3", "lam": "1e-6", **SLOW_FIELDS}
    run = open_page("multiclass/page.py", query)
    assert str(PageTimeExceeded()) in messages_of(run) and not run.exception
