"""Stochastic gradient: the declarations of the page, its address, and its goals."""

import io
from contextlib import redirect_stdout

import numpy as np
import pytest

from lab.scene.fields import KERNEL_SLIDERS
from lab.ui.challenges import is_met
from pages.stochastic_gradient.figure1.recorded_run import run_of
from pages.stochastic_gradient.figure1.run_request import (
    MAX_POINTS,
    read_request,
)
from tests.lab.ui.element_data import codes
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, items, right
from tests.pages.live_elements import elements
from tests.pages.stochastic_gradient.page_answers import frames_of_run

PAGE = "stochastic_gradient/page.py"


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def run_at(data):
    """Return the run that an element requests."""
    return read_request(data["query"]).scene


def of_run(page):
    """Return the data of the steps that show the run, by name."""
    return {name: data for name, data in elements(page).items() if data.get("group") == "sgd"}


def test_the_address_holds_every_setting():
    query = {"data": "blobs", "m": "30", "tau": "0.8", "lam": "0.02", "loss": "logistic",
             "eta": "2", "draws": "5", "step": "37", "speed": "3", "seed": "2"}  # fmt: skip
    page = view_page(PAGE, query)
    assert not page.exception and not page.warning
    data = data_of(page, "sgd")
    run = run_at(data)
    assert (run.step, run.eta, run.draws, data["view"]["speed"]) == (37, 2.0, 5, "3")
    scene = run.scene
    assert (scene.data, scene.m, scene.tau, scene.lam) == ("blobs", 30, 0.8, 0.02)
    assert (scene.loss, scene.seed, scene.risk) == ("logistic", 2, "mean")


@pytest.mark.parametrize("name", ["losses", "no-such-step", "three-ways"])
def test_a_step_of_the_page_is_no_number_of_steps(name):
    page = view_page(PAGE, {"step": name, "t": "5"})
    assert not page.warning and not page.exception
    assert run_at(data_of(page, "sgd")).step == 5


def test_the_step_of_a_run_is_t_and_in_older_links_step():
    for query in ({"t": "37"}, {"step": "37"}, {"step": "three-ways", "t": "37"}):
        page = view_page(PAGE, query)
        assert not page.warning and run_at(data_of(page, "sgd")).step == 37
        assert page.query_params["t"] in ("37", ["37"])
        assert page.query_params.get("step") in (None, "three-ways", ["three-ways"])


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("query", ["", "NaN", "-1", "<b>", "1e999", "37.5"])
def test_invalid_addresses_are_reported(query):
    page = view_page(
        PAGE, {"step": query, "eta": query, "draws": query, "many": query, "size": query}
    )
    assert not page.exception
    run, warnings = run_at(data_of(page, "sgd")), page.warning
    assert run.step == 0 and run.draws == 0 and len(warnings) == 1
    assert "<b>" not in warnings[0].value


def test_excess_points_are_dropped_with_a_message():
    page = view_page(PAGE, {"m": "500"})
    assert not page.exception
    assert run_at(data_of(page, "sgd")).scene.m == MAX_POINTS
    assert str(MAX_POINTS) in page.warning[0].value


def test_a_scene_of_the_sum_opens_as_one_of_the_mean():
    page = view_page(PAGE, {"risk": "sum", "intercept": "1", "lam": "0.05"})
    assert run_at(data_of(page, "sgd")).scene.risk == "mean"


def test_the_data_controls_change_the_run(page):
    other_page = open_page(PAGE)
    other_page.number_input(key="field-m").set_value(20).run()
    assert other_page.query_params["m"] in ("20", ["20"])
    assert run_at(data_of(other_page, "sgd")).scene.m == 20


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("query", [{}, {"loss": "logistic", "eta": "0.5", "draws": "3"},
                                   {"lam": "5"}, {"kernel": "poly", "eta": "0.1"}])  # fmt: skip
def test_the_scripts_run_and_print_the_risk_of_the_page(query):
    page = view_page(PAGE, query)
    run = run_of(run_at(data_of(page, "sgd")))
    scripts = codes(page, "python")
    assert len(scripts) == 3, "kernel_core, line by line, and scikit-learn's fit of the minimum"
    for script in scripts[:2]:
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(script, "script", "exec"), {})
        risk = float(out.getvalue().split("risk")[-1].split(":")[1].split()[0])
        assert risk == pytest.approx(run.risk[run.ended], rel=1e-6, abs=1e-6)


def test_the_pictures_of_one_run_move_together_and_the_first_loads_their_kinds(page):
    elements = {name: data_of(page, name) for name in ("sgd", "bold-steps", "which-loss")}
    assert {data["group"] for data in elements.values()} == {"sgd"}
    assert len({data["query"] for data in elements.values()}) == 1
    for data in elements.values():
        controls = {item["along"] for item in items(data, "slider")}
        assert controls | {item["along"] for item in data["carried"]} == {
            "step",
            "lam",
            "eta",
            *KERNEL_SLIDERS,
        }
    assert set(elements["sgd"]["modules"]) >= {"play", "stepplane", "stepterm", "stephistory"}


# ---- goals ----


def challenge_of(data, number):
    (item,) = items(data, "challenge")
    return item["challenges"][number]


@pytest.mark.parametrize("step", ["bold-steps", "which-loss"])
def test_no_goal_holds_before_the_first_step(page, step):
    data = of_run(page)[step]
    first = next(iter(frames_of_run(run_at(data), "step")))
    assert first["step"] == 0 and not is_met(challenge_of(data, 0)["conditions"], first)


def test_all_m_gradients_are_needed_for_the_last_goal(page):
    data = data_of(page, "unbiased")
    challenge = challenge_of(data, 0)
    for sweep in data["sweeps"][:2]:
        tensors = sweep["sweep"]["tensors"]
        (n,) = [np.array(tensors["stops"]["data"])]
        moving_values = {
            k: t["data"] for k, t in tensors.items() if not t["fixed"] and len(t["shape"]) == 1
        }
        goal_frames = [
            k for k in range(len(n))
            if is_met(challenge["conditions"], {n: v[k] for n, v in moving_values.items()})
        ]  # fmt: skip
        assert goal_frames == [len(n) - 1]
        frame = {name: values[-1] for name, values in moving_values.items()} | {"many": n[-1]}
        frame |= {name: tensors[name]["data"][0] for name in ("needed", "spare")}
        assert right(challenge, frame) == ["all of them"]


def test_the_numbered_bar_is_that_of_the_largest_absolute_value(page):
    """The largest entry itself may be another one."""
    data = data_of(page, "unbiased")
    gradients = []
    for sweep in data["sweeps"]:
        tensors = sweep["sweep"]["tensors"]
        gradient = np.array(tensors["full"]["data"])
        gradients.append(gradient)
        (bar,) = {int(number) for number in tensors["entry"]["data"]}
        assert np.abs(gradient).max() == pytest.approx(abs(gradient[bar - 1]))
    assert any(np.abs(g).argmax() != g.argmax() for g in gradients)
    labels = {row["label"] for rows in items(data, "readouts") for row in rows["rows"]}
    assert "Bar of the largest |entry| of ∇J" in labels and "Largest entry of ∇J" not in labels


def test_the_mean_and_the_full_gradient_agree_in_all_twelve_digits(page):
    for sweep in data_of(page, "unbiased")["sweeps"][:2]:
        tensors = sweep["sweep"]["tensors"]
        mean, full = (f"{tensors[n]['data'][-1]:.12g}" for n in ("mean_entry", "full_entry"))
        assert mean == full
