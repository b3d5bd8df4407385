"""The step that derives the dual: the multiplier of one constraint, and the conditions that a wrong
multiplier violates.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.scene.learning_problem import NO_POINTS, problem, sample_of
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, remark
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from lab.wire.sweep_payload import names_of
from pages.svm.items import KktTable
from pages.svm.mathematics.moved_multiplier import MovedMultiplier, move_multiplier

MAX_POINTS = 200
BEYOND, ON, SLACK = "beyond", "on", "slack"
LABELS = {BEYOND: "Beyond the margin", ON: "On the margin", SLACK: "With slack"}
VIEW = {"priced": Word(BEYOND, tuple(LABELS)), "price": ""}
_GRID_NODES = 33
# Number of grid nodes along a side, small since bilinear interpolation is exact for a linear f.
_LINEAR_GRID_NODES = 9
_MULTIPLIERS = np.linspace(0, 1.2, 25)  # multipliers, as shares of the largest price of slack
_GAP_TOL = 1e-6  # largest relative gap that counts as 0

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
        goal="Drag the multiplier until no condition in the table is violated. Then do the same "
        "for the other kinds of examples.",
        conditions=(("relative", "<=", _GAP_TOL),),
        by=("price",),
        holds={"priced": (BEYOND,)},
        offer={"priced": BEYOND},
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
largest such bound is the **dual**. The primal minus the bound is a sum of terms that are never
below 0:

$$
\textstyle\sum_i y_i\alpha_i\,(y_i f(x_i) - 1 + \xi_i) + \sum_i (C - y_i\alpha_i)\,\xi_i
$$

At the optimum primal and dual are equal, so every term is 0: **complementary slackness**. One
factor of each product is 0, which gives the three kinds of examples in the table. An example of the
second kind has $y_i f(x_i) = 1$. If $f$ has an intercept, this gives
$b = y_i - \sum_j \alpha_j K(x_j, x_i)$. With class weights $w_iC$ replaces $C$.

These are the Karush–Kuhn–Tucker (**KKT**) conditions. The problem is convex, so multipliers and an
$f$ that satisfy all of them are optimal. (001 names the dual without deriving it.)
"""


def examples(s: kc.Solution, c: np.ndarray) -> dict[str, int]:
    """Choose an example of each kind that occurs, and return its index by kind.

    Beyond the margin (multiplier 0, y f(x) > 1.2) it is the example nearest to the margin. On the
    margin (multiplier between its bounds) it is the example with the largest multiplier. With slack
    (multiplier at its upper bound, y f(x) < 0.95) it is the example with the largest slack. `c`
    (m,) has the price of slack of each example.
    """
    a, margins = s.y * s.alpha, s.y * s.decision(s.X)
    is_free = (a > 1e-6 * c) & (a < c * (1 - 1e-6))
    kinds = {
        BEYOND: (np.flatnonzero((a <= 1e-6 * c) & (margins > 1.2)), margins),
        ON: (np.flatnonzero(is_free), -a),
        SLACK: (np.flatnonzero((a >= c * (1 - 1e-6)) & (margins < 0.95)), margins),
    }
    return {
        kind: int(indices[np.argsort(order[indices], kind="stable")[0]])
        for kind, (indices, order) in kinds.items()
        if len(indices)
    }


@lru_cache(maxsize=32)
def sweeps(scene: Scene) -> dict[str, Any]:
    """Return, for each kind that occurs, the sweep over the multiplier of one example."""
    setting = problem(scene)
    try:
        s = setting.fit()
    except kc.NotConverged as error:
        s = error.solution
    c = np.ones(len(s.y)) * setting.loss.example_weights / setting.lam
    example_of_kind = examples(s, c)
    optimal = {kind: abs(float(s.alpha[i])) for kind, i in example_of_kind.items()}
    prices = np.unique(
        [float(f"{price:.5g}") for price in (*(_MULTIPLIERS * c.max()), *optimal.values())]
    )
    K, b = s.kernel(s.X, s.X), float(s.intercept)
    gx, gy = setting.sample.grid(_LINEAR_GRID_NODES if scene.kernel == "linear" else _GRID_NODES)
    field = s.on_grid(gx, gy)
    content = {}
    for kind, i in example_of_kind.items():
        exact_prices = prices.copy()
        exact_prices[np.abs(prices - optimal[kind]).argmin()] = optimal[kind]
        multiplier = move_multiplier(K, s.y, s.alpha, b, c, i=i, values=exact_prices)
        bump = replace(s, alpha=s.y * (np.arange(len(s.y)) == i), intercept=0.0).on_grid(gx, gy)
        fields = field + (exact_prices - optimal[kind])[:, None, None] * bump
        content[kind] = _item(
            s, c, i, prices, multiplier, {"x": gx, "y": gy}, fields,
            names_of(sample_of(scene)),
        )  # fmt: skip
    return content


def _item(
    s: kc.Solution,
    c: np.ndarray,
    i: int,
    prices: np.ndarray,
    multiplier: MovedMultiplier,
    grid: dict[str, np.ndarray],
    fields: np.ndarray,
    names: dict[str, Any],
) -> dict[str, Any]:
    a = s.y * multiplier.alpha
    constants = {
        "stops": prices, "points": s.X, "labels": s.y, "top": c,
        "index": np.array([float(i)]), **grid,
    }  # fmt: skip
    gap = multiplier.primal - multiplier.bound
    balance = multiplier.alpha.sum(axis=1)
    margin = s.y[i] * multiplier.decision[:, i]
    xi = np.maximum(0.0, 1.0 - margin)
    stop_tensors = {
        "field": fields, "decision": multiplier.decision, "alpha": multiplier.alpha,
        "kind": np.where(a <= 1e-6 * c, 0, np.where(a >= c * (1 - 1e-6), 2, 1)).astype(float),
        "price": prices, "share": prices / c[i],
        "primal": multiplier.primal, "bound": np.where(np.isfinite(gap), multiplier.bound, np.nan),
        "constraint": margin - 1.0 + xi, "priced_room": prices * (margin - 1.0 + xi),
        "unpriced_slack": (c[i] - prices) * xi, "room": multiplier.constraint_gap,
        "unpriced": multiplier.slack_gap,
        "balance": np.where(np.abs(balance) < 1e-6 * c.max(), 0.0, balance),
        "relative": (
            np.where(np.isfinite(gap), gap, 1e9) / np.maximum(1.0, np.abs(multiplier.primal))
        ),
        "above": (prices > c[i] * (1 + 1e-6)).astype(float),
    }  # fmt: skip
    tensors = flagged_tensors(constants, stop_tensors)
    return sweep_item("price", tensors, exact=("relative",), half_precision=("field",), **names)


def picture(scene: Scene, words: Words) -> Picture:
    """Build the picture of one multiplier: its example, its slider and the conditions."""
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
    if not content:
        return Picture(
            main=(),
            empty_text="Here no example lies clearly beyond the margin, on it or inside it. Change "
            "C or the data.",
        )
    kind = words["priced"] if words["priced"] in content else next(iter(content))
    stops = content[kind]["tensors"]["stops"]["data"]
    ticks = [
        float(f"{share * stops[-1] / _MULTIPLIERS[-1]:.3g}") for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    slider = items.stops_slider("price", "yᵢαᵢ", "multiplier of the marked example", stops, ticks)
    is_weighted = scene.class_weight != "equal"
    price = "wᵢC" if is_weighted else "C"
    numbers = items.readouts(
        items.row("primal", "Primal", "number", f"½‖w‖² + C Σ {'wᵢ' if is_weighted else ''}ξᵢ"),
        items.row("bound", "Lower bound", "number", "the minimum of 𝓛 at this b"),
        items.row("balance", "Σ αᵢ", "number", "the constraint of b")
        if scene.intercept
        else items.row("room", "Σ yᵢαᵢ(yᵢf(xᵢ) − 1 + ξᵢ)", "number"),
    )
    readouts = items.readouts(
        items.row("constraint", "yᵢf(xᵢ) − 1 + ξᵢ", "number", "0 if tight, otherwise above 0"),
        items.row(
            "priced_room", "Multiplier times (yᵢf(xᵢ) − 1 + ξᵢ)", "number", "0 at the optimum"
        ),
        items.row("unpriced_slack", f"Slack times ({price} − yᵢαᵢ)", "number", "0 at the optimum"),
    )
    main = [
        items.Plane(
            "The soft margin with the multiplier of one example changed.",
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
            held=f"|α| ≥ {price}",
            slack="slack ξ; scale in the corner",
        ),
        numbers,
    ]
    side = [
        switch("priced", "The example whose multiplier you change",
               {kind: LABELS[kind] for kind in content}),
        slider,
        readouts,
        KktTable("The conditions of the optimum, by kind of example.", price),
        remark(f"The multiplier is above {price}: as ξᵢ grows, the Lagrangian decreases without "
               "bound, so there is no lower bound.", ("above", ">=", 1)),
        remark("Σ αᵢ is not 0: over all b the Lagrangian has no minimum.",
               ("balance", "<=", -1e-9)),
        remark("Σ αᵢ is not 0: over all b the Lagrangian has no minimum.",
               ("balance", ">=", 1e-9)),
    ]  # fmt: skip
    if not scene.intercept:
        side = side[:-2]
    return own_sweeps(
        "dual", content, by="priced", at={"priced": kind, "price": _start(words, stops)},
        main=main, side=side,
    )  # fmt: skip


def _start(words: Words, stops: list[float]) -> float:
    """Return the stop nearest to the word `price`; by default half the largest price of slack."""
    return nearest_stop(stops, words["price"] or f"{stops[-1] / _MULTIPLIERS[-1] / 2:g}")
