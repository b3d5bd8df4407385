"""Compare how Python and the page's script read and write edits of points."""

from hypothesis import strategies as st

from tests.js.in_node import evaluate

far = st.integers(-100_000, 100_000).map(lambda v: f"{v / 1000:.3f}")
number = st.integers(0, 699)
changes = st.one_of(st.builds("m{},{},{}".format, number, far, far), number.map("d{}".format))


def agree_on_edits(script, notation, texts, cleared_text):
    """Check that the page reads and writes edits as the server does."""
    plain = ";".join([*texts, *(["c"] if cleared_text else [])])
    text = notation.read(plain).text
    assert evaluate(script, "module.print(module.read(value))", [plain, text]) == [text, text]
