"""The steps of the page on regularisation."""

from lab.scene.fields import count_word
from lab.scene.scene import Scene
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.regularisation import implicit_regularisation
from pages.regularisation.guarantees import pac, sparse_recovery
from pages.regularisation.penalties import norm_ball, shrinkage_curves
from pages.regularisation.polynomial_fits import (
    bias_variance,
    polynomial_degree,
    ridge,
    ridge_prior,
)

WORDS = {
    **polynomial_degree.VIEW,
    **ridge.VIEW,
    **ridge_prior.VIEW,
    **norm_ball.VIEW,
    **shrinkage_curves.VIEW,
    **bias_variance.VIEW,
    **implicit_regularisation.VIEW,
    **sparse_recovery.VIEW,
    **pac.VIEW,
}

POWERS = r"""
A polynomial of degree $M$ is a sum of powers, $f(x) = \sum_{k=0}^{M} w_k (x/3)^k$. Least squares
chooses coefficients $w_k$ with the smallest training error; new points play no part. With few
powers $f$ can **underfit**: the curve is too stiff to follow the truth, and the training and the
test error are large. With many powers $f$ can **overfit**: the curve follows the noise, the
training error is small and the test error large. (001)
"""
PENALTY = r"""
Ridge regression minimises $\mathrm{RSS}(w) + \lambda\|w\|_2^2$, where RSS is the sum of squared
errors on the training points. Its solution is $w = (X^TX + \lambda I)^{-1}X^Ty$, where row $i$ of
$X$ has the powers of $x_i/3$ (001). As $\lambda$ grows, $\|w\|$ falls and the curve swings less,
but all $M + 1$ powers remain.

At the minimum all derivatives are zero: $2X^T(Xw - y) + 2\lambda w = 0$, so
$(X^TX + \lambda I)w = X^Ty$. For $\lambda > 0$ the matrix has an inverse, however many features
there are, since $v^T(X^TX + \lambda I)v = \|Xv\|^2 + \lambda\|v\|^2 > 0$ for $v \ne 0$. So there
is exactly one solution.
"""
LIMITS = r"""
**$\lambda \to 0$.** The limit is the least-squares solution. If many $w$ fit equally well, it is
the shortest of them.

**$\lambda \to \infty$.** Every coefficient goes to 0, and so does $f$: nothing is learned.
"""
BALLS = r"""
The penalty can be written as a constraint: minimise RSS with $w$ inside a ball. On each
ellipse RSS is constant; their centre is $\hat w$, the least-squares solution. Let an ellipse grow
from $\hat w$ until it touches the ball: the point where they touch is the solution. For
$\|w\|_2 \le \beta$ the ball is a disc, for $\|w\|_1 \le \beta$ a diamond (001, 003). If the ball
contains $\hat w$ itself, then $\hat w$ is the solution, and the corresponding $\lambda$ is 0. The
corners of the diamond lie on the axes, where a coefficient is 0, and for a whole range of $\hat w$
the ellipse first touches it at a corner.
"""
TRADE = r"""
Let $\bar f$ be the **expected fit**: the mean of the fifty fits over all noise that their samples
could have had. It is computed exactly: a fit is linear in its targets, so its mean over the noise
is the fit to targets without noise. The expected error at a new point is exactly the sum of three
mean squares: **bias²**, how far $\bar f$ is from the truth; **variance**, how far individual fits
are from $\bar f$; **noise**, how far a target is from the truth, which no fit can predict. (001
explains the parts in words; the exact sum is not in the notes.)

A polynomial of higher degree can follow the truth more closely, and depends more on its sample: as
the degree rises, bias² first falls, while the variance rises.
"""
ESTIMATE = r"""
The mean of the fifty fits only estimates $\bar f$. This mean still has one fiftieth of the variance
that comes from noise, and the estimate of bias² includes it. Where individual fits vary widely,
that can be more than the bias² itself: compare the dashed curve of the estimate with the solid one
of bias² at a high degree.
"""
ALONE = r"""
When $X^TX = I$ each coefficient can be computed separately. Its least-squares value is
$b = X_j^Ty$, where $X_j$ is its column of $X$, and a penalty changes this value. Ridge divides it:
$b/(1 + \lambda)$. ℓ₁ moves it towards 0 by a fixed amount, $\lambda/2$, and stops at exactly 0.
ℓ₀ leaves $b$ unchanged, or sets it to 0 where $b^2 \le \lambda$. (001, the isotropic case)

Why ℓ₁ gives an exact 0 and ridge does not: at $w = 0$ the error $(w - b)^2$ has the slope $-2b$.
$\lambda w^2$ has the slope 0 there, so ridge stays at 0 only if $b = 0$. $\lambda|w|$ has the slope
$\lambda$ on one side and $-\lambda$ on the other, and keeps $w$ at 0 as long as $2|b| \le \lambda$.
"""
PRIOR = r"""
Assume that each coefficient is drawn from a prior, the normal distribution about 0 with variance
$\sigma^2/\lambda$. Each target has noise of variance $\sigma^2$. Then the most probable $w$ given
the data is the ridge solution for the same $\lambda$ (001, 003). A large $\lambda$ means a narrow
prior. The thin curves are random samples from the posterior, the distribution given the data: where
the curves differ, the points do not determine the fit.
"""
FREEDOM = r"""
**Degrees of freedom.** Along each eigenvector of $X^TX$ with eigenvalue $\mu$, ridge keeps the
share $\mu/(\mu + \lambda)$ of the least-squares solution. The sum of these shares is the number of
coefficients that are effectively free.
"""
TRADE_BY_PENALTY = r"""
A larger $\lambda$ pulls every fit towards 0. Its effect is similar to that of a lower degree. On
the whole the variance falls, since a fit depends less on its sample. In the end bias² rises, since
the fits no longer follow the truth. The noise $\sigma^2$ is that of the new target, and stays the
same.
"""
SPARSE = rf"""
The true vector $w^*$ has $s$ entries of ±1 among $d = {sparse_recovery.D}$, and 0 elsewhere.
There are $m$ examples $y = Xw^*$ without noise. With $m < d$ many $w$ fit. By a theorem in the
notes, the $w$ with the smallest $\|w\|_1$ of these is $w^*$ with high probability if
$m > c\, s \log d$ (001).
"""
IMPLICIT = rf"""
Here there is no $\lambda$ and no ball. One equation for two unknowns, $w_1 + 2w_2 = 2$, has a whole
line of solutions without error. Each step of gradient descent is a multiple of the row $(1, 2)$. So
a $w$ that starts at 0 stays among these multiples: the **span** of the row. Only one solution lies
there, the shortest. The method selects it, without a penalty: **implicit regularisation**. (001)

The chart shows a larger problem, with {implicit_regularisation.EQUATIONS} equations for
{implicit_regularisation.UNKNOWNS} unknowns: the RSS, and the distance to the shortest solution.
"""
ENOUGH = r"""
The class $F$ of functions is finite and contains the truth. You take any function in $F$ that makes
no error on your $m$ examples. Call it a failure if the true error of this function is $\varepsilon$
or more. The probability of a failure is at most $|F|e^{-\varepsilon m}$. So with
$m \ge \ln(|F|/\delta)/\varepsilon$ examples it is at most $\delta$: a **PAC bound** (probably
approximately correct) (001).
"""
TALLY = r"""
The button draws {sets} training sets. The bar is a {level} confidence interval for the true share
of failures, and the dot on it the share among the sets drawn; without any failure there is no dot.
The true share is the solid line, and the bound, the dashed line, is never below it. A bar is
random: on average at most {misses} of the bars lie entirely above the true share, and only such a
bar can lie entirely above the dashed line.

With **independent errors** every function except the truth is wrong on a share $\varepsilon$ of all
inputs, independently of the others. **Thresholds** are functions of one number that change from
$-1$ to $+1$ at a threshold. The bound adds up the probabilities of a failure for all functions,
which is too pessimistic if functions are similar, as neighbouring thresholds are.
"""


def tally() -> str:
    level, misses = (
        f"{100 * share:.3g}\N{NO-BREAK SPACE}%"
        for share in (pac.CONFIDENCE, (1 - pac.CONFIDENCE) / 2)
    )
    return TALLY.format(sets=f"{pac.SETS:,}", level=level, misses=misses)


def degree(scene: Scene, words: Words) -> list[Picture]:
    return [polynomial_degree.picture(scene, words["order"])]


def price(scene: Scene, words: Words) -> list[Picture]:
    return [ridge.picture(scene, words)]


def balls(scene: Scene, words: Words) -> list[Picture]:
    return [norm_ball.picture(words)]


def variance_by_degree(scene: Scene, words: Words) -> list[Picture]:
    return [bias_variance.degree_picture(scene, words["many"])]


def one_coefficient(scene: Scene, words: Words) -> list[Picture]:
    return [shrinkage_curves.picture(words)]


def gaussian_prior(scene: Scene, words: Words) -> list[Picture]:
    return [ridge_prior.picture(scene, words["belief"])]


def variance_along_lam(scene: Scene, words: Words) -> list[Picture]:
    return [bias_variance.lam_picture(scene, words["strength"])]


def recovery(scene: Scene, words: Words) -> list[Picture]:
    return [sparse_recovery.picture(words["constant"])]


def descent(scene: Scene, words: Words) -> list[Picture]:
    return [implicit_regularisation.picture(words)]


def sample_size(scene: Scene, words: Words) -> list[Picture]:
    return [pac.picture(words)]


STEPS = (
    Step(
        "degree", "The degree", "How much should a fit be allowed to bend?",
        "Drag M, the degree. A higher degree lets the curve bend more and come closer to the "
        "points. Does it also come closer to the truth?",
        pictures=degree, challenges=polynomial_degree.CHALLENGES, mathematics=(POWERS,),
        frame_heights=(510, 640, 450), measurement=polynomial_degree.MEASURED,
    ),
    Step(
        "price", "A penalty on coefficients", "What does a large coefficient cost?",
        "A curve that swings between the points needs large coefficients of opposite signs. Drag "
        "λ, the weight of the penalty on them, upwards.",
        pictures=price, challenges=ridge.CHALLENGES, mathematics=(PENALTY, LIMITS),
        formerly=("Keep the powers, tax the coefficients", "A price on coefficients"),
        frame_heights=(490, 760, 470), measurement=ridge.MEASURED,
        old_names=("ridge",),
    ),
    Step(
        "diamond-and-disc", "The diamond and the disc", "Which constraint makes coefficients zero?",
        "On each ring RSS, the sum of squared errors, is constant. Drag ŵ, the minimiser of RSS, "
        "and see where the rings first touch the diamond and the disc.",
        pictures=balls, challenges=norm_ball.CHALLENGES, mathematics=(BALLS,),
        formerly=("Which limit makes coefficients zero?",),
        frame_heights=(470, 760, 480), old_names=("ball",),
    ),
    Step(
        "fifty-fits", "Fifty samples, fifty fits", "How much does a fit depend on its sample?",
        "There are fifty samples, each with a fit of degree M. Drag M: when do the fits agree with "
        "each other, and when with the truth?",
        pictures=variance_by_degree, challenges=bias_variance.CHALLENGES,
        mathematics=(TRADE, ESTIMATE),
        frame_heights=(690, 810, 750), measurement=bias_variance.MEASURED,
        old_names=("spread",),
    ),
    Step(
        "one-coefficient", "One coefficient alone", "How do penalties change one coefficient?",
        "Drag b, the coefficient without a penalty. The curves show its value with each of "
        "three penalties.",
        depth="deeper", pictures=one_coefficient, challenges=shrinkage_curves.CHALLENGES,
        mathematics=(ALONE,), formerly=("What becomes of one coefficient?",),
        frame_heights=(340, 500, 340), old_names=("shrink",),
    ),
    Step(
        "belief", "Ridge as a Gaussian prior",
        "What does λ assume about w before any data are seen?",
        "The penalty corresponds to a prior belief that coefficients are small. Drag λ: the bell "
        "is the density of a coefficient before the data are seen.",
        depth="deeper", pictures=gaussian_prior, mathematics=(PRIOR, FREEDOM),
        formerly=(
            "What does λ assume about w before the data?", "Ridge as a belief",
            "What does λ say about w before the data?",
        ),
        frame_heights=(410, 580, 390), measurement=ridge_prior.MEASURED,
        old_names=("prior",),
    ),
    Step(
        "fifty-fits-at-a-price", "Fifty fits with a penalty",
        "Can a penalty do what a low degree does?",
        f"The degree of all fifty fits stays at {bias_variance.DEGREE_ALONG_LAM}. Drag λ, the "
        "weight of the penalty in all fits.",
        depth="deeper", pictures=variance_along_lam, mathematics=(TRADE_BY_PENALTY,),
        formerly=("Fifty fits at a price",),
        frame_heights=(690, 790, 560),
        measurement=bias_variance.MEASURED_ALONG_LAM, old_names=("damped",),
    ),
    Step(
        "right-zeros", "Sparse recovery", "Does the ℓ₁ penalty find the right zeros?",
        f"The true w* has s non-zero entries among d = {sparse_recovery.D}, and there are m "
        f"examples. Each cell shows how many of {count_word(sparse_recovery.TRIALS)} such w* "
        "the ℓ₁ penalty finds exactly.",
        depth="deeper", pictures=recovery, challenges=sparse_recovery.CHALLENGES,
        mathematics=(SPARSE,), formerly=("Zeros, and the right ones",),
        frame_heights=(450, 800, 370), old_names=("recovery",),
    ),
    Step(
        "gradient-descent", "Implicit regularisation", "Which solution does gradient descent find?",
        "There is one equation for two unknowns: every point on the line fits exactly. Drag t, and "
        "watch where the descent ends.",
        depth="deeper", pictures=descent, challenges=implicit_regularisation.CHALLENGES,
        mathematics=(IMPLICIT,), formerly=(
            "Small, and nobody asked", "Small without a price",
            "Which answer does gradient descent find?",
        ),
        frame_heights=(480, 550, 430), old_names=("implicit",),
    ),
    Step(
        "enough-examples", "How many are enough", "How many examples are enough?",
        "A function makes no error on m examples. Set the numbers, and see how often its true "
        "error is nevertheless ε or more.",
        depth="deeper", pictures=sample_size, mathematics=(ENOUGH, tally),
        frame_heights=(690, 1130, 460), old_names=("pac",),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
