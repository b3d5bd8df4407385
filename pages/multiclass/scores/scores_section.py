"""The section Scores: three weight vectors as arrows, and the class of the largest score."""

import numpy as np

from lab.course.page_declaration import Word
from lab.endpoints import static_assets
from lab.scene.scene import SceneError
from lab.ui import items
from lab.ui.single_stop_sweep import single_stop_sweep
from lab.ui.steps.step import Picture, Words, own_sweeps
from lab.ui.weighted_vote import read_place
from pages.multiclass.items import ClassScores, ScoreRule, ScoreTable
from pages.multiclass.mathematics.linear_scores import EXAMPLE_WEIGHTS_004
from pages.multiclass.scores import linear_scores_endpoint
from pages.multiclass.softmax.softmax_step_endpoint import read_rows

NOTES = ";".join(",".join(f"{w:.4g}" for w in row) for row in EXAMPLE_WEIGHTS_004)
HOLDS = {"w1": "w₁", "w2": "w₂", "w3": "w₃", "all": "all three", "x": "x"}
RULES = {"12": "w₁ − w₂", "13": "w₁ − w₃", "23": "w₂ − w₃", "none": "none"}
VIEW = {"w": NOTES, "spot": "0.6,0.5", "hold": Word("w1", HOLDS), "rule": Word("12", RULES)}


def read_w(text: str) -> np.ndarray:
    """Parse three arrows (3, 2), clipped to the picture. Raises SceneError if `text` is invalid."""
    return np.clip(
        read_rows(text, len(EXAMPLE_WEIGHTS_004), 2, "w"),
        -linear_scores_endpoint.REACH,
        linear_scores_endpoint.REACH,
    )


def read_address(view: Words) -> tuple[np.ndarray, tuple[float, float], dict[str, str]]:
    """Return arrows, point and words of an address, with defaults for words that are not valid.

    Arrows and point are clipped to the picture.
    """
    try:
        W, text = read_w(view["w"]), view["w"]
    except SceneError:
        W, text = read_w(NOTES), NOTES
    try:
        x, y = read_place(view["spot"])
    except SceneError:
        x, y = read_place(VIEW["spot"])
    reach = linear_scores_endpoint.REACH
    spot = float(np.clip(x, -reach, reach)), float(np.clip(y, -reach, reach))
    hold = view["hold"] if view["hold"] in HOLDS else VIEW["hold"]
    rule = view["rule"] if view["rule"] in RULES else VIEW["rule"]
    words = {"w": text, "spot": ",".join(f"{v:g}" for v in spot), "hold": hold, "rule": rule}
    return W, spot, words


def picture(view: Words) -> Picture:
    """Build the picture of the arrows; `view` has a value for each parameter in `VIEW`."""
    W, spot, words = read_address(view)
    picture = ClassScores(
        address=static_assets.public_path("class-scores"), usual=NOTES,
        label="Three arrows, the regions where each has the largest score, and a point x.",
    )  # fmt: skip
    return own_sweeps(
        "scores",
        single_stop_sweep(linear_scores_endpoint.answer(W, spot)),
        main=[picture],
        side=[
            items.look("hold", "What you move", HOLDS),
            ScoreTable(label="The scores of the point x."),
            items.look("rule", "The binary rule between two classes", RULES),
            ScoreRule(label="The binary rule."),
        ],
        view=words,
    )
