"""The challenges of the page on losses."""

from lab.ui.challenges import Challenge, Option

HINGE = Option("hinge", (("loss", "==", "hinge"),))
LOGISTIC = Option("logistic", (("loss", "==", "logistic"),))
SQUARED = Option("squared", (("loss", "==", "squared"),))
_LOSS_CONDITION = ("loss", "in", ("hinge", "logistic", "squared"))

CHALLENGES = (
    Challenge(
        question="Which loss can give examples the coefficient αᵢ = 0, so that they drop out of f?",
        options=(HINGE, LOGISTIC, SQUARED),
        answer="hinge",
        beside_first=True,
        goal="Choose one of the three losses for which at most nine in ten examples are support "
        "vectors. Then set the τ (for a kernel without τ, the λ) with the fewest support vectors.",
        conditions=(
            _LOSS_CONDITION,
            ("support", "<=", ["m", 0.9]),
            ("support", "<=", ["least:support", 1]),
        ),
        by=("tau", "lam", "loss"),
        why="Only one of the three losses, the hinge loss, is flat beyond margin 1. There its "
        "slope L′ is 0, so the coefficient αᵢ is 0. The slope of each of the other two losses is 0 "
        "at no more than one margin.",
    ),
    Challenge(
        question="For which loss function does an example’s loss grow as the example moves farther "
        "beyond margin 1?",
        stored_id="cf70b9831",
        options=(HINGE, LOGISTIC, SQUARED),
        answer="squared",
        beside_first=True,
        goal="Choose one of the three losses and a setting where at least 1\u00a0% of the total "
        "loss is excess: the loss of the examples beyond margin 1, less the loss that they would "
        "have at margin 1.",
        conditions=(_LOSS_CONDITION, ("overpaid", ">=", 0.01)),
        by=("tau", "lam", "loss"),
        why="The squared loss is 0 only at margin 1 and rises again beyond it. Beyond margin 1 the "
        "hinge loss stays 0, and the logistic loss falls. Here {overpaid:percent} of the squared "
        "loss is excess.",
    ),
    Challenge(
        question="The perceptron loss is 0 on the correct side. Which α is optimal for λ > 0?",
        stored_id="cc5ba9c42",
        options=(
            Option("the same as for the hinge loss", (("support", ">=", 1),)),
            Option("all zero", (("support", "<=", 0),)),
        ),
        answer="all zero",
        beside_first=True,
        goal="Switch to the perceptron loss, and read the number of support vectors.",
        conditions=(("loss", "==", "perceptron"),),
        by=("loss",),
        why="Scaling f down raises no loss and lowers the penalty, so the minimum is at f = 0. "
        "The step “The perceptron loss with a penalty” shows the risk as f is scaled.",
    ),
)
