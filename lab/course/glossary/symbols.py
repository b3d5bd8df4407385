"""List the symbols and their meanings."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Symbol:
    """A symbol and its meaning; `term`: the name of the term that explains it, if there is one."""

    sign: str
    meaning: str
    term: str = ""


SYMBOLS = (
    Symbol("x, z", "points; xᵢ is the i-th example"),
    Symbol("y", "a label: +1 or −1, a class, or a number"),
    Symbol("m", "number of examples (N or n in some notes)"),
    Symbol("d", "number of coordinates of a point"),
    Symbol("q", "number of classes (C in note 004)"),
    Symbol("k", "a class, from 1 to q"),
    Symbol("f(x)", "the decision function", "Decision function"),
    Symbol("K(x, z)", "the kernel; K alone can also be its Gram matrix", "Kernel"),
    Symbol("k(x, x′)", "a similarity of two points, kernel or not"),
    Symbol("φ(x)", "the features of a point", "Feature map"),
    Symbol("p", "number of features (M in note 001)"),
    Symbol("M", "degree of a polynomial"),
    Symbol("c", "offset of a polynomial kernel: the constant added to xᵀz"),
    Symbol("w", "weights of features: f(x) = wᵀφ(x)"),
    Symbol("W", "the weights of all classes, one row for each class"),
    Symbol("θ", "the weights w, in the notation of note 000"),
    Symbol("‖w‖", "the length of w", "Norm"),
    Symbol("b", "the intercept: f(x) = wᵀφ(x) + b", "Intercept"),
    Symbol("α", "coefficients: f = Σ αᵢK(xᵢ, ·)", "Coefficient"),
    Symbol("τ", "bandwidth of the RBF kernel", "Bandwidth"),
    Symbol("ℓ", "length scale of the Laplace, Matérn and periodic kernels"),
    Symbol("ν", "smoothness of the Matérn kernel"),
    Symbol("T", "period of the periodic kernel"),
    Symbol("ω", "frequency of a cosine (θ in note 001, W in note 000)"),
    Symbol("g(z)", "the logistic function, 1/(1 + e⁻ᶻ)", "Logistic loss"),
    Symbol("λ", "regularisation: the weight of the penalty", "Regularisation"),
    Symbol("C", "price of slack, in general the weight of each loss: 1/λ for summed losses, 1/(λm) "
                "for their mean", "Slack"),
    Symbol("ξ", "slack", "Slack"),
    Symbol("L", "loss", "Loss"),
    Symbol("J", "objective: losses plus penalty", "Objective"),
    Symbol("η", "step size of gradient descent", "Gradient step"),
    Symbol("γ", "the largest margin with which a line through 0 separates the examples",
           "Mistake bound"),
    Symbol("R", "the largest distance of an example from 0", "Mistake bound"),
    Symbol("ε, δ", "in theorems: the error allowed, and the largest probability that it is "
                   "exceeded",
           "PAC bound"),
    Symbol("σ", "standard deviation of noise", "Noise"),
    Symbol("P(k | x)", "probability of class k at the point x", "Softmax"),
)  # fmt: skip
