"""The steps of the page “Is it a kernel?”."""

from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.steps.markdown import escape_markdown
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.is_it_a_kernel import counterexample_element
from pages.is_it_a_kernel.builder import builder_element
from pages.is_it_a_kernel.challenges import CHALLENGES
from pages.is_it_a_kernel.indefinite import indefinite_element, indefinite_fit

LEGEND = {
    "positive": "positive", "negative": "negative", "zero": "f(x) = 0", "margin": "f(x) = ±1",
    "ring": "support vector",
}  # fmt: skip
ERRORS = items.basic_rows()[:3]


def plane() -> items.Item:
    return items.Plane("The fit with the kernel that is being built.")


def formula_builder(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[
                builder_element.matrix_pair(builder_element.matrix(), builder_element.spectrum()),
                builder_element.sums(),
            ],
            side=[builder_element.panel("weight", "tree", "signs")],
        )
    ]


def counterexample(scene: Scene, words: Words) -> list[Picture]:
    return [counterexample_element.picture(words, scene.formula)]


def closure_rules(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[
                builder_element.matrix_pair(builder_element.matrix(), builder_element.spectrum()),
                builder_element.slices(),
            ],
            side=[builder_element.panel("tree", "tools")],
        )
    ]


def svm_fit(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[plane(), items.legend(**LEGEND)],
            side=[
                items.lam_slider(),
                builder_element.panel("math", "links"),
                builder_element.sources(),
                builder_element.of_fit(items.readouts(*ERRORS)),
            ],
        )
    ]


def unbounded_risk(scene: Scene, words: Words) -> list[Picture]:
    return [indefinite_element.risk_picture(words, scene.formula)]


def unbounded_dual(scene: Scene, words: Words) -> list[Picture]:
    return [indefinite_element.dual_picture(words, scene.formula)]


DEFINITION = r"""
A function $k(x, x')$ is a **kernel** if some features $\phi$ give $k(x, x') = \phi(x)^T\phi(x')$.
An equivalent condition: $k$ is symmetric, and **every** Gram matrix of $k$, for every $m$ and every
choice of points, is positive semidefinite: $c^TKc \ge 0$ for all $c$, no eigenvalue below 0. (001,
003, 004)
"""
REFUTED = r"""
One matrix with a negative eigenvalue proves that $k$ is not a kernel. A thousand matrices without a
negative eigenvalue prove nothing: that is why we need rules. (001, 004)
"""
RULES = r"""
| built from kernels $k_1, k_2$ | why it is a kernel |
| --- | --- |
| $a\,k_1$, $a \ge 0$ | $c^T(aK)c = a\,c^TKc$ |
| $k_1 + k_2$ | $c^TK_1c + c^TK_2c \ge 0$ |
| $k_1 k_2$ | features: all products of a feature of $k_1$ and one of $k_2$ |
| $e^{k_1}$ | $1 + k_1 + \tfrac12 k_1^2 + \dots$ |
| $f(x)f(x')$ | one feature, $f$ |
| $g(x)k_1(x,x')g(x')$ | features: those of $k_1$, each times $g$ |
| $\lim k_n$ | $c^TK_nc \ge 0$ for all $n$ |

A difference $k_1 - k_2$ need not be a kernel: for $k_2 = 2k_1$ it is $-k_1$. (001, 003, 004)
"""

RBF_PROOF = r"""
**The RBF kernel** follows by these rules. As $\|x - x'\|^2 = \|x\|^2 - 2x^Tx' + \|x'\|^2$,

$$
e^{-\|x - x'\|^2/2\tau^2} = g(x)\, e^{x^Tx'/\tau^2} g(x'), \quad g(x) = e^{-\|x\|^2/2\tau^2}
$$

- $x^Tx'$ is a kernel, with $\phi(x) = x$; so is $x^Tx'/\tau^2$, by the first rule;
- $e^{x^Tx'/\tau^2}$ is a kernel: its series is a limit of sums of products;
- multiplied by $g$ on both sides it remains a kernel: $c^TKc$ then has $c_ig(x_i)$ in place of
$c_i$.
"""


def answer_of_fit(scene: Scene, words: Words) -> str:
    """Return the result of `fit` for the problem of the picture, as text in Markdown."""
    at = indefinite_fit.trial_of_address(words, scene.formula)
    return (
        f"The result of `kernel_core.fit` for this problem, with {escape_markdown(at.label)}:\n\n"
        f"> {escape_markdown(indefinite_fit.answer(at))}"
    )


STEPS = (
    Step(
        "build", "Build a kernel", "Is every measure of similarity a kernel?",
        "You see a similarity k, its matrix K for pairs of points, and the eigenvalues of "
        "K. Predict first. Then give one kernel in the formula a weight below 0, and watch the "
        "eigenvalues.",
        pictures=formula_builder, challenges=CHALLENGES[:1],
        wrap_challenges=builder_element.from_builder,
        mathematics=(DEFINITION,), formerly=("Build one",),
        frame_heights=(840, 1230, 690), old_names=("builder",),
    ),
    Step(
        "points", "Counterexamples", "How few points show that k is not a kernel?",
        "A kernel never gives a matrix with an eigenvalue below 0. Drag a point, or start the "
        "search for points that give such a matrix.",
        pictures=counterexample, challenges=counterexample_element.CHALLENGES,
        mathematics=(REFUTED,),
        formerly=(
            "Look for a counterexample", "Points that break it",
            "How few points are enough to refute it?", "How few points show that k is no kernel?",
        ),
        frame_heights=(660, 1230, 790), old_names=("hunt",),
    ),
    Step(
        "rules", "Closure rules", "Which operations keep a kernel a kernel?",
        "Choose a line of the tree, then add, multiply or scale. Each line shows the rule that "
        "proves it, or why it is not proven.",
        pictures=closure_rules, challenges=CHALLENGES[1:2],
        wrap_challenges=builder_element.from_builder,
        mathematics=(RULES, RBF_PROOF), formerly=("Rules that keep one",),
        frame_heights=(910, 1260, 860),
    ),
    Step(
        "fit", "A fit with your kernel", "Which boundary does your kernel give?",
        "Data can be fitted with any kernel. Change λ, the points or the formula.",
        pictures=svm_fit, challenges=CHALLENGES[2:], wrap_challenges=builder_element.from_builder,
        formerly=("A fit with yours",),
        frame_heights=(580, 930, 590),
    ),
    Step(
        "risk", "The risk of a non-kernel", "What can happen if k is not a kernel?",
        "A similarity that is not a kernel can give K an eigenvalue below 0. Drag t: at α = t v, "
        "with an eigenvector v, the risk is the losses plus the penalty. Which changes faster?",
        depth="deeper", pictures=unbounded_risk, challenges=(indefinite_element.ABOUT_BOTTOM,),
        tables=answer_of_fit, mathematics=(indefinite_element.ABOUT_RISK,),
        formerly=("What fit says", "What goes wrong", "What can happen if k is no kernel?"),
        frame_heights=(500, 790, 460), old_names=("falling",),
    ),
    Step(
        "dual", "The dual of a non-kernel", "Is every maximum of the dual the highest?",
        "You see the dual D of the same fit, along the same eigenvector. A concave function is "
        "never above its tangents, so every local maximum is the highest value. Drag s.",
        depth="deeper", pictures=unbounded_dual,
        mathematics=(indefinite_element.ABOUT_DUAL, indefinite_element.BENT_DUAL),
        formerly=("A dual that bends upwards", "Is the maximum you reach the highest?"),
        frame_heights=(440, 610, 410), old_names=("bending",),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
