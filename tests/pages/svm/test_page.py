"""SVM: the declarations of the page, its address, and challenges whose goals can be met."""

import json
from urllib.parse import parse_qsl

import numpy as np
import pytest

from kernel_core.kernels import is_proven
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import parse, replace
from lab.ui.challenges import Remark, is_met
from lab.ui.challenges import challenges as challenge_item
from pages.svm import steps
from pages.svm.challenges import CHALLENGES
from pages.svm.default_scene import DEFAULT as SVM
from pages.svm.margin_by_hand import first_line, read_line
from pages.svm.mathematics.soft_margin import fit_soft_margin
from tests.lab.ui.element_data import codes
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, frames, items, of_scene, right

PAGE = "svm/page.py"
FEW = {
    "one class alone": ["p,0,0", "p,1,0"],
    "one point a class": ["p,0.5,0.5", "n,-0.5,-0.5"],
    "all points equal": ["p,0,0", "n,0,0", "p,0,0"],
    "on one line": ["p,0,0", "n,0.5,0.5", "p,1,1", "n,1.5,1.5"],
}


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


@pytest.fixture(scope="module")
def svm(page):
    """Return the data that all steps with the scene share."""
    return of_scene(page)


# ---- declarations ----


def test_the_line_by_hand_begins_within_the_picture(svm):
    assert svm["view"]["line"] == first_line(SVM) and svm["view"]["reveal"] == "hidden"
    x0, x1, y0, y1 = sample_of(SVM).window
    line = read_line(svm["view"]["line"])
    assert all(x0 < x < x1 for x in line[::2]) and all(y0 < y < y1 for y in line[1::2])


def test_the_same_line_is_rescaled(page):
    rescale = data_of(page, "rescale")
    assert rescale["frames"] is None and rescale["query"] == "scale=1"
    assert {"field", "margin", "functional", "norm"} <= set(
        rescale["sweeps"][0]["sweep"]["tensors"]
    )


def test_pushed_aside_the_points_need_an_intercept(svm):
    """As the page states, the line without b can't follow the points, and the line with b only
    shifts."""
    (crowd,) = items(svm, "crowd")
    sample, (dx, dy) = sample_of(SVM), crowd["shift"]
    edits = ";".join(f"m{i},{x + dx:.3f},{y + dy:.3f}" for i, (x, y) in enumerate(sample.X))
    errors = {
        (edits != "", b): frames(replace(SVM, edits=edits, intercept=b), "lam", 1)[0]
        for edits in ("", edits)
        for b in (0, 1)
    }
    assert errors[True, 1]["primal"] == pytest.approx(errors[False, 1]["primal"], rel=1e-2)
    assert errors[False, 0]["primal"] < 1.1 * errors[False, 1]["primal"], (
        "about 0, b hardly matters"
    )
    assert errors[True, 0]["primal"] > 2 * errors[True, 1]["primal"]
    assert errors[True, 0]["train_error"] > 0 == errors[True, 1]["train_error"]
    x0, x1, y0, y1 = sample.window
    X_shifted = sample_of(replace(SVM, edits=edits)).X
    inside = (
        (x0 < X_shifted[:, 0])
        & (X_shifted[:, 0] < x1)
        & (y0 < X_shifted[:, 1])
        & (X_shifted[:, 1] < y1)
    )
    assert (~inside).sum() <= 1, "they stay in the picture"


@pytest.mark.parametrize("data", ["blobs", "iris"])
def test_the_unseen_examples_are_pushed_along(svm, data):
    """Unless they are moved too, the test error would count the line with b, which follows the
    points, as wrong."""
    (crowd,) = items(svm, "crowd")
    start = replace(SVM, data=data, noise=SVM.noise if data == "blobs" else 1.0)
    X, (dx, dy) = sample_of(start).X, crowd["shift"]
    moves = [f"m{i},{x + dx:.3f},{y + dy:.3f}" for i, (x, y) in enumerate(X)]
    for edits in (moves, moves[1:], ["d0", *moves[1:]]):
        pushed = replace(start, edits=";".join(edits))
        errors = {(scene.edits != "", b):
                  frames(replace(scene, intercept=b), "lam", 1)[0]["test_error"]
                for scene in (start, pushed) for b in (0, 1)}  # fmt: skip
        assert errors[True, 1] == pytest.approx(
            errors[False, 1], abs=0.01 if edits is moves else 0.05
        ), "with b the test error stays"
        if data == "blobs":
            assert errors[True, 0] > errors[True, 1] + 0.02, "without b the line cannot follow"
    few = replace(start, edits=";".join(moves[: len(moves) // 2]))
    assert sample_of(few).evaluator == sample_of(start).evaluator, "a few points are no new source"


def test_how_far_b_may_move_is_not_sent_without_b(svm):
    (row,) = [r for i in items(svm, "readouts") for r in i["rows"] if r["tensor"] == "bracket"]
    assert row["optional"] and "bracket" in frames(SVM, "lam", 1)[0]
    assert "bracket" not in frames(replace(SVM, intercept=0), "lam", 1)[0]


def test_any_kernel_of_the_app_is_fitted_and_proved(svm):
    (formula_choice,) = [i for i in items(svm, "choice") if i["field"] == "formula"]
    for option in formula_choice["options"]:
        fields = {"formula": option["value"], **option["fields"]}
        scene = replace(SVM, lam=0.5, kernel=fields["kernel"], formula=fields["formula"])
        s, (frame,) = problem(scene).fit(tol=1e-9), frames(scene, "lam", 1)
        slack = fit_soft_margin(s.X, s.y, s.kernel, 1 / scene.lam)
        assert is_proven(s.kernel) and s.gap <= 1e-9 and 0 <= slack.gap <= 1e-6
        assert frame["half_norm2"] + frame["slack_penalty"] == pytest.approx(slack.primal, rel=1e-4)
        page = view_page(PAGE, dict(parse_qsl(scene.query())))
        assert not page.warning and data_of(page, "svm")["query"] == scene.query()


def test_the_statement_about_support_vectors_holds():
    """Check that the line stays if examples with α = 0 are erased, or moved farther behind their
    margin line."""
    s = problem(SVM).fit(tol=1e-10)
    w, free = s.alpha @ s.X, np.flatnonzero(s.alpha == 0)
    assert len(free) > 10
    for i in free[::7]:
        x = s.X[i] + 0.5 * s.y[i] * w / np.hypot(*w)  # farther behind the margin line
        for edit in (f"d{i}", f"m{i},{x[0]:.3f},{x[1]:.3f}"):
            refit = problem(replace(SVM, edits=edit)).fit(tol=1e-10)
            np.testing.assert_allclose(refit.alpha @ refit.X, w, atol=1e-5)
    point_across = s.X[free[0]] - 6 * s.y[free[0]] * w / np.hypot(*w)
    moved_fit = problem(
        replace(SVM, edits=f"m{free[0]},{point_across[0]:.3f},{point_across[1]:.3f}")
    ).fit()
    assert np.abs(moved_fit.alpha @ moved_fit.X - w).max() > 0.05, (
        "a point beyond its margin line counts"
    )


@pytest.mark.parametrize("scale", ["0.1", "1", "3.16", "10"])
def test_the_slider_of_the_scale_stands_where_the_address_says(scale):
    data = data_of(view_page(PAGE, {"scale": scale}), "rescale")
    (slider,) = items(data, "slider")
    drawn_scale = float(data["query"].removeprefix("scale="))
    assert slider["along"] == "scale" and drawn_scale in slider["stops"]
    assert drawn_scale == pytest.approx(float(scale), rel=0.02)


def test_code_and_the_way_on_follow_the_picture():
    scene = replace(SVM, lam=0.5, kernel="rbf", tau=0.8)
    page = view_page(PAGE, dict(pair.split("=", 1) for pair in scene.query().split("&")))
    text = "\n".join(codes(page))
    assert scene.query() in text and "kernel_core" in text and "SVC" in text
    assert "stochastic" in page.get("page_link")[-1].proto.page


@pytest.mark.parametrize("points", FEW.values(), ids=FEW)
def test_few_points_are_a_picture_too(points):
    """Try one class, one point per class, equal points, and points on one line."""
    deletions = [f"d{i}" for i in range(SVM.m)]
    scene = replace(SVM, edits=";".join([*deletions, *points]))
    page = view_page(PAGE, dict(pair.split("=", 1) for pair in scene.query().split("&")))
    assert not page.exception and not page.warning
    assert parse(data_of(page, "svm")["query"])[0] == scene
    assert np.isfinite(read_line(data_of(page, "svm")["view"]["line"])).all()
    assert data_of(page, "rescale")["sweeps"][0]["sweep"]["tensors"]["margin"]


# ---- the address ----


def test_the_address_reaches_the_picture():
    scene = replace(SVM, lam=0.5, intercept=0, kernel="rbf", tau=0.8, edits="m3,1,1;f5;n,0.5,0.25")
    query = dict(pair.split("=", 1) for pair in scene.query().split("&"))
    view = {"line": "-1,0.5,1,-0.25", "reveal": "widest", "tool": "erase", "show": "fit"}
    page = view_page(PAGE, query | view | {"scale": "10"})
    element = data_of(page, "svm")
    assert parse(element["query"]) == (scene, []) and not page.warning
    assert element["view"] == view
    assert data_of(page, "rescale")["query"] == "scale=10"


@pytest.mark.parametrize("line", ["abc", "1,2,3", "0,0,0,0", "1e9,0,0,0", "NaN,0,1,1", "9" * 99])
def test_an_undrawable_line_is_reported(line):
    page = view_page(PAGE, {"line": line})
    assert "two different points" in page.warning[0].value.replace("\\", "")
    assert data_of(page, "svm")["view"]["line"] == first_line(SVM)


def test_invalid_values_are_reported_and_the_rest_is_kept():
    page = view_page(PAGE, {"lam": "0", "intercept": "2", "m": "30", "colour": "red"})
    warning = page.warning[0].value
    for name in ("lam must be", "intercept must be", "“colour”"):
        assert name in warning
    assert parse(data_of(page, "svm")["query"])[0] == replace(SVM, m=30)


def test_other_data_begin_with_a_line_of_their_own():
    page = open_page(PAGE, {"line": "-1,0.5,1,-0.25", "edits": "d1"})
    data = next(w for w in page.selectbox if w.key == "field-data")
    data.set_value("digits").run()
    assert "line" not in page.query_params and "edits" not in page.query_params
    element = data_of(page, "svm")
    assert element["view"]["line"] == first_line(parse(element["query"])[0]) != first_line(SVM)


def widget(page, name):
    widgets = [*page.selectbox, *page.number_input, *page.radio, *page.text_input]
    return next(w for w in widgets if w.key == f"field-{name}")


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize(
    ("first", "changes"),
    [
        ({}, {"data": "moons", "m": 30, "seed": 7, "noise": 0.75, "intercept": 0}),
        ({"kernel": "rbf"}, {"kernel": "poly", "degree": 3, "c": 2.0}),
        ({}, {"kernel": "rbf", "tau": 0.9}),
        ({"data": "iris"}, {"classes": "0,2", "features": "0,2", "m": 20}),
    ],
)
def test_every_widget_goes_to_the_address_and_to_the_picture(first, changes):
    page = open_page(PAGE, first)
    for name, value in changes.items():
        widget(page, name).set_value(value).run()
        assert page.query_params[name] == (value if isinstance(value, str) else f"{value:g}")
        assert widget(page, name).value == value
    scene = parse(data_of(page, "svm")["query"])[0]
    assert {name: getattr(scene, name) for name in changes} == changes
    assert not page.exception and not page.warning
    assert data_of(page, "svm")["view"]["line"] == first_line(scene)


# ---- sum or mean ----


def test_one_lambda_is_two_values_of_c(page):
    """At λ = 1/m the sum has C = m and the mean C = 1; without slack both have the same margin."""
    element = data_of(page, "one-lambda")
    pairs = [(i["with"]["risk"], i["kind"]) for kind in ("plane", "readouts")
             for i in items(element, kind)]  # fmt: skip
    assert sorted(pairs) == [(r, k) for r in ("mean", "sum") for k in ("plane", "readouts")]
    m = len(sample_of(SVM).y)
    prices = {
        (risk, lam): frames(replace(SVM, risk=risk, lam=lam), "lam", 1)[0]
        for risk in ("sum", "mean")
        for lam in (1 / m, 1e-5)
    }
    assert prices["sum", 1 / m]["C"] == pytest.approx(m) and prices["mean", 1 / m]["C"] == (
        pytest.approx(1)
    )
    assert prices["sum", 1 / m]["margin"] < 0.95 * prices["mean", 1 / m]["margin"], "they differ"
    for name in ("margin", "slack_sum", "support"):
        assert prices["sum", 1e-5][name] == pytest.approx(prices["mean", 1e-5][name], abs=1e-6)


def test_the_page_itself_sums_the_losses_whatever_the_address_says():
    """On this page C is 1/λ; for averaged losses, slider, bar and proofs would disagree."""
    scene = parse(data_of(view_page(PAGE, {"risk": "mean", "lam": "0.5"}), "svm")["query"])[0]
    assert (scene.risk, scene.lam) == ("sum", 0.5)


# ---- challenges ----


@pytest.fixture(scope="module")
def challenges():
    return json.loads(json.dumps(challenge_item(CHALLENGES).challenges[:3]))


@pytest.fixture(scope="module")
def reachable():
    """Return all frames that the slider and the switch reach from the first scene."""
    return [f for b in (0, 1) for f in frames(replace(SVM, intercept=b), "lam")]


def scene_across():
    """Return the first scene with one cross deep among the circles."""
    sample = sample_of(SVM)
    cross = int(np.flatnonzero(sample.y > 0)[0])
    x, y = sample.X[sample.y < 0].mean(axis=0)
    return replace(SVM, edits=f"m{cross},{x:.2f},{y:.2f}")


def test_no_challenge_is_met_at_the_start(challenges):
    assert len(challenges) >= 3
    (start,) = [f for f in frames(SVM, "lam") if f["lam"] == SVM.lam]
    for challenge in challenges:
        assert challenge["question"].rstrip().endswith("?") and challenge["why"]
        assert not is_met(challenge["conditions"], start), challenge["goal"]


def test_the_third_goal_takes_a_dragged_point_and_a_large_c(challenges, reachable):
    assert not any(is_met(challenges[2]["conditions"], frame) for frame in reachable)
    lam_frames = frames(scene_across(), "lam")
    goal_frames = [frame for frame in lam_frames if is_met(challenges[2]["conditions"], frame)]
    assert goal_frames and min(frame["C"] for frame in goal_frames) >= 1000
    assert {tuple(right(challenges[2], frame)) for frame in goal_frames} == {("no",)}
    for frame in lam_frames:
        assert frame["slack_sum"] >= 1, "whatever C is"


def test_larger_c_gives_less_slack_and_a_narrower_margin():
    lam_frames = sorted(frames(SVM, "lam"), key=lambda f: f["C"])
    assert (np.diff([f["slack_sum"] for f in lam_frames]) <= 1e-6).all()
    assert (np.diff([f["half_norm2"] for f in lam_frames]) >= -1e-9).all()
    assert (np.diff([f["margin"] for f in lam_frames]) <= 1e-9).all()
    assert lam_frames[0]["support"] >= 20 and lam_frames[-1]["support"] <= 3


def test_steps_without_a_large_plane_say_that_a_class_is_missing():
    for step, count in ((steps.two_proofs, 1), (steps.one_lambda, 2)):
        (picture,) = step(SVM, {})
        conditions = [item.conditions[0] for item in picture.main if isinstance(item, Remark)]
        holding = [
            sum(
                is_met([condition], {"m": m, "classes_present": classes})
                for condition in conditions
            )
            for m, classes in ((9, 2), (9, 1), (0, 0))
        ]
        assert holding == [0, 1, count - 1]
