"""multi_sweep gives the solutions of separate fits at every stop, for all reductions."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core import multiclass as mc
from kernel_core.datasets import class_mixtures
from tests.classes import fit_classes

DENSITY = class_mixtures.pinwheel(4, noise=2.0)
X, Y = DENSITY.sample(70, 0)
GX, GY = np.linspace(-2, 2, 13), np.linspace(-2.5, 2, 11)
KERNELS = [kc.RBF(tau) for tau in (0.1, 0.3, 0.6, 1.2, 2.4)]
LAMS = [1e-3, 1e-2, 0.1, 1.0]


def sweep_reductions(problem, kernels, lams, reductions=mc.solution.REDUCTIONS, **options):
    """Return the solutions of each reduction, in the order of the stops."""
    stops = sorted(mc.multi_sweep(problem, kernels, lams, reductions, **options), key=lambda s: s.k)
    return {reduction: [stop.solutions[reduction] for stop in stops] for reduction in reductions}


def separate(reduction, kernel, loss, lam, **options):
    return fit_classes(reduction, X, Y, kernel, loss, lam, **options)


@pytest.mark.thorough("squared")
@pytest.mark.parametrize("name", ["hinge", "logistic", "squared"])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(("kernels", "lams"), [(KERNELS, 0.05), (kc.RBF(0.6), LAMS)])
def test_it_equals_separate_fits(name, intercept, kernels, lams):
    loss = kc.LOSSES[name]
    options = {"risk": "sum", "intercept": intercept}
    out = sweep_reductions(mc.ClassProblem(X, Y, loss, **options), kernels, lams)
    S = max(np.size(lams), len(kernels) if isinstance(kernels, list) else 1)
    for reduction, solutions in out.items():
        assert len(solutions) == S
        for s, solution in enumerate(solutions):
            kernel = kernels[s] if isinstance(kernels, list) else kernels
            lam = lams[s] if isinstance(lams, list) else lams
            fits = separate(reduction, kernel, loss, lam, **options)
            size = max(1.0, np.abs(fits.values(X)).max())
            assert solution.worst_gap <= 1e-6
            np.testing.assert_allclose(solution.values(X), fits.values(X), atol=2e-4 * size)
            np.testing.assert_allclose(solution.primal, fits.primal, rtol=3e-6, atol=3e-6)
            assert (solution.kernel, solution.lam, solution.reduction) == (kernel, lam, reduction)
            assert solution.training_points == fits.training_points


def test_neighbours_are_good_starts():
    kernels = [kc.RBF(0.2 * 2 ** (s / 8)) for s in range(24)]
    out = sweep_reductions(mc.ClassProblem(X, Y, kc.Hinge(), risk="sum"), kernels, 0.02)
    for reduction, solutions in out.items():
        warm = sum(s.iterations.sum() for s in solutions)
        cold = sum(
            separate(reduction, kernel, kc.Hinge(), 0.02, risk="sum").iterations.sum()
            for kernel in kernels[::4]
        )
        assert warm < 4 * cold / (1.6 if reduction == "softmax" else 3)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", ["hinge", "logistic"])
def test_a_sweep_can_start_from_solutions_for_other_points(name, intercept):
    moved_X = X.copy()
    moved_X[3] = [0.4, -0.2]
    options = kc.LOSSES[name], "sum", intercept
    before, after = (mc.ClassProblem(points, Y, *options) for points in (X, moved_X))
    known_solutions = next(mc.multi_sweep(before, kc.RBF(0.6), 0.05)).solutions
    cold = next(mc.multi_sweep(after, kc.RBF(0.6), 0.05)).solutions
    warm = next(mc.multi_sweep(after, kc.RBF(0.6), 0.05, start=known_solutions)).solutions
    for reduction in mc.solution.REDUCTIONS:
        first, second = cold[reduction], warm[reduction]
        assert second.worst_gap <= 1e-6
        np.testing.assert_allclose(second.values(X), first.values(X), atol=2e-3)
        if reduction != "softmax":  # Newton's method has few steps in either case
            assert second.iterations.sum() < first.iterations.sum()


def test_a_start_must_match_the_points_and_tasks():
    problem = mc.ClassProblem(X, Y, kc.Hinge())
    start = {"ova": fit_classes("ova", X[:60], Y[:60], kc.RBF(0.6), kc.Hinge(), 0.1)}
    with pytest.raises(ValueError, match="a coefficient for each point"):
        list(mc.multi_sweep(problem, kc.RBF(0.6), 0.1, start=start))
    start = {"tree": fit_classes("tree", X, Y, kc.RBF(0.6), kc.Hinge(), 0.1, ((0, 2), (1, 3)))}
    with pytest.raises(ValueError, match="the same binary tasks"):
        list(mc.multi_sweep(problem, kc.RBF(0.6), 0.1, start=start))


def test_a_sweep_is_the_same_alone_or_with_others():
    problem = mc.ClassProblem(X, Y, kc.Hinge())
    for reduction, solutions in sweep_reductions(problem, KERNELS, 0.02).items():
        path = sweep_reductions(problem, KERNELS, 0.02, [reduction])[reduction]
        for first, second in zip(path, solutions, strict=True):
            assert first.alpha.tobytes() == second.alpha.tobytes()


def test_an_own_tree_and_seed_are_used():
    shape = ((0, 2), (1, 3))
    problem = mc.ClassProblem(X, Y, kc.Hinge(), tree=shape)
    assert all(s.tree == shape for s in sweep_reductions(problem, KERNELS, 0.1, ["tree"])["tree"])
    solution = fit_classes("ova", X, Y, kc.RBF(0.2), kc.Hinge(), 10.0)
    places = np.array([(a, b) for b in GY for a in GX])
    maps = [solution.predict(places, seed=seed) for seed in (0, 0, 1)]
    assert (maps[0] == maps[1]).all() and (maps[0] != maps[2]).any()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"reductions": ("ova", "oak")}, "ova, ovo, tree, softmax; it was 'oak'"),
        ({"kernels": KERNELS, "lams": LAMS}, "5 kernels and 4 values"),
        ({"lams": [0.1, 0.0]}, "Every lam of a sweep must be above 0"),
        ({"tree": ((0, 1), 2)}, "class 3 is missing"),
        ({"y": np.zeros(70, int)}, "two classes"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    data = {"X": X, "y": Y, "loss": kc.Hinge()}
    path = {"kernels": kc.RBF(0.5), "lams": 0.1}
    changed_fields = change.keys() & {"y", "tree"}
    with pytest.raises(ValueError, match=message):
        problem = mc.ClassProblem(**data | {name: change[name] for name in changed_fields})
        mc.multi_sweep(
            problem, **path | {name: change[name] for name in change.keys() - changed_fields}
        )


def test_bad_ties_are_refused_with_a_message():
    solution = fit_classes("ova", X, Y, kc.RBF(0.5), kc.Hinge(), 0.1)
    with pytest.raises(ValueError, match="random"):
        solution.predict(X, ties="luck")
