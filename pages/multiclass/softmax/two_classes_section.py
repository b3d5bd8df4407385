"""The section Two classes: the λ at which softmax and the binary fit are equal."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.scene.class_scene import ClassScene
from lab.scene.powers import digit_and_power
from lab.scene.scene import replace
from lab.ui import items
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, Words, own_sweep
from pages.multiclass.cost.binary_equivalence import both_fits, two_classes

STOPS = [float(f"{2.0**power:.4g}") for power in np.arange(-3, 1.01, 0.25)]
VIEW = {"pays": Word("1", stops=STOPS)}

_AXIS_ROOM = 1.08  # end of the axes, relative to the largest coordinate of a point

TWO = r"""
With two classes only $f_1 - f_2$ counts: $P(y = 1 \mid x) = 1/(1 + e^{-(f_1 - f_2)})$ is the
sigmoid of $f_1 - f_2$, and the cross-entropy is the logistic loss (003, 004). The penalty of
softmax is $\frac\lambda2(\|f_1\|^2 + \|f_2\|^2)$. At the optimum $f_1 = -f_2$, so this is
$\frac\lambda4\|f_1 - f_2\|^2$. So the binary fit with half of $\lambda$ must be the same. Here each
fit is solved by its own method, on the data of the four planes with two classes, with {setting}:
"""


@lru_cache(maxsize=16)
def sweep(scene: ClassScene) -> dict[str, Any]:
    """Compute f₁ − f₂ of softmax, and f of the binary fit at each factor of λ, at every point of
    the scene, after its number of classes is set to two.

    Raises ValueError or NotConverged if a fit fails.
    """
    binary_scene = replace(scene, inside="", tree="balanced")
    _, difference, binary = both_fits(binary_scene, STOPS)
    reach = _AXIS_ROOM * max(np.abs(difference).max(), np.abs(binary.decision).max())
    fixed_tensors = {
        "stops": np.array(STOPS),
        "difference": difference,
        "ends": np.array([-reach, reach]),
    }
    stop_tensors = {"f": binary.decision, "apart": np.abs(binary.decision - difference).max(axis=1)}
    return sweep_item("pays", flagged_tensors(fixed_tensors, stop_tensors))


def picture(scene: ClassScene, words: Words) -> list[Picture]:
    """Build the scatter plot of both scores, with the slider for the factor of λ; return no
    picture if a fit fails. `words` has the words in `VIEW`.
    """
    try:
        content = sweep(scene)
    except (ValueError, kc.NotConverged):
        return []
    slider = items.stops_slider(
        "pays", "s", "factor of λ in the binary fit", STOPS, [0.125, 0.25, 0.5, 1, 2]
    )
    scatter = items.Curve(
        "The score of each example in the binary fit, against the difference of its two softmax "
        "scores.", "ends",
        [{"tensor": "ends", "tone": "muted", "dash": [5, 4], "label": "equal", "at": 0.12}],
        points=["difference", "f"], square=True, note="f₁ − f₂, softmax", ynote="f, binary",
    )  # fmt: skip
    largest = items.row("apart", "Largest difference of the fits", "power", "over all points")
    return [
        own_sweep(
            "pair", "pays", nearest_stop(STOPS, words["pays"]), content,
            main=[scatter], side=[slider, items.readouts(largest)],
        )
    ]  # fmt: skip


@lru_cache(maxsize=32)
def comparison(scene: ClassScene) -> str:
    """Write a Markdown table of the values of both fits, or explain why there is none."""
    try:
        results = two_classes(replace(scene, inside="", tree="balanced"))
    except (ValueError, kc.NotConverged):
        return (
            "With this kernel and λ the fits could not be computed accurately enough. Choose "
            "another kernel or λ."
        )
    rows = [
        f"| point {i + 1} | {a:.6f} | {b:.6f} |".replace("-", "−")
        for i, (a, b) in enumerate(zip(results["difference"], results["f"], strict=True))
    ]
    ends = [
        (name, results[name]["objective"], results[name]["gap"]) for name in ("softmax", "binary")
    ]
    rows.append("| objective | " + " | ".join(f"{value:.9f}" for _, value, _ in ends) + " |")
    rows.append("| duality gap | " + " | ".join(digit_and_power(gap) for *_, gap in ends) + " |")
    head = (
        "| quantity | softmax, $f_1 - f_2$ | binary logistic at $\\lambda/2$, $f$ |\n|:--|--:|--:|"
    )
    difference = (
        f"\n\nOver all points the two fits differ by at most {digit_and_power(results['apart'])}."
    )
    return "\n".join([head, *rows]) + difference
