"""Losses: the declarations of the page, its address, and challenges whose goals can be met."""

import json
import re

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.fields import KERNEL_SLIDERS
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import Scene, parse, replace
from lab.ui.challenges import challenges as challenge_item
from lab.ui.challenges import is_met
from lab.ui.items import LOSS_NAMES
from pages.losses.challenges import CHALLENGES
from pages.losses.default_scene import DEFAULT as LOSSES
from tests.lab.ui.element_data import codes
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, frames, items, of_scene

PAGE = "losses/page.py"
FITTED = ("hinge", "logistic", "squared", "exponential", "perceptron",
          "squared-hinge", "huber", "epsilon-insensitive")  # fmt: skip


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


@pytest.fixture(scope="module")
def losses(page):
    """Return the data that all steps with the scene share."""
    return of_scene(page)


# ---- declarations ----


def test_it_opens_with_its_own_scene_and_every_part_is_shown(page, losses):
    assert losses["query"] == LOSSES.query() and not page.exception and not page.warning
    assert {item["along"] for item in items(losses, "slider")} == {*KERNEL_SLIDERS, "lam"}
    first = data_of(page, "losses")["main"][0]
    assert first["field"] == "loss", "what to do first comes first, on a phone too"
    assert [option["value"] for option in first["options"]] == list(FITTED)


def test_the_four_small_planes_have_one_problem_and_four_losses(losses):
    small = [item for item in items(losses, "plane") if item.get("small")]
    assert [item["with"]["loss"] for item in small] == ["hinge", "logistic", "squared",
                                                        "exponential"]  # fmt: skip
    for item in small:
        assert item["edit"] and item["with"]["kernel"] == "linear"
        assert item["with"]["intercept"] == "1"
        assert item["with"]["loss"] in item["label"].lower()


def test_the_level_lines_are_where_the_sigmoid_has_these_values(losses):
    (item,) = [item for item in items(losses, "plane") if item.get("levels")]
    assert item["with"] == {"loss": "logistic"}
    for level in item["levels"]:
        assert 1 / (1 + np.exp(-level["f"])) == pytest.approx(float(level["label"]))
    assert len(item["levels"]) >= 5


def test_the_likelihood_has_its_own_slider_beside_it(page):
    """Check the step with λ and the likelihood, correct and as misprinted in note 002."""
    data = data_of(page, "missing-log")
    (curve,), (slider,), (rows,) = (items(data, kind) for kind in ("oncurve", "slider", "readouts"))
    assert slider["along"] == "lam"
    assert [row["tensor"] for row in rows["rows"]] == ["log_likelihood", "missing_log"]
    assert curve["with"] == rows["with"] == {"loss": "logistic"}


def test_the_likelihood_is_sent_at_every_lambda():
    """Check that the log-likelihood is −Σ L at each stop, and falls as λ grows."""
    lam_frames = frames(replace(LOSSES, loss="logistic"), "lam")
    for frame in lam_frames[::16]:
        s = problem(replace(LOSSES, loss="logistic", lam=frame["lam"])).fit()
        z = s.y * s.decision(s.X)
        assert frame["log_likelihood"] == pytest.approx(-np.log1p(np.exp(-z)).sum(), rel=1e-4)
        assert frame["missing_log"] == pytest.approx(-(1 + np.exp(-z)).sum(), rel=1e-4)
    by_lambda = sorted(lam_frames, key=lambda f: f["lam"])
    assert (np.diff([f["log_likelihood"] for f in by_lambda]) < 0).all(), "less fit, less likely"


def test_the_loss_tables_statements_hold(page):
    """Check value, slope, convexity, and whether the loss is above zero-one."""
    (table,) = [m.value for m in page.markdown if "| zero-one |" in m.value]
    table = re.sub(
        r"\\text\{([,.;:!?)])\}\$", r"$\1", table
    )  # see `prose` in lab/ui/steps/markdown.py
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.split("\n")
            if line.startswith("| ")][2:]  # fmt: skip
    names = {label.lower(): name for name, label in LOSS_NAMES.items()} | {"zero-one": "zero-one"}
    rows = [[names[row[0].lower()], *row[1:]] for row in rows]
    assert {row[0] for row in rows} == {"zero-one", *FITTED}
    z = np.linspace(-4, 4, 801)
    unit_labels = np.ones_like(z)
    step = kc.LOSSES["zero-one"].value(z, unit_labels)
    r, right = np.abs(1 - z), np.maximum(1 - z, 0)
    formulas = {
        r"$[z \le 0]$": 1.0 * (z <= 0), "$[1 - z]_+$": right, r"$\log(1 + e^{-z})$":
        np.log1p(np.exp(-z)), "$e^{-z}$": np.exp(-z), "$[-z]_+$": np.maximum(-z, 0),
        r"$\frac12 (1 - z)^2$": r**2 / 2, "$[1 - z]_+^2$": right**2,
        r"$\frac12 r^2$; for $r > 1$: $r - \frac12$": np.where(r > 1, r - 1 / 2, r**2 / 2),
        r"$[r - \varepsilon]_+$": np.maximum(r - 0.25, 0),
    }  # fmt: skip
    slopes = {
        "0, except at the jump": 0 * z, "−1 for $z < 1$, then 0": np.where(z < 1, -1.0, 0.0),
        "$-g(-z)$": -1 / (1 + np.exp(z)), "$-e^{-z}$": -np.exp(-z),
        "−1 for $z < 0$, then 0": np.where(z < 0, -1.0, 0.0), "$z - 1$": z - 1,
        r"$-2\,[1 - z]_+$": -2 * right, "$z - 1$, clipped at ±1": np.clip(z - 1, -1, 1),
        r"−1, then 0 for $r < \varepsilon$, then 1":
        np.where(z < 0.75, -1.0, np.where(z > 1.25, 1.0, 0.0)),
    }  # fmt: skip
    times = {"convex, above": 1, "convex, above if divided by log 2": 1 / np.log(2),
             "convex, above if doubled": 2}  # fmt: skip
    for name, formula, slope, remark in rows:
        value = kc.LOSSES[name].value(z, unit_labels)
        np.testing.assert_allclose(value, formulas[formula], atol=1e-12, err_msg=name)
        assert (np.diff(value, 2).min() >= -1e-12) == remark.startswith("convex"), name
        if remark in times:
            assert (times[remark] * value >= step - 1e-12).all(), name
            assert times[remark] == 1 or not (value >= step).all(), "not without the factor"
        elif remark.endswith("not above"):
            assert value[np.abs(z) < 1e-9] == 0, "no factor lifts it to 1 at 0"
        if name != "zero-one":
            is_smooth = np.abs(z * (z - 1) * (z - 0.75) * (z - 1.25)) > 1e-9  # true away from kinks
            slope_values = kc.LOSSES[name].derivative(z, unit_labels)
            np.testing.assert_allclose(
                slope_values[is_smooth], slopes[slope][is_smooth], atol=1e-12, err_msg=name
            )


@pytest.mark.parametrize(
    ("element", "value"), [("turn", "35"), ("strength", "0"), ("price", "7.5")]
)
def test_later_sliders_stand_where_the_address_says(element, value):
    """Each slider has its own word in the address, which is not a field of the scene."""
    page = view_page(PAGE, {element: value})
    data = data_of(page, {"strength": "ray"}.get(element, element))
    assert data["query"] == f"{element}={value}" and not page.warning
    (slider,) = items(data, "slider")
    assert slider["along"] == element
    stops = data["sweeps"][0]["sweep"]["tensors"]["stops"]["data"]
    assert float(value) in stops and len(stops) == len(slider["stops"])
    assert parse(data_of(page, "losses")["query"])[0] == LOSSES


def test_all_three_scores_move_and_stand_where_the_address_says():
    data = data_of(view_page(PAGE, {"score": "6.25", "second": "5", "third": "0"}), "score")
    assert data["query"] == "score=6.25&second=5&third=0"
    sliders = items(data, "slider")
    assert [slider["along"] for slider in sliders] == ["score", "second", "third"]
    pairs = {(s["fields"]["second"], s["fields"]["third"]) for s in data["sweeps"]}
    assert pairs == {(f"{a:g}", f"{b:g}") for a in sliders[1]["stops"] for b in sliders[2]["stops"]}


def test_code_and_the_perceptrons_ray_follow_the_picture(page):
    text = "\n".join(codes(page))
    assert LOSSES.query() in text and "kernel_core" in text and "sklearn" in text
    assert "regularisation" in page.get("page_link")[-1].proto.page
    ray = data_of(page, "ray")
    assert ray["frames"] is None and ray["sweeps"][0]["sweep"]["tensors"]["best_perceptron"]


# ---- the address ----


def test_the_address_reaches_the_picture():
    scene = replace(LOSSES, loss="squared", tau=0.8, edits="m3,2,1;d5;p,0.5,0.25")
    query = dict(pair.split("=", 1) for pair in scene.query().split("&"))
    page = view_page(PAGE, query | {"off": "zero-one.squared", "tool": "flip", "strength": "0"})
    shown = data_of(page, "losses")
    assert parse(shown["query"]) == (scene, []) and not page.warning
    assert shown["view"] == {"show": "fit", "tool": "flip", "off": "zero-one.squared"}
    assert data_of(page, "ray")["query"] == "strength=0"


def test_invalid_values_are_reported_and_the_rest_is_kept():
    page = view_page(
        PAGE, {"tau": "abc", "lam": "0.5", "loss": "cubic", "edits": "m1", "curve": "1"}
    )
    warning = page.warning[0].value
    for name in ("tau must be", "loss must be", "edits must be", "“curve”"):
        assert name in warning
    assert parse(data_of(page, "losses")["query"])[0] == replace(LOSSES, lam=0.5)


@pytest.mark.parametrize("points", [["p,0,0", "p,1,0"], ["p,1,1", "n,-1,-1"], ["p,0,0", "n,0,0"]])
def test_few_points_are_a_picture_too(points):
    """Try one class, one point per class, and both labels at one point."""
    scene = replace(LOSSES, edits=";".join([*(f"d{i}" for i in range(LOSSES.m)), *points]))
    page = view_page(PAGE, dict(pair.split("=", 1) for pair in scene.query().split("&")))
    assert not page.exception and not page.warning
    assert parse(data_of(page, "losses")["query"])[0] == scene
    assert data_of(page, "ray")["sweeps"][0]["sweep"]["tensors"]["hinge"]
    assert data_of(page, "turn")["sweeps"][0]["sweep"]["tensors"]["field"]


def widget(page, name):
    widgets = [*page.selectbox, *page.number_input, *page.radio, *page.text_input]
    return next(w for w in widgets if w.key == f"field-{name}")


def test_a_tables_columns_and_classes_have_widgets_too():
    page = open_page(PAGE, {"data": "iris"})
    for name, value in {"classes": "0,2", "features": "0,2", "m": 20}.items():
        widget(page, name).set_value(value).run()
        assert page.query_params[name] == str(value)
    shown = parse(data_of(page, "losses")["query"])[0]
    assert (shown.classes, shown.features, shown.m) == ("0,2", "0,2", 20) and not page.warning


def test_every_widget_goes_to_the_address_and_back():
    page = open_page(PAGE, {"edits": "d1"})
    for name, value in {"data": "moons", "m": 30, "seed": 7, "noise": 0.75}.items():
        widget = next(w for w in [*page.selectbox, *page.number_input] if w.key == f"field-{name}")
        widget.set_value(value).run()
        assert page.query_params[name] == str(value)
    next(w for w in page.radio if w.key == "field-intercept").set_value(1).run()
    shown = parse(data_of(page, "losses")["query"])[0]
    assert shown == replace(LOSSES, data="moons", m=30, seed=7, noise=0.75, intercept=1)
    assert "edits" not in page.query_params, "another sample starts without edits"
    next(w for w in page.selectbox if w.key == "field-data").set_value("iris").run()
    keys = {w.key for w in page.text_input}
    assert keys == {"field-features", "field-classes"} and not page.exception


# ---- challenges ----


@pytest.fixture(scope="module")
def challenges():
    return json.loads(json.dumps(challenge_item(CHALLENGES).challenges))


@pytest.fixture(scope="module")
def reachable():
    """Return all frames that the sliders and the switch reach from the first scene."""
    scenes = [replace(LOSSES, loss=loss) for loss in FITTED]
    return [f for scene in scenes for along in ("tau", "lam") for f in frames(scene, along)]


def test_no_challenge_is_met_at_the_start(challenges):
    assert len(challenges) >= 3
    (start,) = [f for f in frames(LOSSES, "lam") if f["lam"] == LOSSES.lam]
    for challenge in challenges:
        assert challenge["question"].rstrip().endswith("?") and challenge["why"]
        assert not is_met(challenge["conditions"], start), challenge["goal"]


def test_an_example_dragged_far_away_helps_the_second(challenges):
    """Move the first positive example to the corner on its own side, as the goal suggests."""
    squared = replace(LOSSES, loss="squared", kernel="linear", intercept=1)
    start, far = frames(squared, "lam", 1), replace(squared, edits=f"m{cross(squared)},3.2,2.7")
    assert frames(far, "lam", 1)[0]["overpaid"] > start[0]["overpaid"]
    assert is_met(challenges[1]["conditions"], frames(far, "lam", 1)[0])


def cross(scene: Scene) -> int:
    """Return the index of the first positive example."""
    return int(np.flatnonzero(sample_of(scene).y > 0)[0])


def test_the_reasons_statements_hold(reachable):
    frames_by_loss = {loss: [f for f in reachable if f["loss"] == loss] for loss in FITTED}
    for loss in ("logistic", "squared", "exponential"):
        assert min(f["support"] for f in frames_by_loss[loss]) >= 55, (
            "almost every example keeps a coefficient"
        )
    assert min(f["support"] for f in frames_by_loss["hinge"]) <= 5
    assert {f["support"] for f in frames_by_loss["perceptron"]} == {0.0}
    rising = {"squared", "huber", "epsilon-insensitive"}
    assert {
        f["overpaid"] for loss in FITTED if loss not in rising for f in frames_by_loss[loss]
    } == {0.0}
    for loss in rising:
        assert max(f["overpaid"] for f in frames_by_loss[loss]) > 0, (
            "they penalise points far on their right side"
        )


def test_the_address_has_room_for_every_curve_that_is_switched_off():
    switched_off = ".".join(reversed(("zero-one", *LOSS_NAMES)))
    assert data_of(view_page(PAGE, {"off": switched_off}), "losses")["view"]["off"] == switched_off


def test_the_remark_on_the_perceptron_shows_where_it_is_true(page, reachable):
    (remark,) = items(data_of(page, "forgotten"), "remark")
    for frame in reachable:
        assert is_met(remark["conditions"], frame) == (frame["loss"] == "perceptron")


def test_the_slope_and_the_coefficient_stand_beside_the_first_picture(page):
    """αᵢ is −yᵢL′(zᵢ)/λ for summed losses, and −yᵢL′(zᵢ)/(λm) for averaged losses."""
    formulas = {
        "".join(item["when"]["risk"]): str(item)
        for item in items(data_of(page, "losses"), "equation")
    }
    assert {*formulas} == {"sum", "mean"} and "lambda m" in formulas["mean"]
    for risk, weight in (("sum", 1), ("mean", LOSSES.m)):
        s = problem(replace(LOSSES, loss="logistic", risk=risk)).fit(tol=1e-10)
        z = s.y * s.decision(s.X)
        slope = kc.Logistic().derivative(z, np.ones_like(z))
        np.testing.assert_allclose(s.alpha, -s.y * slope / (s.lam * weight), atol=1e-4)


def test_the_share_beyond_margin_1_and_the_excess_have_their_own_names(page):
    rows = {
        row["tensor"]: row["label"]
        for item in items(data_of(page, "too-right"), "readouts")
        for row in item["rows"]
    }
    assert "Share of the loss beyond margin 1" == rows["beyond"] != rows["overpaid"]
    (shown,) = frames(replace(LOSSES, loss="logistic"), "lam", 1)
    assert shown["beyond"] == pytest.approx(0.481, abs=5e-4) and shown["overpaid"] == 0
