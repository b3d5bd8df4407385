"""The steps of the page on kernel ridge regression."""

from lab.scene.scene import Scene
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.kernel_ridge import (
    another_kernel,
    classifier,
    how_much_lambda,
    large_n,
    one_system,
    process,
    two_ways,
)

WORDS = {
    **two_ways.VIEW,
    **another_kernel.VIEW,
    **how_much_lambda.VIEW,
    **process.VIEW,
    **large_n.VIEW,
}

IDENTITY = rf"""
Row $i$ of $\Phi$ is $\phi(x_i)^T$, one number for each of the $p$ features. Ridge regression
minimises $\mathrm{{RSS}}(w) + \lambda\|w\|^2$, and its solution is
$\hat w = (\Phi^T\Phi + \lambda I)^{{-1}}\Phi^T y$. From
$\Phi^T(\Phi\Phi^T + \lambda I) = (\Phi^T\Phi + \lambda I)\Phi^T$ it follows that

$$
\hat w = \Phi^T \alpha, \qquad \alpha = (\Phi\Phi^T + \lambda I)^{{-1}} y
$$

The two identity matrices have different sizes, $p \times p$ and $m \times m$. (003, 001; here
$\lambda = {two_ways.LAM:g}$)
"""
PREDICTION = r"""
Put $\hat w = \Phi^T\alpha$ into $f(x) = \hat w^T\phi(x)$:

$$
f(x) = \sum_{i=1}^m \alpha_i \langle \phi(x_i), \phi(x) \rangle
$$

A prediction with $\hat w$ takes $p$ multiplications and needs no data. With $\alpha$ it takes $m$
inner products and needs all $x_i$. (003)
"""
SYSTEM = r"""
The features enter $\alpha$ and $f$ only through inner products. Write $K_{ij}$ for
$\langle\phi(x_i), \phi(x_j)\rangle$; then the features no longer appear:

$$
\alpha = (K + \lambda I)^{-1} y, \qquad f(x) = \sum_i \alpha_i K(x_i, x)
$$

This is **kernel ridge regression**. The residual at example $i$ is
$y_i - f(x_i) = \lambda\alpha_i$. So for $\lambda \to 0$ the curve goes through every example if $K$
has an inverse; for $\lambda \to \infty$ it goes to 0. (003)
"""
CONVENTIONS = r"""
There are two conventions. One adds $\lambda\|w\|^2$ to the **sum** of squared residuals (001, 003).
The other adds $\frac{\lambda}{2}\|w\|^2$ to the **mean** of $\frac12(w^T\phi(x_i) - y_i)^2$ (000,
with $\theta$ for $w$). Multiplied by $2m$, the second is the sum plus $m\lambda\|w\|^2$: the same
problem with $m\lambda$ instead of $\lambda$, so $\alpha = (K + m\lambda I)^{-1}y$. The squared
length of $w$ is $\alpha^T K \alpha$.
"""
ANY_KERNEL = r"""
With another kernel only $K$ changes. $\alpha_i$ is proportional to the residual $y_i - f(x_i)$,
which is hardly ever exactly 0, so every example is needed to predict. The SVM’s
$f$ has the same form, $\sum_i \alpha_i K(x_i, x)$, but its hinge loss gives $\alpha_i = 0$ to every
example beyond the margin. The SVM uses only the signs of the targets. With the **Laplace kernel**
every bump has a kink at its example, and so has the curve. The **Matérn kernel** is between the
Laplace and the RBF kernel: the larger its ν, the smoother its bumps.

$\min\{x, z\}$ is a kernel for $x, z \ge 0$, so 4 is added to $x$ and to $z$ here. (000, 002; the
RBF and the polynomial kernel: 003; the sum of cosines: 001)
"""
LEFT_OUT = r"""
At the examples the fit is $Hy$ with $H = K(K + \lambda I)^{-1}$. If example $i$ is left out and the
others are fitted, the new residual of example $i$ is

$$
\frac{y_i - f(x_i)}{1 - H_{ii}}
$$

where $f$ is the curve fitted to all examples. So no fit is repeated: one eigendecomposition of $K$
gives every $\alpha$ and every $H_{ii}$, for all $\lambda$. The **leave-one-out error** is the mean
of the squares of these residuals.
"""
FREEDOM = r"""
$H_{ii}$ is the derivative of $f(x_i)$ with respect to the target $y_i$. With the
eigenvalues $s_j$ of $K$ the sum of all $H_{ii}$ is $\mathrm{tr}\,H = \sum_j s_j/(s_j + \lambda)$:
the **degrees of freedom**, $m$ for $\lambda \to 0$ if $K$ has an inverse, 0 for
$\lambda \to \infty$.

The flowers are Fisher’s Iris (1936, UCI Machine Learning Repository, CC BY 4.0). Petal length is
predicted from sepal length. Sixty flowers are for training, the others for the test error. Some
flowers have the same sepal length but different petal lengths, so no curve goes through all of
them.
"""
PROCESS = r"""
The penalty of ridge regression can be read as a Gaussian prior over $w$ (001). Over functions it is
a **Gaussian process**: the values of $f$ at any points are normal with mean 0 and covariance $K$.
Let each target have normal noise of variance $\sigma^2$, which is known here. Given the data, $f$
is normal again, and its mean is

$$
K(x)^T (K + \sigma^2 I)^{-1} y
$$

with $K(x)$ the vector of the $K(x_i, x)$: kernel ridge with $\lambda = \sigma^2$. The dashed band
is the mean ± 1.96 standard deviations of a new target.
"""
EVIDENCE = r"""
The **evidence** $p(y)$ is the density of the targets under the prior and the noise:

$$
\log p(y) = -\tfrac12 \left( y^T\alpha + \log\det(K + \sigma^2 I) + m \log 2\pi \right)
$$

with $\alpha = (K + \sigma^2 I)^{-1}y$. If the evidence of a $\tau$ is large, data such as these are
likely for this $\tau$. The chart shows the evidence divided by its maximum over $\tau$, and the
minimum over $\tau$ of the leave-one-out error divided by this error: each is 100 % at its own best
$\tau$. Coverage is measured on 2,000 new targets. (Gaussian processes are not in the notes.)
"""
CLASSES = r"""
The targets are $y_i = \pm1$, and $\alpha$ solves the same linear system:
$\alpha = (K + \lambda I)^{-1}y$. The SVM minimises the hinge loss with the same penalty, by an
iterative method. The squared loss $\frac12(f(x_i) - y_i)^2$ also penalises values beyond ±1, so
hardly any coefficient is 0. The form
$f(x) = \sum_i \alpha_i \langle\phi(x_i), \phi(x)\rangle$ is common to ridge and SVM, but
$\alpha = (K + \lambda I)^{-1}y$ holds only for ridge. (003, which writes “Dual Form of SVM” beside
this form)
"""
LARGE = rf"""
There are {large_n.POINTS:,} examples; the kernel is the RBF kernel with $\tau = {large_n.TAU:g}$,
and $\lambda = {large_n.LAM:g}$. With features $\phi(x)$ of $p$ numbers such that
$\langle\phi(x), \phi(x')\rangle \approx K(x, x')$, the system for $\hat w$ has $p$ equations:
$(\Phi^T\Phi + \lambda I)\,\hat w = \Phi^T y$. The **Nyström method** uses $p$ of the examples, $Z$:

$$
\langle\phi(x), \phi(x')\rangle = K(x, Z)\, K(Z, Z)^{{-1}} K(Z, x')
$$

This equals $K(x, x')$ if $x$ or $x'$ is in $Z$. Here $Z$ is drawn at random.
"""
WAVES = r"""
**Random Fourier features** are $\phi_j(x) = \sqrt{2/p}\, \cos(\omega_j^T x + b_j)$, where
$\omega_j$ is normal with variance $1/\tau^2$ and $b_j$ is uniform on $[0, 2\pi]$. The expected
value of $\langle\phi(x), \phi(x')\rangle$ is $K(x, x')$.

The work is counted in multiplications. $m$ equations take $(m^3 - m)/6 + m^2 - m$ by Cholesky’s
method. With $p$ features, replace $m$ by $p$ in this count, and add $mp(p + 1)/2 + mp$ for
$\Phi^T\Phi$ and $\Phi^T y$. Computing $K$ or the features is not counted. (The Nyström method and
this count are not in the notes; random frequencies are in a footnote of 000.)
"""


def both_ways(scene: Scene, words: Words) -> list[Picture]:
    return [two_ways.picture(scene, words)]


def linear_system(scene: Scene, words: Words) -> list[Picture]:
    return [one_system.picture()]


def any_kernel(scene: Scene, words: Words) -> list[Picture]:
    return [another_kernel.picture(words["at"])]


def amount_of_lambda(scene: Scene, words: Words) -> list[Picture]:
    return [how_much_lambda.picture(scene, words)]


def prior_over_functions(scene: Scene, words: Words) -> list[Picture]:
    return [process.picture(scene, words)]


def targets_of_classes(scene: Scene, words: Words) -> list[Picture]:
    return [classifier.picture()]


def many_examples(scene: Scene, words: Words) -> list[Picture]:
    return [large_n.picture(words)]


STEPS = (
    Step(
        "two-ways", "Two ways to one curve", "Which system of equations is smaller?",
        "Ridge regression over p features can be solved for ŵ or for α. Drag p and m, and compare "
        "the sizes of the two systems. Do the two curves differ?",
        pictures=both_ways, challenges=two_ways.CHALLENGES, mathematics=(IDENTITY, PREDICTION),
        frame_heights=(490, 630, 470),
    ),
    Step(
        "one-system", "One linear system", "What does λ do to the curve?",
        "One equation for each example gives α, and α gives the curve. Drag λ from end to end.",
        pictures=linear_system, challenges=one_system.CHALLENGES,
        mathematics=(SYSTEM, CONVENTIONS),
        frame_heights=(1110, 1440, 900), is_solved=True,
    ),
    Step(
        "another-kernel", "Another kernel", "Which examples contribute to a prediction?",
        "Press in a chart to choose x. Each bar is what one example adds to f(x). Then choose "
        "another kernel: the algorithm stays the same.",
        pictures=any_kernel, challenges=another_kernel.CHALLENGES, mathematics=(ANY_KERNEL,),
        frame_heights=(540, 840, 480), is_solved=True,
    ),
    Step(
        "how-much-lambda", "Choosing λ", "How do you choose λ without new data?",
        "Each example is left out once, and predicted by the fit to the rest. After your answer, "
        "drag on a map of the error over all λ and τ.",
        formerly=("Which λ, without new data?",),
        pictures=amount_of_lambda, challenges=how_much_lambda.CHALLENGES,
        mathematics=(LEFT_OUT, FREEDOM),
        frame_heights=(600, 1010, 560),
        measurement=how_much_lambda.MEASURED,
    ),
    Step(
        "prior-over-functions", "A prior over functions",
        "Which functions are likely before any data are seen?",
        "The kernel determines which functions are likely. Drag τ. The upper chart shows functions "
        "drawn before any data are seen, the lower chart functions drawn given the data.",
        formerly=("Which functions are likely before the data?",),
        depth="deeper", pictures=prior_over_functions, challenges=process.CHALLENGES,
        mathematics=(PROCESS, EVIDENCE),
        frame_heights=(510, 790, 560),
    ),
    Step(
        "classifier", "Ridge as a classifier", "Can ridge separate two classes?",
        "Ridge gets the labels ±1 as targets, and the sign of f is the class. Compare it with the "
        "SVM for the same kernel and λ.",
        depth="deeper", pictures=targets_of_classes, challenges=classifier.CHALLENGES,
        mathematics=(CLASSES,),
        frame_heights=(410, 1120, 410),
    ),
    Step(
        "large-n", "When m is large", "Are all m equations needed?",
        "With p features instead of the kernel there are only p equations. Drag p: how close is "
        "the curve to the exact curve, and what does it cost?",
        depth="deeper", pictures=many_examples, challenges=large_n.CHALLENGES,
        mathematics=(LARGE, WAVES), own_words=tuple(large_n.VIEW),
        frame_heights=(480, 630, 440),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
