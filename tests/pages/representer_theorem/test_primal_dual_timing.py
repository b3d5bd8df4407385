"""The multiplications of a fit and a prediction, over θ and over α."""

from lab.endpoints.benchmark_stream import FIXED_SIZE, SIZES, BenchmarkCase
from pages.representer_theorem.primal_and_dual import primal_dual_timing


def test_the_counts_cross_where_p_is_m():
    counts = {(c["along"], c["size"], c["method"]): c for c in primal_dual_timing.counts()}
    for along in ("p", "m"):
        for size in SIZES:
            theta, alpha = counts[along, size, "theta"], counts[along, size, "alpha"]
            for task in ("fit", "predict"):
                shorter = theta[task] < alpha[task]
                case = BenchmarkCase(along, size, "theta")
                assert shorter == (case.p < case.m), (along, size, task)
    assert (
        counts["p", FIXED_SIZE, "theta"]["predict"]
        == counts["p", FIXED_SIZE, "alpha"]["predict"]
        == FIXED_SIZE
    )
    assert counts["p", 1024, "theta"]["fit"] > 1024**3 / 3


def test_the_picture_has_room_for_all_counts():
    low, high = 1, 9
    for cell in primal_dual_timing.counts():
        assert 10**low <= cell["predict"] and cell["fit"] <= 10**high
