"""What computes the numbers in the text of the page stochastic_gradient."""

import tomllib
from unittest.mock import patch

import numpy as np

import kernel_core as kc
from kernel_core.learners import LinearRisk, gradient_rule
from kernel_core.theory import gradient_spread
from lab.scene.learning_problem import kernel_of, sample_of
from lab.scene.scene import replace
from pages.stochastic_gradient import gradient_variance, linear_sgd_element
from pages.stochastic_gradient.default_scene import DEFAULT as FIGURE_1
from pages.stochastic_gradient.gradient_methods import descent_times, gd_sgd_newton_runs
from tests.lab.ui.visit import looked_at
from tests.pages.challenge_claims import numbers
from tests.pages.claims.computed import claim
from tests.pages.goals import data_of, items


def element(name: str):
    return data_of(looked_at("stochastic_gradient/page.py"), name)


def sent(name: str, tensor: str) -> np.ndarray:
    told = element(name)["sweeps"][0]["sweep"]["tensors"][tensor]
    return np.reshape(told["data"], told["shape"])


@claim("stochastic_gradient", "other orders", "and twenty others")
def orders_that_are_drawn():
    count = len(sent("linear", "others"))
    orders = {
        tuple(linear_sgd_element.run("wide", "perceptron", linear_sgd_element.DRAWS + k).index)
        for k in range(count + 1)
    }
    assert len(orders) == count + 1, "others than this one, and than each other"
    return {float(count)}


@claim("stochastic_gradient", "of its length, and its line")
def how_long_the_arrow_is_drawn():
    own = linear_sgd_element.run("wide", "perceptron").w[-1]
    shares = sent("linear", "w_p")[-1] / own
    np.testing.assert_allclose(shares, shares[0], rtol=1e-3)
    return {round(float(shares[0]), 3)}


@claim("stochastic_gradient", "after 10")
def steps_that_stay_in_the_picture():
    return {
        float(step) for plane in items(element("sgd"), "stepplane") for step in plane["earlier"]
    }


@claim("stochastic_gradient", "Three ways down", "each of the three")
def ways_down():
    return {float(len([one for one in items(element("three"), "sketch")[0]["parts"]
                       if one["part"] == "path"]))}  # fmt: skip


@claim("stochastic_gradient", "the logistic risk $F(w)$ of")
def examples_of_the_hill():
    X, y = gd_sgd_newton_runs.hill().X, gd_sgd_newton_runs.hill().y
    assert X.shape == (len(y), 2)
    return {float(len(y))}


@claim("stochastic_gradient", "before they move, SGD at one")
def examples_before_a_move():
    own = gd_sgd_newton_runs.paths("near")
    asked = {name: one.gradient_evaluations[1] for name, one in own.items()}
    assert asked["sgd"] == 1
    return {float(asked["gd"]), float(asked["newton"])}


@claim("stochastic_gradient", "A step of GD costs")
def what_a_step_asks_for():
    gd, newton = (gd_sgd_newton_runs.paths("near")[name] for name in ("gd", "newton"))
    assert not gd.hessian_evaluations.any() and gd.work[1] == gd.gradient_evaluations[1]
    return {float(gd.work[1]), float(newton.gradient_evaluations[1]),
            float(newton.hessian_evaluations[1])}  # fmt: skip


@claim("stochastic_gradient", "so it is billed as")
def what_a_newton_step_costs():
    one, p = gd_sgd_newton_runs.paths("near")["newton"], gd_sgd_newton_runs.hill().X.shape[1]
    assert one.work[1] == one.gradient_evaluations[1] + p * one.hessian_evaluations[1]
    return {float(one.work[1])}


@claim("stochastic_gradient", "each step lands farther out than it began")
def the_boldest_step():
    """By how much of 1/η a parabola may curve, before a step of gradient descent grows."""
    risk = LinearRisk([[1.5]], [1.0], kc.Squared(), 0.25)
    curve, (best, _) = risk.largest_curvature(), risk.optimum()

    def grows(times: float) -> bool:
        return abs(gradient_rule(risk, times / curve)(1, best + 1) - best).item() > 1

    low, high = 0.1, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if grows(middle) else (middle, high)
    return {round(low, 6)}


def arrival(start: str, name: str) -> int | None:
    """After how many steps of a rule the risk is near the least one, and stays there."""
    risk, (_, proof) = gd_sgd_newton_runs.hill(), gd_sgd_newton_runs.hill().optimum()
    rule, w = gd_sgd_newton_runs.rules(start)[name], np.array(gd_sgd_newton_runs.STARTS[start].w)
    last, far = len(gd_sgd_newton_runs.paths(start)[name].w) - 1, 0
    for t in range(last + 1):
        w = rule(t, w) if t else w
        far = t + 1 if risk.value(w) > (1 + gd_sgd_newton_runs._NEAR) * proof.primal else far
    return far if far <= last else None


@claim("stochastic_gradient", "A race to within")
def how_near_is_there():
    near, (_, proof) = gd_sgd_newton_runs._NEAR, gd_sgd_newton_runs.hill().optimum()
    risk, at = gd_sgd_newton_runs.paths("near")["gd"].risk, arrival("near", "gd")
    there = sent("three", "near_gd")
    assert (risk[at:] <= (1 + near) * proof.primal).all() and there[at] == 1
    assert risk[at - 1] > (1 + near) * proof.primal and there[at - 1] == 0
    return {near}


@claim("stochastic_gradient", "a step of SGD took")
def time_of_a_step():
    """From the file itself: the day, one of SGD's times beside one of GD's, and all examples."""
    kept = tomllib.loads(descent_times.KEPT.read_text(encoding="utf-8"))
    gd, sgd = (
        kept["near"][name]["seconds"] / kept["near"][name]["steps"] for name in ("gd", "sgd")
    )
    day, terms = kept["date"], gd_sgd_newton_runs.hill().n_terms
    assert gd_sgd_newton_runs.paths("near")["gd"].gradient_evaluations[1] == terms
    assert gd_sgd_newton_runs.paths("near")["sgd"].gradient_evaluations[1] == 1
    return [float(day.day), float(day.year), round(sgd / gd, 2), float(terms)]


@claim("stochastic_gradient", "the least of five measurements")
def measurements():
    """How often each way is run through to be timed, and that the least time is told."""
    seconds = [3.0, 2.0, 7.0, 5.0, 4.0, 6.0, 8.0]
    with patch.object(descent_times, "_measured") as measured:
        measured.side_effect = seconds * 3
        descent_times.times.__wrapped__("near")
        each, rest = divmod(measured.call_count, len(gd_sgd_newton_runs.NAMES))
        measured.side_effect = [*seconds[:each]] * 3
        told = descent_times.times.__wrapped__("near")
    assert rest == 0 and {one["seconds"] for one in told.values()} == {min(seconds[:each])}
    return [gd_sgd_newton_runs._NEAR, float(each)]


@claim("stochastic_gradient", " November ")
def day_of_the_times():
    """And what was timed on that day are the ways that are told now."""
    found = tomllib.loads(descent_times.KEPT.read_text("utf-8"))
    assert descent_times.measured_before()["day"].split()[1] == f"{found['date']:%B}"
    for start in gd_sgd_newton_runs.STARTS:
        for name, timed in found[start].items():
            assert timed.get("steps") == arrival(start, name)
    return {float(found["date"].day), float(found["date"].year)}


@claim("stochastic_gradient", "Here its root, the relative scatter, is")
def relative_scatter():
    sizes, ratios = sent("scatter", "sizes").astype(int), []
    sample, loss = sample_of(replace(FIGURE_1, m=int(sizes[-1]))), kc.LOSSES[FIGURE_1.loss]
    for m in sizes:
        X, y = sample.X[:m], sample.y[:m]
        spread = gradient_spread(kernel_of(FIGURE_1)(X, X), y, y / m, loss, FIGURE_1.lam)
        misses = np.sum((spread.gradients - spread.full) ** 2, axis=1)
        ratios.append(float(f"{np.sqrt(misses.mean() / (spread.full @ spread.full)):.2g}"))
    told = [ratios[0], sizes[0], ratios[-1], sizes[-1], min(ratios), max(ratios)]
    assert numbers(gradient_variance.ratio_in_words(FIGURE_1)) == told
    return [*map(float, told)]
