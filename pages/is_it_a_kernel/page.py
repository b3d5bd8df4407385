"""Is it a kernel? Build one, look for a counterexample, see what goes wrong (rows M1 to M4)."""

import streamlit as st

from lab.export import downloads
from lab.scene.scene import Scene
from lab.ui import items, live_element, page
from lab.ui.challenges import challenges
from lab.ui.page_header_footer import ending, opening
from pages.is_it_a_kernel import (
    builder_element,
    counterexample_element,
    indefinite_element,
    indefinite_fit,
)
from pages.is_it_a_kernel.builder_endpoint import own
from pages.is_it_a_kernel.challenges import CHALLENGES
from pages.is_it_a_kernel.default_scene import DEFAULT

VIEW: dict[str, str] = {"tool": "move", "show": "fit"}
WORDS = {
    **VIEW,
    **counterexample_element.VIEW,
    **indefinite_fit.VIEW,
}  # all that the address may have


@st.fragment
def builder() -> None:
    """A kernel put together from others: tree, formula, slice, matrix, spectrum, fit (M1, M3)."""
    scene = own(page.scene_of_address(DEFAULT, WORDS, say=True))
    asked = live_element.live(
        "builder",
        scene,
        view=page.view_of_address(VIEW),
        main=[
            items.plane("The fit with the kernel that is being built."),
            items.legend(
                positive="positive",
                negative="negative",
                zero="f(x) = 0",
                margin="f(x) = ±1",
                ring="support vector",
            ),
            builder_element.sources(),
        ],
        side=[builder_element.panel()],
        below=[
            builder_element.three(
                builder_element.slices(), builder_element.matrix(), builder_element.spectrum()
            ),
            items.half(items.stack(items.lam_slider(), items.rate())),
            items.half(
                items.stack(
                    builder_element.drawn(challenges(CHALLENGES)),
                    items.readouts(*items.basic_rows()),
                )
            ),
        ],
        alone={
            "main": [
                items.plane("The fit with the kernel of the link."),
                items.legend(
                    positive="positive",
                    negative="negative",
                    zero="f(x) = 0",
                    margin="f(x) = ±1",
                    ring="support vector",
                ),
            ],
            "side": [
                items.lam_slider(),
                items.readouts(*items.basic_rows()),
                items.error_curve(),
            ],
            "lead": "A fit with one that is. Drag λ and watch its boundary.",
        },
    )
    live_element.then_rest(asked)


def definition() -> None:
    """What a kernel is, and the rules (M1, M3)."""
    left, right = st.columns(2, gap="large")
    left.markdown(
        r"""
A function $k(x, x')$ is a **kernel** if some features $\phi$ give $k(x, x') = \phi(x)^T\phi(x')$.
It is the same to ask that it be symmetric, and that **every** Gram matrix of it, for every $n$ and
every choice of points, be positive semidefinite: $c^TKc \ge 0$ for all $c$, no eigenvalue below 0.
(001, 003, 004)

One matrix with a negative eigenvalue settles the matter. A thousand without one settle nothing:
that is why the rules are there.
"""
    )
    right.markdown(
        r"""
| from kernels $k_1, k_2$ | is a kernel, for |
| --- | --- |
| $a\,k_1$, $a \ge 0$ | $c^T(aK)c = a\,c^TKc$ |
| $k_1 + k_2$ | $c^TK_1c + c^TK_2c \ge 0$ |
| $k_1 k_2$ | all products of their features |
| $e^{k_1}$ | $1 + k_1 + \tfrac12 k_1^2 + \dots$ |
| $f(x)f(x')$ | one feature, $f$ |
| $g(x)k_1(x,x')g(x')$ | every feature times $g$ |
| $\lim k_n$ | $c^TK_nc \ge 0$ for all $n$ |

(001, 003, 004)
"""
    )


@st.fragment
def search() -> None:
    """The smallest eigenvalue, hunted over the points (M2)."""
    counterexample_element.element(st.query_params, own_scene().formula)


@st.fragment
def wrong() -> None:
    """What a fit with a non-kernel runs into (M4)."""
    at = indefinite_fit.at(st.query_params, own_scene().formula)
    indefinite_element.risk_element(st.query_params, own_scene().formula)
    st.markdown(indefinite_element.ABOUT_RISK)
    indefinite_element.dual_element(st.query_params, at)
    st.markdown(indefinite_element.ABOUT_DUAL)
    st.subheader("What fit says", anchor=False)
    st.markdown(f"`kernel_core.fit` is asked for this very fit, with {page.plain(at.label)}:")
    st.code(indefinite_fit.answer(at), language=None, wrap_lines=True)


def rest() -> None:
    """What lies below the first picture: it comes once that is there."""
    definition()
    st.header("Look for a counterexample", anchor=False)
    search()
    st.header("What goes wrong", anchor=False)
    wrong()
    downloads.section("is_it_a_kernel", own_scene(), again=downloads.of_query)


def own_scene() -> Scene:
    """The scene of the address with its kernel as a formula."""
    return own(page.scene_of_address(DEFAULT, WORDS))


opening(
    "Is every measure of similarity a kernel?",
    "Choose a step of the kernel and add, multiply, weigh. Then subtract something, and watch.",
)
builder()
if live_element.rest_is_due():
    rest()
ending("is_it_a_kernel")
