"""The quiz on kernel ridge regression."""

from lab.ui.quiz import Answer, Question, right

QUESTIONS = (
    Question(
        "Ridge regression with 1,000 features on 50 examples. How many equations has the system "
        "for α?",
        (
            Answer("1,000", "That is the system for ŵ, with one equation for each feature."),
            right("50", "ΦΦᵀ + λI has one row for each example, however many features there are."),
            Answer("50,000", "Φ has so many entries, but ΦΦᵀ has one row for each example."),
        ),
        section="Two ways to one curve", note="003, 001", check="rows_of_the_system_for_alpha",
    ),
    Question(
        "RSS + λ‖w‖² gives a curve on m examples. Which weight gives the same curve with the mean "
        "of the losses ½(y − f)² and a penalty of half the weight times ‖θ‖²?",
        (
            Answer("λ", "Then α = (K + mλI)⁻¹y: the penalty counts m times as much."),
            right("λ/m", "With the mean α = (K + m·weight·I)⁻¹y. The weight λ/m makes it "
                         "(K + λI)⁻¹y."),
            Answer("2λ", "The two halves cancel. What remains is the m of the mean."),
        ),
        section="One linear system", note="000, 001, 003", check="weight_of_the_mean",
    ),
    Question(
        "No intercept, and λ → ∞. What does the curve of kernel ridge become?",
        (
            Answer("the mean of the targets", "For that it would need an intercept without "
                                              "penalty."),
            right("0 everywhere", "α ≈ y/λ goes to 0, and f with it."),
            Answer("a straight line", "Only with the linear kernel is it straight, and there it "
                                      "goes to 0, too."),
        ),
        section="One linear system", note="003", check="limit_of_a_large_penalty",
    ),
    Question(
        "Twenty noisy examples, the RBF kernel, λ = 0.05. How many αᵢ of kernel ridge are 0?",
        (
            right("none", "αᵢ is the residual of example i divided by λ, and no residual is "
                          "exactly 0."),
            Answer("about half", "That happens with the hinge loss, which has no slope beyond "
                                 "the margin."),
            Answer("all but a few", "Kernel ridge is not sparse: it needs all examples to "
                                    "predict."),
        ),
        section="Another kernel", note="003", check="zeros_of_alpha",
    ),
    Question(
        "The curve misses example i by 0.2, and Hᵢᵢ = 0.5. By how much does the curve fitted to "
        "all others miss it?",
        (
            Answer("0.1", "That is the residual times Hᵢᵢ. Without the example the curve is "
                          "farther away, not nearer."),
            Answer("0.2", "Only if Hᵢᵢ = 0: the example would have no influence at its own "
                          "place."),
            right("0.4", "The residual divided by 1 − Hᵢᵢ: the example had pulled the curve half "
                         "of the way towards itself."),
        ),
        section="How much λ", note="003", check="missed_when_left_out",
    ),
)  # fmt: skip
