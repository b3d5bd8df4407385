"""The quiz on losses."""

from lab.ui.quiz import Answer, Question, right
from pages.losses import quiz_variants
from pages.losses.loss_table import TITLE

QUESTIONS = (
    quiz_variants.hinge_at_a_small_margin(),
    Question(
        "Which of these three losses is not an upper bound of the zero-one loss?",
        (
            Answer("the hinge loss",
                   "[1 − z]₊ is 1 at z = 0 and grows to the left, so it is nowhere below the "
                   "zero-one loss."),
            Answer("the exponential loss",
                   "e⁻ᶻ is 1 at z = 0 and larger to the left; to the right it stays above 0."),
            right("the perceptron loss",
                  "At z = 0 the perceptron loss is 0, although the zero-one loss counts a mistake, "
                  "and just left of z = 0 the perceptron loss is nearly 0. So a small perceptron "
                  "risk says nothing about the number of mistakes."),
        ),
        section=TITLE, note="002; 004", check="not_above_zero_one",
        stored_id="qc242b38c",
    ),
    Question(
        "Why is the number of mistakes itself not minimised?",
        (
            Answer("It is not the quantity that should be small.",
                   "It is the quantity that should be small. The difficulty is to find its "
                   "minimum."),
            right("Almost everywhere its slope is 0, and finding its minimum is NP-hard.",
                  "The count is a step function: between two jumps its slope is 0 and shows no "
                  "direction. The slope of a convex loss shows one."),
            Answer("It is not known until there are test data.",
                   "On the training data you can count the mistakes of every line."),
        ),
        section="The zero-one loss", note="002",
    ),
    Question(
        "One cross is dragged far behind the circles, to margin −5. Under which loss does it pull "
        "the line most strongly?",
        (
            Answer("hinge", "The slope of the hinge loss is −1 for every z < 1, so |αᵢ| is "
                            "bounded."),
            Answer("logistic", "The slope of the logistic loss tends to −1 as z falls. For a "
                               "distant outlier the pull is nearly that of the hinge loss."),
            right("exponential",
                  "The slope of the exponential loss is −e⁻ᶻ, here about −148. One outlier can "
                  "pull more strongly than a hundred other examples."),
            Answer("perceptron", "The slope of the perceptron loss is −1 for every z < 0."),
        ),
        section="The outlier lab", note="002", check="steepest_far_on_the_wrong_side",
    ),
    quiz_variants.the_other_probability(),
    Question(
        "Take the perceptron loss, any λ > 0, and points that a line can separate. What is the "
        "best α?",
        (
            Answer("the same as for the hinge loss",
                   "The hinge loss is 0 only from margin 1 on, which keeps α away from 0. The "
                   "perceptron loss requires no margin."),
            Answer("any α that separates the points",
                   "That holds at λ = 0. With λ > 0, half of such an α separates the points just "
                   "as well and has a smaller penalty."),
            right("all zero", "Scaling a solution down keeps every sign and reduces the norm. "
                              "So J is smallest at α = 0."),
        ),
        section="The perceptron loss with a penalty", note="004; 000, eq. (2)",
        check="perceptron_with_a_penalty",
    ),
    Question(
        "An example lies at margin z = 2. Under which loss is its αᵢ exactly 0?",
        (
            right("hinge", "Beyond margin 1 the slope of the hinge loss is 0, and αᵢ is "
                           "proportional to the slope at the margin of example i."),
            Answer("logistic", "Its slope approaches 0 as the margin grows, and is never 0."),
            Answer("squared", "Its slope is 0 at margin 1 alone. Beyond margin 1, αᵢ and yᵢ have "
                              "opposite signs."),
            Answer("exponential", "Its slope is −e⁻ᶻ, nearly 0 at a large margin, and never 0."),
        ),
        section="Examples that drop out", note="000, Theorem 2.1", check="flat_beyond_the_margin",
    ),
    Question(
        "An example is classified correctly, at margin z = 3. Which loss gets smaller if the "
        "margin shrinks a little?",
        (
            Answer("hinge", "It is 0 for all margins of at least 1, so nothing changes."),
            Answer("logistic", "It falls as the margin grows, so a smaller margin raises it."),
            right("squared", "½(1 − z)² is smallest at margin 1 and grows beyond it, although the "
                             "prediction is right."),
        ),
        section="Losses beyond margin 1", note="000, section 1", check="loss_that_rises_again",
        stored_id="q187199ad",
    ),
    Question(
        "A missed tumour is worse than a false alarm. Which of these losses takes that into "
        "account by itself?",
        (
            Answer("hinge", "[1 − yf(x)]₊ treats both classes alike: it depends on the margin "
                            "alone."),
            Answer("logistic", "With its probabilities a decision can weigh the two mistakes "
                               "differently. The loss itself depends on the margin alone."),
            Answer("squared", "½(1 − yf(x))² depends on the margin alone, as the others do."),
            right("none of them", "Each depends on the margin yf(x) alone, so a mistake costs the "
                                  "same in both classes. To distinguish them, give the classes "
                                  "different weights."),
        ),
        section="Losses on tumours", note="002", check="loss_that_tells_the_classes_apart",
    ),
)  # fmt: skip
