"""Stochastic gradient: learning one example at a time (rows T1 to T5)."""

import streamlit as st

from lab.export import downloads
from lab.export.scripts import with_scikit_learn
from lab.scene.scene import Scene, SceneError, replace
from lab.ui import empty_sample, live_element, page
from lab.ui.page_header_footer import ending, opening
from pages.stochastic_gradient import figure1_element as run
from pages.stochastic_gradient import (
    gradient_variance,
    kernel_perceptron_element,
    linear_sgd_element,
    run_request,
    saddle_points,
    scripts,
)
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.gradient_methods import gd_sgd_newton_element

BELOW = {
    **linear_sgd_element.VIEW,
    **gd_sgd_newton_element.VIEW,
    **saddle_points.VIEW,
    **kernel_perceptron_element.VIEW,
}
VIEW = {**BELOW, **run.VIEW, **gradient_variance.VIEW}
SAMPLE = ("data", "m", "noise", "seed", "features", "classes")
KERNEL = ("kernel", "degree", "c")
SHOWN = "sgd-shown"  # in the session's state: the run that every section shows

MEAN = r"""
$J_\lambda$ is a mean over all $m$ examples, and so is its gradient. Draw one $i$ and keep its part:

$$
g_i = \mathcal{L}'\big(K^{(i)T}\alpha,\, y^{(i)}\big)\, K^{(i)} + m\lambda\, K^{(i)} \alpha_i,
\qquad \frac{1}{m} \sum_{i=1}^m g_i = \nabla J_\lambda(\alpha)
$$

Each $i$ is drawn with probability $1/m$, so that mean is what a step takes on average: the
stochastic gradient is **unbiased** (000 §4). The factor $m$ before $\lambda$ is there for this, for
$K\alpha = \sum_i K^{(i)}\alpha_i$ is a sum and no mean. Drag $n$ and watch the last digits.
"""
SCATTER = r"""
Right on average is not the same as right. One $g_i$ misses $\nabla J_\lambda$ by its **variance**,
$\frac{1}{m}\sum_i \|g_i - \nabla J_\lambda\|^2$. Here it is for more and more points of the same
source, at the $\alpha$ whose every $\alpha_i$ is $y^{(i)}/m$. A gradient in $\alpha$ has $m$
entries, so with very many points both grow in proportion to $m$, and their ratio settles. With few
it depends on which points were drawn. {ratio} What a step costs is certain: one column of $K$,
where the full gradient needs all $m$. At the optimum of a smooth loss,
$\mathcal{L}'_i + m\lambda\alpha_i = 0$ for every $i$, and even the variance is gone.
"""

TWO_RULES = r"""
Now in $w$, on points that a line through $0$ parts. Draw $(x_n, y_n)$, and add a multiple of
$y_n x_n$ to $w$ (004):

$$
w \leftarrow w + \begin{cases}
\mathbb{I}[\,y_n w^T x_n \le 0\,]\; y_n x_n & \text{(perceptron)} \\
\eta\, \sigma(-y_n w^T x_n)\; y_n x_n & \text{(logistic regression)}
\end{cases}
$$

Both pictures get the same points in the same order, with $\eta = 1$. The dashed arrow is $w$ before
the step, the teal one is what the step adds. The perceptron moves only after a mistake. With
$\gamma$ the widest margin of a line through $0$ and $R$ the longest $\|x_n\|$, it makes at most
$(R/\gamma)^2$ mistakes, in whatever order the points come. The thin lines are twenty other orders.
"""
ONE_HILL = r"""
One convex problem in two parameters: the logistic risk $F(w)$ of 40 examples, with a small penalty.
Three ways down (004):

$$
\text{GD: } w \leftarrow w - \eta \nabla F(w), \qquad
\text{SGD: } w \leftarrow w - \eta_t \nabla F_n(w), \qquad
\text{Newton: } w \leftarrow w - \big(\nabla^2 F(w)\big)^{-1} \nabla F(w)
$$

GD and Newton look at all 40 examples before they move, SGD at one.
"""
SAME_WORK = """
Counted in steps, SGD looks slow. But a step of GD costs 40 gradients of single examples, and a
step of Newton 40 gradients and 40 Hessians. A Hessian has a row for each of the two parameters, as
long as a gradient, so it is billed as two of them: a step of Newton costs 120. Here all three have
the same work to spend. What a computer makes of it in time stands in the table below the picture.
"""
FLAT = r"""
On a convex hill, a place without slope is the bottom. Elsewhere it may be a **saddle**, where
gradient descent can come to rest though there is a way down (004). At a good saddle, as of
$u^2 - v^2$, $F$ curves down in some direction: a start a hair beside the ridge slides off. At a bad
one it curves down in none. $u^2 + v^3$ rises for $v > 0$ and falls for $v < 0$, but at $v = 0$ it
is so flat that descent from above creeps towards the saddle, and does not get past it.
"""
TWO_FORMS = r"""
A perceptron with features $\phi(x)$ has two forms (004). On a mistake,

$$
w \leftarrow w + y_n \phi(x_n) \qquad\text{or}\qquad \alpha_n \leftarrow \alpha_n + y_n,
\qquad w = \sum_n \alpha_n \phi(x_n)
$$

So $\alpha_n$ is $y_n$ times the number of mistakes on $x_n$. It is the whole number that stands on
the point; where none stands it is 0. Here each form runs by its own rule, and they are compared
after every step.
"""


@st.fragment
def figure_one() -> None:
    """Figure 1 of 000, step by step (T1)."""
    own, trouble = run_request.of_address(st.query_params)
    scene = scene_here(say=True)
    if trouble:
        st.warning("  \n".join(map(page.plain, trouble)))
    asked = run.element(run_request.Run(scene, **own), page.view_of_address(run.VIEW))
    if live_element.rest_is_due() and st.session_state.get(SHOWN) != known():
        st.rerun()  # the other sections follow
    live_element.then_rest(asked)


def known() -> str:
    """What all sections share: the run, whichever of its steps is looked at."""
    return run_here().at("step", 0).query()


def run_here() -> run_request.Run:
    """The run that the address names."""
    own, _ = run_request.of_address(st.query_params)
    return run_request.Run(scene_here(), **own)


def scene_here(say: bool = False) -> Scene:
    """The scene that the address names, as Figure 1 has it."""
    scene = page.scene_of_address(DEFAULT, (*VIEW, *run_request.OWN), say=say)
    scene = empty_sample.with_points(scene, say=say)
    try:
        return run_request.of_the_page(scene)
    except SceneError as error:
        if say:
            st.warning(page.plain(f"{error} You see {run_request.MOST}."))
        return run_request.of_the_page(replace(scene, m=run_request.MOST))


@st.fragment
def unbiased() -> None:
    """The mean of the stochastic gradients is the full one, and how widely they scatter (T2)."""
    here, view = run_here(), page.view_of_address(gradient_variance.VIEW)
    st.markdown(MEAN)
    gradient_variance.average_element(here, view)
    st.markdown(SCATTER.replace("{ratio}", gradient_variance.ratio_in_words(here.scene)))
    gradient_variance.size_element(here.scene, view["size"])


@st.fragment
def in_w() -> None:
    """The perceptron and logistic SGD in w (T3)."""
    st.markdown(TWO_RULES)
    linear_sgd_element.element(page.view_of_address(linear_sgd_element.VIEW))


@st.fragment
def three_methods() -> None:
    """Gradient descent, SGD and Newton on one problem (T4)."""
    st.markdown(ONE_HILL)
    view = page.view_of_address(gd_sgd_newton_element.VIEW)
    gd_sgd_newton_element.element(view)
    st.markdown(SAME_WORK)
    gd_sgd_newton_element.budget_element(view)
    st.subheader("Aside: where no slope is no bottom", anchor=False)
    st.markdown(FLAT)
    saddle_points.element(page.view_of_address(saddle_points.VIEW))


@st.fragment
def perceptron() -> None:
    """The kernel perceptron: α and w side by side (T5)."""
    st.markdown(TWO_FORMS)
    kernel_perceptron_element.element(page.view_of_address(kernel_perceptron_element.VIEW))


@st.fragment
def take() -> None:
    """The run in code, the optimum that it comes near, and what else can be taken along."""
    downloads.section("stochastic_gradient", scripts=named(run_here()),
                      again=lambda query: named(run_request.read_request(query).scene))  # fmt: skip


def named(run: run_request.Run) -> dict[str, str]:
    ours, printed = scripts.scripts(run)
    optimum = with_scikit_learn(run.scene)
    return {"kernel_core": ours, "Figure 1, line by line": printed, "scikit-learn": optimum}


def rest() -> None:
    """What lies below the first picture: it comes once that is there."""
    st.header("One example speaks for all, on average", anchor=False)
    unbiased()
    st.header("Right or wrong: the perceptron and its mistakes", anchor=False)
    in_w()
    st.header("Three ways down one hill", anchor=False)
    three_methods()
    st.header("Count the mistakes, and you have α", anchor=False)
    perceptron()
    take()


st.session_state[SHOWN] = known()
opening(
    "Can one example at a time find the best function?",
    "Press Play. Each step draws one example, and moves α a little.",
    scene_here(),
    (*SAMPLE, *KERNEL),
)
figure_one()
if live_element.rest_is_due():
    rest()
ending("stochastic_gradient")
