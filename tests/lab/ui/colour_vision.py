"""Colours as readers with a colour vision deficiency see them, and the differences between them.

Simulation: Machado, Oliveira, Fernandes, “A physiologically-based model for simulation of color
vision deficiency”, IEEE TVCG 15 (2009), the matrices of severity 1.0, in linear RGB. Grey: CIE
luminance. Difference: CIEDE2000 (Sharma, Wu, Dalal 2005).
"""

import numpy as np

from lab.ui.palette import THEMES

MARKS_APART = 10.0  # smallest CIEDE2000 between marks and lines; 2.3 is just noticeable

_MACHADO = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
}
VISIONS = ("normal", *_MACHADO)
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = _TO_XYZ.sum(axis=1)


def lab(colour: str, vision: str = "normal") -> np.ndarray:
    """Return a colour #RRGGBB in CIELAB (D65) as seen with this vision."""
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    if vision != "normal":
        linear = np.clip(np.array(_MACHADO[vision]) @ linear, 0, 1)
    ratio = _TO_XYZ @ linear / _WHITE
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(first: np.ndarray, second: np.ndarray) -> float:
    """Return the difference CIEDE2000 between two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    c_mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(c_mean**7 / (c_mean**7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    d_hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    l, c = (l1 + l2) / 2, (c1 + c2) / 2  # noqa: E741  # lightness, as in the paper
    t = 1 - 0.17 * _cos(h - 30) + 0.24 * _cos(2 * h) + 0.32 * _cos(3 * h + 6)
    t -= 0.20 * _cos(4 * h - 63)
    s_l = 1 + 0.015 * (l - 50) ** 2 / np.sqrt(20 + (l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c, 1 + 0.015 * c * t
    rotation = -2 * np.sqrt(c**7 / (c**7 + 25.0**7))
    rotation *= np.sin(np.radians(60 * np.exp(-(((h - 275) / 25) ** 2))))
    parts = (l2 - l1) / s_l, (c2 - c1) / s_c, d_hue / s_h
    return float(np.sqrt(sum(part**2 for part in parts) + rotation * parts[1] * parts[2]))


def _cos(degrees: float) -> float:
    return np.cos(np.radians(degrees))


def seen(theme: str, first: str, second: str, vision: str) -> float:
    tones = THEMES[theme]
    return difference(lab(tones[first], vision), lab(tones[second], vision))
