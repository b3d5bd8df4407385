"""GET /proof: two solvers, two certificates, one answer; refusals have a message."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

import kernel_core as kc
from kernel_core.svm import fit_hard_margin
from lab.endpoints.json_endpoint import route
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import FIELDS, Scene, replace
from pages.svm.certificate_endpoint import ENDPOINT, MAX_POINTS, MAX_POINTS_OF_HARD_MARGIN
from pages.svm.default_scene import DEFAULT as SVM
from pages.svm.mathematics.convergence_history import record_convergence
from pages.svm.mathematics.soft_margin import fit_soft_margin
from tests.lab.asgi import get

APP = Starlette(routes=[route(ENDPOINT)])
SHOWN_DIGITS = 7  # digits on the screen
FORMS = ("Hinge form", "Constrained form")
SCENES = {
    "first": SVM,
    "soft": replace(SVM, lam=50.0),
    "hard": replace(SVM, lam=1e-4),
    "mixed": replace(SVM, data="mixture", noise=1.0, lam=0.2),
    "without b": replace(SVM, intercept=0),
    "rbf": replace(SVM, kernel="rbf", tau=0.8, noise=1.0, data="moons"),
    "polynomial": replace(SVM, kernel="poly", degree=3, lam=0.1),
    "dragged": replace(SVM, edits="m3,1.1,0.45;m4,-1.2,-0.7;f5"),
}


def no_such_number(name):
    raise AssertionError(f"{name} is no JSON")


def ask_certificate(query, extra_query=""):
    query = query if isinstance(query, str) else query.query()
    reply = get(APP, "/proof", f"{query}&{extra_query}" if extra_query else query)
    return reply.status, json.loads(reply.body, parse_constant=no_such_number)


def rows(answer):
    return {(row["label"], row["note"]): row["value"] for row in answer["rows"]}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_both_forms_have_one_answer_to_the_shown_digits(scene):
    status, answer = ask_certificate(scene)
    assert status == 200
    values, solution = rows(answer), problem(scene).fit(tol=1e-10)
    objective = [
        v for (label, _), v in values.items() if label in ("Hinge form", "Constrained form")
    ]
    assert len(objective) == 4
    # With lam = 1/C the constrained objective is C J. The unit is that of the last shown digit.
    unit = 10.0 ** (np.floor(np.log10(objective[0])) - SHOWN_DIGITS + 1)
    np.testing.assert_allclose(objective, solution.primal / scene.lam, rtol=0, atol=unit)
    gaps = [row["value"] for row in answer["rows"] if row.get("gap")]
    assert len(gaps) == 2 and max(gaps) <= 1e-6 and min(gaps) >= 0


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_certificates_are_kernel_cores_own(scene):
    answer, setting = ask_certificate(scene)[1], problem(scene)
    X, y, b = setting.sample.X, setting.sample.y, setting.intercept
    hinge = record_convergence(kc.Problem(X, y, setting.loss, "sum", b), setting.kernel, scene.lam)
    slack = fit_soft_margin(X, y, setting.kernel, 1 / scene.lam, intercept=b)
    for line, solution in zip(answer["traces"], (hinge, slack.history), strict=True):
        assert (
            line["iterations"] == solution.iterations.tolist()
            and line["gap"] == solution.gap.tolist()
        )
        assert line["iterations"][0] == 0 and len(line["gap"]) > 2
        times = 1 / scene.lam if solution is hinge else 1  # both forms are shown as C J
        np.testing.assert_allclose(line["primal"], times * solution.primal)
        np.testing.assert_allclose(line["dual"], times * solution.dual)
        assert (np.diff(line["primal"]) <= 0).all() and (np.diff(line["dual"]) >= 0).all()
        assert all(np.diff(line["gap"]) <= 0), "what is proven stays proven"
    hard = fit_hard_margin(X, y, setting.kernel, intercept=b)
    label, value = answer["rows"][-1]["note"], answer["rows"][-1]["value"]
    if hard.feasible:
        assert value == pytest.approx(hard.primal) and label == "the limit for C → ∞"
    else:
        assert value is None and label == "none, up to rounding"


def test_the_hard_margin_is_the_limit_of_large_c():
    values = rows(ask_certificate(replace(SVM, lam=1e-6))[1])
    hard = values["Hard margin, ½‖w‖²", "the limit for C → ∞"]
    assert values["Hinge form", "primal, times C"] == pytest.approx(hard)
    assert rows(ask_certificate(SVM)[1])["Hinge form", "primal, times C"] < 0.9 * hard
    dragged_value = ask_certificate(SCENES["dragged"])[1]["rows"][-1]
    assert dragged_value["value"] is None, "with points across there is no hard margin"


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_hard_margin_alone_is_the_same_and_knows_its_own_kernel(scene):
    (status, answer), setting = ask_certificate(scene, "only=hard"), problem(scene)
    X, y, b = setting.sample.X, setting.sample.y, setting.intercept
    solution, hard = fit_hard_margin(X, y, setting.kernel, intercept=b), answer["hard"]
    assert status == 200 and set(answer) == {"hard"}
    assert hard["feasible"] == solution.feasible and hard["intercept"] == b
    assert hard["is_linear"] == (scene.kernel == "linear")
    if solution.feasible:
        assert hard["margin"] == pytest.approx(solution.margin) and hard["gap"] <= 1e-8
    else:
        assert hard["distance"] <= 1e-6 * solution.radius and "margin" not in hard


def test_what_is_asked_of_the_hard_margin_is_checked():
    assert ask_certificate(SVM, "only=soft")[1]["field"] == "only"
    assert ask_certificate(SVM, "only=hard&only=hard")[0] == 400
    assert ask_certificate(replace(SVM, m=MAX_POINTS_OF_HARD_MARGIN), "only=hard")[0] == 200
    status, answer = ask_certificate(replace(SVM, m=MAX_POINTS_OF_HARD_MARGIN + 1), "only=hard")
    assert status == 400 and f"at most {MAX_POINTS_OF_HARD_MARGIN} points" in answer["message"]
    y = sample_of(SVM).y
    one_class = replace(SVM, edits=";".join(f"d{i}" for i in np.flatnonzero(y < 0)))
    assert ask_certificate(one_class, "only=hard")[1]["hard"]["margin"] is None, "one class alone"


def test_loss_and_risk_are_ignored():
    """The page proves the SVM's optimum, whatever loss the address names."""
    for changes in ({"loss": "logistic"}, {"risk": "mean"}):
        assert ask_certificate(replace(SVM, **changes)) == ask_certificate(SVM)


def test_too_many_points_are_refused_with_a_message():
    status, answer = ask_certificate(replace(SVM, m=MAX_POINTS + 1))
    assert status == 400 and answer["field"] == "m"
    assert answer["message"] == (
        f"Both solutions are computed for at most {MAX_POINTS} points; "
        f"this scene has {MAX_POINTS + 1}. Choose fewer points."
    )


@pytest.mark.parametrize("query", ["m=1", "lam=0", "tau=NaN", "line=1,2,3,4", "along=tau", "x=1"])
def test_an_invalid_scene_is_refused_with_a_message(query):
    status, answer = ask_certificate(query)
    assert status == 400 and set(answer) == {"field", "value", "allowed", "message"}
    assert answer["message"].endswith(".")


def test_the_largest_request_is_answered_and_proved():
    hard = replace(SVM, m=MAX_POINTS, data="mixture", noise=1.0, lam=0.005)
    for scene in (replace(hard, kernel="rbf", tau=0.4), hard):
        status, answer = ask_certificate(scene)
        assert status == 200
        assert max(line["gap"][-1] for line in answer["traces"]) <= 1e-6


numbers = st.floats(-6, 3).map(lambda e: 10.0**e)
edits = st.lists(
    st.builds("{},{},{}".format, st.sampled_from("pn"), st.integers(-2, 2), st.integers(-2, 2)),
    max_size=6,
).map(";".join)


@given(
    data=st.sampled_from(FIELDS["data"].choices[:7]),
    m=st.integers(2, 20),
    kernel=st.sampled_from(["rbf", "linear", "poly"]),
    tau=st.floats(-2, 2).map(lambda e: 10.0**e),
    degree=st.integers(1, 8),
    c=st.sampled_from([0.0, 1.0, 10.0]),
    lam=numbers,
    intercept=st.integers(0, 1),
    edits=edits,
)
@settings(max_examples=60)
def test_every_request_has_an_answer(**fields):
    scene = Scene(**fields)
    status, answer = ask_certificate(scene)
    assert status == 200
    values = rows(answer)
    assert values["Hinge form", "primal, times C"] >= 0
    constrained = "Constrained form"
    assert values[constrained, "½‖w‖² + C Σ ξᵢ, primal"] >= values[constrained, "dual"]
    for line in answer["traces"]:
        assert all(gap >= 0 for gap in line["gap"])


def test_degenerate_points_are_answered():
    """Try a single class, all points at one place, and one point of each class."""
    y = sample_of(SVM).y
    one_class = ";".join(f"d{i}" for i in np.flatnonzero(y < 0))
    everyone = [f"d{i}" for i in range(len(y))]
    for text in (one_class, ";".join([*everyone, "p,0,0", "n,0,0"]), ";".join([*everyone, "p,1,0"]),
                 ";".join([*everyone, "p,1,0", "n,-1,0"])):  # fmt: skip
        for intercept in (0, 1):
            assert ask_certificate(replace(SVM, edits=text, intercept=intercept))[0] == 200
