"""The picture of the spectrum, with the spectra of points whose coordinates are shuffled."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.kernel_pca.mathematics.shuffled_control import control_spectra, count_above, spectrum
from pages.kernel_pca.point_sets import LABELS, points_of

STOPS = [0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8, 1.1, 1.6, 3.2]
# Number of shuffles; an eigenvalue above those of all 19 shuffles is the largest of 20.
SHUFFLES = 19
VIEW = {"width": Word("0.2", stops=STOPS), "figure": Word("moons", LABELS)}
POINTS = 80
_N_SHOWN = 24
_TICKS = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2]
_SMALL, _LARGE = 0.29, 0.39
_VARIANCE_SHARE = 0.9

CHALLENGES = (
    Challenge(
        question="Shuffle each coordinate among the points: the values stay, but they are combined "
        "at random. Count the components from the first, as long as their variance is larger "
        "than in each of 19 shuffles. At which τ is this number at most 1?",
        stored_id="c1b1dfd88",
        options=(
            Option("only below 0.3", (("width", "<=", _SMALL),)),
            Option("only at 0.4 or more", (("width", ">=", _LARGE),)),
        ),
        answer="only at 0.4 or more",
        goal="Find a τ at which the number of leading components above all 19 shuffles is at most "
        "1.",
        conditions=(("above", "<=", 1),),
        by=("width",),
        hides=("along",),
        certificate="",
        why=(
            Statement(
                "At τ = {width:setting} the number of leading components above all 19 shuffles is "
                "{above:whole}."
            ),
            Statement(
                "Above all shuffles: {above_any:whole} of the first 24 components. But the count "
                "of leading components stops at the first one that is not above them.",
                (("later", ">=", 1),),
            ),
            Statement(
                "As τ grows, the first components approach linear functions of x, and shuffling "
                "keeps the variance of each coordinate. The shape of the points lies in the "
                "dependence of their coordinates, which other components show."
            ),
        ),
    ),
)


@lru_cache(maxsize=2)
def sweep(figure: str) -> dict[str, Any]:
    """Compute, for each τ, the variance of each component and its largest variance after shuffling,
    as shares of the points' total variance, for the first 24 components.

    The sweep also has the numbers of the read-outs.
    """
    X = points_of(figure, POINTS)[0]
    rows: dict[str, list[Any]] = {name: [] for name in (
        "share", "control", "above", "above_any", "later", "variance_above",
        "sufficient_components")}  # fmt: skip
    for tau in STOPS:
        kernel = kc.RBF(tau)
        values, controls = spectrum(kernel(X, X)), control_spectra(X, kernel, SHUFFLES, 0)
        n_above, total = count_above(values, controls), values.sum()
        rows["share"].append(values[:_N_SHOWN] / total)
        rows["control"].append(controls.max(axis=0)[:_N_SHOWN] / total)
        is_above = values[:_N_SHOWN] > controls.max(axis=0)[:_N_SHOWN]
        rows["above"].append(n_above)
        rows["above_any"].append(int(is_above.sum()))
        rows["later"].append(int(is_above[n_above:].sum()))
        rows["variance_above"].append(values[:n_above].sum() / total)
        rows["sufficient_components"].append(
            1 + int(np.searchsorted(np.cumsum(values) / total, _VARIANCE_SHARE))
        )
    fixed_tensors = {"stops": STOPS, "number": np.arange(1, _N_SHOWN + 1)}
    tensors = flagged_tensors(fixed_tensors, rows)
    tensors["width"] = (np.array(STOPS), False)
    return sweep_item("width", tensors)


def picture(words: Words) -> Picture:
    """Build the picture of the spectrum and its control, the largest variances after shuffling, and
    of the number of components above the control."""
    share: items.Series = {"tensor": "share", "tone": "accent", "width": 2.4}
    control: items.Series = {"tensor": "control", "tone": "logistic", "dash": [5, 4], "width": 2}
    chart = items.Curve(
        "The variance of each component, and its largest variance after shuffling, dashed.",
        "number", [control, share], points=["number", "share"],
        note="number of the component", ynote="share of the points’ variance", tall=True,
        fits_each_stop=True,
    )  # fmt: skip
    along = items.Curve(
        "The number of leading components above the control, against τ.",
        series=[{"tensor": "above", "label": "above the control", "tone": "accent", "at": 0.45}],
        along="width", min_height=1,
    )  # fmt: skip
    return own_sweeps(
        "how-many",
        {name: sweep(name) for name in LABELS},
        by="figure",
        at={
            "width": nearest_stop(STOPS, words["width"]),
            "figure": words["figure"] if words["figure"] in LABELS else VIEW["figure"],
        },
        main=[chart, items.legend(average="the points", dashed="largest of 19 shuffles")],
        side=[
            items.stops_slider("width", "τ", "bandwidth", STOPS, _TICKS),
            switch("figure", "Points", LABELS),
            items.readouts(
                items.row("above", "Leading components above the control", "whole", "of 79"),
                items.row("above_any", "Components above the control", "whole", "of the first 24"),
                items.row(
                    "variance_above",
                    "Variance of the leading components",
                    "percent",
                    "those above the control",
                ),
                items.row(
                    "sufficient_components", "Components for 90\u00a0% of the variance", "whole"
                ),
            ),
            name_item("along", along),
        ],
    )
