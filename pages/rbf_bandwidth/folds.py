"""Cross-validation at one setting: each fold in turn is left out and used for the test."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.scene.learning_problem import NO_POINTS, problem, sample_of
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep
from lab.wire.sweep_payload import names_of
from pages.rbf_bandwidth.mathematics.cross_validation import fold_numbers

FOLDS = 5
MAX_POINTS = 400
STOPS = [float(j) for j in range(1, FOLDS + 1)]
VIEW = {"fold": Word("1", stops=STOPS)}
_NODES = 61
_ALIKE = ("most:fold_error", "<=", ["least:fold_error", 1, 0.03])
_APART = ("most:fold_error", ">=", ["least:fold_error", 1, 0.0301])

CHALLENGES = (
    Challenge(
        question="f is fitted five times, each time with a different fold left out. By how much "
        "does the error on the fold left out differ between the folds?",
        stored_id="c63f3ea09",
        options=(
            Option("at most 3 percentage points", (_ALIKE,)),
            Option("more than 3 percentage points", (_APART,)),
        ),
        answer="more than 3 percentage points",
        goal="Drag j over all folds, and stop at a fold with the largest error.",
        conditions=(("fold_error", ">=", ["most:fold_error", 1, -1e-6]),),
        by=("fold",),
        hides=("errors",),
        why=(
            Statement("On fold {fold:whole} the error is {fold_error:percent}, the largest of all "
                      "folds; the smallest is {least:fold_error:percent}, and the mean is "
                      "{mean:percent}."),
            Statement("All five fits have the same kernel and λ. This fold has {fold_size:whole} "
                      "examples, so much of its error is due to chance: one fold alone gives a "
                      "rough estimate, the mean of all folds a better one.", (_APART,)),
            Statement("Here one fold gives nearly the same estimate as the mean.", (_ALIKE,)),
        ),
    ),
)  # fmt: skip


FORMULAS = rf"""
Split the $m$ examples at random into $k$ **folds**, here {FOLDS}. For each setting $(\tau,
\lambda)$ train $k$ times, the $j$-th time without fold $j$, and let $e_j$ be the error on that
fold. **Cross-validation** chooses the setting with the smallest mean

$$
\bar e = \frac1k \sum_j e_j
$$

The standard error of this mean is $s/\sqrt k$, with $s^2 = \sum_j (e_j - \bar e)^2/(k-1)$.
"""
RULES = r"""
Choose the setting with the smallest mean error of the folds. Or choose, by the **one-standard-error
rule**, the smoothest setting whose mean is at most one standard error above the smallest: here the
setting with the largest $\lambda$ and, if there are several, with the largest $\tau$ among them.
Then fit all examples with the chosen setting. The step “Choosing again” compares both choices on
twenty samples of 200 examples.
"""
ESTIMATE = r"""
The smallest mean tends to be below the test error of its setting, since it was chosen as the
smallest of many. So keep a separate **test set** that is not used for the choice, and use it once.
**Leave-one-out** is $k = m$, with $m$ fits for each setting. On real data the curve of the test
error is unknown; here it is computed from the known densities of the two classes.
"""


@lru_cache(maxsize=32)
def sweep(scene: Scene) -> dict[str, Any]:
    """For each fold, fit all examples outside the fold and compute the error on the fold.

    The tensors are returned as a sweep along the fold.
    """
    setting = problem(scene)
    sample = sample_of(scene)
    X, y = sample.X, sample.y
    fold = fold_numbers(len(y), FOLDS, scene.seed)
    gx, gy = sample.grid(_NODES)
    fields, alphas, kinds, fold_errors, rest_errors, gaps = [], [], [], [], [], []
    for j in range(FOLDS):
        out = fold == j
        s = _fit(kc.Problem(X[~out], y[~out], setting.loss, setting.risk, setting.intercept),
                 setting.kernel, scene.lam)  # fmt: skip
        is_wrong = y * s.decision(X) <= 0
        alpha = np.zeros(len(y))
        alpha[~out] = s.alpha
        fields.append(s.on_grid(gx, gy))
        alphas.append(alpha)
        kinds.append(np.where(out, np.where(is_wrong, 2.0, 1.0), 0.0))
        fold_errors.append(is_wrong[out].mean())
        rest_errors.append(is_wrong[~out].mean())
        gaps.append(s.gap)
    mean, spread = float(np.mean(fold_errors)), float(np.std(fold_errors, ddof=1))
    constants = {
        "stops": np.array(STOPS), "folds": np.array(STOPS), "x": gx, "y": gy, "points": X,
        "labels": y, "errors": np.array(fold_errors), "mean": np.array([mean]),
        "mean_line": np.full(FOLDS, mean),
        "standard_error": np.array([spread / np.sqrt(FOLDS)]),
    }  # fmt: skip
    stop_tensors = {
        "field": np.array(fields), "alpha": np.array(alphas), "kind": np.array(kinds),
        "fold_error": np.array(fold_errors), "rest_error": np.array(rest_errors),
        "support": np.count_nonzero(alphas, axis=1), "gap": np.array(gaps),
        "fold_size": np.bincount(fold, minlength=FOLDS).astype(float), "fold_at": np.array(STOPS),
    }  # fmt: skip
    return sweep_item(
        "fold", flagged_tensors(constants, stop_tensors), half_precision=("field",),
        **names_of(sample),
    )  # fmt: skip


def _fit(core: kc.Problem, kernel: kc.Kernel, lam: float) -> kc.Solution:
    try:
        return kc.solve(core, kernel, lam)
    except kc.NotConverged as error:
        return error.solution


def picture(scene: Scene, fold: str, notes: Sequence[items.Item] = ()) -> Picture:
    """Build the picture of a fit without fold number `fold`, with a slider for the fold, the
    errors, and `notes` below them.

    For fewer than `2 * FOLDS` points, or more than `MAX_POINTS`, it is a sentence with the reason.
    """
    count = len(sample_of(scene, empty=True).y)
    if count < 2 * FOLDS:
        text = f"{FOLDS} folds need at least {2 * FOLDS} points." if count else NO_POINTS
        return Picture(main=(), empty_text=text)
    if count > MAX_POINTS:
        text = (
            f"This picture can show at most {MAX_POINTS} points; this scene has {count:,}. Choose "
            "fewer points."
        )
        return Picture(main=(), empty_text=text)
    slider = items.stops_slider("fold", "j", "the fold left out", STOPS, STOPS, count=True)
    marks = items.legend(
        positive="positive", negative="negative", zero="f(x) = 0", margin="f(x) = ±1",
        free="left out, classified correctly", held="left out, misclassified",
    )  # fmt: skip
    series: list[items.Series] = [
        {"tensor": "errors", "label": "error on the fold", "tone": "negative", "at": 0.1},
        {"tensor": "mean_line", "label": "mean", "tone": "zero", "at": 0.9, "dash": [5, 4]},
    ]
    errors = items.Curve(
        "The error on each fold, and the mean of these errors.", "folds", series, note="fold",
        format="percent", xticks=STOPS, marks=[["fold_at", "fold_error", "accent"]],
    )  # fmt: skip
    numbers = items.readouts(
        items.row("fold_size", "Examples left out", "count"),
        items.row("rest_error", "Training error", "percent", "on the other folds"),
        items.row("fold_error", "Error on the fold", "percent"),
        items.row("mean", "Cross-validation error", "percent", "mean of the five folds"),
        items.row("standard_error", "Standard error", "percent", "of that mean"),
    )
    plane = items.Plane("The fit to four folds, and the fold left out.", edit=False, kinds=True)
    return own_sweep(
        "folds", "fold", nearest_stop(STOPS, fold), sweep(scene), main=[plane, marks],
        side=[slider, numbers, name_item("errors", errors), *notes],
    )  # fmt: skip
