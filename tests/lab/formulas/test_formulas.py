"""Formulas for kernels: reading, writing, building, and everything that must be refused."""

import doctest
import math
import pkgutil
import random
import re
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_core as kc
from kernel_core.kernels import closure_proof, gram_matrix
from lab import formulas
from lab.formulas import (
    FUNCTIONS_OF_A_POINT,
    ExpressionError,
    Formula,
    canonical,
    kernel_names,
    parse,
    parse_point_function,
    read,
    syntax_tree,
    text_of,
    to_latex,
    tree_of,
    write,
)
from lab.formulas.candidates import MinOnRealLine, NegativeDistance, SquaredDistance, Tanh
from lab.formulas.pattern_matching import match_squared_distance
from lab.formulas.point_functions import RankOneKernel, RescaledKernel
from lab.formulas.sequences import CosineSeries, Limit, RandomFourier, RBFTaylor, SincKernel

X = np.random.default_rng(0).normal(size=(6, 2))
Z = np.random.default_rng(1).normal(size=(4, 2))


def values(text, X=X, Z=Z, **parameters):
    return parse(text, **parameters)(X, Z)


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("x.z", kc.Linear()),
        ("x·x′", kc.Linear()),
        ("x . x'", kc.Linear()),
        ("xᵀx′", kc.Linear()),
        ("z.x", kc.Linear()),
        ("dot", kc.Linear()),
        ("dot(x, z)", kc.Linear()),
        ("dot(x′,x)", kc.Linear()),
        ("linear", kc.Linear()),
        ("rbf(0.5)", kc.RBF(0.5)),
        (" rbf ( .5 ) ", kc.RBF(0.5)),
        ("rbf(1/2)", kc.RBF(0.5)),
        ("exp(-dist^2/2)", kc.RBF(1)),
        ("exp(−‖x−x′‖²/(2×0.4²))", kc.RBF(0.4)),
        ("exp(-|x-z|^2 / (2*0.3**2))", kc.RBF(0.3)),
        ("exp(-0.5*dist*dist)", kc.RBF(1)),
        ("exp(-(x-z)^2/2)", kc.RBF(1)),
        ("poly(3,2)", kc.Polynomial(3, 2)),
        ("poly(3)", kc.Polynomial(3, 1)),
        ("(x.z+2)^3", kc.Polynomial(3, 2)),
        ("(2 + x.z)³", kc.Polynomial(3, 2)),
        ("x.z^2", kc.Polynomial(2, 0)),
        ("cosine(2)", kc.Cosine(2)),
        ("bank(20)", CosineSeries(20)),
        ("bank(20,1)", CosineSeries(20, True)),
        ("sinc", SincKernel()),
        ("taylor(0.5, 8)", RBFTaylor(0.5, 8)),
        ("fourier(0.5,40,3)", RandomFourier(0.5, 40, 3)),
        ("limit(taylor(0.5,8))", Limit(RBFTaylor(0.5, 8))),
        ("min", kc.Min()),
        ("min(x, z)", MinOnRealLine()),
        ("min(x′, x)", MinOnRealLine()),
        ("3", kc.Constant(3)),
        ("2^3 + 1", kc.Constant(9)),
        ("rbf(1) + 2", kc.RBF(1) + kc.Constant(2)),
        ("2*rbf(1)", 2 * kc.RBF(1)),
        ("rbf(1)*2", 2 * kc.RBF(1)),
        ("rbf(1)/4", 0.25 * kc.RBF(1)),
        ("rbf(0.5)*linear + 2", kc.RBF(0.5) * kc.Linear() + kc.Constant(2)),
        ("exp(x.z)", kc.exp(kc.Linear())),
        ("rbf(1)^2", kc.RBF(1) * kc.RBF(1)),
        ("x.z - 2", kc.Linear() - kc.Constant(2)),
        ("-rbf(1)", -kc.RBF(1)),
        ("-2*rbf(1)", kc.kernels.NegativelyScaled(-2, kc.RBF(1))),
        ("dist^2", SquaredDistance()),
        ("-dist", NegativeDistance()),
        ("tanh(x.z + 0.1)", Tanh(1, 0.1)),
        ("tanh((3*x.z - 1)/2)", Tanh(1.5, -0.5)),
        ("x1*z1", RankOneKernel(parse_point_function("x1"))),
        ("x₁·x₁′", RankOneKernel(parse_point_function("x1"))),
        ("x'1 * x1", RankOneKernel(parse_point_function("x1"))),
        ("2*x1*z1", 2 * RankOneKernel(parse_point_function("x1"))),
        (
            "-x1*z1",
            kc.kernels.NegativelyScaled(-1, RankOneKernel(parse_point_function("x1"))),
        ),
        ("(1+x1)*(z1+1)", RankOneKernel(parse_point_function("1+x1"))),
        ("norm(x)*‖z‖", RankOneKernel(parse_point_function("‖x‖"))),
        (
            "x.z/norm(x)/norm(z)",
            RescaledKernel(parse_point_function("1/norm(x)"), kc.Linear()),
        ),
        ("x1*rbf(1)*z1", RescaledKernel(parse_point_function("x1"), kc.RBF(1))),
        (
            "exp(-|x|^2) * exp(2*x.z) * exp(-|z|^2)",
            RescaledKernel(parse_point_function("exp(-|x|^2)"), kc.exp(2 * kc.Linear())),
        ),
        ("outer(1+x1)", RankOneKernel(parse_point_function("1+x1"))),
        ("conj(x1, rbf(1))", RescaledKernel(parse_point_function("x1"), kc.RBF(1))),
        (
            "cos(2*(x1 - z1))",
            RankOneKernel(parse_point_function("cos(2*x1)"))
            + RankOneKernel(parse_point_function("sin(2*x1)")),
        ),
    ],
)
def test_formulas_are_read_as_their_kernels(text, kernel):
    assert parse(text) == kernel
    assert kc.kernels.is_proven(parse(text)) == kc.kernels.is_proven(kernel)


def test_values_are_those_of_the_formula():
    G, D = X @ Z.T, np.sqrt(((X[:, None] - Z) ** 2).sum(axis=2))
    x, z = X[:, :1], Z[:, 0][None]
    nx, nz = np.linalg.norm(X, axis=1)[:, None], np.linalg.norm(Z, axis=1)[None]
    for text, expected in {
        "x.z^2 - 3*dist": G**2 - 3 * D,
        "sqrt(1 + x.z^2)": np.sqrt(1 + G**2),
        "max(x.z, 0) + min(x1, z1)": np.maximum(G, 0) + np.minimum(x, z),
        "log(2 + |x|*|z|)": np.log(2 + nx * nz),
        "abs(x1 - z1)": np.abs(x - z),
        "sin(x.z) / (1 + dist)": np.sin(G) / (1 + D),
        "2^-dist": 2.0**-D,
        "-x.z^2": -(G**2),
        "1 - 2 - 3 + x.z": G - 4,
        "12/3/2*x.z": 2 * G,
        "2^3^0 * x.z": 2 * G,
        "cos(dist) * pi": np.cos(D) * math.pi,
        "x1*z2 + x2*z1": X[:, :1] * Z[:, 1] + X[:, 1:] * Z[:, 0],
        "x1": np.broadcast_to(x, (6, 4)),
        "x.z / rbf(2)": G / kc.RBF(2)(X, Z),
    }.items():
        np.testing.assert_allclose(values(text), expected, rtol=1e-12, atol=1e-12, err_msg=text)


def test_parameters_have_names_and_get_numbers():
    assert parse("rbf(tau)", tau=0.3) == kc.RBF(0.3)
    assert parse("exp(-dist^2/(2*τ^2))", tau=0.3) == kc.RBF(0.3)
    assert parse("rbf(2*tau) + c", tau=1, c=2) == kc.RBF(2) + kc.Constant(2)
    assert parse("a*x.z", a=-1) == kc.kernels.NegativelyScaled(-1, kc.Linear())
    assert canonical(" rbf( τ ) ") == "rbf(tau)"
    with pytest.raises(ExpressionError, match=r"Column 5: tau has no value here") as error:
        parse("rbf(tau)")
    assert error.value.column == 5
    with pytest.raises(ExpressionError, match="must be finite"):
        parse("rbf(tau)", tau=np.nan)


def test_rules_are_recognised_and_nothing_more():
    proven = ["rbf(0.5)*linear + 2", "exp(rbf(1)/2)", "x1*z1 + x2*z2", "0*x.z", "cos(x1-z1)"]
    for text in proven:
        assert kc.kernels.is_proven(parse(text)), text
    for text in ["x.z - 2", "-2", "x.z + -0.1", "tanh(x.z)", "dist", "x1*z2", "x1+z1", "sin(x.z)",
                 "rbf(1)^0.5", "exp(dist)", "exp(dist^2)", "1/rbf(1)", "(x.z-1)^2", "cos(x1-z2)",
                 "x1*rbf(1)*z2", "x1^2*z1", "min(x1,z1)", "conj(x1, x.z-1)"]:  # fmt: skip
        assert not kc.kernels.is_proven(parse(text)), text


@pytest.mark.parametrize("text", FUNCTIONS_OF_A_POINT.values())
def test_named_functions_of_a_point(text):
    f = parse_point_function(text)
    assert f(X).shape == (6,) and np.isfinite(f(X)).all()
    assert eval(repr(f)) == f
    K = RankOneKernel(f)(X, X)
    np.testing.assert_allclose(K, np.outer(f(X), f(X)))
    assert parse(text_of(RankOneKernel(f))) == RankOneKernel(f)


numbers = st.floats(0, 1e6).map(lambda v: syntax_tree.NumberLiteral(float(v)))
leaf_trees = st.one_of(
    numbers,
    st.sampled_from(
        [syntax_tree.Dot(), syntax_tree.Distance(), syntax_tree.Norm("x"), syntax_tree.Norm("z"),
         syntax_tree.Parameter("tau"),
         syntax_tree.Parameter("pi"), syntax_tree.NamedKernel("linear"),
         syntax_tree.NamedKernel("min"), syntax_tree.NamedKernel("sinc")]
    ),
    st.builds(syntax_tree.Coordinate, st.sampled_from("xz"), st.integers(0, 12)),
)  # fmt: skip
trees = st.recursive(
    leaf_trees,
    lambda inner: st.one_of(
        st.builds(syntax_tree.Negative, inner),
        st.builds(syntax_tree.Binary, st.sampled_from("+-*/^"), inner, inner),
        st.builds(
            lambda name, a: syntax_tree.Call(name, (a,)),
            st.sampled_from([name for name, count in syntax_tree.FUNCTIONS.items() if count == 1]),
            inner,
        ),
        st.builds(
            lambda name, a, b: syntax_tree.Call(name, (a, b)),
            st.sampled_from(["min", "max"]),
            inner,
            inner,
        ),
        st.builds(lambda a: syntax_tree.NamedKernel("rbf", (a,)), inner),
        st.builds(lambda a, b: syntax_tree.NamedKernel("conj", (a, b)), inner, inner),
    ),
    max_leaves=12,
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(trees)
def test_a_printed_formula_parses_to_the_same_kernel(tree):
    text = write(tree)
    try:
        reread = read(text)
    except ExpressionError as error:
        assert len(text) > 300 or "deep" in str(error)
        return
    assert reread == tree
    assert canonical(text) == text and " " not in text and text.isascii()
    assert read(write(tree, pretty=True)) == tree  # the typographic form is read, too


small = st.sampled_from([0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 1 / 3, 1e-6, 123.456])
points_of = st.sampled_from(list(FUNCTIONS_OF_A_POINT.values())).map(parse_point_function)
kernels = st.recursive(
    st.one_of(
        st.sampled_from([kc.Linear(), SincKernel(), kc.Min(), MinOnRealLine(),
                         SquaredDistance(), NegativeDistance()]),
        st.builds(kc.RBF, small),
        st.builds(kc.Constant, st.one_of(small, st.just(0.0))),
        st.builds(kc.Polynomial, st.integers(1, 5), st.one_of(small, st.just(0.0))),
        st.builds(kc.Cosine, small),
        st.builds(CosineSeries, st.integers(1, 9), st.booleans()),
        st.builds(RBFTaylor, small, st.integers(1, 9)),
        st.builds(RandomFourier, small, st.integers(1, 9), st.integers(0, 3)),
        st.builds(Tanh, st.one_of(small, st.just(0.0), small.map(lambda v: -v)),
                  st.one_of(small, st.just(0.0), small.map(lambda v: -v))),
        st.builds(RankOneKernel, points_of),
        st.builds(lambda tau: Limit(RBFTaylor(tau, 4)), small),
    ),
    lambda inner: st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a - b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda a, n: kc.kernels.Product(kc.kernels.Product(a, a), a), inner, small),
        st.builds(lambda v, a: v * a, st.one_of(small, st.just(0.0)), inner),
        st.builds(lambda v, a: kc.kernels.NegativelyScaled(-v, a), small, inner),
        st.builds(lambda a: kc.exp(a), inner),
        st.builds(RescaledKernel, points_of, inner),
    ),
    max_leaves=7,
)  # fmt: skip


@settings(max_examples=400, deadline=None, derandomize=True)
@given(kernels)
def test_every_built_kernel_survives_its_text(kernel):
    text = text_of(kernel)
    try:
        reread = parse(text)
    except ExpressionError as error:
        assert len(text) > 300 or "parts" in str(error) or "deep" in str(error)
        return
    if any(_is_bell(part) for part in closure_proof.walk(kernel)):
        return
    assert reread == kernel and text_of(reread) == text == canonical(text)
    assert kc.kernels.is_proven(reread) == kc.kernels.is_proven(kernel)
    assert to_latex(kernel).count("{") == to_latex(kernel).count("}")


def _is_bell(kernel):
    """Return whether a kernel is exp(-a‖x-z‖²) with a > 0, which is read as an RBF kernel."""
    if type(kernel) is not kc.exp:
        return False
    a = match_squared_distance(tree_of(kernel.kernel))
    return a is not None and a < 0


def test_a_bell_by_any_name_is_the_rbf_kernel():
    bell = kc.exp(kc.kernels.NegativelyScaled(-2.0, SquaredDistance()))
    assert parse(text_of(bell)) == kc.RBF(0.5)
    np.testing.assert_allclose(kc.RBF(0.5)(X, Z), bell(X, Z), rtol=1e-12)


@pytest.mark.parametrize(
    ("texts", "hint"),
    [
        (["x'z", "(x’z + 1)^2", "x^T z", "x⊤z", "⟨x,z⟩", "<x, z>", "⟨x, x'⟩"], "write x.z"),
        (["e^(-dist^2)", "1 + e**(x.z)", "e⁻ˣ", "exp[x.z]"], "write exp(…)"),
        (["K(x, z) = x.z"], "after the ="),
        (["|x,z|"], "write ‖x-z‖"),
    ],
)
def test_a_fault_hints_at_the_sign_that_is_meant(texts, hint):
    for text in texts:
        with pytest.raises(ExpressionError) as error:
            read(text)
        assert hint in error.value.message
        assert 1 <= error.value.column <= len(text) + 1
    with pytest.raises(ExpressionError) as error:
        read("foo + 1")
    assert hint not in error.value.message


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "not the end"),
        ("   ", 4, "not the end"),
        ("x.z +", 6, "not the end"),
        ("rbf(1", 6, "“\\)” was expected, not the end"),
        ("rbf 1", 5, "“\\(” was expected"),
        ("(x.z))", 6, "An operator or the end of the formula was expected"),
        ("x.z x.z", 5, "An operator or the end of the formula was expected"),
        ("2x1", 2, "An operator or the end of the formula was expected, not “x1”"),
        ("x.z $ 2", 5, "“\\$” has no meaning here"),
        ("x.z + \x00", 7, "U\\+0000"),
        ("__import__('os')", 1, "“_” has no meaning"),
        ("lambda(0)", 1, "“lambda” is not a known name"),
        ("x.z + foo(2)", 7, "“foo” is not a known name; the names are .*rbf"),
        ("rbf(1, 2)", 1, "takes 1 argument; here it has 2"),
        ("rbf()", 1, "takes 1 argument; here it has 0"),
        ("poly(1,2,3)", 1, "takes 1 or 2 arguments"),
        ("min(1)", 1, "takes 2 arguments"),
        ("2*rbf(-1)", 3, "tau must be a finite number above 0"),
        ("rbf(0)", 1, "tau must be"),
        ("poly(2, -1)", 1, "c must be"),
        ("poly(2.5)", 6, "A whole number was expected"),
        ("poly(99)", 1, "degree can be at most 20"),
        ("rbf(x.z)", 5, "A number was expected"),
        ("rbf(x1)", 5, "A number was expected"),
        ("taylor(1, 4000)", 1, "500 terms in total"),
        ("bank(300) + fourier(1, 300)", 13, "500 terms in total"),
        ("limit(bank(9))", 1, "no limit. Write bank"),
        ("limit(2*x.z)", 1, "No limit is known"),
        ("limit(x1)", 7, "function of both points was expected"),
        ("outer(z1)", 7, "can contain only x, not “z1”"),
        ("outer(x.z)", 7, "can contain only x"),
        ("outer(1+rbf(1))", 9, "can contain only x"),
        ("conj(x1, x2)", 10, "function of both points was expected"),
        ("norm(2)", 6, "x or z was expected"),
        ("dot(x, x)", 9, "Both points are the same"),
        ("x.z/0", 4, "divides by 0"),
        ("x1*z2 + tanh(x2*z1/rbf(0))", 20, "tau must be"),
        ("x1*z1/0", 6, "divides by 0"),
        ("1/(2-2)", 2, "divides by 0"),
        ("log(0)*x.z", 1, "logarithm of 0"),
        ("sqrt(-1)", 1, "root of a negative"),
        ("(-8)^(1/3)", 5, "raises a negative number to a power that is not an integer"),
        ("0^(0-1)", 2, "raises 0 to a negative power"),
        ("1e999", 1, "too large"),
        ("10^999", 3, "too large"),
        ("exp(1000)", 1, "too large"),
        ("x.z/5e-324", 4, "factor of a kernel must be a finite number"),
        ("1e308*1e308*x.z", 6, "too large"),
        ("1e308*x1*1e308*z1", 15, "must be a finite number"),
        ("exp(-dist^2/5e-324)", 1, "tau must be"),
        ("tanh(x.z/5e-324)", 1, "a must be a finite number"),
        ("x.z^13", 4, "at most 12"),
        ("x0 + z0", 1, "numbered from 1"),
        ("x99*z99", 1, "numbered from 1 to 64"),
        ("1" * 301, 301, "300 characters"),
        ("(" * 40 + "x.z" + ")" * 40, 31, "nested too deeply"),
        ("2^" * 60 + "1", 61, "Powers are nested"),
        ("+".join(["x.z"] * 60), 200, "100 parts"),
        ("-" * 200 + "x.z", 101, "100 parts"),
    ],
)
def test_an_error_points_at_its_column(text, column, message):
    with pytest.raises(ExpressionError, match=message) as error:
        parse(text)
    assert error.value.column == column
    assert str(error.value) == f"Column {column}: {error.value.message}"
    assert error.value.message.endswith(".")


@pytest.mark.parametrize("text", [None, 3, b"x.z", ["x.z"]])
def test_only_a_string_is_read(text):
    with pytest.raises(ExpressionError, match="must be a string"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sqrt(x.z)", "Column 1: This takes the root of a negative"),
        ("1 + log(x.z)", "Column 5: This takes the logarithm of 0"),
        ("1/(x1-z1)", "Column 2: This divides by 0"),
        ("x.z^-0.5", "Column 4: .*raises a negative number"),
        ("x + z", "Column 1: A point has 2 coordinates here"),
        ("x3*z3 - 1", "There is no coordinate 3"),
        ("exp(exp(99*norm(x)*norm(z)))", "too large for floating-point"),
        ("abs(10^200*x.z*x.z*10^200)", "too large for floating-point"),
        ("tanh(rbf(1))-min", "on a line"),
    ],
)
def test_what_has_no_value_on_these_points_is_reported_in_a_message(text, message):
    kernel = parse(text)
    with pytest.raises(ValueError, match=message):
        kernel(X - X.mean(axis=0), X - X.mean(axis=0))


VOCABULARY = [
    *kernel_names.ARGUMENTS, *syntax_tree.FUNCTIONS, *syntax_tree.PARAMETERS,
    "x", "z", "x1", "z2", "x′", "x.z", "dist",
    "‖x−x′‖", "|x|", "(", "(", ")", ")", ",", "+", "-", "*", "/", "^", "²", "0", "1", "0.5", "2",
    "1e9", "1e308", "5e-324", "3.7", " ", "$", "'", "e", ".",
]  # fmt: skip


def check_any(text):
    """Check that a text gives a kernel with finite values or a message, or else an error with a
    column. Return whether it gives a kernel."""
    try:
        kernel = parse(text, tau=0.5, a=2.0, b=-1.0, c=1.0)
    except ExpressionError as error:
        assert 1 <= error.column <= min(len(text), 300) + 1
        assert error.message.endswith(".")
        return False
    kc.kernels.is_proven(kernel)
    to_latex(text)
    assert canonical(canonical(text)) == canonical(text)
    kernel_text = text_of(kernel)
    if len(kernel_text) <= 300:
        try:
            assert text_of(parse(kernel_text)) == kernel_text
        except ExpressionError as error:
            assert re.search("parts|deep", str(error))
    for points in (X, X[:, :1]):
        try:
            K = kernel(points, points)
        except ValueError as error:
            assert str(error).endswith(".")
        else:
            assert K.shape == (6, 6) and np.isfinite(K).all()
    return True


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    check_any(text)


def test_random_formulas_are_read_or_refused():
    rng, read_ones = random.Random(0), 0
    for _ in range(4000):
        text = "".join(rng.choices(VOCABULARY, k=rng.randint(1, 12)))
        read_ones += check_any(text)
    assert read_ones > 100


@settings(max_examples=300, deadline=None, derandomize=True)
@given(trees)
def test_any_tree_is_built_or_refused(tree):
    check_any(write(tree))


def test_deep_nesting_is_fast():
    """Each part is built once, although several rules may need it."""
    for inner in ("x1*z2", "x.z", "dist"):
        text = inner
        while len(text) < 260:
            text = f"x1*exp({text})*z1" if text.count("(") < 26 else f"{text}+1"
        check_any(text)
    deep = "x1*z1*" * 1 + "exp(" * 25 + "x1*z2" + ")" * 25
    assert isinstance(parse(deep), Formula)


@pytest.mark.parametrize("tau", [5e-324, 2.2250738585e-313, 1.2345678901e-160, 9.876543210e200])
def test_a_bandwidth_near_the_ends_of_a_float_has_a_text(tau):
    assert parse(text_of(kc.RBF(tau))) == kc.RBF(tau)


def test_no_part_of_a_text_is_executed(monkeypatch):
    monkeypatch.setattr("builtins.eval", None)
    monkeypatch.setattr("builtins.exec", None)
    monkeypatch.setattr("builtins.compile", None)
    assert parse("rbf(0.5)*x.z+2") == kc.RBF(0.5) * kc.Linear() + kc.Constant(2)


@pytest.mark.parametrize(
    ("text", "typeset"),
    [
        ("x.z-2", r"x^\top x'-2"),
        ("x.z+-2*x.z", r"x^\top x'-2\,x^\top x'"),
        ("x.z+-x.z", r"x^\top x'-x^\top x'"),
        ("2*x.z", r"2\,x^\top x'"),
        ("2*3*x.z", r"2\cdot 3\,x^\top x'"),
        ("x.z^2", r"\left(x^\top x'\right)^{2}"),
        ("dist^2", r"\lVert x-x'\rVert^{2}"),
        ("x1*z2", r"x_{1}\,x'_{2}"),
        ("rbf(tau)", r"\exp\left(-\frac{\lVert x-x'\rVert^2}{2\cdot \tau^2}\right)"),
        ("1e-7*x.z", r"1\cdot 10^{-7}\,x^\top x'"),
        ("x.z*-3", r"x^\top x'\,\left(-3\right)"),
        ("sqrt(abs(x.z))/2", r"\frac{\sqrt{\left|x^\top x'\right|}}{2}"),
        ("min", r"\min\{x,\,x'\}"),
        ("outer(1+x1)", r"\left(1+x_{1}\right)\,\left(1+x'_{1}\right)"),
        ("conj(x1,x.z)", r"x_{1}\,x^\top x'\,x'_{1}"),
    ],
)
def test_formulas_are_typeset(text, typeset):
    assert to_latex(text) == typeset == to_latex(read(text))


def test_a_kernel_is_typeset_and_read_out():
    kernel = kc.RBF(0.5) * kc.Linear() + kc.Constant(2)
    assert to_latex(kernel).endswith(r"\,x^\top x'+2")
    assert text_of(kernel) == "rbf(0.5)*x.z+2"
    assert text_of(kernel, pretty=True) == "rbf(0.5) · x·x′ + 2"


def test_a_negative_summand_is_written_with_one_sign():
    kernel = parse("rbf(0.4)+(-0.8)*x.z+(-1)*1")
    assert text_of(kernel, pretty=True) == "rbf(0.4) − 0.8 · x·x′ − const(1)"
    for unknown in (
        RankOneKernel(np.linalg.norm),
        kc.RBF(1) + RankOneKernel(lambda X: X[:, 0]),
    ):
        with pytest.raises(ValueError, match="No formula"):
            text_of(unknown)


@pytest.mark.parametrize(
    "text", ["exp(-dist^2)", "exp(-3*dist^2)", "exp(-dist^2/3)", "x.z/3", "exp(-dist^2)+x.z/7"]
)
def test_a_kernel_prints_its_short_numbers(text):
    """Numbers such as rbf(0.70710678118655) and 0.3333333333333333 do not occur."""
    assert text_of(parse(text)) == text and parse(text_of(parse(text))) == parse(text)


def test_messages_contain_no_code():
    with pytest.raises(ValueError, match="Values of this kernel on these points are too") as error:
        parse("exp(400*conj(x1,x.z))")(np.full((2, 2), 9.0), np.full((2, 2), 9.0))
    assert "parse" not in str(error.value)
    with pytest.raises(ValueError, match="matrix of this kernel on these points is no") as error:
        gram_matrix(parse("tanh(x.z+0.1)"), np.array([[1.0, 0.2], [0.3, 1.0], [4.0, 3.0]]))
    assert "parse" not in str(error.value)


def test_the_examples_run():
    names = [module.name for module in pkgutil.iter_modules(formulas.__path__, "lab.formulas.")]
    results = [doctest.testmod(import_module(name)) for name in ["lab.formulas", *names]]
    assert sum(result.attempted for result in results) > 10
    assert not any(result.failed for result in results)


@pytest.mark.parametrize(
    ("text", "is_symmetric"),
    [
        ("sin(x.z)", True), ("sin(x1*z1)", True), ("sin(outer(x1))", True),
        ("sin(conj(x1,x.z))", True), ("sin(x1*z2)", False), ("sin(outer(x1)*x1)", False),
    ],
)  # fmt: skip
def test_the_function_of_one_point_in_outer_does_not_break_symmetry(text, is_symmetric):
    assert formulas.parse(text).is_symmetric == is_symmetric
