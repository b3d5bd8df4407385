"""The quiz on the bandwidth."""

from lab.ui.quiz import Answer, Question, right
from pages.rbf_bandwidth import quiz_variants

QUESTIONS = (
    Question(
        "Two points lie exactly τ apart. What is K(x, z)?",
        (
            Answer("0.50", "One half is reached a little farther out, at 1.18 τ: the dotted "
                           "circle."),
            right("0.61", "exp(−τ²/(2τ²)) = exp(−½). A neighbour at distance τ still counts three "
                          "fifths as much as at distance 0."),
            Answer("0.37", "This is exp(−1), without the 2 in 2τ². The kernel falls to it at the "
                           "distance √2 τ."),
        ),
        section="One bump", note="000, eq. (4)", check="one_bandwidth_away",
    ),
    Question(
        "τ tends to 0, and all points are distinct. What does the Gram matrix become?",
        (
            right("the identity", "Each point is similar only to itself. No neighbour has any "
                                  "influence, and f can match every label."),
            Answer("all ones", "That is the other limit, τ → ∞: all points are equally similar."),
            Answer("all zeros", "The diagonal stays: K(x, x) = 1 for every τ."),
        ),
        section="A bump for each point", note="000, section 6", check="gram_matrix_of_tiny_bumps",
    ),
    Question(
        "τ is large, λ = 1/m, and the hinge losses are averaged. Why is the boundary almost a "
        "straight line?",
        (
            Answer("Large τ means a large penalty.",
                   "The penalty is set by λ, which is unchanged. τ changes the width of the "
                   "bumps."),
            right("Over the data each bump is nearly flat, so their sum is nearly linear there.",
                  "Every |α| is at most C = 1/(λm) = 1, too little for a curved boundary. With "
                  "summed losses |α| may be m times as large, and at the same τ the boundary "
                  "bends again."),
            Answer("Only a few points are support vectors.",
                   "Often many points are. Their bumps are all nearly the same."),
        ),
        section="A bump for each point", note="000, Figure 4",
    ),
    Question(
        "Average cos(ωᵀ(x − z)) over random normal frequencies ω. For which variance of ω does the "
        "average converge to the RBF kernel of bandwidth τ?",
        (
            Answer("τ²", "The notes print this. With more and more frequencies the average "
                         "converges to the kernel of bandwidth 1/τ."),
            Answer("1", "Only at τ = 1, where all three answers agree."),
            right("τ⁻²", "Narrow bumps consist of fast waves: a small τ needs high frequencies."),
        ),
        section="Random waves", note="000, footnote of section 6",
        check="variance_of_the_frequencies",
    ),
    quiz_variants.cost_of_the_mean(),
    Question(
        "The bumps are far narrower than the distances between the examples. How large are the "
        "training error and the test error?",
        (
            Answer("both small",
                   "A small training error shows only that f has the sign of nearly every label, "
                   "also where the classes overlap."),
            right("training error small, test error large",
                  "Each example alone determines the predictions near it, whatever the labels of "
                  "its neighbours. So f has the sign of each label, right or wrong."),
            Answer("both large",
                   "That can happen with bumps that are far too wide: the boundary is then nearly "
                   "straight."),
        ),
        section="Too narrow, too wide", note="000, section 6", check="errors_of_narrow_bumps",
    ),
    Question(
        "At a point x the class + has probability 0.3. What does the Bayes classifier predict "
        "there, and how often is that wrong?",
        (
            Answer("+, wrong with probability 0.7",
                   "The other prediction is wrong less often, so the Bayes classifier chooses it."),
            right("−, wrong with probability 0.3",
                  "It predicts the more probable class, and is wrong when the other class "
                  "occurs."),
            Answer("−, and it is never wrong there",
                   "Both classes occur there, so either prediction is sometimes wrong; the best "
                   "one is wrong less often than the other."),
        ),
        section="The Bayes-optimal boundary", note="002", check="best_guess_at_a_point",
    ),
    Question(
        "λ grows, and nothing else changes. What happens to ‖f‖ and to the training loss of the "
        "best f?",
        (
            Answer("Both fall.",
                   "Then the new f would have had a smaller J for the old λ as well, so it would "
                   "have been the solution already."),
            right("‖f‖ falls, the loss rises.",
                  "With a larger weight on the norm, a smaller norm is worth a larger loss. Norm "
                  "and loss may also stay the same."),
            Answer("‖f‖ rises, the loss falls.", "That is what a smaller λ does."),
        ),
        section="Regularisation", note="000, eq. (2)", check="what_a_larger_penalty_does",
    ),
    Question(
        "You have labelled tumours, and no more of them will come. By which error should you "
        "choose τ?",
        (
            Answer("the error on the examples that f was fitted to",
                   "It is smallest for narrow bumps, which follow every single label."),
            right("the error on examples that were left out of the fit",
                  "They show how f performs on tumours that it has not seen, which is what "
                  "counts."),
            Answer("none: the widest bumps are always safe",
                   "The widest bumps can give a nearly straight boundary, which may be far from "
                   "the best one."),
        ),
        section="Tumours", note="001", check="error_that_chooses_the_bandwidth",
    ),
)  # fmt: skip
