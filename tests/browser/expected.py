"""What a page must show, computed by kernel_core without any server or browser."""

from functools import lru_cache

from lab.scene.learning_problem import Sample, sample_of
from lab.scene.scene import Scene
from lab.scene.slider_stops import slider_stops
from lab.wire.scene_sweep import SceneSweep, solve
from tests.browser.eyes import number, percent

GRID = 81
READOUTS = ("support", "train_error", "test_error", "primal", "gap")


@lru_cache(maxsize=16)
def sweep_of(scene: Scene, along: str, grid: int = GRID) -> SceneSweep:
    """Return the solutions at all stops of a slider."""
    return solve(scene, along, slider_stops(scene, along), grid)


def sample(scene: Scene) -> Sample:
    return sample_of(scene)


def check_numbers(texts: dict[str, str], sweep: SceneSweep, stop: int) -> None:
    """Check that the read-outs show the numbers of the solution at a stop."""
    m = len(sweep.y)
    assert texts["support"] == f"{sweep.support[stop]} of {m}"
    assert texts["train_error"] == percent(sweep.train_error[stop])
    assert texts["test_error"] == percent(sweep.test_error[stop])
    assert abs(number(texts["primal"]) - sweep.primal[stop]) <= 1e-3 * abs(sweep.primal[stop])
    assert number(texts["gap"]) <= 1e-6
