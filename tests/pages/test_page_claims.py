"""Numbers in the text of pages, in digits and in words: every sentence that names one is listed
here with what computes it. Comparisons without a number: test_page_comparisons."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import comb, factorial, log, pi, sqrt
from typing import Any

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.datasets.regression_data import sine
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import replace
from pages.is_it_a_kernel import counterexample_element
from pages.is_it_a_kernel.indefinite import indefinite_fit
from pages.kernel_trick import five_learners
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from pages.kernel_trick.gallery import gallery_scene
from pages.kernel_trick.gallery.kernels import REACH
from pages.kernel_trick.gallery.sweeps import line_fits
from pages.losses import perceptron_collapse, squared_loss_regression
from pages.rbf_bandwidth.default_scene import DEFAULT as BANDWIDTH
from pages.representer_theorem import (
    feature_matrix_field,
    non_unique_alpha,
    off_span_component,
    off_span_excess,
)
from pages.representer_theorem.primal_and_dual import primal_dual_timing, primal_vs_dual
from pages.representer_theorem.proofs import gradient_proof, span_proof
from pages.svm.default_scene import DEFAULT as SVM
from tests.lab.ui.visit import looked_at
from tests.pages.challenge_claims import NOTATION, numbers, words
from tests.pages.goals import data_of, items
from tests.pages.test_shell import elements

PAGES = ("losses", "rbf_bandwidth", "svm", "kernel_trick", "is_it_a_kernel", "representer_theorem")

# Names that have a number in them: of notes and their parts, and symbols of a formula.
NAMES = re.compile(
    r"\([^()]*\b00[0-4][^()]*\)|\b00[0-4]\b|§ ?\d+|[Ss]ections? \d"
    r"|Figures? \d(?:[, \d]*(?:to|and) \d)?|Theorem \w+\.\d|eq(?:uation|\.)? \(\d\)|`[^`]*`"
)
MATH = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
SET = re.compile(r"=\s*(\d[\d.]*)")  # in a formula: a symbol that is given a value
NOT_TEXT = {"query", "options", "sweep", "sweeps", "sample", "address", "frames", "formula"}
# What follows a formula stands in it on a page, see `prose` in lab/ui/steps/markdown.py.
AT_ITS_END = re.compile(r"\\text\{([,.;:!?)])\}\$")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")  # as `lab.ui.steps.markdown.plain` writes it
ENDS = re.compile(r"(?<=[.:?!])\s+(?=[A-ZÀ-ž$φ])|\n\n|\n(?=\|)")

Compute = Callable[[], set[float]]
CLAIMS: dict[tuple[str, str], Compute] = {}


def claim(page: str, *parts: str):
    """What computes the numbers of the sentences of a page that have one of these parts."""

    def register(compute: Compute) -> Compute:
        for part in parts:
            CLAIMS[page, part] = compute
        return compute

    return register


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        if value.get("kind") not in ("challenge", "quiz"):  # tests/lab looks at those
            yield from (one for key, own in value.items() if key not in NOT_TEXT
                        for one in strings(own))  # fmt: skip
    elif isinstance(value, list | tuple):
        yield from (one for own in value for one in strings(own))


def sentences(name: str) -> list[str]:
    """Each once, of the page's Markdown and of its live elements."""
    page = looked_at(f"{name}/page.py")
    texts = [own.value for own in [*page.markdown, *page.caption, *page.header, *page.subheader]]
    for data in elements(page).values():
        for place in ("main", "side", "below"):
            texts += [one for one in strings(data[place]) if " " in one]
    apart = (AT_ITS_END.sub(r"$\1", text) for text in texts)
    read = (text if "$" in text else ESCAPED.sub(r"\1", text) for text in apart)
    said = (NAMES.sub("¤", text) for text in read)
    parts = (p for text in said for p in ENDS.split(text))
    return list(dict.fromkeys(" ".join(part.split()) for part in parts))


def named(sentence: str) -> set[float]:
    """The numbers that a sentence names; of a formula, those that a symbol is set to."""
    given = {float(n.rstrip(".")) for math in MATH.findall(sentence) for n in SET.findall(math)}
    text = MATH.sub("¤", sentence)
    return given | set(numbers(text)) | set(words(text))


# ---- Losses ----


@claim("losses", "divided by log 2")
def what_lifts_the_logistic_loss():
    at_0 = float(kc.Logistic().value(0.0, 1))
    assert np.isclose(at_0, log(2))
    return {2.0, round(at_0, 3)}


@claim("losses", "above if doubled", "the squared loss doubled")
def what_lifts_the_others():
    for loss in (kc.Squared(), kc.Huber()):
        assert float(loss.value(0.0, 1)) == 1 / 2
    z = np.linspace(-3, 1, 41)
    double = 2 * kc.Squared().value(z, np.ones(41))
    np.testing.assert_allclose(kc.SquaredHinge().value(z, np.ones(41)), double)
    assert not kc.SquaredHinge().value(np.array([1.5, 3]), np.ones(2)).any(), "no charge beyond"
    return {2.0, 1 / 2}


@claim("losses", "varepsilon = 0.25")
def width_of_the_tube():
    return {kc.EpsilonInsensitive().epsilon}


@claim("losses", "sets the nine losses apart")
def losses_of_the_table():
    (table,) = [m.value for m in looked_at("losses/page.py").markdown if "| zero-one |" in m.value]
    return {table.count("\n| ") - 2.0}


@claim("losses", "Four losses, four lines")
def losses_of_the_lab():
    data = data_of(looked_at("losses/page.py"), "outlier")
    return {float(len([plane for plane in items(data, "plane") if plane.get("small")]))}


@claim("losses", "The lines are P(y = 1 | x)")
def levels_of_probability():
    data = data_of(looked_at("losses/page.py"), "how-sure")
    (levels,) = [plane["levels"] for plane in items(data, "plane") if plane.get("levels")]
    return {round(1 / (1 + np.exp(-level["f"])), 9) for level in levels}


@claim("losses", "scaled by t, from")
def ends_of_the_ray():
    scales = perceptron_collapse._T
    return {float(scales[0]), float(scales[-1])}


@claim("losses", "three losses")
def losses_over_the_angle():
    sent = data_of(looked_at("losses/page.py"), "turn")["sweeps"][0]["sweep"]["tensors"]
    return {float(len([name for name in sent if name.startswith("risk_")]))}


@claim("losses", "eight houses", "in 100 m²")
def houses():
    return {float(len(squared_loss_regression.AREA)), 100.0}  # and the unit of their area


@claim("losses", "three classes", "score of class", "classes 1 and 2")
def names_of_classes():
    assert len(items(data_of(looked_at("losses/page.py"), "score"), "slider")) == 3
    return {1.0, 2.0, 3.0}


# ---- RBF bandwidth ----


@claim("rbf_bandwidth", "that this page opens with")
def the_scene_that_is_told():
    data = data_of(looked_at("rbf_bandwidth/page.py"), "six-bandwidths")
    return {
        float(len(sample_of(BANDWIDTH).y)),
        max(items(data, "panels")[0]["values"]),
    }


@claim("rbf_bandwidth", "of the points $f$ has the sign", "Summing leaves two bent branches")
def shares_of_a_straight_line():
    shares = set()
    for risk in ("mean", "sum"):
        s = problem(replace(BANDWIDTH, tau=3.2, risk=risk)).fit()
        f, rows = s.decision(s.X), np.column_stack([np.ones(len(s.X)), s.X])
        line = rows @ np.linalg.lstsq(rows, f, rcond=None)[0]
        shares.add(round(float(np.mean(np.sign(line) == np.sign(f))), 2))
    return shares


@claim("rbf_bandwidth", "lambda half times alpha K alpha")
@claim("representer_theorem", "lambda half times alpha K alpha")
def half_of_the_norm():
    shares = set()
    for risk, total in (("sum", np.sum), ("mean", np.mean)):
        s = problem(replace(BANDWIDTH, risk=risk)).fit()
        loss = total(np.maximum(0, 1 - s.y * s.decision(s.X)))
        shares.add(round((s.primal - loss) / (s.lam * s.alpha @ s.kernel(s.X, s.X) @ s.alpha), 6))
    return shares


@claim("rbf_bandwidth", "at six bandwidths")
def bandwidths_in_a_row():
    data = data_of(looked_at("rbf_bandwidth/page.py"), "six-bandwidths")
    assert {len(row["values"]) for row in items(data, "panels")} == {6}
    return {6.0}


@claim("rbf_bandwidth", "on the dotted circle", "at 1.18 τ, K is ½")
def radius_of_half_a_bump():
    r = round(sqrt(2 * log(2)), 2)
    assert np.isclose(kc.RBF(tau=1.0)(np.zeros((1, 1)), np.full((1, 1), r)), 1 / 2, atol=0.002)
    return {r, 1 / 2}


# ---- SVM ----


@claim("svm", "Minimise half the squared norm", "minus half of alpha K alpha")
def halves_of_the_norm_in_both_forms():
    s = problem(replace(SVM, risk="sum")).fit()
    f, norm2 = s.decision(s.X), s.alpha @ s.kernel(s.X, s.X) @ s.alpha
    slack = np.maximum(0, 1 - s.y * f).sum()
    primal, dual = (s.primal - slack) / s.lam / norm2, (s.y @ s.alpha - s.dual / s.lam) / norm2
    return {round(primal, 6), round(dual, 6)}


# ---- Kernel trick ----


@claim("kernel_trick", "− 2K(x, z)")
def distance_from_k_alone():
    x, z = np.array([[1.0, 2.0]]), np.array([[-0.5, 0.3]])
    K = kc.RBF(0.7) + kc.Linear()
    mixed = (K(x, x) + K(z, z) - ((K(x, x) - K(x, z)) + (K(z, z) - K(x, z)))) / K(x, z)
    return {float(mixed.round(9).item())}


@claim("kernel_trick", "√2 x₁x₂", "the one for degree 2")
def root_of_the_mixed_term():
    features = kc.Polynomial(2, 0.0).features(np.array([[3.0, 5.0]]))[0]
    assert np.isclose(features, sqrt(2) * 15).any()
    return {2.0}


@claim("kernel_trick", "five answers")
def learners():
    return {float(len(five_learners.FIVE))}


@claim("kernel_trick", "Six kernels")
def kernels_of_the_gallery():
    return {float(len(gallery_scene.PIECES))}


@claim("kernel_trick", "2π/L", "2(L + 1)", "(x − x′)) dθ from 0 to 2π")
def waves_of_the_bank():
    L, x, z = 8, np.array([[0.4]]), np.array([[-0.3]])
    printed = kc.kernels.CosineSeries(L, scaled=False)
    assert printed.features(x).shape[1] == 2 * (L + 1)
    own = sum(np.cos(2 * pi * k / L * 0.7) for k in range(L + 1))
    assert np.isclose(printed(x, z).item(), own)
    fine = np.linspace(0, 2 * pi, 20_001)
    integral = np.trapezoid(np.cos(fine * 0.7), fine)
    assert np.isclose(integral, np.sin(2 * pi * 0.7) / 0.7)
    scaled = [kc.kernels.CosineSeries(n, scaled=True)(x, z).item() for n in (20, 1000)]
    assert abs(scaled[1] - integral) < abs(scaled[0] - integral) < 1
    return {2.0}


@claim("kernel_trick", "Drag L to")
def the_largest_l():
    return {float(gallery_scene.LARGEST_L)}


@claim("kernel_trick", "/2τ²", "≈ (1/D) Σ")
def exponent_of_the_rbf():
    k = kc.RBF(tau=0.7)(np.zeros((1, 1)), np.ones((1, 1))).item()
    return {round(-1 / (0.7**2 * log(k)), 9)}


@claim("kernel_trick", "N(N + 1)/2")
def monomials_below_a_degree():
    for N in (1, 2, 3, 6):
        assert sum(len([*combinations_with_replacement("xy", k)]) for k in range(N)) == comb(
            N + 1, 2
        )
        assert comb(N + 1, 2) == N * (N + 1) / 2
        assert factorial(N) >= N
    return {2.0}


@claim("kernel_trick", "has rank 2")
def rank_of_a_cosine():
    X, _ = sine().sample(line_fits._M, line_fits._SEED)
    return {float(len(X)), float(np.linalg.matrix_rank(kc.Cosine(1.6)(X, X)))}


@claim("kernel_trick", "Half of each weight goes to x")
def shares_of_a_weight():
    x = np.array([[0.7, -0.4]])
    weights = kc.Polynomial(3, 0.5).features(x)[0] / kc.Polynomial(3, 0.0).features(x)[0][:1]
    assert np.isfinite(weights).all()
    return {1 / 2}


@claim("kernel_trick", "multiple of 2π/θ")
def where_points_look_alike():
    x = np.array([[0.3]])
    assert np.isclose(kc.Cosine(1.6)(x, x + 2 * pi / 1.6).item(), 1)
    return {2.0}


@claim("kernel_trick", "2d features")
def features_a_coordinate():
    assert kc.Cosine(1.6).features(np.ones((1, 3))).shape[1] == 2 * 3
    return {2.0}


@claim("kernel_trick", "(1 − k²)/√2")
def error_of_one_cosine():
    rng, tau, r = np.random.default_rng(0), 1.0, 0.9
    w = rng.normal(0, 1 / tau, 400_000)
    k = np.exp(-(r**2) / 2)
    assert np.isclose(np.cos(w * r).std(), (1 - k**2) / sqrt(2), rtol=0.01)
    return {2.0}


@claim("kernel_trick", "ten times the accuracy")
def cosines_for_a_digit():
    return {10.0, 10.0**2}  # of an error that falls like 1/√D


@claim("kernel_trick", "they meet at α = 2τ²", "2τ²", "√(2ᵏ/(αᵏ k!))")
def the_other_letter():
    tau = 0.8
    x = np.array([[0.6]])
    alpha = 2 * tau**2
    assert np.isclose(np.exp(-0.36 / alpha), kc.RBF(tau)(x, 0 * x).item())
    features = [sqrt(2**k / (alpha**k * factorial(k))) for k in range(30)]
    z = -0.4
    series = sum((c * 0.6**k) * (c * z**k) for k, c in enumerate(features))
    assert np.isclose(series * np.exp(-(0.36 + z**2) / alpha), np.exp(-((0.6 - z) ** 2) / alpha))
    return {2.0}


@claim("kernel_trick", "those of the other pictures, moved")
def how_far_they_are_moved():
    moved = line_fits.data(True)["points"] - line_fits.data(False)["points"]
    assert np.allclose(moved, [REACH, 0]) and line_fits.data(True)["points"][:, 0].min() >= 0
    return {REACH}


@claim("kernel_trick", "The perceptron was stopped after")
def passes():
    return {float(five_learners.passes(TRICK.m))}


# ---- Is it a kernel? ----


@claim("is_it_a_kernel", "A thousand without one settle nothing")
def matrices_that_settle_nothing():
    """A thousand sets of points on which a function that is no kernel shows nothing below 0."""
    rng, least = np.random.default_rng(0), []
    for _ in range(1000):
        X = rng.uniform(0, 4, (3, 1))  # min{x, x′} where it has features
        least.append(np.linalg.eigvalsh(np.minimum(X, X.T)).min())
    assert min(least) > -1e-12
    X = np.array([[-1.0]])
    assert np.minimum(X, X.T).item() < 0, "and one matrix settles it"
    return {float(len(least))}


@claim("is_it_a_kernel", "the RBF kernel with τ")
def the_letter_of_a_formula():
    X = np.array([[0.0], [0.3]])
    parsed = kc.expression.kernel_of(kc.expression.read("rbf(0.4)"))
    assert np.allclose(parsed(X, X), kc.RBF(tau=0.4)(X, X))
    return {0.4}


@claim("is_it_a_kernel", "matrices and")
def what_a_search_may_cost():
    return {float(counterexample_element.BUDGET), float(counterexample_element.SECONDS)}


@claim("is_it_a_kernel", "the hinge loss, λ =")
def the_fit_of_a_non_kernel():
    assert len(indefinite_fit.sample()[1]) == 16 and indefinite_fit.LOSS.name == "hinge"
    return {indefinite_fit.LAM, 16.0}


@claim("is_it_a_kernel", "Penalty λ/2")
def half_a_lambda():
    at = indefinite_fit.at({}, "")
    tensors = indefinite_fit.risk_sweep(at)["tensors"]
    t, penalty = (np.array(tensors[name]["data"]) for name in ("stops", "penalty"))
    quadratic = t[-1] ** 2 * at.c @ at.K @ at.c
    return {round(float(indefinite_fit.LAM * quadratic / penalty[-1]), 3)}


@claim("is_it_a_kernel", "on these points is no Gram matrix")
def what_fit_says():
    return {round(indefinite_fit.at({}, "").lowest, 1), 2.0}  # the square in the kernel's formula


@claim("is_it_a_kernel", "J at t =")
def the_far_end():
    return {indefinite_fit.FAR}


# ---- Representer theorem ----


@claim("representer_theorem", "forty directions to waste", "forty of the fifty",
       "The same with fifty features")  # fmt: skip
def directions_off_the_span():
    X, _ = off_span_excess.random_wide_problem(off_span_excess.FEATURES, off_span_excess.POINTS)
    span = np.linalg.matrix_rank(X)
    return {2.0, *map(float, (len(X), X.shape[1] - span, X.shape[1]))}  # and the half of λ/2


@claim("representer_theorem", "Step 1 of")
def steps_of_the_proof():
    assert len(span_proof.walk().steps) > 1
    return {1.0, float(len(gradient_proof.walk().steps))}


@claim("representer_theorem", "here it is the squared loss")
def problem_of_the_proof():
    return {float(len(gradient_proof.X)), gradient_proof.LAM, *map(float, gradient_proof.Y)}


@claim("representer_theorem", "here m = 8")
def both_roads():
    return {float(primal_vs_dual.POINTS), primal_vs_dual.LAM}


@claim("representer_theorem", "(λ/2)‖θ‖²")
def halves():
    return {2.0}


@claim("representer_theorem", "every one of the five", "for five r")
def five_prices():
    return {float(len(off_span_component._LINES)), 5.0}


@claim("representer_theorem", "‖θ‖ is beyond")
def the_edge_of_the_step():
    return {off_span_component._LONG}


@claim("representer_theorem", "others")
def draws():
    return {float(off_span_excess.DRAWS)}


@claim("representer_theorem", "Here λ =", "A step at ‖θ‖")
def prices_of_the_draws():
    return {off_span_excess.LAM, off_span_excess.EDGE}


@claim("representer_theorem", "half as long")
def length_of_the_price():
    return {gradient_proof.LAM}


@claim("representer_theorem", "twice as long")
def without_the_mean():
    return {float(len(gradient_proof.X))}  # θ without the 1/m is m times too long


@claim("representer_theorem", "three pieces")
def pieces_of_a_gradient():
    return {len(gradient_proof.X) + 1.0}  # a loss each, and the price


@claim("representer_theorem", "m = 128", "p = 128")
def the_number_that_stays():
    return {float(primal_dual_timing.FIXED)}


@claim("representer_theorem", "the twins 2 and 5", "points 2 and 5")
def twins():
    i, j = non_unique_alpha.TWINS
    assert np.array_equal(non_unique_alpha.X[i], non_unique_alpha.X[j])
    return {i + 1.0, j + 1.0}


@claim("representer_theorem", "with at most three decimals")
def cells_of_phi():
    return {
        float(feature_matrix_field.LARGEST),
        -float(feature_matrix_field.LARGEST),
        float(
            next(
                k
                for k in range(9)
                if not re.fullmatch(feature_matrix_field.NUMBER, "1." + "5" * (k + 1))
            )
        ),
    }


@pytest.mark.parametrize("name", PAGES)
def test_every_number_in_the_text_of_a_page_is_computed(name):
    claims = {part: compute for (page, part), compute in CLAIMS.items() if page == name}
    used, wrong = set(), []
    for sentence in sentences(name):
        told = named(sentence) - NOTATION
        parts = [part for part in claims if part in sentence]
        used |= set(parts)
        known = set().union(*(claims[part]() for part in parts))
        if left := {n for n in told if not any(np.isclose(n, k, rtol=1e-9) for k in known)}:
            wrong.append(f"{sorted(left)}: {sentence}")
    assert not wrong, "\n".join(wrong)
    assert used == set(claims), f"said no more: {set(claims) - used}"
