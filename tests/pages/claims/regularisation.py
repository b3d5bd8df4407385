"""What computes the numbers in the text of the page regularisation."""

import tomllib

import numpy as np

import kernel_core as kc
from kernel_core.learners.polynomial_regression import powers
from kernel_core.theory import random_underdetermined_problem, run_gradient_descent
from lab.endpoints.benchmark_stream import read_measured
from pages.regularisation import implicit_regularisation
from pages.regularisation.guarantees import pac, sparse_recovery
from pages.regularisation.penalties import shrinkage_curves
from pages.regularisation.polynomial_fits import bias_variance
from tests.lab.ui.visit import looked_at
from tests.pages.claims.computed import claim
from tests.pages.goals import data_of, items


def element(name: str):
    return data_of(looked_at("regularisation/page.py"), name)


def sent(name: str):
    return element(name)["sweeps"][0]["sweep"]["tensors"]


@claim("regularisation", "Fifty people", "these fifty", "mean of the fifty", "all fifty fits",
       "fifty samples", "one of fifty", "as the fifty estimate")  # fmt: skip
def fits_that_are_drawn():
    counts = {sent(name)["fits"]["shape"][1] for name in ("spread", "damped")}
    assert len(counts) == 1
    return {float(counts.pop())}


@claim("regularisation", "One fiftieth of the noise's share")
def share_of_the_noise_that_is_left():
    count = sent("spread")["fits"]["shape"][1]
    noisier, noisy = (
        kc.theory.bias_variance_by_degree(kc.datasets.sine(noise=noise), 15, highest=5, count=count)
        for noise in (2.0, 1.0)
    )
    shares = (noisier.leftover - noisy.leftover) / (noisier.variance - noisy.variance)
    np.testing.assert_allclose(shares, shares[0])
    return {round(float(shares[0]), 9)}


@claim("regularisation", "a sum of three")
def parts_of_the_error():
    parts = ("bias2", "variance", "noise")
    told = {name: np.array(sent("spread")[name]["data"]) for name in (*parts, "total")}
    np.testing.assert_allclose(sum(told[name] for name in parts), told["total"], rtol=1e-4)
    return {float(len(parts))}


@claim("regularisation", "three penalties")
def penalties_of_one_coefficient():
    (curves,) = items(element("shrink"), "shrink")
    assert len(curves["series"]) == len(shrinkage_curves.CURVES)
    return {float(len(curves["series"]))}


@claim("regularisation", "fifty fits stays at")
def degree_along_the_penalty():
    X, y = kc.datasets.sine().sample(15, seed=0)
    fits = kc.learners.fit_along_lam(X, y, kc.datasets.sine(), bias_variance.POWER, [0.1])
    return [*fits_that_are_drawn(), fits.w.shape[1] - 1.0]


@claim("regularisation", "among 48", "ten such truths", "problems each")
def unknowns_and_draws():
    (shown,) = items(element("recovery"), "recovery")
    trials = {cell["trials"] for cell in shown["kept"]["cells"]}
    assert trials == {sparse_recovery.TRIALS} and shown["d"] == sparse_recovery.D
    X, _, _ = kc.theory.generalisation.sparse_recovery.sparse_problem(4, shown["d"], 1, 0)
    return {float(X.shape[1]), float(trials.pop())}


@claim("regularisation", " November ")
def day_of_the_map():
    day = tomllib.loads(sparse_recovery.KEPT.read_text("utf-8"))["date"]
    assert read_measured(sparse_recovery.KEPT)["day"].split()[1] == f"{day:%B}"
    return {float(day.day), float(day.year)}


@claim("regularisation", "One equation, ")
def coefficients_of_the_equation():
    X, y = implicit_regularisation.X, implicit_regularisation.Y
    assert X.shape == (1, 2)
    return {float(X[0, 1]), float(y[0])}


@claim("regularisation", "steps each")
def the_larger_problem():
    A, b = random_underdetermined_problem(
        implicit_regularisation.EQUATIONS,
        implicit_regularisation.UNKNOWNS,
        implicit_regularisation.SEED,
    )
    thin = implicit_regularisation.THIN
    run = run_gradient_descent(A, b, np.zeros(A.shape[1]), steps=thin)
    rss = np.ravel(sent("implicit")["all_rss"]["data"])
    np.testing.assert_allclose(rss[1], run.rss[-1], rtol=1e-4)  # one stop later
    return [float(len(b)), float(A.shape[1]), float(thin)]


@claim("regularisation", "training sets: a dot", "at most miss the true share", "95 %")
def interval_of_the_tally():
    (shown,) = items(element("pac"), "tally")
    told = pac.draws("guessers", 50, 0.1, 70, shown["sets"], seed=0)
    sets, failures, *ends = told[-1]
    tally = kc.theory.generalisation.pac.binomial_interval(failures, sets, pac.LEVEL)
    np.testing.assert_allclose(ends, tally)
    return {float(sets), pac.LEVEL, round((1 - pac.LEVEL) / 2, 9)}


@claim("regularisation", "of the powers of x/3")
def unit_of_the_powers():
    x = np.linspace(0.5, 5, 10)
    units = x / powers(x, 1)[:, 1]
    np.testing.assert_allclose(units, units[0])
    return {round(float(units[0]), 9)}


@claim("regularisation", "Coefficients beyond")
def reach_of_the_bars():
    (bars,) = items(element("ridge"), "vector")
    told = sent("ridge")
    w, beyond = (np.reshape(told[n]["data"], told[n]["shape"]) for n in ("w", "beyond"))
    np.testing.assert_array_equal((np.abs(w) > bars["reach"]).sum(axis=1), beyond)
    return {float(bars["reach"])}
