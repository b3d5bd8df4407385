"""The quiz on what makes a kernel."""

from lab.ui.quiz import Answer, Question, right
from pages.is_it_a_kernel import quiz_variants

QUESTIONS = (
    quiz_variants.squared_distance_of_two(),
    Question(
        "A thousand random Gram matrices of your function have no eigenvalue below 0. Is it a "
        "kernel?",
        (
            Answer("Yes, a thousand are enough.",
                   "One bad choice of points would do, and chance may never hit it."),
            Answer("No, else there would be a proof.",
                   "It may well be one. The matrices just do not decide."),
            right("That is not yet known.",
                  "A kernel needs every m and every choice of points. Matrices can refute; only a "
                  "rule or a φ can prove."),
        ),
        section="Counterexamples", note="001; 003",
    ),
    Question(
        "k₁ and k₂ are kernels. Which of these need not be one?",
        (
            Answer("k₁ · k₂", "A product of kernels is a kernel: its features are all products of "
                              "one from each."),
            Answer("exp(k₁)", "A series of powers with weights 1/n!, all positive: sums, products "
                              "and a limit."),
            right("k₁ − k₂", "cᵀ(K₁ − K₂)c is a difference, and it may be below 0. No rule covers "
                             "a negative weight."),
            Answer("k₁ + 2k₂", "Weights of 0 or more keep cᵀKc from falling below 0."),
        ),
        section="Build one", note="001; 003; 004",
        check="what_closure_leaves_out",
    ),
    Question(
        "Is min{x, x′} a kernel on the whole line?",
        (
            right("No, only from 0 on.",
                  "k(−1, −1) = −1 would have to be a squared length. On [0, ∞) it counts how far "
                  "the steps of x and x′ go together."),
            Answer("Yes, it is symmetric.",
                   "Symmetry is needed, but it is not enough: cᵀKc must not fall below 0."),
            Answer("No, not even from 0 on.",
                   "There it is one: an integral of a product of two steps, 1[t ≤ x]·1[t ≤ x′]."),
        ),
        section="Counterexamples", note="000, section 3; 002", check="min_below_zero",
    ),
    Question(
        "You fit with k(x, x′) = ‖x − x′‖² all the same. What can go wrong first?",
        (
            Answer("The signs of the answers flip.",
                   "Nothing flips by itself. The trouble is in what is minimised."),
            right("αᵀKα can be negative, so the “penalty” can reward growing.",
                  "It stands for ‖θ‖², and no vector has a negative squared length. Along such a "
                  "direction the dual bends upwards: it is no longer concave."),
            Answer("K can’t be computed.",
                   "It is computed like any other. It just has an eigenvalue below 0."),
        ),
        section="The risk of a non-kernel", note="001", check="a_negative_squared_length",
    ),
)  # fmt: skip
