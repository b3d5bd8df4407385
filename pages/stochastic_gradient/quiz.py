"""The quiz on stochastic gradient descent."""

from lab.ui.quiz import Answer, Question, right

QUESTIONS = (
    Question(
        "In Figure 1 the penalty contributes mλ K⁽ⁱ⁾αᵢ to a step. Why the factor m?",
        (
            right("So that the average over i is the full gradient.",
                  "Example i is drawn with probability 1/m. Averaged, mλ K⁽ⁱ⁾αᵢ becomes Σ λ "
                  "K⁽ⁱ⁾αᵢ = "
                  "λKα: the step is unbiased."),
            Answer("It makes the steps shorter.",
                   "The factor m makes the steps longer: with a large λ it makes the run "
                   "unstable."),
            Answer("It is the number of steps.",
                   "m is the number of examples. The steps are counted by t."),
        ),
        section="Unbiased gradients", note="000, section 4",
        check="average_of_the_gradients",
    ),
    Question(
        "The kernel perceptron misclassified an example with label y = −1 three times. What is "
        "its α?",
        (
            Answer("3", "The count is right, but the sign is not: each mistake adds y."),
            right("−3", "α starts at 0, and each mistake adds y, so α is y times the number of "
                        "mistakes."),
            Answer("−1", "That is after the first mistake. Each further mistake adds y again."),
        ),
        section="Numbers on points", note="004", check="alpha_of_three_mistakes",
    ),
    Question(
        "Logistic SGD draws an example with margin 5. With η = 1, what does it add to w?",
        (
            Answer("y x", "That is what the perceptron does, and only on a mistake."),
            right("less than a hundredth of y x",
                  "The factor is g(−5) = 0.007, the probability that the model gives to the wrong "
                  "label. Where this is near 0, the step is tiny."),
            Answer("exactly nothing",
                   "g(−5) is small, but not exactly 0. The perceptron adds nothing here."),
        ),
        section="Two rules in w", note="002; 004",
        check="logistic_step_at_margin_five",
    ),
    Question(
        "c = 1 and ηₜ = c/√t. How large is the step size at step 100, compared with the first?",
        (
            Answer("the same", "That would be a constant η: the noise of single examples stays."),
            right("a tenth", "1/√100 is a tenth. The noise of single examples is damped, but the "
                             "sum of the step sizes is unbounded, so the run can reach any point."),
            Answer("a hundredth", "That would be 1/t. 1/√t falls more slowly."),
        ),
        section="One example a step", note="000, section 4",
        check="hundredth_step",
    ),
    Question(
        "You start exactly where the gradient is 0, and gradient descent stays there. Is this "
        "point a minimum?",
        (
            Answer("Yes, always.", "At a saddle the gradient is 0 too, and some direction leads "
                                   "down."),
            Answer("No, never.", "At a minimum the gradient is also 0."),
            right("If the objective is convex, yes.",
                  "A convex function has no saddle: a point with gradient 0 is a minimum. "
                  "Otherwise start at several places near the point: does descent move away?"),
        ),
        section="Saddles", note="004",
    ),
    Question(
        "A run of stochastic gradient descent diverges. Which change can make it converge?",
        (
            Answer("more steps", "With more steps the run gets farther away from the minimum."),
            right("a smaller c", "A step changes α in proportion to c. If the steps are short "
                                 "enough, they no longer jump over the minimum to a larger risk."),
            Answer("a larger λ", "The penalty’s part of a step has the factor mλ, so a larger λ "
                                 "makes the steps longer."),
            Answer("another random seed",
                   "The order of the examples changes; the step size does not."),
        ),
        section="Step sizes that are too large", note="000, section 4",
        check="what_makes_a_run_converge",
    ),
    Question(
        "The risk is smooth and convex, and the start is near its minimum. Which method needs the "
        "fewest steps to reach the minimum?",
        (
            Answer("GD", "It follows the slope alone, and needs many steps along a flat valley."),
            Answer("SGD", "It needs many short steps: each follows the slope of a single example."),
            right("Newton", "It divides the gradient by the curvature, so one step leads to the "
                            "minimum of a parabola. A step takes more work, though."),
        ),
        section="GD, SGD and Newton", note="004", check="fewest_steps", stored_id="q62a1d1b0",
    ),
)  # fmt: skip
