"""The types of items in the scripts are those of the classes in Python."""

from lab.endpoints import static_assets
from lab.ui.items import Item
from tests.tools import item_types


def kinds(base=Item):
    kinds_by_name = {}
    for kind in base.__subclasses__():
        kinds_by_name |= {kind.kind: kind} | kinds(kind)
    return kinds_by_name


def test_the_scripts_types_are_those_of_the_classes():
    assert item_types.outdated_files() == [], "python -m tests.tools.item_types writes them"


def test_every_view_has_a_class_of_items():
    item_types.files()  # imports the classes of every page
    assert {*static_assets.modules()} <= {*kinds()}


def test_no_kind_is_declared_twice():
    item_types.files()
    kinds = [kind.kind for kind in every_class(Item)]
    assert sorted(kinds) == sorted({*kinds})


def every_class(base):
    return [subclass for kind in base.__subclasses__() for subclass in (kind, *every_class(kind))]
