"""The challenges of the page on bandwidth."""

from lab.ui.challenges import Challenge, Option, Statement

RBF = {"kernel": ("rbf",)}

CHALLENGES = (
    Challenge(
        question="Where on the slider is the training error 0, and the test error larger than "
                 "necessary?",
        options=(
            Option("small τ", (("tau", "<=", 1),)),
            Option("large τ", (("tau", ">=", 1.0001),)),
        ),
        answer="small τ", beside_first=True,
        goal="Find a setting without training errors whose test error is at least 1 percentage "
        "point above the smallest on this slider, {least:test_error:percent}.",
        conditions=(("train_error", "<=", 0), ("test_error", ">=", ["least:test_error", 1, 0.01])),
        by=("tau",), holds=RBF,
        why=(
            Statement("At τ = {tau:setting} the training error is 0\u00a0%, the test error "
                      "{test_error:percent}. The smallest on this slider is "
                      "{least:test_error:percent}."),
            Statement("With narrow bumps f follows single examples, since only nearby examples "
                      "matter. With wider bumps f does so only if its coefficients are large."),
        ),
        hides=("errors",),
    ),
    Challenge(
        question="At which τ is the test error smallest?",
        options=(
            Option("below 0.3", (("tau", "<=", 0.3),)),
            Option("0.3 to 1", (("tau", ">=", 0.3001), ("tau", "<=", 1))),
            Option("above 1", (("tau", ">=", 1.0001),)),
        ),
        answer="above 1", beside_first=True,
        goal="Bring the test error within half a percentage point of the smallest on this slider.",
        conditions=(("test_error", "<=", ["least:test_error", 1, 0.005]),),
        by=("tau",), holds=RBF, deciding_stop="least:test_error",
        why=(
            Statement("At τ = {tau:setting} the test error is {test_error:percent}; the smallest "
                      "on this slider is {least:test_error:percent}."),
            Statement("No classifier has a test error below the Bayes error, "
                      "{bayes_error:percent}.", (("bayes_error", ">=", 0),)),
            Statement("With narrow bumps f follows single examples. Wide bumps change slowly, "
                      "and so does f, unless its coefficients are large."),
        ),
        hides=("errors",),
    ),
    Challenge(
        question="For the same τ and λ, which losses give more support vectors: summed losses "
                 "(C = 1/λ) or averaged losses (C = 1/(λm))?",
        options=(
            Option("summed", (("risk", "==", "sum"),)),
            Option("averaged", (("risk", "==", "mean"),)),
        ),
        answer="averaged", beside_first=True,
        goal="Choose summed or averaged losses, whichever gives clearly more support vectors.",
        conditions=(("support", ">=", ["most_of_all:support", 1]),
                    ("support", ">=", ["least_of_all:support", 1.02, 1])),
        by=("risk",), holds=RBF,
        why=(
            Statement("At τ = {tau:setting} and λ = {lam:setting} there are {support:whole} "
                      "support vectors here, and {least_of_all:support:whole} with the other "
                      "choice."),
            Statement("With averaged losses no |αᵢ| can be more than C = 1/(λm), so more "
                      "examples contribute to f.",
                      (("loss", "==", "hinge"), ("risk", "==", "mean"))),
            Statement("Averaged losses with λ and summed losses with mλ have the same solution: "
                      "only C matters."),
        ),
    ),
)  # fmt: skip
