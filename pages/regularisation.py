"""Regularisation: what holds a fit back, and what that is good for (rows G1 to G7)."""

import streamlit as st

from lab import live, page
from lab.fields import SOURCES
from lab.regularisation import degree, ridge, spread
from lab.regularisation.recipe import scripts
from lab.regularisation.sample import LINE
from lab.scene import Scene

DEFAULT = Scene(data="wave", m=15, loss="squared")
VIEW = {**degree.VIEW, **ridge.VIEW, **spread.VIEW}
SAMPLE = ("data", "m", "noise", "seed")
OF_THE_PLANE = ("data", "m", "features", "classes", "edits")


PENALTY = r"""
A curve that swings between the points needs large coefficients of opposite signs. So charge for
them: ridge regression minimises $\mathrm{RSS}(w) + \lambda\|w\|_2^2$, and its answer is
$w = (X^TX + \lambda I)^{-1}X^Ty$ (001). Drag λ. The bars shrink, the swings go first, and all
sixteen powers stay.
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
Write $\bar f$ for the mean of the fifty fits. The expected error at a new point is a sum of three:
**bias²**, how far $\bar f$ is from the truth; **variance**, how far single fits are from
$\bar f$; **noise**, how far a target is from the truth, which no fit can foresee. The sum is exact
here, to the last digit (001). Below, the degree stays at {power} and λ moves: the other handle on
the same trade.
"""


def scene_here(say: bool = False) -> Scene:
    """The points on the line. A scene of another page may be in the plane: it is left out."""
    elsewhere = OF_THE_PLANE if st.query_params.get("data") in SOURCES else ()
    return page.scene_of_address(DEFAULT, (*VIEW, *elsewhere), say=say, sources=LINE)


@st.fragment
def degrees() -> None:
    """Polynomials of degree M through the points (G1)."""
    scene = scene_here(say=True)
    asked = degree.element(scene, page.view_of_address(degree.VIEW)["order"])
    if asked.again:
        st.query_params["seed"] = str(scene.seed + 1)
        st.rerun()
    live.then_rest(asked)


@st.fragment
def penalty() -> None:
    """Ridge at a fixed degree (G2)."""
    st.markdown(PENALTY)
    ridge.element(scene_here(), page.view_of_address(ridge.VIEW))
    st.markdown(LIMITS)


@st.fragment
def fifty() -> None:
    """Bias and variance (G5)."""
    later, scene = page.view_of_address(spread.VIEW), scene_here()
    st.markdown(FIFTY)
    spread.degree_element(scene, later["many"])
    st.markdown(TRADE.replace("{power}", str(spread.POWER)))
    spread.lam_element(scene, later["strength"])


@st.fragment
def code() -> None:
    """The ridge fit in code, twice."""
    scene, view = scene_here(), page.view_of_address(ridge.VIEW)
    ours, theirs = st.tabs(["kernel_core", "scikit-learn"])
    for tab, script in zip((ours, theirs), scripts(scene, *ridge.chosen(view)), strict=True):
        tab.code(script, language="python")


def rest() -> None:
    """What lies below the first picture: it comes once that is there."""
    st.header("Keep the powers, tax the coefficients", anchor=False)
    penalty()
    st.header("Fifty samples, fifty fits", anchor=False)
    fifty()
    st.header("Take it with you", anchor=False)
    code()


left, right = st.columns([6, 1], vertical_alignment="bottom")
with left:
    page.question(
        "How much should a fit be allowed to bend?",
        "Drag M, the degree. The curve may bend more, and comes closer to the points, but to the "
        "truth as well?",
    )
with right, st.popover("Data", width="stretch"):
    page.controls(scene_here(), SAMPLE, LINE)
degrees()
if live.rest_is_due():
    rest()
page.go_on("representer_theorem.py", "Next: what does the best function look like?")
