"""An interactive formula has a mark for each of its symbols."""

import pytest

from lab.ui import items
from lab.ui.mathml import mathml


def names(node):
    inside = [name for child in node[2:] if not isinstance(child, str) for name in names(child)]
    return [*([node[1]["data-symbol"]] if "data-symbol" in node[1] else []), *inside]


def test_a_mark_is_a_place_in_the_formula():
    equation = items.equation(
        "f of x", r"\mark{f}{f}(x) = \mark{f}{f}^2", items.symbol("f", "f", "f")
    )
    assert names(equation.math) == ["f", "f"]
    assert equation.symbols[0]["name"] == "f"


def test_a_symbol_without_a_place_is_refused():
    with pytest.raises(ValueError, match="tau"):
        items.equation("x", r"\mark{f}{f}", items.symbol("tau", "τ", "bandwidth"))


@pytest.mark.parametrize("latex", [r"\mark f", r"\mark{<i>}{f}", r"\mark{f"])
def test_a_mark_that_is_no_name_is_refused(latex):
    with pytest.raises(ValueError):
        mathml(latex)
