"""The steps of the page on losses."""

import math
from dataclasses import replace
from typing import Any

from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import remark
from lab.ui.steps.formulas import markdown
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.losses import (
    loss_curves,
    loss_table,
    multinomial_logistic,
    perceptron_collapse,
    rotating_line,
    squared_loss_regression,
)
from pages.losses.challenges import CHALLENGES
from pages.losses.items import OnCurve

LINE = {"kernel": "linear", "intercept": 1}
LAB = ("hinge", "logistic", "squared", "exponential")
PROBABILITIES = (0.1, 0.25, 0.5, 0.75, 0.9)
SUPPORT, TRAIN, TEST, *_ = items.basic_rows()
BEYOND = items.row("beyond", "Share of the loss beyond margin 1", "percent")
OVERPAID = items.row(
    "overpaid", "Excess beyond margin 1", "percent", "loss above L(1), of the total"
)
OUTLIER = "Four losses, four lines, the same points. Drag one point away: which lines follow it?"
LIKELIEST = r"""
The labels have the probability $\prod_i g(y_i f(x_i))$, the **likelihood** of $f$. Its logarithm is
minus the sum of the logistic losses, so maximum likelihood and minimum logistic risk are the same
problem (002). If some $f$ has the correct sign at every example, $tf$ with $t > 1$ is still more
likely: the likelihood has no maximum, and only the penalty keeps $f$ from growing without bound.
"""
LEVELS = (
    "On the lines P(y = 1 | x) is "
    f"{', '.join(f'{p:g}' for p in PROBABILITIES[:-1])} or {PROBABILITIES[-1]:g}."
)
SIGMOID = (
    "The logistic function is g(z) = 1/(1 + e⁻ᶻ). The probability that y = 1 is g(f(x)), and the "
    "probability that y = −1 is g(−f(x)): g(z) + g(−z) is 1 everywhere."
)
STEMS = (
    "Stems mark the examples beyond margin 1: they are on the correct side, and their loss grows "
    "with the margin."
)
METHODS = {
    "hinge": "With the hinge loss this is a support vector machine.",
    "logistic": "With the logistic loss this is logistic regression.",
    "squared": "With the squared loss this is regularised least squares.",
    "exponential": "Boosting minimises the exponential loss.",
    "perceptron": "The perceptron uses the perceptron loss.",
}
MISSING_LOG = (
    "The likelihood is a product of probabilities, so its logarithm is a sum of logarithms. The "
    "notes omit the log in one line (002, fourth line): the two numbers differ, and only the "
    "log-likelihood is minus the sum of the logistic losses."
)


def curves(**changes: Any) -> OnCurve:
    return replace(loss_curves.losses_over_margin("off"), **changes)


def plane() -> items.Item:
    return items.Plane("The decision function f over the plane.", slope=True)


def perceptron_remark() -> items.Item:
    return remark(
        "With the perceptron loss and any λ > 0, α = 0 is "
        "optimal: f is 0 everywhere, and f(x) = 0 is "
        "counted as a mistake on every example.",
        ("loss", "==", "perceptron"),
    )


def method_remarks() -> list[items.Item]:
    """Return a remark for each loss in `METHODS`, which names the method that uses the loss."""
    return [remark(text, ("loss", "==", loss)) for loss, text in METHODS.items()]


def slope_to_coefficient(risk: str) -> items.Item:
    """Return the equation that gives the coefficient of an example from the slope of its loss,
    shown only for scenes with this risk."""
    weight, words = {
        "sum": (r"\mark{lam}{\lambda}", "lambda"),
        "mean": (r"\mark{lam}{\lambda} m", "lambda m"),
    }[risk]
    equation = items.equation(
        f"Alpha i is minus y i times the slope of the loss at margin i, divided by {words}.",
        rf"\mark{{alpha}}{{\alpha_i}} = -\frac{{y_i \mark{{slope}}{{L'(z_i)}}}}{{{weight}}}",
        items.symbol("alpha", "αᵢ", "coefficient of example i in f",
                     mark="support", tensor="alpha", of="i"),
        items.symbol("slope", "L′(zᵢ)", "slope of the loss at margin zᵢ", mark="examples"),
        items.symbol("lam", "λ", "regularisation", along="lam"),
    )  # fmt: skip
    return items.only_where(equation, risk=(risk,))


def over_margin(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[items.loss_switch(), items.kernel_sliders(), items.formula_box(), curves()],
            side=[
                plane(),
                items.plane_legend(),
                *method_remarks(),
                perceptron_remark(),
                *map(slope_to_coefficient, ("sum", "mean")),
            ],
        ),
    ]


def support_by_loss(scene: Scene, words: Words) -> list[Picture]:
    sliders = [items.kernel_sliders(), items.formula_box(), items.lam_slider(cost=False)]
    numbers = items.readouts(SUPPORT, TRAIN, TEST)
    return [
        Picture(
            main=[plane(), items.plane_legend()],
            side=[items.loss_switch(), *sliders, numbers, perceptron_remark()],
        )
    ]


def one_curve() -> items.Item:
    """Return the chart of the fitted loss alone, since the curves of all losses would reveal the
    answer to a challenge."""
    item = curves(beyond=1, has_caption=False, toggles=False)
    names = ".".join(curve["name"] for curve in item.curves)
    return replace(item, name="", off=names, label="The loss over the margin z = y·f(x).")


def large_margins(scene: Scene, words: Words) -> list[Picture]:
    sliders = [items.kernel_sliders(), items.lam_slider(cost=False)]
    return [
        Picture(
            main=[items.loss_switch(), one_curve()],
            side=[*sliders, items.readouts(SUPPORT, BEYOND, OVERPAID), perceptron_remark()],
        )
    ]


def outlier(scene: Scene, words: Words) -> list[Picture]:
    sentence = items.Heading(
        "Four straight lines",
        "The four fits differ only in the loss. “Undo” is one of the tools for points.",
    )
    planes = items.Group(lab(), shape="kl-quarters")
    return [
        Picture(
            main=[planes], side=[items.tools(at="lab"), sentence, *training_errors()], wide=True
        )
    ]


def lab() -> list[items.Item]:
    """Return four planes with the same points, one for each loss of LAB."""
    return [
        items.for_scene(
            items.Plane(f"A linear classifier fitted with the {name.lower()} loss.", title=name,
                        edit=True, small=True),
            loss=loss, **LINE,
        )
        for loss, name in items.LOSS_NAMES.items()
        if loss in LAB
    ]  # fmt: skip


def training_errors() -> list[items.Item]:
    """Return a read-out of the training error for each of the four losses."""
    return [
        items.for_scene(
            items.readouts(items.row("train_error", name, "percent", "training error")),
            loss=loss, **LINE,
        )
        for loss, name in items.LOSS_NAMES.items()
        if loss in LAB
    ]  # fmt: skip


def probabilities() -> items.Item:
    levels: list[items.Level] = [
        {"f": math.log(p / (1 - p)), "label": f"{p:g}"} for p in PROBABILITIES
    ]
    plane = items.Plane("Level lines of the probability P(y = 1 | x).", levels=levels)
    return items.for_scene(plane, loss="logistic")


def sigmoid() -> items.Item:
    return items.for_scene(loss_curves.sigmoid(), loss="logistic")


LIKELIHOOD = items.row("log_likelihood", "Log-likelihood, Σ log g(y·f)", "number", "= −Σ L")


def likelihoods() -> items.Item:
    numbers = items.readouts(
        LIKELIHOOD,
        items.row("missing_log", "In the notes, −Σ (1 + e⁻ʸᶠ)", "number", "the log is missing"),
    )
    return items.for_scene(numbers, loss="logistic")


def probability_map(scene: Scene, words: Words) -> list[Picture]:
    likelihood = items.readouts(LIKELIHOOD)
    return [
        Picture(
            main=[probabilities()],
            side=[
                items.lam_slider(cost=False),
                sigmoid(),
                items.for_scene(likelihood, loss="logistic"),
            ],
        )
    ]


def missing_log(scene: Scene, words: Words) -> list[Picture]:
    return [Picture(main=[sigmoid()], side=[items.lam_slider(cost=False), likelihoods()])]


def squared_plane() -> items.Item:
    plane = items.Plane("A linear classifier fitted with the squared loss.", edit=True)
    return items.for_scene(plane, loss="squared", **LINE)


def squared_curve() -> list[items.Item]:
    overpaid = items.readouts(BEYOND, OVERPAID)
    return [
        items.for_scene(loss_curves.one_loss("squared", beyond=1), loss="squared", **LINE),
        items.for_scene(overpaid, loss="squared", **LINE),
    ]


def squared_classifier(scene: Scene, words: Words) -> list[Picture]:
    return [Picture(main=[squared_plane()], side=[items.lam_slider(cost=False), *squared_curve()])]


def mistakes(scene: Scene, words: Words) -> list[Picture]:
    return [rotating_line.picture(scene, words["turn"])]


def tumours(scene: Scene, words: Words) -> list[Picture]:
    plane = items.Plane("The decision function f and the tumours.", edit=False)
    result = remark("{test_error:percent} of the tumours left out of the fit are misclassified.")
    return [
        Picture(
            main=[items.for_tumours(plane), items.for_tumours(items.plane_legend())],
            side=[
                items.loss_switch(), items.kernel_sliders(), items.lam_slider(cost=False),
                items.for_tumours(items.readouts(SUPPORT, TRAIN, TEST)),
                items.for_tumours(result),
                items.for_tumours(perceptron_remark()),
            ],
        )
    ]  # fmt: skip


def shrinking_scale(scene: Scene, words: Words) -> list[Picture]:
    return [perceptron_collapse.picture(scene, words["strength"])]


def prices(scene: Scene, words: Words) -> list[Picture]:
    return [squared_loss_regression.picture(words["price"])]


def classes(scene: Scene, words: Words) -> list[Picture]:
    return [multinomial_logistic.picture(words)]


def all_curves(scene: Scene, words: Words) -> list[Picture]:
    return [Picture(main=[items.loss_switch(), curves(against="zero-one")])]


MARGIN = r"""
The sign of $f(x)$ is the predicted class, and $|f(x)|$ is the confidence. The margin $z = y f(x)$
combines the two: the prediction is correct where $z > 0$, and the larger $z$ is, the more
confident it is. The hinge loss, the logistic loss and the squared loss are functions of $z$ alone.
The zero-one loss, which jumps at 0, is 1 for a mistake and 0 otherwise. Examples outside the
picture are counted at its edge.
"""
STAIRCASE = r"""
The zero-one loss is 1 where $z \le 0$, so its mean is the share of mistakes (002). The count is a
step function: between two jumps its slope is 0 and does not show which way to turn. Finding its
minimum exactly is NP-hard in general. The slope of a convex loss shows the way down wherever it is
not 0.
"""
COLLAPSE = r"""
Scale $\alpha$ by $t$. The perceptron loss is 0 on the correct side, whatever the margin. So if
$\alpha$ separates the points, a smaller $t$ adds no loss, and at $\lambda = 0$, $J$ is flat. If
$\alpha$ does not separate them, a smaller $t$ even lowers the loss. With $\lambda > 0$ it always
lowers the penalty: $J$ is smallest at $t = 0$. The hinge loss is 0 only from margin 1 on, which
keeps $t$ away from 0.
"""
TARGETS = r"""
In $L(z, y) = \frac12 (z - y)^2$ the target $y$ may be any number, for example a price. For
$y = \pm 1$ the loss is $\frac12 (1 - yz)^2$, as in the other steps. The slope $z - y$ is as large
in absolute value as the distance of $z$ from $y$, so a distant target moves the whole line. (000,
section 1)
"""
CLASSES = r"""
With a score $z_i$ for each class, $L(z, y) = \log \sum_i e^{z_i - z_y}$ is the negative logarithm
of the probability of the true class. For two classes the sum is $1 + e^{-(z_1 - z_2)}$: the
logistic loss at margin $z_1 - z_2$. (000, section 1)
"""
SLOPES = r"""
Why $\alpha_i$ is a slope: at the minimum of $\sum_i L(z_i) + \frac{\lambda}{2}\|f\|^2$ the
derivative with respect to $f$ is zero. With $z_i = y_i f(x_i)$ and
$f = \sum_i \alpha_i K(x_i, \cdot)$ this means

$$
\sum_i \big(y_i L'(z_i) + \lambda\alpha_i\big)\, K(x_i, \cdot) = 0
$$

which holds if $\alpha_i = -y_i L'(z_i)/\lambda$, and only then if $K$ has an inverse; with
$m\lambda$ in place of $\lambda$ if the losses are averaged. $L'(z_i)$ is the slope of the loss in
the margin. So $\alpha_i = 0$ where the loss is flat: for the hinge loss beyond margin 1, for the
squared loss only at margin 1, for the logistic and the exponential loss nowhere. At the kink of the
hinge loss, margin 1, $L'(z_i)$ can be any slope from $-1$ to 0.
"""
PULL = r"""
An example at $x_i$ pulls the line in proportion to $|\alpha_i|$ and so to $|L'(z_i)|$. At margin
$z = -5$, $|L'(z)|$ is 1 for the hinge loss, 0.993 for the logistic, 6 for the squared and
$e^5 \approx 148$ for the exponential loss. The slopes of the hinge and the logistic loss are at
most 1 in absolute value, so $|\alpha_i|$ is bounded for an outlier, however far away it is.
"""

STEPS = (
    Step(
        "over-margin", "Losses over the margin", "What should a mistake cost?",
        "Switch the loss. Every example lies on the curve, at its own margin z = y·f(x).",
        pictures=over_margin, mathematics=(MARGIN,),
        frame_heights=(650, 1170, 820), old_names=("losses",),
    ),
    Step(
        "forgotten", "Examples that drop out", "Which loss gives αᵢ = 0 for some examples?",
        "Rings mark the support vectors: the examples whose coefficient αᵢ in f is not 0. Switch "
        "the loss: which examples keep their ring?",
        pictures=support_by_loss, challenges=(CHALLENGES[0], CHALLENGES[2]),
        mathematics=(SLOPES,), formerly=("Who drops out",),
        frame_heights=(460, 840, 610),
    ),
    Step(
        "too-right", "Losses beyond margin 1", "Can a correct example have a large loss?",
        "Stems mark the examples beyond margin 1 whose loss is not 0. Which loss grows there?",
        pictures=large_margins, challenges=CHALLENGES[1:2], formerly=("Right, and charged",),
        frame_heights=(390, 640, 360),
    ),
    Step(
        "outlier", "The outlier lab", "Which loss follows an outlier?", OUTLIER,
        pictures=outlier, mathematics=(PULL,), formerly=("The outlier lab",),
        frame_heights=(470, 770, 590), old_names=("losses/1",),
    ),
    Step(
        "mistakes", "The zero-one loss", "Why not count the mistakes?",
        "Turn the line, and look for the fewest mistakes. Does the count show which way to turn?",
        formerly=("Why not count mistakes",), pictures=mistakes, mathematics=(STAIRCASE,),
        frame_heights=(550, 770, 540), old_names=("turn",),
    ),
    Step(
        "tumours", "Losses on tumours", "Which loss would you choose for tumours?",
        "The tumours of the page RBF bandwidth: crosses are malignant, circles benign. Switch the "
        "loss. None of the losses takes into account that a missed malignant tumour is worse than "
        "a false alarm; the page SVM gives the two mistakes different weights.",
        pictures=tumours, formerly=("Which loss for the tumours?",),
        frame_heights=(520, 900, 700),
    ),
    Step(
        "how-sure", "Probabilities", "How probable is each class?",
        f"A logistic fit gives a probability at every point. {LEVELS}",
        depth="deeper", pictures=probability_map, mathematics=(markdown(SIGMOID), LIKELIEST),
        formerly=("A probability for every place",),
        frame_heights=(410, 730, 540), old_names=("losses/2",),
    ),
    Step(
        "squared-loss", "The squared loss as a classifier", "What do distant examples do to the "
                                                            "line?",
        STEMS,
        depth="deeper", pictures=squared_classifier,
        formerly=("The squared loss as a classifier", "What do far examples do to the line?"),
        frame_heights=(440, 770, 540), old_names=("losses/3",),
    ),
    Step(
        "perceptron", "The perceptron loss with a penalty",
        "Why is α = 0 optimal for the perceptron loss?",
        "Here the α of one hinge fit is scaled by t, from 0 to 2. Drag λ down to 0.",
        depth="deeper", pictures=shrinking_scale, mathematics=(COLLAPSE,),
        formerly=("Why the perceptron gives up",),
        frame_heights=(310, 420, 290), old_names=("ray",),
    ),
    Step(
        "prices", "Targets that are numbers", "What if the target is a number?",
        "Drag the price of the marked house, and watch the line.",
        depth="deeper", pictures=prices, mathematics=(TARGETS,),
        formerly=("Targets that are numbers",),
        frame_heights=(410, 550, 390), old_names=("price",),
    ),
    Step(
        "classes", "More than two classes", "What if there are more than two classes?",
        "Each class has a score. Raise the score of the true class, and the loss falls.",
        depth="deeper", pictures=classes, mathematics=(CLASSES,),
        formerly=("More than two classes",),
        frame_heights=(610, 620, 520), old_names=("score",),
    ),
    Step(
        "table", loss_table.TITLE, f"How do the {loss_table.TITLE.lower()} differ?",
        "Switch the loss, and look at its curve and at one of its chords. The table below has the "
        "formula and slope of each loss, and compares it with the zero-one loss.",
        depth="deeper", pictures=all_curves, mathematics=(loss_table.LOSSES,),
        formerly=(loss_table.TITLE,),
        frame_heights=(450, 670, 430),
    ),
    Step(
        "missing-log", "A logarithm is missing", "Which number is minus the sum of the losses?",
        "One line of the notes omits a logarithm. Drag λ, and compare the two numbers.",
        depth="notes", pictures=missing_log, mathematics=(markdown(MISSING_LOG),),
        formerly=("A line of note 002 that slips", "Which number is minus the risk?"),
        frame_heights=(310, 420, 290),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
