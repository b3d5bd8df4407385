"""The steps of the page on the support vector machine."""

from dataclasses import replace

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import NO_POINTS, problem, sample_of
from lab.scene.scene import Scene
from lab.scene.scene import replace as with_risk
from lab.ui import items
from lab.ui.challenges import name_item, remark
from lab.ui.steps.formulas import markdown
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.svm import certificate_endpoint, derived_dual, margin_by_hand, rescaling, soft_margin
from pages.svm.challenges import CHALLENGES, MISSED, RARE

BY_HAND = (
    "When your line separates the classes, rings mark the nearest points of each class. To "
    "compare, show the widest margin, if there is one: the rings then mark the points that limit "
    "it. You can drag the points too."
)
SLACK = (
    "f(x) is 0 on the thick line and ±1 on the dashed ones; y is 1 for a cross and −1 for a "
    "circle. Slack is how far y·f(x) is below 1, and C is its price."
)
HOLDS = (
    "Erase an example without a ring or a square, or drag it to a point where its y·f(x) stays "
    "above 1: f does not change, since its α is 0. Drag an example with a ring, and f changes."
)
TWO_FORMS = (
    "The hinge form min Σ[1 − y f(x)]₊ + (λ/2)‖w‖² and the constrained form "
    "min ½‖w‖² + C\u00a0Σ\u00a0ξ are the same problem with λ = 1/C."
)
ONE_LAMBDA = "The notes sum the losses in one section, and average them in another."
COMPARE = "Drag λ, and compare the two margins and the slack of both solutions."
PRICES = "At λ = 1/m averaged losses have C = 1, and summed losses C = m."


C = items.symbol("C", "C", "price of slack: drag it", along="1/lam")
W = items.symbol("weight", "wᵢ", "weight of the class of example i", mark="examples")
# Solutions count as the same if their f differ by less than this share of max(1, max |f|).
SAME_F_TOL = 1e-4

ONE_CLASS = remark(
    "There is only one class. Add points of the other class to get a boundary.",
    ("classes_present", "==", 1),
)
LEGEND = items.legend(
    positive="positive", negative="negative", zero="f(x) = 0", margin="f(x) = ±1",
    ring="support vector",
)  # fmt: skip


def primal(w: str) -> items.Item:
    """Return the equation of the primal problem, with class weights unless `w` is empty."""
    weight = r"\mark{weight}{w_i} " if w else ""
    sums = f"the sum of all slacks{', each times its weight' if w else ''}"
    return items.equation(
        f"Minimise half the squared norm of w, plus C times {sums}.",
        r"\min \, \frac{1}{2} \mark{w}{\lVert w \rVert}^2 + \mark{C}{C} \cdot "
        + (rf"\sum_i {weight}\mark{{slack}}{{\xi_i}}" if w else r"\mark{slack}{\sum_i \xi_i}"),
        items.symbol("w", "‖w‖", "1 over the margin", tensor="1/margin"),
        C,
        *([W] if w else []),
        items.symbol("slack", "Σ ξᵢ", "the sum of all slacks", tensor="slack_sum"),
    )


def line_by_hand(scene: Scene, words: Words) -> list[Picture]:
    legend = items.legend(
        positive="positive", negative="negative", fit="the line", margin="edge of its margin",
        ring="nearest of its class",
    )  # fmt: skip
    return [
        Picture(
            main=[margin_by_hand.item("A line by hand and its margin."), legend],
            side=[
                margin_by_hand.share(),
                widest_margin(),
                items.Heading("Which points limit the margin?", BY_HAND),
            ],
        )
    ]


def widest_margin() -> items.Item:
    labels = {"hidden": "Show only my margin", "widest": "Show the widest margin"}
    return items.look("reveal", "The widest margin", labels)


def dual(intercept: str, w: str) -> items.Item:
    """Return the equation of the dual problem, with or without b; `w` as in `primal`."""
    with_b = intercept == "1"
    balance = r" , \, \, \mark{balance}{\sum_i \alpha_i} = 0" if with_b else ""
    balance_in_text = ", and the sum of all alpha i equal to 0" if with_b else ""
    symbols = [
        items.symbol("alpha", "αᵢ", "coefficient of example i", mark="dual"),
        items.symbol("K", "K", "Gram matrix: K(xᵢ, xⱼ) for all pairs", mark="dual"),
        C,
        *([W] if w else []),
    ]
    if with_b:
        symbols.append(items.symbol("balance", "Σ αᵢ", "is 0: the constraint of b", mark="dual"))
    weight = r"\mark{weight}{w_i} " if w else ""
    return items.equation(
        "Maximise the sum of y i alpha i, minus half of alpha transposed K alpha, with y i alpha i "
        f"from 0 to {'w i ' if w else ''}C{balance_in_text}.",
        r"\max \, \sum_i y_i \mark{alpha}{\alpha_i} - \frac{1}{2} \alpha^T \mark{K}{K} \alpha , "
        rf"\, \, 0 \le y_i \mark{{alpha}}{{\alpha_i}} \le {weight}\mark{{C}}{{C}}" + balance,
        *symbols,
    )


def machine(*side: items.Item) -> list[Picture]:
    """Build the picture of the soft margin, with the items `side` beside it."""
    return [Picture(main=soft_margin.picture(), side=[*side, soft_margin.weights_in_words()])]


def hard_to_soft(scene: Scene, words: Words) -> list[Picture]:
    numbers = items.readouts(soft_margin.MARGIN, soft_margin.SLACK)
    (picture,) = machine(items.c_slider(), *soft_margin.parts_of_objective(), numbers)
    return [replace(picture, below=[*picture.below, *soft_margin.with_weights(primal)])]


def support_vectors(scene: Scene, words: Words) -> list[Picture]:
    numbers = items.readouts(soft_margin.SUPPORT, soft_margin.SLACK, soft_margin.MARGIN)
    return machine(items.c_slider(), numbers)


def infeasible_margin(scene: Scene, words: Words) -> list[Picture]:
    verdict = certificate_endpoint.item("Is there an f without slack?")
    slack = items.readouts(soft_margin.SLACK)
    return machine(items.c_slider(), slack, replace(verdict, words=True))


def intercept(scene: Scene, words: Words) -> list[Picture]:
    numbers = items.readouts(
        soft_margin.INTERCEPT, soft_margin.ROOM, soft_margin.TRAIN, soft_margin.TEST
    )
    return machine(
        items.only_where(soft_margin.straight_or_curved(), kernel=soft_margin.CURVED),
        soft_margin.with_or_without_b(),
        items.Crowd(soft_margin.CENTRING_SHIFT),
        through_the_origin(),
        numbers,
    )


def through_the_origin() -> items.Item:
    sentence = remark("Without b the line goes through the origin: f(0) = 0.")
    return items.only_where(sentence, kernel=("linear",), intercept=("0",))


def other_kernels(scene: Scene, words: Words) -> list[Picture]:
    numbers = items.readouts(soft_margin.MARGIN, soft_margin.SLACK, *items.basic_rows()[:4])
    return machine(*soft_margin.kernels(), items.kernel_sliders(), items.c_slider(), numbers)


def dual_derived(scene: Scene, words: Words) -> list[Picture]:
    return [derived_dual.picture(scene, words)]


def two_proofs(scene: Scene, words: Words) -> list[Picture]:
    proofs = certificate_endpoint.item(
        "Primal and dual values of two solvers, against their iterations."
    )
    forms = items.stack(
        *(form for b in "10" for form in soft_margin.with_weights(dual, b, intercept=(b,)))
    )
    beside = items.uneven_pair(forms, items.comparison())
    return [Picture(main=[items.c_slider(), ONE_CLASS, proofs, beside])]


def balance_in_words(scene: Scene, words: Words) -> str:
    """Explain why the coefficients of the dual sum to 0, or can have any sum if there is no b."""
    return PRICED + (SUM_IS_ZERO if scene.intercept else ANY_SUM)


def class_weights(scene: Scene, words: Words) -> list[Picture]:
    """Build the picture of digits with one rare class; it always shows the same data set."""
    plane = items.Plane("The support vector machine and the digits.", edit=False)
    prices = items.readouts(
        items.row("positive_slack_price", "Price of slack, 7s", "number", "wC"),
        items.row("negative_slack_price", "Price of slack, others", "number", "wC"),
    )
    errors = items.readouts(
        items.row("positive_error", "Training error, 7s", "percent", "of 20 points"),
        items.row("negative_error", "Training error, others", "percent", "of 180 points"),
        soft_margin.TEST,
    )
    return [
        Picture(
            main=[items.for_scene(plane, **RARE), items.for_scene(LEGEND, **RARE)],
            side=[
                soft_margin.equal_or_balanced(),
                items.for_scene(prices, **RARE),
                name_item("class-errors", items.for_scene(errors, **RARE)),
            ],
        )
    ]


def tumours(scene: Scene, words: Words) -> list[Picture]:
    """Build the picture of two measurements of tumours; it always shows the same data set."""
    plane = items.Plane("The support vector machine and the tumours.", edit=False)
    errors = items.readouts(
        items.row("positive_error", "Missed tumours", "percent", "of 75 in training"),
        items.row("negative_error", "False alarms", "percent", "of 125 benign ones in training"),
        soft_margin.TEST,
    )
    return [
        Picture(
            main=[items.for_scene(plane, **MISSED), items.for_scene(LEGEND, **MISSED)],
            side=[
                soft_margin.equal_or_tenfold(),
                items.c_slider(),
                name_item("tumour-errors", items.for_scene(errors, **MISSED)),
            ],
        )
    ]


def one_lambda(scene: Scene, words: Words) -> list[Picture]:
    """Build the pictures of summed and averaged losses at the same λ, side by side."""
    planes = (items.stack(*soft_margin.of_risk(risk)) for risk in ("sum", "mean"))
    overlap = items.fields_switch(
        "noise", items.option("0.5", "Little noise"), items.option("2", "Overlapping classes")
    )
    switch_of_drawn = items.for_drawn(overlap)
    no_points = remark(NO_POINTS, ("m", "<=", 0))
    above = [items.lam_slider(cost=False), switch_of_drawn, no_points, ONE_CLASS]
    return [Picture(main=[*above, items.pair(*planes)])]


def two_solutions(scene: Scene, words: Words) -> str:
    """Compare the solutions for summed and averaged losses at this λ in words."""
    if not len(sample_of(scene, empty=True).y):
        return ""
    fits = [_fit(with_risk(scene, risk=risk)) for risk in ("sum", "mean")]
    slack = [float(np.maximum(0, 1 - s.y * s.decision(s.X)).sum()) for s in fits]
    f, g = (s.decision(s.X) for s in fits)
    is_same = np.abs(f - g).max() <= SAME_F_TOL * max(1.0, np.abs(f).max())
    verdict = (
        "the two solutions have the same $f$, which is optimal for both values of $C$"
        if is_same
        else "the two solutions differ"
    )
    return (
        f"At $\\lambda = {scene.lam:.3g}$ {verdict}. Summed losses have $C = {1 / scene.lam:.3g}$ "
        f"and a total slack of {slack[0]:.3g}; averaged losses have "
        f"$C = {1 / (scene.lam * len(f)):.3g}$ and a total slack of {slack[1]:.3g}."
    )


def _fit(scene: Scene) -> kc.Solution:
    try:
        return problem(scene).fit()
    except kc.NotConverged as error:
        return error.solution


def rescaled_line(scene: Scene, words: Words) -> list[Picture]:
    return [rescaling.picture(scene, words["line"], words["scale"])]


HARD = r"""
With features $\phi(x)$, $f(x) = w^T \phi(x) + b$ is 0 on a plane in feature space, and the margin
reaches $1/\|w\|$ to each side of it. If such a plane separates the classes, the plane of widest
margin solves

$$
\min_{w, b}\ \tfrac12 \|w\|^2 \quad \text{where} \quad y_i(w^T \phi(x_i) + b) \ge 1
$$

At the minimum some example has equality: otherwise dividing $w$ and $b$ by the smallest
$y_i f(x_i)$ would give a shorter $w$. With the linear kernel $\phi(x)$ is $x$ itself, and the plane
is a line; another kernel has another $\phi$. If there is no intercept, $b$ is 0.
"""
SOFT = r"""
Where the classes overlap, there may be no $(w, b)$ that satisfies all these constraints. So each
example may have slack $\xi_i \ge 0$ at the price $C$ (001, soft margin):

$$
\begin{aligned}
\min_{w, b, \xi}\ & \tfrac12 \|w\|^2 + C \textstyle\sum_i \xi_i \\
\text{where}\ & y_i(w^T \phi(x_i) + b) \ge 1 - \xi_i
\end{aligned}
$$
"""
MARKS = r"""
The solution is $w = \sum_i \alpha_i \phi(x_i)$ with $0 \le y_i \alpha_i \le C$, and the $\alpha$ of
an example shows its position:

| mark | coefficient | position |
| --- | --- | --- |
| none | $\alpha_i = 0$ | on or beyond the margin, $y_i f(x_i) \ge 1$ |
| ring | $0 < y_i \alpha_i < C$ | on the margin, $y_i f(x_i) = 1$ |
| square | $y_i \alpha_i = C$ | on or inside the margin, or misclassified, $y_i f(x_i) \le 1$ |

With class weights $w_i C$ replaces $C$.
"""
SILENT = r"""
Remove an example of the first row of the table: the solution still satisfies all conditions of the
optimum. So all examples of that row could be removed, and $f$ would stay the same. (000, Theorem
2.1; 001)

Now leave each example out in turn, fit the others with the same $C$, and predict the example that
is left out. An example of the first row is classified correctly, since $f$ does not change and
$y_i f(x_i) \ge 1$. Only support vectors can be misclassified: the **leave-one-out error** is at
most (number of support vectors)$/m$.
"""
DISTANCE = r"""
The distance of a point from the line is $|w^T x + b| / \|w\|$. Multiply $(w, b)$ by any positive
number: the line and all distances stay the same. So for a line that separates the classes we may
choose the scale such that the smallest $y_i(w^T x_i + b)$ is 1; then the margin is $1/\|w\|$, and
the widest margin has the smallest $\|w\|$. (001, margins)
"""
BALANCE = r"""
With $b$ the coefficients have the sum $\sum_i \alpha_i = 0$, since the derivative of the objective
with respect to $b$ is 0 at the optimum. $b$ itself has no penalty: the margin may lie anywhere
(001). When you shift the points, the test points are shifted with them.
"""
PRICES_OF_CLASSES = r"""
With a weight $w_i$ for each example, slack $\xi_i$ costs $w_i C$:

$$
\min_{w, b, \xi}\ \tfrac12 \|w\|^2 + C \textstyle\sum_i w_i \xi_i
$$

and the coefficients have $0 \le y_i \alpha_i \le w_i C$. A weight of 2 has the same effect as a
second copy of the example. Balanced weights are $w_i = m / (2 m_k)$, where $m_k$ of the $m$
examples have the class of example $i$: then the weights of each class add up to $m/2$.
"""
EVERY_KERNEL = r"""
Only $K(x, z) = \phi(x)^T \phi(z)$ enters the problem and its solution. So everything that holds for
a line also holds, with any kernel, for a plane in feature space, where a slack has the length
$\xi_i/\|w\|$. With a kernel other than the linear one each slack is drawn upright here, and the
scale in the corner shows a slack of 1.

Three of these kernels are not in the notes. The **Laplace kernel** has a kink at $x = z$, the
smoothness of the **Matérn kernel** is set by $\nu$, and the **periodic kernel** repeats itself
along each axis.
"""
PRICED = r"""
Each constraint $y_i f(x_i) \ge 1 - \xi_i$ has a multiplier $y_i \alpha_i \ge 0$. For given
multipliers, the value of the **dual** is the minimum, over all $f$ and all $\xi_i \ge 0$, of the
primal plus $\sum_i y_i \alpha_i \, (1 - \xi_i - y_i f(x_i))$.
"""
SUM_IS_ZERO = r"""
In this expression $b$ appears only in $-b \sum_i \alpha_i$, since $b$ has no penalty. So the
minimum is $-\infty$, unless $\sum_i \alpha_i = 0$: this is the constraint of $b$. Under this
constraint the $|\alpha_i|$ of both classes have the same sum.
"""
ANY_SUM = r"""
Here $f$ has no $b$. With $b$ this expression would have the term $-b \sum_i \alpha_i$, and the dual
the constraint $\sum_i \alpha_i = 0$. Without $b$ the $\alpha_i$ may have any sum.
"""
HINGE = r"""
The smallest slack that satisfies the constraints is $\xi_i = [1 - y_i f(x_i)]_+$, the hinge loss.
Insert it and divide by $C$: this gives the regularised risk with $\lambda = 1/C$, that is, the
$\ell_2$-regularised hinge loss of a model that is linear in $\phi(x)$. (000, section 5; 001)
"""

STEPS = (
    Step(
        "by-hand", "A line by hand", "Which line has the widest margin?",
        "Drag the two handles: separate the crosses from the circles with the widest street you "
        "can. Half its width is the margin.",
        pictures=line_by_hand, formerly=("First by hand, then by proof",),
        frame_heights=(500, 780, 650), old_names=("svm",),
    ),
    Step(
        "same-line", "Rescaling w and b", "Which w and b describe the same line?",
        "Drag s: w and b are multiplied by it. The line and the margin stay the same; the dashed "
        "lines, where f(x) = ±1, move.",
        pictures=rescaled_line, mathematics=(DISTANCE,),
        formerly=("The same line, other numbers", "Which numbers belong to one line?"),
        frame_heights=(470, 660, 600), old_names=("rescale",),
    ),
    Step(
        "hard-to-soft", "From hard to soft", "What does a wider margin cost?",
        f"{SLACK} Drag C, and see which examples have slack.",
        pictures=hard_to_soft, challenges=CHALLENGES[1:2], mathematics=(HARD, SOFT),
        formerly=("From hard to soft", "Why"),
        frame_heights=(630, 890, 800), old_names=("svm/1",),
    ),
    Step(
        "who-holds", "Support vectors", "Which points are support vectors?", HOLDS,
        pictures=support_vectors, challenges=CHALLENGES[:1], mathematics=(MARKS, SILENT),
        formerly=("Who holds the street", "Who holds the street?"),
        frame_heights=(480, 710, 680),
    ),
    Step(
        "no-street", "No margin without slack", "What if nothing separates the classes?",
        "Drag one cross deep among the circles. Then make C as large as you can.",
        pictures=infeasible_margin, challenges=CHALLENGES[2:3],
        formerly=("No street without slack", "What if no line parts the classes?"),
        frame_heights=(480, 730, 600),
    ),
    Step(
        "tumours", "A missed tumour", "What if one mistake costs ten times as much?",
        "The tumours of the pages RBF bandwidth and Losses: crosses are malignant, circles benign. "
        "A malignant tumour that is classified as benign is left untreated. Predict, then make the "
        "slack of malignant tumours ten times as expensive.",
        pictures=tumours, challenges=CHALLENGES[4:],
        frame_heights=(470, 750, 700),
    ),
    Step(
        "intercept", "The intercept b", "What is b for?",
        "Compare f with and without b. Then shift all points to one side, and compare again.",
        depth="deeper", pictures=intercept, mathematics=(BALANCE,), formerly=("Why b", "Why b?",),
        frame_heights=(480, 750, 650),
    ),
    Step(
        "class-weights", "Class weights", "What if one class is rare?",
        "The crosses are 7s; the circles are all other digits, nine times as many. Choose the "
        "class weights, and compare the errors on both classes.",
        depth="deeper", pictures=class_weights, challenges=CHALLENGES[3:4],
        mathematics=(PRICES_OF_CLASSES,),
        frame_heights=(470, 720, 600),
    ),
    Step(
        "other-kernels", "Other kernels", "Can a boundary be curved?",
        "Choose a kernel, or write one as a formula. Rings and squares have the same meaning with "
        "every kernel.",
        depth="deeper", pictures=other_kernels, mathematics=(EVERY_KERNEL,),
        formerly=("Can a street be curved?",),
        frame_heights=(560, 940, 650),
    ),
    Step(
        "dual", "The dual, derived", "Where does the dual come from?",
        "Each constraint yᵢf(xᵢ) ≥ 1 − ξᵢ has a Lagrange multiplier yᵢαᵢ, its price. Add the "
        "multipliers one at a time: where does the lower bound end?",
        depth="deeper", pictures=dual_derived, challenges=derived_dual.CHALLENGES,
        mathematics=(derived_dual.LAGRANGIAN, derived_dual.SLACKNESS),
        frame_heights=(580, 940, 740),
    ),
    Step(
        "two-forms", "Primal and dual", "How do we know that this is the optimum?",
        "One problem in two forms. The gap between primal and dual bounds how far each objective "
        "is from its optimum.",
        depth="deeper", pictures=two_proofs, tables=balance_in_words,
        mathematics=(markdown(TWO_FORMS), HINGE),
        formerly=(
            "Two forms, one answer", "Two roads, one answer",
            "How do we know that this is the best street?",
        ),
        frame_heights=(950, 1610, 940), old_names=("svm/2",),
    ),
    Step(
        "one-lambda", "Summed and averaged losses",
        "What changes at the same λ if losses are averaged?",
        f"{ONE_LAMBDA} {COMPARE}",
        depth="notes", pictures=one_lambda, mathematics=(markdown(PRICES),), tables=two_solutions,
        formerly=(
            "One λ, two margins", "What do sum and mean change at the same λ?",
            "One λ, two streets",
        ),
        frame_heights=(590, 1090, 820), old_names=("svm/3",),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
