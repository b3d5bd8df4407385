"""Compute with kernel_core the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from pages.svm.mathematics.hyperplane import distance_to_line
from pages.svm.mathematics.soft_margin import fit_soft_margin
from tests.pages.quiz.checks import X, Y, check, only


@check
def distance_of_a_point() -> str:
    point = np.array([[3.0, 1.0]])
    (single,), (doubled,) = (distance_to_line(k * np.array([3.0, 4.0]), -5.0 * k, point)
                         for k in (1, 2))  # fmt: skip
    assert np.isclose(single, doubled)
    return f"{abs(single):.1f}"


def machine(C: float, subset: np.ndarray | None = None) -> kc.Solution:
    subset = np.ones(len(Y), bool) if subset is None else subset
    return kc.fit(X[subset], Y[subset], kc.Linear(), kc.Hinge(), lam=1 / C, risk="sum",
                  intercept=True)  # fmt: skip


@check
def without_a_silent_example() -> str:
    full_fit = machine(10.0)
    silent = int(np.flatnonzero(full_fit.alpha == 0)[0])
    subset = np.arange(len(Y)) != silent
    grid = np.random.default_rng(0).normal(size=(50, 2)) * 2
    is_same = np.allclose(machine(10.0, subset).decision(grid), full_fit.decision(grid), atol=1e-6)
    return "Nothing." if is_same else "It rotates a little."


@check
def width_when_slack_gets_dearer() -> str:
    K = kc.Linear()(X, X)
    norms = [float((a := machine(C).alpha) @ K @ a) for C in (0.01, 0.1, 1, 10, 100, 1000, 10_000)]
    steps = np.diff(norms)
    return only({"get wider": bool((steps > -1e-6).all()),
                 "get narrower": bool((steps < 1e-6).all()),
                 "stay the same": not np.isclose(steps, 0, atol=1e-6).any()})  # fmt: skip


@check
def two_names_of_the_price() -> str:
    C = 0.05
    constrained = fit_soft_margin(X, Y, kc.Linear(), C)
    answers = {text: kc.fit(X, Y, kc.Linear(), kc.Hinge(), lam=lam, risk="sum", intercept=True)
             for text, lam in {"C": C, "1/C": 1 / C, "1/(2C)": 1 / (2 * C)}.items()}  # fmt: skip
    return only({text: np.allclose(s.decision(X), constrained.decision(X), atol=1e-4)
                 for text, s in answers.items()})  # fmt: skip


@check
def weight_inside_the_margin() -> str:
    C = 0.05
    s = machine(C)
    margin = Y * s.decision(X)
    sizes = np.abs(s.alpha[(margin < 0.9) & (margin > 0)])
    assert len(sizes)
    return only({"C": np.allclose(sizes, C), "0": np.allclose(sizes, 0)})
