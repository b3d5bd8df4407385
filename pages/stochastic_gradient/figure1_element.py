"""Figure 1 as a live element: a run that plays, its plane, α, risk, and the term of a step."""

from collections.abc import Mapping
from typing import Any

from lab.endpoints.static_assets import public_path
from lab.scene.fields import FIELDS
from lab.ui import items, live_element
from lab.ui.challenges import Challenge, Option, challenges
from pages.stochastic_gradient.endpoint import RUN_ENDPOINT
from pages.stochastic_gradient.run_request import COUNT, GRID, OWN, STEPS, STOPS, Run

VIEW = {"speed": "30"}
SPEEDS = (3, 30, 60)  # steps a second
EARLIER = (10, 30, 100, 300)  # steps whose boundaries stay in the picture, fainter

CHALLENGES = (
    Challenge(
        question="You raise λ while c stays at 1. What happens to the run?",
        options=(
            Option("it leaves all bounds once λ is large", (("lam", ">=", 0.5),)),
            Option("it learns less, but calmly", (("lam", "<=", 0.01),)),
        ),
        answer="it leaves all bounds once λ is large",
        goal="Keep c at 1 and find a λ for which the run is stopped before its last step.",
        conditions=(("stopped", "==", 1), ("eta", "==", 1)),
        why="Each time i is drawn, the penalty alone multiplies αᵢ by 1 − mλη, since Kᵢᵢ = 1 for "
        "the RBF kernel. Above mλη = 2 that is below −1: αᵢ changes sign and grows. The factor m "
        "keeps the gradient unbiased, and it is what makes a large λ unstable. (000 §4)",
    ),
    Challenge(
        question="600 steps, c = 1. With which loss does the run end closer to its floor?",
        options=(
            Option("hinge", (("loss", "==", "hinge"),)),
            Option("logistic", (("loss", "==", "logistic"),)),
        ),
        answer="logistic",
        goal="Bring J(αₜ) within 10 % of the certified optimum.",
        conditions=(("risk", "<=", ["floor", 1.1]),),
        why="At the optimum of a smooth loss L′ + mλαᵢ is 0 for every i, so that single steps fade "
        "out by themselves. The hinge's slope jumps between −1 and 0: its steps go on scattering, "
        "and only η = c/√t quiets them.",
    ),
)


def element(run: Run, view: Mapping[str, str]) -> Any:
    """Put Figure 1 on the page; it plays a run from GET /sgd. Returns its triggers."""
    query = f"{run.scene.query()}&" + "&".join(
        f"{name}={field.text(getattr(run, name))}" for name, field in OWN.items()
    )
    data = {  # the controls bring the address of the frames: none are asked for before
        "query": query, "view": dict(view), "frames": None, "grid": GRID, "stops": COUNT,
        "main": _main(), "side": _side(), "below": _below(run.scene.loss), "leads": True,
        "alone": {"main": _main(), "side": [*_side()[:-2], _numbers()]},
    }  # fmt: skip
    moved = {"step", "eta", "draws", "lam", "tau", "loss", "edits", *view}
    return live_element.mount("sgd", data, moved)


def _main() -> list[items.Item]:
    return [
        {
            "kind": "stepplane",
            "label": "f over the plane after t steps, and the example drawn.",
            "edit": True,
            "least": 1,
            "earlier": list(EARLIER),
        },
        items.points_bar(),
        items.legend(
            zero="f(x) = 0 after t steps",
            truth="certified optimum",
            free="drawn now",
            earlier=f"after {', '.join(map(str, EARLIER))} steps",
        ),
        {
            "kind": "play",
            "along": "step",
            "address": public_path(RUN_ENDPOINT.path),
            "last": STEPS,
            "speeds": list(SPEEDS),
        },
        _slider(
            "step", "t", "step: drag to scrub", [0, 100, 200, 300, 400, 500, 600], format="count"
        ),
    ]


def _side() -> list[items.Item]:
    return [
        {"kind": "stepterm", "formula": "α ← α − ηₜ [ L′(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾) + mλαᵢ ] K⁽ⁱ⁾", "numbers": [
            {"tensor": "z", "label": "z = K⁽ⁱ⁾ᵀα", "note": "f at the example, before the step"},
            {"tensor": "slope", "label": "L′(z, y)", "note": "slope of the loss there"},
            {"tensor": "decay", "label": "mλαᵢ", "note": "what the penalty adds"},
            {"tensor": "eta_t", "label": "ηₜ = c/√t", "note": "how far the step goes"},
        ]},
        {"kind": "stepbars", "label": "The weights α, and what the last step added to each."},
        {"kind": "stephistory", "along": "step", "label": "Risk against steps."},
        _slider("lam", "λ", "regularisation, of the mean risk", items.LAM_TICKS),
        _slider("eta", "c", "step size, ηₜ = c/√t", [0.01, 0.1, 1, 10]),
    ]  # fmt: skip


def _below(loss: str) -> list[items.Item]:
    return [
        items.half(
            items.stack(
                items.short_loss_switch(loss),
                items.when(_slider("tau", "τ", "bandwidth", items.TAU_TICKS), kernel=["rbf"]),
                _numbers(),
            )
        ),
        items.half(challenges(CHALLENGES)),
    ]


def _numbers() -> items.Item:
    return items.readouts(
        items.row("risk", "Risk J(αₜ)", "number"),
        items.row("floor", "Least risk", "number", "certified"),
        items.row("gap", "Proved within", "power", "duality gap"),
        items.row("train_error", "Training error", "percent"),
    )


def _slider(along: str, symbol: str, label: str, ticks: Any, **more: Any) -> items.Item:
    field = OWN[along] if along in OWN else FIELDS[along]
    stops = STOPS[along].tolist()
    shown = [tick for tick in ticks if stops[0] <= tick <= stops[-1]]
    return {
        "kind": "slider", "along": along, "symbol": symbol, "label": label, "low": field.low,
        "high": field.high, "stops": stops, "ticks": shown,
    } | more  # fmt: skip
