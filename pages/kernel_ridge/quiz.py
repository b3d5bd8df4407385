"""The quiz on kernel ridge regression."""

from lab.ui.quiz import Answer, Question, right

QUESTIONS = (
    Question(
        "Ridge regression has 1,000 features and 50 examples. How many equations does the system "
        "for α have?",
        (
            Answer("1,000", "That is the system for ŵ, with one equation for each feature."),
            right("50", "ΦΦᵀ + λI has one row for each example, however many features there are."),
            Answer("50,000", "That is the number of entries of Φ, but ΦΦᵀ has one row for each "
                             "example."),
        ),
        section="Two ways to one curve", note="003, 001", check="rows_of_the_system_for_alpha",
        stored_id="q610c2ccc",
    ),
    Question(
        "Minimising RSS + λ‖w‖² on m examples gives a curve. With which weight μ does minimising "
        "the mean of ½(y − f)² plus (μ/2)‖w‖² give the same curve?",
        (
            Answer("λ", "Then α = (K + mλI)⁻¹y: the penalty has m times the weight."),
            right("λ/m", "With the mean, α is (K + mμI)⁻¹y, which is (K + λI)⁻¹y for μ = λ/m."),
            Answer("2λ", "The factor ½ is in both terms. The difference is the factor 1/m of the "
                         "mean."),
        ),
        section="One linear system", note="000, 001, 003", check="weight_of_the_mean",
    ),
    Question(
        "What does the curve of kernel ridge without an intercept become as λ → ∞?",
        (
            Answer("the mean of the targets", "That needs an intercept without penalty."),
            right("0 everywhere", "K becomes negligible beside λI, so α goes to 0, and f with it."),
            Answer("a straight line", "With the linear kernel the curve is straight, but it goes "
                                      "to 0 as well."),
        ),
        section="One linear system", note="003", check="limit_of_a_large_penalty",
        stored_id="qe12c86bc",
    ),
    Question(
        "Kernel ridge is fitted to twenty noisy examples, with the RBF kernel and λ = 0.05. How "
        "many αᵢ are 0?",
        (
            right("none", "αᵢ is proportional to the residual of example i, and with noise a "
                          "residual is almost never exactly 0."),
            Answer("about half", "That can happen with the hinge loss, which has slope 0 beyond "
                                 "margin 1. The squared loss has slope 0 only at the target."),
            Answer("all but a few", "Kernel ridge is not sparse: it needs all examples to "
                                    "predict."),
        ),
        section="Another kernel", note="003", check="zeros_of_alpha", stored_id="q846d2bb8",
    ),
    Question(
        "The residual of example i is 0.2, and Hᵢᵢ = 0.5. What is the residual of example i for "
        "the curve fitted to all other examples?",
        (
            Answer("0.1", "That is the residual times Hᵢᵢ. Without the example the curve is "
                          "farther away, not nearer."),
            Answer("0.2", "Only if Hᵢᵢ = 0: then the example has no influence on the curve at "
                          "its own x."),
            right("0.4", "The residual divided by 1 − Hᵢᵢ: with the example in the fit, the "
                         "curve is half as far from it."),
        ),
        section="Choosing λ", check="missed_when_left_out", stored_id="q4457af05",
    ),
    Question(
        "A Gaussian process has the kernel K, and its targets have normal noise of variance σ². "
        "With which λ does kernel ridge give the posterior mean?",
        (
            Answer("1/σ²", "More noise means less trust in the targets, and so a larger λ, not a "
                           "smaller one."),
            right("σ²", "The posterior mean is K(x)ᵀ(K + σ²I)⁻¹y, and kernel ridge has λI in the "
                        "place of σ²I."),
            Answer("0, since the noise has its own variance",
                   "With λ = 0 the curve would go through all targets, noise included, if K has an "
                   "inverse."),
        ),
        section="A prior over functions", note="001, Gaussian prior",
        check="penalty_of_a_gaussian_process", stored_id="q53aabafc",
    ),
    Question(
        "Ridge as a classifier: a positive example has f(x) = 3. What would a slightly smaller "
        "f(x) do to its loss?",
        (
            right("lower it", "The target is 1, and ½(f(x) − 1)² also penalises values above it."),
            Answer("raise it", "That is so for the logistic loss, which falls as the margin "
                               "grows."),
            Answer("not change it", "That is so for the hinge loss, which is 0 from margin 1 on."),
        ),
        section="Ridge as a classifier", note="000, section 1",
        check="loss_of_a_value_above_the_target", stored_id="qdb385d1d",
    ),
    Question(
        "There are 5,000 examples and 40 Nyström features. How many equations does the system for "
        "ŵ have?",
        (
            Answer("5,000", "The system for α has 5,000 equations, one for each example. The "
                            "system for ŵ replaces it."),
            right("40", "One for each feature. The sum over the examples is in the entries of "
                        "ΦᵀΦ."),
            Answer("200,000", "Φ has that many entries, but the system has the 40 × 40 matrix "
                              "ΦᵀΦ + λI."),
        ),
        section="When m is large", check="equations_of_nystrom", stored_id="qc0deaa7c",
    ),
)  # fmt: skip
