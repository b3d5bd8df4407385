"""The way through the pages: their order, what each asks, and which challenges it has.

The numbers beside it are this device's own (assets/furniture/progress.js): here is only what there
is to do.
"""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from lab import (
    cost,
    course,
    five,
    gram_editor,
    inner,
    kernel_hunt,
    lift,
    live,
    nonkernel_view,
    others,
    page,
    quiz,
    roads,
    wasted,
)
from lab.challenges import Challenge
from lab.classes import four
from lab.classes import questions as classes
from lab.gallery import questions as exhibits
from lab.questions import is_it_a_kernel, losses, rbf_bandwidth, representer_theorem, svm
from lab.regularisation import ball, degree, implicit, recovery, ridge, spread
from lab.scene import split
from lab.sgd import element as sgd
from lab.sgd import linear, perceptrons, saddle, three
from lab.sgd import spread as gradients

Item = dict[str, Any]
FOLLOWED = "press-followed"  # in the session's state: which press has led to another page


@dataclass(frozen=True)
class Way:
    """One page of the map: its file's stem, its title, question, a line on it, its challenges."""

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
        Way("losses", "Losses", "What should a mistake cost?",
            "Nine losses over the margin, and what each does to the line.",
            losses.CHALLENGES),
        Way("regularisation", "Regularisation", "How much should a fit be allowed to bend?",
            "Degree, ridge, diamond and disc; bias and variance.",
            (*degree.CHALLENGES, *ridge.CHALLENGES, *ball.CHALLENGES, *recovery.CHALLENGES,
             *spread.CHALLENGES, *implicit.CHALLENGES)),
        Way("representer_theorem", "Representer theorem", "What does the best function look like?",
            "A sum of bumps on the data, and why nothing else helps.",
            (*representer_theorem.CHALLENGES, *wasted.CHALLENGES, *roads.CHALLENGES,
             *others.CHALLENGES, *gram_editor.CHALLENGES)),
    ),
    "What a kernel is": (
        Way("kernel_trick", "Kernel trick", "Can a straight cut part rings?",
            "Points raised into space, and the same number in two ways.",
            (*lift.CHALLENGES, inner.ABOUT_ANGLES, inner.ABOUT_SIGNS, cost.ABOUT_PIXELS,
             *(one for some in exhibits.QUESTIONS.values() for one in some),
             five.ABOUT_ALL, five.ABOUT_MISTAKES)),
        Way("is_it_a_kernel", "Is it a kernel?", "Is every measure of similarity a kernel?",
            "Build one, or look for the points that break one.",
            (*is_it_a_kernel.CHALLENGES, *kernel_hunt.CHALLENGES, nonkernel_view.ABOUT_BOTTOM)),
        Way("rbf_bandwidth", "RBF bandwidth", "How far does one example speak?",
            "One kernel, its bandwidth, from wild to nearly straight.",
            rbf_bandwidth.CHALLENGES),
    ),
    "Learners at work": (
        Way("svm", "SVM", "Which line leaves the widest street?",
            "Draw one by hand, then see the best one proved.",
            svm.CHALLENGES),
        Way("stochastic_gradient", "Stochastic gradient",
            "Can one example at a time find the best function?",
            "Kernel SGD step by step; perceptron, Newton, and their price.",
            (*sgd.CHALLENGES, *gradients.CHALLENGES, *linear.CHALLENGES, *three.STEP_CHALLENGES,
             *three.BUDGET_CHALLENGES, *saddle.CHALLENGES, *perceptrons.CHALLENGES)),
        Way("multiclass", "Many classes", "How do two become many?",
            "Four ways from two classes to ten, on the same points.",
            (*four.CHALLENGES, *classes.SCORES, *classes.BILL, *classes.TREES, *classes.CHANCE,
             *classes.LIKELIHOOD, *classes.STEP)),
    ),
}  # fmt: skip
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
    return live.mount("map", data, set())


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
            st.switch_page(f"{way.name}.py", query_params=split(query)[0])


def shown(way: Way) -> bool:
    """Whether the course shows this page."""
    return course.current().has(way.name)


def _item(way: Way) -> Item:
    return {
        "title": way.title, "path": way.path, "question": way.question, "line": way.line,
        "challenges": [challenge.id for challenge in way.challenges],
        "quiz": [question.id for question in quiz.of(way.name)],
    }  # fmt: skip
