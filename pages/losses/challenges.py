"""What the page on losses asks its readers to predict."""

from lab.ui.challenges import Challenge, Option

HINGE = Option("hinge", (("loss", "==", "hinge"),))
LOGISTIC = Option("logistic", (("loss", "==", "logistic"),))
SQUARED = Option("squared", (("loss", "==", "squared"),))
_ASKED = ("loss", "in", ("hinge", "logistic", "squared"))

CHALLENGES = (
    Challenge(
        question="Which loss lets most examples drop out, so that the boundary would not change "
        "without them?",
        options=(HINGE, LOGISTIC, SQUARED),
        answer="hinge",
        beside_first=True,
        goal="Find one of the three and a setting that keep at most five examples as support "
        "vectors, and at least one.",
        conditions=(_ASKED, ("support", "<=", 5), ("support", ">=", 1)),
        why="Of the three only the hinge is flat beyond margin 1. There its slope L′ is 0, and "
        "α = −L′/λ is 0 with it. The other two never quite forget an example.",
    ),
    Challenge(
        question="Which loss charges examples more, the farther they are on the right side?",
        options=(HINGE, LOGISTIC, SQUARED),
        answer="squared",
        beside_first=True,
        goal="Find one of the three and a setting where at least a tenth of the whole loss is paid "
        "for being beyond margin 1: the last of the numbers. Both sliders move it.",
        conditions=(_ASKED, ("overpaid", ">=", 0.1)),
        why="The squared loss wants f(x) = y. Beyond margin 1 it rises again, so being very right "
        "costs as much as being wrong.",
    ),
    Challenge(
        question="The perceptron loss charges nothing on the right side. What is its best α, once "
        "λ > 0?",
        options=(
            Option("as for the hinge", (("support", ">=", 1),)),
            Option("all zero", (("support", "<=", 0),)),
        ),
        answer="all zero",
        beside_first=True,
        goal="Switch to the perceptron loss and look at the numbers.",
        conditions=(("loss", "==", "perceptron"),),
        why="Shrinking f shrinks both the loss and the penalty, so it pays to shrink all the way. "
        "The step on the perceptron shows the risk along that way.",
    ),
)
