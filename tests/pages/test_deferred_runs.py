"""A release needs no run of the page where nothing of what the server draws is in sight."""

import pytest

from pages.order import PAGES
from tests.lab.ui.told import told
from tests.lab.ui.visit import looked_at
from tests.pages.goals import items
from tests.pages.live_elements import elements

# Pages whose first picture has data of its own, from a run of the page.
OF_A_RUN = {"regularisation", "stochastic_gradient"}
WALKS = [page for page in PAGES if page.steps and page.name not in OF_A_RUN]
FOLLOWS_BY_ITSELF = {"query", "view", "first"}


def shown(page, outside):
    """What stands in each box of a step but those of `outside`, as a browser is told it."""
    found = {}

    def walk(node, step):
        key = getattr(getattr(node, "proto", None), "id", "").rpartition("-step-")[2]
        step = step or (f"step-{key}" if "-step-" in getattr(node.proto, "id", "") else "")
        if hasattr(node, "children"):
            for child in node.children.values():
                walk(child, step)
        elif step and step not in outside:
            found.setdefault(step, []).append(content_of(node))

    for child in page.main.children.values():
        walk(child, "")
    return found


def content_of(node):
    if node.type != "bidi_component":
        return node.type, node.proto.SerializeToString()
    data = told(node)
    return node.type, {name: data[name] for name in data if name not in FOLLOWS_BY_ITSELF}


def moved(group, names):
    """The words of an address at which every slider and every switch stands elsewhere."""
    query = {}
    for one in group:
        for item in items(one, "slider"):
            query[item["along"]] = f"{item['stops'][-5]:.6g}"
        for item in items(one, "choice"):
            query[item["field"]] = item["options"][-1]["value"]
    return {name: text for name, text in query.items() if name in names}


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_what_a_release_changes_stands_in_boxes_that_are_named(page):
    at_first = looked_at(page.file)
    every = elements(at_first)
    (leader,) = (one for one in every.values() if "server_boxes" in one)
    group = [one for one in every.values() if one.get("group") == leader["name"]]
    query = moved(group, leader["moved"])
    assert query, "something can be moved"
    later = looked_at(page.file, query)
    boxes = {*leader["server_boxes"]}
    before, after = shown(at_first, boxes), shown(later, boxes)
    assert len(before) > 1 and after == before
    assert shown(later, set()) != shown(at_first, set()), "the boxes do change"
