"""The palette: every colour of the app, once, for both themes.

Positives are blue, negatives red, in tones that colour-blind readers tell apart; shape says it
too. Text tones keep a contrast of at least 4.5 to 1 on their background, marks at least 3 to 1.
"""

LIGHT = {
    "background": "#FFFFFF",
    "card": "#F5F7F8",
    "text": "#16202C",
    "muted": "#566170",
    "line": "#DCE2E8",
    "track": "#CDD5DC",
    "accent": "#0F766E",
    "on_accent": "#FFFFFF",
    "positive": "#1D5FC4",
    "negative": "#C4302B",
    "heat_positive": "#86B4F2",
    "heat_negative": "#F29C90",
    "heat_zero": "#FBFAF8",
    "zero": "#16202C",
    "margin": "#5B6675",
    "ring": "#566170",
    "bayes": "#5B6675",
    "hinge": "#0F766E",
    "logistic": "#6D28D9",
    "squared": "#B45309",
    "exponential": "#BE185D",
    "perceptron": "#4D7C0F",
    "zero_one": "#16202C",
}

DARK = {
    "background": "#0E151C",
    "card": "#18202A",
    "text": "#E8EDF2",
    "muted": "#A3AFBB",
    "line": "#2A3541",
    "track": "#33404D",
    "accent": "#2DD4BF",
    "on_accent": "#06201D",
    "positive": "#7DB0FF",
    "negative": "#FF7B70",
    "heat_positive": "#204C94",
    "heat_negative": "#8A2F2A",
    "heat_zero": "#121A22",
    "zero": "#F3F6F9",
    "margin": "#A3AFBB",
    "ring": "#B4BFCA",
    "bayes": "#B4BFCA",
    "hinge": "#2DD4BF",
    "logistic": "#B197FC",
    "squared": "#FFB454",
    "exponential": "#FF8AC4",
    "perceptron": "#A3D65C",
    "zero_one": "#F3F6F9",
}

THEMES = {"light": LIGHT, "dark": DARK}
