"""The steps of the page on the representer theorem."""

from lab.course.page_declaration import Word
from lab.scene.fields import KERNEL_SLIDERS
from lab.scene.scene import Scene, SceneError
from lab.ui.steps.formulas import markdown
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.representer_theorem import (
    bumps,
    gram_editor,
    non_unique_alpha,
    off_span_component,
    off_span_excess,
)
from pages.representer_theorem.challenges import FALLING, PULLED, SILENT, VANISHED, WIDE
from pages.representer_theorem.primal_and_dual import (
    primal_dual_timing,
    primal_vs_dual,
    push_through_identity,
)


def sum_of_bumps(scene: Scene, words: Words) -> list[Picture]:
    return [bumps.sum_of_bumps()]


def zero_coefficients(scene: Scene, words: Words) -> list[Picture]:
    return [bumps.zero_coefficients()]


def off_span(scene: Scene, words: Words) -> list[Picture]:
    return [off_span_component.picture(words)]


def slopes(scene: Scene, words: Words) -> list[Picture]:
    return [bumps.slopes()]


def off_span_draws(scene: Scene, words: Words) -> list[Picture]:
    return [off_span_excess.picture(words)]


def primal_and_dual(scene: Scene, words: Words) -> list[Picture]:
    return [primal_vs_dual.picture(words["power"], words["road_loss"])]


def timing(scene: Scene, words: Words) -> list[Picture]:
    return [primal_dual_timing.picture(words["clock"])]


def identity(scene: Scene, words: Words) -> list[Picture]:
    return [push_through_identity.picture(features(words)[0], words["ridge"])]


def non_unique(scene: Scene, words: Words) -> list[Picture]:
    return [non_unique_alpha.picture(words["walk"], words["way"])]


def gram(scene: Scene, words: Words) -> list[Picture]:
    return [gram_editor.picture(features(words)[0])]


def gram_table(scene: Scene, words: Words) -> list[Picture]:
    return [gram_editor.table_picture(features(words)[0], gram_editor.known_of(words))]


def missing_factor(scene: Scene, words: Words) -> list[Picture]:
    return [bumps.missing_factor()]


def features(words: Words) -> tuple[str, str]:
    """The Φ of the address, and what is wrong with it; then the notes' example stands in."""
    try:
        return gram_editor.first(words), ""
    except SceneError as error:
        return gram_editor.first({}), f"{error} The notes’ example is shown instead."


def proofs(words: Words) -> None:
    """Theorems 2.1 and A.1, step by step."""
    from pages.representer_theorem.proofs import gradient_proof, proof_steps, span_proof

    walks = {"2.1": gradient_proof.walk(), "A.1": span_proof.walk()}
    proof_steps.element(walks, words["proof"], words["proof_step"])


PROOF = {"proof": "2.1", "proof_step": Word(stops=(1, 8))}
SUM = r"""
The **representer theorem**: whatever the loss, as long as it is convex, the function with the least
sum of loss and penalty is a sum of bumps, one for each example,

$$
f(x) = \sum_{i=1}^m \alpha_i K(x_i, x)
$$

Point at an example: its point, its bump, its weight and its row and column of $K$ light up in all
pictures. (000, Theorem 2.1)
"""
SPAN = r"""
The index below is an axis, as in $x_1$; so example $i$ is written $x^{(i)}$. The predictions
$\theta^T x^{(i)}$ stay, digit for digit, for $u^T x^{(i)} = 0$. Only the length
grows with $|t|$, and the price of it, $r(\|\theta\|)$, is never below that of $t = 0$, for every
$r$ that does not fall. (000, Theorem A.1; here with the logistic loss and $\lambda = 0.25$)
"""
DRAWS = r"""
Ten examples in $\mathbb{R}^{50}$ leave forty directions to waste. Draw $\theta$ at random, take its
part $\theta^{(\alpha)}$ in the span, and compare $J_r(\theta) = \frac{1}{m} \sum_i L(\theta^T
x^{(i)}, y^{(i)}) + r(\|\theta\|)$ for the two. Try another loss: the picture stays, for both pay
the same.
"""
ROADS = (
    r"""
Where the features can be written out, as those of the polynomial kernel can, there is a choice:
look for $\theta$, one number for each of
the $p$ features, or for $\alpha$, one for each of the $m$ points. Both problems are solved here,
each by its own method. The function that comes out is one and the same, and so is

$$
\begin{aligned} J_\lambda(\theta) &= \frac{1}{m} \sum_i L(\theta^T \phi(x_i), y_i) +
\frac{\lambda}{2} \|\theta\|^2 \\ = J_\lambda(\alpha) &= \frac{1}{m} \sum_i
L(K_i^T \alpha, y_i) + \frac{\lambda}{2} \alpha^T K \alpha. \end{aligned}
$$
"""
    rf"""
(000 §3 and equation (2); here $m = {primal_vs_dual.POINTS}$ and
$\lambda = {primal_vs_dual.LAM:g}$.)
"""
)
RACE = r"""
Ridge regression over $\theta$ solves a system of $p$ equations, over $\alpha$ one of $m$. A
prediction is a sum of $p$ products $\theta_j \phi_j(x)$, or of $m$ products $\alpha_i K(x_i, x)$.
Counted in multiplications, the smaller number wins, and the lines cross where $m = p$. (001,
comparing two solutions) A clock also counts what the machine does besides.
"""
AT_HAND = r"""
The lines for predicting begin where $\phi(x)$, or all the $K(x_i, x)$, are at hand. What those cost
depends on the kernel: that is where the kernel trick pays.
"""
IDENTITY = r"""
Multiplied by $y$, both matrices give ridge's $w^*$. The first one comes from a $p$ by $p$ system,
the second from an $m$ by $m$ system, and they are equal for every $\lambda > 0$, because
$\Phi^T(\Phi\Phi^T + \lambda I) = (\Phi^T\Phi + \lambda I)\Phi^T$. The $I$ on either side is not
of one size. $\Phi$ is the matrix that you can edit under “Gram against covariance”.
"""
TWINS = r"""
Here points 2 and 5 are one and the same, so two rows of $K$ are equal and $K$ is singular: there is
a $v \ne 0$ with $Kv = 0$. Walk along it: one twin takes what the other gives.
"""
NULL = r"""
The risk sees $\alpha$ only through $K\alpha$ and $\alpha^T K \alpha$, and neither notices $v$. So
every $\alpha + tv$ is a minimiser. But $\|\Phi^T v\|^2 = v^T K v = 0$, so $w^* = \Phi^T(\alpha +
tv)$ stays: other minimisers, yes; another $w^*$, no. In another direction $v^T K v > 0$, and the
risk rises. (001, solving for $\alpha$, step 2)
"""
MATRICES = r"""
The Gram matrix $\Phi\Phi^T$ compares points, the covariance matrix $\Phi^T\Phi$ compares features.
$\Phi$ begins as the example of note 001, whose $K$ you can check by hand.
"""

STEPS = (
    Step(
        "bumps", "A sum of bumps", "What does the best function look like?",
        "A sum of bumps, each on an example. Point at one; then drag a slider.",
        pictures=sum_of_bumps, challenges=(VANISHED, FALLING, WIDE), mathematics=(SUM,),
        sliders=("lam", *KERNEL_SLIDERS), frame_heights=(1040, 1080, 560),
    ),
    Step(
        "silent", "Which αᵢ are 0", "Which αᵢ are 0?",
        "Choose another loss, and count the bars that are left. An example without one could be "
        "left out.",
        pictures=zero_coefficients, challenges=(SILENT, PULLED),
        formerly=("Who carries a bump",),
        sliders=("lam",), frame_heights=(720, 780, 590),
    ),
    Step(
        "wasted", "Leaving the span", "Can θ gain by leaving the span?",
        "Two examples in space span a plane. Take weights θ⁽ᵅ⁾ in that plane, for f(x) = θᵀx, and "
        "add t times u, at a right angle to both: θ = θ⁽ᵅ⁾ + tu. Drag t.",
        pictures=off_span, challenges=off_span_component.CHALLENGES, mathematics=(SPAN,),
        formerly=("Anything else is wasted",),
        sliders=("t",), frame_heights=(560, 820, 500),
    ),
    Step(
        "slopes", "The height of each bump", "How high is each bump?",
        "Its height grows with the slope of the loss at its example. Change the loss or λ: all "
        "points stay on the diagonal, and all bars cross it.",
        pictures=slopes, mathematics=(markdown(bumps.SLOPES),),
        formerly=("The slopes hold the norm", "Why each bump is as high as it is"),
        sliders=("lam",), frame_heights=(410, 400, 320), old_names=("bumps/1",),
    ),
    Step(
        "fifty-features", "The same with fifty features", "Does it hold with many features?",
        "The same with fifty features: each draw is a θ, and the picture shows how much larger "
        "its penalty is than that of its part in the span.",
        depth="deeper", pictures=off_span_draws, mathematics=(DRAWS,),
        sliders=("draws",), frame_heights=(580, 600, 510), old_names=("regret",),
    ),
    Step(
        "proofs", "The proofs, step by step", "How is it proved?",
        "Two proofs, one short step at a time. Each step lights up its part of the picture.",
        depth="deeper", drawn=proofs, apart=tuple(PROOF),
        sliders=("proof_step",), frame_heights=(1010, 1050, 480), old_names=("proof-gradient",),
    ),
    Step(
        "roads", "Optimise θ or α", "Optimise over θ or over α?",
        "Raise the degree: θ grows, α does not. The function that comes out is one and the same.",
        depth="deeper", pictures=primal_and_dual, challenges=primal_vs_dual.CHALLENGES,
        mathematics=(ROADS,), formerly=("Two roads to the same risk",),
        sliders=("power",), frame_heights=(670, 840, 570),
    ),
    Step(
        "race", "The cost of θ and of α", "Which costs less, θ or α?",
        "The work over θ grows with the features, the work over α with the points.",
        depth="deeper", pictures=timing, mathematics=(RACE, AT_HAND),
        formerly=("Which road is shorter?", "Which road is shorter"),
        frame_heights=(480, 520, 320),
    ),
    Step(
        "identity", "The identity behind it", "Why do both have the same solution?",
        "Drag λ: the two matrices change, and stay equal.",
        depth="deeper", pictures=identity, mathematics=(IDENTITY,),
        sliders=("ridge",), frame_heights=(400, 370, 300),
    ),
    Step(
        "others", "Other minimisers?", "Are there other minimisers α, and other w*?",
        "Two of these points are the same. Drag t, and give one twin what the other loses.",
        depth="deeper", pictures=non_unique, challenges=non_unique_alpha.CHALLENGES,
        mathematics=(TWINS, NULL),
        sliders=("walk",), frame_heights=(810, 980, 680),
    ),
    Step(
        "gram", "Gram against covariance", "What do ΦΦᵀ and ΦᵀΦ share?",
        "Write your own features: each cell takes a number, and both matrices follow.",
        depth="deeper", pictures=gram, challenges=gram_editor.CHALLENGES,
        mathematics=(MATRICES,),
        frame_heights=(720, 870, 490),
    ),
    Step(
        "gram-table", "A table to fill in", "How do they differ?",
        "Say each answer to yourself before you reveal it. The numbers are those of the Φ under "
        "“Gram against covariance”.",
        depth="deeper", pictures=gram_table,
        frame_heights=(450, 470, 380),
    ),
    Step(
        "lost-factor", "Where the notes slip", "Where did the 1/m go?",
        "Take the 1/m away, as 000 prints it, and see where the points lie.",
        depth="notes", pictures=missing_factor, mathematics=(markdown(bumps.LOST),),
        frame_heights=(300, 390, 300),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
