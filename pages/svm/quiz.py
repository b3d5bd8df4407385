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
                   "An example enters f with its coefficient α. With α = 0 it has no influence."),
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
                               "1/‖w‖ to each side. So the margin can at most stay the same."),
            Answer("stay the same", "The margin can stay the same: once there is no slack, C has "
                                    "no effect."),
        ),
        section="From hard to soft", note="001, soft margin", check="width_when_slack_gets_dearer",
    ),
    Question(
        "½‖w‖² + C Σ ξᵢ and Σ [1 − yᵢ f(xᵢ)]₊ + (λ/2)‖w‖² have the same solution. What is λ?",
        (
            Answer("C", "That is the inverse: a large C is a weak penalty on w."),
            right("1/C", "Divide the first objective by C. The smallest possible ξᵢ is the hinge "
                         "loss, and ½‖w‖² gets the factor 1/C."),
            Answer("1/(2C)", "The ½ is in both: in ½‖w‖² and in λ/2."),
        ),
        section="Primal and dual", note="001; 000, section 5", check="two_names_of_the_price",
    ),
    Question(
        "An example lies inside the margin, with yf(x) = 0.4. How large is its |α|?",
        (
            Answer("0", "That holds for examples beyond the margin, yf(x) > 1."),
            right("C", "The example has slack, so its |α| is at the bound: no |α| can be more than "
                       "C."),
            Answer("between 0 and C",
                   "Examples with such an |α| lie exactly on the margin, yf(x) = 1, and have a "
                   "ring."),
        ),
        section="Support vectors", note="001; 000", check="weight_inside_the_margin",
    ),
    Question(
        "A line separates two classes. What is its margin?",
        (
            Answer("the mean distance of all examples from it",
                   "Examples far from the line could move, and the margin would stay the same."),
            right("the distance of the nearest example from it",
                  "The margin extends up to the nearest example. If the smallest yf(x) is 1, this "
                  "distance is 1/‖w‖."),
            Answer("the distance between the centres of the classes",
                   "Centres can be far apart although some examples are close to the line."),
        ),
        section="A line by hand", note="001, margins", check="what_the_margin_is",
    ),
    Question(
        "No line separates the classes. What is certain about the slacks ξᵢ of the best line?",
        (
            Answer("All are 0.", "If all slacks are 0, no example is inside the margin, and the "
                                 "line separates the classes."),
            Answer("All are below 1.", "An example with slack below 1 is on its own side, so the "
                                       "line would separate the classes."),
            right("Some are at least 1.", "An example that is not on its own side has yf(x) ≤ 0, "
                                          "and so ξ = 1 − yf(x) ≥ 1."),
        ),
        section="No margin without slack", note="001, soft margin", check="slack_without_a_line",
    ),
    Question(
        "You make the slack of malignant tumours far more expensive than that of benign ones. How "
        "do the mistakes on the training set change?",
        (
            Answer("fewer missed tumours and fewer false alarms",
                   "Both numbers could fall only if the old boundary had been a poor one for both "
                   "kinds of mistakes."),
            right("fewer missed tumours, more false alarms",
                  "The boundary moves away from the malignant tumours, towards the benign ones: "
                  "their slack is cheap."),
            Answer("nothing, as long as C is the same",
                   "The price of slack is C times the weight of the class."),
        ),
        section="A missed tumour", note="001, soft margin", check="what_a_dearer_class_does",
        stored_id="q27f50abf",
    ),
)  # fmt: skip
