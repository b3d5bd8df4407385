"""The numbers of the page's statements that no fit of its scene has."""

from collections.abc import Mapping

import numpy as np

from pages.representer_theorem import off_span_component, off_span_excess


def off_the_span(fields: Mapping[str, str]) -> dict[str, float]:
    """In the span, off it, or so far off that ‖θ‖ is beyond the step."""
    t, inside = float(fields["t"]), off_span_component.ALPHA @ off_span_component.X
    length = np.hypot(np.linalg.norm(inside), t)
    return {"state": 0 if t == 0 else 2 if length > 1.75 else 1}


def draws(fields: Mapping[str, str]) -> dict[str, float]:
    return {"which": list(off_span_excess.CHOICES).index(fields.get("r", "half"))}


NUMBERS = {"wasted": off_the_span, "regret": draws}
ADDRESSES = (
    {"risk": "sum"}, {"loss": "perceptron"},
    *({"risk": "mean", "r": name} for name in off_span_excess.CHOICES),
)  # fmt: skip
