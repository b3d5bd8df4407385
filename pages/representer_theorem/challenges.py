"""What the sum of bumps asks its readers to predict."""

from lab.ui.challenges import Challenge, Option

SILENT = Challenge(
    question="With the squared loss all twenty points carry a bump. How many will with the "
    "hinge loss?",
    options=(
        Option("all of them", (("support", ">=", 18),)),
        Option("some", (("support", "<=", 12),)),
    ),
    answer="some", beside_first=True,
    goal="Choose the hinge loss, and find a setting with at most 8 bumps in which every sign "
    "is right.",
    conditions=(("loss", "==", "hinge"), ("support", "<=", 8), ("train_error", "<=", 0)),
    why="The hinge loss is flat beyond margin 1. There its slope L′ is 0, so α is 0: the point "
    "has no bump, and could be left out.",
)  # fmt: skip
VANISHED = Challenge(
    question="Squared loss: where must a point lie for its bump to vanish?",
    options=(
        Option("on the curve", (("least_share", "<=", 0.02),)),
        Option("at y = 0", (("least_share", ">=", 0.2),)),
        Option("far from the others", (("least_share", ">=", 0.2),)),
    ),
    answer="on the curve", beside_first=True,
    goal="Drag a point, or move a slider, until one α is at most a fiftieth of the largest.",
    conditions=(("loss", "==", "squared"), ("least_share", "<=", 0.02)),
    why="The slope of the loss is L′ = f(x) − y. A point on the curve has no residual left, so its "
    "α is 0. The thin upright lines are λm·|α|, or λ·|α| for summed losses: the farther a point "
    "is from the curve, the higher its bump.",
)  # fmt: skip
PULLED = Challenge(
    question="You take one point and pull it far off. Can its bump grow without end?",
    options=(
        Option("with any loss", (("loss", "==", "squared"),)),
        Option("not with hinge", (("loss", "==", "hinge"),)),
    ),
    answer="not with hinge", beside_first=True,
    goal="Choose the hinge loss and find a λ at which every bump there is has reached its "
    "bound, the dashed line.",
    conditions=(("loss", "==", "hinge"), ("support", ">=", 10),
                ("at_bound", ">=", ["support", 1])),
    why="The slope of the hinge loss is never steeper than 1, so |α| ≤ 1/(λm), or 1/λ for "
    "summed losses. The squared loss has no such bound: pull a point, and its bump follows.",
)  # fmt: skip
FALLING = Challenge(
    question="You let λ fall, with the squared loss. What will the sum do?",
    options=(
        Option("go through every point", (("train_mse", "<=", 2e-3),)),
        Option("become flat", (("norm2", "<=", 0.1),)),
    ),
    answer="go through every point", beside_first=True,
    goal="Bring the mean squared residual, (y − f)², down to 0.002.",
    conditions=(("loss", "==", "squared"), ("train_mse", "<=", 2e-3)),
    why="The norm costs next to nothing, so the bumps grow until they meet every target, its "
    "noise too. α stays what the theorem says: a tiny residual over a tiny λm, or λ for summed "
    "losses.",
)  # fmt: skip
WIDE = Challenge(
    question="Very wide bumps are all nearly the same. What must their weights be to make a "
    "wave of them?",
    options=(
        Option("all small", (("largest_alpha", "<=", 5),)),
        Option("huge, of both signs", (("largest_alpha", ">=", 50),)),
    ),
    answer="huge, of both signs", beside_first=True,
    goal="Take τ of 2.5 or more, and find a λ with a mean squared residual of at most 0.05.",
    conditions=(("loss", "==", "squared"), ("tau", ">=", 2.5), ("train_mse", "<=", 0.05)),
    why="Bumps of height 50 cancel down to a wave of height 1. Only their small differences "
    "are left, and only a small λ lets them grow that far.",
)  # fmt: skip
CHALLENGES = (SILENT, VANISHED, PULLED, FALLING, WIDE)
