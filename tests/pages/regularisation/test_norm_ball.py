"""Diamond and disc, shrinkage, recovery and the bound: drawings and answers, compared with other
computations."""

import bisect
import functools
import json
from urllib.parse import urlencode

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom

from lab.endpoints.benchmark_stream import Benchmark, read_measured
from lab.scene.scene import SceneError
from pages.regularisation import implicit_regularisation
from pages.regularisation.guarantees import pac, sparse_recovery
from pages.regularisation.mathematics.pac import binomial_interval
from pages.regularisation.mathematics.sparse_recovery import sparse_problem
from pages.regularisation.penalties import norm_ball, shrinkage_curves


def read_tensors(sweep):
    return {
        n: np.reshape(t["data"], t["shape"])
        for n, t in sweep["tensors"].items()
        if not isinstance(t["data"], str)
    }


# ---- the diamond and the disc ----


@pytest.mark.parametrize("shape", norm_ball.SHAPES)
@pytest.mark.parametrize("hat", [(1.2, 1.8), (-2.0, 0.3), (0.4, -0.2)])
def test_the_touching_points_are_scipys(shape, hat):
    A, tensors = np.array(norm_ball.SHAPES[shape][1]), read_tensors(norm_ball.sweep(hat, shape))
    for k in (3, 9, 20):
        beta = norm_ball.STOPS[k]
        for name, norm in (("l2", 2), ("l1", 1)):
            limit = {"type": "ineq", "fun": lambda w, n=norm, b=beta: b - np.linalg.norm(w, n)}
            starts = beta * np.array([[0.5, 0.0], [0.0, 0.5], [-0.5, 0.0], [0.3, 0.3], [0.0, -0.5]])
            best = min(
                minimize(lambda w: (w - hat) @ A @ (w - hat), s, constraints=limit).fun
                for s in starts
            )
            assert tensors[f"rss_{name}"][k] == pytest.approx(best, abs=2e-4)
            assert np.linalg.norm(tensors[f"w_{name}"][k], norm) <= beta * (1 + 1e-4)


def test_the_diamond_has_exact_zeros_and_the_disc_has_none():
    tensors = read_tensors(norm_ball.sweep((1.2, 1.8), "tilted"))
    corner = tensors["zeros_l1"] >= 1
    assert corner.any() and not corner.all()
    assert (np.abs(tensors["w_l1"][corner]).min(axis=1) == 0).all()
    assert (tensors["zeros_l2"] == 0).all()
    for name in norm_ball.BALLS:
        drawn_tensors = norm_ball.tensors_at((1.2, 1.8), "tilted", 1.0)
        assert drawn_tensors[f"gap_{name}"] <= 1e-9


def test_a_dragged_place_is_the_same_picture_as_the_whole_sweep():
    query = urlencode({"hat": "1.2,1.8", "shape": "long", "beta": norm_ball.STOPS[7]}).encode()
    single, full_sweep = (
        read_tensors(norm_ball._answer(query)),
        read_tensors(norm_ball.sweep((1.2, 1.8), "long")),
    )
    for name, values in single.items():
        if name == "stops":
            continue
        expected = (
            full_sweep[name] if values.shape == full_sweep[name].shape else full_sweep[name][7:8]
        )
        np.testing.assert_array_equal(values, expected)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"hat": "1;2"}, "two numbers"),
        ({"hat": "nan,1"}, "two numbers"),
        ({"hat": "9,1"}, "two numbers"),
        ({"hat": "1,1", "shape": "<b>"}, "shape"),
    ],
)
def test_a_bad_place_is_refused_with_a_message(query, message):
    with pytest.raises(SceneError) as refusal:
        norm_ball._answer(urlencode(query).encode())
    assert message in refusal.value.problem.message


# ---- a single coefficient ----


def test_the_three_curves_minimise_their_own_penalties():
    tensors, w = read_tensors(shrinkage_curves.sweep()), np.linspace(-4, 4, 8001)
    costs = {"ridge": np.square(w), "soft": np.abs(w), "hard": (w != 0).astype(float)}
    for k in (0, 7, 25):
        lam = shrinkage_curves.STOPS[k]
        for name, cost in costs.items():
            for i in (3, 52, 77, 118):
                b = tensors["b"][i]
                best = np.min(np.square(w - b) + lam * cost)
                value = tensors[name][k, i]
                penalty = {"ridge": value**2, "soft": abs(value), "hard": float(value != 0)}[name]
                assert (value - b) ** 2 + lam * penalty <= best + 1e-4


# ---- gradient descent ----


@pytest.mark.parametrize("start", implicit_regularisation.STARTS)
def test_descent_ends_at_the_least_norm_plus_the_starts_null_space_part(start):
    tensors, begin = (
        read_tensors(implicit_regularisation.sweep(start)),
        np.array(implicit_regularisation.STARTS[start][1]),
    )
    pinv = np.linalg.pinv(implicit_regularisation.X)
    limit = pinv @ implicit_regularisation.Y + begin - pinv @ (implicit_regularisation.X @ begin)
    np.testing.assert_allclose([tensors["hx"][-1], tensors["hy"][-1]], limit, atol=1e-4)
    assert (np.diff(tensors["rss"]) <= 0).all() and tensors["rss"][-1] < 1e-8
    assert (tensors["from_least"][-1] < 1e-4) == (start == "zero")
    assert (tensors["wide_from"][-1] < 1e-3) == (start == "zero"), "with 20 unknowns too"
    for t in (0, 5, 40):
        np.testing.assert_allclose(tensors["wx"][t, : t + 1], tensors["hx"][: t + 1], atol=1e-4)


# ---- recovery ----


def test_a_cell_counts_what_a_linear_programme_finds():
    """Compute the smallest ‖w‖₁ with Xw = y by scipy's linear programme."""
    from scipy.optimize import linprog

    for place in (sparse_recovery.ProblemSize(16, 4), sparse_recovery.ProblemSize(8, 6)):
        exact = 0
        for trial in range(sparse_recovery.TRIALS):
            X, y, w = sparse_problem(place.n, sparse_recovery.D, place.s, 0, trial)
            solution = linprog(
                np.ones(2 * sparse_recovery.D), A_eq=np.hstack([X, -X]), b_eq=y, bounds=(0, None)
            )
            w_found = solution.x[: sparse_recovery.D] - solution.x[sparse_recovery.D :]
            exact += np.linalg.norm(w_found - w) <= 1e-3 * np.linalg.norm(w)
        cell = sparse_recovery.count(place)
        assert cell.successes == exact and cell.gap <= 1e-6


def test_every_cell_once_coarse_before_fine():
    assert (
        len(set(sparse_recovery.PLACES)) == len(sparse_recovery.NS) * len(sparse_recovery.SS) == 144
    )
    first = sparse_recovery.PLACES[:4]
    assert len({p.n for p in first}) > 1 and len({p.s for p in first}) > 1


def test_a_cells_answer_is_json(monkeypatch):
    cell = sparse_recovery.count(sparse_recovery.ProblemSize(12, 1))
    monkeypatch.setattr(
        sparse_recovery.BENCHMARK, "results", {sparse_recovery.ProblemSize(12, 1): cell}
    )
    sent_cell = json.loads(
        json.dumps(sparse_recovery.row(sparse_recovery.ProblemSize(12, 1), cell))
    )
    assert sent_cell["n"] == 12 and sent_cell["successes"] == cell.successes
    assert sent_cell["constant"] is None, "one cell shows no border"


def test_the_map_that_comes_with_the_page_is_whole_and_is_what_is_counted():
    table = read_measured(sparse_recovery.MEASURED_FILE)
    cells = {sparse_recovery.ProblemSize(cell["n"], cell["s"]): cell for cell in table["cells"]}
    assert set(cells) == set(sparse_recovery.PLACES) and table["day"].endswith(" 2026")
    for place in [sparse_recovery.ProblemSize(*size) for size in ((8, 1), (16, 4), (24, 6))]:
        assert cells[place]["successes"] == sparse_recovery.count(place).successes


def test_what_is_kept_of_a_benchmark_is_read_back(tmp_path):
    benchmark = Benchmark(
        lambda cell: 2.5 * cell, cells=(1, 2), row=lambda c, t: {"method": "a", "n": c, "t": t}
    )
    benchmark.save(tmp_path / "kept.toml")
    rows = [{"method": "a", "n": 1, "t": 2.5}, {"method": "a", "n": 2, "t": 5.0}]
    assert read_measured(tmp_path / "kept.toml")["cells"] == rows and benchmark.is_complete()


# ---- the sufficient number of examples ----


def test_the_calculator_is_the_notes_formula():
    answer = pac.answer("guessers", 50, 0.1, 0.05, 70)
    assert answer["sufficient_examples"] == int(np.ceil(np.log(50 / 0.05) / 0.1))
    assert answer["failure_bound"] == pytest.approx(50 * np.exp(-7.0))
    assert answer["failure_probability"] == pytest.approx(1 - (1 - 0.9**70) ** 49)
    assert (np.array(answer["exact"]) <= np.array(answer["bound"]) + 1e-12).all()


@pytest.mark.thorough("20", "70")
@pytest.mark.parametrize("kind", pac.KINDS)
@pytest.mark.parametrize("n", [20, 45, 70])
def test_the_experiment_never_breaks_the_bound_and_meets_the_truth(kind, n):
    answer = pac.answer(kind, 50, 0.1, 0.05, n)
    *_, (sets, failures, low, high) = pac.draws(kind, 50, 0.1, n, 1000, seed=1)
    assert sets == 1000 and low <= failures / sets <= high
    assert low <= answer["failure_bound"], "the bar reaches below the bound"
    assert low <= answer["failure_probability"] <= high
    assert pac.draws(kind, 50, 0.1, n, 1000, seed=1)[-1] == [sets, failures, low, high]


@pytest.mark.thorough("20", "70", "guessers")
@pytest.mark.parametrize("kind", pac.KINDS)
@pytest.mark.parametrize("n", [20, 45, 70])
def test_a_bar_lies_above_the_true_share_as_seldom_as_its_level_says(kind, n):
    """Add the probabilities of all tallies of 1,000 sets at which the interval lies above the true
    share."""
    share = pac.answer(kind, 50, 0.1, 0.05, n)["failure_probability"]
    low = functools.cache(lambda k: binomial_interval(k, 1000, pac.CONFIDENCE)[0])
    assert all(low(k) <= low(k + 50) for k in range(0, 1000, 50))  # low grows with k
    first = bisect.bisect_right(range(1001), share, key=low)
    assert low(first - 1) <= share and (first == 1001 or low(first) > share)
    assert binom.sf(first - 1, 1000, share) <= (1 - pac.CONFIDENCE) / 2


def test_every_slider_of_the_bound_opens_at_one_of_its_stops():
    assert all(float(pac.VIEW[name]) in stops for name, stops in pac.STOPS.items())


@pytest.mark.parametrize(
    ("beta", "inside"), [(0.6, (0, 0)), (1.6, (0, 0)), (2.3, (0, 1)), (3, (1, 1))]
)
def test_a_ball_that_contains_the_least_squares_solution_changes_nothing(beta, inside):
    hat = (1.2, 1.8)
    tensors = norm_ball.tensors_at(hat, "tilted", beta)
    assert (tensors["inside_l1"], tensors["inside_l2"]) == inside
    assert inside == (np.abs(hat).sum() <= beta, np.hypot(*hat) <= beta)
    for name, within in zip(norm_ball.BALLS, inside, strict=True):
        assert (tensors[f"rss_{name}"] == 0) == (tensors[f"lam_{name}"] == 0) == within
        if within:
            assert tensors[f"w_{name}"].tolist() == list(hat)


@pytest.mark.parametrize(
    "query", [{"size": "1e9"}, {"eps": "2"}, {"delta": "x"}, {"examples": "-1"}, {"kind": "<b>"},
              {"examples": "NaN"}])  # fmt: skip
def test_bad_numbers_are_refused_with_a_message(query):
    with pytest.raises(SceneError) as refusal:
        pac._answer(urlencode(query).encode())
    assert "must be" in refusal.value.problem.message


def test_too_large_an_experiment_is_refused_with_a_message():
    with pytest.raises(SceneError) as refusal:
        pac._answer(urlencode({"size": 1000, "examples": 700, "sets": 1000}).encode())
    assert "too long" in refusal.value.problem.message
