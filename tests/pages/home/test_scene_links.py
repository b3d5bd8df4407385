"""A link of the front page opens its scene unchanged, and only on pages that can show it."""

from itertools import product

import pytest

from lab.course import page_declaration
from lab.scene.fields import FIELDS, KERNELS, OWN
from lab.scene.scene import Scene, parse, replace
from pages.home import scene_links

SCENES = [
    Scene(data=data, kernel=kernel, **switches)
    for data, kernel, switches in product(
        ("mixture", "moons", "cancer"),
        (*KERNELS, OWN),
        ({}, {"loss": "logistic"}, {"intercept": 1}, {"risk": "mean"}),
    )
]


def opened(page, scene):
    """Return the scene that a page shows at the address of a scene."""
    read, problems = parse(scene.query(), default=page.scene, sources=page.sources)
    assert not problems
    read = replace(read, **page.fixed_fields)
    return page.adapt_scene(read, {})[0] if page.adapt_scene else read


@pytest.mark.parametrize("link", scene_links.item().pages, ids=lambda link: link["path"])
def test_a_link_is_shown_where_the_page_keeps_the_scene(link):
    page = page_declaration.page(link["path"])
    for scene in SCENES:
        is_shown = all(
            FIELDS[name].text(getattr(scene, name)) in values
            for name, values in link["when"].items()
        )
        assert is_shown == (opened(page, scene) == scene), (scene, link["when"])


def test_every_page_with_points_in_the_plane_has_a_link():
    paths = {link["path"] for link in scene_links.item().pages}
    assert {"rbf-bandwidth", "losses", "svm", "kernel-pca"} <= paths
    assert paths.isdisjoint({"home", "glossary", "kernel-ridge", "stochastic-gradient"})


def test_a_link_opens_a_step_that_shows_the_scene():
    for link in scene_links.item().pages:
        page = page_declaration.page(link["path"])
        assert not link["step"] or link["step"] in {step.name for step in page.steps}
        assert not page.data_steps or link["step"] in page.data_steps
