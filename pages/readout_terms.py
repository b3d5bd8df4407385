"""The glossary terms of read-outs whose labels contain no term, and the labels that need no term.

`tests/pages/test_terms_by_step.py` checks that every label on a page has a term, in its words or in
this table, or a reason why it needs none, and that every entry is in use.
"""

_LABELS = {
    "Bandwidth": ("2τ²",),
    "Bias and variance": ("Variance",),
    "Coefficient": ("Σ αᵢ", "Largest distance from the diagonal", "Largest distance without 1/m"),
    "Cross-validation": (
        "Examples left out", "Standard error", "Within d, smallest-mean rule",
        "Within d, one-standard-error rule",
    ),
    "Cross-entropy": (
        "In the notes, −Σ (1 + e⁻ʸᶠ)", "Slope along z₁, three classes",
    ),
    "Decision function": (
        "Largest difference between the two functions", "Difference of the two functions",
        "Prediction, marked house", "Change of the predictions",
        "Smallest y(wᵀx + b)", "wᵀφ(xₙ)", "yₙwᵀxₙ, logistic", "Σⱼ αⱼK(xⱼ, xₙ)", "θᵀx⁽¹⁾", "θᵀx⁽²⁾",
    ),
    "Dual problem": ("Lower bound", "Height above the tangent", "Second derivative D″"),
    "Feature map": (
        "Multiplications with φ", "Weight of cos ωx", "Weight of sin ωx",
        "Ratio, φ to K",
    ),
    "Gaussian process": ("Coverage of the band",),
    "Gradient step": (
        "GD",
        "Bar of the largest |entry| of ∇J",
        "Mean at this entry",
        "∇J at this entry",
        "‖∇F‖",
        "‖∇J‖²",
    ),
    "Gram matrix": ("Error of the entries of K", "Largest error of an entry of K"),
    "Hinge loss": ("Hinge: smallest t that minimises J",),
    "Intercept": ("Range of b",),
    "Kernel": ("Multiplications with K",),
    "Logistic loss": ("g(−yₙwᵀxₙ)",),
    "Mistake bound": ("(R/γ)²", "Radius R"),
    "Norm": ("Distance to the shortest solution", "Change of w", "‖w‖", "‖w‖²", "‖θ‖²"),
    "Objective": (
        "Excess risk, hinge", "Excess risk, logistic", "J at t = 1000", "J(α)", "J(θ)",
        "Minimum risk", "Minimum risk F*", "Primal", "Risk", "Risk J(αₜ)",
    ),
    "Perceptron": ("Points used in updates", "Mistakes"),
    "Positive semidefinite": ("cᵀKc",),
    "Principal component": (
        "Angle to the direction of most variance", "Mean squared distance to the line",
        "Share of the total variance", "Variance along the line",
        "Misclassified, components 1 and 2", "Misclassified, components 1 and 3",
        "Misclassified, components 2 and 3", "Leading components above the control",
        "Components above the control",
        "Components for 90\u00a0% of the variance", "Variance of the leading components",
    ),
    "RBF kernel": ("Largest error, variance τ²", "Largest error, variance τ⁻²"),
    "Representer theorem": ("Largest |w − Σ αₙφ(xₙ)|",),
    "Ridge regression": (
        "Difference of ŵ and Φᵀα", "Standard deviation, σ/√λ", "f(1) from α", "f(1) from ŵ",
        "λ of the disc",
    ),
    "Slack": ("C",),
    "Softmax": (
        "Mean P(yᵢ | xᵢ)", "Predicted error, drawn class",
        "Predicted error, likeliest class",
    ),
    "Stochastic gradient": ("Relative deviation", "Variance of one gᵢ"),
    "One-versus-all": ("Claimed by no class", "Claimed by several"),
    "Test error": ("Error, drawn class", "Error, likeliest class"),
    "Training error": (
        "Error on its own training set", "Misclassified points", "Missed tumours", "False alarms",
    ),
}  # fmt: skip
TERM_OF_LABEL = {label: term for term, labels in _LABELS.items() for label in labels}

_COUNT = "The label says what is counted, or gives the formula."
_DISTANCE = "It is a difference, a distance or an angle in the picture beside it."
_PLACE = "An axis of the picture has this label."
PLAIN = {
    "Angle to the mean": _DISTANCE,
    "Smallest |αᵢ|": "It contains the symbol αᵢ, which the step explains.",
    "Largest error, sum without 2π/L": _DISTANCE,
    "Differences below 0": _COUNT,
    "(d + M) choose M": _COUNT,
    "d choose d + M": _COUNT,
    "Differences equal to 0": _COUNT,
    "F": _PLACE,
    "Examples stored": _COUNT,
    "Largest change at an example": _DISTANCE,
    "Largest difference": _DISTANCE,
    "Largest difference between the curves": _DISTANCE,
    "Largest difference of the fits": _DISTANCE,
    "Largest difference between the matrices": _DISTANCE,
    "Points, m": _COUNT,
    "m on the curve at s = 6": _COUNT,
    "Smallest difference": _DISTANCE,
    "Residual": _DISTANCE,
    "Random waves: difference": _DISTANCE,
    "Multiplications, exact": _COUNT,
    "Points in the wrong group, graph": _COUNT,
    "Mean squared distance to the curves": _DISTANCE,
    "Mean distance moved": _DISTANCE,
    "Mean squared distance before projecting": _DISTANCE,
    "Largest length of the next step": _DISTANCE,
    "Steps": _COUNT,
    "Mean squared distance to the truth": _DISTANCE,
    "Tree": "It names a method, which the step on trees shows.",
    "Largest error, sum with 2π/L": _DISTANCE,
    "v": _PLACE,
}
