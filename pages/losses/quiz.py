"""The quiz on losses."""

from lab.ui.quiz import Answer, Question, right
from pages.losses import quiz_variants
from pages.losses.loss_table import TITLE

QUESTIONS = (
    quiz_variants.hinge_at_a_small_margin(),
    Question(
        "Which of these three does not lie above zero-one loss?",
        (
            Answer("the hinge loss",
                   "[1 − z]₊ is 1 at z = 0 and grows to the left, so it lies above everywhere."),
            Answer("the exponential loss",
                   "e⁻ᶻ is 1 at z = 0 and more to the left; on the right it stays above 0."),
            right("the perceptron loss",
                  "At z = 0 it is 0 where zero-one counts a mistake, and just left of 0 it is "
                  "hardly more. So a small perceptron risk says nothing about the number of "
                  "mistakes."),
        ),
        section=TITLE, note="002; 004", check="not_above_zero_one",
    ),
    Question(
        "Why is the number of mistakes itself not minimised?",
        (
            Answer("It is not the quantity that should be small.",
                   "It is. The difficulty is to find its minimum."),
            right("Almost everywhere its slope is 0, and finding its minimum is NP-hard.",
                  "The count is a step function: between two jumps its slope is 0 and shows no "
                  "direction. A convex loss above it has a slope that does."),
            Answer("It is not known until there are test data.",
                   "On the training data it is known for every line: count the mistakes."),
        ),
        section="Why not count mistakes", note="002",
    ),
    Question(
        "One cross is dragged far behind the circles, to margin −5. Which loss lets it pull "
        "hardest at the line?",
        (
            Answer("hinge", "Its slope is −1 on the whole left side: it pulls, but never harder "
                            "than that."),
            Answer("logistic", "Its slope is −g(−z), which comes near to −1 and stays above it. "
                               "Far out it pulls as the hinge does."),
            right("exponential",
                  "Its slope is −e⁻ᶻ, here about −148. One outlier can pull harder than a hundred "
                  "other examples."),
            Answer("perceptron", "Its slope is −1 wherever z < 0, however far."),
        ),
        section="The outlier lab", note="002", check="steepest_far_on_the_wrong_side",
    ),
    quiz_variants.the_other_probability(),
    Question(
        "Perceptron loss, any λ > 0, points that a line can separate. What is the best α?",
        (
            Answer("the same as for the hinge loss",
                   "The hinge loss is 0 only from margin 1 on, which keeps α away from 0. The "
                   "perceptron loss requires no margin."),
            Answer("any α that separates the points",
                   "That is so at λ = 0. With λ > 0, half of such an α separates just as well "
                   "and costs less."),
            right("all zero", "Shrinking a solution keeps every sign, and the norm falls. J "
                              "falls all the way to α = 0."),
        ),
        section="The perceptron loss with a penalty", note="004; 000, eq. (2)",
        check="perceptron_with_a_penalty",
    ),
)  # fmt: skip
