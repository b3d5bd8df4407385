"""Predict first: a curve along a slider that shows the answer stays covered until somebody says."""

from collections.abc import Iterator
from typing import Any

from tests.pages.drawn import WAY, elements

CURVES = ("curve", "logcurve", "oncurve", "recovery")
# Curves beside a question that are in sight, by what they are called, and why they may be.
_PICTURE = "It is the picture that the question is about, as its sliders stand now."
_OTHER_SETTING = "The question is about another setting than the one that it shows."
OPEN = {
    "As printed: Σₗ cos(2πℓ/L · (x − x′)); dotted: the limit.": _PICTURE,
    "F against steps.": _OTHER_SETTING,
    "Fits on fifty samples, thin, their mean, the expected fit, thick, and the truth, dotted.": (
        _PICTURE
    ),
    "Mistakes of the perceptron against steps: this order, and twenty others.": _OTHER_SETTING,
    "The function from θ, wide, and the function from α, dashed on top of it.": _PICTURE,
    "The function that α makes.": _PICTURE,
    "The line of all answers, the shortest of them, and the walk of gradient descent.": _PICTURE,
    "The loss over the margin z = y·f(x).": _OTHER_SETTING,
    "The points, the truth they scatter about, and the fitted polynomial.": _PICTURE,
    "The points, the truth, and the ridge fit.": _PICTURE,
    "The slope of the fit: steps at the data.": _OTHER_SETTING,
    "The two features.": _PICTURE,
    "Times 2π/L; dotted: the limit.": _PICTURE,
    "exp(−‖x − x′‖²/α) along x₂ = 0; dotted: the RBF kernel of bandwidth τ.": _OTHER_SETTING,
}


def items(value: Any) -> Iterator[dict[str, Any]]:
    match value:
        case dict():
            if "kind" in value:
                yield value
            yield from (item for inner in value.values() for item in items(inner))
        case list():
            yield from (item for inner in value for item in items(inner))


def test_what_an_answer_is_read_off_is_out_of_sight_until_it_is_predicted():
    in_sight, covered, cards = {}, 0, 0
    for page in WAY:
        for data in elements(page):
            all_items = list(items({place: data.get(place) for place in ("main", "side", "below")}))
            asked = [one for one in all_items if one["kind"] == "challenge"]
            hidden = {name for card in asked for one in card["challenges"] for name in one["hides"]}
            named = {one["name"] for one in all_items if "name" in one}
            assert hidden <= named, (page.name, data["name"], "what is hidden is there")
            covered += len(hidden)
            cards += len(asked)
            for one in all_items if asked else ():
                if one["kind"] in CURVES and one.get("name") not in hidden:
                    in_sight[one.get("label", "")] = data["name"]
    assert cards > 30 and covered > 15
    assert {*in_sight} == {*OPEN}
    assert all(len(reason) > 20 for reason in OPEN.values())
