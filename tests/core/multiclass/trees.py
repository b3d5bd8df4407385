"""Trees of classes, drawn by Hypothesis."""

from hypothesis import strategies as st


@st.composite
def trees(draw):
    """Draw a tree of 2 to 20 classes."""
    grown = list(draw(st.permutations(range(draw(st.integers(2, 20))))))
    while len(grown) > 1:
        i = draw(st.integers(0, len(grown) - 2))
        grown[i : i + 2] = [(grown[i], grown[i + 1])]
    return grown[0]
