"""The request for a picture of Figure 1: a scene, the settings of a run, and the shown step.

    data=moons&m=40&…&loss=hinge&lam=0.01&risk=mean&intercept=0&eta=1&draws=0&step=37

The scene's λ is the λ of the mean risk, note 000, eq. (2). eta is c in η_t = c/√t, draws is the
random seed of the indices, and step is the shown step.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from lab.endpoints.sweep_endpoint import SweepRequest, read_with, request_fields
from lab.scene.fields import FIELDS, KERNEL_SLIDERS, Integer, Number
from lab.scene.learning_problem import sample_of
from lab.scene.scene import (
    Problem,
    Scene,
    SceneError,
    fields_of,
    parse_strict,
    points_of,
    read_present,
    replace,
)
from lab.scene.slider_stops import move_stop_to, round_to_twelve_digits, usual_stops

RUN_STEPS = 600  # steps of a run that does not diverge: with 40 points, fifteen for each on average
MAX_POINTS = (
    120  # largest number of points; a run contains several numbers for each point at each step
)
GRID = 41
COUNT = 25  # number of stops of each slider except that of the steps

S = TypeVar("S", bound=Scene)
RUN_FIELDS: dict[str, Any] = {  # the fields that a run has in addition to those of every scene
    field.name: field
    for field in (
        Integer(
            "step",
            0,
            "Steps so far",
            "The number of steps taken.",
            symbol="t",
            low=0,
            high=RUN_STEPS,
        ),
        Number("eta", 1.0, "Step size", "c in η_t = c/√t.", symbol="c", low=0.001, high=100.0),
        Integer("draws", 0, "Draws", "The random seed of the draws.", low=0, high=9999),
    )
}
# Fields with another name in an address, where "step" is a step of the page.
ADDRESS_NAMES = {"step": "t"}
STOPS: dict[str, np.ndarray] = {
    "step": np.arange(RUN_STEPS + 1.0),
    "lam": round_to_twelve_digits(np.geomspace(1e-5, 10, COUNT)),
    **{name: usual_stops(name, COUNT) for name in KERNEL_SLIDERS},
    "tau": round_to_twelve_digits(0.05 * 2.0 ** (np.arange(COUNT) / 3)),
    "eta": round_to_twelve_digits(np.geomspace(0.01, 10, COUNT)),
}
_REQUEST = request_fields(STOPS, COUNT, 128, 61, along="step", grid=GRID)


RunFields: Any = fields_of(RUN_FIELDS)


@dataclass(frozen=True)
class Run(Scene, RunFields):
    """A scene with the settings of a run and the shown step."""

    table = FIELDS | RUN_FIELDS

    @classmethod
    def over(cls, scene: Scene, **values: Any) -> "Run":
        """Create the run of a scene from values of step, eta and draws."""
        return cls(**{name: getattr(scene, name) for name in FIELDS}, **values)

    @cached_property
    def scene(self) -> Scene:
        """The scene without the settings of the run."""
        return Scene(**{name: getattr(self, name) for name in FIELDS})


def of_the_page(scene: S) -> S:
    """Return the scene with the settings of Figure 1: the mean risk, equal class weights, and no
    intercept.

    Raises SceneError for more than MAX_POINTS points.
    """
    scene = replace(scene, risk="mean", intercept=0, learner="risk", class_weight="equal")
    if (m := len(sample_of(points_of(scene)).y)) > MAX_POINTS:
        allowed = f"at most {MAX_POINTS} on this page, where every point has its own bar"
        raise SceneError(Problem("m", str(m), allowed, f"m must be {allowed}; this scene has {m}."))
    return scene


def of_address(words: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return the values of step, eta and draws in an address, with defaults for missing and invalid
    values, and error messages about the invalid ones.

    In an address the step is called "t", since "step" there is a step of the page.
    """
    words = dict(words)
    if "t" in words and "step" not in words:
        words["step"] = words["t"]
    values, sentences = read_present(RUN_FIELDS, words)
    return {name: field.default for name, field in RUN_FIELDS.items()} | values, sentences


def first_run(scene: Scene, words: Mapping[str, str]) -> Run:
    """Return the run of an address, with at most MAX_POINTS points.

    In addresses of an older form `step` is the step of the run.
    """
    try:
        scene_of_run = of_the_page(scene)
    except SceneError:
        scene_of_run = of_the_page(replace(scene, m=MAX_POINTS))
    run_words = {name: text for name, text in words.items() if name != "step" or text.isdigit()}
    return Run.over(scene_of_run, **of_address(run_words)[0])


def make_request(
    run: Run, along: str = "step", stops: int = COUNT, grid: int = GRID
) -> SweepRequest:
    """Build a request for a sweep along a slider, or, with `stops` = 1, for a single frame.

    Raises SceneError if the kernel does not have this slider.
    """
    if along in KERNEL_SLIDERS and along not in run.sliders:
        message = f"along must be another slider here; the kernel {run.kernel} has no {along}."
        raise SceneError(Problem("along", along, "step, lam or eta", message))
    value = float(getattr(run, along))
    values = np.array([value]) if stops == 1 else move_stop_to(STOPS[along], value)
    return SweepRequest(run, along, values, grid)


def read_request(query: str | bytes) -> SweepRequest:
    """Parse the request of a query string. Raises SceneError for the first invalid value."""
    return read_with(query, _REQUEST, _read_run, make_request)


def _read_run(query: str | bytes, ignore: Collection[str]) -> Run:
    return of_the_page(parse_strict(query, ignore=ignore, default=Run()))
