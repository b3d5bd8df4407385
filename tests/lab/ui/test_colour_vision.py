"""Colours with a meaning differ for every colour vision, or a shape distinguishes them too."""

from dataclasses import dataclass
from itertools import combinations

import pytest

from lab.scene.fields import FIELDS
from lab.ui import items
from lab.ui.palette import LOSS_STYLES, THEMES
from tests.lab.ui.colour_vision import MARKS_APART, VISIONS, difference, seen
from tests.lab.ui.contrast import contrast

AREAS_APART = 5.0  # smallest CIEDE2000 between areas side by side


@dataclass(frozen=True)
class Pair:
    """Two tones with different meanings. Their CIEDE2000 difference is at least `apart` in every
    vision, unless `distinguished_by`, a shape or a dash, distinguishes them."""

    first: str
    second: str
    apart: float = MARKS_APART
    distinguished_by: str = ""


def loss_tone(name: str) -> str:
    return name.replace("-", "_")


CLASSES = [f"class_{k}" for k in range(10)]
LOSSES = [loss_tone(name) for name in FIELDS["loss"].choices]
PAIRS = (
    # The background has the sign of f; the mark of an example, a cross or a circle, its label.
    Pair("heat_positive", "heat_negative", AREAS_APART),
    Pair("heat_positive", "heat_zero", AREAS_APART),
    Pair("heat_negative", "heat_zero", AREAS_APART),
    Pair("positive", "negative", distinguished_by="shape"),
    # Training error (positive, dashed), test error (negative, solid), Bayes error (muted, dotted).
    Pair("positive", "muted", distinguished_by="dash"),
    Pair("negative", "muted", distinguished_by="dash"),
    # The boundary, the margins (dashed), the Bayes-optimal boundary (dotted).
    Pair("zero", "margin", distinguished_by="dash"),
    Pair("zero", "bayes", distinguished_by="dash"),
    Pair("margin", "bayes", distinguished_by="dash"),
    *(Pair(first, second, distinguished_by="dash") for first, second in combinations(LOSSES, 2)),
    *(Pair(name, "zero_one", distinguished_by="dash") for name in LOSSES),
    *(Pair(first, second, distinguished_by="shape") for first, second in combinations(CLASSES, 2)),
)
# Pairs that colour alone distinguishes in all visions except grey, although shapes differ too.
WELL_APART = (("positive", "negative"), *combinations(CLASSES[:5], 2))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", VISIONS)
def test_colours_alone_distinguish_pairs_without_another_sign(theme, vision):
    for pair in PAIRS:
        if not pair.distinguished_by:
            assert seen(theme, pair.first, pair.second, vision) >= pair.apart, pair


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", [vision for vision in VISIONS if vision != "grey"])
def test_the_signs_and_the_first_classes_are_apart_by_colour_too(theme, vision):
    for first, second in WELL_APART:
        assert seen(theme, first, second, vision) >= MARKS_APART, (first, second)


def test_lines_that_colour_does_not_tell_apart_have_different_dashes():
    dashes = [style.dash for style in LOSS_STYLES.values()]
    assert len({*dashes}) == len(dashes)
    series = items.error_curve(along="tau").series
    lines = {line["tensor"]: tuple(line.get("dash", ())) for line in series}
    assert set(lines) == {"train_error", "test_error", "bayes_error"}
    assert len({*lines.values()}) == 3


@pytest.mark.parametrize("theme", THEMES)
def test_marks_and_lines_have_three_to_one_on_their_ground(theme):
    tones = THEMES[theme]
    for pair in PAIRS:
        if pair.apart == MARKS_APART:
            for name in (pair.first, pair.second):
                assert contrast(tones[name], tones["background"]) >= 3, name


# Pairs of Sharma, Wu, Dalal (2005), table 1, on which implementations often fail.
SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("first", "second", "expected"), SHARMA)
def test_the_difference_agrees_with_published_pairs(first, second, expected):
    assert difference(first, second) == pytest.approx(expected, abs=5e-5)
