"""RBF bandwidth: Figures 2 to 5 of note 000 under the thumb (rows B1 to B5, E2, E3)."""

import streamlit as st

from lab import first, footnote, live, page, take_away
from lab.challenges import Challenge, Option, challenges, remark
from lab.opening import ending, opening
from lab.scene import Scene

DEFAULT = first.BANDWIDTH
VIEW = {"show": "both", "point": ""}
FIGURES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)

SMALL = Option("small τ", (("tau", "<=", 0.2),))
MIDDLE = Option("middle", (("tau", ">=", 0.2), ("tau", "<=", 0.9)))
LARGE = Option("large τ", (("tau", ">=", 0.9),))

CHALLENGES = (
    Challenge(
        question="Where on the slider does the classifier know every training point by heart, "
        "and still do badly on new ones?",
        options=(SMALL, MIDDLE, LARGE),
        goal="Find a setting without training error whose test error is at least one and a half "
        "times the Bayes error.",
        conditions=(("train_error", "<=", 0), ("test_error", ">=", ["bayes_error", 1.5])),
        why="Each bump is so narrow that a point decides for itself alone: 0 % on what it has "
        "seen, and islands around single points everywhere else.",
    ),
    Challenge(
        question="Where does the learned boundary come closest to the best one there is?",
        options=(SMALL, MIDDLE, LARGE),
        goal="Bring the test error within 1.5 percentage points of the Bayes error.",
        conditions=(("test_error", "<=", ["bayes_error", 1, 0.015]),),
        why="The bumps are about as wide as the clusters lie apart, so neighbours settle a place "
        "together and single points no longer bend the line. The dotted line is nearly met.",
    ),
    Challenge(
        question="At τ = 0.4: where are more points support vectors, with the losses summed "
        "(C = 200), or averaged (C = 1)?",
        options=(
            Option("summed", (("risk", "==", "sum"), ("lam", "<=", 0.02))),
            Option("averaged", (("risk", "==", "mean"),)),
        ),
        goal="Stay at τ = 0.4 and find a setting with at least 90 support vectors.",
        conditions=(("tau", ">=", 0.39), ("tau", "<=", 0.41), ("support", ">=", 90)),
        why="With C = 1 no point may pull harder than α = 1, so many points must pull together. "
        "With λ = 1 and summed losses you get the very same picture: only C = 1/λ, or 1/(λm) for "
        "the mean, counts.",
    ),
)  # fmt: skip


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
            live.loss_switch(),
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
    st.header("Take it with you", anchor=False)
    take_away.code(scene)


opening(
    "How far does one example speak?",
    "Drag τ. Each training point speaks for its neighbourhood; τ is how wide that is.",
    page.scene_of_address(DEFAULT, (*VIEW, "draws")),
    ("data", "m", "noise", "seed", "features", "classes", "intercept"),
)
picture()
ending("rbf_bandwidth", "svm.py", "Next: which line leaves the widest street?")
