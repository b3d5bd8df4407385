"""The challenges of the sum of bumps."""

from lab.scene.fields import LINES
from lab.ui.challenges import Challenge, Option, Statement

SQUARED = {"loss": ("squared",)}
# Smallest number of points of `WIDE`. With fewer points, small coefficients would be enough.
MIN_POINTS_OF_A_WAVE = 4
MIN_POINTS_OF_SILENT = 3  # with fewer points “all” and “some” would not differ clearly
MEAN, SUM = (("risk", "==", "mean"),), (("risk", "==", "sum"),)

SILENT = Challenge(
    question="With the squared loss all points have a bump. How many have one with the hinge "
    "loss?",
    stored_id="c87c16da6",
    options=(
        Option("all of them", (("support", ">=", ["m", 0.97]),)),
        Option("only some", (("support", "<=", ["m", 0.95]),)),
    ),
    answer="only some", beside_first=True,
    goal="Choose the hinge loss, and find a λ for which the number of bumps is at most one more "
    "than the smallest number on this slider.",
    conditions=(("loss", "==", "hinge"), ("support", "<=", ["least:support", 1, 1])),
    by=("lam", "loss"), holds={"m": MIN_POINTS_OF_SILENT},
    why=(
        Statement("The hinge loss is flat beyond margin 1. There its slope L′ is 0, so α is 0: a "
                  "point there has no bump, and could be removed."),
        Statement("Points with a bump here: {support:whole}."),
        Statement("No point lies beyond margin 1 at this λ.",
                  (("support", ">=", ["m", 1]),)),
    ),
)  # fmt: skip
VANISHED = Challenge(
    question="With the squared loss, where must a point lie so that its bump vanishes?",
    options=(
        Option("on the curve", (("least_share", "<=", 0.02),)),
        Option("at y = 0", (("least_share", ">=", 0.2),)),
        Option("far from the others", (("least_share", ">=", 0.2),)),
    ),
    answer="on the curve", beside_first=True,
    goal="Change λ, or drag a point, until one |α| is at most a fiftieth of the largest |α|.",
    conditions=(("loss", "==", "squared"), ("least_share", "<=", 0.02)),
    by=("lam",), holds=SQUARED | {"data": LINES},
    why="The slope of the loss is L′ = f(x) − y. A point on the curve has residual 0, so its α is "
        "0. The thin vertical lines have the length λm·|α|, or λ·|α| for summed losses: the "
        "farther a point is from the curve, the larger its |α|.",
)  # fmt: skip
PULLED = Challenge(
    question="A point lies farther and farther from the curve. Can its |α| grow without bound?",
    stored_id="cb81e0bd7",
    options=(
        Option("with any loss", (("loss", "==", "squared"),)),
        Option("not with the hinge loss", (("loss", "==", "hinge"),)),
    ),
    answer="not with the hinge loss", beside_first=True,
    goal="Choose the hinge loss and find a λ at which every |α| above 0 has reached its bound, "
    "the dashed line.",
    conditions=(("loss", "==", "hinge"), ("support", ">=", ["m", 0.5]),
                ("at_bound", ">=", ["support", 1])),
    by=("lam", "loss"),
    why=(
        Statement("The hinge loss has |L′| ≤ 1 everywhere, so |α| ≤ 1/(λm).", MEAN),
        Statement("The slope of the hinge loss is at most 1 in absolute value, so |α| ≤ 1/λ.", SUM),
        Statement("The slope of the squared loss, f(x) − y, has no bound: the farther f stays from "
                  "a target, the larger |α| of that example."),
    ),
)  # fmt: skip
FALLING = Challenge(
    question="You make λ smaller, with the squared loss. What will the sum do?",
    options=(
        Option("come closer to the points", (("train_mse", "<=", ["most:train_mse", 0.5]),)),
        Option("become flat", (("train_mse", ">=", ["most:train_mse", 0.9]),)),
    ),
    answer="come closer to the points", beside_first=True,
    goal="Bring the mean squared residual, (y − f)², within 0.01 of its minimum on this slider, "
    "{least:train_mse:number}, and to at most half of its maximum, {most:train_mse:number}.",
    conditions=(("loss", "==", "squared"), ("train_mse", "<=", ["least:train_mse", 1, 0.01]),
                ("train_mse", "<=", ["most:train_mse", 0.5])),
    by=("lam",), holds=SQUARED | {"data": LINES},
    why=(
        Statement("The smaller λ is, the less the penalty counts, so f comes closer to the targets "
                  "and their noise."),
        Statement("By the theorem each α is a residual divided by λm.", MEAN),
        Statement("By the theorem each α is a residual divided by λ.", SUM),
    ),
)  # fmt: skip
WIDE = Challenge(
    question="Very wide bumps are nearly equal. How large must their coefficients be so that the "
    "sum follows a wave?",
    stored_id="c3b6ba1b5",
    options=(
        Option("all small", (("largest_alpha", "<=", 5),)),
        Option("huge, of both signs", (("largest_alpha", ">=", 10),)),
    ),
    answer="huge, of both signs", beside_first=True,
    goal="Set τ to 2.5 or more, and find a λ with a mean squared residual of at most 0.05.",
    conditions=(("loss", "==", "squared"), ("tau", ">=", 2.5), ("train_mse", "<=", 0.05)),
    holds=SQUARED | {"data": ("wave",), "kernel": ("rbf",), "m": MIN_POINTS_OF_A_WAVE},
    why="Here the largest bump has height {largest_alpha:few}, and the sum follows a wave of "
    "height 1: bumps of both signs nearly cancel. Only a small λ allows such large coefficients.",
)  # fmt: skip
CHALLENGES = (SILENT, VANISHED, PULLED, FALLING, WIDE)
