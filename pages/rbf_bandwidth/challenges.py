"""What the page on bandwidth asks its readers to predict."""

from lab.ui.challenges import Challenge, Option

RBF = {"kernel": ("rbf",)}
SMALL = Option("small τ", (("tau", "<=", 0.2),))
MIDDLE = Option("middle", (("tau", ">=", 0.2), ("tau", "<=", 0.9)))
LARGE = Option("large τ", (("tau", ">=", 0.9),))

CHALLENGES = (
    Challenge(
        question="Where on the slider does the classifier know every training point by heart, "
        "and still do badly on new ones?",
        options=(SMALL, MIDDLE, LARGE),
        answer="small τ", beside_first=True,
        goal="Find a setting without training error whose test error is at least one and a half "
        "times the Bayes error.",
        conditions=(("train_error", "<=", 0), ("test_error", ">=", ["bayes_error", 1.5])),
        by=("tau",), holds=RBF,
        why="Each bump is so narrow that a point decides for itself alone: 0 % on what it has "
        "seen, while a new point is decided by the one that happens to lie nearby.",
        hides=("errors",),
    ),
    Challenge(
        question="At which τ does the learned boundary come closest to the best one there is?",
        options=(
            Option("below 0.4", (("tau", "<=", 0.4),)),
            Option("0.4 to 3.2", (("tau", ">=", 0.4), ("tau", "<=", 3.2))),
            Option("above 3.2", (("tau", ">=", 3.2),)),
        ),
        answer="0.4 to 3.2", beside_first=True,
        goal="Bring the test error within 1.5 percentage points of the Bayes error.",
        conditions=(("test_error", "<=", ["bayes_error", 1, 0.015]),),
        by=("tau",), holds=RBF,
        why="The bumps reach over more than one cluster, so neighbours settle a place together and "
        "single points no longer bend the line. The test error is nearly the Bayes error.",
        hides=("errors",),
    ),
    Challenge(
        question="At τ = 0.4: where are more points support vectors, with the losses summed "
        "(C = 200), or averaged (C = 1)?",
        options=(
            Option("summed", (("risk", "==", "sum"),)),
            Option("averaged", (("risk", "==", "mean"),)),
        ),
        answer="averaged", beside_first=True,
        goal="Stay at τ = 0.4, λ = 0.005 and the hinge loss, and find at least 90 support vectors.",
        conditions=(("tau", ">=", 0.39), ("tau", "<=", 0.41), ("lam", ">=", 0.004),
                    ("lam", "<=", 0.006), ("loss", "==", "hinge"), ("support", ">=", 90)),
        by=("tau", "risk"), holds=RBF,
        why="With C = 1 no point may pull harder than |α| = 1, so many points must pull together. "
        "With λ = 1 and summed losses you get the very same picture: only C = 1/λ, or 1/(λm) for "
        "the mean, counts.",
    ),
)  # fmt: skip
