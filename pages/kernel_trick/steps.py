"""The steps of the page on the kernel trick."""

from lab.scene.fields import count_word
from lab.scene.scene import Scene
from lab.ui import items, weighted_vote
from lab.ui.steps.step import Fold, Picture, Step, Tab, Words, quiz, take_away
from pages.kernel_trick import (
    feature_cost,
    feature_lift,
    five_learners,
    gallery,
    inner_product,
    kernelised_algorithms,
)
from pages.kernel_trick.gallery import challenges as exhibits
from pages.kernel_trick.gallery.gallery_scene import PIECES


def vote(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[
                weighted_vote.plane(
                    "The plane, the point x, and the examples that contribute there."
                ),
                items.plane_legend(
                    place="the point x",
                    plus="contribution above 0, thicker if larger",
                    minus="contribution below 0",
                ),
            ],
            side=[
                items.kernel_sliders(),
                items.formula_box(),
                items.lam_slider(),
                items.Votes("The contributions, added one after another."),
                items.Link(
                    "rbf-bandwidth?step=one-bump",
                    "See one example alone, on the page RBF bandwidth",
                ),
            ],
            below=[items.kernel_equations()],
        )
    ]


def lift(scene: Scene, words: Words) -> list[Picture]:
    return [feature_lift.picture(words)]


def identity(scene: Scene, words: Words) -> list[Picture]:
    return [inner_product.picture(words)]


def cost(scene: Scene, words: Words) -> list[Picture]:
    return [feature_cost.picture(words)]


def learners(scene: Scene, words: Words) -> list[Picture]:
    return [five_learners.picture(scene)]


def kernels(scene: Scene, words: Words) -> list[Picture]:
    return [gallery.picture(words)]


VOTE = r"""
The prediction at $x$ is the sum of all contributions, plus a constant $b$ if there is one:

$$
f(x) = \sum_{i=1}^m \alpha_i K(x_i, x) \; (+\, b)
$$

Its sign is the class. An example with $\alpha_i = 0$ contributes nothing: $f$ is the same without
it. (000, section 6; 001)
"""
SIMILAR = r"""
A **kernel** $K(x_i, x)$ measures how similar two points are; its formula is below the plane. The
prediction depends on $x$ through these similarities alone. The next steps show where such a number
comes from: it is an inner product of features that are never computed.
"""
ATTRIBUTES = r"""
The measured numbers are the **attributes** $x$. The inputs of a linear method are **features**
$\phi(x)$: for instance $(x_1, x_2, x_1^2 + x_2^2)$, on a line $(x, x^2)$ or, as in the notes,
$(x, x^2, x^3)$. The method stays linear in $\phi(x)$: it cuts space with a plane
$w^T\phi(x) + b = 0$, with weights $w$ and the intercept $b$. In the space of the attributes that
cut can be a curve (in the plane) or several points (on a line). (000 §3, 001, 003)
"""
RINGS = r"""
No line separates two rings: a point of the inner ring lies between two points of the outer ring,
and a linear function with one sign at both outer points has the same sign at the inner point. With
a third feature $h = x_1^2 + x_2^2$, the squared distance from the centre, a plane separates them:
$h = r^2$, with $r$ between the two radii. Seen from above, the cut is the circle
$x_1^2 + x_2^2 = r^2$; a tilted plane gives a circle too.
"""
TWO_ROUTES = r"""
For $\phi(x) = (x_1^2, \sqrt{2}\,x_1x_2, x_2^2)$, the feature map for degree 2,

$$
\phi(x)^T\phi(x') = (x^Tx')^2
$$

since

$$
(x_1x_1' + x_2x_2')^2 = x_1^2x_1'^2 + 2x_1x_2\,x_1'x_2' + x_2^2x_2'^2
$$

The right-hand side of the first line uses no feature. A method that needs only inner products never
needs the features themselves: it evaluates the kernel $K(x, x') = \phi(x)^T\phi(x')$. (001, 004)
"""
COUNT = r"""
Let $x$ have $d$ coordinates. The features of $(x^Tx' + 1)^M$ are all monomials up to degree $M$,
with constant factors. So $\phi(x)$ has $\binom{d+M}{M}$ entries: $d + M$ choose $M$, as many as
there are ways to pick $M$ things out of $d + M$. The inner product of features uses all of them;
$(x^Tx' + 1)^M$ needs $d + M - 1$ multiplications: $d$ for $x^Tx'$ and $M - 1$ for the power. (003,
004)
"""
MINIMISERS = r"""
Ridge, Logistic and SVM minimise their losses, summed or averaged, plus the penalty
$\tfrac{\lambda}{2}\alpha^TK\alpha$; only the loss differs. **Ridge** has half the squared distance
from $f(x)$ to the label $y = \pm 1$. The loss of **Logistic** falls towards 0 as $y f(x)$ grows,
and never reaches it. The **SVM** has the hinge loss, which is 0 where $y f(x) \ge 1$.
"""
KEEPERS = r"""
The other two learners have no $\lambda$. The **perceptron** draws examples at random. It adds each
example that it misclassifies, times the label, to its weights, until no example is misclassified or
the limit of steps is reached. **Nearest neighbour** gives every point the label of the closest
example in feature space. That distance follows from inner products, so this method too needs the
kernel alone:

$$
\|\phi(x) - \phi(x_i)\|^2 = K(x, x) - 2K(x, x_i) + K(x_i, x_i)
$$
"""
CODE = Fold(
    "What changes from x to K",
    kernelised_algorithms.LEAD,
    code=(kernelised_algorithms.SHARED,),
    tabs=tuple(
        Tab(
            pair.name,
            (
                ("**from $x$**", pair.over_x),
                ("**from $K$**", pair.over_k),
            ),
            pair.difference,
        )
        for pair in kernelised_algorithms.PAIRS
    ),
)

STEPS = (
    Step(
        "vote", "A sum of similarities", "How does each example contribute to f(x)?",
        "Press anywhere in the plane, or drag. Every example contributes its coefficient, weighted "
        "by its similarity to x.",
        pictures=vote, mathematics=(VOTE, SIMILAR),
        formerly=("A vote of similarities", "Press anywhere, or drag"),
        frame_heights=(650, 1080, 790), is_solved=True,
    ),
    Step(
        "lift", "Rings raised into space", "Can a plane separate two rings?",
        "Drag t to raise the points into space. Then choose another lift.",
        pictures=lift, challenges=feature_lift.CHALLENGES, mathematics=(ATTRIBUTES, RINGS),
        formerly=("Can a straight cut part rings?",),
        frame_heights=(600, 1060, 540), old_names=("",),
    ),
    Step(
        "identity", "Inner products of features", "Do you have to compute the features?",
        "Drag the tip of an arrow. One way computes all features and adds up their products. The "
        "other computes one inner product in the plane and raises it to a power.",
        pictures=identity, challenges=(inner_product.ABOUT_ANGLES, inner_product.ABOUT_SIGNS),
        mathematics=(TWO_ROUTES,),
        formerly=("The same number, two ways", "Drag the tip of an arrow"),
        frame_heights=(580, 940, 520), old_names=("inner",),
    ),
    Step(
        "cost", "Cost with and without features", "Which of the two ways is cheaper?",
        "Drag d and the degree. One way uses every feature, the other only the coordinates.",
        pictures=cost, challenges=(feature_cost.ABOUT_PIXELS,), mathematics=(COUNT,),
        formerly=("What each way costs", "What each of the two costs"),
        frame_heights=(800, 1040, 560),
    ),
    Step(
        "learners", "Five methods with one kernel", "Which methods can do without φ?",
        "Choose a learner, and drag a slider. Then look at all five on the same data, with the "
        "same kernel.",
        pictures=learners, challenges=(five_learners.ABOUT_ALL, five_learners.ABOUT_MISTAKES),
        mathematics=(MINIMISERS, KEEPERS), folded=(CODE,),
        formerly=(
            "Five learners, one K", "Drag τ and watch five answers at once",
            "What changed from x to K",
        ),
        frame_heights=(860, 1380, 430), is_solved=True,
    ),
    Step(
        "gallery", "A gallery of kernels", "Which features belong to which kernel?",
        f"{count_word(len(PIECES)).capitalize()} kernels, each with a slice K(x′, ·), its "
        f"Gram matrix and a fit. Choose a kernel, and drag its sliders.",
        depth="deeper", pictures=kernels,
        challenges=tuple(
            challenge for questions in exhibits.QUESTIONS.values() for challenge in questions
        ),
        frame_heights=(1150, 1730, 1020),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
