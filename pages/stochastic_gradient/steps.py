"""The steps of the page on stochastic gradients."""

from lab.scene.fields import KERNEL_SLIDERS
from lab.scene.scene import Scene
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.stochastic_gradient import (
    gradient_variance,
    kernel_perceptron_element,
    linear_sgd_element,
    saddle_points,
)
from pages.stochastic_gradient.figure1 import figure1_element, measured_run, run_request
from pages.stochastic_gradient.figure1.run_request import Run
from pages.stochastic_gradient.gradient_methods import gd_sgd_newton_element

WORDS = {
    **figure1_element.VIEW,
    **linear_sgd_element.VIEW,
    **gd_sgd_newton_element.VIEW,
    **saddle_points.VIEW,
    **kernel_perceptron_element.VIEW,
    **gradient_variance.VIEW,
}

FIGURE_1 = r"""
**Stochastic gradient descent** draws an example $i$ at random, and takes the step
$\alpha \leftarrow \alpha - \eta_t\big[L'(K^{(i)T}\alpha, y_i) + m\lambda\alpha_i\big] K^{(i)}$ with
$\eta_t = c/\sqrt t$. The column $K^{(i)}$ holds the similarities of example $i$ to all examples. A
step changes each coefficient in proportion to its entry of this column (000, Figure 1). The
**optimum**, with the minimum risk, is not a result of these steps: a solver computes it beforehand.
Its duality gap bounds how much lower the risk of another $\alpha$ can be. The chart also
shows the risk of the mean of all $\alpha$ so far, not of the last $\alpha$ alone.
"""
MEAN = r"""
The gradient of $J_\lambda$ is a mean over all $m$ examples. The term of one example $i$ is

$$
\begin{aligned}
g_i &= L'\big(K^{(i)T}\alpha,\, y_i\big)\, K^{(i)} + m\lambda\, K^{(i)} \alpha_i \\
\frac{1}{m} \sum_{i=1}^m g_i &= \nabla J_\lambda(\alpha)
\end{aligned}
$$
"""
UNBIASED = r"""
Each $i$ is drawn with probability $1/m$, so the expectation of $g_i$ is this mean: the stochastic
gradient is **unbiased** (000 §4). The factor $m$ before $\lambda$ is needed for this, since
$K\alpha = \sum_i K^{(i)}\alpha_i$ is a sum, not a mean.
"""
SCATTER = r"""
The mean squared distance of the $g_i$ from $\nabla J_\lambda$ is the **variance** of one $g_i$,
$\frac{1}{m}\sum_i \|g_i - \nabla J_\lambda\|^2$. Here you see it for a growing number of points of
the same source, at $\alpha_i = y_i/m$ for every $i$. A gradient in $\alpha$ has $m$ entries, so the
variance and $\|\nabla J_\lambda\|^2$ are sums over $m$ entries. Their ratio depends on which points
were drawn. {ratio}
"""
PRICE = r"""
A step needs only one column of $K$; the full gradient needs all $m$. A smooth loss has an optimal
$\alpha$ with $L'(K^{(i)T}\alpha, y_i) + m\lambda\alpha_i = 0$ for every $i$; if $K$ is invertible,
no other $\alpha$ is optimal. At this $\alpha$ every $g_i$ is 0, and so is the variance.
"""
TWO_RULES = r"""
Both rules draw an example $(x_n, y_n)$, and add a multiple of $y_n x_n$ to $w$ (004):

$$
\begin{aligned}
\text{perceptron: } w &\leftarrow w + \mathbb{I}[\,y_n w^T x_n \le 0\,]\; y_n x_n \\
\text{logistic: } w &\leftarrow w + \eta\, g(-y_n w^T x_n)\; y_n x_n
\end{aligned}
$$

Here $\mathbb{I}$ is 1 if the condition is true, and 0 otherwise, and $g(z) = 1/(1 + e^{-z})$ is the
logistic function.
"""
BOUND = r"""
Both pictures use the same points in the same order, with $\eta = 1$. The dashed arrow is $w$ before
the step, the arrow at its tip is what the step adds. The perceptron changes $w$ only on a mistake.
If a line through $0$ separates the classes, let $\gamma$ be the widest margin of such a line and
$R$ the largest $\|x_n\|$. Then the perceptron makes at most $(R/\gamma)^2$ mistakes, in any order
of the points: the **mistake bound**. The thin lines of the chart show the mistakes in twenty other
orders.

Proof, with a unit vector $u$ such that $y_n u^Tx_n \ge \gamma$ for all $n$, and $w = 0$ at first. A
mistake has $y_n w^Tx_n \le 0$ and changes $w$ to $w' = w + y_nx_n$, so

$$
\begin{aligned}
u^Tw' &\ge u^Tw + \gamma \\
\|w'\|^2 &= \|w\|^2 + 2y_nw^Tx_n + \|x_n\|^2 \le \|w\|^2 + R^2
\end{aligned}
$$

After $k$ mistakes $k\gamma \le u^Tw \le \|w\| \le \sqrt{k}\,R$, so $k \le (R/\gamma)^2$.
"""
ONE_HILL = r"""
$F(w)$ is the logistic risk of 40 examples with a small penalty, a convex function of two
parameters. It is the mean of 40 terms $F_n(w)$, one for each example. Three methods minimise it
(004):

$$
\begin{aligned}
\text{GD: } w &\leftarrow w - \eta \nabla F(w) \\
\text{SGD: } w &\leftarrow w - \eta_t \nabla F_n(w) \\
\text{Newton: } w &\leftarrow w - \big(\nabla^2 F(w)\big)^{-1} \nabla F(w)
\end{aligned}
$$

GD and Newton’s method use all 40 examples for each step. SGD uses one, with
$\eta_t = 1/\sqrt t$.
"""
SAME_WORK = """
A step of GD costs 40 gradients of single examples, and a step of Newton’s method 40 gradients and
40 Hessians. A Hessian has two rows, each as long as a gradient, so it counts as two gradients: a
step of Newton’s method costs 120 gradients.
"""
FLAT = r"""
At a good saddle, such as that of $F = u^2 - v^2$, some direction has negative curvature: from a
start slightly off the ridge, the line $v = 0$, descent moves away from the saddle (004). At a bad
saddle no direction has negative curvature. On the line $u = 0$ the function $u^2 + v^3$ is above 0
for $v > 0$ and below 0 for $v < 0$, but near $v = 0$ it is very flat. From a start with
$0 < v < 1/(3\eta)$ descent converges slowly to the saddle and does not pass it. From a larger $v$
the first step jumps over $v = 0$.
"""
COUNTS = r"""
A perceptron changes only on a mistake (004), and then $\alpha_n \leftarrow \alpha_n + y_n$. So
$\alpha_n$ is $y_n$ times the number of mistakes on $x_n$. The picture shows $\alpha_n$ at the
point; a point without a number has $\alpha_n = 0$.
"""
TWO_FORMS = r"""
A perceptron with features $\phi(x)$ has two forms (004). On a mistake,

$$
\begin{aligned}
w &\leftarrow w + y_n \phi(x_n) \\
\text{or}\quad \alpha_n &\leftarrow \alpha_n + y_n, \\
w &= \sum_n \alpha_n \phi(x_n)
\end{aligned}
$$

In the second form $w^T\phi(x_n)$ is $\sum_j \alpha_j K(x_j, x_n)$: the test for a mistake needs the
kernel alone. Here each form follows its own rule, and the two are compared after every step.
"""


def run_of(scene: Scene, words: Words) -> Run:
    """Return the run of a scene with the settings in the words of an address."""
    values, _ = run_request.of_address(words)
    return Run.over(scene, **values)


def one_step(scene: Scene, words: Words) -> list[Picture]:
    return [figure1_element.run_picture(run_of(scene, words), words)]


def large_steps(scene: Scene, words: Words) -> list[Picture]:
    return [figure1_element.step_size_picture(run_of(scene, words), words)]


def of_losses(scene: Scene, words: Words) -> list[Picture]:
    return [figure1_element.losses_picture(run_of(scene, words), words)]


def average(scene: Scene, words: Words) -> list[Picture]:
    return [gradient_variance.average_picture(run_of(scene, words), words)]


def scatter(scene: Scene, words: Words) -> list[Picture]:
    return [gradient_variance.size_picture(scene, words["size"])]


def scatter_in_words(scene: Scene, words: Words) -> str:
    return SCATTER.replace("{ratio}", gradient_variance.ratio_in_words(scene))


def two_rules(scene: Scene, words: Words) -> list[Picture]:
    return [linear_sgd_element.picture(words)]


def gd_sgd_newton(scene: Scene, words: Words) -> list[Picture]:
    return [gd_sgd_newton_element.steps_picture(words)]


def equal_work(scene: Scene, words: Words) -> list[Picture]:
    return [gd_sgd_newton_element.budget_picture(words)]


def saddles(scene: Scene, words: Words) -> list[Picture]:
    return [saddle_points.picture(words)]


def clock(scene: Scene, words: Words) -> list[Picture]:
    return [gd_sgd_newton_element.times_picture(words)]


def counts(scene: Scene, words: Words) -> list[Picture]:
    return [kernel_perceptron_element.counts_picture(words)]


def forms(scene: Scene, words: Words) -> list[Picture]:
    return [kernel_perceptron_element.forms_picture(words)]


STEPS = (
    Step(
        "one-example", "One example a step", "Do single examples lead to the best function?",
        "Press Play. Each step draws one example, and adds a multiple of its column of K to α.",
        pictures=one_step, mathematics=(FIGURE_1,),
        formerly=("Can one example at a time find the best function?",),
        frame_heights=(980, 1530, 1000),
        measurement=measured_run.measured_picture("t", "lam", "eta", "draws", "edits"),
        old_names=("sgd",),
    ),
    Step(
        "bold-steps", "Step sizes that are too large", "When does a run diverge?",
        "The vertical axis is the risk of α after each step. Raise λ or c, and press Play.",
        pictures=large_steps, challenges=figure1_element.CHALLENGES[:1],
        formerly=("Steps too long", "When does a run leave all bounds?"),
        frame_heights=(500, 700, 450),
        measurement=measured_run.measured_picture("t", "lam", "eta", "draws"),
    ),
    Step(
        "on-average", "Unbiased gradients", "Why is the gradient of one example enough?",
        "Each example gives a noisy gradient. The first bars are the mean of n of these gradients, "
        "the second bars the full gradient, the mean over all examples. Drag n.",
        pictures=average, challenges=gradient_variance.CHALLENGES, mathematics=(MEAN, UNBIASED),
        formerly=(
            "One example for all", "Why may one example speak for all?",
            "One example speaks for all, on average",
        ),
        frame_heights=(480, 690, 460), old_names=("unbiased",),
    ),
    Step(
        "mistakes", "Two rules in w", "When does each rule stop changing w?",
        "Both rules get the same examples in the same order. Drag t: the arrow at the tip of the "
        "dashed one is what the step adds to w.",
        pictures=two_rules, challenges=linear_sgd_element.CHALLENGES,
        mathematics=(TWO_RULES, BOUND),
        formerly=(
            "Right or wrong: the perceptron and its mistakes",
            "Does a rule that is right still move?",
        ),
        frame_heights=(660, 1610, 760), old_names=("linear",),
    ),
    Step(
        "three-ways", "GD, SGD and Newton", "Which method converges first, counted in steps?",
        "For each step gradient descent (GD) uses all examples, and its stochastic form (SGD) only "
        "one. Newton’s method uses all examples, and also the curvature. Drag t.",
        pictures=gd_sgd_newton, challenges=gd_sgd_newton_element.STEP_CHALLENGES,
        mathematics=(ONE_HILL,),
        formerly=(
            "Which converges first, counted in steps?",
            "Three ways down", "Three ways down one hill", "Who is down first, counted in steps?",
        ),
        frame_heights=(650, 1040, 830), old_names=("three",),
    ),
    Step(
        "which-loss", "Steps near the optimum",
        "With which loss do the steps shrink even if η is constant?",
        "Choose another loss for the same run. Press Play, and see how far the risk stays above "
        "the minimum risk.",
        depth="deeper", pictures=of_losses, challenges=figure1_element.CHALLENGES[1:],
        formerly=(
            "Which loss comes to rest", "Whose steps fade out by themselves?",
            "With which loss do the steps get smaller?",
        ),
        frame_heights=(510, 850, 450),
        measurement=measured_run.measured_picture("t", *KERNEL_SLIDERS, "loss", "draws"),
    ),
    Step(
        "scatter", "Variance of the gradient", "How far from ∇J is the gradient of one example?",
        "The mean of the stochastic gradients is ∇J, but a single one can be far from ∇J. Drag m, "
        "the number of points.",
        depth="deeper", pictures=scatter, tables=scatter_in_words, mathematics=(PRICE,),
        formerly=("How rough one is",),
        frame_heights=(310, 440, 290),
    ),
    Step(
        "same-work", "The same work for all", "Which method has the lowest risk for the same work?",
        "Counted in steps, SGD is slow, but its steps are cheap. Drag b, the work that each method "
        "may use.",
        depth="deeper", pictures=equal_work, challenges=gd_sgd_newton_element.BUDGET_CHALLENGES,
        mathematics=(SAME_WORK,),
        formerly=(
            "Which method is lowest for the same work?", "Which is lowest for the same work?",
            "Who is lowest for the same work?",
        ),
        frame_heights=(570, 950, 680), old_names=("budget",),
    ),
    Step(
        "by-the-clock", "Measured time", "Which method is fastest in measured time?",
        "How long does each method take to come within 1\u00a0% of the minimum risk? Choose the "
        "start: the table has the steps, gradients and Hessians, and the time on one computer.",
        depth="deeper", pictures=clock, mathematics=(gd_sgd_newton_element.step_times,),
        formerly=(
            "Which is fastest in measured time?",
            "By the clock", "Who is there first by the clock?",
        ),
        frame_heights=(350, 380, 330), old_names=("times",),
    ),
    Step(
        "saddles", "Saddles", "Is a point with gradient 0 a minimum?",
        "For a convex function, yes. Otherwise it may be a saddle, where descent can stop although "
        "the function decreases in some direction.",
        depth="deeper", pictures=saddles, challenges=saddle_points.CHALLENGES, mathematics=(FLAT,),
        formerly=(
            "Aside: where no slope is no bottom", "Is a place without slope the bottom?",
            "Is a place with gradient 0 a minimum?",
        ),
        frame_heights=(650, 930, 780), old_names=("saddle",),
    ),
    Step(
        "count-mistakes", "Numbers on points", "What does the number on a point count?",
        "Press Play. On some of the points a number αₙ appears, with the sign of the label yₙ.",
        depth="deeper", pictures=counts, challenges=kernel_perceptron_element.COUNT_CHALLENGES,
        mathematics=(COUNTS,), formerly=(
            "Count the mistakes, and you have α",
            "Can the mistakes alone be the answer?",
        ),
        frame_heights=(650, 920, 760), old_names=("perceptrons",),
    ),
    Step(
        "two-forms", "Updates of w and of α", "Does α need w?",
        "Each bar chart follows its own rule: w adds features, α counts mistakes. Drag t, and "
        "compare the values of both forms at the example that is drawn.",
        depth="deeper", pictures=forms, challenges=kernel_perceptron_element.FORM_CHALLENGES,
        mathematics=(TWO_FORMS,), formerly=("Two forms of one rule",),
        frame_heights=(610, 770, 540), old_names=("forms",),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
