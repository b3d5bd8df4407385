"""Measure the time of 64-stop sweeps with fields, compared with scikit-learn and with a lower
bound, and of one edit."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from sklearn.svm import SVC

import kernel_core as kc
from benchmarks.sweeps import GRID, Task
from benchmarks.tables import Aim, milliseconds, power, seconds, show
from benchmarks.timing import at_work
from kernel_core.duality_gap import Objective
from kernel_core.solvers.active_set import solve_box
from lab.scene.fields import FIELDS
from lab.scene.learning_problem import NoHoldOut
from lab.wire.scene_sweep import SceneSweep, measure

# m, the number of repetitions, and n if scikit-learn solves every n-th stop.
SIZES = ((200, 7, 1), (500, 3, 2), (1000, 2, 8))
TIMES_FASTER = {200: 25, 1000: 12}
# Limits at m = 200: a sweep's time divided by its time without the solver; an edit's time in ms.
MAX_FLOORS, MAX_EDIT_MS = 3, 5
FIT_TAUS, SVC_TOL = (0.1, 0.4, 1.6), 1e-8
LOSSES = tuple(FIELDS["loss"].choices)


def run() -> list[Aim]:
    aims = beside_scikit_learn()
    aims += with_an_intercept()
    every_loss()
    where_the_time_goes()
    return [*aims, *one_edit()]


def beside_scikit_learn() -> list[Aim]:
    """Compare sweeps of the hinge loss along tau with scikit-learn, for all sizes and both values
    of C."""
    rows, aims = [], []
    for m, repeats, stride in SIZES:
        for C in (1.0, float(m)):
            task = Task(m, C, every=stride)
            path = task.fit_own()
            runs = (task.fit_own, task.floor(path), task.fit_peer, task.their_fits)
            (own_time, _), (floor, _), (user, models), (fits, _) = at_work(repeats, *runs)
            user, fits = user * stride, fits * stride
            rows.append(
                [task.name, *map(seconds, (own_time, floor, user, fits)), f"{user / own_time:.1f}",
                 f"{fits / own_time:.1f}", f"{own_time / floor:.1f}", power(path.gap.max()),
                 power(task.their_gap(models))]
            )  # fmt: skip
            if m in TIMES_FASTER:
                description = f"sweep against fit and decision_function, {task.name}, times faster"
                aims.append(Aim(description, user / own_time, least=TIMES_FASTER[m]))
            aims.append(Aim(f"sweep against fits alone, {task.name}", fits / own_time, least=1))
            if m == 200:
                aims.append(
                    Aim(f"sweep over its floor, {task.name}", own_time / floor, most=MAX_FLOORS)
                )
    show(
        f"Solver: 64 stops of τ with {GRID}² fields, hinge loss, default mixture",
        ("m, C", "ours", "floor", "user's", "fits alone", "user's/ours", "fits/ours",
         "ours/floor", "our worst gap", "theirs"),
        rows,
        (
            "Processor time of one thread, the minimum of several alternating runs.",
            "Ours: solutions, certificates and fields. Floor: Gram matrices and fields, no solver.",
            "User's: SVC(C, gamma).fit and decision_function on the mesh, default tolerance.",
            "Fits alone: SVC(kernel='precomputed') on Gram matrices computed before.",
            "m = 500: every 2nd stop of scikit-learn, times 2; m = 1000: every 8th, times 8.",
            "Gaps are relative duality gaps; SVC's problem has an intercept.",
        ),
    )  # fmt: skip
    return aims


def with_an_intercept() -> list[Aim]:
    """Compare a fit with b, a fit without b, and SVC, which has b too, at about the same gap."""
    rows, aims = [], []
    for m, repeats, _ in SIZES:
        sample = Task(m, 1.0).sample
        for C in (1.0, float(m)):
            for tau in FIT_TAUS:
                K, y, lam = kc.RBF(tau)(sample.X, sample.X), sample.y, 1 / C
                model = SVC(C=C, kernel="precomputed", tol=SVC_TOL)
                runs = (
                    partial(solve_box, Objective(K, y, kc.Hinge(), lam, 1.0, intercept=True)),
                    partial(solve_box, Objective(K, y, kc.Hinge(), lam, 1.0)),
                    partial(model.fit, K, y),
                )
                (own_time, answer), (without_time, plain), (peer_time, _) = at_work(repeats, *runs)
                alpha = np.zeros(m)
                alpha[model.support_] = model.dual_coef_[0]
                gaps = [
                    kc.certificate(K, y, a, b, kc.Hinge(), lam, "sum", with_intercept=True).gap
                    for a, b in (
                        (answer.alpha, answer.intercept),
                        (alpha, float(model.intercept_[0])),
                    )
                ]
                name = f"m = {m}, C = {C:g}, τ = {tau:g}"
                times = (own_time, without_time, peer_time)
                rows.append([name, *(milliseconds(1000 * t) for t in times),
                             f"{own_time / without_time:.1f}", f"{own_time / peer_time:.1f}",
                             str(answer.iterations),
                             str(plain.iterations), *map(power, gaps)])  # fmt: skip
                aims.append(
                    Aim(f"fit with b over one without, {name}", own_time / without_time, most=2)
                )
                if C == 1:
                    aims.append(Aim(f"fit with b over SVC, {name}", own_time / peer_time, most=2))
    show(
        "Solver: one fit with an intercept, hinge loss, K given",
        ("fit", "with b", "without", "SVC", "with/without", "with/SVC", "systems with b",
         "systems without", "our gap", "SVC's"),
        rows,
        (f"SVC(kernel='precomputed', tol={SVC_TOL:g}): its gap is then as small as possible.",),
    )  # fmt: skip
    return aims


def tasks() -> Iterator[Task]:
    """Yield the tasks: each size along tau with both values of C, and along lam."""
    for m, _, _ in SIZES:
        yield from (Task(m, 1.0), Task(m, float(m)), Task(m, 1.0, along="lam"))


def every_loss() -> None:
    rows = []
    for task in tasks():
        row = [task.name]
        for loss in LOSSES:
            task = replace(task, loss=loss)
            repeats = 2 if task.m == 200 else 1
            [(own_time, path)] = at_work(repeats, task.fit_own)
            [(floor, _)] = at_work(repeats, task.floor(path))
            row.append(f"{seconds(own_time)} {own_time / floor:4.1f} {power(path.gap.max()):>5}")
        rows.append(row)
    show(
        "Solver: every loss, along both sliders: time, its ratio to the floor, worst gap",
        ("sweep", *LOSSES),
        rows,
    )


def where_the_time_goes() -> None:
    rows = []
    for task in tasks():
        [(own_time, path)] = at_work(1, task.fit_own)
        parts = task.parts(path)
        times = at_work(1, *parts.values())
        spent = dict(zip(parts, (time for time, _ in times), strict=True))
        accounted = spent["Gram matrices"] + spent["fields"] + spent["certificates"]
        solves = int(path.iterations.sum())
        rows.append([task.name, *map(seconds, spent.values()),
                     seconds(max(own_time - accounted, 0.0)),
                     str(solves)])  # fmt: skip
    show(
        "Solver: parts of the time of a hinge sweep",
        ("sweep", "Gram matrices", "fields", "certificates", "(test errors)", "solver", "systems"),
        rows,
        ("Test errors are additional, if requested. Solver: the rest of the sweep.",),
    )


def one_edit() -> list[Aim]:
    """Measure the move of a point: one fit that starts from the former solution, and one field."""
    rows, aims = [], []
    for loss in LOSSES:
        row = [loss]
        for C in (1.0, 200.0):
            time, gap = _edit_times(Task(200, C, loss))
            row += [milliseconds(1000 * time), power(gap)]
            aims.append(Aim(f"one edit, {loss}, C = {C:g}", 1000 * time, "ms", most=MAX_EDIT_MS))
        rows.append(row)
    show(
        "Solver: one point moved, m = 200: a fit and one field",
        ("loss", "C = 1", "gap", "C = 200", "gap"),
        rows,
    )
    return aims


def _edit_times(task: Task) -> tuple[float, float]:
    """Return the CPU seconds for one edit, and the duality gap after it."""
    X, y = task.sample.X, task.sample.y
    kernel, loss, lam = kc.RBF(0.4), kc.LOSSES[task.loss], 1 / task.C
    fit = kc.fit(X, y, kernel, loss, lam, risk="sum")
    moved_X = X.copy()
    moved_X[0] += 0.3
    start = replace(fit, X=moved_X)
    problem = kc.Problem(moved_X, y, loss, risk="sum")

    def solve() -> SceneSweep:
        return measure(kc.sweep(problem, kernel, lam, start=start), NoHoldOut(), task.grid)

    [(time, path)] = at_work(9, solve)
    return time, float(path.gap[0])
