"""The picture of a linear classifier on components, compared with the kernel classifier."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

import kernel_core as kc
from kernel_core.kernels import grid_points
from lab.course.page_declaration import Word
from lab.scene.error_rates import PopulationRisk
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from lab.wire.packed_sweeps import EmbeddedSweep
from pages.kernel_pca.mathematics.component_classifier import (
    ComponentClassifier,
    fit_on_components,
)
from pages.kernel_pca.mathematics.components import leading_components
from pages.kernel_pca.point_sets import LABELS, density_of

TAU, LAM = 0.8, 1.0
POINTS = 100
STOPS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 25, 50, 99]
NOISE = {"moons": 0.8, "rings": 0.9}
MAX_ERROR_RATIO = 1.5  # largest accepted test error, relative to that of the kernel classifier
VIEW = {"leading": Word("3", stops=STOPS), "sample": Word("rings", LABELS)}
_TICKS = [1, 2, 5, 10, 25, 99]
_GRID = 25
_KERNEL = {"method": "kernel"}  # selects the sweep of the kernel classifier, for the second plane

CHALLENGES = (
    Challenge(
        question="A linear classifier uses the first q components. What is the smallest q with at "
        "most 1.5 times the test error of the kernel classifier?",
        options=(
            Option("1 or 2", (("sufficient_components", "<=", 2),)),
            Option(
                "3 to 10", (("sufficient_components", ">=", 3), ("sufficient_components", "<=", 10))
            ),
            Option("more than 10", (("sufficient_components", ">=", 11),)),
        ),
        answer="3 to 10",
        goal="Find the smallest q on the slider with at most 1.5 times the test error of the "
        "kernel classifier.",
        conditions=(
            ("excess", "<=", MAX_ERROR_RATIO),
            ("smallest_q", ">=", 1),
        ),
        by=("leading",),
        hides=("along",),
        certificate="",
        why=(
            Statement(
                "With q = {leading:whole} the test error is {error:percent}; that of the kernel "
                "classifier is {error_kernel:percent}. Here the classes differ along "
                "directions of large variance, so the first components are enough. PCA does not "
                "use the labels: with other data the classes may differ along a direction of "
                "little variance."
            ),
        ),
    ),
)


@lru_cache(maxsize=2)
def sweeps(name: str) -> tuple[EmbeddedSweep, EmbeddedSweep]:
    """Fit the linear classifier for each q, and the kernel classifier. Return a sweep of each."""
    density = density_of(name, NOISE[name])
    X, y = density.sample(POINTS, 0)
    kernel = kc.RBF(TAU)
    K = kernel(X, X)
    components = leading_components(K, STOPS[-1])
    fits = [fit_on_components(components, y, q, LAM) for q in STOPS]
    solution = kc.fit(X, y, kernel, kc.Hinge(), LAM, risk="sum", intercept=True)
    kernel_classifier = ComponentClassifier(solution.alpha, solution.intercept, solution.gap)
    fits.append(kernel_classifier)
    risk = PopulationRisk(density)
    x0, x1, y0, y1 = density.window
    gx, gy = np.linspace(x0, x1, _GRID), np.linspace(y0, y1, _GRID)
    fields = _over_grid(fits, kernel, X, gx, gy)
    errors = np.array([risk.error_on_grid(f) for f in _over_grid(fits, kernel, X, *risk.axes)])
    decisions = np.array([fit.decision(K) for fit in fits])
    excess = errors[:-1] / errors[-1]
    sufficient = int((excess <= MAX_ERROR_RATIO).argmax())
    fixed_tensors = {
        "stops": STOPS, "x": gx, "y": gy, "points": X, "labels": y,
        "error_kernel": errors[-1:],
        "sufficient_components": [STOPS[sufficient]],
    }  # fmt: skip
    stop_tensors = {
        "error": errors[:-1], "excess": excess,
        "leading": np.array(STOPS, dtype=float),
        "smallest_q": (np.arange(len(STOPS)) == sufficient).astype(float),
        "difference": np.abs(fields[:-1] - fields[-1]).max(axis=(1, 2)),
    }  # fmt: skip
    tensors = flagged_tensors(fixed_tensors, stop_tensors)
    alpha_tensor = {"alpha": (np.zeros(POINTS), True)}  # the planes mark no support vectors
    of_components = {
        "field": (fields[:-1], False), "decision": (decisions[:-1], False),
        "gap": (np.array([fit.gap for fit in fits[:-1]]), False),
    }  # fmt: skip
    of_kernel = {
        "field": (fields[-1], True), "decision": (decisions[-1], True),
        "gap": (np.full(len(STOPS), kernel_classifier.gap), False),
    }  # fmt: skip
    return (
        sweep_item("leading", tensors | alpha_tensor | of_components, half_precision=("field",)),
        sweep_item("leading", tensors | alpha_tensor | of_kernel, half_precision=("field",)),
    )


def _over_grid(
    fits: Sequence[ComponentClassifier],
    kernel: kc.Kernel,
    X: np.ndarray,
    gx: np.ndarray,
    gy: np.ndarray,
) -> np.ndarray:
    """Compute f of each fit on a grid, shape (F, len(gy), len(gx))."""
    columns = kernel(X, grid_points(gx, gy))
    return np.array([fit.decision(columns).reshape(len(gy), len(gx)) for fit in fits])


def picture(words: Words) -> Picture:
    """Build the picture of both classifiers over the plane, with their test errors against q."""
    planes = [
        items.Plane(f"The {name} over the plane.", title=title, small=True, edit=False)
        for name, title in (
            ("linear classifier on q components", "On q components"),
            ("kernel classifier", "Kernel classifier"),
        )
    ]  # fmt: skip
    along = items.Curve(
        "The test error against q.",
        series=[
            {"tensor": "error", "label": "on components", "tone": "accent", "at": 0.3},
            {"tensor": "error_kernel", "label": "kernel", "tone": "muted", "dash": [2, 3],
             "at": 0.02, "below": True},
        ],
        along="leading", format="percent", min_height=0.1,
    )  # fmt: skip
    sweeps_by_name = {name: sweeps(name) for name in LABELS}
    component_picture = own_sweeps(
        "linear-on-components",
        {name: of_components for name, (of_components, _) in sweeps_by_name.items()},
        by="sample",
        at={
            "leading": nearest_stop(STOPS, words["leading"]),
            "sample": words["sample"] if words["sample"] in LABELS else VIEW["sample"],
        },
        main=[
            items.pair(planes[0], items.for_scene(planes[1], **_KERNEL)),
            items.legend(positive="positive", negative="negative", zero="f(x) = 0",
                         margin="f(x) = ±1"),
        ],
        side=[
            items.stops_slider("leading", "q", "components", STOPS, _TICKS, count=True),
            switch("sample", "Points", LABELS),
            items.readouts(
                items.row("error", "Test error, on components", "percent"),
                items.row("error_kernel", "Test error, kernel classifier", "percent"),
                items.row("excess", "Ratio of the test errors", "number"),
                items.row("difference", "Difference of the two functions", "power",
                          "largest on a grid"),
            ),
            name_item("along", along),
        ],
    )  # fmt: skip
    of_kernel = [
        {"fields": {"sample": name, **_KERNEL}, "sweep": sweep}
        for name, (_, sweep) in sweeps_by_name.items()
    ]
    return replace(
        component_picture,
        data={**component_picture.data, "sweeps": [*component_picture.data["sweeps"], *of_kernel]},
    )
