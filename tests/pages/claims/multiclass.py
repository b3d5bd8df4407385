"""What computes the numbers in the text of the page multiclass."""

import tomllib
from functools import cache

import numpy as np
from scipy.optimize import linprog, minimize_scalar
from sklearn.datasets import load_digits

import kernel_core as kc
from kernel_core.multiclass import EXAMPLE_WEIGHTS_004, fit_multinomial, leaves
from lab.scene.class_learning_problem import shape, solve_scene
from lab.scene.learning_problem import kernel_of
from lab.scene.scene import replace
from pages.multiclass import default_scenes, failure_section
from pages.multiclass.cost import cost_endpoint
from pages.multiclass.default_scenes import DEFAULT
from pages.multiclass.softmax import softmax_section
from tests.lab.ui.visit import looked_at
from tests.pages.claims.computed import claim
from tests.pages.goals import data_of, items

METHODS = ("ova", "ovo", "tree", "softmax")


def shown(value: float) -> set[float]:
    """A value as the page writes a small one: one digit and a power of ten."""
    digit, _, _ = f"{value:.0e}".partition("e")
    return {float(digit), 10.0} if value else {0.0}


# ---- four ways ----


@claim("multiclass", "Four ways", "four ways", "the four planes", "where the four differ")
def planes():
    methods = [p["method"] for p in items(data_of(looked_at("multiclass/page.py"), "four"),
                                          "classplane")]  # fmt: skip
    assert methods == [*METHODS]
    return {float(len(methods))}


@claim("multiclass", "the notes' three", "Three arrows")
def arrows():
    assert np.allclose(EXAMPLE_WEIGHTS_004, [(1, -1 / 3), (-1 / 2, -1 / 2), (0, 1)])
    return {float(len(EXAMPLE_WEIGHTS_004))}


@claim("multiclass", "with τ = ")
def where_the_sliders_stand():
    told = dict(pair.split("=") for pair in
                data_of(looked_at("multiclass/page.py"), "four")["query"].split("&"))  # fmt: skip
    return [float(told["tau"]), float(told["lam"])]


@claim("multiclass", r"the four planes, with $\tau = ")
def planes_and_sliders():
    return [*planes(), *where_the_sliders_stand()]


# ---- softmax ----


@claim("multiclass", "at most twice that")
def how_much_more_often_a_draw_is_wrong():
    """1 − Σ p² over 1 − max p: 2 is never passed, and reached as one class takes all."""
    p = np.random.default_rng(0).dirichlet(np.ones(4), 100_000)
    p = np.vstack([p, [1 - 3e-9, 1e-9, 1e-9, 1e-9]])
    times = (1 - np.square(p).sum(axis=1)) / (1 - p.max(axis=1))
    assert times.max() <= 2 + 1e-6
    return {round(float(times.max()), 6)}


@claim("multiclass", "at least three times as often")
def what_the_sentence_waits_for():
    ((_, _, (_, times)), _) = softmax_section.TIMID["conditions"]
    return {float(times)}


@claim("multiclass", "The likelihood alone is highest at s")
def the_loudest_likelihood():
    f = solve_scene(replace(DEFAULT, inside=""), "softmax").values(DEFAULT.sample.X)
    own = f[DEFAULT.sample.y, np.arange(len(DEFAULT.sample.y))]
    top = minimize_scalar(lambda s: (np.log(np.exp(s * f).sum(axis=0)) - s * own).sum(),
                          bounds=(0, 10), options={"xatol": 1e-8})  # fmt: skip
    return {float(f"{top.x:.3g}")}


@cache
def two_classes():
    """The first two classes, their labels ±1, and both fits of them."""
    scene = replace(DEFAULT, classes=2)
    X, y, kernel = scene.sample.X, scene.sample.y, kernel_of(scene)
    signs, how = np.where(y == 0, 1.0, -1.0), {"risk": "sum", "tol": 1e-10}
    many = fit_multinomial(X, y, kernel, scene.lam, intercept=False, **how)
    one = kc.sweep(X, signs, kernel, scene.lam * np.array([0.5]), kc.Logistic(), **how)
    return signs, kernel(X, X), many, np.subtract(*many.values(X)), one


@claim("multiclass", "the binary fit with half of")
def price_of_the_binary_fit():
    signs, K, _, difference, _ = two_classes()

    def slope(times):
        """Of the binary risk with this price, where f is what softmax has."""
        alpha = np.linalg.lstsq(K, difference, rcond=None)[0]
        pull = -signs / (1 + np.exp(signs * difference))
        return K @ (pull + times * DEFAULT.lam * alpha)

    assert np.abs(slope(0.5)).max() < 1e-5 < 0.1 < min(np.abs(slope(s)).max() for s in (0.25, 1))
    return {0.5}


@claim("multiclass", "| objective |")
def risk_of_both_forms():
    signs, K, _, f, one = two_classes()
    alpha = one.alpha[0]
    risk = np.log1p(np.exp(-signs * f)).sum() + DEFAULT.lam / 4 * alpha @ K @ alpha
    return {round(float(risk), 9)}


@claim("multiclass", "| duality gap |")
def gaps_of_both_forms():
    _, _, many, _, one = two_classes()
    return shown(many.worst_gap) | shown(float(one.gap[0]))


@claim("multiclass", "Over all points the two differ by at most")
def difference_of_both_forms():
    _, _, _, difference, one = two_classes()
    return shown(float(np.abs(one.decision[0] - difference).max()))


def point(i: int):
    @claim("multiclass", f"| point {i + 1} |")
    def score_of_a_point():
        _, _, _, difference, one = two_classes()
        return {i + 1.0, round(float(difference[i]), 6), round(float(one.decision[0, i]), 6)}


for i in range(5):
    point(i)


# ---- the bill ----


@claim("multiclass", "Each way was trained for")
def classes_and_points_of_the_bill():
    sizes = cost_endpoint.read_counts()["C"]
    assert cost_endpoint.read_counts()["made"]["softmax"] == [cost_endpoint.POINTS] * len(sizes)
    return [float(min(sizes)), float(max(sizes)), float(cost_endpoint.POINTS)]


@claim("multiclass", "A **chain**")
def points_of_a_chain():
    """All but the last class wait one question longer than the class before: in the end half."""
    made, shares = cost_endpoint.read_counts()["made"], []
    for k, q in enumerate(cost_endpoint.read_counts()["C"]):
        sizes = np.full(q, cost_endpoint.POINTS / q)
        by_hand = sum(sizes[j:].sum() for j in range(q - 1))
        assert np.isclose(by_hand, cost_endpoint.POINTS * (q - 1) * (q + 2) / (2 * q))
        assert np.isclose(made["chain"][k], by_hand, rtol=0.05), "the sizes are nearly even"
        shares.append(made["chain"][k] / made["ova"][k])
    assert min(shares) > 0.45 and max(shares) < 0.6
    return {round(shares[-1], 1)}


@claim("multiclass", "From three classes on")
def where_a_chain_asks_more_than_its_line():
    told = cost_endpoint.read_counts()
    more = np.array(told["asked"]["chain"]) > np.array(told["asked_notes"]["chain"])
    first = int(more.argmax())
    assert more[first:].all()
    return {float(told["C"][first])}


@claim("multiclass", " November ")
def day_of_the_count():
    day = tomllib.loads(cost_endpoint.KEPT.read_text("utf-8"))["date"]
    assert cost_endpoint.read_counts()["day"].split()[1] == f"{day:%B}"
    return {float(day.day), float(day.year)}


def row_of_the_bill(name: str, of):
    @claim("multiclass", f"| {name} |")
    def counted_by_hand():
        sizes = np.bincount(DEFAULT.sample.y)
        return {float(n) for n in of(len(sizes), len(DEFAULT.sample.y), sizes)}


def of_the_tree(q, m, sizes):
    """Every class has the same depth, which is how often each of its points is used."""
    deep = np.log2(q)
    return q - 1, sum(deep * sizes), deep


row_of_the_bill("one-versus-all", lambda q, m, sizes: (q, q * m))
row_of_the_bill("one-versus-one", lambda q, m, sizes: (q * (q - 1) / 2, (q - 1) * m))
row_of_the_bill("tree", of_the_tree)
row_of_the_bill("softmax", lambda q, m, sizes: (q, m))


# ---- where each fails ----


@claim("multiclass", "Five cases")
def cases():
    return {float(len(failure_section.FAILURES))}


@claim("multiclass", "The first question sets the first and the third class")
def groups_of_the_first_question():
    one, others = map(leaves, shape(default_scenes.BAD_TREE))
    assert one == (0, 2), "the first and the third"
    X, y = default_scenes.BAD_TREE.sample.X, default_scenes.BAD_TREE.sample.y
    rows = np.column_stack([X, np.ones(len(X))]) * np.where(np.isin(y, one), 1, -1)[:, None]
    parted = linprog(np.zeros(3), A_ub=-rows, b_ub=-np.ones(len(X)), bounds=(None, None))
    assert parted.status == 2, "no line answers it"
    return {float(len(others))}


@claim("multiclass", "Ten digits")
def digits():
    for scene in (default_scenes.DIGITS, default_scenes.TREES):
        assert [*scene.sample.classes] == [f"digit {k}" for k in range(10)]
    return {float(default_scenes.DIGITS.classes)}


@claim("multiclass", "64 pixels")
def pixels_and_methods():
    table, wrong = load_digits(), failure_section.errors(default_scenes.DIGITS)
    assert min(test for _, test in wrong.values()) > 30, "all of them err"
    assert default_scenes.DIGITS.sample.X.shape[1] == 2
    return [float(table.data.shape[1]), float(len(wrong))]


@claim("multiclass", "Three points a class", "has learned from six points", "every fifth new point")
def few_points():
    sample = default_scenes.FEW.sample
    sizes = {*np.bincount(sample.y).tolist()}
    solution = solve_scene(default_scenes.FEW, "ovo")
    pairs = {int(np.isin(sample.y, [*task.positive, *task.negative]).sum())
             for task in solution.tasks}  # fmt: skip
    assert np.mean(solution.predict(sample.X) != sample.y) < 0.05, "almost none on these"
    test = sample.evaluator.error(solution)
    return {*map(float, sizes | pairs), float(len(sample.classes)), round(test, 1)}


@claim("multiclass", "Switch it to chain or balanced")
def errors_of_three_trees():
    scene = default_scenes.TREES
    errors = [
        scene.sample.evaluator.error(solve_scene(replace(scene, tree=tree), "tree"))
        for tree in ("similar", "chain", "balanced")
    ]
    assert errors == sorted(errors)
    return [round(error, 2) for error in errors]


@cache
def erring():
    """Of new points, by method, how many have no, one, and more erring classifiers: their share,
    and how many of these are in a wrong class."""
    grid, masses = DEFAULT.sample.evaluator.cells
    told = {}
    for method in METHODS[:3]:
        decisions = solve_scene(DEFAULT, method).decide_at(grid, DEFAULT.tie_rule, DEFAULT.draw)
        points, wrong = np.zeros(3), np.zeros(3)
        for k, mass in enumerate(masses):
            errs = np.zeros(len(mass), dtype=int)
            for task, f in zip(decisions.tasks, decisions.values, strict=True):
                errs += (f < 0) & np.isin(k, task.positive) | (f >= 0) & np.isin(k, task.negative)
            for row in range(3):
                here = mass * (np.minimum(errs, 2) == row)
                points[row] += here.sum()
                wrong[row] += here[decisions.choice != k].sum()
        told[method] = points / points.sum(), wrong / np.where(points > 0, points, 1)
    return told


def row_of_erring(k: int, name: str):
    @claim("multiclass", f"| {name} |")
    def counted_again():
        return {round(float(part[k]), 3) for both in erring().values() for part in both}


for k, name in enumerate(("none", "one", "two or more")):
    row_of_erring(k, name)
