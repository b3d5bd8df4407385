"""A course exported as a folder: a file for every page, listed, linked relatively, with the page's
own picture."""

import re
import subprocess
import sys

import pytest

from lab.endpoints.static_assets import ROOT
from pages.order import PAGES
from tests.features.site.handout.elements import element, kinds
from tests.pages.live_elements import LISTED_FILES

DRAWN_KINDS = {
    "home": "plane", "losses": "oncurve", "rbf_bandwidth": "plane", "svm": "plane",
    "kernel_trick": "space", "is_it_a_kernel": "plane", "representer_theorem": "fitline",
    "kernel_ridge": "curve",
    "multiclass": "classplane", "regularisation": "curve", "stochastic_gradient": "stepplane",
}  # fmt: skip


# Export with few stops, in another process, since another module replaces Streamlit there.
EXPORT = """
import dataclasses, sys
from pathlib import Path
from features.site import screen
screen.stand_in()
from features.site.handout import course_export, precomputed_sweeps
tiny = ((4, 1, 11), (3, 2, 11), (2, 2, 11))
every = precomputed_sweeps.sweep_endpoints
precomputed_sweeps.sweep_endpoints = lambda: {
    name: dataclasses.replace(endpoint, file_sizes=tiny) for name, endpoint in every().items()
}
course_export.write(Path(sys.argv[1]), "https://example.org/kernels/")
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Return the text of each exported page, by name."""
    out = tmp_path_factory.mktemp("course")
    subprocess.run([sys.executable, "-c", EXPORT, str(out)], cwd=ROOT, check=True)
    names = ["index", *(name.removesuffix("/page.py") for name in LISTED_FILES)]
    return {name: (out / f"{name}.html").read_text("utf-8") for name in names}


@pytest.mark.thorough
def test_every_page_has_a_file_and_the_list_leads_to_it(course):
    names = [*course][1:]
    assert re.findall(r'<li><a href="([^"]+)"', course["index"]) == [f"{n}.html" for n in names]
    assert "http" not in course["index"], "the list needs no server"


@pytest.mark.thorough
@pytest.mark.parametrize("name", [page.name for page in PAGES if page.name in DRAWN_KINDS])
def test_each_file_shows_its_pages_picture_and_the_way_back(course, name):
    html = course[name]
    data = element(html)
    assert DRAWN_KINDS[name] in kinds(data["main"])
    assert "slider" in kinds([*data["main"], *data["side"]]), "something moves"
    assert '<a href="index.html">' in html
    assert re.search(r'href="https://example\.org/kernels/[\w-]*\?', html), "the way to the app"
    askers = [item for item in data["main"] + data["side"] if item.get("address") or "asks" in item]
    assert not askers


@pytest.mark.thorough
def test_only_a_page_about_losses_has_them_all(course):
    for page in PAGES:
        if page.is_solved:
            losses = {*re.findall(r'"fields":\{[^}]*"loss":"(\w+)"', course[page.name])}
            assert len(losses) == (6 if page.every_loss else 0), page.name


@pytest.mark.thorough
def test_a_lead_speaks_of_nothing_that_the_file_leaves_out(course):
    for html in course.values():
        lead = re.search(r'<p class="lead">(.*?)</p>', html)[1]
        assert not re.search(r"point, too|drag a point|handles|add, multiply", lead), lead
