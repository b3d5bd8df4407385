"""Write and read a tree of classes as text, such as ((0,1),(2,3))."""

from kernel_core.datasets import GaussianMixtureClasses
from kernel_core.multiclass import Tree, check_tree

# Largest number of characters; a class takes two digits, a comma, two brackets, and maybe spaces.
MAX_TREE_TEXT = 8 * GaussianMixtureClasses.max_classes


def tree_text(tree: Tree) -> str:
    """Write a tree as text for `parse_tree`, without spaces, such as ((0,1),2)."""
    if isinstance(tree, int):
        return str(tree)
    return f"({tree_text(tree[0])},{tree_text(tree[1])})"


def parse_tree(text: str, C: int) -> Tree:
    """Parse a tree that has each of C classes once. Raises ValueError for any other text."""
    if not isinstance(text, str) or len(text) > MAX_TREE_TEXT:
        raise ValueError(f"Write the tree in at most {MAX_TREE_TEXT} characters.")
    signs = list(text.replace(" ", ""))
    tree = _tree(signs, deepest=C - 1)
    if signs:
        raise ValueError(f"The tree ends before “{''.join(signs)[:20]}”: check the brackets.")
    return check_tree(tree, C)


def _tree(signs: list[str], deepest: int) -> Tree:
    """Parse the tree at the front of `signs`, and remove its characters. The tree may have at most
    `deepest` levels of brackets."""
    if not signs or signs[0] != "(":
        return _class(signs)
    if deepest == 0:
        raise ValueError("The tree has more levels of brackets than the number of classes allows.")
    _take(signs, "(")
    left = _tree(signs, deepest - 1)
    _take(signs, ",")
    right = _tree(signs, deepest - 1)
    _take(signs, ")")
    return left, right


def _class(signs: list[str]) -> int:
    digits = ""
    while signs and signs[0] in "0123456789":
        digits += signs.pop(0)
    if not digits or len(digits) > 3:
        token = digits[:10] or "".join(signs)[:10]
        raise ValueError(f"The tree {_place(token)} where the number of a class was expected.")
    return int(digits)


def _take(signs: list[str], sign: str) -> None:
    if not signs or signs.pop(0) != sign:
        raise ValueError(
            f"A “{sign}” was expected in the tree, which has pairs in brackets, such as "
            f"((0,1),(2,3))."
        )


def _place(token: str) -> str:
    return f"has “{token}”" if token else "ends"
