"""Predict first: a curve that shows the answer stays covered until the learner has predicted."""

from collections.abc import Iterator
from typing import Any

from tests.pages.page_elements import WAY, elements

CURVES = ("curve", "logcurve", "oncurve", "recovery")
# Curves that stay visible during a question, by their label, with the reason.
_PICTURE = "It is the picture that the question is about, as its sliders stand now."
_OTHER_SETTING = "The question is about another setting than the one that it shows."
OPEN = {
    "As printed: Σₗ cos(2πℓ/L · (x − x′)); dotted: the limit.": _PICTURE,
    "F against steps.": _OTHER_SETTING,
    "Thin, the fits on fifty samples; then their mean; thick, the expected fit; dotted, the "
    "truth.": _PICTURE,
    "Mistakes of the perceptron against steps, in this order and in twenty others.": _OTHER_SETTING,
    "The curves of both systems, the examples, and the truth, dotted.": _PICTURE,
    "The component of the points, sorted, and the boundary between the groups, dashed.": _PICTURE,
    "The exact curve, wide; the Nyström curve, dashed; the curve of random waves; and 100 of "
    "the examples.": (_PICTURE),
    "The errors on the five folds along λ, their mean, one standard error above and below the "
    "mean, and the test error.": _OTHER_SETTING,
    "The errors on the five folds along τ, their mean, one standard error above and below the "
    "mean, and the test error.": _OTHER_SETTING,
    "The fitted curve and the examples.": _PICTURE,
    "Functions drawn from the prior, before any data are seen.": _PICTURE,
    "Functions drawn from the posterior, its mean, the band, the examples and the truth.": _PICTURE,
    "The function from θ, wide, and the function from α, dashed on top of it.": _PICTURE,
    "The function with the coefficients α + t v.": _PICTURE,
    "The line of all solutions, the shortest of them, and the path of gradient descent.": _PICTURE,
    "The loss over the margin z = y·f(x).": _OTHER_SETTING,
    "The points, the truth they scatter about, and the fitted polynomial.": _PICTURE,
    "The points, the truth, and the ridge fit.": _PICTURE,
    "The share of the variance of each component, and the largest after shuffling, dashed.": (
        _PICTURE
    ),
    "The slope of the fit: steps at the data.": _OTHER_SETTING,
    "The two features.": _PICTURE,
    "Times 2π/L; dotted: the limit.": _PICTURE,
    "f, the sum of bumps s, and the examples.": _PICTURE,
    "exp(−‖x − x′‖²/α) along x₂ = 0; dotted: the RBF kernel of bandwidth τ.": _OTHER_SETTING,
}


def items(value: Any, names: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
    """Yield all items, each with its own name and those of the items around it."""
    match value:
        case dict():
            if "kind" in value:
                names = (*names, *([value["name"]] if "name" in value else []))
                yield value | {"names": names}
            yield from (item for inner in value.values() for item in items(inner, names))
        case list():
            yield from (item for inner in value for item in items(inner, names))


def test_predicted_quantities_are_hidden_until_answered():
    in_sight, covered_count, cards = {}, 0, 0
    for page in WAY:
        for data in elements(page):
            all_items = list(items({place: data.get(place) for place in ("main", "side", "below")}))
            cards_asked = [item for item in all_items if item["kind"] == "challenge"]
            hidden_names = {
                name
                for card in cards_asked
                for challenge in card["challenges"]
                for name in challenge["hides"]
            }
            named_items = {name for item in all_items for name in item["names"]}
            assert hidden_names <= named_items, (page.name, data["name"], "what is hidden is there")
            covered_count += len(hidden_names)
            cards += len(cards_asked)
            for item in all_items if cards_asked else ():
                if item["kind"] in CURVES and not hidden_names.intersection(item["names"]):
                    in_sight[item.get("label", "")] = data["name"]
    assert cards > 30 and covered_count > 15
    assert {*in_sight} == {*OPEN}
    assert all(len(reason) > 20 for reason in OPEN.values())
