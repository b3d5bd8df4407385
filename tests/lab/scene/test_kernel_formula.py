"""Own formulas in scenes: reading, refusals, bounds, checks on the points, and exports."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

import kernel_core as kc
from lab import formulas
from lab.formulas import MAX_CHARACTERS, ExpressionError
from lab.scene import kernel_formula, scripts
from lab.scene.learning_problem import kernel_of, problem
from lab.scene.scene import Scene, SceneError, parse, parse_strict, replace
from tests.lab.asgi import get
from tests.lab.sweeps import sweep_server

ROOT = Path(__file__).resolve().parents[3]
OWN_SCENE = Scene(data="moons", m=20, kernel="own", formula="rbf(0.4)+0.3*x.z", lam=0.1)


def test_a_formula_is_part_of_the_scene_and_of_its_text():
    scene = parse_strict("kernel=own&formula=" + quote(" rbf( 0.6 ) + .3 * x·x′ "))
    assert scene.formula == "rbf(0.6)+0.3*x.z"
    assert kernel_of(scene) == kc.RBF(0.6) + 0.3 * kc.Linear()
    assert "formula=rbf%280.6%29%2B0.3%2Ax.z" in scene.query()
    assert parse_strict(scene.query()) == scene
    assert "formula" not in replace(scene, kernel="rbf").query(), "it belongs to own kernels alone"


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("rbf(0.5", 8, "“)” was expected"),
        ("rbf(0.5)+*x.z", 10, "was expected, not “*”"),
        ("rbf(0.5)*fox", 10, "not a known name"),
        ("rbf(tau)", 5, "tau has no value here"),
        ("rbf(-1)", 1, "tau"),
        ("__import__(1)", 1, "has no meaning here"),
        ("x.z/0", 4, "divides by 0"),
        ("", 1, "the end"),
        ("(" * 60 + "x.z" + ")" * 60, 31, "deep"),
        ("+".join(["1"] * 90), 1, "parts"),
        ("((x.z+rbf(1))^12)^12", 1, "575 steps to compute; at most 60"),
    ],
)
def test_a_fault_is_reported_with_its_column(text, column, sentence):
    with pytest.raises(SceneError) as error:
        parse_strict("kernel=own&formula=" + quote(text, safe=""))
    message = error.value.problem.message
    assert error.value.problem.field == "formula" and sentence in message
    if column > 1:
        assert f"Column {column}:" in message
    scene, problems = parse("kernel=own&formula=" + quote(text, safe=""), default=OWN_SCENE)
    assert scene.formula == OWN_SCENE.formula and len(problems) == 1, "the formula before is kept"
    assert f"It stays at {OWN_SCENE.formula}" in problems[0].message


def test_length_is_bounded():
    long = "1+" * (MAX_CHARACTERS // 2) + "1"
    with pytest.raises(SceneError, match=f"at most {MAX_CHARACTERS} characters"):
        parse_strict("kernel=own&formula=" + quote(long, safe=""))


def test_powers_of_powers_are_counted_and_not_computed():
    with pytest.raises(ExpressionError, match="at most 60 are allowed"):
        kernel_formula.canonical("((((((x.z+rbf(1))^12)^12)^12)^12)^12)^12")
    assert formulas.size.steps(formulas.parse("rbf(1)^12")) == 23


@pytest.mark.parametrize("formula", ["rbf(0.6)+0.3*x.z", "1+x.z+rbf(2)", "exp(1+x.z)-0.3*x.z"])
def test_a_plus_lost_in_an_address_is_restored(formula):
    """An unescaped + is decoded as a space; between two terms a space can only be a lost +."""
    assert parse(f"kernel=own&formula={formula}") == (
        Scene(kernel="own", formula=formula), [],
    )  # fmt: skip


def test_a_missing_sign_typed_into_the_page_is_an_error():
    with pytest.raises(ExpressionError, match="Column 10: An operator or the end of the formula"):
        kernel_formula.canonical("rbf(0.6) 0.3*x.z", lost_plus=False)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_with_a_sentence(text):
    try:
        canonical = kernel_formula.canonical(text)
    except ExpressionError as error:
        assert str(error).startswith("Column ") and error.column >= 1
    else:
        assert kernel_formula.canonical(canonical) == canonical


@pytest.mark.parametrize(
    "formula", ["rbf(0.4)-0.9*x.z", "dist^2", "-dist", "tanh(x.z-0.5)", "x1*z2"]
)
def test_what_is_no_kernel_on_these_points_is_refused_with_a_message(formula):
    with pytest.raises(SceneError, match="The formula can’t be used with these points") as error:
        problem(replace(OWN_SCENE, formula=formula))
    assert error.value.problem.field == "formula"


def test_what_has_no_value_on_the_plane_is_refused_with_a_message():
    with pytest.raises(SceneError, match="points on a line"):
        problem(replace(OWN_SCENE, formula="min"))


def test_frames_answer_a_refusal_with_its_reason():
    frames = sweep_server()
    app = Starlette(routes=frames.routes())
    good = get(app, "/frames", OWN_SCENE.query() + "&along=lam&stops=2&grid=11")
    refusal = get(
        app, "/frames", replace(OWN_SCENE, formula="-dist").query() + "&along=lam&stops=2&grid=11"
    )
    frames.close()
    assert good.status == 200 and refusal.status == 400
    assert (
        refusal.json()["field"] == "formula" and "negative eigenvalue" in refusal.json()["message"]
    )


def test_a_fit_with_a_formula_is_the_fit_with_its_kernel():
    formula_scene, rbf = (
        replace(OWN_SCENE, formula="rbf(0.4)"),
        replace(OWN_SCENE, kernel="rbf", tau=0.4),
    )
    np.testing.assert_array_equal(problem(formula_scene).fit().alpha, problem(rbf).fit().alpha)


@pytest.mark.thorough
@pytest.mark.parametrize("write", [scripts.with_kernel_core, scripts.with_scikit_learn])
def test_recipes_run_for_own_formulas(write):
    script = write(OWN_SCENE)
    process = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr
    training_error = float(process.stdout.split("training error:")[1].split()[0])
    setting = problem(OWN_SCENE)
    f = setting.fit().decision(setting.sample.X)
    assert training_error == pytest.approx((setting.sample.y * f <= 0).mean())
