"""The palette: the documented contrasts, for every colour in both themes."""

import tomllib
from pathlib import Path

import pytest

from lab.ui.palette import DARK, LIGHT, THEMES
from tests.lab.ui.contrast import contrast

MARKS = ("zero", "margin", "ring", "bayes", "positive", "negative")


@pytest.mark.parametrize("tones", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_stand_out_from_the_background(tones):
    for name in MARKS:
        assert contrast(tones[name], tones["background"]) >= 3, name


def test_both_themes_have_the_same_tones():
    assert set(LIGHT) == set(DARK)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_streamlits_own_texts_and_links_have_the_palettes_tones(theme):
    config = Path(__file__).parents[3] / ".streamlit" / "config.toml"
    theme_colours, tones = tomllib.loads(config.read_text("utf-8"))["theme"][theme], THEMES[theme]
    assert theme_colours == {
        "primaryColor": tones["accent"],
        "backgroundColor": tones["background"],
        "secondaryBackgroundColor": tones["card"],
        "textColor": tones["text"],
        "linkColor": tones["accent"],
    }
