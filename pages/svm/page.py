"""SVM: the widest street, from hard to soft, and who holds it (rows S1 to S8, E2)."""

import streamlit as st

from lab.endpoints import sklearn_comparison
from lab.export import downloads
from lab.scene.scene import Scene, SceneError, replace
from lab.ui import items, live_element, page
from lab.ui.challenges import challenges
from lab.ui.page_header_footer import ending, opening
from pages.svm import certificate_endpoint, margin_by_hand, rescaling
from pages.svm.challenges import CHALLENGES
from pages.svm.default_scene import DEFAULT

VIEW = {"line": "", "reveal": "hidden", "tool": "move", "show": "fit", "scale": "1"}
KERNELS = {
    "exp(x·x′)": "exp(x.z)",
    "RBF + linear": "rbf(0.4)+0.3*x.z",
    "Cosine": "cosine(2)",
    "Taylor": "taylor(0.5,4)",
    "Random cosines": "fourier(0.5,50)",
}
ASIDE = (0.65, 0.5)  # brings the first scene's circles over 0; all points but one stay in view


def view_of(scene: Scene) -> dict[str, str]:
    """How the picture is shown; a line that can't be drawn is told in words, and not drawn."""
    line = margin_by_hand.first_line(scene)
    view = page.view_of_address(VIEW | {"line": line})
    try:
        margin_by_hand.read_line(view["line"])
    except SceneError as error:
        st.warning(page.plain(str(error)))
        view["line"] = line
    return view


@st.fragment
def picture() -> None:
    # The page's C is 1/λ, of losses that are summed; its last section compares with the mean.
    scene = replace(page.scene_of_address(DEFAULT, VIEW, say=True), risk="sum")
    view = view_of(scene)
    asked = live_element.live(
        "svm",
        scene,
        view={name: view[name] for name in ("line", "reveal", "tool", "show")},
        main=[margin_by_hand.item("A line by hand and the street it leaves free.")],
        side=[
            items.heading(
                "First by hand, then by proof",
                "Rings mark the points that stop your street. Then look how much wider the widest "
                "is, and who holds it. The points can be dragged too.",
            ),
            items.look(
                "reveal",
                "The widest street",
                {"hidden": "My street", "widest": "Show the widest street"},
            ),
            items.tools(),
            items.rate(),
        ],
        below=[
            *machine(),
            *who_and_why(),
            *two_roads(),
            *two_risks(),
            items.action("figure", "Open as a Plotly figure", "Zoom, hover, download"),
        ],
        alone={
            "main": soft_margin(),
            "side": [
                items.c_slider(),
                parts_of_the_price(),
                numbers(),
                challenges(CHALLENGES),
            ],
            "lead": "Drag C, the price of slack: how far an example lies on the wrong side of "
            "its margin line.",
        },
    )
    if asked.figure:
        downloads.figure_dialog(scene)
    live_element.after(asked, lambda: explanation(scene, view["line"], view["scale"]))


def machine() -> list[items.Item]:
    """The picture of the soft margin, with all that moves it beside it."""
    return [
        items.half(items.stack(
            items.heading(
                "From hard to soft",
                "C is the price of slack: how far an example lies on the wrong side of its margin "
                "line. Drag C, drag a point across, and watch who pays."),
            *soft_margin())),
        items.half(items.stack(
            items.c_slider(),
            parts_of_the_price(),
            certificate_endpoint.item("Whether a street without slack exists.") | {"words": True},
            challenges(CHALLENGES),
            *kernels(),
            items.switch("intercept", {"1": "with intercept b", "0": "without: f(0) = 0"}),
            items.crowd(ASIDE),
            numbers(),
            sklearn_comparison.item(),
            items.rate())),
    ]  # fmt: skip


def soft_margin() -> list[items.Item]:
    return [
        items.plane("The support vector machine over the plane.",
                   edit=True, kinds=True, slack=True),
        items.when(_marks("slack ξ, ξ/‖w‖ long"), kernel=["linear"]),
        items.when(_marks("slack ξ, upright, by the rule in the corner"),
                  kernel=["poly", "rbf", "own"]),
    ]  # fmt: skip


def _marks(slack: str) -> items.Item:
    return items.legend(positive="positive", negative="negative", zero="f(x) = 0",
                       margin="f(x) = ±1", free="on the margin, 0 < |α| < C",
                       held="inside, |α| = C", slack=slack)  # fmt: skip


def kernels() -> list[items.Item]:
    """The kernel of the machine: three with sliders and, by their formulas, others of the app."""
    own = [items.option(formula, label, kernel="own", tau="", degree="", c="")
           for label, formula in KERNELS.items()]  # fmt: skip
    return [
        items.options_of(
            "kernel",
            items.option("linear", "Linear", tau="", degree="", c="", formula=""),
            items.option("poly", "Polynomial", tau="", degree="2", c="1", formula=""),
            items.option("rbf", "RBF", tau="0.4", degree="", c="", formula="")),
        items.options_of("formula", *own) | {"shape": "kl-wrap", "lazy": True},
        items.link("is-it-a-kernel", "Build any other kernel, and bring it here"),
    ]  # fmt: skip


def parts_of_the_price() -> items.Item:
    return items.bars("What the objective is made of.", half_norm2="½‖w‖²", paid_slack="C Σ ξ")


def numbers() -> items.Item:
    return items.readouts(
        items.row("margin", "Margin", "number", "1/‖w‖"),
        items.row("slack_sum", "Slack", "number", "Σ ξ"),
        items.row("intercept", "Intercept", "number", "b"),
        items.row("bracket", "Room for b", "number", "as good as any", optional="1"),
        *items.basic_rows(),
    )


def who_and_why() -> list[items.Item]:
    """Three things to try with the picture above."""
    return [
        items.half(items.heading(
            "Who holds the street?",
            "Erase an example without ring or square, or drag it about behind its own margin line: "
            "nothing moves, for its α is 0. Drag one that wears a ring, and the street follows.")),
        items.half(items.heading(
            "Why b?",
            "Choose the linear kernel and take b away: about 0 little changes. Now push all points "
            "to one side; the unseen ones, on which it is judged, go along. Every line without b "
            "goes through 0 and cannot follow.")),
    ]  # fmt: skip


def two_roads() -> list[items.Item]:
    return [
        items.heading(
            "Two roads, one answer",
            "The hinge form min Σ[1 − y f(x)]₊ + (λ/2)‖w‖² and the constrained form "
            "min ½‖w‖² + C\u00a0Σ\u00a0ξ are the same problem with λ = 1/C. Here each is solved by "
            "its own method; the gap between primal and dual proves how far each has come."),
        certificate_endpoint.item("Two solvers against their iterations."),
    ]  # fmt: skip


def two_risks() -> list[items.Item]:
    """The same λ with summed and with averaged losses, side by side (E2)."""
    row = []
    for risk, title, C in (("sum", "Summed (000 § 6)", "1/λ"),
                           ("mean", "Averaged (000 § 5)", "1/(λm)")):  # fmt: skip
        plane = items.plane(f"Losses {title.lower()}.", title=title, kinds=True, small=True)
        numbers = items.readouts(
            items.row("C", "C", "number", C),
            items.row("support", "Support vectors", "count"),
            items.row("margin", "Margin", "number", "1/‖w‖"),
        )
        row += [items.of(plane, risk=risk), items.of(numbers, risk=risk)]
    return [
        items.half(items.heading(
            "One λ, two streets",
            "The notes add the losses up in one section and average them in another, with the "
            "same λ. At λ = 1/m the average has C = 1 and the sum C = m. Move λ: the two agree "
            "only where it is so small that neither pays any slack.")),
        items.half(items.lam_slider()),
        items.four(*row),
    ]  # fmt: skip


def explanation(scene: Scene, line: str, scale: str) -> None:
    st.header("The same line, other numbers", anchor=False)
    st.markdown(
        r"""
The distance of a point from the line is $|w^T x + b| / \|w\|$. Multiply $(w, b)$ by any number:
the line stays, and so do all distances. So we may choose the scale, and choose it such that the
smallest $y_i(w^T x_i + b)$ is 1; then the margin is $1/\|w\|$, and the widest street has the
smallest $\|w\|$. (001, margins)
"""
    )
    rescaling.element(scene, line, scale)
    st.header("Why", anchor=False)
    left, right = st.columns(2, gap="large")
    left.markdown(
        r"""
Where a line parts the classes, the widest street solves

$$
\min_{w, b}\ \tfrac12 \|w\|^2 \quad \text{where} \quad y_i(w^T \phi(x_i) + b) \ge 1
$$

Drag one point across, and no $(w, b)$ keeps all these promises. So each example may buy slack
$\xi_i \ge 0$ at the price $C$ (001, soft margin):

$$
\begin{aligned}
\min_{w, b, \xi}\ & \tfrac12 \|w\|^2 + C \textstyle\sum_i \xi_i \\
\text{where}\ & y_i(w^T \phi(x_i) + b) \ge 1 - \xi_i
\end{aligned}
$$

The cheapest slack is $\xi_i = [1 - y_i f(x_i)]_+$, the hinge loss. Put it in and divide by $C$:
what is left is the regularised risk with $\lambda = 1/C$: a linear model with
$\ell_2$-regularised hinge loss. (000, section 5; 001)
"""
    )
    right.markdown(
        r"""
The solution is $w = \sum_i \alpha_i \phi(x_i)$ with $0 \le y_i \alpha_i \le C$, and an example
tells by its $\alpha$ where it stands:

| mark | weight | place |
| --- | --- | --- |
| none | $\alpha_i = 0$ | beyond the margin, $y_i f(x_i) \ge 1$ |
| ring | $0 < y_i \alpha_i < C$ | on the margin, $y_i f(x_i) = 1$ |
| square | $y_i \alpha_i = C$ | inside or wrong, $y_i f(x_i) \le 1$ |

Take an example of the first row away: what is left still meets all conditions, so it is still the
optimum. Only $K(x, z) = \phi(x)^T \phi(z)$ enters, so all this holds for every kernel. With $b$
the weights balance, $\sum_i \alpha_i = 0$, and $b$ itself costs nothing: the street may lie
anywhere. (000, Theorem 2.1; 001)
"""
    )
    downloads.section("svm", scene)


opening(
    "Which line leaves the widest street?",
    "Drag the two handles: part the crosses from the circles with the widest street you can.",
    page.scene_of_address(DEFAULT, VIEW),
    (
        "data",
        "m",
        "noise",
        "seed",
        "features",
        "classes",
        "kernel",
        "tau",
        "degree",
        "c",
        "intercept",
    ),
)
picture()
ending("svm")
