"""The exported scripts run, and give the numbers of the picture."""

import contextlib
import io
import os
import re

import numpy as np
import pytest

from lab.scene.fields import FIELDS, LINES, OWN
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, replace
from lab.scene.scripts import with_kernel_core, with_scikit_learn
from tests.examples import THOROUGH
from tests.lab.own_points import own_text

SMALL = Scene(m=60)
OF_SKLEARN = ("hinge", "logistic", "squared", "squared-hinge", "epsilon-insensitive")


def run(script):
    """Return the printed numbers of a script, by name, and the names that it defines."""
    printed, left = io.StringIO(), {}
    with contextlib.redirect_stdout(printed):
        exec(compile(script, "recipe", "exec"), left)
    lines = re.findall(r"^([a-z ]+?):? (\d[-\d.e]*)", printed.getvalue(), re.MULTILINE)
    return {name: float(value) for name, value in lines}, left


def expected(scene):
    solution = problem(scene).fit()
    f = solution.decision(solution.X)
    if scene.data in LINES and scene.loss in ("squared", "huber", "epsilon-insensitive"):
        return solution, np.mean((solution.y - f) ** 2)
    return solution, np.mean(solution.y * f <= 0)


def printed_error(printed):
    """Return the training error or the mean squared error that a script printed."""
    (value,) = (printed[name] for name in ("training error", "mean squared error")
                if name in printed)  # fmt: skip
    return value


PAIRS = [(data, loss) for data in FIELDS["data"].choices for loss in FIELDS["loss"].choices]
STRIDE = 1 if THOROUGH in os.environ else 3


@pytest.mark.parametrize(("data", "loss"), PAIRS[::STRIDE])
def test_kernel_cores_script_solves_every_data_set_with_every_loss(data, loss):
    points = own_text(60) if data == OWN else ""
    scene = Scene(data=data, points=points, m=40, tau=0.8, loss=loss)
    solution, error = expected(scene)
    printed, left = run(with_kernel_core(scene))
    assert np.array_equal(left["X"], solution.X) and np.array_equal(left["y"], solution.y)
    assert np.array_equal(left["s"].alpha, solution.alpha)
    assert printed["objective"] == pytest.approx(solution.primal, abs=1e-6)
    assert printed["support vectors"] == len(solution.support)
    assert printed_error(printed) == pytest.approx(error, abs=1e-12)


@pytest.mark.parametrize(
    "scene",
    [
        replace(SMALL, kernel="linear", noise=1.7, seed=9),
        replace(SMALL, kernel="poly", degree=3, c=0.5),
        replace(SMALL, risk="mean", intercept=1, lam=0.01),
        replace(SMALL, edits="m3,0.5,-0.25;f4;d7;p,0.1,0.2;n,-1,1"),
        replace(SMALL, edits="c;p,0.1,0.2;n,-1,1;n,0,1"),
        Scene(data="wave", m=9, loss="squared", edits="c;p,0.1,0.2;n,-1,1"),
        Scene(data="wine", m=50, features="3,7", classes="0,2", tau=1.5),
        Scene(
            data="steps",
            m=9,
            noise=0.5,
            seed=4,
            loss="squared",
            risk="mean",
            edits="m3,0.5,-0.25;f4;m5,1,1;f5;d7;p,0.1,-0.2;n,-1,1",
        ),
        Scene(data="wave", m=9, loss="hinge", edits="m3,0.5,-0.25;f4;n,-1,1"),
        Scene(data="digits", m=60, classes="rest,7", class_weight="balanced"),
        Scene(data="cancer", m=60, classes="1,0", class_weight="tenfold"),
    ],
    ids=[
        "linear",
        "poly",
        "mean-intercept",
        "edits",
        "all-removed",
        "line-all-removed",
        "wine",
        "line",
        "line-signs",
        "weights",
        "tenfold",
    ],
)
def test_kernel_cores_script_knows_every_part_of_a_scene(scene):
    solution, error = expected(scene)
    printed, left = run(with_kernel_core(scene))
    np.testing.assert_allclose(left["X"], solution.X)
    assert np.array_equal(left["y"], solution.y)
    assert left["s"].primal == pytest.approx(solution.primal, rel=1e-6)
    assert printed_error(printed) == pytest.approx(error, abs=1e-12)
    assert scene.query() in with_kernel_core(scene)


@pytest.mark.thorough(keep_every=5)
@pytest.mark.parametrize("loss", OF_SKLEARN)
@pytest.mark.parametrize(
    "base",
    [
        SMALL,
        replace(SMALL, intercept=1, lam=0.05),
        replace(SMALL, risk="mean", kernel="poly", degree=2),
        replace(SMALL, edits="m3,0.5,-0.25;f4;d7;p,0.1,0.2", kernel="linear", lam=0.1),
        Scene(data="cancer", m=40, tau=1.0, intercept=1),
        Scene(data="digits", m=60, classes="rest,7", class_weight="balanced"),
        Scene(data="digits", m=60, classes="rest,7", class_weight="balanced", intercept=1),
        Scene(data="wave", m=20, lam=0.02, risk="mean", edits="f4;p,0.1,-0.2"),
        Scene(data=OWN, points=own_text(90, 3), m=40, classes="rest,1", edits="f4;p,0.1,-0.2"),
    ],
    ids=[
        "rbf",
        "intercept",
        "poly-mean",
        "edits-linear",
        "cancer",
        "weights",
        "weights-b",
        "line",
        "own",
    ],
)
def test_scikit_learns_script_finds_the_same_function(base, loss):
    scene = replace(base, loss=loss)
    if loss == "squared-hinge" and scene.intercept:
        assert with_scikit_learn(scene).startswith("# scikit-learn’s LinearSVC")
        return
    solution, error = expected(scene)
    printed, left = run(with_scikit_learn(scene))
    assert np.array_equal(left["y"], solution.y)
    f = solution.decision(solution.X)
    np.testing.assert_allclose(left["f"], f, atol=2e-3 * np.abs(f).max())
    assert printed_error(printed) == pytest.approx(error, rel=1e-6, abs=1e-12)
    if loss == "hinge":
        assert abs(printed["support vectors"] - len(solution.support)) <= 2


@pytest.mark.parametrize("loss", ["exponential", "perceptron", "huber"])
def test_where_scikit_learn_has_no_such_classifier_the_script_says_so(loss):
    script = with_scikit_learn(replace(SMALL, loss=loss))
    assert script.startswith("# scikit-learn") and loss in script.lower()
    assert run(script)[0] == {}


@pytest.mark.parametrize("write", [with_kernel_core, with_scikit_learn])
def test_a_learner_without_a_risk_has_no_script(write):
    script = write(replace(SMALL, learner="perceptron"))
    assert script.startswith("# ") and "perceptron" in script and run(script)[0] == {}


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("rbf(0.5)+x.z", "kc.RBF(tau=0.5) + kc.Linear()"),
        ("exp(2*cosine(3))", "kc.exp(2.0 * kc.Cosine(theta=3.0))"),
        ("2*laplace(1)", "2.0 * kc.kernels.Laplace(ell=1.0)"),
        ("exp(2*bank(8))", "parse('exp(2*bank(8))')"),
        ("outer(x1)+rbf(1)", "parse('outer(x1)+rbf(1)')"),
    ],
)
def test_a_formula_is_printed_with_known_kernels(formula, code):
    for data, points in (("iris", ""), (OWN, own_text(60))):
        scene = Scene(data=data, points=points, m=30, kernel="own", formula=formula)
        for script in (with_kernel_core(scene), with_scikit_learn(scene)):
            assert code in script and ("import parse\n" in script) == ("parse(" in code)
        solution, error = expected(scene)
        printed, left = run(with_kernel_core(scene))
        assert np.array_equal(left["s"].alpha, solution.alpha)
        assert printed_error(printed) == pytest.approx(error, abs=1e-12)
        assert np.array_equal(run(with_scikit_learn(scene))[1]["y"], solution.y)


def test_own_points_are_in_the_script_and_fit_a_page():
    scene = Scene(data=OWN, points=own_text(1000, 10), m=40)
    for script in (with_kernel_core(scene), with_scikit_learn(scene)):
        assert "".join(script.split('"\n    "')).count(scene.points) == 1
        assert max(map(len, script.splitlines())) <= 140


def test_the_scripts_fit_a_page():
    for loss in OF_SKLEARN:
        scene = replace(SMALL, loss=loss, edits="m3,0.5,-0.25;p,0.1,0.2", intercept=1)
        for script in (with_kernel_core(scene), with_scikit_learn(scene)):
            code = [line for line in script.splitlines() if not line.startswith("#")]
            assert max(map(len, code), default=0) <= 110
