"""Figure 1 as a live element: the plane, α, the risk, and the terms of a step."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lab.endpoints.static_assets import public_path
from lab.scene.fields import FIELDS, KERNEL_SLIDERS
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.steps.step import Picture, Words
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1.endpoint import RUN_ENDPOINT
from pages.stochastic_gradient.figure1.run_payload import COMPARED_LOSSES
from pages.stochastic_gradient.figure1.run_request import (
    ADDRESS_NAMES,
    COUNT,
    GRID,
    RUN_FIELDS,
    RUN_STEPS,
    STOPS,
    Run,
)
from pages.stochastic_gradient.items import Play, StepBars, StepHistory, StepPlane, StepTerm

VIEW = {"speed": "30"}
SYMBOLS = {"step": "t", "lam": "λ", "eta": "c"}
SYMBOLS |= {name: FIELDS[name].symbol for name in KERNEL_SLIDERS}
SPEEDS = (3, 30, 60)  # speeds to choose from, in steps per second
# Steps after which the boundary of the run stays visible, in a paler colour.
BOUNDARY_STEPS = (10, 30, 100, 300)

STEP = items.equation(
    "From alpha subtract column i of the Gram matrix, times c over the root of t, times this sum: "
    "the slope of the loss, plus m lambda alpha i.",
    r"\mark{alpha}{\alpha} \leftarrow \alpha - \frac{\mark{c}{c}}{\sqrt{\mark{t}{t}}} \left["
    r"\mark{slope}{L'(f(x_i), y_i)} + m \mark{lam}{\lambda} \mark{own}{\alpha_i} \right] \, "
    r"\mark{column}{K^{(i)}}",
    items.symbol("alpha", "α", "the coefficients, one bar each", mark="weights", example="any"),
    items.symbol("c", "c", "step size at t = 1: drag it", along="eta"),
    items.symbol("t", "t", "steps so far: drag it", along="step", tensor="taken"),
    items.symbol("slope", "L′", "slope of the loss at example i", tensor="slope",
                 of="drawn"),
    items.symbol("lam", "λ", "weight of the penalty: drag it", along="lam"),
    items.symbol("own", "αᵢ", "coefficient of example i before the step", mark="own",
                 tensor="own_alpha", of="drawn"),
    items.symbol("column", "K⁽ⁱ⁾", "how similar each example is to example i", mark="column",
                 example="drawn", of="drawn"),
)  # fmt: skip

DIVERGENCE = Challenge(
    question="You raise λ and leave c as it is. What happens to the run?",
    options=(
        Option(
            "it diverges once λ is large", (("most:diverges", ">=", 1), ("least:diverges", "<=", 0))
        ),
        Option("it learns less, but stays stable", (("most:diverges", "<=", 0),)),
        Option("it diverges for every λ", (("least:diverges", ">=", 1),)),
    ),
    answer="it diverges once λ is large",
    goal=f"Find a λ for which the run diverges and is stopped before step {RUN_STEPS}.",
    conditions=(("diverges", ">=", 1),),
    certificate="",
    by=("lam",),
    why=(
        Statement(
            "Each time i is drawn, the penalty alone multiplies αᵢ by 1 − mληₜKᵢᵢ. Where mληₜKᵢᵢ "
            "is above 2, this factor is below −1: αᵢ changes sign, and |αᵢ| grows. The factor m "
            "keeps the gradient unbiased, but makes the run unstable for a large λ. (000 §4)"
        ),
        Statement("For the RBF kernel Kᵢᵢ is 1.", (("kernel", "==", "rbf"),)),
        Statement(
            "Here the steps are too long for every λ on the slider. With a smaller c the run can "
            "be stable.",
            (("least:diverges", ">=", 1),),
        ),
    ),
)
CLOSEST_LOSS = Challenge(
    question=f"A run takes {RUN_STEPS} steps with these settings. With which loss does the run end "
    "closer to the minimum risk, in percent of the minimum?",
    options=(
        Option("hinge", (("excess_hinge", "<=", ["excess_logistic", 1]),)),
        Option("logistic", (("excess_logistic", "<=", ["excess_hinge", 1]),)),
    ),
    answer="logistic",
    goal=f"Go to the last step, {RUN_STEPS}, and compare the two losses.",
    conditions=(("step", ">=", RUN_STEPS), ("stopped", "<=", 0)),
    by=("step",),
    holds={"loss": COMPARED_LOSSES},
    offer={"loss": "logistic"},
    why=(
        Statement(
            "With the hinge loss the run ends {excess_hinge:percent} above the minimum risk, with "
            "the logistic loss {excess_logistic:percent}."
        ),
        Statement(
            "A smooth loss has an optimal α with L′ + mλαᵢ = 0 for every i, so near it the steps "
            "become small even with a constant step size. The slope of the hinge loss jumps "
            "between −1 and 0: its steps become smaller only because ηₜ = c/√t decreases."
        ),
        Statement(
            "Here the run with the logistic loss is still too far from its optimum to show this "
            "effect.",
            (("excess_hinge", "<=", ["excess_logistic", 1]),),
        ),
    ),
    hides=("ends",),
)
CHALLENGES = (DIVERGENCE, CLOSEST_LOSS)


def picture(
    run: Run,
    words: Words,
    main: Sequence[items.Item],
    side: Sequence[items.Item],
    below: Sequence[items.Item] = (),
) -> Picture:
    """Build a picture of a run; its frames come from GET /sgd.

    All pictures of Figure 1 show the same run and move together; the first of them reports changed
    settings to the page.
    """
    view = {name: words[name] or default for name, default in VIEW.items()}
    of_kernels = {along: items.kernel_slider(along).kernels for along in KERNEL_SLIDERS}
    sliders = [{"along": along, "symbol": symbol, "stops": STOPS[along].tolist()}
               | ({"kernels": of_kernels[along]} if along in of_kernels else {})
               for along, symbol in SYMBOLS.items()]  # fmt: skip
    # The data contain no frames, since the browser requests them for the settings of the controls.
    data = {
        "query": run.query(), "view": view, "frames": None, "grid": GRID, "stops": COUNT,
        "group": "sgd", "of_group": sliders, "address_names": ADDRESS_NAMES,
        "home": Run.over(DEFAULT).query(),
    }  # fmt: skip
    moved_words = frozenset({*SYMBOLS, "draws", "loss", "edits", *view})
    return Picture(main=main, side=side, below=below, data=data, written_words=moved_words)


def run_picture(run: Run, words: Words) -> Picture:
    """Build the picture of the run over the plane, with the buttons that play it."""
    side = [_term(), STEP, _bars(), _history(), _numbers("risk", "floor")]
    return picture(run, words, _main(), side)


def step_size_picture(run: Run, words: Words) -> Picture:
    """Build the picture of the risk, with the sliders of λ and the step size."""
    main = [_history(tall=True), _play(), _step()]
    side = [*_strength(), _numbers("risk", "floor", "train_error")]
    return picture(run, words, main, side)


def losses_picture(run: Run, words: Words) -> Picture:
    """Build the picture of the risk, with the switch of the loss."""
    main = [_history(tall=True), _play(), _step()]
    side = [_loss(run.scene.loss), _numbers("risk", "floor", "gap", "train_error"), _ends()]
    return picture(run, words, main, side)


def _main() -> list[items.Item]:
    return [
        StepPlane(
            label="f over the plane after t steps, and the example of the last step.",
            edit=True,
            least=1,
            earlier=list(BOUNDARY_STEPS),
        ),
        items.PointsBar(),
        items.legend(
            zero="f(x) = 0 after t steps",
            truth="optimum, f(x) = 0",
            free="example of step t",
            earlier=f"after {', '.join(map(str, BOUNDARY_STEPS))} steps",
        ),
        _play(),
        _step(),
    ]


def _play() -> items.Item:
    return Play(
        along="step", address=public_path(RUN_ENDPOINT.path), last=RUN_STEPS,
        speeds=list(SPEEDS), changes=["draws"],
    )  # fmt: skip


def _step() -> items.Item:
    return _slider("step", "steps so far", [0, 100, 200, 300, 400, 500, 600], format="count")


def _term() -> items.Item:
    """Return the item that shows the formula of a step with the numbers of the step."""
    return StepTerm()


def _bars() -> items.Item:
    label = "The coefficients α, and what the last step added to each."
    return StepBars(label=label)


def _history(*, tall: bool = False) -> items.Item:
    return StepHistory("Risk against steps.", "step", tall=tall)


def _strength() -> list[items.Item]:
    """Return the sliders of λ and of the step size, which determine the length of the steps."""
    return [
        _slider("lam", "regularisation (losses are averaged)", items.LAM_TICKS),
        _slider("eta", "step size, ηₜ = c/√t", [0.01, 0.1, 1, 10]),
    ]


def _loss(loss: str) -> items.Item:
    sliders = [
        replace(items.kernel_slider(along), stops=STOPS[along].tolist()) for along in KERNEL_SLIDERS
    ]
    return items.stack(items.short_loss_switch(loss), *sliders)


def _numbers(*names: str) -> items.Item:
    rows = {
        "risk": items.row("risk", "Risk J(αₜ)", "number"),
        "floor": items.row("floor", "Minimum risk", "number", "J at the optimum"),
        "gap": items.row("gap", "Duality gap", "power", "of the optimum"),
        "train_error": items.row("train_error", "Training error", "percent"),
    }
    return items.readouts(*(rows[name] for name in names or rows))


def _ends() -> items.Item:
    """Return the read-outs of the excess risk at the end of the run, for both losses."""
    note = "at the last step, relative to the minimum risk"
    return name_item("ends", items.readouts(
        *(items.row(f"excess_{loss}", f"Excess risk, {loss}", "percent", note, optional="1")
          for loss in COMPARED_LOSSES),
    ))  # fmt: skip


def _slider(along: str, label: str, ticks: Sequence[float], format: str = "") -> items.Item:
    field: Any = RUN_FIELDS[along] if along in RUN_FIELDS else FIELDS[along]
    stops = STOPS[along].tolist()
    visible_ticks = [tick for tick in ticks if stops[0] <= tick <= stops[-1]]
    return items.Slider(
        along=along, symbol=SYMBOLS[along], label=label,
        low=field.low, high=field.high, stops=stops, ticks=visible_ticks, format=format,
    )  # fmt: skip
