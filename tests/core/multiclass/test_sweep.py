"""multi_sweeps: the same as separate fits at every stop, for all reductions at once."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import kernel_core as kc
from kernel_core import multiclass as mc
from kernel_core.datasets import class_mixtures
from kernel_core.multiclass import CachedGrid

DENSITY = class_mixtures.pinwheel(4, noise=2.0)
X, Y = DENSITY.sample(70, 0)
GX, GY = np.linspace(-2, 2, 13), np.linspace(-2.5, 2, 11)
KERNELS = [kc.RBF(tau) for tau in (0.1, 0.3, 0.6, 1.2, 2.4)]
LAMS = [1e-3, 1e-2, 0.1, 1.0]


def separate(reduction, kernel, loss, lam, **options):
    return {
        "ova": lambda: kc.multiclass.fit_one_versus_all(X, Y, kernel, loss, lam, **options),
        "ovo": lambda: kc.multiclass.fit_one_versus_one(X, Y, kernel, loss, lam, **options),
        "tree": lambda: mc.fit_tree(X, Y, kernel, loss, lam, **options),
        "softmax": lambda: kc.multiclass.fit_multinomial(X, Y, kernel, lam, **options),
    }[reduction]()


@pytest.mark.parametrize("name", ["hinge", "logistic", "squared"])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(("kernels", "lams"), [(KERNELS, 0.05), (kc.RBF(0.6), LAMS)])
def test_it_equals_separate_fits(name, intercept, kernels, lams):
    loss = kc.LOSSES[name]
    options = {"risk": "sum", "intercept": intercept}
    out = kc.multiclass.multi_sweeps(
        X, Y, kernels, lams, loss, gx=GX, gy=GY, values=True, **options
    )
    assert list(out) == list(mc.REDUCTIONS)
    S = max(np.size(lams), len(kernels) if isinstance(kernels, list) else 1)
    for reduction, sweep in out.items():
        assert (sweep.worst_gap <= 1e-6).all()
        assert sweep.class_map.shape == sweep.status.shape == (S, 11, 13)
        assert sweep.class_map.dtype == sweep.status.dtype == np.uint8
        for s in range(S):
            kernel = kernels[s] if isinstance(kernels, list) else kernels
            lam = lams[s] if isinstance(lams, list) else lams
            alone = separate(reduction, kernel, loss, lam, **options)
            here = sweep.solutions[s]
            size = max(1.0, np.abs(alone.values(X)).max())
            np.testing.assert_allclose(here.values(X), alone.values(X), atol=2e-4 * size)
            np.testing.assert_allclose(here.primal, alone.primal, rtol=3e-6, atol=3e-6)
            assert (here.kernel, here.lam, here.reduction) == (kernel, lam, reduction)
            labels, status = here.class_map(GX, GY)
            np.testing.assert_array_equal(sweep.class_map[s], labels)
            np.testing.assert_array_equal(sweep.status[s], status)
            d = here.decide(X)
            assert sweep.train_error[s] == np.mean(d.choice != Y)
            assert sweep.n_evaluations[s] == d.n_evaluations / len(X)
            assert sweep.training_points[s] == alone.training_points
        for b in range(sweep.alpha.shape[1]):
            field, values = sweep.field(b, GX, GY), sweep.values[:, b]
            evaluated = ~np.isnan(values)
            np.testing.assert_allclose(values[evaluated], field[evaluated], rtol=1e-5, atol=1e-5)
            assert (sweep.reduction == "tree") or evaluated.all()


def test_values_on_the_grid_are_those_of_the_binary_classifiers():
    out = kc.multiclass.multi_sweep(X, Y, KERNELS, 0.1, kc.Hinge(), "ovo", gx=GX, gy=GY)
    assert out.values is None
    for s, solution in enumerate(out.solutions):
        for b in range(6):
            binary = solution.binary(b).on_grid(GX, GY)
            np.testing.assert_allclose(out.field(b, GX, GY)[s], binary, atol=1e-9)


@pytest.mark.parametrize(
    "kernel",
    [
        kc.Linear(),
        kc.Polynomial(3),
        kc.Polynomial(12),  # more features than points: the grid goes by tables
        kc.exp(kc.Linear()),
        kc.RBF(0.5) + 0.3 * kc.Linear(),
        kc.RBF(0.5) * kc.Polynomial(2),
    ],
    ids=repr,
)
def test_grids_of_every_kernel(kernel):
    s = kc.multiclass.multi_sweep(X, Y, kernel, 10.0, kc.Hinge(), "ova", gx=GX, gy=GY, values=True)
    points = np.array([(a, b) for b in GY for a in GX])
    expected = s.solutions[0].values(points)
    size = np.abs(expected).max()
    np.testing.assert_allclose(s.values[0].reshape(4, -1), expected, atol=1e-5 * size)


def test_judges():
    T, t = DENSITY.sample(900, 7)
    evaluators = kc.evaluation.ClassHoldOutSet(T, t), kc.evaluation.ClassPopulationRisk(DENSITY)
    by_points, by_density = (
        kc.multiclass.multi_sweeps(
            X, Y, KERNELS, 0.05, kc.Hinge(), evaluator=evaluator, ties="score"
        )
        for evaluator in evaluators
    )
    for reduction, sweep in by_points.items():
        shares = [np.mean(s.predict(T, ties="score") != t) for s in sweep.solutions]
        np.testing.assert_array_equal(sweep.test_error, shares)
        exact = by_density[reduction].test_error
        np.testing.assert_allclose(exact, shares, atol=0.04)
        assert (exact > DENSITY.bayes_error - 2e-3).all()
    assert np.isnan(
        kc.multiclass.multi_sweep(X, Y, KERNELS, 1.0, kc.Hinge(), "ova").test_error
    ).all()
    with pytest.raises(ValueError, match="one label"):
        kc.evaluation.ClassHoldOutSet(T, t[1:])


def test_the_expected_error_is_that_of_many_points():
    solution = kc.multiclass.fit_one_versus_one(X, Y, kc.RBF(0.6), kc.Hinge(), 0.01)
    T, t = DENSITY.sample(40_000, 3)
    expected = kc.evaluation.ClassPopulationRisk(DENSITY).error(solution, ties="score")
    assert expected == pytest.approx(np.mean(solution.predict(T, ties="score") != t), abs=0.006)


def test_neighbours_are_good_starts():
    kernels = [kc.RBF(0.2 * 2 ** (s / 8)) for s in range(24)]
    out = kc.multiclass.multi_sweeps(X, Y, kernels, 0.02, kc.Hinge(), risk="sum")
    for reduction, sweep in out.items():
        warm = sum(s.iterations.sum() for s in sweep.solutions)
        cold = sum(
            separate(reduction, kernel, kc.Hinge(), 0.02, risk="sum").iterations.sum()
            for kernel in kernels[::4]
        )
        assert warm < 4 * cold / (1.6 if reduction == "softmax" else 3)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", ["hinge", "logistic"])
def test_it_may_set_out_from_solutions_for_other_points(name, intercept):
    moved = X.copy()
    moved[3] = [0.4, -0.2]
    options = {"risk": "sum", "intercept": intercept}
    fit = [kc.RBF(0.6), 0.05, kc.LOSSES[name]]
    known = {
        r: one.solutions[0] for r, one in kc.multiclass.multi_sweeps(X, Y, *fit, **options).items()
    }
    cold = kc.multiclass.multi_sweeps(moved, Y, *fit, **options)
    warm = kc.multiclass.multi_sweeps(moved, Y, *fit, start=known, **options)
    for reduction in mc.REDUCTIONS:
        one, other = cold[reduction].solutions[0], warm[reduction].solutions[0]
        assert other.worst_gap <= 1e-6
        np.testing.assert_allclose(other.values(X), one.values(X), atol=2e-3)
        if reduction != "softmax":  # Newton's method has few steps in either case
            assert other.iterations.sum() < one.iterations.sum()


def test_a_start_must_speak_of_as_many_points_and_the_same_questions():
    known = {"ova": kc.multiclass.fit_one_versus_all(X[:60], Y[:60], kc.RBF(0.6), kc.Hinge(), 0.1)}
    with pytest.raises(ValueError, match="a weight for each point"):
        kc.multiclass.multi_sweeps(X, Y, kc.RBF(0.6), 0.1, kc.Hinge(), start=known)
    known = {"tree": mc.fit_tree(X, Y, kc.RBF(0.6), kc.Hinge(), 0.1, ((0, 2), (1, 3)))}
    with pytest.raises(ValueError, match="the same binary tasks"):
        kc.multiclass.multi_sweeps(X, Y, kc.RBF(0.6), 0.1, kc.Hinge(), start=known)


class Counted(kc.Polynomial):
    """Counts how often a whole matrix, and the tables of a grid, are computed."""

    matrices = tables = 0

    def __call__(self, A, B):
        Counted.matrices += 1
        return super().__call__(A, B)

    def separable(self, *arguments):
        Counted.tables += 1
        return super().separable(*arguments)

    def feature_count(self, d):
        return None  # tables, and not features


def test_all_classifiers_of_a_scene_share_matrices_and_tables():
    Counted.matrices = Counted.tables = 0
    kc.multiclass.multi_sweeps(X, Y, Counted(2, 1.0), LAMS, kc.Hinge(), gx=GX, gy=GY)
    assert Counted.matrices == 1
    assert Counted.tables == 1


def test_the_same_sweep_gives_the_same_bytes_alone_and_in_company():
    together = kc.multiclass.multi_sweeps(X, Y, KERNELS, 0.02, kc.Hinge(), gx=GX, gy=GY)
    for reduction, sweep in together.items():
        alone = kc.multiclass.multi_sweep(X, Y, KERNELS, 0.02, kc.Hinge(), reduction, gx=GX, gy=GY)
        assert alone.alpha.tobytes() == sweep.alpha.tobytes()
        assert alone.class_map.tobytes() == sweep.class_map.tobytes()


def test_a_tree_and_a_seed_of_ones_own():
    shape = ((0, 2), (1, 3))
    out = kc.multiclass.multi_sweep(X, Y, KERNELS, 0.1, kc.Hinge(), "tree", tree=shape)
    assert all(s.tree == shape for s in out.solutions)
    lonely = {"kernels": kc.RBF(0.2), "lams": 10.0, "loss": kc.Hinge(), "reduction": "ova"}
    maps = [
        kc.multiclass.multi_sweep(X, Y, **lonely, gx=GX, gy=GY, seed=seed).class_map
        for seed in (0, 0, 1)
    ]
    assert (maps[0] == maps[1]).all() and (maps[0] != maps[2]).any()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"reductions": ("ova", "oak")}, "ova, ovo, tree, softmax; it was 'oak'"),
        ({"kernels": KERNELS, "lams": LAMS}, "5 and 4"),
        ({"lams": [0.1, 0.0]}, "every lam above 0"),
        ({"tree": ((0, 1), 2)}, "class 3 is missing"),
        ({"ties": "luck"}, "random"),
        ({"gx": [[0]], "gy": [0]}, "axes of a grid"),
        ({"y": np.zeros(70, int)}, "two classes"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_is_told_in_a_sentence(change, said):
    options = {"X": X, "y": Y, "kernels": kc.RBF(0.5), "lams": 0.1, "loss": kc.Hinge(), **change}
    with pytest.raises(ValueError, match=said):
        kc.multiclass.multi_sweeps(**options)


def test_one_place_answers_several_threads_at_once():
    """What a place keeps of one problem must never answer for another."""
    place = CachedGrid(np.linspace(-2, 2, 31), np.linspace(-2, 2, 31))
    rng = np.random.default_rng(5)
    problems = []
    for m in (20, 21, 22, 23):
        X, alpha, kernel = rng.normal(size=(m, 2)), rng.normal(size=(2, m)), kc.RBF(0.5 + m / 50)
        problems.append((kernel, X, alpha, kernel.on_grid(X, alpha, place.gx, place.gy)))

    def ask(k):
        kernel, X, alpha, expected = problems[k % 4]
        return np.abs(place.values(kernel, X, alpha) - expected.reshape(2, -1)).max()

    with ThreadPoolExecutor(4) as crew:
        assert max(crew.map(ask, range(400))) < 1e-9
