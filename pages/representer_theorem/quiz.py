"""The quiz on the representer theorem."""

from lab.ui.quiz import Answer, Question, right

QUESTIONS = (
    Question(
        "The losses are averaged, and wᵢ is the slope L′ at example i. What is αᵢ at the minimum?",
        (
            Answer("−wᵢ/λ", "One line of the proof in the notes has this, but the gradient in the "
                            "line before has the factor 1/m. This αᵢ is m times too large."),
            right("−wᵢ/(λm)", "(1/m) Σ wᵢ x⁽ⁱ⁾ + λθ = 0, solved for θ. In the scatter plot all "
                              "points lie on the diagonal."),
            Answer("−wᵢ/m", "λ is missing: for the same slope, a larger λ gives a smaller |α|."),
        ),
        section="The height of each bump", note="002; 000, Theorem 2.1",
        check="weight_from_the_slope",
    ),
    Question(
        "The hinge losses are averaged. An example has margin 1.5. What is its α?",
        (
            right("0", "Beyond margin 1 the loss is flat, so its slope is 0, and so is α. The "
                       "example could be removed."),
            Answer("its largest possible value, 1/(λm)",
                   "That holds for a positive example with a margin below 1, where the slope is "
                   "−1."),
            Answer("negative, since the margin is too large",
                   "That holds for a positive example with the squared loss, which rises beyond "
                   "margin 1. The hinge loss is flat there."),
        ),
        section="The height of each bump", note="000, eq. (3); 002",
        check="weight_beyond_the_margin",
    ),
    Question(
        "θ is a sum of multiples of the examples. You add a vector u ≠ 0 that is at a right angle "
        "to every example. What changes?",
        (
            Answer("the predictions on the examples",
                   "uᵀx⁽ⁱ⁾ = 0 for every example, so no prediction changes."),
            right("only the norm, and it grows",
                  "θ lies in the span of the examples, so uᵀθ = 0 and ‖θ + u‖² = ‖θ‖² + ‖u‖². "
                  "The losses stay the same and the penalty does not fall, so adding u never "
                  "lowers the risk."),
            Answer("nothing at all",
                   "The losses stay the same. But θ becomes longer."),
        ),
        section="Leaving the span", note="000, eqs. (6a), (6b)",
        check="something_at_a_right_angle",
    ),
    Question(
        "Two of your points are equal, so K is singular. How many minimisers α and w* are there?",
        (
            Answer("one α and one w*",
                   "Only the sum of the two coefficients counts: any split of it gives the same "
                   "K α."),
            Answer("many α and many w*",
                   "Many α, yes. But they differ by vectors v in the null space of K, for which "
                   "Φᵀv = 0: w* is the same."),
            right("many α, one w*",
                  "With λ > 0 the risk has one minimiser w*. α may move along the null space of K, "
                  "which changes no prediction."),
        ),
        section="Other minimisers?", note="001, exercise", check="minimisers_of_a_singular_matrix",
    ),
    Question(
        "100 points with 20 features each. How many eigenvalues of the 100 × 100 Gram matrix can "
        "differ from 0?",
        (
            Answer("100", "K = ΦΦᵀ, and Φ has only 20 columns. So the rank of K is at most 20."),
            right("at most 20", "ΦΦᵀ and ΦᵀΦ have the same eigenvalues above 0, and ΦᵀΦ is "
                                "20 × 20."),
            Answer("80", "At least 100 − 20 = 80 eigenvalues are 0; at most 20 are not."),
        ),
        section="Gram against covariance", note="001; 004", check="rank_of_the_gram_matrix",
    ),
    Question(
        "φ(x₁) = (1, −1, 1, −1) and φ(x₃) = (1, 1, 1, 1). What is K₁₃?",
        (
            Answer("4", "That is K₁₁, and also K₃₃: each vector with itself."),
            right("0", "1 − 1 + 1 − 1 = 0. The two vectors are at a right angle."),
            Answer("−4", "That holds for opposite vectors. Here two products are 1 and two are "
                         "−1."),
        ),
        section="Gram against covariance", note="001, worked example", check="worked_matrix",
    ),
    Question(
        "30 examples and an RBF kernel. How many numbers determine the best f?",
        (
            Answer("infinitely many, one for each feature of the kernel",
                   "The theorem says that f is a sum of bumps at the examples, however many "
                   "features there are."),
            right("30, a coefficient for each example",
                  "f = Σ αᵢK(xᵢ, ·): the bumps are at the examples, and only their heights have to "
                  "be found."),
            Answer("3, for the highest bump",
                   "The other examples contribute as well, except those with αᵢ = 0."),
        ),
        section="A sum of bumps", note="000, Theorem 2.1", check="numbers_of_the_best_function",
    ),
    Question(
        "Which examples have αᵢ = 0 with the logistic loss?",
        (
            Answer("those beyond margin 1", "That is so for the hinge loss, whose slope is 0 "
                                            "there."),
            Answer("those that are classified correctly",
                   "The slope of the logistic loss is small at a large margin, and never 0."),
            right("none", "αᵢ is proportional to the slope of the loss at example i, and the "
                          "logistic loss is nowhere flat."),
        ),
        section="Which αᵢ are 0", note="000, Theorem 2.1; 002", check="zeros_of_the_logistic_loss",
    ),
    Question(
        "A bump that is 0 at all examples is added to f, with height t. How does the penalty grow?",
        (
            right("with t²", "The bump is at a right angle to the span, so the squared norms add "
                             "up."),
            Answer("with |t|", "At a right angle the squared norms add up, not the norms."),
            Answer("not at all, since no value at an example changes",
                   "So no loss changes. But the penalty depends on the norm of f, which gets "
                   "larger."),
        ),
        section="A bump outside the span", note="000, Theorem A.1",
        check="penalty_along_a_bump_outside",
    ),
)  # fmt: skip
