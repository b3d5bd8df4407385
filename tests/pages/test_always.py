"""Fields that a page does not let the user choose have the values that its text states, whatever
the address contains."""

from urllib.parse import parse_qsl

import pytest

from lab.scene.fields import FIELDS
from lab.scene.scene import Scene, parse
from pages.order import PAGES
from tests.lab.ui.visit import view_page
from tests.pages.goals import items
from tests.pages.live_elements import elements

OF_TWO_CLASSES = [page for page in PAGES if isinstance(page.scene, Scene)]


def other_values(name: str, value) -> list[str]:
    """Return the other values of a field with few values."""
    field = FIELDS[name]
    choices = getattr(field, "choices", range(getattr(field, "high", 0) + 1))
    return [field.text(choice) for choice in choices if choice != value]


def shown_scenes(page, address: dict[str, str]) -> list[Scene]:
    """Return the scenes of the elements that show a scene with data, kernel and λ."""
    page_elements = elements(view_page(page.file, address)).values()
    queries = [dict(parse_qsl(element.get("query") or "")) for element in page_elements]
    return [parse(query)[0] for query in queries if query.keys() >= {"data", "kernel", "lam"}]


@pytest.mark.thorough(keep_every=12)
@pytest.mark.parametrize("page", OF_TWO_CLASSES, ids=lambda page: page.name)
def test_a_page_shows_the_minimiser_and_keeps_its_fixed_fields(page):
    assert page.fixed_fields["learner"] == "risk"
    for name, value in page.fixed_fields.items():
        address = {name: other_values(name, value)[-1]}
        assert all(getattr(scene, name) == value for scene in shown_scenes(page, address))


@pytest.mark.parametrize("page", OF_TWO_CLASSES, ids=lambda page: page.name)
def test_classes_weigh_the_same_where_no_switch_says_otherwise(page):
    choices = [
        item for data in elements(view_page(page.file)).values() for item in items(data, "choice")
    ]
    switched = any(choice["field"] == "class_weight" for choice in choices)
    assert switched or page.fixed_fields["class_weight"] == "equal"


def test_the_support_vector_machine_has_the_hinge_loss():
    (page,) = [page for page in PAGES if page.name == "svm"]
    for loss in other_values("loss", "hinge"):
        scenes = shown_scenes(page, {"loss": loss})
        assert scenes and {scene.loss for scene in scenes} == {"hinge"}
