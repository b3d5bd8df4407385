"""What kernel_core says is right: for each `check` of a quiz the text of the option it names."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

import kernel_core as kc
from kernel_core.datasets import sine
from kernel_core.multiclass import balanced_tree, chain_tree, depths, theoretical_cost
from kernel_core.theory import check_stationarity, random_underdetermined_problem
from kernel_core.theory.generalisation.implicit_regularisation import max_step_size

CHECKS: dict[str, Callable[[], str]] = {}
X, Y = kc.datasets.blobs().sample(24, seed=3)
FAR, SIGNS = kc.datasets.mixture().sample(40, seed=0)


def check(answer: Callable[[], str]) -> Callable[[], str]:
    CHECKS[answer.__name__] = answer
    return answer


def only(options: dict[str, bool]) -> str:
    """The one option that holds."""
    (text,) = [text for text, holds in options.items() if holds]
    return text


# ---- losses ----


@check
def hinge_at_a_small_margin() -> str:
    return f"{float(kc.Hinge().value(0.3, 1)):.1f}"


@check
def not_above_zero_one() -> str:
    z = np.linspace(-4, 4, 801)
    mistakes = kc.ZeroOne().value(z, 1)
    losses = {"hinge": kc.Hinge(), "exponential": kc.Exponential(), "perceptron": kc.Perceptron()}
    return only({f"the {name} loss": bool((loss.value(z, 1) < mistakes).any())
                 for name, loss in losses.items()})  # fmt: skip


@check
def steepest_far_on_the_wrong_side() -> str:
    losses = (kc.Hinge(), kc.Logistic(), kc.Exponential(), kc.Perceptron())
    slopes = {loss.name: abs(float(loss.derivative(-5.0, 1))) for loss in losses}
    assert 148 < slopes["exponential"] < 149 and max(sorted(slopes.values())[:-1]) <= 1
    return max(slopes, key=slopes.get)


@check
def the_other_probability() -> str:
    def g(z: float) -> float:
        return -float(kc.Logistic().derivative(-z, 1))

    assert f"{g(2.0):.2f}" == "0.88"
    return f"{g(-2.0):.2f}"


@check
def perceptron_with_a_penalty() -> str:
    alpha = kc.fit(X, Y, kc.Linear(), kc.Perceptron(), lam=1e-3).alpha
    hinge = kc.fit(X, Y, kc.Linear(), kc.Hinge(), lam=1e-3).alpha
    return only({"all zero": bool((alpha == 0).all()),
                 "the same as for the hinge loss": bool(np.allclose(alpha, hinge))})  # fmt: skip


# ---- regularisation ----


@check
def training_error_along_the_degree() -> str:
    line = sine()
    x, y = line.sample(15, 0)
    fits = kc.learners.polynomial_regression
    rest = [fits.powers(x, M) @ fits.DesignMatrix(x, M).ridge(y, 0.0) - y for M in range(13)]
    train = [float(np.mean(r**2)) for r in rest]
    rises = any(b > a + 1e-12 for a, b in pairwise(train))
    assert train[12] < train[1]
    return "It falls, then rises." if rises else "It never rises."


@check
def shrunk_and_thresholded() -> str:
    return f"ridge {kc.theory.ridge_shrink(3.0, 2.0):g}, ℓ₁ {kc.theory.soft_threshold(3.0, 2.0):g}"


@check
def where_descent_ends() -> str:
    A, b = random_underdetermined_problem(3, 6, seed=1)
    ends = [kc.theory.run_gradient_descent(A, b, eta=share * max_step_size(A), steps=20_000).w[-1]
            for share in (0.2, 0.8)]  # fmt: skip
    least = np.linalg.pinv(A) @ b
    return only({
        "one that depends on the step size": not np.allclose(*ends, atol=1e-6),
        "the one with the least norm": all(np.allclose(w, least, atol=1e-6) for w in ends),
        "the one with the most zeros": any((np.abs(w) < 1e-9).any() for w in ends),
    })  # fmt: skip


@check
def bias_or_variance() -> str:
    found = kc.theory.bias_variance_by_degree(sine(), 15, count=50, seed=0)
    parts = {"the bias": float(found.bias2[12]), "the variance": float(found.variance[12]),
             "the noise in the new points": float(found.noise)}  # fmt: skip
    return max(parts, key=parts.get)


@check
def examples_that_are_enough() -> str:
    assert kc.theory.sample_size(1000, 0.1, 0.05) == 100
    return str(kc.theory.sample_size(10_000, 0.1, 0.05))


# ---- representer theorem ----


@check
def weight_from_the_slope() -> str:
    lam, m = 0.05, len(Y)
    s = kc.fit(FAR[:m], SIGNS[:m], kc.RBF(tau=0.5), kc.Logistic(), lam=lam, risk="mean")
    w = kc.Logistic().derivative(kc.RBF(tau=0.5)(FAR[:m], FAR[:m]) @ s.alpha, SIGNS[:m])
    found = {"−wᵢ/λ": -w / lam, "−wᵢ/(λm)": -w / (lam * m), "−wᵢ/m": -w / m}
    assert np.allclose(check_stationarity(s).expected, s.alpha, atol=1e-6)
    return only({text: np.allclose(value, s.alpha, atol=1e-6) for text, value in found.items()})


@check
def weight_beyond_the_margin() -> str:
    return f"{-float(kc.Hinge().derivative(1.5, 1)):g}".replace("-0", "0")


@check
def something_at_a_right_angle() -> str:
    rng = np.random.default_rng(0)
    A, y, theta = rng.normal(size=(3, 5)), np.array([1, -1, 1]), rng.normal(size=5)
    inside, outside = (
        kc.theory.orthogonal_split(theta, A).in_span,
        2 * kc.theory.span_bases(A).u[:, 0],
    )
    same = np.allclose(A @ inside, A @ (inside + outside))
    longer = np.linalg.norm(inside + outside) > np.linalg.norm(inside)
    risks = [kc.theory.regularised_risk(t, A, y, kc.Hinge(), lambda norm: 0.0) for t in (inside,
             inside + outside)]  # fmt: skip
    assert np.isclose(*risks)
    off = -kc.theory.span_bases(A).u[:, 0]  # “in the span” is asked for: a θ off it may get shorter
    assert np.linalg.norm(inside - off + off) < np.linalg.norm(inside - off)
    return only({"the predictions on the examples": not same, "nothing at all": not longer,
                 "only the norm, and it grows": same and longer})  # fmt: skip


@check
def minimisers_of_a_singular_matrix() -> str:
    Phi = np.array([[1.0, 2.0], [1.0, 2.0], [0.0, 1.0]])
    K, y = Phi @ Phi.T, np.array([1.0, 2.0, -1.0])
    best = np.linalg.solve(K + 0.5 * np.eye(3), y)
    moved = best + 0.7 * kc.theory.null_space_basis(K)[:, 0]

    def risk(alpha: np.ndarray) -> float:
        return float(np.sum((K @ alpha - y) ** 2) + 0.5 * alpha @ K @ alpha)

    assert np.isclose(risk(best), risk(moved)) and not np.allclose(best, moved)
    one = np.allclose(Phi.T @ best, Phi.T @ moved)
    return "many α, one w*" if one else "many α and many w*"


@check
def rank_of_the_gram_matrix() -> str:
    Phi = np.random.default_rng(1).normal(size=(100, 20))
    return f"at most {int((kc.theory.gram_spectrum_of(Phi).gram_values > 1e-9).sum())}"


@check
def worked_matrix() -> str:
    return f"{kc.theory.gram_matrix_of(kc.theory.EXAMPLE_FEATURES_001)[0, 2]:g}"


# ---- kernel trick ----


@check
def square_of_the_inner_product() -> str:
    found = kc.theory.compare_inner_products([1, 2], [3, -1])
    assert np.isclose(found.explicit, found.kernel) and np.allclose(
        sorted(found.terms), [-12, 4, 9]
    )
    return f"{found.kernel:g}"


@check
def features_of_a_polynomial() -> str:
    kernel = kc.Polynomial(2, 1.0)
    Phi = kernel.features(X)
    assert np.allclose(Phi @ Phi.T, kernel(X, X))
    return str(Phi.shape[1])


@check
def distance_from_the_kernel() -> str:
    k, Z = kc.Polynomial(2, 1.0), np.array([[1.0, 2.0], [0.5, -1.0]])
    K, zero = k(Z, Z), Z[:1] - Z[1:]
    true = np.sum(np.subtract(*k.features(Z)) ** 2)
    found = {"K(x − x′, x − x′)": k(zero, zero)[0, 0], "2 − 2K(x, x′)": 2 - 2 * K[0, 1],
             "K(x, x) − 2K(x, x′) + K(x′, x′)": K[0, 0] - 2 * K[0, 1] + K[1, 1]}  # fmt: skip
    return only({text: bool(np.isclose(value, true)) for text, value in found.items()})


@check
def far_from_all_examples() -> str:
    s = kc.fit(FAR, SIGNS, kc.RBF(tau=0.4), kc.Hinge(), lam=0.01)
    far = abs(float(s.decision(np.array([[30.0, 30.0]]))[0]))
    near = float(np.abs(s.decision(FAR)).max())
    return only({"almost 0": far < 1e-9, "as large as at the nearest example": far > 0.1 * near,
                 "it grows with the distance": far > near})  # fmt: skip


# ---- is it a kernel? ----


@check
def squared_distance_of_two() -> str:
    points = np.array([[0.0, 0.0], [2.0, 0.0]])
    low, high = np.linalg.eigvalsh(kc.kernels.SquaredDistance()(points, points))
    return f"{high:g} and {low:g}".replace("-", "−")


@check
def what_closure_leaves_out() -> str:
    one, two = kc.RBF(tau=1.0), kc.Linear()
    pair = {"k₁ · k₂": one * two, "exp(k₁)": kc.exp(one),
            "k₁ − k₂": kc.kernels.Difference(one, two), "k₁ + 2k₂": one + 2 * two}  # fmt: skip
    return only({text: np.linalg.eigvalsh(k(X, X))[0] < -1e-9 for text, k in pair.items()})


@check
def min_below_zero() -> str:
    left, right = np.array([[-1.0]]), np.linspace(0, 3, 12)[:, None]
    kernel = kc.kernels.MinOnRealLine()
    somewhere = kernel(left, left)[0, 0] < 0
    from_zero = np.linalg.eigvalsh(kernel(right, right))[0] > -1e-12
    return only({"No, only from 0 on.": somewhere and from_zero,
                 "Yes, it is symmetric.": not somewhere,
                 "No, not even from 0 on.": not from_zero})  # fmt: skip


@check
def a_negative_squared_length() -> str:
    K = kc.kernels.SquaredDistance()(X[:5], X[:5])
    value, c = kc.theory.lowest_eigenpair(K)
    assert value < 0 and c @ K @ c < 0
    return "αᵀKα can be negative, so the “penalty” can pay for growing."


# ---- bandwidth ----


@check
def one_bandwidth_away() -> str:
    return f"{kc.RBF(tau=0.7)(np.zeros((1, 2)), np.array([[0.7, 0.0]]))[0, 0]:.2f}"


@check
def gram_matrix_of_tiny_bumps() -> str:
    K = kc.RBF(tau=1e-4)(X, X)
    ends = {"the identity": np.eye(len(X)), "all ones": np.ones_like(K), "all zeros": 0 * K}
    return only({text: np.allclose(K, end) for text, end in ends.items()})


@check
def variance_of_the_frequencies() -> str:
    tau, difference = 0.5, np.array([0.3, -0.4])
    normal = np.random.default_rng(0).normal(size=(200_000, 2))
    exact = kc.RBF(tau=tau)(difference[None], np.zeros((1, 2)))[0, 0]
    scales = {"τ²": tau, "1": 1.0, "τ⁻²": 1 / tau}
    averages = {text: np.cos(scale * normal @ difference).mean() for text, scale in scales.items()}
    return only({text: abs(value - exact) < 0.01 for text, value in averages.items()})


@check
def cost_of_the_mean() -> str:
    m = len(SIGNS)
    mean = kc.fit(FAR, SIGNS, kc.RBF(tau=0.4), kc.Hinge(), lam=1 / m, risk="mean").alpha
    summed = {text: kc.fit(FAR, SIGNS, kc.RBF(tau=0.4), kc.Hinge(), lam=1 / C, risk="sum").alpha
              for text, C in {"1": 1.0, "200": float(m), "1/200": 1 / m}.items()}  # fmt: skip
    return only({text: np.allclose(alpha, mean, atol=1e-6) for text, alpha in summed.items()})


# ---- support vector machines ----


@check
def distance_of_a_point() -> str:
    point = np.array([[3.0, 1.0]])
    (once,), (twice,) = (kc.svm.distance_to_line(k * np.array([3.0, 4.0]), -5.0 * k, point)
                         for k in (1, 2))  # fmt: skip
    assert np.isclose(once, twice)
    return f"{abs(once):.1f}"


def machine(C: float, keep: np.ndarray | None = None) -> kc.Solution:
    keep = np.ones(len(Y), bool) if keep is None else keep
    return kc.fit(X[keep], Y[keep], kc.Linear(), kc.Hinge(), lam=1 / C, risk="sum",
                  intercept=True)  # fmt: skip


@check
def without_a_silent_example() -> str:
    whole = machine(10.0)
    silent = int(np.flatnonzero(whole.alpha == 0)[0])
    keep = np.arange(len(Y)) != silent
    grid = np.random.default_rng(0).normal(size=(50, 2)) * 2
    same = np.allclose(machine(10.0, keep).decision(grid), whole.decision(grid), atol=1e-6)
    return "Nothing." if same else "It turns a little."


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
    constrained = kc.svm.fit_soft_margin(X, Y, kc.Linear(), C)
    found = {text: kc.fit(X, Y, kc.Linear(), kc.Hinge(), lam=lam, risk="sum", intercept=True)
             for text, lam in {"C": C, "1/C": 1 / C, "1/(2C)": 1 / (2 * C)}.items()}  # fmt: skip
    return only({text: np.allclose(s.decision(X), constrained.decision(X), atol=1e-4)
                 for text, s in found.items()})  # fmt: skip


@check
def weight_inside_the_street() -> str:
    C = 0.05
    s = machine(C)
    margin = Y * s.decision(X)
    sizes = np.abs(s.alpha[(margin < 0.9) & (margin > 0)])
    assert len(sizes)
    return only({"C": np.allclose(sizes, C), "0": np.allclose(sizes, 0)})


# ---- step by step ----


@check
def average_of_the_gradients() -> str:
    K = kc.RBF(tau=0.5)(FAR, FAR)
    alpha = np.random.default_rng(2).normal(size=len(SIGNS))
    each = [kc.theory.stochastic_gradient(K, SIGNS, alpha, kc.Logistic(), 0.1, i)
            for i in range(len(SIGNS))]  # fmt: skip
    assert np.allclose(np.mean(each, axis=0),
                       kc.theory.full_gradient(K, SIGNS, alpha, kc.Logistic(), 0.1))  # fmt: skip
    return "So that the average over i is the gradient itself."


@check
def alpha_of_three_mistakes() -> str:
    run = kc.learners.run_kernel_perceptron(kc.RBF(tau=0.4)(FAR, FAR), SIGNS, passes=20)
    assert np.array_equal(run.alpha, SIGNS * run.mistake_counts) and run.mistake_counts.max() >= 2
    return f"{-1 * 3}".replace("-", "−")


@check
def logistic_step_at_margin_five() -> str:
    X, y = np.array([[1.0, 0.0]]), np.array([1])
    step = kc.learners.run_linear_sgd(X, y, "logistic", steps=1, eta=1.0).size[0]
    assert np.isclose(step, 0.5), "from w = 0 the factor is g(0)"
    factor = -float(kc.Logistic().derivative(5.0, 1))
    return only({"all of y x": np.isclose(factor, 1), "exactly nothing": factor == 0,
                 "less than a hundredth of y x": 0 < factor < 0.01})  # fmt: skip


@check
def hundredth_step() -> str:
    K = kc.RBF(tau=0.4)(FAR, FAR)
    run = [step for step, _ in zip(kc.learners.sgd_steps(K, SIGNS, kc.Logistic(), 0.01, 1.0),
                                   range(101), strict=False)]  # fmt: skip
    sizes = [step.eta for step in run if step.eta]
    return only({"as long": np.isclose(sizes[99], sizes[0]),
                 "a tenth": np.isclose(sizes[99], sizes[0] / 10),
                 "a hundredth": np.isclose(sizes[99], sizes[0] / 100)})  # fmt: skip


# ---- many classes ----


@check
def class_of_a_point() -> str:
    W = np.array([[1, -1 / 3], [-1 / 2, -1 / 2], [0, 1]])
    return f"class {int((W @ np.ones(2)).argmax()) + 1}"


@check
def classifiers_for_ten_classes() -> str:
    return str(theoretical_cost("ovo", [10] * 10).classifiers)


@check
def softmax_of_two() -> str:
    z = np.array([2.0, 0.0])
    share = np.exp(z - np.logaddexp(*z))
    assert np.isclose(share[0], -float(kc.Logistic().derivative(-2.0, 1)))
    return f"{share[0]:.2f}"


@check
def questions_in_a_tree() -> str:
    deepest = [max(depths(tree(range(8))).values()) for tree in (balanced_tree, chain_tree)]
    return "{} if it is balanced, up to {} if not".format(*deepest)
