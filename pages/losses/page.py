"""Losses: what a mistake costs, and what that does to the boundary (rows L1 to L5, E4, E5)."""

import math

import streamlit as st

from lab.endpoints import sklearn_comparison
from lab.export import downloads
from lab.scene.scene import Scene
from lab.ui import items, live_element, page
from lab.ui.challenges import challenges, remark
from lab.ui.page_header_footer import ending, opening
from pages.losses import (
    loss_curves,
    loss_table,
    multinomial_logistic,
    perceptron_collapse,
    rotating_line,
    squared_loss_regression,
)
from pages.losses.challenges import CHALLENGES
from pages.losses.default_scene import DEFAULT

VIEW = {"show": "fit", "tool": "move", "off": loss_curves.AT_FIRST_HIDDEN}
BELOW = {
    "turn": "150",
    "strength": "1",
    "price": "4.25",
    **multinomial_logistic.VIEW,
}  # where later sliders stand
LINE = {"kernel": "linear", "intercept": 1}
LAB = ("hinge", "logistic", "squared", "exponential")
PROBABILITIES = (0.1, 0.25, 0.5, 0.75, 0.9)


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, (*VIEW, *BELOW), say=True)
    levels = [{"f": math.log(p / (1 - p)), "label": f"{p:g}"} for p in PROBABILITIES]
    small = {"edit": True, "small": True}
    asked = live_element.live(
        "losses",
        scene,
        view=page.view_of_address(VIEW),
        main=[
            items.loss_switch(),
            loss_curves.losses_over_margin("off"),
            challenges(CHALLENGES),
            items.readouts(
                *items.basic_rows(),
                items.row("overpaid", "Of the loss, beyond margin 1", "percent"),
            ),
            sklearn_comparison.item(),
            remark(
                "With the perceptron loss and any λ > 0, α = 0 is best: f is 0 everywhere, "
                "and f(x) = 0 is counted as a mistake on every example.",
                ("loss", "==", "perceptron"),
            ),
        ],
        side=[
            items.plane("The decision function f over the plane.", slope=True),
            items.points_bar(),
            items.tau_slider(),
            items.lam_slider(),
        ],
        below=[
            items.half(
                items.heading(
                    "The outlier lab",
                    "Four losses, four lines, the same points. Drag one point far "
                    "away and watch who follows it.",
                )
            ),
            items.half(items.stack(items.tools(at="lab"), items.rate())),
            items.four(
                *(
                    items.of(
                        items.plane(
                            f"The {name.lower()} loss with a straight line.", title=name, **small
                        ),
                        loss=loss,
                        **LINE,
                    )
                    for loss, name in items.LOSS_NAMES.items()
                    if loss in LAB
                )
            ),
            items.heading(
                "A probability for every place",
                "With the logistic loss, g(f(x)) is the probability that y = 1, and g(−f(x)) that "
                "y = −1: g(z) + g(−z) = 1 at every z. The lines are P(y = 1 | x) = "
                f"{', '.join(f'{p:g}' for p in PROBABILITIES)}.",
            ),
            items.half(
                items.of(
                    items.plane("Level lines of the probability P(y = 1 | x).", levels=levels),
                    loss="logistic",
                )
            ),
            items.half(
                items.stack(
                    items.of(loss_curves.sigmoid(), loss="logistic"),
                    items.lam_slider(),
                    items.of(
                        items.readouts(
                            items.row(
                                "log_likelihood", "Log-likelihood, Σ log g(y·f)", "number", "= −Σ L"
                            ),
                            items.row(
                                "missing_log",
                                "As 002 prints it, −Σ (1 + e⁻ʸᶠ)",
                                "number",
                                "the log is missing",
                            ),
                        ),
                        loss="logistic",
                    ),
                )
            ),
            items.heading(
                "A line of note 002 that slips",
                "The likelihood is a product of probabilities, so its logarithm is a sum of "
                "logarithms. In its fourth line the notes drop the log: the two numbers above "
                "differ, and only the first is minus the logistic risk.",
            ),
            items.heading(
                "The squared loss as a classifier",
                "Stems mark the examples beyond margin 1: right, far, and charged for it.",
            ),
            items.half(
                items.of(
                    items.plane("The squared loss with a straight line.", edit=True),
                    loss="squared",
                    **LINE,
                )
            ),
            items.half(
                items.stack(
                    items.of(loss_curves.one_loss("squared", beyond=1), loss="squared", **LINE),
                    items.of(
                        items.readouts(
                            items.row("overpaid", "Of its loss, beyond margin 1", "percent")
                        ),
                        loss="squared",
                        **LINE,
                    ),
                )
            ),
            items.action("figure", "Open as a Plotly figure", "Zoom, hover, download"),
        ],
    )
    if asked.figure:
        downloads.figure_dialog(scene)
    live_element.after(asked, lambda: explanation(scene))


def explanation(scene: Scene) -> None:
    later = page.view_of_address(BELOW)
    st.header("Why not count the mistakes?", anchor=False)
    st.markdown(
        r"""
The sign of $f(x)$ is the answer, its size the confidence, and the margin $z = y f(x)$ says both at
once: right where $z > 0$, and the larger the surer. Zero-one loss is 1 where $z \le 0$, so its
mean is the share of mistakes (002). Turn the line and look for the fewest. The count is a
staircase: between two steps its slope is 0 and does not say which way to turn. Finding its minimum
exactly is NP-hard. The other losses slope downhill towards a better line.
"""
    )
    rotating_line.element(scene, later["turn"])
    st.header(loss_table.TITLE, anchor=False)
    st.markdown(loss_table.LOSSES)
    st.header("Why the perceptron gives up", anchor=False)
    st.markdown(
        "Take a separating solution α and scale it by t. The perceptron loss asks only for the "
        "right side, so shrinking costs nothing, and with λ > 0 the norm rewards it: J falls all "
        "the way to t = 0. Move λ to 0: nothing is left of the slope. The hinge asks for "
        "margin 1 and keeps t away from 0."
    )
    perceptron_collapse.element(scene, later["strength"])
    st.header("Targets that are numbers", anchor=False)
    st.markdown(
        r"""
$L(z, y) = \frac12 (z - y)^2$ asks for no label: $y$ may be any number, say a price. For
$y = \pm 1$ it is $\frac12 (1 - yz)^2$, the curve over the margin above. Move one price away from
its neighbours: its slope $z - y$ grows with the distance, and so the whole line follows. (000,
section 1)
"""
    )
    squared_loss_regression.element(later["price"])
    st.header("More than two classes", anchor=False)
    st.markdown(
        r"""
With a score $z_i$ for each class, $L(z, y) = \log \sum_i e^{z_i - z_y}$ is minus the logarithm of
the probability that the true class gets. For two classes the sum is $1 + e^{-(z_1 - z_2)}$: the
logistic loss at margin $z_1 - z_2$. (000, section 1)
"""
    )
    multinomial_logistic.element(later)
    downloads.section("losses", scene)


opening(
    "What should a mistake cost?",
    "Switch the loss. Every example sits on its curve, at its own margin z = y·f(x). Those outside "
    "the picture are counted at its edge.",
    page.scene_of_address(DEFAULT, (*VIEW, *BELOW)),
    ("data", "m", "noise", "seed", "features", "classes", "intercept"),
)
picture()
ending("losses")
