"""The step that derives the dual: multipliers are added one at a time, until the lower bound meets
the primal; a multiplier that violates complementary slackness leaves a gap.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Address, Word
from lab.scene.learning_problem import NO_POINTS, problem, sample_of
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, remark
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from lab.wire.sweep_payload import names_of
from pages.svm.items import KktTable
from pages.svm.mathematics.growing_dual import GrowingDual, grow_dual

MAX_POINTS = 200
HOLDS, BEYOND, SLACK = "holds", "beyond", "slack"
LABELS = {
    HOLDS: "Slackness holds",
    BEYOND: "Broken beyond margin",
    SLACK: "Broken with slack",
}
VIEW = {"slackness": Word(HOLDS, tuple(LABELS)), "multipliers": ""}
# Words of older links, which `of_older_link` translates.
OLDER_WORDS = {"priced": Word(BEYOND, (BEYOND, "on", SLACK)), "price": ""}
_FIRST_COUNT = "2"  # with an intercept, the first number of multipliers that gives a line
_MAX_TICKS = 8
_GRID_NODES = 33
# Number of grid nodes along a side, small since bilinear interpolation is exact for a linear f.
_LINEAR_GRID_NODES = 9
_GAP_TOL = 1e-6  # largest relative gap that counts as 0
_BEYOND_MARGIN = 1.2  # y f(x) of an example that is clearly beyond the margin
_WITH_SLACK = 0.95  # y f(x) of an example that clearly has slack
_BALANCE_TOL = 1e-6  # largest |Σ αᵢ| that counts as 0, relative to the largest price of slack
ONE_MULTIPLIER, OPEN, AT_BOUND, OPTIMAL, NOT_NEEDED, FIXED_MULTIPLIER, BEYOND_LEFT, SLACK_LEFT = (
    range(8)
)
# {C} stands for the price of slack.
REMARKS = {
    ONE_MULTIPLIER: "With one multiplier Σ αᵢ = 0 leaves only 0: w = 0, and the bound is 0.",
    OPEN: "The constraint of the marked example added most to the gap, so it got the next "
    "multiplier. The bound is the optimum without the constraints that have none yet.",
    AT_BOUND: "The multiplier of the marked example is {C}, the end of its box: above {C}, 𝓛 would "
    "fall without bound as ξᵢ grows.",
    OPTIMAL: "No condition is violated, and the bound has reached the primal: f is optimal.",
    NOT_NEEDED: "The constraint of the marked example holds already: its multiplier is 0, and "
    "nothing changes.",
    FIXED_MULTIPLIER: "The multiplier of the marked example is kept at {price:number}. Add the "
    "others: does the gap go to 0?",
    BEYOND_LEFT: "Slackness is violated: the bound stays below the optimum, {optimum:number}. The "
    "gap is the multiplier times (yᵢf(xᵢ) − 1 + ξᵢ): {price:number} · {constraint:number} = "
    "{gap_left:number}.",
    SLACK_LEFT: "Slackness is violated: the bound stays below the optimum, {optimum:number}. The "
    "gap is ({C} − yᵢαᵢ) times the slack: {C} · {slack:number} = {gap_left:number}.",
}

CHALLENGES = (
    Challenge(
        question="An example lies beyond the margin, so its constraint is not tight. Which "
        "multiplier does the constraint have at the optimum?",
        options=(
            Option("0", (("price", "<=", 0),)),
            Option("between 0 and C", (("share", ">=", 0.001), ("share", "<=", 0.999))),
            Option("C", (("share", ">=", 0.999), ("share", "<=", 1.001))),
        ),
        answer="0",
        goal="Add multipliers until the gap is 0, then one more: its example lies beyond the "
        "margin. Then break slackness, and try again.",
        conditions=(("relative", "<=", _GAP_TOL), ("constraint", ">=", _BEYOND_MARGIN - 1)),
        by=("multipliers", "slackness"),
        certificate="",
        why="If a constraint is not tight, a multiplier above 0 lowers the bound. At the "
        "optimum the product yᵢαᵢ (yᵢf(xᵢ) − 1 + ξᵢ) is 0, and here the second factor is not "
        "0, so the multiplier yᵢαᵢ is 0. For an example with slack the product (C − yᵢαᵢ) ξᵢ "
        "is 0, and ξᵢ is not 0, so the multiplier is C, or wᵢC with class weights.",
    ),
)

LAGRANGIAN = r"""
Each constraint has a Lagrange multiplier, the price of violating it: $y_i\alpha_i \ge 0$ for
$y_i f(x_i) \ge 1 - \xi_i$, and $\mu_i \ge 0$ for $\xi_i \ge 0$. The **Lagrangian** is

$$
\begin{aligned}
\mathcal{L} = \tfrac12\|w\|^2 &+ C\textstyle\sum_i \xi_i - \sum_i \mu_i \xi_i \\
&+ \textstyle\sum_i y_i\alpha_i \, (1 - \xi_i - y_i f(x_i))
\end{aligned}
$$

Where all constraints hold, the added terms are at most 0. So the minimum of $\mathcal{L}$ over all
$w$, $b$ and $\xi$ is a lower bound of the primal, for any multipliers. Minimise $\mathcal{L}$:

- over $w$, with $f(x) = w^T\phi(x) + b$: the derivative is 0 at $w = \sum_i \alpha_i \phi(x_i)$;
- over $b$: $\mathcal{L}$ has the term $-b \sum_i \alpha_i$, so it has no minimum unless
  $\sum_i \alpha_i = 0$ (without $b$ there is no such condition);
- over $\xi_i$: the factor of $\xi_i$ is $C - \mu_i - y_i\alpha_i$, which must be 0. As
  $\mu_i \ge 0$, this is the **box** $0 \le y_i\alpha_i \le C$.
"""
SLACKNESS = r"""
Where these conditions hold, the bound is $\sum_i y_i\alpha_i - \tfrac12\alpha^TK\alpha$. The
largest such bound is the **dual**. While some multipliers must be 0, the largest bound is the
optimum without the constraints of these examples, so one more multiplier never lowers it. The
primal minus the bound is a sum of terms that are never below 0:

$$
\textstyle\sum_i y_i\alpha_i\,(y_i f(x_i) - 1 + \xi_i) + \sum_i (C - y_i\alpha_i)\,\xi_i
$$

In the picture, each new multiplier goes to the example with the largest term. At the optimum primal
and dual are equal, so every term is 0: **complementary slackness**. One factor of each product is
0, which gives the three kinds of examples in the table. An example of the second kind has
$y_i f(x_i) = 1$. If $f$ has an intercept, this gives $b = y_i - \sum_j \alpha_j K(x_j, x_i)$. With
class weights $w_iC$ replaces $C$.

These are the Karush–Kuhn–Tucker (**KKT**) conditions. The problem is convex, so multipliers and an
$f$ that satisfy all of them are optimal. (001 names the dual without deriving it.)
"""


def of_older_link(address: Address) -> Address:
    """Translate an older address, which has the multiplier `price` of an example of the kind
    `priced`."""
    if not OLDER_WORDS.keys() & address.keys():
        return address
    kind, is_zero = address.get("priced", BEYOND), address.get("price") in ("0", "0.0")
    is_broken = kind in (BEYOND, SLACK) and is_zero == (kind == SLACK)
    words = {word: text for word, text in address.items() if word not in OLDER_WORDS}
    return {"slackness": kind if is_broken else HOLDS, "multipliers": str(MAX_POINTS), **words}


def without_multiplier(dual: GrowingDual, y: np.ndarray) -> np.ndarray:
    """Return the examples that got no multiplier, for the stages after the optimum.

    Those clearly beyond the margin are first, the nearest of them before the others.
    """
    margins = y * dual.decision[-1]
    examples = np.setdiff1d(np.arange(len(y)), dual.order)
    return examples[np.lexsort((margins[examples], margins[examples] <= _BEYOND_MARGIN))]


def choose_fixed_multipliers(
    optimum: GrowingDual, y: np.ndarray, c: np.ndarray
) -> dict[str, tuple[int, float]]:
    """Choose, for each way to break slackness that is possible, an example and its multiplier.

    Of the examples with multiplier 0 that are clearly beyond the margin, the nearest gets half the
    largest multiplier; the example with the largest slack gets 0. `c` (m,) has the price of slack
    of each example.
    """
    margins, category = y * optimum.decision[-1], optimum.kkt_category[-1]
    half = min(np.abs(optimum.alpha[-1]).max() / 2, c.min())
    is_added = np.isin(np.arange(len(y)), optimum.order)
    kinds = {
        BEYOND: ((category == 0) & (margins > _BEYOND_MARGIN), half),
        SLACK: ((category == 2) & (margins < _WITH_SLACK), 0.0),
    }
    return {
        kind: (
            int(np.lexsort((margins, is_added & (kind == BEYOND), ~is_of_kind))[0]),
            float(value),
        )
        for kind, (is_of_kind, value) in kinds.items()
        if is_of_kind.any()
    }


@lru_cache(maxsize=32)
def sweeps(scene: Scene) -> dict[str, Any]:
    """Return the sweep over the number of multipliers, and one for each way to break slackness."""
    setting = problem(scene)
    X, y, has_b = setting.sample.X, setting.sample.y, setting.intercept
    K = setting.kernel(X, X)
    c = np.ones(len(y)) * setting.loss.example_weights / setting.lam
    optimum = grow_dual(K, y, c, intercept=has_b)
    fixed_multipliers = choose_fixed_multipliers(optimum, y, c)
    runs = {HOLDS: optimum}
    runs |= {
        kind: grow_dual(K, y, c, intercept=has_b, fixed_multiplier=fixed_multipliers[kind])
        for kind in fixed_multipliers
    }
    further = without_multiplier(optimum, y)
    counts = max((run.counts for run in runs.values()), key=len)
    n_stages = max(len(counts), len(optimum.counts) + bool(len(further)))
    counts = np.append(counts, counts[-1] + 1)[:n_stages]
    newest = np.append(optimum.newest, further)[:n_stages]
    gx, gy = setting.sample.grid(_LINEAR_GRID_NODES if scene.kernel == "linear" else _GRID_NODES)
    constants = {
        "stops": counts, "points": X, "labels": y, "top": c, "x": gx, "y": gy,
        "optimum": optimum.primal[-1],
    }  # fmt: skip
    content = {}
    for kind, run in runs.items():
        marked = newest if kind == HOLDS else np.array([fixed_multipliers[kind][0]])
        fields = setting.kernel.on_grid(X, run.alpha, gx, gy) + run.intercept[:, None, None]
        tensors = _tensors(run, y, c, _last_repeated(marked, n_stages))
        tensors["multipliers"] = counts
        tensors["field"] = fields[_last_repeated(np.arange(len(fields)), n_stages)]
        tensors["remark"] = _remarks(tensors, kind, len(run.counts), has_b)
        content[kind] = sweep_item(
            "multipliers", flagged_tensors(constants, tensors), exact=("relative",),
            half_precision=("field",), **names_of(sample_of(scene)),
        )  # fmt: skip
    return content


def _last_repeated(values: np.ndarray, n: int) -> np.ndarray:
    """Return n values: the first n, or all and then the last again."""
    return values[np.minimum(np.arange(n), len(values) - 1)]


def _tensors(
    run: GrowingDual, y: np.ndarray, c: np.ndarray, marked: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the numbers of each stage; `marked` (S,) are the marked examples."""
    stages = _last_repeated(np.arange(len(run.counts)), len(marked))
    alpha, decision, primal = run.alpha[stages], run.decision[stages], run.primal[stages]
    gap, balance = primal - run.bound[stages], alpha.sum(axis=1)
    rows = np.arange(len(marked))
    price, margin = np.abs(alpha)[rows, marked], (y * decision)[rows, marked]
    xi = np.maximum(0.0, 1.0 - margin)
    return {
        "alpha": alpha, "decision": decision, "kind": run.kkt_category[stages], "index": marked,
        "price": price, "share": price / c[marked], "primal": primal, "bound": run.bound[stages],
        "gap_left": gap, "relative": gap / np.maximum(1.0, np.abs(primal)),
        "constraint": margin - 1.0 + xi, "slack": xi,
        "balance": np.where(np.abs(balance) < _BALANCE_TOL * c.max(), 0.0, balance),
    }  # fmt: skip


def _remarks(
    tensors: dict[str, np.ndarray], kind: str, n_until_end: int, has_intercept: bool
) -> np.ndarray:
    """Return which of `REMARKS` is shown at each stage; the run ends at stage `n_until_end`."""
    stage = np.arange(1, len(tensors["price"]) + 1)
    if kind != HOLDS:
        left = BEYOND_LEFT if kind == BEYOND else SLACK_LEFT
        return np.where(stage < n_until_end, FIXED_MULTIPLIER, left)
    is_closed = tensors["relative"] <= _GAP_TOL
    return np.select(
        [stage > n_until_end, is_closed, (stage == 1) & has_intercept, tensors["share"] == 1],
        [NOT_NEEDED, OPTIMAL, ONE_MULTIPLIER, AT_BOUND],
        OPEN,
    )


def picture(scene: Scene, words: Words) -> Picture:
    """Build the picture of the growing dual: its slider, its switch and the conditions."""
    count = len(problem(scene).sample.y) if scene.data else 0
    if not count:
        return Picture(main=(), empty_text=NO_POINTS)
    if count > MAX_POINTS:
        text = (
            f"This picture can show at most {MAX_POINTS} points; this scene has {count:,}. Choose "
            "fewer points."
        )
        return Picture(main=(), empty_text=text)
    content = sweeps(scene)
    kind = words["slackness"] if words["slackness"] in content else HOLDS
    stops = content[kind]["tensors"]["stops"]["data"]
    ticks = stops[:: -(-len(stops) // _MAX_TICKS)]
    price = "C" if scene.class_weight == "equal" else "wᵢC"
    bounds = [
        items.row(
            "primal", "Primal", "number", "½‖w‖² + C Σ " + ("ξᵢ" if price == "C" else "wᵢξᵢ")
        ),
        items.row("bound", "Lower bound", "number", "Σ yᵢαᵢ − ½αᵀKα"),
    ]
    if scene.intercept:
        bounds.append(items.row("balance", "Σ αᵢ", "number", "the constraint of b"))
    main = [
        items.Plane(
            "The soft margin with the multipliers so far.",
            edit=False,
            kinds=True,
            slack=True,
            marks_drawn_example=True,
        ),
        items.legend(
            positive="positive",
            negative="negative",
            zero="f(x) = 0",
            margin="f(x) = ±1",
            free=f"0 < |α| < {price}",
            held=f"|α| = {price}",
            slack="slack ξ; scale in the corner",
        ),
        items.readouts(*bounds),
    ]
    choice = switch("slackness", "Complementary slackness", {key: LABELS[key] for key in content})
    side = [
        items.stops_slider("multipliers", "k", "multipliers so far", stops, ticks, count=True),
        *([choice] if len(content) > 1 else []),
        KktTable("The conditions of the optimum, by kind of example.", price),
        *(
            remark(text.replace("{C}", price), ("remark", "==", number))
            for number, text in REMARKS.items()
            if scene.intercept or number != ONE_MULTIPLIER
        ),
    ]
    return own_sweeps(
        "dual", content, by="slackness",
        at={"slackness": kind,
            "multipliers": nearest_stop(stops, words["multipliers"] or _FIRST_COUNT)},
        main=main, side=side,
    )  # fmt: skip
