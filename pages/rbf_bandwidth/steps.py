"""The steps of the page on bandwidth."""

import dataclasses
from functools import lru_cache

import numpy as np

import kernel_core as kc
from lab.looks.losses import look_of
from lab.scene.fields import (
    FIELDS,
    KERNEL_PARAMETERS,
    has_parameter,
    kernel_sliders_of,
)
from lab.scene.learning_problem import sample_of
from lab.scene.samples.real_datasets import TUMOURS
from lab.scene.scene import Scene, parse, replace
from lab.ui import items
from lab.ui.challenges import name_item, remark
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.rbf_bandwidth import folds, narrow_bumps, random_fourier, setting_choice
from pages.rbf_bandwidth.challenges import CHALLENGES

FIGURES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
# Values of τ of the six small planes, ascending.
SMALL_BANDWIDTHS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
# Largest number of examples for `straightness_in_words`, whose two fits delay the page.
MAX_FITTED_POINTS = 500
RBF = {"kernel": ("rbf",)}
OTHER_KERNELS = tuple(name for name in FIELDS["kernel"].choices if not has_parameter(name, "tau"))
CONVENTIONS = {
    "sum": "Losses summed (000, section 6)", "mean": "Losses averaged (000, section 5)",
}  # fmt: skip
SHORT_CONVENTIONS = {"sum": "Losses summed", "mean": "Losses averaged"}
BUMP = (
    "With the RBF kernel, click a cross or a circle: its bump K(x, z) is 1 at the point and falls "
    "with distance; on the dotted circle, at 1.18 τ, it is one half."
)
LOSS_LABELS = {name: f"{look_of(kc.LOSSES[name]).label} loss" for name in FIELDS["loss"].choices}
ZERO_EVERYWHERE = items.Heading(
    "f is 0 everywhere",
    "No point gets a prediction, and every example counts as misclassified, with any kernel. For "
    "another loss, see “Regularisation”.",
)
FIT = items.row("support", "Support vectors", "count")
ERRORS = items.basic_rows()[1:3]


def votes(intercept: str) -> items.Item:
    """Return the equation of f as a sum of bumps, shown for the RBF kernel where the scene's
    intercept is `intercept`: "1" with b, "0" without.
    """
    with_b = intercept == "1"
    symbols = [
        items.symbol("f", "f", "is 0 on the thick line", mark="zero"),
        items.symbol(
            "alpha", "αᵢ", "coefficient of example i", mark="support", tensor="alpha", of="i"
        ),
        items.symbol("bump", "K(xᵢ, x)", "bump of example i", mark="bump"),
    ]
    if with_b:
        symbols.append(items.symbol("b", "b", "the intercept", mark="zero", tensor="intercept"))
    equation = items.equation(
        "f of x is the sum, over all examples i, of alpha i times K of x i and x"
        f"{', plus b' if with_b else ''}.",
        r"\mark{f}{f}(x) = \sum_i \mark{alpha}{\alpha_i} \mark{bump}{K(x_i, x)}"
        + (r" + \mark{b}{b}" if with_b else ""),
        *symbols,
    )
    return items.only_where(equation, kernel=("rbf",), intercept=(intercept,))


def objective(risk: str) -> items.Item:
    """Return the equation of J, shown where the scene's risk is `risk`, "sum" or "mean"."""
    total, mean = {
        "sum": ("the sum", ""),
        "mean": ("the mean", r"\mark{mean}{\frac{1}{m}} "),
    }[risk]
    symbols = [
        items.symbol("J", "J", "the objective, which the fit minimises", tensor="primal"),
        items.symbol("loss", "L", "loss of example i", mark="examples"),
        items.symbol("lam", "λ", "weight of the penalty: drag it", along="lam"),
        items.symbol("norm", "αᵀKα", "squared norm of f", mark="support"),
    ]
    if mean:
        symbols.append(items.symbol("mean", "1/m", "the losses are averaged", mark="examples"))
    equation = items.equation(
        f"J of alpha is {total} of the losses of all examples, plus one half times lambda "
        "times alpha transposed K alpha.",
        rf"\mark{{J}}{{J(\alpha)}} = {mean}\sum_i \mark{{loss}}{{L(f(x_i), y_i)}} + "
        r"\frac{\mark{lam}{\lambda}}{2} \mark{norm}{\alpha^T K \alpha}",
        *symbols,
    )
    return items.only_where(equation, risk=(risk,))


NARROW_TITLE = "At six bandwidths"
TWO_ERRORS = (
    items.row("train_error", "Training error", "percent"),
    items.row("test_error", "Test error", "percent"),
)


def without_tau() -> items.Item:
    """Return, for each kernel without a τ, a heading that names its sliders, if it has any, and a
    switch to the RBF kernel."""
    to_rbf = items.add_label(items.fields_switch("kernel", items.option("rbf", "RBF")))
    return items.stack(
        *map(_without_tau, OTHER_KERNELS), items.only_where(to_rbf, kernel=OTHER_KERNELS)
    )


def lam_without_tau() -> items.Item:
    """Return the slider of λ, shown for each kernel without a τ."""
    return items.only_where(items.lam_slider(), kernel=OTHER_KERNELS)


def with_other_kernel() -> list[items.Item]:
    """Return the plane and its legend, shown for kernels other than the RBF kernel."""
    return [
        items.only_where(item, kernel=OTHER_KERNELS) for item in (plane(), items.plane_legend())
    ]


def _without_tau(kernel: str) -> items.Item:
    symbols = [KERNEL_PARAMETERS[along].symbol for along in kernel_sliders_of(kernel)]
    title = f"Drag {' and '.join(symbols)}" if symbols else "No τ to drag"
    changing = f"{', '.join([*symbols, 'λ'])} and the loss"
    return items.only_where(
        items.Heading(
            title,
            f"Figures 2 to 4 of the notes are about the RBF kernel. With the chosen kernel, "
            f"{changing} change f: see “Regularisation”.",
        ),
        kernel=(kernel,),
    )


def without_densities() -> items.Item:
    return items.for_measured(
        items.Heading(
            "The Bayes-optimal boundary is not known here",
            "The distribution of these data is not known, so the Bayes error cannot be computed, "
            "and there is no dotted line. Under “Data” you can choose data sets whose distribution "
            "is known.",
        )
    )


def perceptron_remark() -> items.Item:
    return remark(
        "With the perceptron loss and any λ > 0, α = 0 is "
        "optimal: f is 0 everywhere, and f(x) = 0 is "
        "counted as a mistake on every example.",
        ("loss", "==", "perceptron"), ("support", "<=", 0),
    )  # fmt: skip


def zero_everywhere() -> items.Item:
    """Return a heading for the perceptron loss, with which f = 0 is optimal for any λ > 0."""
    return items.only_where(ZERO_EVERYWHERE, loss=("perceptron",))


def plane(label: str = "The decision function f over the plane.") -> items.Item:
    return items.Plane(label)


def bumps(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[plane(), items.plane_legend()],
            side=[
                items.kernel_sliders(),
                without_tau(),
                lam_without_tau(),
                items.readouts(FIT, *TWO_ERRORS),
                zero_everywhere(),
                *map(votes, "01"),
                items.kernel_equation("rbf"),
            ],
        )
    ]


def one_bump(scene: Scene, words: Words) -> list[Picture]:
    bump = items.Plane("The plane, with the bump of one example.", edit=False, bump=True)
    along_line = items.Slice("The bump along the horizontal line through the chosen example.")
    return [
        Picture(
            main=[items.for_rbf(bump), *with_other_kernel()],
            side=[
                items.kernel_sliders(),
                without_tau(),
                lam_without_tau(),
                items.for_rbf(along_line),
            ],
        )
    ]


def too_wild(scene: Scene, words: Words) -> list[Picture]:
    curve = name_item("errors", items.error_curve())
    return [
        Picture(
            main=[plane()],
            side=[
                items.kernel_sliders(),
                without_tau(),
                lam_without_tau(),
                without_densities(),
                items.readouts(*ERRORS),
                curve,
                zero_everywhere(),
            ],
            below=[
                items.for_rbf(items.panels("tau", SMALL_BANDWIDTHS, NARROW_TITLE, errors=False))
            ],
        )
    ]


def bayes_boundary(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[plane(), items.bayes_look()],
            side=[
                items.kernel_sliders(), without_tau(),
                lam_without_tau(), without_densities(),
                items.readouts(*ERRORS), name_item("errors", items.error_curve()),
                zero_everywhere(),
            ],
        )
    ]  # fmt: skip


def price(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[plane(), items.plane_legend()],
            side=[
                items.lam_slider(),
                items.kernel_sliders(),
                items.short_loss_switch(scene.loss),
                items.readouts(*items.basic_rows()),
                items.error_curve(along="lam"),
                items.comparison(),
                perceptron_remark(),
            ],
            below=[objective("sum"), objective("mean")],
        )
    ]


def tumours(scene: Scene, words: Words) -> list[Picture]:
    """Build the picture of two measurements of tumours, which has its own scene."""
    return [
        Picture(
            main=[
                items.Plane("The decision function f and the tumours.", edit=False),
                items.plane_legend(),
            ],
            side=[
                items.kernel_slider("tau"), items.readouts(*TWO_ERRORS),
                items.error_curve(bayes=False),
                remark("{test_error:percent} of the tumours left out of the fit are "
                       "misclassified."),
                remark("The smallest test error along the slider is {least:test_error:percent}.",
                       ("test_error", ">=", ["least:test_error", 1, 0.005])),
            ],
            scene=parse(
                TUMOURS | {"kernel": "rbf", "formula": "", "loss": "hinge"},
                default=scene,
            )[0],
        )
    ]  # fmt: skip


def six_classifiers(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[*rows_of_six(), *with_other_kernel()],
            below=[
                items.triple(
                    items.stack(
                        # The six planes have their own values of τ.
                        items.only_where(items.kernel_sliders(), kernel=OTHER_KERNELS),
                        items.lam_slider(),
                    ),
                    items.switch("risk", SHORT_CONVENTIONS),
                    dataclasses.replace(items.short_loss_switch(scene.loss), shape="kl-wrap"),
                ),
                without_tau(),
            ],
        )
    ]  # fmt: skip


def rows_of_six() -> list[items.Item]:
    return [
        items.for_rbf(
            items.panels("tau", FIGURES, title, value_names={"loss": LOSS_LABELS}, risk=risk)
        )
        for risk, title in CONVENTIONS.items()
    ]


def left_out(scene: Scene, words: Words) -> list[Picture]:
    notes = [ZERO_EVERYWHERE] if scene.loss == "perceptron" else []
    return [folds.picture(scene, words["fold"], notes)]


def chosen_setting(scene: Scene, words: Words) -> list[Picture]:
    return [setting_choice.picture(words)]


def fresh_choices(scene: Scene, words: Words) -> list[Picture]:
    return [setting_choice.fresh_picture(words)]


def waves(scene: Scene, words: Words) -> list[Picture]:
    return [random_fourier.picture(scene, words["draws"])]


SUM_OR_MEAN = r"""
The losses can be averaged or summed. At $\lambda = 1/m$ the mean gives $C = 1$, the sum $C = m$
(000, sections 5 and 6). With the hinge loss no $|\alpha_i|$ can be more than $C$, since the slope
of this loss lies between $-1$ and 0. The larger $C$ is, the more a boundary of wide bumps can bend.
"""
STRAIGHT = r"""
Fit a linear function to the values of $f$ at the points, by least squares. At $\tau = {tau}$ and
$\lambda = {lam}$ it has the same sign as $f$ at {mean} of the points with averaged losses, and at
{sum} with summed losses.
"""


def straightness_in_words(scene: Scene, words: Words) -> str:
    """Describe how straight the last boundary of each row of planes is.

    The text is empty for a kernel other than the RBF kernel, without points or with more than
    `MAX_FITTED_POINTS`, and if all coefficients of one of the two fits are 0.
    """
    if scene.kernel != "rbf" or not 0 < len(sample_of(scene, empty=True).y) <= MAX_FITTED_POINTS:
        return ""
    shares = {
        risk: straightness(replace(scene, risk=risk, tau=FIGURES[-1])) for risk in SHORT_CONVENTIONS
    }
    texts = {
        risk: f"{100 * share:.0f}\N{NO-BREAK SPACE}%"
        for risk, share in shares.items()
        if share is not None
    }
    if texts.keys() != shares.keys():
        return ""
    return STRAIGHT.format(tau=f"{FIGURES[-1]:g}", lam=f"{scene.lam:.3g}", **texts)


@lru_cache(maxsize=64)
def straightness(scene: Scene) -> float | None:
    """Return the share of points at which f has the sign of its least-squares linear fit, or None
    if all coefficients are 0.
    """
    solution = narrow_bumps.fit(scene)
    if not solution.alpha.any():
        return None
    f, rows = solution.decision(solution.X), np.column_stack([np.ones(len(solution.X)), solution.X])
    line = rows @ np.linalg.lstsq(rows, f, rcond=None)[0]
    return float((np.sign(line) == np.sign(f)).mean())


VOTE = r"""
The decision function $f$ is a weighted sum of similarities, plus a constant $b$ if there is one.
Where $f$ is positive the prediction is “blue cross”, where $f$ is negative it is “red circle”. On
the thick line $f$ is 0, on the dashed lines 1 and −1. A **kernel** $K$ measures how similar $x$ is
to each example. This page is about the **RBF kernel**. While it is chosen, its formula is shown
above, after that of $f$. Point at a symbol there, and the picture highlights what the symbol stands
for.
"""
FADING = r"""
Each example counts with its coefficient $\alpha_i$, weighted by its similarity to $x$. When $\tau$
is small, only nearby examples matter: the boundary is irregular. When $\tau$ is large, each bump is
nearly flat over the data: apart from a factor near 1, $K(x_i, x)$ is nearly
$e^{-\|x_i\|^2/2\tau^2}(1 + x_i^Tx/\tau^2)$, which is linear in $x$. With small coefficients the
boundary is then nearly a straight line, as in Figure 4 of the notes. Large coefficients of both
signs still bend it; “Six bandwidths at once” shows both cases. (000, section 6, eq. (4))
"""

BAYES = r"""
The **Bayes classifier** predicts $+1$ where $P(y = 1 \mid x) > \frac12$, that is, where the share
of the class times its density is larger for $+1$, and $-1$ elsewhere. Its test error is

$$
E\big[\min\{P(y = 1 \mid x),\, P(y = -1 \mid x)\}\big]
$$

At each $x$ the other prediction is wrong with the larger probability, so no classifier has a
smaller test error. A training error can be smaller, even 0, since $f$ can be fitted to every single
label.
"""


def objective_in_words(scene: Scene, words: Words) -> str:
    """Explain the terms of J for summed or averaged losses."""
    lam, m = scene.lam, len(sample_of(scene, empty=True).y)
    summed = scene.risk == "sum"
    C, formula = (1 / lam, r"1/\lambda") if summed else (1 / (lam * max(m, 1)), r"1/(\lambda m)")
    return rf"""
The coefficients minimise the regularised risk $J$, here with the losses
{"summed" if summed else "averaged"}. Its first part is the loss: the hinge loss is $1 - y f(x)$
where that is above 0, so also for correct examples with $y f(x)$ below 1; the perceptron loss is
$-y f(x)$ where that is above 0, so only for misclassified examples. The page “Losses” shows the
others. Here $y = 1$ for a blue cross and $y = -1$ for a red circle. The second part, the
**regularisation**, is $\lambda/2$ times the squared norm of $f$; $K$ is the Gram matrix, the table
of $K(x_i, x_j)$ for all pairs.
$C = {formula} = {number(C)}$ is an equivalent parameter: the weight of each loss when
$\frac12 \alpha^T K \alpha$ has weight 1. The duality gap bounds how far $J$ is above its minimum.
"""


def number(value: float) -> str:
    """Write a number above 0 for LaTeX, with at most three significant digits.

    A number of 1000 or more is rounded to a whole number; one below 0.0001 has a power of ten.
    """
    if value >= 999.5:
        return f"{value:,.0f}"
    digits, _, exponent = f"{value:.3g}".partition("e")
    return rf"{digits} \cdot 10^{{{int(exponent)}}}" if exponent else digits


SLIP = r"""
The notes draw random frequencies $\omega \sim \mathrm{N}(0, \tau^2 I)$, and say that the average of
$\cos(\omega^T(x - z))$ is the kernel (000, footnote of section 6). Increase the number $D$ of
waves, and see for which variance the average converges to the kernel: $\tau^{2}$ as printed, or
$\tau^{-2}$. At $\tau = 1$ the two variances are equal.
"""

STEPS = (
    Step(
        "bumps", "A bump for each point", "How far does one example’s influence reach?",
        "With the RBF kernel each training point has a bump: drag τ to change its width.",
        pictures=bumps, mathematics=(VOTE, FADING), formerly=("Why", "Two hundred bumps"),
        frame_heights=(630, 1010, 650), old_names=("bandwidth",),
    ),
    Step(
        "one-bump", "One bump", "What does one example contribute?", BUMP,
        pictures=one_bump, formerly=("One bump", "What does one example say?"),
        frame_heights=(410, 730, 540), old_names=("bandwidth/2",),
    ),
    Step(
        "too-narrow-too-wide", "Too narrow, too wide", "When is a boundary too irregular?",
        "Predict first. Then, with the RBF kernel, drag τ from end to end, and watch the training "
        "error and the test error. No boundary has a test error below the Bayes error.",
        pictures=too_wild, challenges=CHALLENGES[:1], tables=narrow_bumps.in_words,
        frame_heights=(820, 1030, 790),
    ),
    Step(
        "best-there-is", "The Bayes-optimal boundary", "Which boundary is the best possible?",
        "Where the distribution of the data is known, the dotted line is the boundary with the "
        "smallest test error.",
        pictures=bayes_boundary, challenges=CHALLENGES[1:2], mathematics=(BAYES,),
        formerly=("Which boundary can nobody beat?", "What nobody can beat"),
        frame_heights=(450, 770, 600),
    ),
    Step(
        "price", "Regularisation", "Regularisation: what does λ change?",
        "Drag λ: the larger λ is, the more the squared norm of f costs, and the smoother f is. "
        "The chart shows the errors along λ.",
        pictures=price, tables=objective_in_words,
        formerly=("What holds the boundary back?", "The price of a wild boundary"),
        frame_heights=(760, 1150, 880),
    ),
    Step(
        "six-bandwidths", "Six bandwidths at once",
        "What changes if losses are averaged, not summed?",
        "With the RBF kernel, compare the two rows. Then drag λ.",
        pictures=six_classifiers, challenges=CHALLENGES[2:],
        mathematics=(SUM_OR_MEAN,), tables=straightness_in_words,
        formerly=("What do sum and mean change?", "Figures 2, 3 and 4"),
        frame_heights=(1190, 1120, 730),
        old_names=("bandwidth/1",),
    ),
    Step(
        "tumours", "Tumours", "Which τ would you choose for tumours?",
        "Two measurements of breast tumours: crosses are malignant, circles benign. A malignant "
        "tumour that is classified as benign is left untreated. The kernel is the RBF kernel, the "
        "loss the hinge loss: drag τ, and choose a value.",
        pictures=tumours,
        frame_heights=(490, 820, 700),
    ),
    Step(
        "folds", "One fold left out", "How do you measure errors without new points?",
        "The examples are split at random into five folds. Drag j: f is fitted to the other four "
        "folds, and tested on fold j. The kernel and λ are those of the first pictures.",
        depth="deeper", pictures=left_out, challenges=folds.CHALLENGES,
        mathematics=(folds.FORMULAS,),
        frame_heights=(500, 830, 670),
    ),
    Step(
        "choice", "Choosing τ and λ", "How do you choose τ and λ without new points?",
        "The kernel is the RBF kernel. Thin lines: the error on each of five folds. Thick: "
        "their mean, and the test error. Dashed: one standard error above and below the mean. Drag "
        "τ and λ.",
        depth="deeper", pictures=chosen_setting, challenges=setting_choice.CHALLENGES,
        mathematics=(folds.RULES, folds.ESTIMATE),
        formerly=("Which τ and λ, without new points?",),
        frame_heights=(580, 990, 700),
    ),
    Step(
        "fresh-choices", "Choosing again", "How often does the choice turn out well?",
        "Both rules choose τ and λ on twenty samples. The curves show by how much the test error "
        "of each choice is above the smallest over all settings. Drag d.",
        depth="deeper", pictures=fresh_choices, challenges=setting_choice.FRESH_CHALLENGES,
        frame_heights=(350, 440, 290),
    ),
    Step(
        "random-waves", "Random waves", "Which waves add up to the kernel?",
        "The notes print one variance of the frequencies ω, but unless τ = 1 the RBF kernel needs "
        "another. Drag D and compare the two averages.",
        depth="notes", pictures=waves, mathematics=(SLIP,), formerly=("Where the notes slip",),
        frame_heights=(370, 520, 370), old_names=("footnote",),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
