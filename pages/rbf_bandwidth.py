"""RBF bandwidth: Figures 2 to 5 of note 000 under the thumb (rows B1 to B5, E2, E3)."""

import streamlit as st

from lab import first, footnote, live, page, take_away
from lab.challenges import challenges, remark
from lab.opening import ending, opening
from lab.questions.rbf_bandwidth import CHALLENGES
from lab.scene import Scene

DEFAULT = first.BANDWIDTH
VIEW = {"show": "both", "point": ""}
FIGURES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, (*VIEW, "draws"), say=True)
    asked = live.live(
        "bandwidth",
        scene,
        view=page.view_of_address(VIEW),
        main=[
            live.plane("The decision function f over the plane."),
            live.plane_legend(),
            live.bayes_look(),
        ],
        side=[
            live.tau_slider(),
            live.lam_slider(),
            live.short_loss_switch(scene.loss),
            live.readouts(*live.basic_rows()),
            remark("With the perceptron loss and any λ > 0, α = 0 is best: f is 0 everywhere, "
                   "and no answer counts as a wrong one.",
                   ("loss", "==", "perceptron"), ("support", "<=", 0)),
            live.error_curve(),
            challenges(CHALLENGES),
        ],
        below=[
            live.half(live.heading(
                "Figures 2, 3 and 4",
                "The same points at six bandwidths. Click one to go there.")),
            live.half(live.switch("risk", {
                "sum": "Losses summed (section 6)", "mean": "Losses averaged (section 5)"})),
            live.panels("tau", FIGURES),
            live.half(live.heading(
                "One bump",
                "Click a point in the plane. Its bump K(x, z) is 1 at the point and falls "
                "with distance; inside the dotted circle it is above one half. τ is how far "
                "it reaches.")),
            live.half(live.slice_view(
                "One bump along the horizontal line through the chosen example.")),
            live.action("figure", "Open as a Plotly figure", "Zoom, hover, download"),
        ],
    )  # fmt: skip
    if asked.figure:
        take_away.figure_dialog(scene)
    live.after(asked, lambda: explanation(scene))


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
heard everywhere: the boundary is nearly a straight line. (000, section 6, eq. (4))
"""
        )
    with right:
        st.markdown(
            r"""
The weights minimise the regularised risk,

$$
J_\lambda(\alpha) = \sum_{i=1}^m L\big(K^{(i)T}\alpha,\, y^{(i)}\big)
+ \frac{\lambda}{2}\, \alpha^T K \alpha
$$

Section 5 of the notes takes the mean of the losses, section 6 their sum, both with $\lambda = 1/m$:
the first is $C = 1$, the second $C = m = 200$. The switch above the six panels shows that the two
make different figures. The duality gap proves how close the answer is to the best there is.
"""
        )
    st.header("Where the notes slip", anchor=False)
    st.markdown(
        r"""
The footnote of section 6 draws random frequencies $W \sim \mathrm{N}(0, \tau^2 I)$ and says that
the average of $\cos(W^T(x - z))$ is the kernel. Draw more features and see which variance gets
there: $\tau^{2}$ as printed, or $\tau^{-2}$.
"""
    )
    footnote.element(scene, page.view_of_address({"draws": "30"})["draws"])
    take_away.section("rbf_bandwidth", scene)


opening(
    "How far does one example speak?",
    "Drag τ. Each training point speaks for its neighbourhood; τ is how wide that is.",
    page.scene_of_address(DEFAULT, (*VIEW, "draws")),
    ("data", "m", "noise", "seed", "features", "classes", "intercept"),
)
picture()
ending("rbf_bandwidth", "svm.py", "Next: which line leaves the widest street?")
