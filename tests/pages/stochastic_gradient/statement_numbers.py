"""The numbers of the page's statements."""

from collections.abc import Mapping
from functools import cache

import numpy as np

from lab.scene.scene import parse
from pages.stochastic_gradient import linear_sgd_element
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1.run_request import Run
from pages.stochastic_gradient.gradient_methods import gd_sgd_newton_runs
from tests.pages.statements.separate_fits import query_of
from tests.pages.stochastic_gradient.test_answers import (
    VALUES,
    both_forms,
    descents,
    gradients_needed,
    least_risk,
    risk,
    walked,
    widest,
)


def run_of(fields: Mapping[str, str]) -> Run:
    own = {name: text for name, text in fields.items() if name not in ("step", "eta", "draws")}
    run = Run.over(parse(query_of(own), default=DEFAULT)[0])
    return Run.over(run.scene, eta=float(fields.get("eta", run.eta)))


def of_a_run(fields: Mapping[str, str]) -> dict[str, float]:
    run = run_of(fields)
    return {"diverges": float(walked(run, [run.lam], run.loss)[1][0])}


def of_two_losses(fields: Mapping[str, str]) -> dict[str, float]:
    return excess_of_two_losses(run_of(fields))


@cache
def excess_of_two_losses(run: Run) -> dict[str, float]:
    """How far above its least risk a run ends with each, as a share of it."""
    numbers = {}
    for loss in VALUES:
        (alpha,), (lost,) = walked(run, [run.lam], loss)
        excess = np.inf if lost else risk(run, alpha, loss) / least_risk(run, loss) - 1
        numbers[f"excess_{loss}"] = excess
    return numbers


def of_averages(fields: Mapping[str, str]) -> dict[str, float]:
    run = run_of(fields)
    needed, m = gradients_needed(run, fields["where"])
    return {"needed": needed, "spare": m - needed}


def of_the_bound(fields: Mapping[str, str]) -> dict[str, float]:
    numbers = {}
    for gap, ending in ((fields["gap"], ""), ("wide", "_wide")):
        R, gamma = widest(*linear_sgd_element.data(gap))
        bound = (R / gamma) ** 2 if gamma > 0 else np.nan
        numbers |= {f"radius{ending}": R, f"gamma{ending}": max(gamma, 0), f"bound{ending}": bound}
    return numbers


@cache
def of_a_budget(start: str, work: float) -> dict[str, float]:
    gd, newton, least = descents(start, np.inf, work)
    steps = gd_sgd_newton_runs.paths(start)["sgd"].w
    sgd = gd_sgd_newton_runs.hill().value(steps[int(work)]) - least
    return {"e_gd": gd, "e_newton": newton, "e_sgd": sgd}


def by_budget(fields: Mapping[str, str]) -> dict[str, float]:
    start = fields.get("from", "near")
    whole = of_a_budget(start, gd_sgd_newton_runs.MAX_GRADIENTS)
    lowest = {f"lowest_{name[2:]}": value for name, value in whole.items()}
    return of_a_budget(start, float(fields["budget"])) | lowest


def of_both_forms(fields: Mapping[str, str]) -> dict[str, float]:
    return {"agree": float(both_forms(fields["shape"])[-1])}


NUMBERS = {
    "bold-steps": of_a_run, "which-loss": of_two_losses, "unbiased": of_averages,
    "linear": of_the_bound, "budget": by_budget, "forms": of_both_forms,
}  # fmt: skip
ADDRESSES = (
    {}, {"eta": "100"}, {"loss": "logistic", "where": "way"}, {"kernel": "linear", "data": "xor"},
    {"from": "far"}, {"from": "long"}, {"edits": "c;p,0,0;p,0,0;p,0,0;p,0,0"},
)  # fmt: skip
