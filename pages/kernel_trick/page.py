"""The kernel trick: lift, identity, gallery, learners and votes (rows K1 to K10, E3, E6, E7)."""

import streamlit as st

from lab.export import downloads
from lab.ui import items, live_element, page, weighted_vote
from lab.ui.page_header_footer import ending, opening
from pages.kernel_trick import (
    feature_cost,
    feature_lift,
    five_learners,
    inner_product,
    kernelised_algorithms,
)
from pages.kernel_trick import gallery as kernels
from pages.kernel_trick.default_scene import DEFAULT

VIEW = {
    "at": "",
    "show": "fit",
    **feature_lift.VIEW,
    **inner_product.VIEW,
    **feature_cost.VIEW,
    **kernels.VIEW,
}


@st.fragment
def raised() -> None:
    """Data that no line parts, raised until a plane does (K1, K2)."""
    page.scene_of_address(DEFAULT, VIEW, say=True)
    live_element.then_rest(feature_lift.element(page.view_of_address(feature_lift.VIEW)))


def attributes() -> None:
    """Attributes against features (K1)."""
    st.markdown(
        r"""
What you measure are the **attributes** $x$. What you hand to a linear method are the **features**
$\phi(x)$: here $(x_1, x_2, x_1^2 + x_2^2)$, on a line $(x, x^2)$ or, as in the notes,
$(x, x^2, x^3)$. The method stays linear in $\phi(x)$: it cuts space with a plane
$w^T\phi(x) + b = 0$. Seen from the attributes, that cut is a curve. (000 §3, 001, 003)
"""
    )


def identity() -> None:
    """φ(x)ᵀφ(x′) and k(x, x′), digit for digit, and what each costs (K3)."""
    products()
    st.subheader("What each of the two costs", anchor=False)
    st.markdown(
        r"""
With all degrees up to $M$ among the features, $\phi(x)$ has $\binom{d+M}{M}$ entries, and the inner
product needs every one of them. $(x^Tx' + 1)^M$ needs $d + M - 1$ multiplications. (003, 004)
"""
    )
    prices()


@st.fragment
def products() -> None:
    """Two points, their features, and one number by two routes."""
    inner_product.element(page.view_of_address(inner_product.VIEW))


@st.fragment
def prices() -> None:
    """Multiplications and seconds of both routes, as d and the degree grow."""
    feature_cost.element(page.view_of_address(feature_cost.VIEW))


@st.fragment
def gallery() -> None:
    """Kernels and their features: cosine, polynomial, RBF two ways, min (K4 to K8, E3, E6, E7)."""
    shown, trouble = kernels.of_address(st.query_params)
    if trouble:
        st.warning("  \n".join(map(page.plain, trouble)))
    kernels.element(shown)


@st.fragment
def learners() -> None:
    """Five learners that only ever ask for K (K9)."""
    five_learners.element(page.scene_of_address(DEFAULT, VIEW))
    st.subheader("What changed from x to K", anchor=False)
    st.markdown(kernelised_algorithms.LEAD)
    st.code(kernelised_algorithms.SHARED, language="python")
    pairs = kernelised_algorithms.PAIRS
    for tab, pair in zip(st.tabs([pair.name for pair in pairs]), pairs, strict=True):
        over_x, over_k = tab.columns(2)
        over_x.markdown("**over $w$, from $x$**")
        over_x.code(pair.over_x, language="python")
        over_k.markdown(r"**over $\alpha$, from $K$**")
        over_k.code(pair.over_k, language="python")
        tab.markdown(pair.what)


@st.fragment
def votes() -> None:
    """Who votes how much at one place (K10)."""
    scene = page.scene_of_address(DEFAULT, VIEW)
    live_element.live(
        "vote",
        scene,
        view=page.view_of_address(VIEW),
        main=[weighted_vote.plane("The plane, the place you ask about, and who votes there.")],
        side=[
            items.heading(
                "Press anywhere, or drag",
                "f(x) = Σ αᵢ K(xᵢ, x): every example votes with its own αᵢ, as loudly as it is "
                "similar to x. Lines are votes; the steps add them up."),
            weighted_vote.bars("The votes, one after the other."),
            items.tau_slider(),
            items.lam_slider(),
        ],
    )  # fmt: skip


def rest() -> None:
    """What lies below the first picture: it comes once that is there."""
    attributes()
    st.header("The same number, two ways", anchor=False)
    identity()
    st.header("A gallery of kernels", anchor=False)
    gallery()
    st.header("Five learners, one K", anchor=False)
    learners()
    st.header("A vote of similarities", anchor=False)
    votes()
    downloads.section("kernel_trick", page.scene_of_address(DEFAULT, VIEW))


opening(
    "Can a straight cut part rings?",
    "Raise them into space: drag t. What the cut throws back on the data is a circle.",
)
raised()
if live_element.rest_is_due():
    rest()
ending("kernel_trick")
