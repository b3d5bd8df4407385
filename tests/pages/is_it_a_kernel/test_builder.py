"""The builder: operations on a kernel's tree, its report, and its endpoint."""

import base64
import json
import re
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

import kernel_core as kc
from kernel_core import kernels as k
from kernel_core.kernels import is_proven
from lab import formulas
from lab.endpoints.json_endpoint import route
from lab.formulas import ExpressionError, parse, point_functions, sequences, to_latex
from lab.formulas.point_functions import RescaledKernel
from lab.scene.learning_problem import problem, sample_of, with_formula
from lab.scene.scene import Scene, SceneError, replace
from lab.ui.mathml import mathml
from pages.is_it_a_kernel.builder import (
    builder_element,
    builder_endpoint,
    kernel_report,
    tree_operations,
)
from pages.is_it_a_kernel.mathematics.proof_steps import proof_steps
from tests.lab.asgi import get

OWN_SCENE = Scene(data="moons", m=25, seed=1, kernel="own", formula="rbf(0.4)+0.3*x.z", lam=0.1)
APP = Starlette(routes=[route(builder_endpoint.ENDPOINT)])
X = np.random.default_rng(0).normal(size=(7, 2))
READY = [text for group in builder_element.KERNELS.values() for text in group.values()]
GENTLE = [text for text in READY if "dist" not in text]

leaf_trees = st.sampled_from([*READY, "cos(rbf(1))", "rbf(1)/exp(x.z)", "max(x.z,1)"]).map(parse)
trees = st.recursive(
    leaf_trees,
    lambda part: st.one_of(
        st.tuples(part, part).map(lambda pair: k.Sum(*pair)),
        st.tuples(part, part).map(lambda pair: k.Product(*pair)),
        st.tuples(part, part).map(lambda pair: k.Difference(*pair)),
        st.tuples(st.sampled_from([0.3, 2.0]), part).map(lambda pair: k.Scaled(*pair)),
        part.map(lambda p: RescaledKernel(formulas.parse_point_function("1/(1+norm(x)^2)"), p)),
    ),
    max_leaves=4,
)
OPERATIONS = {
    "add": ("x.z", lambda part: part(X, X) + parse("x.z")(X, X)),
    "times": ("rbf(0.5)", lambda part: part(X, X) * kc.RBF(0.5)(X, X)),
    "minus": ("(x.z+1)^2", lambda part: part(X, X) - kc.Polynomial(2, 1)(X, X)),
    "replace": ("outer(x1)", lambda part: np.outer(X[:, 0], X[:, 0])),
    "scale": ("-0.5", lambda part: -0.5 * part(X, X)),
    "conj": ("1+x1", lambda part: np.outer(1 + X[:, 0], 1 + X[:, 0]) * part(X, X)),
}


def ask_builder(scene=OWN_SCENE, **words):
    return builder_endpoint.answer((scene.query() + "&" + urlencode(words)).encode())


def numbers(report):
    return {n: np.reshape(t["data"], t["shape"]) for n, t in report["sweep"]["tensors"].items()
            if not isinstance(t["data"], str)}  # fmt: skip


def nodes(kernel):
    return [step.kernel for step in proof_steps(kernel)]


def test_the_signs_of_a_formula_are_documented():
    """Compare each sign in the legend of formulas with its meaning, written out as sums."""
    signs, pair = builder_element.panel().signs, X[:2]
    x, z = pair
    meant = {
        "x.z": x @ z,
        "dist": np.sqrt(((x - z) ** 2).sum()),
        "x1": x[0], "x2": x[1], "z1": z[0], "z2": z[1],
        "rbf(0.4)": kc.RBF(tau=0.4)(pair, pair)[0, 1],
        "poly(3,1)": (x @ z + 1) ** 3,
        "outer(x1)": x[0] * z[0],
        "exp(x1)": np.exp(x[0]), "sqrt(dist)": np.sqrt(np.linalg.norm(x - z)),
        "tanh(x1)": np.tanh(x[0]), "min(x1,z1)": min(x[0], z[0]),
        "(x1+z1)*x2-z2/2": (x[0] + z[0]) * x[1] - z[1] / 2, "(x.z)^2": (x @ z) ** 2,
    }  # fmt: skip
    for sign, value in meant.items():
        assert np.isclose(formulas.kernel_of(formulas.read(sign))(x[None], z[None]), value)
    listed_words = {
        word for sign, _ in signs for word in re.findall(r"[a-z]+\([^)]*\)|[\w.]+", sign)
    }
    tested_words = {word for sign in meant for word in (sign, *re.findall(r"[a-z.]+\d?", sign))}
    assert listed_words <= tested_words, "nothing is named that is not tried here"


@pytest.mark.parametrize("formula", [
    "rbf(0.4)+0.3*x.z", "rbf(0.4)-0.2*x.z", "rbf(0.4)-(x.z-rbf(1))", "-dist", "tanh(x.z-0.5)",
])  # fmt: skip
def test_the_sum_is_the_smallest_value_of_c_K_c_for_a_unit_vector(formula):
    report = kernel_report.report(replace(OWN_SCENE, formula=formula))
    shares = [row["share"] for row in report["sum"]]
    assert np.isclose(sum(shares[:-1]), shares[-1]) and report["sum"][-1]["label"] == "cᵀKc"
    K = numbers(report)["gram"]
    assert np.isclose(shares[-1], np.linalg.eigvalsh(K).min(), atol=1e-4 * np.abs(K).max())
    if formula.startswith("rbf"):
        signs = [row["label"].startswith("−") for row in report["sum"][:-1]]
        assert signs == {"rbf(0.4)-(x.z-rbf(1))": [False, True, False]}.get(
            formula, [False, "-" in formula]
        )


@pytest.mark.parametrize("data", ["moons", "xor"])
@pytest.mark.parametrize("formula", ["x.z", "x.z+1", "(x.z+1)^2", "rbf(6)+x.z", "0", "x.z-0.5*x.z",
                                     "100*x.z+100*(x.z)^2", "exp(x.z)+x.z", *READY])  # fmt: skip
def test_the_sum_is_negative_only_for_broken_kernels(formula, data):
    """Include rank-deficient matrices, whose smallest eigenvalue is a rounding error of either
    sign."""
    report = kernel_report.report(replace(OWN_SCENE, data=data, m=60, formula=formula))
    assert (report["sum"][-1]["share"] < 0) == (report["state"] == "broken")


def test_a_slice_is_drawn_where_the_kernel_has_a_value_all_along_its_line():
    report = kernel_report.report(replace(OWN_SCENE, formula="exp(100*x1*z1)"))
    have = numbers(report)
    x, (left, right) = have["points"], have["slice_x"].ravel()[[0, -1]]
    largest = np.log(np.finfo(float).max)
    assert report["state"] == "proven"
    assert 0 < have["whole"].sum() < len(x)
    for (x1, _), has_line in zip(x, have["whole"], strict=True):
        assert has_line == (max(100 * x1 * left, 100 * x1 * right) < largest)


def test_each_reason_against_a_step_applies():
    """min{x, z} is no kernel for negative numbers. min(dist, 1) is never negative, so this is no
    reason against it."""
    why = {
        formula: kernel_report.report(replace(OWN_SCENE, formula=formula))["steps"][0]["why"]
        for formula in ("min(x1,z1)", "min(dist,1)")
    }
    assert why["min(x1,z1)"].startswith("For negative numbers")
    assert why["min(dist,1)"] == "No rule proves that this is a kernel."


def test_a_weight_takes_the_place_of_the_one_before():
    for step, text, formula in (
        (2, "-0.5", "rbf(0.4)+-0.5*x.z"),
        (1, "0.5", "0.5*rbf(0.4)+0.3*x.z"),
    ):
        scene = replace(OWN_SCENE, formula="rbf(0.4)+0.3*x.z")
        assert ask_builder(scene, op="weigh", at=step, **{"with": text})["formula"] == formula


# ---- operations ----


@pytest.mark.parametrize("name", OPERATIONS)
@settings(max_examples=25, deadline=None)
@given(tree=trees, data=st.data())
def test_an_operation_acts_at_its_step(name, tree, data):
    position = data.draw(st.integers(0, formulas.size.steps(tree) - 1))
    text, expected = OPERATIONS[name]
    parsed_tree = tree_operations.operate(tree, position, name, text)
    reread = parse(formulas.text_of(parsed_tree))
    np.testing.assert_allclose(reread(X, X), parsed_tree(X, X), rtol=1e-9, atol=1e-9)
    step = nodes(parsed_tree)[position]
    np.testing.assert_allclose(step(X, X), expected(nodes(tree)[position]), rtol=1e-9, atol=1e-9)
    untouched = [
        step for step in nodes(tree)[:position] if not _has_property(step, nodes(tree)[position])
    ]
    assert all(step in nodes(parsed_tree) for step in untouched), "nothing else changes"


def _has_property(kernel, part):
    return any(node is part for node in nodes(kernel))


@settings(max_examples=25, deadline=None)
@given(tree=trees, data=st.data())
def test_the_exponential_of_any_step_is_taken_element_by_element(tree, data):
    step = data.draw(st.integers(0, formulas.size.steps(tree) - 1))
    result = tree_operations.operate(tree, step, "exp")
    small = X / 10
    expected = np.exp(nodes(tree)[step](small, small))
    np.testing.assert_allclose(nodes(result)[step](small, small), expected, rtol=1e-9)
    reread = parse(formulas.text_of(result))
    np.testing.assert_allclose(reread(small, small), result(small, small), rtol=1e-9, atol=1e-9)


@settings(max_examples=25, deadline=None)
@given(tree=trees, data=st.data())
def test_removal_undoes_insertion(tree, data):
    step = data.draw(st.integers(0, formulas.size.steps(tree) - 1))
    for name in ("scale", "conj"):
        result = tree_operations.operate(tree, step, name, OPERATIONS[name][0])
        assert tree_operations.operate(result, step, "remove") == tree
    for name in ("add", "times", "minus"):
        result = tree_operations.operate(tree, step, name, OPERATIONS[name][0])
        other_step = (
            step + 1 + formulas.size.steps(nodes(tree)[step])
        )  # the added kernel follows all parts of the first one
        last = len(nodes(parse(OPERATIONS[name][0])))
        assert formulas.size.steps(result) == formulas.size.steps(tree) + 1 + last
        assert tree_operations.operate(result, other_step, "remove") == tree


def test_a_limit_is_taken_where_one_is_known():
    result = tree_operations.operate(parse("x.z+taylor(0.5,4)"), 2, "limit")
    assert formulas.text_of(result) == "x.z+limit(taylor(0.5,4))"
    np.testing.assert_allclose(nodes(result)[2](X, X), kc.RBF(0.5)(X, X))
    assert proof_steps(result)[2].rule == "limit" and is_proven(result)
    with pytest.raises(ValueError, match="No limit is known"):
        tree_operations.operate(parse("x.z"), 0, "limit")


@pytest.mark.parametrize(
    ("formula", "step", "name", "text", "message"),
    [
        ("x.z", 0, "remove", "", "replace this part instead"),
        ("0.3*x.z", 1, "remove", "", "The step above needs this part"),
        ("x.z", 1, "exp", "", "This formula has 1 part; there is no part 2."),
        ("x.z", 0, "sqrt", "", "no such operation"),
        ("x.z", 0, "scale", "two", "A weight is a number"),
        ("x.z", 0, "scale", "nan", "A weight is a number"),
        ("x.z", 0, "scale", "1e9", "A weight is a number from −1,000,000 to 1,000,000"),
        ("x.z", 0, "add", "", "Column 1"),
        ("x.z", 0, "conj", "1+z1", "can contain only x"),
        ("rbf(1)^12", 0, "times", "rbf(1)^12*rbf(2)^12", "at most 60 are allowed"),
    ],
)
def test_impossible_operations_are_refused_with_a_message(formula, step, name, text, message):
    with pytest.raises(ValueError, match=message):
        tree_operations.operate(parse(formula), step, name, text)


# ---- the report ----


@pytest.mark.parametrize("text", GENTLE)
def test_every_kernel_of_the_menu_has_a_report(text):
    report = kernel_report.report(replace(OWN_SCENE, formula=text))
    assert report["state"] == ("proven" if text in builder_element.KERNELS["Kernels"].values()
                             else report["state"])  # fmt: skip
    assert report["state"] != "trouble" and report["sweep"]
    json.dumps(report, allow_nan=False)


def test_the_rules_have_the_names_of_the_closure_properties():
    report = ask_builder(
        text="exp(0.5*rbf(0.4))+x.z*conj(x1,rbf(1))+outer(x2)+limit(taylor(0.5,3))"
    )
    assert report["state"] == "proven"
    rules = {step["rule"] for step in report["steps"]}
    assert rules == {
        "sum of kernels", "exponential", "scaling by a ≥ 0", "limit", "product", "inner product",
        "g(x)k(x,x′)g(x′)", "f(x)f(x′)", "inner product of features",
    }  # fmt: skip
    modules = (kc, k, sequences, point_functions)
    kinds = [kind for module in modules for kind in vars(module).values()]
    rule_names = {
        kind.rule.name for kind in kinds if isinstance(getattr(kind, "rule", None), k.Rule)
    }
    assert rules == rule_names, "there is no other rule"
    assert all(step["notes"] and step["why"] for step in report["steps"])


@pytest.mark.parametrize(
    ("formula", "mark"),
    [
        ("rbf(0.4)-x.z", "difference"),
        ("rbf(0.4)+-0.5*x.z", "negative weight"),
        ("dist^2", "‖x−x′‖²"),
        ("-dist", "−‖x−x′‖"),
        ("tanh(x.z-0.5)", "tanh"),
        ("min(x1,z1)", "min of negative numbers"),
    ],
)
def test_an_uncovered_step_is_marked_with_its_matrix(formula, mark):
    report = ask_builder(text=formula)
    marked = [step for step in report["steps"] if not step["covered"]]
    assert [step["rule"] for step in marked] == [f"not proven: {mark}"]
    assert not report["steps"][0]["proven"] and mark in report["verdict"]
    assert marked[0]["why"] in kernel_report.WHY.values()
    assert report["state"] == "broken" and numbers(report)["least"][()] < 0


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("rbf(0.4)+-0.1*x.z", "No rule allows a negative weight."),
        ("rbf(0.4)-x.z", "No rule allows a difference."),
        ("min(x1,z1)", "No rule allows min of negative numbers."),
        ("x1*(z1+1)+z1", "No rule allows a formula that is not recognised as symmetric."),
        ("tanh(x.z)-x.z", "No rule allows a difference or tanh."),
        ("tanh(x.z)-x.z+-0.1*x.z", "No rule allows a difference, tanh or a negative weight."),
    ],
)
def test_the_verdict_names_what_no_rule_allows(formula, message):
    assert message in ask_builder(text=formula)["verdict"]


def test_a_rule_over_unproven_parts_proves_nothing():
    total, first, second, _ = ask_builder(text="rbf(0.4)+-0.1*x.z")["steps"]
    assert total["covered"] and not total["proven"]
    assert first["proven"] and not second["covered"]
    assert total["text"] == "rbf(0.4) − 0.1 · x·x′", "as one writes it"


def test_no_eigenvalue_below_0_is_no_proof():
    report = ask_builder(replace(OWN_SCENE, formula="rbf(0.1)-0.001*rbf(2)", m=3))
    assert report["state"] == "open" and "no proof" in report["verdict"]
    assert not report["steps"][0]["covered"] and numbers(report)["least"][()] > 0


def test_the_numbers_are_those_of_the_scenes_points():
    report = ask_builder(replace(OWN_SCENE, edits="m3,0.5,-1.25;d7"))
    n, points = numbers(report), sample_of(replace(OWN_SCENE, edits="m3,0.5,-1.25;d7"))
    kernel = parse(OWN_SCENE.formula)
    K = kernel(points.X, points.X)
    np.testing.assert_allclose(n["points"], points.X, rtol=1e-4)
    np.testing.assert_allclose(n["gram"], K, rtol=1e-4, atol=1e-9)
    np.testing.assert_allclose(n["values"], np.linalg.eigvalsh(K)[::-1], rtol=1e-4, atol=1e-9)
    assert (n["kinds"] == 1).all() and n["rank"] == 24 and report["points"] == report["all"] == 24
    line = np.column_stack([n["slice_x"], np.full(len(n["slice_x"]), points.X[3, 1])])
    values = np.frombuffer(_half(report, "slices"), "<f2").reshape(24, -1)[3].astype(float)
    top = float(report["sweep"]["meta"]["top"])
    np.testing.assert_allclose(values * top, kernel(points.X[3:4], line)[0], atol=2e-3 * top)


def _half(report, name):
    return base64.b64decode(report["sweep"]["tensors"][name]["data"])


@pytest.mark.parametrize(
    ("formula", "rank"), [("x.z", 2), ("x.z+1", 3), ("(x.z+1)^2", 6), ("0", 0)]
)
def test_as_many_eigenvalues_as_features(formula, rank):
    report = ask_builder(text=formula)
    assert numbers(report)["rank"] == rank and numbers(report)["least"] == 0
    assert (numbers(report)["kinds"] == 0).sum() == OWN_SCENE.m - rank


@settings(max_examples=25, deadline=None)
@given(tree=trees)
def test_the_verdict_is_that_of_the_fit(tree):
    """Check that `fit` refuses exactly the trees that the builder calls no kernel, and that shares
    add up."""
    scene = replace(OWN_SCENE, formula=formulas.text_of(tree), m=12)
    report = kernel_report.report(scene)
    if report["state"] in ("broken", "trouble"):
        with pytest.raises(SceneError):
            problem(scene)
    else:
        problem(scene)
    if report["state"] == "broken":
        shares = [step["share"] for step in report["steps"]]
        assert shares[0] == pytest.approx(np.linalg.eigvalsh(
            parse(scene.formula)(sample_of(scene).X, sample_of(scene).X))[0], rel=1e-6)  # fmt: skip
        for i, step in enumerate(proof_steps(parse(scene.formula))):
            below = [
                s for s, row in zip(shares, report["steps"], strict=True) if row["parent"] == i
            ]
            if isinstance(step.kernel, k.Sum):
                assert shares[i] == pytest.approx(
                    sum(below), rel=1e-6, abs=1e-6 * max(map(abs, below))
                )
            if isinstance(step.kernel, k.Difference):
                scale = 1e-6 * max(map(abs, below))
                assert shares[i] == pytest.approx(below[0] - below[1], rel=1e-6, abs=scale)


def test_asymmetry_is_reported_with_two_numbers():
    report = ask_builder(text="x1*z2")
    assert report["state"] == "broken" and "k(x" in report["verdict"]
    assert "not symmetric" in report["verdict"]
    tensors = report["sweep"]["tensors"]
    K = np.reshape(tensors["gram"]["data"], tensors["gram"]["shape"])
    values = np.linalg.eigvalsh((K + K.T) / 2)[::-1]
    assert tensors["symmetric"]["data"] == [0] and values[-1] < -1
    np.testing.assert_allclose(tensors["values"]["data"], values, atol=0.1)
    assert ask_builder(text="x.z")["sweep"]["tensors"]["symmetric"]["data"] == [1]


def test_undefined_values_are_reported():
    report = ask_builder(text="min")
    assert report["state"] == "trouble" and "points on a line" in report["verdict"]
    assert report["sweep"] is None and len(report["steps"]) == 1
    report = ask_builder(text="exp(exp(exp(9*x.z)))")
    assert report["state"] == "trouble" and "too large" in report["verdict"]


def test_only_the_first_60_of_many_points_are_used():
    report = ask_builder(replace(OWN_SCENE, m=200))
    assert (report["points"], report["all"]) == (60, 200) and numbers(report)["gram"].shape == (
        60,
        60,
    )


@settings(max_examples=25, deadline=None)
@given(tree=trees)
def test_every_formula_is_typeset(tree):
    node = mathml(to_latex(formulas.text_of(tree)))
    assert node[0] == "math" and _words(node)


def _words(node):
    assert isinstance(node[0], str) and isinstance(node[1], dict)
    return [w for c in node[2:] for w in ([c] if isinstance(c, str) else _words(c))]


def test_a_formula_typeset_has_its_parts():
    node = mathml(
        to_latex("bank(3,1)+limit(taylor(0.5,4))+sqrt(cosine(2))+poly(2,1)/rbf(0.5)+sinc")
    )
    words = _words(node)
    assert {"∑", "τ", "cos", "lim", "sin", "‖", "⊤", "′", "−"} - set(words) == {"τ"}
    tags = json.dumps(node, ensure_ascii=False)
    for tag in ("mfrac", "msqrt", "munderover", "msubsup", "msup"):
        assert f'"{tag}"' in tags
    with pytest.raises(ValueError, match="not a known command"):
        mathml(r"\href{x}{y}")


def _brackets(text):
    """Return whether each bracket of a formula may stretch, in the order of the formula."""

    def walk(node):
        if node[0] == "mo" and node[2] in ("(", ")"):
            yield node[1].get("stretchy") != "false"
        for child in node[2:]:
            if not isinstance(child, str):
                yield from walk(child)

    return [*walk(mathml(text))]


def test_brackets_stretch_only_around_tall_contents():
    assert _brackets(to_latex("poly(2,1)")) == [False, False]
    assert _brackets(to_latex("exp((x.z)^2)")) == [False] * 4
    assert _brackets(to_latex("rbf(0.5)")) == [True, True]
    assert _brackets(to_latex("exp(rbf(0.5))")) == [True] * 4


# ---- the endpoint ----


def test_the_endpoint_follows_scene_and_query():
    report = get(APP, "/build", OWN_SCENE.query()).json()
    assert report["formula"] == OWN_SCENE.formula and report["state"] == "proven"
    query = OWN_SCENE.query() + "&" + urlencode({"op": "minus", "at": 2, "with": "tanh(x.z)"})
    report = get(APP, "/build", query).json()
    assert report["formula"] == "rbf(0.4)+(0.3*x.z-tanh(x.z))"


def test_faults_are_answers_with_a_column():
    report = get(APP, "/build", OWN_SCENE.query() + "&" + urlencode({"text": "rbf(0.4)+*"}))
    assert report.status == 200
    error = report.json()["error"]
    assert (error["of"], error["column"]) == ("text", 10) and "“*”" in error["message"]
    error = ask_builder(op="add", at="0", **{"with": "rbf(0.4"})["error"]
    assert (error["of"], error["column"]) == ("with", 8)
    for step in ("", "-1", "x", "9" * 9, "²"):
        assert "Choose a part" in ask_builder(op="exp", at=step)["error"]["message"]
    assert "has 4 parts" in ask_builder(op="exp", at="7")["error"]["message"]


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "𝕏", "__import__('os')", "\x00"])
def test_input_is_only_text(text):
    error = ask_builder(text=text)["error"]
    assert error["of"] == "text" and error["column"] >= 1


def test_an_invalid_scene_is_refused():
    assert get(APP, "/build", "data=wave&m=20&kernel=own&formula=x.z").status == 400
    assert get(APP, "/build", "m=abc").status == 400


@pytest.mark.parametrize(
    ("scene", "formula"),
    [
        (Scene(tau=0.25), "rbf(0.25)"),
        (Scene(kernel="linear"), "x.z"),
        (Scene(kernel="poly", degree=3, c=2.0), "poly(3,2)"),
    ],
)
def test_any_kernel_of_the_app_can_be_opened(scene, formula):
    own_scene = with_formula(scene)
    assert own_scene.kernel == "own" and own_scene.formula == formula
    small = replace(own_scene, m=8), replace(scene, m=8)
    points = sample_of(small[0]).X
    np.testing.assert_allclose(*(problem(s).kernel(points, points) for s in small), rtol=1e-12)


def test_limits_are_named_in_messages():
    long = "+".join(["1"] * 60)
    with pytest.raises(ExpressionError, match="parts"):
        formulas.parse(long)
    assert "parts" in ask_builder(text=long)["error"]["message"]
    assert "300 characters" in ask_builder(text="1" * 301)["error"]["message"]
    scene = replace(OWN_SCENE, formula="+".join(["x.z"] * 25))
    full = ask_builder(scene, op="add", at="0", **{"with": "+".join(["x.z"] * 25)})
    assert "parts" in full["error"]["message"] or "at most" in full["error"]["message"]


@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly", "laplace", "matern", "periodic"])
def test_every_kernel_of_the_front_page_can_be_taken_apart(kernel):
    answer = get(APP, "/build", Scene(m=25, kernel=kernel).query())
    assert answer.status == 200, answer.json()
