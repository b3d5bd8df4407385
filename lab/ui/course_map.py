"""The way through the pages: their order, what each asks, and which challenges it has.

The numbers beside it are this device's own (assets/furniture/progress.js): here is only what there
is to do.
"""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from lab.course import course
from lab.scene.scene import split
from lab.ui import live_element, page, quiz
from lab.ui.challenges import Challenge
from pages.is_it_a_kernel import challenges as is_it_a_kernel_challenges
from pages.is_it_a_kernel import counterexample_element, indefinite_element
from pages.kernel_trick import feature_cost, feature_lift, five_learners, inner_product
from pages.kernel_trick.gallery import challenges as exhibits
from pages.losses import challenges as losses_challenges
from pages.multiclass import challenges as classes
from pages.multiclass.method import method_items
from pages.rbf_bandwidth import challenges as rbf_bandwidth_challenges
from pages.regularisation import (
    bias_variance,
    implicit_regularisation,
    norm_ball,
    polynomial_degree,
    ridge,
    sparse_recovery,
)
from pages.representer_theorem import challenges as representer_theorem_challenges
from pages.representer_theorem import (
    gram_editor,
    non_unique_alpha,
    off_span_component,
    primal_vs_dual,
)
from pages.stochastic_gradient import figure1_element as sgd
from pages.stochastic_gradient import (
    gd_sgd_newton_element,
    kernel_perceptron_element,
    linear_sgd_element,
    saddle_points,
)
from pages.stochastic_gradient import gradient_variance as gradients
from pages.svm import challenges as svm_challenges

Item = dict[str, Any]
FOLLOWED = "press-followed"  # in the session's state: which press has led to another page


@dataclass(frozen=True)
class Way:
    """One page of the map: its folder, its title, question, a line on it, its challenges."""

    name: str
    title: str
    question: str
    line: str
    challenges: tuple[Challenge, ...]

    @property
    def path(self) -> str:
        """Its path in the address."""
        return self.name.replace("_", "-")


GROUPS: dict[str, tuple[Way, ...]] = {
    "What to ask of a fit": (
        Way(
            "losses",
            "Losses",
            "What should a mistake cost?",
            "Nine losses over the margin, and what each does to the line.",
            losses_challenges.CHALLENGES,
        ),
        Way(
            "regularisation",
            "Regularisation",
            "How much should a fit be allowed to bend?",
            "Degree, ridge, diamond and disc; bias and variance.",
            (
                *polynomial_degree.CHALLENGES,
                *ridge.CHALLENGES,
                *norm_ball.CHALLENGES,
                *sparse_recovery.CHALLENGES,
                *bias_variance.CHALLENGES,
                *implicit_regularisation.CHALLENGES,
            ),
        ),
        Way(
            "representer_theorem",
            "Representer theorem",
            "What does the best function look like?",
            "A sum of bumps on the data, and why nothing else helps.",
            (
                *representer_theorem_challenges.CHALLENGES,
                *off_span_component.CHALLENGES,
                *primal_vs_dual.CHALLENGES,
                *non_unique_alpha.CHALLENGES,
                *gram_editor.CHALLENGES,
            ),
        ),
    ),
    "What a kernel is": (
        Way(
            "kernel_trick",
            "Kernel trick",
            "Can a straight cut part rings?",
            "Points raised into space, and the same number in two ways.",
            (
                *feature_lift.CHALLENGES,
                inner_product.ABOUT_ANGLES,
                inner_product.ABOUT_SIGNS,
                feature_cost.ABOUT_PIXELS,
                *(one for some in exhibits.QUESTIONS.values() for one in some),
                five_learners.ABOUT_ALL,
                five_learners.ABOUT_MISTAKES,
            ),
        ),
        Way(
            "is_it_a_kernel",
            "Is it a kernel?",
            "Is every measure of similarity a kernel?",
            "Build one, or look for the points that break one.",
            (
                *is_it_a_kernel_challenges.CHALLENGES,
                *counterexample_element.CHALLENGES,
                indefinite_element.ABOUT_BOTTOM,
            ),
        ),
        Way(
            "rbf_bandwidth",
            "RBF bandwidth",
            "How far does one example speak?",
            "One kernel, its bandwidth, from wild to nearly straight.",
            rbf_bandwidth_challenges.CHALLENGES,
        ),
    ),
    "Learners at work": (
        Way(
            "svm",
            "SVM",
            "Which line leaves the widest street?",
            "Draw one by hand, then see the best one proved.",
            svm_challenges.CHALLENGES,
        ),
        Way(
            "stochastic_gradient",
            "Stochastic gradient",
            "Can one example at a time find the best function?",
            "Kernel SGD step by step; perceptron, Newton, and their price.",
            (
                *sgd.CHALLENGES,
                *gradients.CHALLENGES,
                *linear_sgd_element.CHALLENGES,
                *gd_sgd_newton_element.STEP_CHALLENGES,
                *gd_sgd_newton_element.BUDGET_CHALLENGES,
                *saddle_points.CHALLENGES,
                *kernel_perceptron_element.CHALLENGES,
            ),
        ),
        Way(
            "multiclass",
            "Many classes",
            "How do two become many?",
            "Four ways from two classes to ten, on the same points.",
            (
                *method_items.CHALLENGES,
                *classes.SCORES,
                *classes.BILL,
                *classes.TREES,
                *classes.CHANCE,
                *classes.LIKELIHOOD,
                *classes.STEP,
            ),
        ),
    ),
}
WAYS = {way.name: way for ways in GROUPS.values() for way in ways}


def element() -> Any:
    """The map of the pages that the course shows; returns its triggers, for `followed`."""
    groups = [
        {"title": title, "ways": [_item(way) for way in ways if shown(way)]}
        for title, ways in GROUPS.items()
    ]
    item = {"kind": "coursemap", "groups": [group for group in groups if group["ways"]],
            "asks": "go"}  # fmt: skip
    data = {"query": "", "view": {}, "frames": None, "main": [item], "side": [], "below": []}
    return live_element.mount("map", data, set())


def resume() -> Item:
    """The item that leads back to where the learner was; nothing where that is not known."""
    titles = {way.path: way.title for way in WAYS.values() if shown(way)}
    return {"kind": "resume", "pages": titles, "drop": page.SHELL_WORDS, "asks": "go"}


def followed(asked: Any) -> None:
    """Go where a link of the map or of `resume` was pressed.

    The link would do it alone, but this way the visit goes on, and nothing is loaded anew.
    """
    press, _, address = str(getattr(asked, "go", None) or "").partition(" ")
    if not press or press == st.session_state.get(FOLLOWED):
        return  # Streamlit may tell of a press again when the page comes back
    st.session_state[FOLLOWED] = press
    path, _, query = address.partition("?")
    for way in WAYS.values():
        if way.path == path and shown(way):
            st.switch_page(f"{way.name}/page.py", query_params=split(query)[0])


def shown(way: Way) -> bool:
    """Whether the course shows this page."""
    return course.current().has(way.name)


def _item(way: Way) -> Item:
    return {
        "title": way.title, "path": way.path, "question": way.question, "line": way.line,
        "challenges": [challenge.id for challenge in way.challenges],
        "quiz": [question.id for question in quiz.of(way.name)],
    }  # fmt: skip
