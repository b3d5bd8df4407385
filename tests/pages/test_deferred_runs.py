"""A release needs no run of the page if no visible part is drawn by the server."""

import pytest

from pages.order import PAGES
from tests.lab.ui.element_data import element_data
from tests.lab.ui.visit import view_page
from tests.pages.goals import items
from tests.pages.live_elements import elements

# Pages whose first picture needs data from a run of the page.
OF_A_RUN = {"regularisation", "stochastic_gradient", "kernel_pca"}
WALKS = [page for page in PAGES if page.steps and page.name not in OF_A_RUN]
FOLLOWS_BY_ITSELF = {"query", "view", "first"}


def shown_elements(page, outside_names):
    """Return what a browser receives in the box of each step, except those in `outside_names`."""
    elements_of = {}

    def walk(node, step):
        key = getattr(getattr(node, "proto", None), "id", "").rpartition("-step-")[2]
        step = step or (f"step-{key}" if "-step-" in getattr(node.proto, "id", "") else "")
        if hasattr(node, "children"):
            for child in node.children.values():
                walk(child, step)
        elif step and step not in outside_names:
            elements_of.setdefault(step, []).append(content_of(node))

    for child in page.main.children.values():
        walk(child, "")
    return elements_of


def content_of(node):
    if node.type != "bidi_component":
        return node.type, node.proto.SerializeToString()
    data = element_data(node)
    return node.type, {name: data[name] for name in data if name not in FOLLOWS_BY_ITSELF}


def moved_values(group, names):
    """Return words of the address that change every slider and every switch of these elements."""
    query = {}
    for element in group:
        for item in items(element, "slider"):
            query[item["along"]] = f"{item['stops'][-5]:.6g}"
        for item in items(element, "choice"):
            query[item["field"]] = item["options"][-1]["value"]
    return {name: text for name, text in query.items() if name in names}


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_what_a_release_changes_stands_in_boxes_that_are_named(page):
    at_first = view_page(page.file)
    all_elements = elements(at_first)
    (leader,) = (element for element in all_elements.values() if "server_boxes" in element)
    group = [element for element in all_elements.values() if element.get("group") == leader["name"]]
    query = moved_values(group, leader["written_words"])
    assert query, "something can be moved"
    later_page = view_page(page.file, query)
    boxes = {*leader["server_boxes"]}
    before, after = shown_elements(at_first, boxes), shown_elements(later_page, boxes)
    assert len(before) > 1 and after == before
    assert shown_elements(later_page, set()) != shown_elements(at_first, set()), (
        "the boxes do change"
    )
