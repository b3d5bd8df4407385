"""Diamond and disc: the level sets of RSS grow until they touch the ball.

The sweep along β is sent with the page. While the least-squares solution ŵ is dragged, the server
answers GET /ball with the picture for its position.
"""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.endpoints import static_assets
from lab.endpoints.endpoint import Endpoint
from lab.scene.scene import Problem, SceneError, split
from lab.ui import items
from lab.ui.challenges import Challenge, Option
from lab.ui.embedded_sweep import nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.items import NormBall
from pages.regularisation.mathematics.thresholding import level_set, minimise_on_ball

REACH = 2.5  # largest |coordinate| of the window, and of ŵ
BALLS = ("l1", "l2")
SHAPES = {
    "tilted": ("Tilted", ((1.0, 0.55), (0.55, 0.6))),
    "long": ("Long", ((0.25, 0.0), (0.0, 1.0))),
    "round": ("Round", ((1.0, 0.0), (0.0, 1.0))),
}
STOPS = [float(f"{v:.3g}") for v in np.linspace(0.1, 3, 30)]
VIEW = {"hat": "1.2,1.8", "beta": Word("1.6", stops=STOPS), "shape": Word("tilted", SHAPES)}
_RINGS = (0.1, 0.4, 0.9, 1.6)  # levels of the faint level sets: RSS above its minimum
_NODES = 49
_ZERO = 1e-9

CHALLENGES = (
    Challenge(
        question="Which ball sets a coefficient to exactly 0 for many positions of ŵ?",
        options=(
            Option("the diamond", (("zeros_l1", ">=", 1),)),
            Option("the disc", (("zeros_l2", ">=", 1),)),
        ),
        answer="the diamond",
        goal="Drag ŵ or β until a level set touches the diamond at a corner, while both "
        "coefficients of ŵ are at least 0.5 in absolute value.",
        conditions=(("zeros_l1", ">=", 1), ("least_hat", ">=", 0.5)),
        why="For many positions of ŵ the growing level sets touch a corner first, and there one "
        "coefficient is 0. The disc has no corners: a level set touches it where both have the "
        "same tangent, hardly ever on an axis.",
    ),
)


def read_hat(text: str) -> tuple[float, float]:
    """Parse ŵ such as "1.4,1.1".

    Raises SceneError if the text is not valid or a coordinate is outside the window.
    """
    try:
        w1, w2 = (float(part) for part in text.split(","))
        if not (abs(w1) <= REACH and abs(w2) <= REACH):  # the condition also holds for NaN and inf
            raise ValueError
    except ValueError:
        allowed = f"two numbers from {-REACH:g} to {REACH:g}"
        message = f"ŵ must be {allowed}, separated by a comma, such as {VIEW['hat']}."
        raise SceneError(Problem("hat", text[:80], allowed, message)) from None
    return round(w1, 3), round(w2, 3)


def read_shape(text: str) -> str:
    if text not in SHAPES:
        names = ", ".join(SHAPES)
        message = f"The shape of the level sets must be one of {names}."
        raise SceneError(Problem("shape", text[:80], names, message))
    return text


def tensors_at(hat: tuple[float, float], shape: str, beta: float) -> dict[str, np.ndarray]:
    """Compute the picture's tensors at one β.

    For each ball these are its outline, the solution w (2,), the level set through w (49, 2), λ,
    RSS above its minimum, the duality gap, the number of zero coefficients, and whether the ball
    contains ŵ. In that case w is ŵ, and no level set touches the ball.
    """
    tensors: dict[str, Any] = {}
    A = np.array(SHAPES[shape][1])
    for ball in BALLS:
        answer = minimise_on_ball(A, hat, beta, ball)
        tensors |= {
            f"w_{ball}": answer.w, f"level_{ball}": level_set(A, hat, answer.primal, _NODES),
            f"lam_{ball}": answer.lam, f"rss_{ball}": answer.primal, f"gap_{ball}": answer.gap,
            f"zeros_{ball}": float((np.abs(answer.w) <= _ZERO).sum()),
            f"inside_{ball}": float(answer.lam == 0),
        }  # fmt: skip
    tensors["l1"] = beta * np.array([[1, 0], [0, 1], [-1, 0], [0, -1], [1, 0]])
    turn = np.linspace(0, 2 * math.pi, _NODES)
    tensors["l2"] = beta * np.column_stack([np.cos(turn), np.sin(turn)])
    return {name: np.asarray(values, dtype=float) for name, values in tensors.items()}


def fixed_tensors(hat: tuple[float, float], shape: str) -> dict[str, np.ndarray]:
    """Return the tensors that do not depend on β: ŵ, the faint level sets around it, and its
    smaller |coefficient|."""
    A = np.array(SHAPES[shape][1])
    rings = np.array([level_set(A, hat, rss, _NODES) for rss in _RINGS])
    return {
        "hat": np.array(hat), "rings": rings, "least_hat": np.array([np.abs(hat).min()]),
    }  # fmt: skip


@lru_cache(maxsize=64)
def sweep(hat: tuple[float, float], shape: str) -> dict[str, Any]:
    """Compute the picture at every β."""
    frames = [tensors_at(hat, shape, beta) for beta in STOPS]
    tensors = {name: (np.array([stop[name] for stop in frames]), False) for name in frames[0]}
    constants = fixed_tensors(hat, shape) | {"stops": np.array(STOPS)}
    return _item(tensors | {name: (tensor, True) for name, tensor in constants.items()})


def _item(tensors: dict[str, tuple[np.ndarray, bool]]) -> dict[str, Any]:
    return sweep_item(
        "beta", tensors, exact=["stops"], half_precision=["level_l1", "level_l2", "l2"]
    )


def frame_at(hat: tuple[float, float], shape: str, beta: float) -> dict[str, Any]:
    """Compute the picture at one β, which the server sends for each move of ŵ."""
    tensors = {name: (value[None], False) for name, value in tensors_at(hat, shape, beta).items()}
    constants = fixed_tensors(hat, shape) | {"stops": np.array([beta])}
    return _item(tensors | {name: (tensor, True) for name, tensor in constants.items()})


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the two balls.

    `view` has the words in `VIEW`; an invalid word is replaced by its default.
    """
    try:
        hat = read_hat(view["hat"])
    except SceneError:
        hat = read_hat(VIEW["hat"])
    shape = view["shape"] if view["shape"] in SHAPES else VIEW["shape"]
    slider = items.stops_slider("beta", "β", "size of the ball", STOPS, [0.1, 1, 2, 3])
    balls = NormBall(
        address=static_assets.public_path("ball"),
        reach=REACH,
        usual=VIEW["hat"],
        label="Level sets of RSS around ŵ, the diamond and the disc, and where they touch.",
    )
    rows = [
        items.row(f"rss_{ball}", name, "number", note) for ball, name, note in (
            ("l1", "RSS, diamond", "more than at ŵ"), ("l2", "RSS, disc", "more than at ŵ"))
    ]  # fmt: skip
    rows += [
        items.row("lam_l1", "λ of the diamond", "number", "of the penalty with the same solution"),
        items.row("lam_l2", "λ of the disc", "number"),
    ]
    return own_sweeps(
        "ball",
        {name: sweep(hat, name) for name in SHAPES},
        by="shape",
        at={"beta": nearest_stop(STOPS, view["beta"]), "shape": shape},
        main=[balls],
        side=[
            slider,
            switch("shape", "The level sets of RSS", {k: v[0] for k, v in SHAPES.items()}),
            items.readouts(*rows),
        ],
        view={"hat": ",".join(f"{value:g}" for value in hat)},
    )


def _answer(query: bytes) -> dict[str, Any]:
    words, problem = split(query)
    if problem:
        raise SceneError(problem)
    texts = {name: (words.get(name) or [usual])[0] for name, usual in VIEW.items()}
    hat, shape = read_hat(texts["hat"]), read_shape(texts["shape"])
    return frame_at(hat, shape, nearest_stop(STOPS, texts["beta"]))


ENDPOINT = Endpoint("ball", _answer)
