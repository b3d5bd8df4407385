"""The choice of τ and λ by cross-validation on each of several samples, and the test errors.

The samples have the distribution of the notes, so the test error is computed from the density. One
sample takes about 2 s, so the results are stored in a file. To compute them again:

    python -m pages.rbf_bandwidth.setting_choice
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.endpoints.benchmark_stream import read_measured
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import replace
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep, own_sweeps
from pages.rbf_bandwidth.default_scene import DEFAULT
from pages.rbf_bandwidth.mathematics.cross_validation import (
    CrossValidation,
    cross_validate,
    fold_numbers,
)

FOLDS = 5
SAMPLES = 20
TAUS = [0.1, 0.16, 0.25, 0.4, 0.63, 1.0, 1.6, 2.5, 4.0]
LAMS = [0.001, 0.0032, 0.01, 0.032, 0.1, 0.32, 1.0, 3.2, 10.0, 32.0, 100.0]
EXCESSES = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0]  # percentage points
VIEW = {
    "width": Word("0.4", stops=TAUS),
    "weight": Word("0.01", stops=LAMS),
    "excess": Word("0.3", stops=EXCESSES),
}
FILE = Path(__file__).with_name("setting_choice.toml")
_MAX_ERROR = 0.55  # upper end of the error axes

CHALLENGES = (
    Challenge(
        question="Cross-validation tries every τ and λ of the map. Where is the mean error of the "
        "five folds smallest?",
        options=(
            Option("at the smallest τ and λ",
                   (("smallest_tau", "<=", TAUS[1]), ("smallest_lam", "<=", LAMS[2]))),
            Option("in between", (("smallest_tau", ">=", TAUS[2]), ("smallest_tau", "<=", TAUS[6]),
                                  ("smallest_lam", ">=", LAMS[3]),
                                  ("smallest_lam", "<=", LAMS[8]))),
            Option("at the largest τ and λ",
                   (("smallest_tau", ">=", TAUS[7]), ("smallest_lam", ">=", LAMS[9]))),
        ),
        answer="in between",
        goal="Drag τ and λ to the smallest mean error of all settings.",
        conditions=(("cv", "<=", ["least_of_all:cv", 1, 1e-6]),),
        by=("weight", "width"),
        certificate="",
        hides=("map", "choices"),
        why=(
            Statement("By the training error one would choose narrow bumps and a small λ. On the "
                      "folds left out, those settings make more errors."),
            Statement("The test error is {smallest_test:percent} at this setting, and "
                      "{one_test:percent} at □, the smoothest setting with a mean of at most "
                      "{limit:percent}, one standard error above the smallest. The smallest test "
                      "error of all settings is {best_test:percent}. The means of the two choices "
                      "differ by no more than a standard error, so the folds do not show which of "
                      "them is better."),
        ),
    ),
)  # fmt: skip

FRESH_CHALLENGES = (
    Challenge(
        question="Both rules choose τ and λ on twenty samples. Which rule more often keeps the "
                 "test error within one percentage point of the smallest over all settings?",
        stored_id="cdb3cc3a7",
        options=(
            Option("the smallest mean", (("close_smallest", ">=", ["close_one", 1, 1]),)),
            Option("one standard error", (("close_one", ">=", ["close_smallest", 1, 1]),)),
            Option("neither", (("close_one", "==", ["close_smallest", 1, 0]),)),
        ),
        answer="one standard error",
        goal="Set d to one percentage point, and compare the two counts.",
        conditions=(("excess", "==", 1.0),),
        by=("excess",),
        certificate="",
        hides=("counts",),
        why="The one-standard-error rule keeps the test error this close on {close_one:whole} of "
        "20 samples, the smallest mean on {close_smallest:whole}. The smallest of many means is "
        "partly small by chance, because each is computed from 200 examples only.",
    ),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Choices:
    """The results for one sample.

    `cv` has the errors of the folds, `test` (T, L) the test error of every setting, fitted to all
    examples, and `gap` the largest relative duality gap of all fits (in the result of
    `read_choices`, of the fits to all samples).
    """

    cv: CrossValidation
    test: np.ndarray
    gap: float

    def best(self) -> tuple[int, int]:
        """Return the setting with the smallest test error, as indices of τ and λ."""
        t, lam = np.unravel_index(self.test.argmin(), self.test.shape)
        return int(t), int(lam)

    def test_errors(self) -> list[float]:
        """Return the test errors of three settings: that with the smallest mean error, that of the
        one-standard-error rule, and that with the smallest test error.
        """
        places = (self.cv.smallest(), self.cv.within_one_standard_error(), self.best())
        return [float(self.test[place]) for place in places]


def choose(seed: int) -> Choices:
    """Generate a sample, cross-validate every setting, and compute the test error of each
    setting."""
    scene = replace(DEFAULT, seed=seed)
    core, evaluator = problem(scene).core, sample_of(scene).evaluator
    cv = cross_validate(core, TAUS, LAMS, fold_numbers(len(core.y), FOLDS, seed))
    test, gap = np.empty((len(TAUS), len(LAMS))), cv.gap
    for t, tau in enumerate(TAUS):
        path = kc.sweep(core, kc.RBF(tau), LAMS)
        gap = max(gap, float(path.gap.max()))
        test[t] = [evaluator.error(path.solution(k)) for k in range(len(LAMS))]
    return Choices(cv, test, gap)


def save() -> None:
    """Compute the results of all samples and write them to the file."""
    of_samples = [choose(seed) for seed in range(SAMPLES)]
    first = of_samples[0]
    counts = np.bincount(fold_numbers(DEFAULT.m, FOLDS, 0))
    error_counts = np.rint(first.cv.errors * counts[:, None, None]).astype(int)
    tests = np.round(first.test, 5)
    fresh_errors = np.round([choices.test_errors() for choices in of_samples], 5)
    lines = [
        f"date = {date.today().isoformat()}",
        f"gap = {max(choices.gap for choices in of_samples):.2g}  # largest relative duality gap",
        "fold_sizes = " + str(counts.tolist()),
        "# Misclassified examples of sample 0: a table for each fold,",
        "# with a row for each τ and a column for each λ.",
        "wrong = [",
        *("  [" + ", ".join(str(row) for row in fold.tolist()) + "]," for fold in error_counts),
        "]",
        "# Test errors for sample 0: a row for each τ, a column for each λ.",
        "test = [",
        *(f"  {row}," for row in tests.tolist()),
        "]",
        "# Test errors for each sample: at the smallest mean, at the one-standard-error choice,",
        "# and at the best setting.",
        "fresh = [",
        *(f"  {row}," for row in fresh_errors.tolist()),
        "]",
    ]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


@lru_cache(maxsize=1)
def read_choices() -> tuple[Choices, np.ndarray]:
    """Read the results for the first sample, and the three test errors of each sample (S, 3)."""
    table = read_measured(FILE)
    sizes = np.array(table["fold_sizes"], dtype=float)
    cv = CrossValidation(np.array(table["wrong"]) / sizes[:, None, None], table["gap"])
    return Choices(cv, np.array(table["test"]), table["gap"]), np.array(table["fresh"])


@lru_cache(maxsize=1)
def sweeps() -> dict[str, Any]:
    """Return for each τ a sweep along λ with the errors that the picture shows."""
    choices, _ = read_choices()
    errors, mean, spread = choices.cv.errors, choices.cv.mean, choices.cv.standard_error
    test = choices.test
    smallest, one, best = (
        choices.cv.smallest(), choices.cv.within_one_standard_error(), choices.best()
    )  # fmt: skip
    constants: dict[str, Any] = {
        "stops": LAMS, "lams": LAMS, "taus": TAUS,
        "limit": [mean[smallest] + spread[smallest]],
        "smallest_tau": [TAUS[smallest[0]]], "smallest_lam": [LAMS[smallest[1]]],
        "smallest_test": [test[smallest]], "one_test": [test[one]],
        "best_test": [test[best]],
        "folds_tau": errors.transpose(2, 0, 1), "means_tau": mean.T,
        "high_tau": (mean + spread).T, "low_tau": (mean - spread).T, "tests_tau": test.T,
    }  # fmt: skip
    along_tau = {"folds_tau", "means_tau", "high_tau", "low_tau", "tests_tau"}
    content = {}
    for t, tau in enumerate(TAUS):
        fixed_tensors = {
            "folds_lam": errors[:, t], "means_lam": mean[t], "high_lam": mean[t] + spread[t],
            "low_lam": mean[t] - spread[t], "tests_lam": test[t],
            "tau_now": [tau],
        }  # fmt: skip
        stop_tensors = {
            "cv": mean[t],
            "spread": spread[t],
            "test": test[t],
            "lam_now": np.array(LAMS),
        }
        tensors = {
            name: (np.asarray(value, dtype=float), name not in along_tau)
            for name, value in (constants | fixed_tensors).items()
        }
        tensors |= {name: (np.asarray(value), False) for name, value in stop_tensors.items()}
        content[f"{tau:g}"] = sweep_item("weight", tensors)
    return content


def _errors_along(name: str, slider: items.Slider, stops: list[float]) -> items.Curve:
    series: list[items.Series] = [
        {"tensor": f"folds_{name}", "tone": "accent", "rows": FOLDS, "width": 1, "ink": 0.55},
        {"tensor": f"high_{name}", "tone": "zero", "dash": [3, 3], "width": 1.2},
        {"tensor": f"low_{name}", "tone": "zero", "dash": [3, 3], "width": 1.2},
        {"tensor": f"means_{name}", "tone": "zero", "width": 2.8, "label": "mean", "at": 0.85},
        {"tensor": f"tests_{name}", "tone": "negative", "width": 2.2, "label": "test",
         "at": 0.15, "below": True},
    ]  # fmt: skip
    return items.Curve(
        f"The errors on the five folds along {slider.symbol}, their mean, one standard error above "
        "and below the mean, and the test error.",
        f"{name}s", series, note=slider.symbol, xticks=slider.ticks, xlog=True,
        range=[stops[0], stops[-1], 0, _MAX_ERROR], marks=[[f"{name}_now", "cv", "accent"]],
        format="percent",
    )  # fmt: skip


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the errors over λ and τ, with marks at the two chosen settings and at
    the setting with the smallest test error."""
    choices, _ = read_choices()
    table = [[float(f"{value:.4g}") for value in row] for row in choices.cv.mean]
    (one_row, one_column), (row, column) = (
        choices.cv.within_one_standard_error(), choices.best()
    )  # fmt: skip
    marks = [
        items.MapMark(shape="square", column=one_column, row=one_row),
        items.MapMark(shape="triangle", column=column, row=row),
    ]
    map_item = items.ErrorMap(
        "The mean error of the folds for each λ and τ.", "weight", "width", LAMS, TAUS, "",
        {"": table}, marks, "percent",
    )  # fmt: skip
    weight = items.stops_slider(
        "weight", "λ", "regularisation", LAMS, [0.001, 0.01, 0.1, 1, 10, 100]
    )
    width = items.stops_slider("width", "τ", "bandwidth", TAUS, [0.1, 0.25, 0.63, 1.6, 4])
    return own_sweeps(
        "choice",
        sweeps(),
        by="width",
        at={
            "weight": nearest_stop(LAMS, view["weight"]),
            "width": f"{nearest_stop(TAUS, view['width']):g}",
        },
        main=[
            _errors_along("lam", weight, LAMS),
            _errors_along("tau", width, TAUS),
            name_item("map", map_item),
        ],
        side=[
            weight,
            width,
            items.readouts(
                items.row("cv", "Cross-validation error", "percent", "mean of the five folds"),
                items.row("spread", "Standard error", "percent", "of that mean"),
                items.row("test", "Test error", "percent", "fitted to all 200 examples"),
            ),
            name_item("choices", items.readouts(
                items.row("smallest_test", "○ Test error, smallest-mean rule", "percent"),
                items.row("one_test", "□ Test error, one-standard-error rule", "percent"),
                items.row("best_test", "△ Smallest test error", "percent"),
            )),
        ],
    )  # fmt: skip


@lru_cache(maxsize=1)
def fresh_sweep() -> dict[str, Any]:
    """Count, for each rule and each d, the samples on which the test error of the chosen setting is
    at most d above the smallest test error.
    """
    choices, fresh_errors = read_choices()
    excess = np.sort(fresh_errors[:, :2] - fresh_errors[:, 2:], axis=0)
    limits = np.array(EXCESSES) / 100
    constants = {
        "stops": EXCESSES, "order": np.arange(1, SAMPLES + 1), "gap": [choices.gap],
        "excess_smallest": excess[:, 0], "excess_one": excess[:, 1],
    }  # fmt: skip
    stop_tensors = {
        "limit": np.repeat(limits[:, None], SAMPLES, axis=1),
        "close_smallest": (excess[:, 0] <= limits[:, None]).sum(axis=1),
        "close_one": (excess[:, 1] <= limits[:, None]).sum(axis=1),
    }
    return sweep_item("excess", flagged_tensors(constants, stop_tensors))


def fresh_picture(view: Mapping[str, str]) -> Picture:
    """Build the picture that shows, for both rules, how far the test error of the chosen setting is
    above the smallest test error.
    """
    curve = items.Curve(
        "How far the test error of the chosen setting is above the smallest, on each of twenty "
        "samples, sorted.", "order",
        [{"tensor": "excess_one", "tone": "squared", "label": "one standard error", "at": 0.7},
         {"tensor": "excess_smallest", "tone": "zero", "label": "smallest mean", "at": 0.9,
          "below": True},
         {"tensor": "limit", "tone": "muted", "dash": [5, 4]}],
        note="samples, sorted", ynote="above the smallest test error", tall=True,
        format="percent",
    )  # fmt: skip
    limit = items.stops_slider(
        "excess", "d", "percentage points above the smallest", EXCESSES, [0.1, 0.3, 1, 3]
    )
    return own_sweep(
        "fresh", "excess", nearest_stop(EXCESSES, view["excess"]), fresh_sweep(),
        main=[curve],
        side=[
            limit,
            name_item("counts", items.readouts(
                items.row("close_smallest", "Within d, smallest-mean rule", "whole",
                          "of 20 samples"),
                items.row("close_one", "Within d, one-standard-error rule", "whole",
                          "of 20 samples"),
                items.row("gap", "Duality gap", "power", "largest of all fits"),
            )),
        ],
    )  # fmt: skip


if __name__ == "__main__":
    save()
