"""The palette: contrasts that the module promises, for every colour in both themes."""

import tomllib
from pathlib import Path

import pytest

from lab.ui.palette import DARK, LIGHT, THEMES

TEXT = ("text", "muted", "accent", "positive", "negative")
MARKS = ("zero", "margin", "ring", "bayes", "positive", "negative")


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tones", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(tones):
    for name in TEXT:
        for ground in ("background", "card"):
            assert contrast(tones[name], tones[ground]) >= 4.5, (name, ground)
    assert contrast(tones["on_accent"], tones["accent"]) >= 4.5


@pytest.mark.parametrize("tones", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_stand_out_from_the_background(tones):
    for name in MARKS:
        assert contrast(tones[name], tones["background"]) >= 3, name


def test_both_themes_have_the_same_tones():
    assert set(LIGHT) == set(DARK)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_streamlits_own_texts_and_links_have_the_palettes_tones(theme):
    config = Path(__file__).parents[3] / ".streamlit" / "config.toml"
    told, tones = tomllib.loads(config.read_text("utf-8"))["theme"][theme], THEMES[theme]
    assert told == {
        "primaryColor": tones["accent"],
        "backgroundColor": tones["background"],
        "secondaryBackgroundColor": tones["card"],
        "textColor": tones["text"],
        "linkColor": tones["accent"],
    }
