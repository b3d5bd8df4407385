"""How a wrong binary classifier affects the predicted class, for each method that uses them."""

import dataclasses
import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene
from lab.scene.samples.class_sample import NoClassHoldOut
from lab.scene.scene import replace
from lab.ui import items
from lab.ui.embedded_sweep import sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.multiclass.method.erring_classifiers import (
    ClassifierErrors,
    measure_classifier_errors,
)

METHODS = {"ova": "one-versus-all", "ovo": "one-versus-one", "tree": "tree"}
ROWS = ("none", "one", "two or more")
SHARES = {"all": "% of all new points", "erring": "% of the points with a wrong classifier"}
VIEW = {"share": Word("all", SHARES)}
PARTS = {
    "right": "a classifier is wrong, the class is right",
    "one": "one classifier and the class are wrong",
    "more": "several classifiers and the class are wrong",
}

LEAD = r"""
One-versus-all will probably make a mistake as soon as one of its classifiers is wrong (004). If
exactly one is wrong, the point is claimed by no class or by two, and a random draw or the larger
score decides. In the tree an error on the path is final. In one-versus-one a classifier that was
not trained on the class of the point can’t be wrong about it, so only $q - 1$ classifiers can be
wrong. The first row of the table has the points on which no classifier is wrong.
"""


@lru_cache(maxsize=32)
def count_errors(scene: ClassScene) -> Mapping[str, ClassifierErrors] | str:
    """Measure, for each method, the share of points with no, one and more wrong classifiers, and
    the share of these points that get a wrong class. Return a sentence instead if this can't be
    measured.
    """
    scene = replace(scene, inside="")
    if isinstance(scene.sample.evaluator, NoClassHoldOut):
        return "The errors can’t be counted, since there are no held-out points."
    try:
        evaluator, tie_breaking = scene.sample.evaluator, (scene.tie_rule, scene.draw)
        return {
            m: measure_classifier_errors(solve_scene(scene, m), evaluator, *tie_breaking)
            for m in METHODS
        }
    except (ValueError, kc.NotConverged):
        return (
            "There are no counts: with this kernel and λ not every method could be trained. Choose "
            "another kernel or λ."
        )


def table(scene: ClassScene) -> str:
    """Write a Markdown table of the points with no, one and more wrong classifiers, and of the
    share of these points that get a wrong class; or say why there is no table.
    """
    errors = count_errors(scene)
    if isinstance(errors, str):
        return errors
    labels = [name.replace("-", "\N{NON-BREAKING HYPHEN}") for name in METHODS.values()]
    head = "".join(f" {name}: points | wrong class |" for name in labels)
    lines = [f"| classifiers that are wrong |{head}", "|:--|" + "--:|--:|" * len(METHODS)]
    for k, row in enumerate(ROWS):
        cells = "".join(f" {_share(counts.points[k])} | {_share(counts.class_errors[k])} |"
                        for counts in errors.values())  # fmt: skip
        lines.append(f"| {row} |{cells}")
    return "\n".join(lines)


def parts(errors: Mapping[str, ClassifierErrors], share: str) -> dict[str, float]:
    """Return the lengths of the parts of each method's bar.

    A bar shows the new points on which at least one classifier is wrong. A length is a share of
    these points if `share` is "erring", otherwise a share of all new points.
    `whole` is the length of the longest bar.
    """
    shares: dict[str, float] = {}
    for method, counts in errors.items():
        wrong_shares = counts.points * np.nan_to_num(counts.class_errors)
        erring_share = float(counts.points[1:].sum())
        unit = erring_share if share == "erring" and erring_share else 1.0
        values = erring_share - wrong_shares[1:].sum(), wrong_shares[1], wrong_shares[2]
        shares |= {
            f"{method}_{part}": float(v) / unit for part, v in zip(PARTS, values, strict=True)
        }
    sums = [sum(shares[f"{method}_{part}"] for part in PARTS) for method in errors]
    return shares | {"whole": max(*sums, 1e-12)}


def picture(scene: ClassScene, words: Words) -> list[Picture]:
    """Build the picture with a bar for each method, or no picture if there are no measurements."""
    errors = count_errors(scene)
    if isinstance(errors, str):
        return []
    bars = [
        items.stack(
            items.Heading(name.capitalize()),
            dataclasses.replace(
                items.bars(f"{name.capitalize()}: the points on which a classifier is wrong.",
                           **{f"{method}_{part}": label for part, label in PARTS.items()}),
                format="percent", whole="whole",
            ),
        )
        for method, name in METHODS.items()
    ]  # fmt: skip
    share = words["share"] if words["share"] in SHARES else "all"
    return [
        own_sweeps(
            "erring",
            {option: _sweep(parts(errors, option)) for option in SHARES},
            by="share",
            at={"share": share},
            main=[switch("share", "Unit of the bars", SHARES), *bars],
        )
    ]


def _sweep(values: Mapping[str, float]) -> dict[str, Any]:
    tensors = {name: (np.array([value]), False) for name, value in values.items()}
    return sweep_item("", tensors | {"stops": (np.zeros(1), True)})


def _share(value: float) -> str:
    return f"{100 * value:.1f}\u00a0%" if math.isfinite(value) else "–"
