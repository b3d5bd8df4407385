"""Measure the processor time of uncached sweeps of kernel ridge and kernel PCA."""

from collections.abc import Iterator
from functools import partial

from benchmarks.tables import Aim, milliseconds, show
from benchmarks.timing import at_work
from lab.scene.learning_problem import GRID
from lab.scene.scene import Scene, replace
from lab.scene.slider_stops import slider_stops
from lab.wire.sweep_payload import compressed_by, pack
from pages.kernel_pca.bend import component_scene, sweep_payload
from pages.kernel_ridge.classifier import SCENE as PLANE
from pages.kernel_ridge.default_scene import DEFAULT as RIDGE

REPEATS, POINTS, MOST_ON_LINE = 3, 200, 60
MAX_RIDGE_MS, MAX_PCA_MS = 80, 150
RIDGE_ALONG_LAM = f"kernel ridge, plane, m = {POINTS}, along lam"
SOURCES = {"circles": 0.5, "moons": 1.0, "mixture": 1.0, "checkerboard": 1.0, "spirals": 1.0}


def run() -> list[Aim]:
    ridge, pca = dict(ridge_times()), dict(pca_times())
    show(
        "Kernel ridge and kernel PCA: 64 stops, rounded and compressed",
        ("sweep", "processor"),
        [(name, milliseconds(1000 * seconds)) for name, seconds in (*ridge.items(), *pca.items())],
    )
    return [
        Aim(
            f"sweep of kernel ridge along λ, m = {POINTS}",
            1000 * ridge[RIDGE_ALONG_LAM],
            "ms",
            most=MAX_RIDGE_MS,
        ),
        Aim("slowest sweep of kernel PCA", 1000 * max(pca.values()), "ms", most=MAX_PCA_MS),
    ]


def ridge_times() -> Iterator[tuple[str, float]]:
    """Yield the name and the seconds of each sweep, on a line with the most points and in the
    plane."""
    line, plane = (replace(scene, m=m) for scene, m in ((RIDGE, MOST_ON_LINE), (PLANE, POINTS)))
    for name, scene in (("line", line), ("plane", plane)):
        for along in ("lam", "tau"):
            arguments = scene, along, slider_stops(scene, along), GRID
            [(seconds, _)] = at_work(REPEATS, partial(compressed_by, pack, *arguments))
            yield f"kernel ridge, {name}, m = {scene.m}, along {along}", seconds


def pca_times() -> Iterator[tuple[str, float]]:
    """Yield the name and the seconds of a sweep of the components along τ, for each data source."""
    for source, noise in SOURCES.items():
        scene = component_scene.of_the_page(Scene(data=source, m=POINTS, noise=noise, tau=0.5))
        request = component_scene.make_request(scene, "tau")
        arguments = request.scene, request.along, request.stops, request.grid
        [(seconds, _)] = at_work(REPEATS, partial(compressed_by, sweep_payload.pack, *arguments))
        yield f"kernel PCA, {source}, m = {POINTS}", seconds
