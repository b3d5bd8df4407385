"""The PAC bound on the number of examples, and an experiment that tests it.

GET /pac?kind=thresholds&size=50&eps=0.1&delta=0.05&examples=70&sets=1000 returns the bound and the
result of the experiment. Without `sets`, or with a number other than 1000, there is no experiment.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lab.endpoints import static_assets
from lab.endpoints.endpoint import Endpoint
from lab.scene.fields import Integer
from lab.scene.scene import Problem, SceneError, read_one, split
from lab.ui.embedded_sweep import sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.items import Tally
from pages.regularisation.mathematics.pac import error_bound, failure_bound, sample_size
from pages.regularisation.mathematics.pac_experiment import failure_probability, run_pac_experiment

VIEW = {"kind": "guessers", "size": "50", "eps": "0.1", "delta": "0.05", "examples": "70"}
KINDS = {"guessers": "Independent errors", "thresholds": "Thresholds"}
# The classes of `pac_experiment`, by their names in links.
CLASSES = {"guessers": "independent", "thresholds": "thresholds"}
SIZES = [2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]
EPS = [0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3]
DELTAS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
EXAMPLES = sorted({round(n) for n in np.geomspace(5, 700, 60)} | {int(VIEW["examples"])})
STOPS: dict[str, Sequence[float]] = {
    "size": SIZES,
    "eps": EPS,
    "delta": DELTAS,
    "examples": EXAMPLES,
}
SETS = 1000
CONFIDENCE = 0.95  # confidence level of the interval for the true share of failures
_NODES = 120
SEED = Integer("seed", 0, "Seed", "The random seed of the training sets.", low=0, high=2**31 - 1)


def read(words: Mapping[str, str]) -> dict[str, Any]:
    """Parse the setting of the bound; a missing word has its default. Raises SceneError if a word
    is not valid."""
    kind = words.get("kind", VIEW["kind"])
    if kind not in CLASSES:
        raise _field_error("kind", kind, "one of " + ", ".join(CLASSES))
    setting: dict[str, Any] = {"kind": kind}
    for name, stops in STOPS.items():
        text = words.get(name, VIEW[name])
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not stops[0] <= value <= stops[-1]:
            raise _field_error(name, text, f"a number from {stops[0]:g} to {stops[-1]:g}")
        setting[name] = value if name in ("eps", "delta") else int(value)
    return setting


def setting_error(view: Mapping[str, str]) -> str:
    """Return a message if the setting is invalid (the default is then shown), else ""."""
    try:
        read(view)
    except SceneError as error:
        return error.problem.message
    return ""


def _field_error(name: str, text: str, allowed: str) -> SceneError:
    return SceneError(Problem(name, text[:80], allowed, f"{name} must be {allowed}."))


def answer(kind: str, size: int, eps: float, delta: float, examples: int) -> dict[str, Any]:
    """Compute the sufficient number of examples, the ε guaranteed by `examples` examples, and the
    probability of a failure, by the bound and exactly.

    The probabilities are for `examples`, and for each of the chart's numbers of examples, `ns`.
    """
    sufficient_n = sample_size(size, eps, delta)
    ns = np.unique(np.geomspace(EXAMPLES[0], EXAMPLES[-1], _NODES).astype(int))
    bounds = [failure_bound(int(n), size, eps) for n in ns]
    exact = [failure_probability(CLASSES[kind], size, int(n), eps) for n in ns]
    return {
        "sufficient_examples": sufficient_n, "ns": ns.tolist(), "bound": bounds, "exact": exact,
        "failure_bound": failure_bound(examples, size, eps),
        "failure_probability": failure_probability(CLASSES[kind], size, examples, eps),
        "promised": min(1.0, error_bound(examples, size, delta)),
    }  # fmt: skip


def draws(
    kind: str, size: int, eps: float, examples: int, sets: int, seed: int
) -> list[list[float]]:
    """Run the experiment. Return a list [sets so far, failures, low, high] after every 50 training
    sets; low and high are the ends of the confidence interval. Raises SceneError if the experiment
    would take too long."""
    try:
        tallies = list(run_pac_experiment(CLASSES[kind], size, examples, eps, sets=sets, seed=seed))
    except ValueError as error:
        raise SceneError(Problem("examples", str(examples), "fewer", str(error))) from None
    return [[t.sets, t.failures, *t.interval(CONFIDENCE)] for t in tallies]


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the bound and its experiment; `view` has the words in `VIEW`."""
    shown_words = (
        VIEW if setting_error(view) else {name: f"{value}" for name, value in read(view).items()}
    )
    item = Tally(
        address=static_assets.public_path("pac"), stops=STOPS, sets=SETS,
        kinds=KINDS, level=f"{100 * CONFIDENCE:g}\u00a0%",
        label="How often learning fails: the bound, the true share and the experiment, against m.",
    )  # fmt: skip
    return own_sweeps(
        "pac", sweep_item("", {"stops": (np.zeros(1), True)}), main=[item], view=shown_words
    )


def _answer(query: bytes) -> dict[str, Any]:
    words, problem = split(query)
    if problem:
        raise SceneError(problem)
    texts = {name: values[0] for name, values in words.items()}
    setting = read(texts)
    result = answer(**setting)
    if texts.get("sets") == str(SETS):
        setting.pop("delta")
        seed = read_one(SEED, [texts["seed"]]) if "seed" in texts else SEED.default
        result["draws"] = draws(**setting, sets=SETS, seed=seed)
    return result


ENDPOINT = Endpoint("pac", _answer)
