"""The steps of the page on kernel PCA."""

from lab.scene.fields import KERNEL_SLIDERS
from lab.scene.scene import Scene
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.kernel_pca import by_hand, inner_products
from pages.kernel_pca.bend import element

WORDS = {**by_hand.VIEW, **inner_products.VIEW, **element.VIEW}


def hand(scene: Scene, words: Words) -> list[Picture]:
    return [by_hand.picture(words)]


def products(scene: Scene, words: Words) -> list[Picture]:
    return [inner_products.picture(words)]


def bend(scene: Scene, words: Words) -> list[Picture]:
    return [element.picture(scene, words)]


BY_HAND = r"""
Take the points relative to their mean, $z_i = x_i - \bar{x}$, and a direction $u$ of length 1. The
variance along $u$ is

$$
\frac{1}{m} \sum_{i=1}^m (u^T z_i)^2 = u^T S u, \qquad S = \frac{1}{m} \sum_{i=1}^m z_i z_i^T
$$

It is largest for the eigenvector of the covariance matrix $S$ with the largest eigenvalue, and that
eigenvalue is the variance: the **first principal component**. The second is at a right angle to
it, and so on. **PCA** keeps the first few.
"""
PRODUCTS = (
    r"""
Let $X$ have the centred points as rows. If $XX^T v = \mu v$, then $X^TX (X^Tv) = \mu\, (X^Tv)$: the
Gram matrix $XX^T$ and $X^TX$ have the same eigenvalues above 0 (001), and $u = X^Tv/\sqrt{\mu}$ is
a principal direction. The component of a point $x$ is $u^T x = \sum_i a_i\, x_i^T x$ with $a =
v/\sqrt{\mu}$. It needs inner products alone.
""",
    r"""
The mean, too, needs no coordinates. With $\mathbf{1}$ for the $m \times m$ matrix whose entries are
all $1/m$, the Gram matrix of the centred points is

$$
\tilde{K} = K - \mathbf{1}K - K\mathbf{1} + \mathbf{1}K\mathbf{1}
$$

Its rows add up to 0. Without **centring**, the first eigenvector mostly says where the mean is.
""",
)
BEND = (
    r"""
Put a kernel in place of the inner product. **Kernel PCA** takes the eigenvectors $v_j$ of
$\tilde{K}$ with the largest eigenvalues $\mu_j$. Component $j$ of any point $x$ is

$$
s_j(x) = \sum_{i=1}^m a_{ij} K(x_i, x) + b_j, \qquad a_j = v_j/\sqrt{\mu_j}
$$

It is linear in the features and curved in the plane: its level lines are drawn. The labels play no
part; they colour the points.
""",
    r"""
Each component is shown in its own standard deviations, $\sqrt{\mu_j/m}$, and $\mu_j/\sum_l \mu_l$
is its share of the variance. The sign of a component is arbitrary; here components are larger to
the right and outside. Only the leading eigenvectors are computed, and the residual $\|\tilde{K}v -
\mu v\|/\mu_1$ certifies them. For $\tau \to \infty$ the first two become those of PCA.
""",
)

STEPS = (
    Step(
        "by-hand", "The direction of most variance", "Along which line do the points vary most?",
        "Turn the line, by its slider or in the picture, until the projected points lie as far "
        "apart as possible.",
        pictures=hand, challenges=by_hand.CHALLENGES, mathematics=(BY_HAND,),
        sliders=("angle",), frame_heights=(480, 750, 460), measured=by_hand.MEASURED,
    ),
    Step(
        "inner-products", "Only inner products", "Can PCA do without coordinates?",
        "Move the points away from 0, then switch centring off.",
        pictures=products, challenges=inner_products.CHALLENGES, mathematics=PRODUCTS,
        sliders=("shift",), frame_heights=(410, 1120, 370), measured=inner_products.MEASURED,
    ),
    Step(
        "bend", "Bend the components", "What does a component look like with a kernel?",
        "Drag τ, and watch the level lines of the first three components. Then choose which two of "
        "them the plot shows.",
        pictures=bend, challenges=element.CHALLENGES, mathematics=BEND,
        sliders=tuple(KERNEL_SLIDERS), frame_heights=(420, 720, 440), measured=element.MEASURED,
    ),
    take_away(),
    quiz(),
)  # fmt: skip
