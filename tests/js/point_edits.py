"""Edits of points, by Python and by the script."""

from hypothesis import strategies as st

from tests.js.in_node import ask

far = st.integers(-100_000, 100_000).map(lambda v: f"{v / 1000:.3f}")
number = st.integers(0, 699)
changed = st.one_of(st.builds("m{},{},{}".format, number, far, far), number.map("d{}".format))


def agree_on_edits(script, notation, texts, cleared):
    """The page reads and writes edits as the server does."""
    plain = ";".join([*texts, *(["c"] if cleared else [])])
    text = notation.read(plain).text
    assert ask(script, "module.print(module.read(value))", [plain, text]) == [text, text]
