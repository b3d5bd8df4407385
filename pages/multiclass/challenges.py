"""The challenges of the page Many classes; each goal is checked on the solution on the screen."""

from lab.ui.challenges import Challenge, Option

SCORES = (
    Challenge(
        question="Shrink one arrow to nothing. Its score is 0 everywhere. Does its class still win "
        "somewhere?",
        options=(
            Option("no, 0 never wins", (("shortest_share", "<=", 0.01),)),
            Option("yes", (("shortest_share", ">=", 0.1),)),
        ),
        answer="yes",
        goal="Make an arrow at most 0.1 long while its class keeps at least a tenth of the "
        "picture.",
        conditions=(("shortest", "<=", 0.1), ("shortest_share", ">=", 0.1)),
        hint="Drag the tip of one arrow to the origin, and let the other two point to one side.",
        why="Only the comparison of scores counts. Where both other scores are negative, 0 is the "
        "largest.",
    ),
    Challenge(
        question="Move all three arrows by the same vector. What happens to the regions?",
        stored_id="c00aa4b02",
        options=(
            Option("they move with the arrows", (("apart", ">=", 0.05),)),
            Option("nothing", (("apart", "<=", 1e-3),)),
        ),
        answer="nothing",
        goal="Choose “all three” and drag until the tip of every arrow is at least 0.3 from its "
        "position in the notes and the differences between the arrows are as in the notes.",
        conditions=(("moved", ">=", 0.3), ("apart", "<=", 1e-3)),
        hint="With “all three” chosen, drag one tip: the other two follow it.",
        why="With v the vector of the move, every score changes by the same vᵀx, so the largest "
        "stays the largest. Only differences such as w₁ − w₂ count. That is why two classes need "
        "one w, not two.",
    ),
)

STEP = (
    Challenge(
        question="Which rows of W does a step on one example change?",
        options=(
            Option("the row of its class", (("changed_rows", "<=", 1),)),
            Option("every row", (("changed_rows", ">=", 2),)),
        ),
        answer="every row",
        goal="Take gradient steps on one example until its own class has a probability of at "
        "least 0.9.",
        conditions=(("taken", ">=", 1), ("own", ">=", 0.9)),
        hint="Stay with one example, and press “Take a step on this example” repeatedly.",
        why="The row of the example’s class moves towards x in proportion to 1 − P, with P the "
        "probability of this class. Each other row moves away in proportion to its own "
        "probability. The changes add up to 0, and go to 0 as P approaches 1.",
    ),
)

CHANCE = (
    Challenge(
        question="Draw the class at random with its probability, instead of taking the likeliest. "
        "How often can the drawn class be wrong, compared with the likeliest?",
        stored_id="ccbf831c2",
        options=(
            Option("at most twice as often", (("error_drawn", "<=", ["error_plain", 2]),)),
            Option("more than that", (("error_drawn", ">=", ["error_plain", 2]),)),
        ),
        answer="more than that",
        goal="Find a λ at which the error of the drawn class is at least 5 percentage points "
        "above twice the error of the likeliest.",
        conditions=(("error_drawn", ">=", ["error_plain", 2, 0.05]),),
        by=("lam",),
        why="Here the drawn class is wrong on {error_drawn:percent} of new points, the likeliest "
        "on {error_plain:percent}. If the probabilities were right, the factor would be at "
        "most 2: 1 − Σ p² ≤ 2(1 − max p), as the numbers “Predicted error” show. Here the "
        "probabilities are too equal: the likeliest class is right more often than its "
        "probability says, but it is drawn only with that probability.",
        hides=("errors",),
    ),
)

BILL = (
    Challenge(
        question="There are 64 classes. Which method evaluates the most binary classifiers for one "
        "new point?",
        stored_id="cf53ea398",
        options=(
            Option("one-versus-all", (("predictions_ova", ">=", ["predictions_ovo", 1]),)),
            Option("one-versus-one", (("predictions_ovo", ">=", ["predictions_ova", 1]),)),
        ),
        answer="one-versus-one",
        goal="Find a number of classes q at which one-versus-one evaluates at least 100 times as "
        "many classifiers as a balanced tree.",
        conditions=(("predictions_ovo", ">=", ["predictions_tree", 100]),),
        by=("count",),
        why="One-versus-one evaluates every pair, q(q − 1)/2 classifiers. A balanced tree halves "
        "the classes with each classifier, so about log₂q are enough.",
        hides=("predictions", "table"),
    ),
)

TREES = (
    Challenge(
        question="The binary learner and the data stay the same. Can the order of the questions "
        "alone raise the test error by 30 percentage points?",
        options=(
            Option("no", (("test_error", "<=", ["balanced_error", 1, 0.1]),)),
            Option("yes", (("test_error", ">=", ["balanced_error", 1, 0.3]),)),
        ),
        answer="yes",
        goal="Drag classes to other positions in the tree until the test error is at least 30 "
        "percentage points "
        "above that of the balanced tree.",
        conditions=(("test_error", ">=", ["balanced_error", 1, 0.3]),),
        holds={"wood": ("row",)},
        offer={"wood": "row"},
        hint="In the balanced tree, swap classes 2 and 4.",
        why="No line separates groups such as “2 and 4” and “1 and 3” when the classes lie in a "
        "row. After a wrong decision at the top, a point can’t reach its class.",
    ),
)

LIKELIHOOD = (
    Challenge(
        question="Multiply all scores of the fit by s. At which s is the risk, with its "
        "penalty, lowest?",
        options=(
            Option("below 1", (("loud", "<=", 0.9),)),
            Option("at 1", (("loud", "==", 1),)),
            Option("above 1", (("loud", ">=", 1.1),)),
        ),
        answer="at 1",
        goal="Drag s to the value with the lowest risk, penalty included.",
        conditions=(("penalised_at", "<=", ["lowest", 1]),),
        by=("loud",),
        why="The fit minimises the risk over all f, and so also over s. Without the penalty, "
        "larger scores would make the labels more likely.",
        hides=("curves", "highest"),
    ),
)
