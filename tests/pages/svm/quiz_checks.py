"""Compute with kernel_core the right option of each quiz question of this page."""

from urllib.parse import urlencode

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import sample_of
from lab.scene.samples.real_datasets import TUMOURS
from lab.scene.scene import parse_strict
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


@check
def what_the_margin_is() -> str:
    Z = X + 3 * Y[:, None]  # separable
    s = kc.fit(Z, Y, kc.Linear(), kc.Hinge(), lam=1e-4, risk="sum", intercept=True)
    w, centres = s.alpha @ Z, [Z[y == Y].mean(axis=0) for y in (1, -1)]
    distances = np.abs(s.decision(Z)) / np.linalg.norm(w)
    lengths = {"the mean distance of all examples from it": distances.mean(),
               "the distance of the nearest example from it": distances.min(),
               "the distance between the centres of the classes":
                   np.linalg.norm(np.subtract(*centres))}  # fmt: skip
    margin = 1 / np.linalg.norm(w)
    return only({text: bool(np.isclose(length, margin, rtol=1e-3))
                 for text, length in lengths.items()})  # fmt: skip


@check
def slack_without_a_line() -> str:
    Z, y = kc.datasets.circles(0.5).sample(60, 0)
    largest = []
    for C in (0.01, 1.0, 100.0):
        s = kc.fit(Z, y, kc.Linear(), kc.Hinge(), lam=1 / C, risk="sum", intercept=True)
        largest.append(np.maximum(0, 1 - y * s.decision(Z)).max())
    return only({"All are 0.": max(largest) == 0, "All are below 1.": max(largest) < 1,
                 "Some are at least 1.": min(largest) >= 1 - 1e-6})  # fmt: skip


@check
def what_a_dearer_class_does() -> str:
    sample = sample_of(parse_strict(urlencode(TUMOURS)))
    mistakes = []
    for weight in (1.0, 10.0):
        weights = np.where(sample.y > 0, weight, 1.0)
        loss = kc.WeightedLoss(kc.Hinge(), weights)
        s = kc.fit(sample.X, sample.y, kc.Linear(), loss, 1.0, risk="sum", intercept=True)
        wrong = np.sign(s.decision(sample.X)) != sample.y
        mistakes.append([int(wrong[sample.y == y].sum()) for y in (1, -1)])
    changes = np.subtract(mistakes[1], mistakes[0])  # of missed tumours, and of false alarms
    return only({
        "fewer missed tumours and fewer false alarms": changes[0] < 0 and changes[1] < 0,
        "fewer missed tumours, more false alarms": changes[0] < 0 < changes[1],
        "nothing, as long as C is the same": not changes.any(),
    })  # fmt: skip
