"""RBF bandwidth: Figures 2 to 5 of note 000 under the thumb (rows B1 to B5, E2, E3)."""

from functools import cache

import numpy as np
import streamlit as st

from lab.endpoints import sklearn_comparison
from lab.export import downloads
from lab.scene.fields import FIELDS, has_parameter
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, replace
from lab.ui import items, live_element, page
from lab.ui.challenges import challenges, named, remark
from lab.ui.page_header_footer import ending, opening
from pages.rbf_bandwidth import random_fourier
from pages.rbf_bandwidth.challenges import CHALLENGES
from pages.rbf_bandwidth.default_scene import DEFAULT

VIEW = {"show": "both", "point": ""}
FIGURES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
OTHER_KERNELS = tuple(name for name in FIELDS["kernel"].choices if not has_parameter(name, "tau"))
CONVENTIONS = {"sum": "Losses summed (section 6)", "mean": "Losses averaged (section 5)"}


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, (*VIEW, "draws"), say=True)
    asked = live_element.live(
        "bandwidth",
        scene,
        view=page.view_of_address(VIEW),
        main=[
            items.plane("The decision function f over the plane."),
            items.plane_legend(),
            items.bayes_look(),
        ],
        side=[
            items.tau_slider(),
            items.when(items.heading(
                "This kernel has no τ",
                "Figures 2 to 4 are about the RBF kernel. Here λ and the loss move the picture."),
                kernel=OTHER_KERNELS),
            items.lam_slider(),
            items.short_loss_switch(scene.loss),
            items.readouts(*items.basic_rows()),
            sklearn_comparison.item(),
            remark("With the perceptron loss and any λ > 0, α = 0 is best: f is 0 everywhere, "
                   "and f(x) = 0 is counted as a mistake on every example.",
                   ("loss", "==", "perceptron"), ("support", "<=", 0)),
            named("errors", items.error_curve()),
            items.for_rbf(challenges(CHALLENGES)),
        ],
        below=[
            items.for_rbf(items.half(items.heading(
                "Figures 2, 3 and 4",
                "The same points at six bandwidths, in both conventions of the notes. Click one to "
                "go there."))),
            items.half(items.switch("risk", CONVENTIONS)),
            *(items.for_rbf(items.panels("tau", FIGURES, title, risk=risk))
              for risk, title in CONVENTIONS.items()),
            items.for_rbf(items.heading(
                "One bump",
                "Click a point in the plane. Its bump K(x, z) is 1 at the point and falls with "
                "distance; on the dotted circle, at 1.18 τ, it is one half.")),
            items.for_rbf(items.half(items.plane(
                "The plane once more, with one bump.", edit=False, bump=True))),
            items.half(items.stack(
                items.for_rbf(items.slice_view(
                    "One bump along the horizontal line through the chosen example.")),
                items.tau_slider())),
            items.action("figure", "Open as a Plotly figure", "Zoom, hover, download"),
        ],
    )  # fmt: skip
    if asked.figure:
        downloads.figure_dialog(scene)
    live_element.after(asked, lambda: explanation(scene))


@cache
def straightness(risk: str, tau: float) -> float:
    """The share of the first scene's points on which f has the sign of the straight line that is
    closest to f on them, by least squares."""
    solution = problem(replace(DEFAULT, risk=risk, tau=tau)).fit()
    f, rows = solution.decision(solution.X), np.column_stack([np.ones(len(solution.X)), solution.X])
    line = rows @ np.linalg.lstsq(rows, f, rcond=None)[0]
    return float((np.sign(line) == np.sign(f)).mean())


def explanation(scene: Scene) -> None:
    st.header("Why", anchor=False)
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(
            r"""
The classifier is a weighted vote of all examples,

$$
f(x) = \sum_{i=1}^m \alpha_i K(x^{(i)}, x), \qquad
K(x, z) = \exp\left(-\frac{1}{2\tau^2}\|x - z\|_2^2\right)
$$

An example votes with weight $\alpha_i$, and its vote fades with distance. When $\tau$ is small,
nobody but the nearest examples is heard: the boundary is wild. When $\tau$ is large, everybody is
heard everywhere, and over the data each bump is nearly flat. Small weights can then only tilt the
sum: the boundary is nearly a straight line, as in Figure 4. Large weights of both signs still bend
it. (000, section 6, eq. (4))
"""
        )
    with right:
        shares = {risk: f"{100 * straightness(risk, FIGURES[-1]):.0f} %" for risk in CONVENTIONS}
        st.markdown(
            r"""
The weights minimise the regularised risk,

$$
J_\lambda(\alpha) = \sum_{i=1}^m L\big(K^{(i)T}\alpha,\, y^{(i)}\big)
+ \frac{\lambda}{2}\, \alpha^T K \alpha
$$

Section 5 of the notes takes the mean of the losses, section 6 their sum, both with $\lambda = 1/m$:
the first is $C = 1$, the second $C = m$. The two rows above show that they make different figures.
With the hinge loss no $|\alpha_i|$ can be more than $C$. Take the {points} points that this page
opens with and $\tau = {tau}$. Averaging leaves one line, gently bent: on {averaged} of the points
$f$ has the sign of its own straight-line fit. Summing leaves two bent branches: on {summed}. The
duality gap proves how close the answer is to the best there is.
""".replace("{averaged}", shares["mean"])
            .replace("{summed}", shares["sum"])
            .replace("{points}", f"{DEFAULT.m}")
            .replace("{tau}", f"{FIGURES[-1]:g}")
        )
    st.header("Where the notes slip", anchor=False)
    st.markdown(
        r"""
The footnote of section 6 draws random frequencies $W \sim \mathrm{N}(0, \tau^2 I)$ and says that
the average of $\cos(W^T(x - z))$ is the kernel. Draw more features and see which variance gets
there: $\tau^{2}$ as printed, or $\tau^{-2}$.
"""
    )
    random_fourier.element(scene, page.view_of_address({"draws": "30"})["draws"])
    downloads.section("rbf_bandwidth", scene)


opening(
    "How far does one example speak?",
    "Drag τ. Each training point speaks for its neighbourhood; τ is how wide that is.",
    page.scene_of_address(DEFAULT, (*VIEW, "draws")),
    ("data", "m", "noise", "seed", "features", "classes", "intercept"),
)
picture()
ending("rbf_bandwidth")
