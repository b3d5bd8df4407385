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
                   "One choice of points is enough to refute it, but points chosen at random may "
                   "never do so."),
            Answer("No, otherwise there would be a proof.",
                   "The function may be a kernel without a known proof. The matrices alone do not "
                   "decide it."),
            right("That is not yet known.",
                  "For a kernel, this must hold for every m and every choice of points. A matrix "
                  "can refute it; only a rule or features φ can prove it."),
        ),
        section="Counterexamples", note="001; 003",
    ),
    Question(
        "k₁ and k₂ are kernels. Which of these need not be a kernel?",
        (
            Answer("k₁ · k₂", "A product of kernels is a kernel: its features are all products of "
                              "a feature of k₁ and a feature of k₂."),
            Answer("exp(k₁)", "exp(k₁) is a series of powers of k₁ with positive weights 1/n!: "
                              "sums, products and a limit."),
            right("k₁ − k₂", "cᵀ(K₁ − K₂)c is a difference, and it may be below 0. No rule covers "
                             "a negative weight."),
            Answer("k₁ + 2k₂", "Weights of 0 or more keep cᵀKc from falling below 0."),
        ),
        section="Build a kernel", note="001; 003; 004",
        check="what_closure_leaves_out",
    ),
    Question(
        "Is min{x, x′} a kernel on the whole line?",
        (
            right("No, only for x, x′ ≥ 0.",
                  "min{−1, −1} = −1 would have to be a squared length. On [0, ∞) min{x, x′} is the "
                  "length of the overlap of [0, x] and [0, x′]."),
            Answer("Yes, it is symmetric.",
                   "Symmetry is needed, but it is not enough: cᵀKc must not fall below 0."),
            Answer("No, not even for x, x′ ≥ 0.",
                   "On [0, ∞) it is a kernel: min{x, x′} is the integral of 1[t ≤ x]·1[t ≤ x′] "
                   "over t ≥ 0."),
        ),
        section="Counterexamples", note="000, section 3; 002", check="min_below_zero",
    ),
    Question(
        "You fit with k(x, x′) = ‖x − x′‖², which is not a kernel. What can go wrong?",
        (
            Answer("The signs of the predictions flip.",
                   "The signs need not flip. The problem is the function that is minimised."),
            right("αᵀKα can be negative, so the “penalty” can reward large α.",
                  "αᵀKα stands for ‖θ‖², and no vector has a negative squared length. Along an "
                  "α with αᵀKα below 0 the dual can curve upwards: then it is not concave."),
            Answer("K can’t be computed.",
                   "K is computed like any other matrix. But its eigenvalues can be below 0."),
        ),
        section="The risk of a non-kernel", note="001", check="a_negative_squared_length",
    ),
    Question(
        "k is a kernel, and g is any function of a point. Which of these is a kernel, too?",
        (
            Answer("g(x) k(x, x′)", "It need not even be symmetric in x and x′."),
            right("g(x) k(x, x′) g(x′)", "Its features are those of k, each multiplied by g."),
            Answer("k(x, x′) − g(x) g(x′)",
                   "A difference of two kernels need not be a kernel: no rule covers a minus."),
            Answer("g(k(x, x′))", "For g(t) = −t no entry on the diagonal would be above 0."),
        ),
        section="Closure rules", note="003; 004", check="times_a_function_on_both_sides",
    ),
    Question(
        "A formula is a kernel. What is certain for a fit with it, whatever the data?",
        (
            Answer("few training errors",
                   "A linear kernel is a kernel as well, and no line separates two rings."),
            Answer("a small test error",
                   "That depends on whether points of one class are similar under the formula."),
            right("J has no minimum other than the lowest one",
                  "αᵀKα is never negative, so J is convex, and a small duality gap proves that the "
                  "fit is close to the best one."),
        ),
        section="A fit with your kernel", note="000, section 3", check="what_a_kernel_guarantees",
    ),
)  # fmt: skip
