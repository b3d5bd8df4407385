"""The proofs, step by step: every step is true of the numbers that it shows, and has its own
picture."""

import json
import re

import numpy as np
import pytest

from lab.ui.palette import THEMES
from pages.representer_theorem.mathematics.regularisers import HalfSquaredNorm
from pages.representer_theorem.mathematics.span import (
    orthogonal_split,
    regularised_risk,
    span_bases,
)
from pages.representer_theorem.proofs import gradient_proof, span_proof
from pages.representer_theorem.proofs.proof_choice import WALKS

SYMBOLS = {
    "2.1": ("J_\\lambda", "\\nabla_\\theta", "w_i", "\\alpha_i", "\\frac{1}{\\lambda m}"),
    "A.1": ("V^\\perp", "\\nu_i", "\\mu_i", "(6b)", "(6a)", "\\theta^{(\\alpha)}"),
}


def read(walk):
    return {n: np.reshape(t["data"], t["shape"]) for n, t in walk.sweep()["tensors"].items()}


def numbers(text):
    return [float(match.replace("−", "-")) for match in re.findall(r"−?\d+\.\d+", text)]


def titled(walk, title):
    (step,) = (step for step in walk.steps if step.title == title)
    return step


@pytest.fixture(params=WALKS)
def walk_name(request):
    return request.param, WALKS[request.param]


# ---- both proofs ----


def test_every_step_has_words_a_formula_and_a_picture(walk_name):
    key, walk = walk_name
    assert 8 <= len(walk.steps) <= 12
    for step in walk.steps:
        assert step.title and step.formula and step.description.endswith(".")
        words = re.sub(r"\$[^$]*\$", "x", step.text)
        assert 5 < len(words.split()) < 60, step.title
        assert step.text.count("$") % 2 == 0
        for text in (step.text, step.formula):
            assert text.count("{") == text.count("}") and "nan" not in text
        assert step.shows and set(step.shows) <= set(walk.parts), step.title
    formulas = " ".join(step.formula for step in walk.steps)
    assert all(symbol in formulas for symbol in SYMBOLS[key])


def test_every_part_is_shown_in_some_step_and_names_existing_tensors(walk_name):
    _, walk = walk_name
    walk_tensors = read(walk)
    assert {name for step in walk.steps for name in step.shows} == set(walk.parts)
    for name, part in walk.parts.items():
        tensors = {part[k] for k in ("from", "to", "at", "u", "v", "along") if part.get(k)}
        assert tensors <= set(walk_tensors), name
        assert all(part["tone"] in theme for theme in THEMES.values())


def test_the_picture_shows_the_parts_of_its_step_and_no_others(walk_name):
    _, walk = walk_name
    tensors = read(walk)
    assert tensors["stops"].tolist() == list(range(1, len(walk.steps) + 1))
    for k, step in enumerate(walk.steps):
        visible = {name for name in walk.parts if tensors[f"on_{name}"][k] > 0}
        assert visible == set(step.shows)


def test_it_travels_as_a_small_text(walk_name):
    assert len(json.dumps(walk_name[1].sweep(), allow_nan=False)) < 20_000


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("8", 8),
        ("0", 1),
        ("11", 1),
        ("", 1),
        ("two", 1),
        ("-3", 1),
        ("٣", 1),
        ("99999", 1),
    ],
)
def test_an_invalid_step_is_the_first(text, number):
    assert WALKS["2.1"].number(text) == number


# ---- Theorem 2.1 ----


def test_the_slopes_are_the_derivative_of_the_risk():
    """Compare the slopes with differences of J_λ."""

    def J(theta):
        g = gradient_proof
        return g.LOSS.value(g.X @ theta, g.Y).mean() + g.LAM / 2 * theta @ theta

    for theta in (gradient_proof.ARBITRARY_THETA, gradient_proof.minimiser()[1]):
        h = 1e-6
        slopes = [(J(theta + h * e) - J(theta - h * e)) / (2 * h) for e in np.eye(3)]
        np.testing.assert_allclose(gradient_proof.gradient(theta)[2], slopes, atol=1e-8)


def test_the_walk_along_the_pieces_closes_only_at_the_minimum():
    tensors, first = read(WALKS["2.1"]), gradient_proof.FIRST_AT_MINIMUM - 1
    length = np.linalg.norm(tensors["end"], axis=1)
    assert (length[:first] > 0.5).all() and (length[first:] < 1e-8).all()
    np.testing.assert_allclose(tensors["both"] + tensors["price"], tensors["end"], atol=1e-4)
    (values,) = numbers(titled(WALKS["2.1"], "The whole gradient").text)
    assert values == pytest.approx(length[0], abs=0.005)


def test_the_minimiser_is_the_sum_that_the_last_step_reads_off():
    g, tensors = gradient_proof, read(WALKS["2.1"])
    alpha, best = g.minimiser()
    ridge = np.linalg.solve(g.X @ g.X.T + g.LAM * 2 * np.eye(2), g.Y)
    np.testing.assert_allclose(alpha, ridge, atol=1e-12)
    w = g.gradient(best)[0]
    np.testing.assert_allclose(alpha, -w / (g.LAM * 2), atol=1e-12)
    np.testing.assert_allclose(tensors["a1"] + tensors["a2"], tensors["theta"][-1], atol=1e-4)
    values = numbers(titled(WALKS["2.1"], "Read off α").text)
    np.testing.assert_allclose(values, [*alpha, *alpha], atol=6e-4)
    assert numbers(titled(WALKS["2.1"], "A name for the slopes").text) == pytest.approx(
        [*w], abs=0.006
    )


def test_what_the_notes_print_is_m_times_as_long_and_no_minimum():
    """The printed θ = −(1/λ) Σ w_i x_i lacks the factor 1/m."""
    g, tensors = gradient_proof, read(WALKS["2.1"])
    _, best = g.minimiser()
    w = g.gradient(best)[0]
    printed = -(w @ g.X) / g.LAM
    np.testing.assert_allclose(tensors["printed"], printed, atol=1e-4)
    np.testing.assert_allclose(printed, 2 * best, atol=1e-12)
    assert np.linalg.norm(g.gradient(printed)[2]) > 0.5


def test_no_theta_near_the_minimiser_is_better():
    g = gradient_proof
    _, best = g.minimiser()
    near = best + np.random.default_rng(0).normal(scale=0.1, size=(200, 3))
    r = HalfSquaredNorm(g.LAM)
    least = regularised_risk(best, g.X, g.Y, g.LOSS, r)
    assert regularised_risk(near, g.X, g.Y, g.LOSS, r).min() > least


# ---- Theorem A.1 ----


def test_the_directions_are_orthonormal_and_make_theta():
    tensors = read(WALKS["A.1"])
    frame = np.stack([tensors["v1"], tensors["v2"], tensors["u"]])
    np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-4)
    v = span_bases(span_proof.X).v
    np.testing.assert_allclose(frame[:2] @ v @ v.T, frame[:2], atol=1e-4, err_msg="v spans V")
    nu = frame[:2] @ tensors["theta"]
    assert (nu > 0).all()
    values = numbers(titled(WALKS["A.1"], "θ in these directions").text)
    assert values == pytest.approx([*nu, frame[2] @ tensors["theta"]], abs=0.006)
    np.testing.assert_allclose(nu @ frame[:2], tensors["inside"], atol=1e-4)


def test_the_part_in_v_is_the_sum_with_the_alpha_that_is_shown():
    tensors = read(WALKS["A.1"])
    part = orthogonal_split(tensors["theta"], span_proof.X)
    title = "The part in V is a linear combination of the examples"
    values = numbers(titled(WALKS["A.1"], title).text)
    assert values == pytest.approx([*part.alpha], abs=0.06)
    np.testing.assert_allclose(tensors["a1"] + tensors["a2"], part.in_span, atol=1e-4)
    np.testing.assert_allclose(span_proof.X @ tensors["u"], 0, atol=1e-4)


def test_lengths_feet_and_predictions_of_theta_and_its_part_in_the_span():
    tensors = read(WALKS["A.1"])
    theta, inside, X = tensors["theta"], tensors["inside"], span_proof.X
    long, short, remainder = numbers(titled(WALKS["A.1"], "The length").text)
    assert long == pytest.approx(short + remainder) == pytest.approx(theta @ theta, abs=0.006)
    assert short == pytest.approx(inside @ inside, abs=0.006)
    for foot, x in zip(tensors["feet"], X, strict=True):
        assert np.linalg.norm(np.cross(foot, x)) < 1e-4, "on the line of x"
        for end in (theta, inside):
            assert (end - foot) @ x == pytest.approx(0, abs=1e-3), (
                "θ and its part in the span have the same foot"
            )
    values = numbers(titled(WALKS["A.1"], "The predictions").text)
    assert values == pytest.approx([*(X @ theta)], abs=0.006)
    assert values == pytest.approx([*(X @ inside)], abs=0.006)


def test_the_chain_ends_with_the_smaller_risk():
    tensors, s = read(WALKS["A.1"]), span_proof
    values = numbers(titled(WALKS["A.1"], "Together").text)
    J = [regularised_risk(tensors[name], s.X, s.Y, s.LOSS, s.R) for name in ("theta", "inside")]
    assert values == pytest.approx(J, abs=6e-4) and values[0] > values[1]
    assert s.R(2.0) == 2.0**2 / 8, "as the step says"
