"""Contrasts of tones on tones: text at least 4.5 to 1, marks and edges at least 3 to 1."""

import re

import pytest

from lab.endpoints import static_assets
from lab.scene.fields import FIELDS
from lab.ui.palette import DARK, LIGHT, THEMES, loss_styles
from lab.ui.shell import theme_css
from tests.lab.ui.contrast import contrast

GROUNDS = ("background", "card")
# The background of a picture lies between these tones, and the contrast of a mark with it is
# smallest at one of them.
HEATS = ("heat_positive", "heat_negative", "heat_zero")
TEXT = ("text", "muted", "accent", "positive", "negative", "hinge", "logistic", "squared",
        "exponential", "perceptron", "squared_hinge", "huber", "epsilon_insensitive", "zero_one",
        "zero", "margin")  # fmt: skip
ON_HEAT = ("positive", "negative", "zero", "margin", "ring", "bayes", "accent", "muted", "text")
EDGES = ("edge", "muted", "accent", "text")
IN_BOTH_THEMES = pytest.mark.parametrize("tones", [LIGHT, DARK], ids=["light", "dark"])


@IN_BOTH_THEMES
def test_text_has_enough_contrast(tones):
    for name in TEXT:
        for ground in GROUNDS:
            assert contrast(tones[name], tones[ground]) >= 4.5, (name, ground)
    assert contrast(tones["background"], tones["text"]) >= 4.5, "a tooltip swaps the two"
    for ground in HEATS:  # numbers in cells of a matrix, names of level curves
        assert contrast(tones["text"], tones[ground]) >= 4.5, ground


@IN_BOTH_THEMES
def test_marks_have_enough_contrast_on_the_heat_map(tones):
    for name in ON_HEAT:
        for ground in HEATS:
            assert contrast(tones[name], tones[ground]) >= 3, (name, ground)


@IN_BOTH_THEMES
def test_controls_have_visible_edges(tones):
    for name in EDGES:
        for ground in GROUNDS:
            assert contrast(tones[name], tones[ground]) >= 3, (name, ground)
    assert contrast(tones["on_accent"], tones["accent"]) >= 4.5, "the chosen option's words"
    for ground in GROUNDS:
        assert contrast(tones["accent"], tones[ground]) >= 3, "the chosen option, the thumb"


@IN_BOTH_THEMES
def test_each_class_stands_out_from_the_halo_of_its_marks(tones):
    for k in range(10):
        assert contrast(tones[f"class_{k}"], tones["background"]) >= 3, k


@IN_BOTH_THEMES
def test_curves_stand_out_from_the_ground(tones):
    for name in (*(name.replace("-", "_") for name in FIELDS["loss"].choices), "zero_one"):
        for ground in GROUNDS:
            assert contrast(tones[name], tones[ground]) >= 3, (name, ground)


def test_future_loss_colours_are_distinct():
    names = (*FIELDS["loss"].choices, *(f"further-{k}" for k in range(6)))
    styles = loss_styles(names)
    assert tuple(styles) == names
    for tones, theme in ((LIGHT, "light"), (DARK, "dark")):
        for name in names:
            for ground in GROUNDS:
                assert contrast(getattr(styles[name], theme), tones[ground]) >= 4.5, name
        loss_colours = [getattr(styles[name], theme) for name in names[:-2]]
        assert len({*loss_colours}) == len(loss_colours), (
            "the first four further losses have colours of their own"
        )
    dashes = [style.dash for style in styles.values() if style.dash]
    assert len({*dashes}) == len(dashes) == len(names) - 1, "the hinge loss alone is solid"


def test_the_styles_use_only_properties_that_something_sets():
    """An undefined custom property is silently ignored by the browser."""
    names = static_assets.names()
    sheets = {name: static_assets.read(name) for name in names if name.endswith(".css")}
    scripts = [static_assets.read(name) for name in names if name.endswith(".js")]
    # The lecture's script sets several properties in one loop.
    set_names = {"zoom", "screen", "notes-height", "question-height", "companion-width"}
    set_names |= {name.replace("_", "-") for name in LIGHT}
    for text in sheets.values():
        set_names |= {*re.findall(r"--kl-([\w-]+):", text)}
    for text in scripts:
        set_names |= {*re.findall(r"[\"'`; ]--kl-([\w-]+)[\"'`:]", text)}
    for name, text in sheets.items():
        assert {*re.findall(r"var\(--kl-([\w-]+)", text)} - set_names == set(), name


def test_the_palette_is_defined_outside_the_live_elements_in_both_themes():
    style = theme_css._style()
    for name, tone in LIGHT.items():
        assert f"--kl-{name.replace('_', '-')}: light-dark({tone}, {DARK[name]});" in style
    assert set(THEMES) == {"light", "dark"}
