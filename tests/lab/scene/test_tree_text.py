"""Trees of classes as text: a written tree is read again, and an invalid text is refused."""

import pytest
from hypothesis import given

from kernel_core.multiclass import chain_tree
from kernel_core.multiclass.reductions import leaves
from lab.scene.tree_text import parse_tree, tree_text
from tests.core.multiclass.trees import trees


@given(trees())
def test_a_tree_round_trips_through_its_text(tree):
    C = len(leaves(tree))
    assert parse_tree(tree_text(tree), C) == tree
    assert parse_tree(tree_text(tree).replace(",", " , "), C) == tree


@pytest.mark.parametrize("C", range(2, 65))
def test_the_deepest_tree_for_each_number_of_classes_can_be_written(C):
    assert parse_tree(tree_text(chain_tree(range(C))), C) == chain_tree(range(C))


def test_a_text_has_no_spaces():
    assert tree_text(((0, 1), (2, 3))) == "((0,1),(2,3))"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends where the number of a class"),
        ("(0,1", "“\\)” was expected"),
        ("(0 1)", "“,” was expected"),
        ("((0,1),2))", "ends before “\\)”"),
        ("(0,(1,x))", "has “x\\)\\)” where the number of a class"),
        ("(0,(1,1))", "class 1 occurs in it 2 times"),
        ("(0,(1,7))", "no class 7; the classes are 0 to 2"),
        ("(0,1)", "class 2 is missing"),
        ("0", "class 1 is missing"),
        ("(0,1,2)", "“\\)” was expected"),
        ("(" * 300, "more levels of brackets"),
        ("(" * 3000, "at most"),
        ("(-1,(0,1))", "the number of a class"),
        ("(1234567,(0,1))", "the number of a class"),
        ("(٣,(0,1))", "the number of a class"),
        (None, "in at most"),
    ],
)
def test_a_text_that_is_no_tree_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        parse_tree(text, 3)
