"""The section Maximum likelihood: the probabilities of the labels as all scores are scaled."""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene
from lab.scene.scene import replace
from lab.ui import items
from lab.ui.challenges import name_item, remark
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.multiclass.mathematics.likelihood import Likelihood, scaled_likelihood

STOPS = [round(0.1 * k, 1) for k in range(31)]
VIEW = {"loud": Word("0.5", stops=STOPS)}
_MAX_GAP = 1e-6  # a fit with at most this gap counts as optimal, as in optimality-note.js
_MIN_LIKELIHOOD = 1e-300  # likelihoods below this are not shown

LEAD = r"""
How likely are the observed labels? If the model is right, their probability is the **likelihood**
$\prod_i P(y_i \mid x_i)$. **Maximum likelihood** takes the $f$ that maximises it (004). The
negative log-likelihood is $-\sum_i \ln P(y_i \mid x_i)$, the sum of the cross-entropies: the
likelihood is largest where this sum is smallest. Each bar is one $P(y_i \mid x_i)$.
"""


@lru_cache(maxsize=16)
def likelihood_of_scene(scene: ClassScene) -> Likelihood:
    """Compute the likelihood of the labels under the softmax fit of a scene, with all scores
    multiplied by each of STOPS.
    """
    return scaled_likelihood(
        solve_scene(replace(scene, inside="", tree="balanced"), "softmax"), STOPS
    )


def sweep(scene: ClassScene) -> dict[str, Any]:
    """Compute the bars, the two curves and the read-outs at every factor s of the scores."""
    likelihood, m = likelihood_of_scene(scene), len(scene.sample.y)
    product = np.exp(-likelihood.minus_log)
    order = np.argsort(scene.sample.y, kind="stable")
    stop_tensors = {
        "own": likelihood.by_example[:, order].round(3), "at": likelihood.s,
        "minus_log": likelihood.minus_log,
        "log": -likelihood.minus_log, "objective": likelihood.objective,
        "product": np.where(product > _MIN_LIKELIHOOD, product, np.nan),
        "each": np.exp(-likelihood.minus_log / m),
        "rarest": likelihood.by_example.min(axis=1),
        "spread": np.ptp(likelihood.by_example, axis=1),
    }  # fmt: skip
    fixed_tensors = {
        "stops": likelihood.s, "loudness": likelihood.s, "curve": likelihood.minus_log,
        "penalised": likelihood.objective * (1 if scene.risk == "sum" else m),
    }  # fmt: skip
    stop_tensors |= {
        "penalised_at": fixed_tensors["penalised"],
        "lowest": np.full(len(STOPS), fixed_tensors["penalised"].min()),
        "gap": np.full(len(STOPS), likelihood.gap),
    }
    return sweep_item("loud", flagged_tensors(fixed_tensors, stop_tensors))


def in_words(scene: ClassScene) -> str:
    """Write at which factor s of the scores the likelihood is highest, and at which the risk with
    the penalty is lowest.
    """
    likelihood = likelihood_of_scene(scene)
    is_proven = likelihood.gap <= _MAX_GAP
    place = "The risk with the penalty is lowest at s = 1"
    if not is_proven:
        place = (
            "This fit is not proven to be optimal, so the risk may be lowest at an s other than 1"
        )
    if not np.isfinite(likelihood.top):
        return (
            "Here the true class of every example has the largest score. Then the likelihood grows "
            f"towards 1 as s grows, and has no maximum. {place}."
        )
    penalty = ": the penalty makes the scores smaller" if is_proven else ""
    return f"The likelihood alone is highest at s = {likelihood.top:.3g}. {place}{penalty}."


def picture(scene: ClassScene, view: Words, setting: str) -> Picture:
    """Build the picture of the probabilities of the labels, as bars.

    `view` has the words in `VIEW`; `setting` names the values of the page's sliders.
    """
    slider = items.stops_slider(
        "loud", "s", "factor of all scores", STOPS, [0, 0.5, 1, 1.5, 2, 2.5, 3]
    )
    bars = items.Vector(
        first=1, tensor="own", tone="accent",
        title="P(yᵢ | xᵢ), class by class", label="The probability of each label.",
    )  # fmt: skip
    result = remark(f"{in_words(scene)} Solved with {setting}.")
    curves = items.Curve(
        "The negative log-likelihood against s, alone and with the penalty.", "loudness",
        [{"tensor": "curve", "tone": "accent", "label": "−Σ ln P", "at": 0.85, "below": True},
         {"tensor": "penalised", "tone": "negative", "label": "with the penalty", "at": 0.6}],
        note="s", marks=[["at", "minus_log", "accent"], ["at", "penalised_at", "negative"]],
    )  # fmt: skip
    return own_sweeps(
        "likelihood",
        sweep(scene),
        at={"loud": nearest_stop(STOPS, view["loud"])},
        main=[bars, slider],
        side=[
            name_item("curves", curves),
            name_item("highest", result),
            items.readouts(
                items.row("product", "Likelihood ∏ P(yᵢ | xᵢ)", "power"),
                items.row("log", "Log-likelihood, Σ ln P(yᵢ | xᵢ)", "number"),
                items.row("minus_log", "Sum of the cross-entropies", "number"),
                items.row("each", "Mean P(yᵢ | xᵢ)", "percent", "geometric mean"),
            ),
        ],
    )
