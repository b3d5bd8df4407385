"""Representer theorem: a sum of bumps on the data, and nothing else (rows R1 to R8, E1)."""

import streamlit as st

from lab.export import downloads
from lab.scene.fields import LINES, SOURCES
from lab.scene.scene import Scene, SceneError
from lab.ui import items, live_element, page
from lab.ui import kernel_expansion_items as sums
from lab.ui.challenges import challenges, remark
from lab.ui.page_header_footer import ending, opening
from pages.representer_theorem import (
    gradient_proof,
    gram_editor,
    off_span_excess,
    primal_dual_timing,
    proof_steps,
    push_through_identity,
    span_proof,
)
from pages.representer_theorem import non_unique_alpha as singular
from pages.representer_theorem import off_span_component as wasted_scene
from pages.representer_theorem import primal_vs_dual as two_roads
from pages.representer_theorem.challenges import CHALLENGES
from pages.representer_theorem.default_scene import DEFAULT

DATA = (*LINES, *SOURCES)
PICTURE = {"tool": "move", "factor": "with"}  # how the first picture is shown
VIEW: dict[str, str] = {
    "t": f"{wasted_scene.START:g}", "turn": "", "draws": "1000", "r": "half", "rloss": "logistic",
    "rseed": "0", "proof": "2.1", "step": "1",
    "power": "", "road_loss": "", "clock": "", "ridge": "", "walk": "", "way": "", "known": "",
    "phi": "",
}  # fmt: skip


def data_of_page() -> Scene:
    return page.scene_of_address(DEFAULT, {**VIEW, **PICTURE}, sources=DATA)


@st.fragment
def bumps() -> None:
    """Four linked views of one fit (R1, R2, E1)."""
    scene = page.scene_of_address(DEFAULT, {**VIEW, **PICTURE}, say=True, sources=DATA)
    asked = live_element.live(
        "bumps",
        scene,
        view=page.view_of_address(PICTURE),
        wide=True,
        alone={"lead": "A sum of bumps, one on every example. Point at one; then drag a slider."},
        main=[
            items.beside(
                items.stack(
                    sums.on_line(sums.fit_line("The fitted function over the line.")),
                    sums.on_line(sums.stacked("The bumps, stacked, and their sum.")),
                    sums.in_plane(sums.hill("The fitted function over the plane.")),
                    sums.weights("The weights α as bars under their examples."),
                    items.tools(),
                ),
                items.stack(
                    sums.matrix("The Gram matrix as a heat map."),
                    sums.in_plane(sums.hills("The bumps over the plane.")),
                    sums.on_line(
                        items.legend(zero="the sum f", truth="truth", bump="bump", ring="|α|")
                    ),
                    items.rate(),
                ),
            ),
        ],
        side=[
            sums.ground_switch(("wave", 20), ("blobs", 24)),
            items.loss_switch(),
            sums.kernel_switch(DEFAULT.tau),
            items.tau_slider(),
            items.lam_slider() | {"cost": 0},
            items.readouts(
                items.row("support", "Bumps, αᵢ ≠ 0", "count"),
                items.row("norm2", "Squared norm", "number", "‖w‖² = αᵀKα"),
                items.row("train_mse", "Mean squared residual", "number", optional="1"),
                items.row("train_error", "Training error", "percent", optional="1"),
                items.row("primal", "Objective", "number", "J(α)"),
                items.row("gap", "Proved within", "power", "duality gap"),
            ),
            remark(
                "With the perceptron loss and any λ > 0, α = 0 is best: no bump at all.",
                ("loss", "==", "perceptron"),
                ("support", "<=", 0),
            ),
            challenges(CHALLENGES),
        ],
        below=[
            items.heading("Why each bump is as high as it is"),
            items.half(
                items.stack(
                    items.when(
                        items.look(
                            "factor",
                            "The factor in front of the slope",
                            {"with": "With 1/m", "without": "As printed in 000, without"},
                        ),
                        risk=("mean",),
                    ),
                    sums.diagonal(
                        "The weights against the slopes of the loss.", "factor", "without"
                    ),
                    items.readouts(
                        items.row(
                            "deviation", "Farthest from the diagonal", "power", "by the theorem"
                        ),
                        items.row("deviation_printed", "Farthest from it", "number", "as printed"),
                    ),
                )
            ),
            items.half(
                items.stack(
                    items.heading(
                        "The slopes hold the norm",
                        "Where the risk is least, its gradient is zero: the slopes of the "
                        "losses and "
                        "the norm hold each other, and αᵢ = −L′(f(xᵢ), yᵢ) / (λm), or "
                        "with λ alone in "
                        "place of λm where the losses are summed. The scatter has αᵢ "
                        "upwards and the right-hand side, worked out from the loss at the fit, "
                        "sideways. Hinge and perceptron have a kink, where every slope between its "
                        "two sides counts: there the right-hand side is an interval, "
                        "drawn as a bar, "
                        "and the diagonal crosses it.",
                    ),
                    items.heading(
                        "Where the notes slip",
                        "In 000’s proof of Theorem 2.1 the gradient is (1/m) Σ wᵢ x⁽ⁱ⁾ + λθ, with "
                        "wᵢ = L′. Solved for θ it gives −(1/(λm)) Σ wᵢ x⁽ⁱ⁾. The next line of the "
                        "proof has −(1/λ) Σ wᵢ x⁽ⁱ⁾: the 1/m is lost, and the sum ends at n where "
                        "there are m examples. 002 has αᵢ = −wᵢ/(λm). Let the scatter "
                        "decide: without "
                        "the 1/m the right-hand side is too large, m times. The theorem "
                        "stands, for θ "
                        "is a sum of the examples either way; and where the losses are "
                        "summed, there "
                        "is no 1/m to lose.",
                    ),
                    items.switch(
                        "risk",
                        {"mean": "Losses averaged (eq. 2)", "sum": "Losses summed (section 6)"},
                    ),
                )
            ),
        ],
    )
    live_element.then_rest(asked)
    if live_element.rest_is_due():
        downloads.section("representer_theorem", scene)


@st.fragment
def wasted() -> None:
    """What leaves the span of the data only costs (R3)."""
    view = page.view_of_address(VIEW)
    st.markdown(
        r"""
Two examples in space span a plane. Take a $\theta$ in that plane, $\theta^{(\alpha)} = \sum_i
\alpha_i x^{(i)}$, and add $t$ times $u$, which stands at a right angle to both. Drag $t$: the
predictions $\theta^T x^{(i)}$ stay, digit for digit, for $u^T x^{(i)} = 0$. Only the length grows
with $|t|$, and the price of it, $r(\|\theta\|)$, never falls below that of $t = 0$, for every $r$
that never falls. (000, Theorem A.1; below with the logistic loss and $\lambda = 0.25$)
"""
    )
    wasted_scene.element(view)
    st.subheader("The same with fifty features", anchor=False)
    st.markdown(
        r"""
Ten examples in $\mathbb{R}^{50}$ leave forty directions to waste. Draw $\theta$ at random, take its
part $\theta^{(\alpha)}$ in the span, and compare $J_r(\theta) = \frac{1}{m} \sum_i L(\theta^T
x^{(i)}, y^{(i)}) + r(\|\theta\|)$ for the two. Try another loss: the picture stays, for both pay
the same.
"""
    )
    if off_span_excess.element(view):
        st.query_params["rseed"] = str(off_span_excess.seed_of(view["rseed"]) + 1)
        st.rerun(scope="fragment")


@st.fragment
def roads() -> None:
    """Over θ or over α (R4, R5)."""
    view = page.view_of_address(VIEW)
    st.markdown(
        r"""
Where the features can be written out, there is a choice: look for $\theta$, one number for each of
the $M$ features, or for $\alpha$, one for each of the $m$ points. Below, both problems are solved,
each by its own method. Raise the degree: $\theta$ grows, $\alpha$ does not. The function that comes
out is one and the same, and so is
"""
    )
    st.latex(
        r"\begin{aligned} J_\lambda(\theta) &= \frac{1}{m} \sum_i L(\theta^T \phi(x_i), y_i) + "
        r"\frac{\lambda}{2} \|\theta\|^2 \\ = J_\lambda(\alpha) &= \frac{1}{m} \sum_i "
        r"L(K_i^T \alpha, y_i) + \frac{\lambda}{2} \alpha^T K \alpha. \end{aligned}"
    )
    two_roads.element(view["power"], view["road_loss"])
    st.caption("000 §3 and equation (2); here m = 8 and λ = 0.01.")
    st.subheader("Which road is shorter?", anchor=False)
    st.markdown(
        r"""
Ridge regression over $\theta$ solves a system of $M$ equations, over $\alpha$ one of $N$. A
prediction is a sum of $M$ products $\theta_j \phi_j(x)$, or of $N$ products $\alpha_i k(x_i, x)$.
Counted in multiplications, the smaller number wins, and the lines cross where $N = M$. (001,
comparing two solutions) A clock also counts what the machine does besides.
"""
    )
    primal_dual_timing.element(view["clock"])
    st.caption(
        "The lines for predicting begin where φ(x), or all the k(xᵢ, x), are at hand. What those "
        "cost depends on the kernel: that is where the kernel trick pays."
    )
    st.subheader("The identity behind it", anchor=False)
    st.markdown(
        r"""
Multiplied by $y$, both matrices below give ridge's $w^*$. The left one comes from an $M$ by $M$
system, the right one from an $N$ by $N$ system, and they are equal for every $\lambda > 0$, because
$\Phi^T(\Phi\Phi^T + \lambda I) = (\Phi^T\Phi + \lambda I)\Phi^T$. The $I$ on either side is not
of one size. $\Phi$ is the matrix that you can edit further down.
"""
    )
    push_through_identity.element(_phi()[0], view["ridge"])


@st.fragment
def others() -> None:
    """A singular K: many α, one w (R6)."""
    view = page.view_of_address(VIEW)
    st.markdown(
        r"""
Note 001 leaves an exercise: are there other minimisers $\alpha$, and are there other $w^*$? Here
points 2 and 5 are one and the same, so two rows of $K$ are equal and $K$ is singular: there is a
$v \ne 0$ with $Kv = 0$. Walk along it. One twin takes what the other gives.
"""
    )
    singular.element(view["walk"], view["way"])
    st.markdown(
        r"""
The risk sees $\alpha$ only through $K\alpha$ and $\alpha^T K \alpha$, and neither notices $v$. So
every $\alpha + tv$ is a minimiser. But $\|\Phi^T v\|^2 = v^T K v = 0$, so $w^* = \Phi^T(\alpha +
tv)$ stays: other minimisers, yes; another $w^*$, no. In another direction $v^T K v > 0$, and the
risk rises. (001, solving for α, step 2)
"""
    )


def _phi() -> tuple[str, str]:
    """The Φ of the address, and what is wrong with it; then the notes' example stands in."""
    try:
        return gram_editor.first(st.query_params), ""
    except SceneError as error:
        return gram_editor.first({}), f"{error} The notes’ example is shown instead."


@st.fragment
def gram() -> None:
    """Gram against covariance (R7, R8)."""
    st.markdown(
        r"""
Write your own features: each cell takes a number, and both matrices follow. The Gram matrix
$\Phi\Phi^T$ compares points, the covariance matrix $\Phi^T\Phi$ compares features. It begins with
the example of note 001, whose $K$ you can check by hand.
"""
    )
    text, wrong = _phi()
    if wrong:
        st.warning(page.plain(wrong))
    gram_editor.element(text, gram_editor.known_of(st.query_params))


@st.fragment
def proofs() -> None:
    """Theorems 2.1 and A.1, step by step."""
    view = page.view_of_address(VIEW)
    walks = {"2.1": gradient_proof.walk(), "A.1": span_proof.walk()}
    proof_steps.element(walks, view["proof"], view["step"])


def rest() -> None:
    """What lies below the first picture: it comes once that is there."""
    st.header("Anything else is wasted", anchor=False)
    wasted()
    st.header("The proofs, step by step", anchor=False)
    proofs()
    st.header("Two roads to the same risk", anchor=False)
    roads()
    st.header("Other minimisers?", anchor=False)
    others()
    st.header("Gram against covariance", anchor=False)
    gram()


opening(
    "What does the best function look like?",
    "A sum of bumps, one on every example. Point at one; then drag a point, or a slider.",
    data_of_page(),
    ("data", "m", "noise", "seed", "features", "classes", "degree", "c"),
    sources=DATA,
)
bumps()
if live_element.rest_is_due():
    rest()
ending("representer_theorem")
