"""The picture of a prior over functions: a Gaussian process with the kernel of ridge regression
(note 001)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.datasets import REGRESSION_SOURCES
from lab.course.page_declaration import Word
from lab.scene.samples.line_sample import counts_of, line_sample
from lab.scene.scene import Scene, points_of, replace
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, own_sweeps
from pages.kernel_ridge.mathematics.gaussian_process import posterior
from pages.kernel_ridge.mathematics.ridge_spectrum import RidgeSpectrum
from pages.kernel_ridge.samples import TRUTH, repetition_remark, sample_remarks

TAUS = [float(f"{v:.2g}") for v in np.geomspace(0.1, 3.2, 16)]
TRUTHS = {"wave": "Smooth", "steps": "With jumps"}
VIEW = {"scale": Word("0.5", stops=TAUS), "truth": Word("wave", TRUTHS)}
# Half-width of the band in standard deviations; the band contains 95 % of a normal distribution.
BAND_DEVIATIONS = 1.96
_TICKS = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2]
_NODES = 61
_DRAWS = 5  # number of functions sampled from the prior, and as many from the posterior
_NEW_TARGETS = 2000  # number of new targets from which the coverage is estimated

CHALLENGES = (
    Challenge(
        question="The band should contain 95\u00a0% of new targets. For which τ does it contain "
                 "clearly fewer?",
        options=(
            Option("for a small one", (("tau", "<=", 0.3),)),
            Option("for a large one", (("tau", ">=", 0.8),)),
        ),
        answer="for a large one",
        goal="Find a τ at which the band contains at most 80\u00a0% of new targets.",
        conditions=(("coverage", "<=", 0.8),),
        by=("scale",),
        hides=("along",),
        why=(
            Statement(
                "At τ = {tau:setting} the band contains {coverage:percent} of new targets. The "
                "prior favours functions that are smoother than the truth, so the band is too "
                "narrow and in the wrong place."
            ),
            Statement("The band is right only if the prior is right. If the kernel is wrong, "
                      "nothing in the band shows it."),
        ),
        certificate="",
    ),
)  # fmt: skip


@lru_cache(maxsize=32)
def sweep(scene: Scene, truth: str) -> dict[str, Any]:
    """Compute the sweep over τ for the true function named `truth`: samples of prior and posterior,
    the posterior mean, the band, its coverage, the evidence and the leave-one-out error."""
    data = line_sample(scene if scene.data == truth else replace(scene, data=truth))
    line, y = data.line, data.targets
    x = np.linspace(line.low, line.high, _NODES)
    rng = np.random.default_rng([scene.seed, 1])
    normal = rng.standard_normal((_DRAWS, _NODES))
    new_x = rng.uniform(line.low, line.high, _NEW_TARGETS)
    new_y = line.truth(new_x) + line.s * rng.standard_normal(_NEW_TARGETS)
    rows: dict[str, list[Any]] = {name: [] for name in (
        "prior", "draws", "fit", "low", "high", "evidence", "loo", "coverage")}  # fmt: skip
    for tau in TAUS:
        kernel = kc.RBF(tau)
        process = posterior(kernel, data.X, y, x[:, None], line.s)
        reach = BAND_DEVIATIONS * np.hypot(process.deviation, line.s)
        spectrum = RidgeSpectrum(kernel(data.X, data.X), y)
        rows["prior"].append(process.prior_samples(normal))
        rows["draws"].append(process.samples(normal))
        rows["fit"].append(process.mean)
        rows["low"].append(process.mean - reach)
        rows["high"].append(process.mean + reach)
        rows["evidence"].append(process.evidence)
        rows["loo"].append(spectrum.fits([line.s**2]).leave_one_out[0])
        at_new = np.interp(new_x, x, process.mean), np.interp(new_x, x, reach)
        rows["coverage"].append(np.mean(np.abs(new_y - at_new[0]) <= at_new[1]))
    evidence, loo = (np.array(rows[name]) for name in ("evidence", "loo"))
    rows["evidence_share"] = [*np.exp(evidence - evidence.max())]
    rows["loo_share"] = [*np.divide(loo.min(), loo, out=np.ones_like(loo), where=loo > 0)]
    at_truth = np.linspace(line.low, line.high, 4 * _NODES)
    fixed_tensors = {
        "stops": TAUS, "at": x, "line": at_truth, "truth": line.truth(at_truth),
        "px": data.X[:, 0], "py": y, "noise": [line.s],
        **{name: [count] for name, count in counts_of(data.X, y).items()},
    }  # fmt: skip
    tensors = flagged_tensors(fixed_tensors, rows)
    tensors["tau"] = (np.array(TAUS), False)
    short = ("prior", "draws", "fit", "low", "high", "truth")
    return sweep_item("scale", tensors, half_precision=short)


def picture(scene: Scene, view: Mapping[str, str]) -> Picture:
    """Build the picture of prior and posterior, with a slider of τ and read-outs."""
    x0, x1, y0, y1 = REGRESSION_SOURCES["wave"](scene.noise).window
    window = [x0, x1, 1.5 * y0, 1.5 * y1]
    draw: items.Series = {
        "tensor": "prior", "tone": "track", "width": 1.4, "rows": _DRAWS, "curved": True,
    }  # fmt: skip
    edge: items.Series = {"tensor": "low", "tone": "margin", "dash": [6, 4], "width": 1.6}
    prior = items.Curve(
        "Functions drawn from the prior, before any data are seen.", "at", [draw],
        note="x", tall=True, range=window,
    )  # fmt: skip
    given = items.Curve(
        "Functions drawn from the posterior, its mean, the band, the examples and the truth.", "at",
        [TRUTH, items.Series(**{**draw, "tensor": "draws"}), edge,
         items.Series(**{**edge, "tensor": "high"}),
         {"tensor": "fit", "tone": "zero", "width": 3, "curved": True}],
        note="x", tall=True, range=window, points=["px", "py"],
    )  # fmt: skip
    along_tau = items.Curve(
        "Against τ: the coverage; the evidence divided by its maximum; the minimum of the "
        "leave-one-out error divided by this error.",
        series=[
            {"tensor": "coverage", "label": "coverage", "tone": "positive", "at": 0.75},
            {"tensor": "evidence_share", "label": "evidence", "tone": "accent", "at": 0.3},
            {"tensor": "loo_share", "label": "leave one out", "tone": "negative", "at": 0.1},
        ],
        along="scale", format="percent", min_height=1.0,
    )  # fmt: skip
    points = points_of(scene)
    return own_sweeps(
        "prior-over-functions",
        {name: sweep(points, name) for name in TRUTHS},
        by="truth",
        at={
            "scale": nearest_stop(TAUS, view["scale"]),
            "truth": view["truth"] if view["truth"] in TRUTHS else VIEW["truth"],
        },
        main=[
            prior,
            given,
            items.legend(
                truth="truth",
                fit="mean = kernel ridge",
                sample="drawn from the posterior",
                margin="95\u00a0% band",
            ),
        ],
        side=[
            items.stops_slider("scale", "τ", "bandwidth", TAUS, _TICKS),
            switch("truth", "True function", TRUTHS),
            name_item("along", along_tau),
            items.readouts(
                items.row("coverage", "Coverage of the band", "percent", "of 2,000 new targets"),
                items.row("evidence", "Evidence", "number", "log p(y)"),
                items.row("loo", "Leave-one-out error", "number"),
            ),
            *sample_remarks("the mean"),
            repetition_remark("the mean"),
        ],
    )
