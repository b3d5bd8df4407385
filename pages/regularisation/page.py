"""Regularisation: what holds a fit back, and what that is good for (rows G1 to G7)."""

import streamlit as st

from lab.export import downloads
from lab.scene.fields import SOURCES
from lab.scene.scene import Scene
from lab.ui import empty_sample, live_element, page
from lab.ui.page_header_footer import ending, opening
from pages.regularisation import (
    bias_variance,
    implicit_regularisation,
    norm_ball,
    pac,
    polynomial_degree,
    ridge,
    shrinkage_curves,
    sparse_recovery,
)
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.sample import LINE
from pages.regularisation.scripts import scripts

VIEW = {
    **polynomial_degree.VIEW,
    **ridge.VIEW,
    **norm_ball.VIEW,
    **shrinkage_curves.VIEW,
    **bias_variance.VIEW,
    **implicit_regularisation.VIEW,
    **sparse_recovery.VIEW,
    **pac.VIEW,
}
SAMPLE = ("data", "m", "noise", "seed")
OF_THE_PLANE = ("data", "m", "features", "classes", "edits")


PENALTY = r"""
A curve that swings between the points needs large coefficients of opposite signs. So charge for
them: ridge regression minimises $\mathrm{RSS}(w) + \lambda\|w\|_2^2$, and its answer is
$w = (X^TX + \lambda I)^{-1}X^Ty$ (001). Drag λ upwards. $\|w\|$ falls, the swings go first, and all
$M + 1$ powers stay.
"""
LIMITS = r"""
**λ → 0.** Least squares comes back; where many $w$ fit, the shortest of them. **λ → ∞.** Every
coefficient goes to 0, and $f$ with it: nothing is learned.

**The prior.** Believe beforehand that each coefficient is drawn from a normal distribution about 0
with variance $\sigma^2/\lambda$, and that each target carries noise of variance $\sigma^2$. The
likeliest $w$ after the data is then the ridge answer, at this very λ (001, 003). A large λ is a
narrow bell. The grey curves are drawn from what is believed after the data: where they part, the
points have not said enough.

**Degrees of freedom.** Along each singular direction of $X$ with singular value $d$, ridge keeps
$d^2/(d^2 + \lambda)$ of least squares. Their sum counts how many coefficients are still free.
"""
FIFTY = r"""
You have one sample. Suppose fifty people draw one each, from the same source, and fit the same
degree. Each thin curve is one of them.
"""
TRADE = r"""
Write $\bar f$ for the **expected fit**: the mean over all noise that these fifty could have drawn
at their places. It takes no drawing. A fit is linear in its targets, so its mean is the fit of
targets without noise. The expected error at a new point is a sum of three: **bias²**, how far
$\bar f$ is from the truth; **variance**, how far single fits are from $\bar f$; **noise**, how far
a target is from the truth, which no fit can foresee. The sum is exact, to the last digit (001).

The mean of the fifty drawn fits only estimates $\bar f$. One fiftieth of the noise's share of the
variance is left in it, and counts as bias². Where single fits swing wildly, that is more than the
bias² itself: compare the dashed blue curve with the solid one at a high degree.

Below, the degree stays at {power} and λ moves: the other handle on the same trade.
"""
BALLS = r"""
Put the penalty another way: make RSS as small as you can, but keep $w$ inside a ball. The grey
ellipses are places of equal RSS around $\hat w$, least squares. They grow until one touches the
ball, and there is the answer. For $\|w\|_2 \le \beta$ the ball is a disc, for
$\|w\|_1 \le \beta$ a diamond (001, 003). Drag $\hat w$ around and watch where they touch. Once a
ball has room for $\hat w$ itself, nothing is touched: $\hat w$ is the answer, and its λ is 0.
"""
ALONE = r"""
When $X^TX = I$ each coefficient is on its own: $b = X_j^Ty$ is its least squares answer, and the
penalty decides what becomes of it. Ridge takes a share, $b/(1 + \lambda)$. ℓ₁ takes a fixed
amount, $\lambda/2$, down to exactly 0. ℓ₀ keeps $b$ whole, or drops it where $b^2 \le \lambda$.
(001, the isotropic case)
"""
IMPLICIT = r"""
Nobody asked for a small norm here: no λ, no ball. One equation, $w_1 + 2w_2 = 2$, for two unknowns,
so a whole line of answers without error. Gradient descent still picks one. (001)
"""
SPARSE = r"""
The diamond makes zeros. Does it make the right ones? Draw a truth $w^*$ with $s$ entries of ±1
among {d}, and $n$ examples $y = Xw^*$ without noise. With $n < {d}$ many $w$ fit. Take the one with
the smallest $\|w\|_1$ and see whether it is $w^*$. The notes' theorem says it is, with high
probability, once $n > C s \log d$ (001). Each cell below is an experiment of its own.
"""
ENOUGH = r"""
Now forget norms, and only count. The class $F$ is finite and holds the truth, and you take any
function of it that makes no error on your $n$ examples. How often is it bad all the same, with a
true error of ε or more? At most $|F|e^{-\varepsilon n}$ of the time. So
$n \ge \ln(|F|/\delta)/\varepsilon$ examples keep failures at a share of δ (001). Put it to the
test: the dot is the share of failures among training sets that were really drawn, and the bar is
a {level} interval for the true share. The bound holds for the true share, the solid line, which
never rises above the dashed one. A bar is drawn by chance: {misses} of them at most miss the true
share on the high side, and only such a bar can lie above the dashed line whole.
"""


def scene_here(say: bool = False) -> Scene:
    """The points on the line. A scene of another page may be in the plane: it is left out."""
    elsewhere = OF_THE_PLANE if st.query_params.get("data") in SOURCES else ()
    scene = page.scene_of_address(DEFAULT, (*VIEW, *elsewhere), say=say, sources=LINE)
    return empty_sample.with_points(scene, say=say)


@st.fragment
def degrees() -> None:
    """Polynomials of degree M through the points (G1)."""
    scene = scene_here(say=True)
    asked = polynomial_degree.element(scene, page.view_of_address(polynomial_degree.VIEW)["order"])
    if asked.again:
        st.query_params["seed"] = str(scene.seed + 1)
        st.rerun()
    live_element.then_rest(asked)


@st.fragment
def penalty() -> None:
    """Ridge at a fixed degree (G2)."""
    st.markdown(PENALTY)
    ridge.element(scene_here(), page.view_of_address(ridge.VIEW))
    st.markdown(LIMITS)


@st.fragment
def balls() -> None:
    """Level sets against the diamond and the disc, and one coefficient alone (G3)."""
    st.markdown(BALLS)
    norm_ball.element(page.view_of_address(norm_ball.VIEW))
    st.subheader("One coefficient alone", anchor=False)
    st.markdown(ALONE)
    shrinkage_curves.element(page.view_of_address(shrinkage_curves.VIEW))


@st.fragment
def unasked() -> None:
    """What gradient descent prefers (G6)."""
    st.markdown(IMPLICIT)
    implicit_regularisation.element(page.view_of_address(implicit_regularisation.VIEW))


@st.fragment
def sparse() -> None:
    """How often ℓ₁ recovers a sparse truth (G4)."""
    st.markdown(SPARSE.replace("{d}", str(sparse_recovery.D)))
    sparse_recovery.element(page.view_of_address(sparse_recovery.VIEW)["constant"])


@st.fragment
def enough() -> None:
    """The PAC bound and an experiment (G7)."""
    level, misses = (f"{100 * share:.3g} %" for share in (pac.LEVEL, (1 - pac.LEVEL) / 2))
    st.markdown(ENOUGH.replace("{level}", level).replace("{misses}", misses))
    pac.element(page.view_of_address(pac.VIEW))


@st.fragment
def fifty() -> None:
    """Bias and variance (G5)."""
    later, scene = page.view_of_address(bias_variance.VIEW), scene_here()
    st.markdown(FIFTY)
    bias_variance.degree_element(scene, later["many"])
    st.markdown(TRADE.replace("{power}", str(bias_variance.POWER)))
    bias_variance.lam_element(scene, later["strength"])


@st.fragment
def take() -> None:
    """The ridge fit in code, and what else can be taken along."""
    ours, theirs = scripts(scene_here(), *ridge.chosen(page.view_of_address(ridge.VIEW)))
    downloads.section("regularisation", scripts={"kernel_core": ours, "scikit-learn": theirs})


def rest() -> None:
    """What lies below the first picture: it comes once that is there."""
    st.header("Keep the powers, tax the coefficients", anchor=False)
    penalty()
    st.header("The diamond and the disc", anchor=False)
    balls()
    st.header("Zeros, and the right ones", anchor=False)
    sparse()
    st.header("Fifty samples, fifty fits", anchor=False)
    fifty()
    st.header("Small, and nobody asked", anchor=False)
    unasked()
    st.header("How many examples are enough?", anchor=False)
    enough()
    take()


opening(
    "How much should a fit be allowed to bend?",
    "Drag M, the degree. The curve may bend more, and comes closer to the points, but to the "
    "truth as well?",
    scene_here(),
    SAMPLE,
    sources=LINE,
)
degrees()
if live_element.rest_is_due():
    rest()
ending("regularisation")
