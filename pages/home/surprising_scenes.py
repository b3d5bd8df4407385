"""Ten surprising scenes, each with a statement about its solution."""

from functools import lru_cache
from urllib.parse import parse_qsl

from lab.scene.fields import FIELDS
from lab.scene.scene import parse
from lab.ui.challenges import Statement
from pages.home.items import Surprise, Surprises

SCENES = {
    "tau=0.05&lam=0.0001": Statement(
        "Every training example is classified correctly, yet {test_error:percent} of new points "
        "are misclassified: the boundary follows single examples.",
        (("train_error", "<=", 0), ("test_error", ">=", 0.15)),
    ),
    "data=circles&kernel=linear": Statement(
        "Two rings: with a linear kernel {train_error:percent} of the examples are misclassified.",
        (("train_error", ">=", 0.4),),
    ),
    "data=circles&kernel=poly&degree=2": Statement(
        "Two rings, with products of the coordinates as features: {train_error:percent} of the "
        "examples are misclassified.",
        (("train_error", "<=", 0.1),),
    ),
    "data=spirals&tau=0.3&lam=0.01": Statement(
        "Two spirals, separated with a bandwidth of 0.3. On new points the error is "
        "{test_error:percent}.",
        (("train_error", "<=", 0), ("test_error", "<=", 0.15)),
    ),
    "data=spirals&tau=6.4&lam=0.01": Statement(
        "Two spirals, with a bandwidth of 6.4: {train_error:percent} of the examples are "
        "misclassified.",
        (("train_error", ">=", 0.3),),
    ),
    "data=xor&kernel=linear&intercept=1": Statement(
        "Exclusive or: with the linear kernel and b, {train_error:percent} of the examples are "
        "misclassified.",
        (("train_error", ">=", 0.2),),
    ),
    "data=xor&kernel=poly&degree=2": Statement(
        "Exclusive or with the product x₁x₂ among the features: {train_error:percent} of the "
        "examples are misclassified.",
        (("train_error", "<=", 0.1),),
    ),
    "loss=perceptron": Statement(
        "The perceptron loss with a penalty: f is 0 everywhere, and every example counts as "
        "misclassified. The hinge loss avoids this, since it requires a margin.",
        (("train_error", ">=", 1), ("support", "<=", 0)),
    ),
    "loss=exponential&tau=0.2": Statement(
        "With the exponential loss all {support:whole} coefficients are non-zero. With the hinge "
        "loss some of them can be 0: those examples do not contribute to f.",
        (("support", ">=", ["m", 1]),),
    ),
    "data=cancer&classes=1,0&tau=1&lam=1": Statement(
        "Breast tumours, described by two principal components of 30 measurements: "
        "{test_error:percent} of the tumours left out of the fit are misclassified.",
        (("test_error", "<=", 0.1),),
    ),
}


def fields_of(query: str) -> dict[str, str]:
    """Return all fields of a scene as strings; "" for fields that the scene does not have."""
    scene, _ = parse(query)
    words = dict(parse_qsl(scene.query()))
    return {name: words.get(name, "") for name in FIELDS}


@lru_cache(maxsize=1)
def item() -> Surprises:
    """Return the button that shows the scenes one after another."""
    scenes: list[Surprise] = [
        {"fields": fields_of(query), "text": statement.text, "conditions": statement.conditions}
        for query, statement in SCENES.items()
    ]
    return Surprises(scenes)
