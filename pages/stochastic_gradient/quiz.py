"""The quiz on learning step by step."""

from lab.ui.quiz import Answer, Question, right

QUESTIONS = (
    Question(
        "In Figure 1 the penalty contributes mλ K⁽ⁱ⁾αᵢ to a step. Why the factor m?",
        (
            right("So that the average over i is the gradient itself.",
                  "Example i is drawn once in m times. Averaged, mλ K⁽ⁱ⁾αᵢ becomes Σ λ K⁽ⁱ⁾αᵢ = "
                  "λKα: the step is unbiased."),
            Answer("It makes the steps shorter.",
                   "It makes them longer: with a large λ this factor makes the run unstable."),
            Answer("It stands for the number of steps.",
                   "m is the number of examples. The steps are counted by t."),
        ),
        section="One example for all", note="000, section 4",
        check="average_of_the_gradients",
    ),
    Question(
        "An example has the label y = −1, and the kernel perceptron misclassified it three times. "
        "What is its α?",
        (
            Answer("3", "The count is right, the sign is missing: each mistake adds y."),
            right("−3", "α starts at 0 and gets + y on each mistake, so it is y times their "
                        "number."),
            Answer("−1", "That is after the first mistake. Each further mistake adds y again."),
        ),
        section="Numbers on points", note="004", check="alpha_of_three_mistakes",
    ),
    Question(
        "Logistic SGD draws an example with margin 5. With η = 1, what does it add to w?",
        (
            Answer("all of y x", "That is what the perceptron does, and only on a mistake."),
            right("less than a hundredth of y x",
                  "The factor is g(−5) = 0.007, the probability that the model gives to the wrong "
                  "label. Where that is near 0, the step is tiny."),
            Answer("exactly nothing",
                   "Almost, but g(−z) is never quite 0. The perceptron adds nothing here."),
        ),
        section="Two rules in w", note="002; 004",
        check="logistic_step_at_margin_five",
    ),
    Question(
        "c = 1 and ηₜ = c/√t. How large is the step size at step 100, compared with the first?",
        (
            Answer("the same", "That is a constant η, which does not damp the noise of single "
                               "examples."),
            right("a tenth", "1/√100. The noise of single examples is damped, yet the sum of the "
                             "step sizes has no bound, so the run can reach any place."),
            Answer("a hundredth", "That would be 1/t. 1/√t falls more slowly."),
        ),
        section="One example a step", note="000, section 4",
        check="hundredth_step",
    ),
    Question(
        "You start exactly where the gradient is 0, and gradient descent stays there. Is it a "
        "minimum?",
        (
            Answer("Yes, always.", "At a saddle the gradient is 0 too, and there is a way down."),
            Answer("No, never.", "At a minimum the gradient is also 0."),
            right("If the objective is convex, yes.",
                  "A convex function has no saddle: a place with gradient 0 is a minimum. "
                  "Otherwise a small change of the start shows whether descent leaves it."),
        ),
        section="Saddles", note="004",
    ),
)  # fmt: skip
