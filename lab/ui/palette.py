"""The palette: every colour of the app, for both themes.

Positives are blue, negatives red, in tones that colour-blind readers can distinguish; shapes differ
too, and so does the lightness of their backgrounds, which remains visible in greyscale. Text has a
contrast of at least 4.5 to 1 on its background; marks, and the edges of buttons and fields, of at
least 3 to 1. Colour-blind readers can also distinguish the tones of ten classes, the first five
best. Each loss has a line style: a tone in each theme, and a dash.
"""

from dataclasses import dataclass
from itertools import count
from typing import Literal

from lab.scene.fields import FIELDS


@dataclass(frozen=True)
class LineStyle:
    """The line style of a loss: its tone in each theme, and its dash in pixels, empty for a solid
    line."""

    light: str
    dark: str
    dash: tuple[int, ...] = ()


_OF_LOSSES = {
    "hinge": LineStyle("#0F766E", "#2DD4BF"),
    "logistic": LineStyle("#6D28D9", "#B197FC", (10, 3, 2, 3)),
    "squared": LineStyle("#B45309", "#FFB454", (5, 3)),
    "exponential": LineStyle("#BE185D", "#FF8AC4", (7, 2, 7, 6)),
    "perceptron": LineStyle("#4D7C0F", "#A3D65C", (8, 4)),
    "squared-hinge": LineStyle("#0369A1", "#5CC8FF", (14, 3)),
    "huber": LineStyle("#8A2C0D", "#E8A08A", (3, 6)),
    "epsilon-insensitive": LineStyle("#A21CAF", "#EE8CFB", (12, 4, 2, 4, 2, 4)),
}
# Tones, light and dark, for losses without a style.
_FURTHER_TONES = (
    ("#374AB8", "#8EA2FF"), ("#7A4B12", "#D9B38C"), ("#166534", "#5FDD8A"), ("#4B5563", "#B8C4D0"),
)  # fmt: skip


def loss_styles(names: tuple[str, ...]) -> dict[str, LineStyle]:
    """Return the line style of each loss.

    A loss without a style gets the next of a few tones, and its own dash.
    """
    further = (
        LineStyle(*_FURTHER_TONES[k % len(_FURTHER_TONES)], (6, 2, *(2, 2) * (k + 2)))
        for k in count()
    )
    return {name: _OF_LOSSES.get(name) or next(further) for name in names}


LOSS_STYLES = loss_styles(FIELDS["loss"].choices)


def loss_tones(theme: Literal["light", "dark"]) -> dict[str, str]:
    return {name.replace("-", "_"): getattr(style, theme) for name, style in LOSS_STYLES.items()}


LIGHT = {
    "background": "#FFFFFF",
    "card": "#F5F7F8",
    "text": "#16202C",
    "muted": "#566170",
    "line": "#DCE2E8",
    "edge": "#77838F",
    "track": "#CDD5DC",
    "accent": "#0F766E",
    "on_accent": "#FFFFFF",
    "positive": "#1D5FC4",
    "negative": "#C4302B",
    "heat_positive": "#9EC3F5",
    "heat_negative": "#F9CDC6",
    "heat_zero": "#FBFAF8",
    "zero": "#16202C",
    "margin": "#5B6675",
    "ring": "#566170",
    "bayes": "#5B6675",
    **loss_tones("light"),
    "zero_one": "#16202C",
    # The tones of many classes; those of two classes are positive and negative.
    "class_0": "#1D5FC4",
    "class_1": "#FF5A15",
    "class_2": "#049385",
    "class_3": "#951A71",
    "class_4": "#765702",
    "class_5": "#2B2F3A",
    "class_6": "#1A9AE3",
    "class_7": "#77260A",
    "class_8": "#679D3F",
    "class_9": "#8067FC",
}

DARK = {
    "background": "#0E151C",
    "card": "#18202A",
    "text": "#E8EDF2",
    "muted": "#A3AFBB",
    "line": "#2A3541",
    "edge": "#6B7885",
    "track": "#33404D",
    "accent": "#2DD4BF",
    "on_accent": "#06201D",
    "positive": "#7DB0FF",
    "negative": "#FF7B70",
    "heat_positive": "#204C94",
    "heat_negative": "#6F2420",
    "heat_zero": "#121A22",
    "zero": "#F3F6F9",
    "margin": "#A3AFBB",
    "ring": "#B4BFCA",
    "bayes": "#B4BFCA",
    **loss_tones("dark"),
    "zero_one": "#F3F6F9",
    "class_0": "#7DB0FF",
    "class_1": "#D39243",
    "class_2": "#11E9C0",
    "class_3": "#D94494",
    "class_4": "#FFEC3D",
    "class_5": "#FFFFFF",
    "class_6": "#4C57DD",
    "class_7": "#B4503E",
    "class_8": "#BBCF47",
    "class_9": "#9279FA",
}

THEMES = {"light": LIGHT, "dark": DARK}

# CSS system colours, and the colours of the palette that each replaces where the system forces its
# own colours (high contrast). Shapes, dashes, hatching and labels distinguish marks that have the
# same colour.
_SYSTEM_COLOURS = {
    "Canvas": ("background", "card", "heat_zero"),
    "GrayText": ("line", "track"),
    "Highlight": ("accent",),
    "HighlightText": ("on_accent",),
    "LinkText": ("positive", "heat_positive", "hinge", "squared_hinge", "squared", "huber"),
}
_IN_TURN = ("LinkText", "CanvasText", "GrayText")
FORCED = (
    dict.fromkeys(LIGHT, "CanvasText")
    | {f"class_{k}": _IN_TURN[k % len(_IN_TURN)] for k in range(10)}
    | {tone: name for name, tones in _SYSTEM_COLOURS.items() for tone in tones}
)
# The palettes for scripts, which detect which one is active.
SCRIPT_THEMES = THEMES | {"forced": FORCED}
