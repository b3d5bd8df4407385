"""The pictures that compare GD, SGD and Newton's method on one risk: by steps, work and time."""

from typing import Any

from lab.course.page_declaration import Word
from lab.endpoints.static_assets import public_path
from lab.scene.fields import count_word
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, remark
from lab.ui.embedded_sweep import nearest_stop, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.stochastic_gradient.gradient_methods.descent_times import MEASUREMENTS, read_record
from pages.stochastic_gradient.gradient_methods.descent_times import PATH as TIMES
from pages.stochastic_gradient.gradient_methods.gd_sgd_newton_runs import (
    BUDGETS,
    MAX_GRADIENTS,
    NAMES,
    STARTS,
    STEPS,
    STOPS,
    WINDOW,
    linear_risk,
    place_sweep,
    sweep,
)
from pages.stochastic_gradient.items import DescentTimes, Play, Sketch, SketchPath

VIEW = {
    "stride": Word("0", stops=STOPS),
    "from": Word("near", STARTS),
    "budget": Word("20", stops=BUDGETS),
    "speed": "",
}
# Values of F − F* on the level lines.
_LEVELS = (0.02, 0.08, 0.18, 0.32, 0.5, 0.72, 1.0, 1.4, 1.9, 2.5)
FACES = {
    "gd": ("positive", "disc"), "sgd": ("squared", "square"), "newton": ("logistic", "triangle"),
}  # fmt: skip

STEP_CHALLENGES = (
    Challenge(
        question="With the start “From nearby”, which method needs the fewest steps to come within "
                 "1\u00a0% of the minimum risk?",
        options=(
            Option("GD", (("near_gd", "==", 1), ("near_newton", "==", 0))),
            Option("SGD", (("near_sgd", "==", 1), ("near_newton", "==", 0))),
            Option("Newton", (("near_newton", "==", 1), ("near_gd", "==", 0))),
        ),
        answer="Newton",
        goal="Choose “From nearby”, and drag t to the first step at which one method is within "
             "1\u00a0% of the minimum risk.",
        conditions=(("from", "==", "near"), ("first", "==", 1)),
        by=("stride", "from"),
        why="Newton’s method uses the curvature and jumps to the minimum of a quadratic "
        "approximation of F. Near the optimum this approximation is close to F, so each step "
        "about doubles the number of correct digits.",
        hides=("risks",),
    ),
)  # fmt: skip
BUDGET_CHALLENGES = (
    Challenge(
        question="Each method may use the work of 40 gradients of single examples. Which method "
        "reaches the lowest risk?",
        options=(
            Option("GD, with one full gradient", (("e_gd", "<=", ["e_sgd", 1]),
                                                  ("e_gd", "<=", ["e_newton", 1]))),
            Option("SGD, with 40 noisy steps", (("e_sgd", "<=", ["e_gd", 1]),
                                               ("e_sgd", "<=", ["e_newton", 1]))),
            Option("Newton, with the curvature", (("e_newton", "<=", ["e_sgd", 1]),
                                                  ("e_newton", "<=", ["e_gd", 1]))),
        ),
        answer="SGD, with 40 noisy steps",
        stored_id="ccd27aaae",
        goal="Set the budget to 40 gradients.",
        conditions=(("budget", "==", 40),),
        by=("budget",),
        why=(
            Statement(
                "One full gradient costs as much as 40 gradients of single examples. Newton’s "
                "method cannot take a step yet: 40 gradients and 40 Hessians are the work of 120 "
                "gradients."
            ),
            Statement(
                "From this start 40 noisy steps lower the risk more than one step of GD.",
                (("e_sgd", "<=", ["e_gd", 1]),),
            ),
            Statement(
                "From this start one step of GD lowers the risk more than 40 noisy ones.",
                (("e_gd", "<=", ["e_sgd", 1]),),
            ),
            Statement(
                "The steps of SGD stay noisy: with the largest budget SGD ends {lowest_sgd:power} "
                "above the minimum risk, Newton’s method {lowest_newton:power}."
            ),
        ),
        hides=("risks",),
    ),
)  # fmt: skip


def steps_picture(view: Words) -> Picture:
    """Build the picture that compares the methods by steps; `view` has the words in `VIEW`."""
    start = _start(view)
    slider = items.stops_slider(
        "stride", "t", "steps of each method", STOPS, [0, 10, 20, 30, 40], count=True
    )
    return own_sweeps(
        "three",
        {name: sweep(name, "stride") for name in STARTS},
        by="from",
        at={"stride": nearest_stop(STOPS, view["stride"]), "from": start},
        main=[
            _picture(),
            Play(along="stride", last=STEPS, speeds=[3, 30]),
            slider,
        ],
        side=[
            _switch(),
            _chart("stride", "t", [0, 10, 20, 30, 40], "Excess risk against steps"),
            _numbers(),
            remark(
                "GD overshoots the minimum. The largest curvature of F at the minimum is above "
                "2/η. So near the minimum each step ends farther away in the direction of this "
                "curvature, and GD never converges.",
                ("from", "==", "long"),
            ),
            remark(
                "At this start F is nearly linear, so the minimum of its quadratic approximation "
                "is far away, and the first steps of Newton’s method are much too long.",
                ("from", "==", "far"),
            ),
        ],
        view={"speed": view["speed"]},
    )


def budget_picture(view: Words) -> Picture:
    """Build the picture that compares the methods by work, with the start of `steps_picture`."""
    start = _start(view)
    slider = items.stops_slider(
        "budget",
        "b",
        "work, in gradients of single examples",
        BUDGETS,
        [1, 10, 40, 400, MAX_GRADIENTS],
        count=True,
    )
    return own_sweeps(
        "budget",
        sweep(start, "budget"),
        at={"budget": nearest_stop(BUDGETS, view["budget"])},
        main=[_picture(), slider],
        side=[
            _chart("budget", "b", [1, 10, 40, 400], "Excess risk against work",
                   xlog=True),
            _numbers("steps"),
        ],
        view={"from": start},
    )  # fmt: skip


def times_picture(view: Words) -> Picture:
    """Build the table of the steps, gradients, Hessians and time to reach the same risk, for each
    start.
    """
    label = (
        "Cost until the risk stays within 1\u00a0% of the minimum risk. Times: the shortest of "
        f"{count_word(MEASUREMENTS)} measurements, without evaluations of F."
    )
    return own_sweeps(
        "times",
        {name: place_sweep(name) for name in STARTS},
        by="from",
        at={"from": _start(view)},
        main=[
            _switch(),
            DescentTimes(
                address=public_path(TIMES), names=NAMES,
                starts=list(STARTS), label=label, record=read_record(),
            ),
        ],
    )  # fmt: skip


def step_times() -> str:
    """Return a sentence that compares the measured times of a step of SGD and a step of GD."""
    record = read_record()
    times = record["times"]["near"]
    sgd, gd = (times[name]["seconds"] / times[name]["steps"] for name in ("sgd", "gd"))
    return (
        f"With “From nearby”, on {record['day']}, a step of SGD took {sgd / gd:.2g} times as long "
        f"as a step of GD, although GD uses {linear_risk().n_terms} examples for a step and SGD "
        "only one."
    )


def _start(view: Words) -> str:
    return view["from"] if view["from"] in STARTS else VIEW["from"]


def _switch() -> items.Item:
    return switch("from", "The start of all methods", {k: s.button for k, s in STARTS.items()})


def _picture() -> items.Item:
    ways: list[SketchPath] = [
        {"part": "path", "of": key, "upto": f"upto_{key}", "tone": tone, "shape": shape,
         "label": NAMES[key], "width": 1.8 if key == "sgd" else 2.6}
        for key, (tone, shape) in sorted(FACES.items(), key=lambda face: face[0] != "sgd")
    ]  # fmt: skip
    return Sketch(
        range=WINDOW, axes=["w₁", "w₂"],
        label="Level sets of F, its minimum, and the paths of GD, SGD and Newton.",
        parts=[{"part": "levels", "at": list(_LEVELS)}, *ways,
                  {"part": "spot", "of": "best", "label": "w*"}],
    )  # fmt: skip


def _chart(along: str, note: str, ticks: list[int], label: str, **options: Any) -> items.Item:
    places = {"gd": 0.75, "sgd": 0.62, "newton": 0.05 if along == "stride" else 0.8}
    series: list[items.Series] = [
        {"tensor": f"all_{key}", "label": name, "tone": FACES[key][0], "at": places[key]}
        for key, name in NAMES.items()
    ]
    return items.LogCurve(
        name="risks", along=along, x="counts", ticks=ticks,
        note=note,
        decades=[-8, 1], caption=label, label=label, series=series, **options,
    )  # fmt: skip


def _numbers(count: str = "work") -> items.Item:
    """Return the read-outs of each method's excess risk, and of its work or its steps so far."""
    tensor = {"work": "work", "steps": "upto"}[count]
    note = {"work": "so far, in gradients of single examples", "steps": "so far"}[count]
    rows = [
        row
        for key, name in NAMES.items()
        for row in (
            items.row(f"e_{key}", name, "number", "F − F* now"),
            items.row(f"{tensor}_{key}", count.capitalize(), "whole", note),
        )
    ]
    return items.readouts(*rows, items.row("floor", "Minimum risk F*", "number", "certified"))
