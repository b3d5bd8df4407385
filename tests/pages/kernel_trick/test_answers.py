"""Answer the questions of this page independently, in NumPy, SciPy and scikit-learn."""

import os
from math import comb

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

import kernel_core as kc
from lab.formulas.sequences import RandomFourier, RBFTaylor
from lab.scene.learning_problem import kernel_of, sample_of
from lab.scene.scene import Scene, parse
from lab.wire.perceptron_and_neighbours import passes
from pages.kernel_trick import feature_cost, feature_lift, five_learners, inner_product
from pages.kernel_trick.declaration import PAGE
from pages.kernel_trick.gallery import challenges as exhibits
from pages.kernel_trick.gallery.gallery_scene import LARGEST_L, STOPS
from pages.kernel_trick.gallery.sweeps import line_fits
from tests.examples import THOROUGH, seeds
from tests.pages.challenges.answers import Answer, Answers, always, check_answers, some_states
from tests.pages.challenges.judging import Question
from tests.pages.kernel_trick.statement_numbers import is_separable

RINGS = feature_lift.data(feature_lift.LIFT_VIEWS["cone"])


def scene_of(question: Question) -> Scene:
    return parse("&".join(f"{name}={value}" for name, value in question.scene.items()))[0]


# ---- the rings ----


def raised(height: float) -> np.ndarray:
    X, _ = RINGS
    return np.column_stack([X, height * np.linalg.norm(X, axis=1)])


@always
def any_height() -> Answer:
    X, y = RINGS
    assert not is_separable(X, y)
    return "any height will do", is_separable(raised(0.05), y) and is_separable(raised(0.001), y)


@always
def widest_margin() -> Answer:
    """Answer from the widest margin of (x₁, x₂, t (x₁² + x₂²)), for increasing t."""
    X, y = RINGS
    margins = []
    for t in (0.25, 0.5, 1.0):
        features = np.column_stack([X, t * (X**2).sum(axis=1)])
        w = SVC(kernel="linear", C=1e6).fit(features, y).coef_[0]
        margins.append(1 / np.linalg.norm(w))
    assert margins == sorted(margins) and margins[0] < margins[-1]
    return "yes", margins[-1] >= 0.9


# ---- two routes ----


@always
def right_angle() -> Answer:
    x, z = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    phi = [np.array([v[0] ** 2, 2**0.5 * v[0] * v[1], v[1] ** 2]) for v in (x, z)]
    return "it is 0 too", abs(phi[0] @ phi[1]) <= 0.001


@always
def odd_degree() -> Answer:
    x = np.array([1.0, 1.0])
    values = {degree: (x @ -x) ** degree for degree in (2, 3, 4)}
    (below,) = [degree for degree, value in values.items() if value <= -1]
    return f"{below}", True


@always
def pixels() -> Answer:
    sizes = {M: 8 * comb(256 + M, M) for M in range(1, 9)}
    return f"{min(M for M, size in sizes.items() if size > 16e9)}", 256 in feature_cost.SIZES


# ---- five learners ----


def never_wrong(question: Question) -> Answer:
    """Answer after a check that the nearest neighbour makes no training error, and that the SVM
    makes as many as the frames say."""
    scene = scene_of(question)
    sample = sample_of(scene)
    assert KNeighborsClassifier(1).fit(sample.X, sample.y).score(sample.X, sample.y) == 1
    least = min(frame["test_error"] for frame in question.frames)
    frames = [frame for frame in question.frames if frame["gap"] <= TOLERANCE]
    matches = [f for f in frames if f["train_error"] >= 0.001 and f["test_error"] <= least + 0.01]
    for frame in matches[:1] + matches[-1:] or frames[::8]:
        fit = kc.fit(sample.X, sample.y, kernel_of(scene), kc.Hinge(), frame["lam"],
                     risk=scene.risk, intercept=scene.intercept)  # fmt: skip
        error_rate = np.mean(sample.y * fit.decision(sample.X) <= 0)
        assert error_rate == pytest.approx(frame["train_error"]) and (error_rate > 0 or not matches)
    return "Nearest neighbour", bool(matches)


def longest_perceptron(question: Question) -> Answer:
    scene = scene_of(question)
    X, y = sample_of(scene).X, sample_of(scene).y
    mistake_counts = {}
    for tau in sorted({frame["tau"] for frame in question.frames}):
        K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / (2 * tau**2))
        alpha = kc.learners.run_kernel_perceptron(K, y, passes(len(y)), scene.seed).alpha
        mistake_counts[tau] = np.mean(y * (K @ alpha) <= 0)
    tau = max(mistake_counts, key=mistake_counts.get)
    option = 0 if tau < 0.2 else 1 if tau < 2 else 2
    return five_learners.ABOUT_MISTAKES.options[option].label, mistake_counts[tau] >= 0.05


# ---- the gallery ----

X_LINE, Y_LINE = (lambda data: (data["points"][:, 0], data["targets"]))(line_fits.data(False))
MOONS = kc.datasets.moons(1.0)
TOLERANCE = 1e-6  # largest gap of a fit that a page calls proven


@always
def one_frequency() -> Answer:
    """Answer from ridge regression on cos ωx and sin ωx, at every ω."""
    m, follows = len(X_LINE), []
    for omega in STOPS["theta"]:
        phi = np.column_stack([np.cos(omega * X_LINE), np.sin(omega * X_LINE)])
        w = np.linalg.solve(phi.T @ phi + m * line_fits.LAM["cosine"] * np.eye(2), phi.T @ Y_LINE)
        follows.append(np.mean((phi @ w - Y_LINE) ** 2) <= 0.05)
    (first_index,) = np.nonzero(follows)
    assert 0 < len(first_index) < 10 and np.ptp(first_index) == len(first_index) - 1, (
        "neighbours of one ω"
    )
    return "only near one ω", True


@always
def settling_sum() -> Answer:
    r = np.linspace(1e-9, 6, 601)
    limit = np.sin(2 * np.pi * r) / r
    waves = np.cos(2 * np.pi * np.outer(np.arange(LARGEST_L + 1), r) / LARGEST_L).sum(axis=0)
    printed, scaled = (np.abs(a * waves - limit).max() for a in (1, 2 * np.pi / LARGEST_L))
    assert printed > 1 and waves[0] == pytest.approx(LARGEST_L + 1)
    return "with 2π/L", scaled <= 0.05


@always
def products_of_attributes() -> Answer:
    return f"{comb(4 + 8, 8)}", 4 in STOPS["dims"] and 8 in STOPS["power"]


def signs(kernel: kc.Kernel, Z: np.ndarray) -> np.ndarray:
    X, y = MOONS.sample(40, 0)
    return np.sign(kc.fit(X, y, kernel, kc.Hinge(), 0.1, risk="sum").decision(Z))


def where_few_terms_are_wrong(question: Question) -> Answer:
    tau, (Z, _) = float(question.scene["width"]), MOONS.sample(4000, 11)
    near, exact = np.linalg.norm(Z, axis=1) <= 1.2, signs(kc.RBF(tau), Z)
    differs = [signs(RBFTaylor(tau, int(N)), Z) != exact for N in STOPS["terms"][:12]]
    room = 0.02 if question.state == "asked" else -0.02  # allowance for random points
    matches = [
        d for d in differs if d[~near].mean() >= 0.2 - room and d[near].mean() <= 0.05 + room
    ]
    assert all(d[~near].mean() > d[near].mean() for d in matches)
    return "far from it", bool(matches)


def errs_one_percent_more(fit: kc.Solution, exact: kc.Solution) -> bool | None:
    """Return whether the fit's share of misclassified new points exceeds the exact fit's by more
    than 0.01; None if that is uncertain."""
    for m in (8_000, 40_000):
        Z, y = MOONS.sample(m, 11)
        fit_wrong, exact_wrong = (np.sign(fit.decision(Z)) != y for fit in (fit, exact))
        excess = fit_wrong.astype(float) - exact_wrong
        if abs(excess.mean() - 0.01) > 4 * excess.std() / m**0.5:
            return bool(excess.mean() > 0.01)
    return None


def enough_cosines(question: Question) -> Answer:
    """Answer from the page's smallest sufficient D, after a check with new points: every larger D
    on the slider has an error at most 0.01 above the exact one, up to chance."""
    scene, (X, y) = question.scene, MOONS.sample(40, 0)
    if scene["spread"] != "right":
        return "", False
    tau, draw = float(scene["width"]), int(scene["draw"])

    def fit(kernel: kc.Kernel) -> kc.Solution:
        return kc.fit(X, y, kernel, kc.Hinge(), 0.1, risk="sum")

    exact, least = fit(kc.RBF(tau)), []
    for D, above in zip(STOPS["waves"][::-1], (np.inf, *STOPS["waves"][:0:-1]), strict=True):
        errs_more = errs_one_percent_more(fit(RandomFourier(tau, int(D), draw)), exact)
        least += [above] if errs_more is not False else []
        if errs_more:
            break
    else:
        least.append(STOPS["waves"][0])
    (enough_waves,) = {frame["sufficient_waves"] for frame in question.frames}
    assert enough_waves in least
    option = 0 if enough_waves < 10 else 1 if enough_waves <= 200 else 2
    return exhibits.FOURIER.options[option].label, bool(np.isfinite(enough_waves))


@always
def variance_as_printed() -> Answer:
    """Cosines with variance τ² approach the kernel of bandwidth 1/τ; for τ = 1 it is the right
    one."""
    r = np.linspace(0, 3, 61)
    differences = {tau: np.abs(np.exp(-(r**2) * tau**2 / 2) - np.exp(-(r**2) / tau**2 / 2)).max()
           for tau in STOPS["width"]}  # fmt: skip
    assert [tau for tau in differences if differences[tau] <= 0.03] == [1.0]
    w = np.random.default_rng(5).normal(size=2000)
    rms = np.sqrt(np.mean((np.cos(np.outer(r, w)).mean(axis=1) - np.exp(-(r**2) / 2)) ** 2))
    return "at τ = 1", rms <= 0.03


@always
def other_letter() -> Answer:
    r = np.linspace(0, 6, 61)
    differences = {alpha: np.abs(np.exp(-(r**2) / alpha) - np.exp(-(r**2) / 2)).max()
           for alpha in STOPS["letter"]}  # fmt: skip
    alpha = min(differences, key=differences.get)
    return f"{alpha:g}", differences[alpha] <= 0.01 and 1.0 in STOPS["width"]


@always
def straight_between_points() -> Answer:
    """With K = min{x, z} and the smallest λ, f passes through the points and is linear between
    neighbours."""
    x, m = X_LINE + 3, len(X_LINE)
    alpha = np.linalg.solve(np.minimum.outer(x, x) + m * STOPS["firm"][0] * np.eye(m), Y_LINE)
    ends = np.sort(x)
    thirds = np.array([ends[:-1] + k * np.diff(ends) / 3 for k in range(4)])
    bends = np.diff(np.minimum(thirds[..., None], x) @ alpha, n=2, axis=0)
    assert np.abs(bends).max() < 1e-8
    mse = np.mean((np.minimum.outer(x, x) @ alpha - Y_LINE) ** 2)
    return "a straight line", mse <= 1e-4


ANSWERS: Answers = {
    feature_lift.CHALLENGES[0].id: any_height,
    feature_lift.CHALLENGES[1].id: widest_margin,
    inner_product.ABOUT_ANGLES.id: right_angle,
    inner_product.ABOUT_SIGNS.id: odd_degree,
    feature_cost.ABOUT_PIXELS.id: pixels,
    five_learners.ABOUT_ALL.id: never_wrong,
    five_learners.ABOUT_MISTAKES.id: longest_perceptron,
    exhibits.COSINE.id: one_frequency,
    exhibits.BANK.id: settling_sum,
    exhibits.POLY.id: products_of_attributes,
    exhibits.TAYLOR.id: where_few_terms_are_wrong,
    exhibits.LETTER.id: other_letter,
    exhibits.FOURIER.id: enough_cosines,
    exhibits.SLIP.id: variance_as_printed,
    exhibits.MIN.id: straight_between_points,
}
IS_THOROUGH = THOROUGH in os.environ
SOURCES = [data for data in PAGE.sources if data != "own"]
ADDRESSES = [
    *({"data": data, "seed": str(seed)} for data in SOURCES[:: 1 if IS_THOROUGH else 6]
      for seed in seeds()),
    *({"data": data, "kernel": kernel} for data in SOURCES[: None if IS_THOROUGH else 1]
      for kernel in ("linear", "poly")),
    *({"data": data, "risk": "mean"} for data in SOURCES[: None if IS_THOROUGH else 2]),
    {"map": "cubic"}, {"exponent": "4"},
    {"piece": "bank"}, {"piece": "bank", "factor": "printed", "L": "1"},
    {"piece": "poly"}, {"piece": "poly", "shift": "0"}, {"piece": "min"},
    {"piece": "taylor"}, {"piece": "taylor", "width": "2"}, {"piece": "taylor", "width": "1"},
]  # fmt: skip
if not IS_THOROUGH:
    ADDRESSES = ADDRESSES[::3]
else:
    WIDTHS = ("0.353553", "0.7", "1", "2")
    ADDRESSES += [{"piece": "fourier", "spread": "printed"}] + [
        {"piece": "fourier", "draw": draw, "width": width}
        for draw, width in zip("1471", WIDTHS, strict=True)
    ]


@pytest.mark.thorough
def test_in_every_state_what_is_asked_can_be_met_and_its_answer_is_right():
    for address in some_states(PAGE, quick=240):
        check_answers(PAGE, address, ANSWERS)


@pytest.mark.thorough(keep_every=6)
@pytest.mark.parametrize("address", ADDRESSES, ids=lambda a: "-".join(a.values()))
def test_what_is_asked_can_be_met_and_its_answer_is_right(address):
    asked_questions = [q for q in check_answers(PAGE, address, ANSWERS) if q.state == "asked"]
    assert len(asked_questions) >= 5
