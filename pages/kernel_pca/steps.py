"""The steps of the page on kernel PCA."""

from lab.scene.scene import Scene
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.kernel_pca import (
    by_hand,
    clustering,
    how_many,
    inner_products,
    linear_on_components,
    pre_image,
)
from pages.kernel_pca.bend import element

WORDS = {
    **by_hand.VIEW,
    **inner_products.VIEW,
    **element.VIEW,
    **how_many.VIEW,
    **pre_image.VIEW,
    **clustering.VIEW,
    **linear_on_components.VIEW,
}


def direction_by_hand(scene: Scene, words: Words) -> list[Picture]:
    return [by_hand.picture(words)]


def products(scene: Scene, words: Words) -> list[Picture]:
    return [inner_products.picture(words)]


def bend(scene: Scene, words: Words) -> list[Picture]:
    return [element.picture(scene, words)]


def number_of_components(scene: Scene, words: Words) -> list[Picture]:
    return [how_many.picture(words)]


def back_in_the_plane(scene: Scene, words: Words) -> list[Picture]:
    return [pre_image.picture(words)]


def groups(scene: Scene, words: Words) -> list[Picture]:
    return [clustering.picture(words)]


def then_linear(scene: Scene, words: Words) -> list[Picture]:
    return [linear_on_components.picture(words)]


BY_HAND = r"""
Take the points relative to their mean, $z_i = x_i - \bar{x}$, and a direction $u$ of length 1. The
variance along $u$ is

$$
\frac{1}{m} \sum_{i=1}^m (u^T z_i)^2 = u^T S u, \qquad S = \frac{1}{m} \sum_{i=1}^m z_i z_i^T
$$

The variance is largest along the eigenvector of the covariance matrix $S$ with the largest
eigenvalue, and that eigenvalue is the variance. The coordinate along this direction is the
**first principal component**. The direction of the second is at a right angle to it, and so on.
**PCA** keeps the first few components.
"""
PRODUCTS = (
    r"""
Let $X$ have the centred points as rows; without centring, the points themselves. If
$XX^T v = \mu v$, then $X^TX (X^Tv) = \mu\, (X^Tv)$: the Gram matrix $XX^T$ and $X^TX$ have the same
eigenvalues above 0 (001). With $\|v\| = 1$,
$u = X^Tv/\sqrt{\mu}$ is a principal direction. If $x$ is centred like the points, its component is
$u^T x = \sum_i a_i\, x_i^T x$ with $a = v/\sqrt{\mu}$. This sum needs inner products alone.
""",
    r"""
Centring, too, needs no coordinates. With $\mathbf{1}$ for the $m \times m$ matrix whose entries are
all $1/m$, the Gram matrix of the centred points is

$$
\tilde{K} = K - \mathbf{1}K - K\mathbf{1} + \mathbf{1}K\mathbf{1}
$$

Each row has the sum 0. Without **centring**, the first eigenvector mostly shows where the mean is,
if the mean is far from 0.
""",
)
BEND = (
    r"""
Put a kernel in place of the inner product. **Kernel PCA** takes the eigenvectors $v_j$ of
$\tilde{K}$ with the largest eigenvalues $\mu_j$. Component $j$ of any point $x$ is

$$
s_j(x) = \sum_{i=1}^m a_{ij} K(x_i, x) + b_j, \qquad a_j = v_j/\sqrt{\mu_j}
$$

Component $j$ is linear in the features, but its level lines in the plane are curves. PCA does not
use the labels. They determine only the marks of the points and the dashed line in the plot: of all
lines at right angles to the direction of Fisher’s linear discriminant, it has the fewest points on
its wrong side. (PCA, with or without a kernel, is not in the notes.)
""",
    r"""
Each component is shown in units of its standard deviation $\sqrt{\mu_j/m}$, and
$\mu_j/\sum_l \mu_l$ is its share of the variance. The sign of a component is arbitrary; here each
sign is chosen so that the component tends to be larger to the right, above or outside. The residual
$\|\tilde{K}v - \mu v\|/\mu_1$ certifies the eigenvectors. With the RBF kernel and
$\tau \to \infty$ the first two components become those of PCA.
""",
)
HOW_MANY = (
    r"""
The eigenvalues $\mu_1 \ge \mu_2 \ge \dots$ of $\tilde{K}$ decrease even for points without any
structure. So compare them with a **control**: shuffle each coordinate among the points, and compute
the spectrum again, 19 times. If the coordinates were independent, an eigenvalue would be above all
19 with probability 1/20.
""",
    r"""
The read-out counts the leading components before the first one that is not above the control. A
component’s share $\mu_j/\sum_l \mu_l$ of the variance depends on $\tau$: for $\tau \to 0$ all
points have nearly orthogonal features, and all components have nearly the same share.
""",
)
PRE_IMAGE = (
    rf"""
With the first $q$ components the features of a point become

$$
P_q\phi(x) = \bar\phi + \sum_{{j=1}}^q s_j(x)\, u_j = \sum_{{i=1}}^m \gamma_i\, \phi(x_i)
$$

with $\bar\phi$ the mean and $u_j$ the principal directions in feature space. Usually no point of
the plane has these features. The **pre-image** is the $z$ whose features are nearest to
$P_q\phi(x)$. Here the RBF kernel has $\tau = {pre_image.TAU:g}$.
""",
    r"""
$\|\phi(z) - P_q\phi(x)\|^2 = K(z, z) - 2 \sum_i \gamma_i K(z, x_i) + \text{const}$, and
$K(z, z) = 1$. Where the gradient is 0,

$$
z = \frac{\sum_i \gamma_i K(z, x_i)\, x_i}{\sum_i \gamma_i K(z, x_i)}
$$

Start at $z = x$, and repeatedly move $z$ to the right-hand side. Some $\gamma_i$ can be negative;
if a step lowers $\sum_i \gamma_i K(z, x_i)$, it is halved until it does not. The steps usually lead
to a local maximum of the sum near $x$.
""",
)
CLUSTERING = (
    r"""
Each pair of points gets an edge of weight $W_{ij} = K(x_i, x_j)$, and $W_{ii} = 0$. The degree of
point $i$ is $d_i = \sum_j W_{ij}$. **Spectral clustering** takes the leading eigenvectors of

$$
N = D^{-1/2} W D^{-1/2}
$$

The first is $v_1 \propto (\sqrt{d_1}, \dots, \sqrt{d_m})$ with eigenvalue 1, for every graph.
Divide entry $i$ of the second eigenvector by $\sqrt{d_i}$. k-means with two centres then splits
these $m$ numbers, and so the points, into two groups.
""",
    r"""
Put $W_{ij}/(d_i d_j)$ in place of a Gram matrix, and let point $i$ count $d_i$ times: centred, this
is $N - v_1v_1^T$. So spectral clustering is **kernel PCA** of a normalised graph. With 0 on its
diagonal $W$ may have eigenvalues below 0, but here the leading ones are positive. Both splits by
k-means are optimal: for the $m$ numbers all $m - 1$ cuts are compared, for the points of the plane
all cuts by a straight line. Such a line always separates the groups of **k-means** with two
centres.
""",
)
THEN_LINEAR = (
    rf"""
The first $q$ components $s_1(x), \dots, s_q(x)$ are features of $x$, and a linear classifier is
learned on them: $f(x) = \sum_{{j=1}}^q w_j s_j(x) + b$. Insert $s_j$: then $f$ is a sum
$\sum_i a_i K(x_i, x)$ plus a constant. This classifier and the kernel classifier both minimise the
sum of the hinge losses plus $\frac{{\lambda}}{{2}}\|w\|^2$, with
$\lambda = {linear_on_components.LAM:g}$, and the RBF kernel has
$\tau = {linear_on_components.TAU:g}$.
""",
    r"""
With all components the linear classifier is the kernel classifier. The components are coordinates
of the centred features: their inner products are those of $\tilde{K}$, and centring changes only
$b$, which has no penalty. With fewer components $w$ is 0 along the others, as if their penalty were
infinite.
""",
)

STEPS = (
    Step(
        "by-hand", "The direction of most variance", "Along which line do the points vary most?",
        "Turn the line, with its slider or in the picture, until the variance of the projected "
        "points is as large as possible.",
        pictures=direction_by_hand, challenges=by_hand.CHALLENGES, mathematics=(BY_HAND,),
        frame_heights=(490, 780, 500), measurement=by_hand.MEASURED,
    ),
    Step(
        "inner-products", "Only inner products", "Can PCA do without coordinates?",
        "Move the points away from 0, then switch centring off.",
        pictures=products, challenges=inner_products.CHALLENGES, mathematics=PRODUCTS,
        frame_heights=(450, 1160, 410), measurement=inner_products.MEASURED,
    ),
    Step(
        "bend", "Curved components", "What does a component look like with a kernel?",
        "Drag the kernel’s slider, and watch the level lines of the first three components. Then "
        "choose which two of them the plot shows.",
        pictures=bend, challenges=element.CHALLENGES, mathematics=BEND,
        formerly=("Bend the components",),
        frame_heights=(570, 810, 500), measurement=element.MEASURED,
    ),
    Step(
        "how-many", "How many components", "Which components are not due to chance?",
        "Drag τ, and compare with the control: spectra of shuffled points.",
        formerly=("Which components are more than chance?",),
        depth="deeper", pictures=number_of_components, challenges=how_many.CHALLENGES,
        mathematics=HOW_MANY, own_words=tuple(how_many.VIEW), frame_heights=(570, 680, 480),
    ),
    Step(
        "pre-image", "Pre-images", "Which point’s features are nearest to a projection?",
        "Each point is projected on the first q components, and moves to the pre-image of its "
        "projection. Drag q from 1 to all components, and press in the plane to follow one point.",
        depth="deeper", pictures=back_in_the_plane, challenges=pre_image.CHALLENGES,
        formerly=(
            "Back in the plane", "Which point has nearly these features?",
            "Which point has nearly the projected features?",
        ),
        mathematics=PRE_IMAGE, own_words=tuple(pre_image.VIEW), frame_heights=(540, 860, 680),
    ),
    Step(
        "clustering", "Spectral clustering", "Can two shapes be found without labels?",
        "A graph joins nearby points most strongly, and an eigenvector of its matrix splits the "
        "points into two groups. Drag τ, and compare with k-means.",
        depth="deeper", pictures=groups, challenges=clustering.CHALLENGES,
        mathematics=CLUSTERING, own_words=tuple(clustering.VIEW), frame_heights=(530, 1290, 500),
    ),
    Step(
        "linear-on-components", "A classifier on components",
        "How many components does a classifier need?",
        "A linear classifier uses the first q components as features. Increase q, and "
        "compare with the kernel classifier.",
        depth="deeper", pictures=then_linear, challenges=linear_on_components.CHALLENGES,
        mathematics=THEN_LINEAR, own_words=tuple(linear_on_components.VIEW),
        formerly=("Then a linear classifier",), frame_heights=(500, 1190, 460),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
