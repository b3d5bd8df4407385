"""The largest cost of reading, building and typesetting a formula, for any text: 150,000 calls of
functions, about 50 ms, and 50 MB."""

import sys
import tracemalloc

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from lab import formulas
from lab.formulas import MAX_CHARACTERS, ExpressionError
from lab.formulas.limits import MAX_STEPS
from tests.examples import with_examples

# Twice the largest count that a search found, 73,444 calls, of "x1*z1/x1*z1/…" below. A count is
# the same on every machine; a time is not.
CALLS, BYTES = 150_000, 50e6
MAX_DEPTH = formulas.MAX_DEPTH - 1

PARTS = [
    "x.z", "dist", "x1", "z1", "x", "z", "norm(x)", "norm(z)", "x1-z1", "x-z", "x1*z1", "x1*z2",
    "min(x,z)", "min(x1,z1)", "1", "2", "0", "0.5", "1e300", "1e-300", "pi", "tau", "rbf(0.5)",
    "linear", "min", "poly(3)", "poly(1e9,1e300)", "bank(500)", "bank(1e300)", "sinc", "cosine(2)",
    "taylor(1,300)", "fourier(1,500)", "fourier(1,9,1e300)", "outer(x1)", "limit(taylor(1,9))",
]  # fmt: skip
WRAPS = [
    "({})", "-{}", "-({})", "exp({})", "cos({})", "sin({})", "tanh({})", "sqrt({})", "abs({})",
    "log({})", "conj(x1,{})", "conj({},x.z)", "outer({})", "limit({})", "rbf({})", "taylor({},3)",
    "fourier(1,{})", "poly({})", "({})^2", "({})^12", "({})^60", "({})^1e9", "({})^0.5", "2*({})",
    "({})/2", "1/({})", "{}^2", "{}²", "cos({}-z1)", "min({},x.z)",
]  # fmt: skip


@st.composite
def towers(draw):
    """Generate a formula with up to three operations, each nested up to 100 times, within the
    bounds of formulas."""
    text = draw(st.sampled_from(PARTS))
    for wrap in draw(st.lists(st.sampled_from(WRAPS), min_size=1, max_size=3)):
        for _ in range(draw(st.integers(1, 100))):
            wrapped = wrap.format(text)
            if len(wrapped) > MAX_CHARACTERS or wrapped.count("(") > 2 * MAX_DEPTH:
                break
            text = wrapped
    return text


@st.composite
def chains(draw):
    """Generate a few terms, repeated with one sign between them, as the operand of an operation."""
    parts = draw(st.lists(st.sampled_from(PARTS), min_size=1, max_size=3))
    sign = draw(st.sampled_from(["+", "-", "*", "/", "^", " ", "--"]))
    text = sign.join(draw(st.integers(1, 100)) * parts)[: MAX_CHARACTERS - 20]
    return draw(st.sampled_from(WRAPS)).format(text)


WORDS = st.lists(st.sampled_from([*PARTS, *"+-*/^(),", "exp(", "cos("]), max_size=60).map("".join)
TEXTS = st.one_of(towers(), chains(), WORDS, st.text(max_size=MAX_CHARACTERS + 9))


def read_formula(text):
    """Parse, build and typeset a formula; errors must have a message."""
    for work in (formulas.parse, formulas.to_latex, formulas.canonical):
        try:
            work(text)
        except ExpressionError as error:
            assert str(error).startswith("Column ") and len(str(error)) < 400


def cost(text):
    """Return the number of calls, of Python's and of C's functions, and the peak memory in bytes
    for reading a formula."""
    tracemalloc.start()
    try:
        read_formula(text)
        memory = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    previous = sys.getprofile()
    sys.setprofile(count)
    try:
        read_formula(text)
    finally:
        sys.setprofile(previous)
    return calls, memory


@pytest.mark.parametrize(
    "text",
    [
        "cos(x1-z1)^5e6", "cos(x1-z1)^1e9", "cos(x1-z1)^1000000", "min(x,z)^1e9", "(x1*z1)^1e9",
        "outer(x1)^1e300", "dist^1e9", "tanh(x.z)^1e9", "(" * 28 + "rbf(1)" + ")^2" * 28,
        "conj(x1," * 28 + "x.z" + ")" * 28, "outer(" * 28 + "x1" + ")" * 28, "-" * 95 + "(x1-z1)",
        "rbf(" * 28 + "1" + ")" * 28, "/".join(["x1*z1"] * 25), "cos(" + "-" * 95 + "(x1-z1))",
        "fourier(0,x.z)", "bank(x.z)",
    ],
)  # fmt: skip
def test_expensive_formulas_are_within_the_budget(text):
    calls, memory = cost(text)
    assert 100 < calls < CALLS and memory < BYTES


@with_examples(300, suppress_health_check=list(HealthCheck))
@given(TEXTS)
def test_no_formula_costs_more_than_its_budget(text):
    calls, memory = cost(text)
    assert calls < CALLS, f"{calls} calls for {text!r}"
    assert memory < BYTES, f"{memory / 1e6:.0f} MB for {text!r}"


@pytest.mark.parametrize("text", ["cos(x1-z1)^15", "min(x,z)^30", "rbf(1)^12", "(x1*z2)^1000"])
def test_powers_that_can_be_written_out_are_kept(text):
    assert formulas.size.steps(formulas.parse(text)) <= MAX_STEPS


def test_a_step_count_above_a_million_is_not_given_exactly():
    with pytest.raises(ExpressionError, match="takes more than a million steps to compute"):
        formulas.parse("cos(x1-z1)^5e6")


@pytest.mark.parametrize(
    ("text", "count"), [("cos(x1-z1)^16", 63), ("min(x,z)^31", 61), ("+".join(["x.z"] * 31), 61)]
)
def test_expensive_formulas_are_refused_with_their_step_count(text, count):
    with pytest.raises(ExpressionError, match=f"takes {count} steps to compute; at most 60"):
        formulas.parse(text)
