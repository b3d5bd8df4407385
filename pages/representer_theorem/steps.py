"""The steps of the page on the representer theorem."""

from collections.abc import Callable

from lab.course.page_declaration import Word
from lab.scene.scene import Scene, SceneError
from lab.ui.steps.formulas import markdown
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.representer_theorem import (
    bumps,
    gram_editor,
    hypotheses,
    non_unique_alpha,
    off_span_component,
    off_span_excess,
    outside_bump,
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


def outside_the_span(scene: Scene, words: Words) -> list[Picture]:
    return [outside_bump.picture(words)]


def off_span(scene: Scene, words: Words) -> list[Picture]:
    return [off_span_component.picture(words)]


def slopes(scene: Scene, words: Words) -> list[Picture]:
    return [bumps.slopes()]


def with_hypotheses(scene: Scene, words: Words) -> list[Picture]:
    return [hypotheses.picture(scene, words)]


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
    """Return the Φ of an address, and an error message or "".

    An invalid Φ is replaced by the example of note 001.
    """
    try:
        return gram_editor.phi_of_address(words), ""
    except SceneError as error:
        return gram_editor.phi_of_address({}), f"{error} The notes’ example is shown instead."


def proofs(scene: Scene, words: Words) -> list[Picture]:
    from pages.representer_theorem.proofs import proof_choice  # it imports Streamlit

    return [proof_choice.picture(words)]


def proof_texts(words: Words, draw_picture: Callable[[], None]) -> None:
    from pages.representer_theorem.proofs import proof_choice

    proof_choice.draw(words, draw_picture)


PROOF = {"proof": "2.1", "proof_step": Word(stops=(1, 10))}  # the longer proof has 10 steps
SUM = r"""
The **representer theorem**: if the loss depends on $f$ only through its values at the
examples, and the penalty grows with the norm of $f$, then a function that minimises loss plus
penalty is a sum of bumps, one for each example,

$$
f(x) = \sum_{i=1}^m \alpha_i K(x_i, x)
$$

Point at an example: all pictures highlight it with its bump, its coefficient and its row and column
of $K$. (000, Theorem 2.1)
"""
ROUGHNESS = r"""
The squared norm $\|f\|^2 = \alpha^T K \alpha$ measures how rough $f$ is: for any two points,

$$
\|f\| \sqrt{K(x, x) - 2K(x, z) + K(z, z)} \ge |f(x) - f(z)|
$$

For a continuous kernel the root is small where $x$ and $z$ are close, so $f$ can change a lot over
a small distance only if its norm is large. As $\lambda$ grows, the norm of the best function never
grows: the chart under the bars shows by how much it falls.
"""
OUTSIDE = r"""
The losses depend only on the values of $f$ at the examples, and these values do not change. The
bump is at a right angle to the bumps at the examples, so the squared norms add up, and the penalty
grows with $t^2$. The next step shows the same for a vector $\theta$ in space, where you can see the
right angle.
"""
SPAN = r"""
A lower index is an axis, as in $x_1$; so example $i$ is written $x^{(i)}$. The predictions
$\theta^T x^{(i)}$ do not change, since $u^T x^{(i)} = 0$. Only the length grows with $|t|$, and so
the penalty $r(\|\theta\|)$ is never below that at $t = 0$, for every non-decreasing $r$.
(000, Theorem A.1; here with the logistic loss and $\lambda = 0.25$)
"""
THEOREM = r"""
All finite sums $f = \sum_j c_j K(z_j, \cdot)$, with any centres $z_j$, form a space with the inner
product $\langle K(z, \cdot), K(x, \cdot) \rangle = K(z, x)$. So $\|f\|^2 = c^T K c$, with the Gram
matrix of the centres, which is $\alpha^T K \alpha$ for bumps at the examples, and
$f(x) = \langle f, K(x, \cdot) \rangle$. Adding the limits of such sums makes the space complete:
the **reproducing kernel Hilbert space** (RKHS) of $K$.

**Representer theorem.** Let $f$ be in the RKHS of $K$, and

$$
J(f) = \ell(f(x_1), \dots, f(x_m)) + r(\|f\|)
$$

with any function $\ell$ of the values at the examples, convex or not, and a non-decreasing $r$. If
$J$ has a minimiser, then it has one of the form $\sum_i \alpha_i K(x_i, \cdot)$. If $r$ is strictly
increasing, every minimiser has this form. With an intercept $b$ that has no penalty,
$f = \sum_i \alpha_i K(x_i, \cdot) + b$.
"""
PROOF_IN_SPACE = r"""
To prove it, write $f = s + u$, with $s$ in the span of the $K(x_i, \cdot)$ and $u$ orthogonal to
it. Then $f(x_i) = \langle f, K(x_i, \cdot) \rangle = s(x_i)$, so $\ell$ does not change. And
$\|f\|^2 = \|s\|^2 + \|u\|^2 \ge \|s\|^2$, so $r(\|f\|) \ge r(\|s\|)$.

If a hypothesis fails:

- If the penalty falls with the norm, such as $r(\|f\|) = -\frac{\lambda}{2}\|f\|^2$, then a longer
  $u$ is better, and no $f$ is best.
- If $\ell$ also depends on $f$ at another point $z$, $u$ changes the loss there. The minimiser may
  then need a bump at $z$ as well.
- If $f$ may be any function, $\|f\|$ is not defined: a function with the best values at the
  examples and 0 elsewhere is not in the space of an RBF kernel.
"""
DRAWS = r"""
Ten examples in $\mathbb{R}^{50}$ leave forty directions orthogonal to their span. Draw $\theta$ at
random, take its part $\theta^{(\alpha)}$ in the span, and compare $J_r(\theta) = \frac{1}{m} \sum_i
L(\theta^T x^{(i)}, y^{(i)}) + r(\|\theta\|)$ for the two. Another loss gives the same picture,
since $\theta$ and $\theta^{(\alpha)}$ have equal losses.
"""
ROADS = (
    r"""
Where the features can be computed, as for the polynomial kernel, there is a choice: optimise over
$\theta$, one number for each of the $p$ features, or over $\alpha$, one number for each of the $m$
points. Both problems are solved here, each by its own method. The resulting function is the same,
and so is the minimum of the risk:

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
Ridge regression over $\theta$ solves a system of $p$ equations; over $\alpha$ it solves one of $m$
equations. A prediction is a sum of $p$ products $\theta_j \phi_j(x)$, or of $m$ products
$\alpha_i K(x_i, x)$. Counted in multiplications, the form with fewer unknowns is cheaper, and the
lines cross near $m = p$ (001, comparing two solutions). Measured times also include other work of
the computer.
"""
AT_HAND = r"""
The lines for predicting do not include the cost of $\phi(x)$, or of all $K(x_i, x)$. That cost
depends on the kernel, and the kernel trick can make it small.
"""
IDENTITY = r"""
Multiplied by $y$, both matrices give the minimiser $w^*$ of ridge regression. The first comes from
a $p$ by $p$ system, the second from an $m$ by $m$ system, and they are equal for every
$\lambda > 0$, because $\Phi^T(\Phi\Phi^T + \lambda I) = (\Phi^T\Phi + \lambda I)\Phi^T$. The
equality of the two matrices is called the **push-through identity**. The two matrices $I$ in it
have different sizes, $p \times p$ and $m \times m$. You can edit the matrix $\Phi$ under “Gram
against covariance”.
"""
TWINS = r"""
Here points 2 and 5 are equal, so two rows of $K$ are equal and $K$ is singular: there is a
$v \ne 0$ with $Kv = 0$. All such $v$, with 0, form the **null space** of $K$. Along $v$ the
coefficient of one of the two equal points rises as much as that of the other falls.
"""
NULL = r"""
The risk depends on $\alpha$ only through $K\alpha$ and $\alpha^T K \alpha$, and neither changes
along $v$. So if $\alpha$ is a minimiser, so is every $\alpha + tv$. But
$\|\Phi^T v\|^2 = v^T K v = 0$, so $w^* = \Phi^T(\alpha + tv)$ does not change: there are other
minimisers $\alpha$, but no other $w^*$. In a direction with $v^T K v > 0$ the risk rises, since the
penalty is strictly convex there. (001, solving for $\alpha$, step 2)
"""
MATRICES = r"""
The Gram matrix $\Phi\Phi^T$ compares points. $\Phi^T\Phi$ compares features; the notes call it the
covariance matrix, though it is neither centred nor divided by $m$. At first $\Phi$ is a small
example whose $K$ you can check by hand (001).
"""

STEPS = (
    Step(
        "bumps", "A sum of bumps", "What does the best function look like?",
        "The best function is a sum of bumps, each at an example. Point at an example; then drag "
        "a slider.",
        pictures=sum_of_bumps, challenges=(VANISHED, FALLING, WIDE), mathematics=(SUM,),
        frame_heights=(1050, 1170, 900),
    ),
    Step(
        "silent", "Which αᵢ are 0", "Which αᵢ are 0?",
        "Choose another loss, and count the remaining bars. An example without a bar could be "
        "removed, and f would stay the same.",
        pictures=zero_coefficients, challenges=(SILENT, PULLED), mathematics=(ROUGHNESS,),
        formerly=("Who carries a bump",),
        frame_heights=(730, 990, 710),
    ),
    Step(
        "outside-bump", "A bump outside the span", "What does a bump outside the span change?",
        "The dashed curve is the best sum of bumps at the four examples. Drag t to add a bump "
        "between the examples that is 0 at each of them. Which numbers change?",
        pictures=outside_the_span, mathematics=(OUTSIDE,),
        frame_heights=(370, 540, 370),
    ),
    Step(
        "wasted", "Leaving the span", "Can leaving the span lower the risk?",
        "Two examples in space span a plane. Take weights θ⁽ᵅ⁾ in that plane, for f(x) = θᵀx, and "
        "add t times u, which is at a right angle to the plane: θ = θ⁽ᵅ⁾ + tu. Drag t.",
        pictures=off_span, challenges=off_span_component.CHALLENGES, mathematics=(SPAN,),
        formerly=("Anything else is wasted", "Can θ gain by leaving the span?"),
        frame_heights=(620, 920, 540),
    ),
    Step(
        "slopes", "The height of each bump", "How high is each bump?",
        "The height of a bump is proportional to the slope of the loss at its example. Change the "
        "loss or λ: all points stay on the diagonal, and all bars cross it.",
        pictures=slopes, mathematics=(markdown(bumps.SLOPES),),
        formerly=("The slopes hold the norm", "Why each bump is as high as it is"),
        frame_heights=(440, 540, 330), old_names=("bumps/1",),
    ),
    Step(
        "hypotheses", "The theorem’s hypotheses", "What does the theorem require?",
        "There are eight examples on a line, with the page’s kernel, loss and λ. s is the best sum "
        "of bumps. The function u is 0 at every example and 1 at z, the coloured dot. Drag t in f "
        "= s + t·u, and see what changes.",
        depth="deeper", pictures=with_hypotheses, challenges=hypotheses.CHALLENGES,
        mathematics=(THEOREM, PROOF_IN_SPACE),
        frame_heights=(460, 730, 460),
    ),
    Step(
        "fifty-features", "Leaving the span with fifty features",
        "Does the theorem hold with many features?",
        "Ten examples with fifty features: each θ is chosen at random, and the picture shows how "
        "much larger the penalty of θ is than that of its part in the span.",
        formerly=("Does it hold with many features?", "The same with fifty features"),
        depth="deeper", pictures=off_span_draws, mathematics=(DRAWS,),
        frame_heights=(610, 730, 530), old_names=("regret",),
    ),
    Step(
        "proofs", "The proofs, step by step", "How is the theorem proved?",
        "Choose one of two proofs. At each of its steps, the picture shows what the step is about.",
        formerly=("How is it proved?",),
        depth="deeper", pictures=proofs, draw_around=proof_texts, own_words=tuple(PROOF),
        frame_heights=(1070, 1160, 530), old_names=("proof-gradient",),
    ),
    Step(
        "roads", "Optimise θ or α", "Optimise over θ or over α?",
        "Raise the degree: θ gets more entries, α does not. Both give the same function.",
        depth="deeper", pictures=primal_and_dual, challenges=primal_vs_dual.CHALLENGES,
        mathematics=(ROADS,), formerly=("Two roads to the same risk",),
        frame_heights=(620, 890, 830),
    ),
    Step(
        "race", "The cost of θ and of α", "Which costs less, θ or α?",
        "The cost of the fit over θ grows with the number of features, that of the fit over α with "
        "the number of points.",
        depth="deeper", pictures=timing, mathematics=(RACE, AT_HAND),
        formerly=("Which road is shorter?", "Which road is shorter"),
        frame_heights=(480, 590, 320),
    ),
    Step(
        "identity", "The push-through identity", "Why do both systems have the same solution?",
        "Drag λ: the two matrices change, and stay equal.",
        formerly=("Why do both have the same solution?", "The identity behind it"),
        depth="deeper", pictures=identity, mathematics=(IDENTITY,),
        frame_heights=(410, 390, 260),
    ),
    Step(
        "others", "Other minimisers?", "Are there other minimisers α, and other w*?",
        "Two of these points are equal. Drag t: the coefficient of one rises as much as that of "
        "the other falls. Then choose the other direction.",
        depth="deeper", pictures=non_unique, challenges=non_unique_alpha.CHALLENGES,
        mathematics=(TWINS, NULL),
        frame_heights=(890, 1120, 820),
    ),
    Step(
        "gram", "Gram against covariance", "What do ΦΦᵀ and ΦᵀΦ share?",
        "Enter your own features: type a number into a cell, and both matrices change.",
        depth="deeper", pictures=gram, challenges=gram_editor.CHALLENGES,
        mathematics=(MATRICES,),
        frame_heights=(780, 940, 530),
    ),
    Step(
        "gram-table", "A table to fill in", "How do the two matrices differ?",
        "Answer each question yourself before you reveal the answer. The numbers are those of "
        "the Φ under "
        "“Gram against covariance”.",
        formerly=("How do they differ?",),
        depth="deeper", pictures=gram_table,
        frame_heights=(460, 480, 390),
    ),
    Step(
        "lost-factor", "A factor 1/m is missing", "Where is the 1/m missing in the notes?",
        "The notes omit a factor 1/m in one line. Remove the factor here, and see where the points "
        "lie.",
        depth="notes", pictures=missing_factor, mathematics=(markdown(bumps.LOST),),
        frame_heights=(380, 470, 290), formerly=("Where the notes slip", "Where did the 1/m go?"),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
