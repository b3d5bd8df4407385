"""SVM: the widest street, from hard to soft, and who holds it (rows S1 to S8, E2)."""

import streamlit as st

from lab import first, live, page, rescale, street, take_away
from lab.challenges import Challenge, Option, challenges
from lab.scene import Scene, SceneError

DEFAULT = first.SVM
VIEW = {"line": "", "reveal": "hidden", "tool": "move", "show": "fit", "scale": "1"}
ASIDE = (0.65, 0.5)  # brings the first scene's circles over 0; all points but one stay in view

CHALLENGES = (
    Challenge(
        question="You make slack dearer and dearer. How many examples end up holding the street?",
        options=(
            Option("all of them", (("support", ">=", 20),)),
            Option("a few", (("support", "<=", 4),)),
        ),
        goal="Move C until at most three examples are support vectors and no slack is paid.",
        conditions=(("support", "<=", 3), ("slack_sum", "<=", 1e-6)),
        why="The widest street rests on the few examples that touch it. The others could leave "
        "or move about behind it, and nothing would change.",
    ),
    Challenge(
        question="Now make slack cheap. What happens to the street?",
        options=(
            Option("it gets wider", (("margin", ">=", 1),)),
            Option("it gets narrower", (("margin", "<=", 0.4),)),
        ),
        goal="Find a C whose street reaches at least 1.2 to each side.",
        conditions=(("margin", ">=", 1.2),),
        why="½‖w‖² is then the larger part of the bill, so w shrinks and 1/‖w‖ grows. Examples "
        "inside the street pay slack, each at most α = C.",
    ),
    Challenge(
        question="Push one cross deep among the circles. Can C still bring the slack to zero?",
        options=(
            Option("yes", (("slack_sum", "<=", 1e-6),)),
            Option("no", (("slack_sum", ">=", 1),)),
        ),
        goal="Drag a point across, and make slack as dear as you can: C at least 1,000, with slack "
        "of 1 or more left.",
        conditions=(("C", ">=", 1000), ("slack_sum", ">=", 1)),
        why="No line parts these points, so some slack stays whatever it costs. The first picture "
        "shows the proof: one place that is a mix of either class.",
    ),
)


def view_of(scene: Scene) -> dict[str, str]:
    """How the picture is shown; a line that can't be drawn is told in words, and not drawn."""
    line = street.first_line(scene)
    view = page.view_of_address(VIEW | {"line": line})
    try:
        street.read_line(view["line"])
    except SceneError as error:
        st.warning(page.plain(str(error)))
        view["line"] = line
    return view


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, VIEW, say=True)
    view = view_of(scene)
    asked = live.live(
        "svm",
        scene,
        view={name: view[name] for name in ("line", "reveal", "tool", "show")},
        main=[live.street("A line by hand and the street it leaves free.")],
        side=[
            live.heading(
                "Drag the two handles",
                "Part the crosses from the circles with the widest street you can. The points can "
                "be dragged too."),
            live.look("reveal", "The widest street", {
                "hidden": "My street", "widest": "Show the widest street"}),
            live.tools(),
            live.crowd(ASIDE),
            live.rate(),
            challenges(CHALLENGES),
        ],
        below=[
            live.half(live.heading(
                "From hard to soft",
                "C is the price of slack: how far an example lies on the wrong side of its margin "
                "line. Drag C, drag a point across, and watch who pays.")),
            live.half(live.stack(live.c_slider(), live.switch("intercept", {
                "1": "with intercept b", "0": "without: f(0) = 0"}))),
            live.half(live.plane("The support vector machine over the plane.",
                                 edit=True, kinds=True, slack=True)),
            live.half(live.stack(
                live.bars("What the objective is made of.",
                          half_norm2="½‖w‖²", paid_slack="C Σ ξ"),
                live.readouts(
                    live.row("margin", "Margin", "number", "1/‖w‖"),
                    live.row("slack_sum", "Slack", "number", "Σ ξ"),
                    live.row("intercept", "Intercept", "number", "b"),
                    live.row("bracket", "Room for b", "number", "as good as any"),
                    *live.basic_rows()),
                live.legend(positive="positive", negative="negative", zero="f(x) = 0",
                            margin="f(x) = ±1", free="on the margin, 0 < α < C",
                            held="inside, α = C", slack="slack ξ"),
            )),
            live.heading(
                "Try this",
                "Drag an example that wears neither ring nor square: the gap stays closed and "
                "nothing moves. Drag one that does, and the street follows. Take b away: with the "
                "points about 0 little changes. Now push all points to one side: the line must "
                "pass through 0 and cannot follow. Choose another kernel under “Data and kernel”: "
                "margins, rings and slack keep their meaning in feature space."),
            live.heading(
                "Two roads, one answer",
                "The hinge form min Σ[1 − y f(x)]₊ + (λ/2)‖w‖² and the constrained form "
                "min ½‖w‖² + C Σ ξ are the same problem with λ = 1/C. Here each is solved by its "
                "own method; the gap between primal and dual proves how far each has come."),
            live.proof("The duality gap of two solvers against their iterations."),
            live.action("figure", "Open as a Plotly figure", "Zoom, hover, download"),
        ],
    )  # fmt: skip
    if asked.figure:
        take_away.figure_dialog(scene)
    live.after(asked, lambda: explanation(scene, view["line"], view["scale"]))


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
    rescale.element(scene, line, scale)
    st.header("Take it with you", anchor=False)
    take_away.code(scene)


left, right = st.columns([6, 1], vertical_alignment="bottom")
with left:
    page.question(
        "Which line leaves the widest street?",
        "A linear model with ℓ₂-regularised hinge loss: first by hand, then by proof.",
    )
with right, st.popover("Data and kernel", width="stretch"):
    page.controls(
        page.scene_of_address(DEFAULT, VIEW),
        ("data", "m", "noise", "seed", "features", "classes", "kernel", "tau", "degree", "c",
         "intercept"),
    )  # fmt: skip
picture()
page.go_on("losses.py", "Back to the losses: what should a mistake cost?")
