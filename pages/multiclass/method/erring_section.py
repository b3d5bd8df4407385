"""What one erring classifier does to the class, for each method (C8)."""

import math
from functools import lru_cache

import kernel_core as kc
from kernel_core.evaluation import measure_classifier_errors
from lab.scene.class_learning_problem import solved
from lab.scene.class_scene import ClassScene
from lab.scene.samples.class_sample import NoHoldOut
from lab.scene.scene import replace

METHODS = {"ova": "one-versus-all", "ovo": "one-versus-one", "tree": "tree"}
ROWS = ("none", "one", "two or more")

LEAD = r"""
"Will (probably) make a mistake as long as one of $h_k$ errs", 004 says of one-versus-all. If
exactly one errs, either nobody takes the point or two do, and the lot or the larger score decides.
In the tree an error on the way is final. In one-versus-one a classifier that never heard of the
point's class can't err about it, so $q - 1$ of them can. The first row counts too: how often does
none err?
"""


@lru_cache(maxsize=32)
def table(scene: ClassScene) -> str:
    """For no, one and more erring classifiers: how many points, and how many wrong; in Markdown."""
    scene = replace(scene, inside="")
    if isinstance(scene.sample.evaluator, NoHoldOut):
        return "There are no points held out to count this on."
    try:
        evaluator, how = scene.sample.evaluator, (scene.tie_rule, scene.draw)
        told = {m: measure_classifier_errors(solved(scene, m), evaluator, *how) for m in METHODS}
    except (ValueError, kc.NotConverged):
        return "Nothing was counted: with this kernel and λ not every method could be trained."
    head = "".join(f" {name}: points | wrong class |" for name in METHODS.values())
    lines = [f"| classifiers that err |{head}", "|:--|" + "--:|--:|" * len(METHODS)]
    for k, row in enumerate(ROWS):
        cells = "".join(f" {_share(one.points[k])} | {_share(one.wrong[k])} |"
                        for one in told.values())  # fmt: skip
        lines.append(f"| {row} |{cells}")
    return "\n".join(lines)


def _share(value: float) -> str:
    return f"{100 * value:.1f} %" if math.isfinite(value) else "–"
