"""The quiz on kernel ridge regression."""

from lab.ui.quiz import Answer, Question, right

QUESTIONS = (
    Question(
        "Ridge regression with 1,000 features on 50 examples. How many equations does the "
        "system for α have?",
        (
            Answer("1,000", "That is the system for ŵ, with one equation for each feature."),
            right("50", "ΦΦᵀ + λI has one row for each example, however many features there are."),
            Answer("50,000", "That is the number of entries of Φ, but ΦΦᵀ has one row for each "
                             "example."),
        ),
        section="Two ways to one curve", note="003, 001", check="rows_of_the_system_for_alpha",
    ),
    Question(
        "RSS + λ‖w‖² gives a curve on m examples. Which weight μ gives the same curve with the "
        "mean of ½(y − f)² plus (μ/2)‖w‖²?",
        (
            Answer("λ", "Then α = (K + mλI)⁻¹y: the penalty has m times the weight."),
            right("λ/m", "With the mean α = (K + mμI)⁻¹y, which is (K + λI)⁻¹y for μ = λ/m."),
            Answer("2λ", "The factor ½ is in both terms. The difference is the m of the mean."),
        ),
        section="One linear system", note="000, 001, 003", check="weight_of_the_mean",
    ),
    Question(
        "No intercept, and λ → ∞. What does the curve of kernel ridge become?",
        (
            Answer("the mean of the targets", "That needs an intercept without penalty."),
            right("0 everywhere", "α ≈ y/λ goes to 0, and f with it."),
            Answer("a straight line", "With the linear kernel it is straight, but it goes to 0 "
                                      "there too."),
        ),
        section="One linear system", note="003", check="limit_of_a_large_penalty",
    ),
    Question(
        "Twenty noisy examples, the RBF kernel, λ = 0.05. How many αᵢ of kernel ridge are 0?",
        (
            right("none", "αᵢ is the residual of example i divided by λ, and no residual is "
                          "exactly 0."),
            Answer("about half", "That can happen with the hinge loss, which has slope 0 beyond "
                                 "margin 1."),
            Answer("all but a few", "Kernel ridge is not sparse: it needs all examples to "
                                    "predict."),
        ),
        section="Another kernel", note="003", check="zeros_of_alpha",
    ),
    Question(
        "The residual of example i is 0.2, and Hᵢᵢ = 0.5. What is its residual for the curve "
        "fitted to all others?",
        (
            Answer("0.1", "That is the residual times Hᵢᵢ. Without the example the curve is "
                          "farther away, not nearer."),
            Answer("0.2", "Only if Hᵢᵢ = 0: then the example has no influence on the curve at "
                          "its own x."),
            right("0.4", "The residual divided by 1 − Hᵢᵢ: with the example in the fit, the "
                         "curve is half as far from it."),
        ),
        section="Choosing λ", note="003", check="missed_when_left_out",
    ),
)  # fmt: skip
