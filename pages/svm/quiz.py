"""The quiz on the support vector machine."""

from lab.ui.quiz import Answer, Question, right
from pages.svm import quiz_variants

QUESTIONS = (
    quiz_variants.distance_of_a_point(),
    Question(
        "You remove an example with α = 0 and solve again. What happens to the margin?",
        (
            Answer("It gets wider.", "The margin could get wider if the example limited it. But "
                                     "then the α of the example would not be 0."),
            right("Nothing.", "The solution still satisfies all conditions of the optimum. Only "
                              "examples with α ≠ 0 determine f."),
            Answer("It rotates a little.",
                   "An example enters f with its coefficient α. This example has no influence."),
        ),
        section="Support vectors", note="001; 000, Theorem 2.1",
        check="without_a_silent_example",
    ),
    Question(
        "You make C ten times as large. What can the margin not do?",
        (
            Answer("get narrower", "The margin often gets narrower: when slack costs more, a "
                                   "narrower margin with less slack is cheaper."),
            right("get wider", "A larger C never lowers the optimal ‖w‖, and the margin reaches "
                               "1/‖w‖ to each side. At most it stays the same."),
            Answer("stay the same", "The margin can stay the same: once there is no slack, C has "
                                    "no effect."),
        ),
        section="From hard to soft", note="001, soft margin", check="width_when_slack_gets_dearer",
    ),
    Question(
        "½‖w‖² + C Σ ξᵢ and Σ [1 − yᵢ f(xᵢ)]₊ + (λ/2)‖w‖² have the same solution. What is λ?",
        (
            Answer("C", "That is the inverse: a large C is a weak penalty on w."),
            right("1/C", "Divide the first by C. The cheapest ξᵢ is the hinge loss, and ½‖w‖² "
                         "gets the factor 1/C."),
            Answer("1/(2C)", "The ½ is in both: in ½‖w‖² and in λ/2."),
        ),
        section="Two forms, one answer", note="001; 000, section 5", check="two_names_of_the_price",
    ),
    Question(
        "An example lies inside the margin, with yf(x) = 0.4. How large is its |α|?",
        (
            Answer("0", "That is for examples beyond the margin, yf(x) > 1."),
            right("C", "The example has slack, so its |α| is at the bound: no |α| can be more than "
                       "C."),
            Answer("between 0 and C",
                   "Such examples lie exactly on the margin, yf(x) = 1, and have a ring."),
        ),
        section="Support vectors", note="001; 000", check="weight_inside_the_margin",
    ),
)  # fmt: skip
