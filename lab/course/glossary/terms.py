"""The glossary: each term with a short definition. The pages mark the first use of each term."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Term:
    """A term. `sentence`: its definition, of one or more sentences; `words`: its other spellings,
    and words that it explains; `symbol`: its symbol, if it has one. Every spelling that does not
    end in s also matches with a plural s."""

    name: str
    sentence: str
    words: tuple[str, ...] = ()
    symbol: str = ""

    @property
    def id(self) -> str:
        """The anchor on the glossary page, and the name of the term's picture."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(
            spelling
            for word in (self.name.lower(), *self.words)
            for spelling in ((word,) if word.endswith("s") else (word, word + "s"))
        )


TERMS = (
    Term("Bandwidth",
         "How far one example’s influence reaches: at distance τ its bump has fallen to 61\u00a0% "
         "of its height, at 2τ to 14\u00a0%.",
         symbol="τ"),
    Term("Bayes error",
         "The smallest test error of any classifier: where the classes overlap, even a "
         "classifier that knows the densities is sometimes wrong.",
         ("bayes",)),
    Term("Bayes-optimal boundary",
         "The boundary of the best classifier, which knows the densities: on it both classes are "
         "equally likely.",
         ("bayes-optimal", "bayes classifier")),
    Term("Bias and variance",
         "Bias: how far the average fit, over many samples, lies from the truth. Variance: how"
         " much individual fits differ from that average.",
         ("bias", "bias²")),
    Term("Bump",
         "The kernel K(xᵢ, ·) of one example, seen as a function; with the RBF kernel it is "
         "highest at the example itself."),
    Term("Centring",
         "Subtracting the mean from all points, or from all features: a Gram matrix K then becomes "
         "K − 1K − K1 + 1K1, where 1 is the m × m matrix of entries 1/m."),
    Term("Coefficient",
         "The factor αᵢ of one example in f = Σ αᵢK(xᵢ, ·): its sign shows for which class the "
         "example counts, its size how much.",
         ("α ≠ 0", "αᵢ ≠ 0"), "α"),
    Term("Complementary slackness",
         "At the optimum a constraint that is not tight has the multiplier 0, and a constraint "
         "with a positive multiplier is tight.",
         ("kkt",)),
    Term("Cross-entropy",
         "The negative log-likelihood: minus the logarithm of the probability that the model gives "
         "to the true class. It is the loss that is minimised with softmax.",
         ("cross-entropies", "log-likelihood", "likelihood")),
    Term("Cross-validation",
         "The mean error of a setting on k folds of the examples: each fold in turn is left out, "
         "and the fit to all other folds is tested on it.",
         ("one standard error", "fold")),
    Term("Decision function",
         "The function f whose sign is the predicted class; the boundary runs where f = 0.",
         symbol="f"),
    Term("Degrees of freedom",
         "The effective number of coefficients of a ridge fit: Σ μ/(μ + λ) over the nonzero "
         "eigenvalues μ of XᵀX, with X the feature matrix. At λ = 0 it is the rank of X; it falls "
         "as λ grows."),
    Term("Dual problem",
         "A maximisation problem that belongs to the fit: its maximum equals the minimum of J, "
         "and each of its values is a lower bound for J.",
         ("dual",)),
    Term("Duality gap",
         "The difference between a value of J and a value of the dual: the value of J is above "
         "the minimum by at most this much."),
    Term("Eigenvalue",
         "The factor by which a symmetric matrix multiplies one of its eigenvectors. The "
         "eigenvalues of a kernel’s Gram matrix are never below 0.",
         ("spectrum",)),
    Term("Evidence",
         "The density of the observed targets under a prior for f and the noise: the larger it is, "
         "the better the prior predicts these targets."),
    Term("Feature map",
         "A map φ from each point to a list of numbers, its features. Often a point has more "
         "features than coordinates. A plane in feature space can correspond to a curve in the "
         "plane of the points.",
         ("feature space", "feature", "features φ"), "φ"),
    Term("Gaussian process",
         "A random function whose values at any finite set of points are jointly normal, with a "
         "kernel as their covariance."),
    Term("Gradient step",
         "A small step of the parameters in the direction of steepest descent: w ← w − η∇J(w), "
         "with step size η.",
         ("gradient descent", "gradient"), "η"),
    Term("Gram matrix",
         "The matrix of K(xᵢ, xⱼ) for all pairs of examples: with the labels, it is all that a "
         "kernel method learns from.",
         ("gram matrices", "kernel matrix"), "K"),
    Term("Hinge loss",
         "max(0, 1 − yz): it is 0 where the margin yz is at least 1, and grows linearly as yz "
         "falls below 1."),
    Term("Implicit regularisation",
         "Even without a penalty, a method can prefer one of several solutions that fit equally "
         "well: gradient descent from 0 finds the least-squares solution of minimum norm.",
         ("implicit regularization",)),
    Term("Intercept",
         "The number b in f(x) = wᵀφ(x) + b: with it, a linear boundary need not pass through 0.",
         symbol="b"),
    Term("Kernel",
         "A function K(x, z) that measures how similar two points are, and is an inner product of "
         "their features.",
         symbol="K"),
    Term("k-means",
         "A method that splits points into k groups such that the mean squared distance of the "
         "points to the centre of their group is small."),
    Term("Kernel PCA",
         "The principal components of the features φ(x), computed from the centred Gram matrix "
         "alone. In the plane, the level lines of a component can be curves."),
    Term("Kernel ridge regression",
         "Ridge regression on the features φ(x), computed from inner products alone: "
         "f = Σ αᵢK(xᵢ, ·) with α = (K + λI)⁻¹y.",
         ("kernel ridge",)),
    Term("Laplace kernel",
         "K(x, z) = exp(−‖x − z‖₁/ℓ), with ‖·‖₁ the sum of the coordinates’ absolute values: it "
         "has kinks where xⱼ = zⱼ for a coordinate j."),
    Term("Lasso",
         "A linear fit with the penalty λ Σ |wⱼ|: where λ is large enough, some of its weights "
         "are exactly 0.",
         ("ℓ₁",)),
    Term("Leave-one-out error",
         "The mean error at the examples (the squared error for real targets), each predicted by "
         "the fit to all others.",
         ("leave one out", "leave-one-out")),
    Term("Linear kernel",
         "K(x, z) = xᵀz: the plain inner product; in the plane its boundary is a straight line."),
    Term("Logistic loss",
         "log(1 + exp(−yz)): it falls towards 0 as the margin yz grows, and is minus the logarithm "
         "of g(yz), the probability of the label y."),
    Term("Loss",
         "A function L(z, y) that measures how wrong the prediction z is for the label y.",
         ("losses",), "L"),
    Term("Margin",
         "How far an example is on the correct side: yf(x). The margin of an SVM is the distance "
         "1/‖w‖ from f = 0 to f = ±1 in feature space."),
    Term("Matérn kernel",
         "A function of r = √(2ν) ‖x − z‖/ℓ, for example exp(−r) for ν = 1/2, (1 + r) exp(−r) for "
         "ν = 3/2: smoother as ν grows, with the RBF kernel as its limit.",
         symbol="ν"),
    Term("Mistake bound",
         "The perceptron makes at most (R/γ)² mistakes on examples that are within distance R of 0 "
         "and that a line through 0 separates with margin γ."),
    Term("Newton’s method",
         "A method whose steps go to the minimum of the quadratic approximation of J at the "
         "current w: it uses the curvature of J, and not only its gradient.",
         ("newton",)),
    Term("Noise",
         "The random part of the targets, with variance σ², which no fit can predict.",
         symbol="σ"),
    Term("Norm",
         "The length of a vector, ‖w‖ = √(Σ wⱼ²); the norm of f = Σ αᵢK(xᵢ, ·) is √(αᵀKα).",
         symbol="‖w‖"),
    Term("Nyström features",
         "Features of x computed from K(x, Z) for p examples Z. Their inner products approximate "
         "K, so p equations replace the m equations for α.",
         ("nyström",)),
    Term("Objective",
         "The function that a fit minimises: the sum or the mean of the losses, plus the penalty"
         " λ/2 αᵀKα.",
         ("regularised risk",), "J"),
    Term("One-versus-all",
         "One classifier per class, against all others. In textbooks the largest score "
         "decides. Here, as in the notes, a point claimed by no class or by several gets a "
         "random class by default.",
         ("one-vs-rest", "one-versus-rest", "one-vs-all", "one versus rest")),
    Term("One-versus-one",
         "Classification with a classifier for each pair of classes; each classifier votes.",
         ("one-vs-one", "one versus one")),
    Term("Overfitting",
         "Fitting the noise of the examples: the training error still falls while "
         "the test error rises.",
         ("overfit",)),
    Term("PAC bound",
         "Probably approximately correct: with enough examples and probability at least 1 − δ, "
         "every hypothesis of a fixed class that fits all examples has a test error of at most ε.",
         ("pac",)),
    Term("Perceptron",
         "An algorithm that takes one example after another. It adds each misclassified example, "
         "times its label, to the weights. Here examples are drawn at random; many textbooks take "
         "them in turn.",
         ("kernel perceptron",)),
    Term("Perceptron loss",
         "max(0, −yz): it is 0 on the correct side, and grows linearly with |z| on the wrong "
         "side."),
    Term("Periodic kernel",
         "K(x, z) = exp(−2 Σⱼ sin²(π(xⱼ − zⱼ)/T)/ℓ²): it repeats itself after T along each axis.",
         symbol="T"),
    Term("Polynomial kernel",
         "K(x, z) = (xᵀz + c)ᴹ: up to constant factors, its features are all products of up "
         "to M coordinates, or, with c = 0, of exactly M."),
    Term("Positive semidefinite",
         "A property of a symmetric matrix K: cᵀKc ≥ 0 for every vector c, so no eigenvalue is "
         "negative. Every Gram matrix of a kernel has it.",
         ("psd", "mercer")),
    Term("Pre-image",
         "The point of the plane whose features are nearest to a given vector in feature space."),
    Term("Principal component",
         "The coordinate of points along the direction in which they vary most; each further "
         "component is along the direction of largest variance orthogonal to all previous ones.",
         ("pca",)),
    Term("RBF kernel",
         "K(x, z) = exp(−‖x − z‖²/2τ²): it is 1 where x = z, and falls as the distance grows.",
         ("rbf", "gaussian kernel")),
    Term("Random Fourier features",
         "Features cos ωᵀx and sin ωᵀx with random ω. The mean of cos ωᵀ(x − z) over these ω "
         "approaches K(x, z) as their number grows.",
         ("random fourier feature",)),
    Term("Regularisation",
         "A penalty on large weights, λ/2 ‖w‖² = λ/2 αᵀKα, added to the losses: it keeps f smooth.",
         ("penalty", "regularised", "penalties"), "λ"),
    Term("Representer theorem",
         "However many features there are, a minimiser f of J is a weighted sum of one bump for "
         "each example: f = Σ αᵢK(xᵢ, ·)."),
    Term("Reproducing kernel Hilbert space",
         "The space of all sums Σ cⱼK(zⱼ, ·), with any centres zⱼ, and of their limits. In it "
         "f(x) = ⟨f, K(x, ·)⟩.",
         ("rkhs",)),
    Term("Ridge regression",
         "The fit that minimises the sum of squared residuals plus λ‖w‖².",
         ("ridge",)),
    Term("RSS",
         "The residual sum of squares: Σ (yᵢ − f(xᵢ))², the sum of the squared differences "
         "between targets and fit.",
         ("residual sum of squares", "squared residual", "mean squared residual")),
    Term("Slack",
         "How far an example’s yf(x) falls short of 1: ξ = max(0, 1 − yf(x)); 0 for "
         "examples with margin 1 or more.",
         symbol="ξ"),
    Term("Softmax",
         "A function that turns scores into probabilities: exp(sₖ) divided by the sum of all "
         "exp(sⱼ)."),
    Term("Span",
         "The set of all weighted sums of given vectors."),
    Term("Spectral clustering",
         "A method that joins nearby points by a graph, and splits them in two by the signs of the "
         "second eigenvector of the matrix of normalised edge weights."),
    Term("Squared loss", "½(z − y)²: it grows on both sides of y, so values far on the correct "
                         "side are penalised too."),
    Term("Stochastic gradient",
         "A gradient step that uses one example, drawn at random, instead of all examples.",
         ("sgd", "stochastic gradient descent")),
    Term("Support vector",
         "An example with α ≠ 0. If all examples with α = 0 were removed, the fit at the same C "
         "would not change."),
    Term("Test error",
         "The share of new points from the same source that are misclassified, or, for real "
         "targets, their mean squared error; computed from the densities where these are "
         "known."),
    Term("Training error",
         "The share of the training examples that are misclassified, or, for real targets, the "
         "mean squared residual.",
         ("training errors",)),
    Term("Zero-one loss",
         "1 for a wrong sign, 0 for a correct one: the mean of this loss is the error, but it is "
         "hard to minimise."),
)  # fmt: skip


@dataclass(frozen=True)
class FirstMention:
    """The page on which a term is first used, and its step if the page has steps."""

    page: str
    step: str = ""


_PLACES: dict[str, FirstMention] = {}
_LABELS: dict[str, str] = {}


def set_label_terms(labels: Mapping[str, str]) -> None:
    """Set the terms that explain labels in which no term is spelled out: for each label the name of
    its term."""
    _LABELS.clear()
    _LABELS.update(labels)


def label_terms() -> dict[str, Term]:
    """Return the terms that explain labels in which no term is spelled out, by label."""
    by_name = {term.name: term for term in TERMS}
    return {label: by_name[name] for label, name in _LABELS.items()}


def set_first_mentions(places: Mapping[str, str]) -> None:
    """Set where each term is first used: "page" or "page/step" by the name of the term."""
    _PLACES.clear()
    for name, first_place in places.items():
        page, _, step = first_place.partition("/")
        _PLACES[name] = FirstMention(page, step)


def first_mention(term: Term) -> FirstMention | None:
    """Return where a term is first used; None if no page uses it."""
    return _PLACES.get(term.name)


@cache
def spellings() -> dict[str, Term]:
    """Return every spelling, in lower case, with its term."""
    return {spelling: term for term in TERMS for spelling in term.spellings}


@cache
def pattern() -> re.Pattern[str]:
    """Return the pattern that finds terms; it prefers the longest match at each position."""
    longest = sorted(spellings(), key=lambda word: (-len(word), word))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.I)


def find_terms(text: str) -> list[Term]:
    """Return the term of each match in a text, in the order of the text, with repetitions."""
    return [spellings()[match[0].lower()] for match in pattern().finditer(text)]
