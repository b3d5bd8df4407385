"""The picture of three components as fields, and of the examples plotted by two of them."""

from dataclasses import replace
from typing import Any

import numpy as np

from lab.course.measured_picture import MeasuredPicture, Tensors
from lab.course.page_declaration import Word
from lab.endpoints.static_assets import public_path
from lab.scene.fields import FIELDS, KERNEL_SLIDERS, Choice
from lab.scene.scene import Scene, plain_scene, with_fields
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item, remark
from lab.ui.steps.step import Picture, Words
from pages.kernel_pca.bend import sweep_payload
from pages.kernel_pca.bend.component_scene import COUNT, GRID, STOPS, of_the_page
from pages.kernel_pca.bend.endpoint import ENDPOINT
from pages.kernel_pca.default_scene import DEFAULT
from pages.kernel_pca.items import ComponentPlane, ScorePlot

PLOTS = {"12": "1 and 2", "13": "1 and 3", "23": "2 and 3"}
PAIR = Choice(
    "pair", "13", "Plot", "The two principal components on the axes of the plot.",
    choices=tuple(PLOTS),
)  # fmt: skip
VIEW = {PAIR.name: Word.of(PAIR)}
TAU_TICKS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)

RINGS = Challenge(
    question="The bandwidth τ grows from 0.1. At which τ does the dashed line first separate the "
    "two rings in the plot of components 1 and 3, with at most 2\u00a0% of the points on the wrong "
    "side?",
    stored_id="c53e010be",
    options=(
        Option("below 0.25", (("apart_13", "<=", 0.25),)),
        Option("between 0.25 and 1", (("apart_13", ">=", 0.2500001), ("apart_13", "<=", 1))),
        Option("above 1", (("apart_13", ">=", 1.0000001),)),
    ),
    answer="between 0.25 and 1",
    goal="Find the smallest τ on the slider with at most 2\u00a0% of the points on the wrong side "
    "in the plot of components 1 and 3.",
    conditions=(("wrong_13", "<=", sweep_payload.MAX_WRONG), ("smallest_13", ">=", 1)),
    by=("tau",),
    holds={"data": ("circles",), "kernel": ("rbf",)},
    offer={"data": "circles", "noise": "0.5", "m": "200", "kernel": "rbf", "tau": "0.16",
           "formula": ""},
    certificate="",
    why=(
        Statement("At τ = {tau:setting} the dashed line in the plot of components 1 and 3 has "
                  "{wrong_13:percent} of the points on the wrong side; in the plot of components 1 "
                  "and 2 the dashed line has {wrong_12:percent}."),
        Statement("So component 3 differs between the rings. The rings differ in their distance "
                  "from the centre, which is not linear in x.",
                  (("wrong_12", ">=", 0.1),)),
        Statement("As τ grows, components 1 and 2 approach linear functions of x, as in PCA "
                  "without a kernel."),
        Statement("For much smaller τ each example is similar to few others, and each of the "
                  "first components is large on one small group of neighbours only."),
    ),
)  # fmt: skip
MOONS = Challenge(
    question="Two moons: for which τ does the dashed line in the plot of components 1 and 3 have "
    "the fewest points on its wrong side?",
    stored_id="c08dad15d",
    options=(
        Option("below 0.3", (("best_13", "<=", 0.3),)),
        Option("between 0.3 and 1", (("best_13", ">=", 0.3000001), ("best_13", "<=", 1))),
        Option("above 1", (("best_13", ">=", 1.0000001),)),
    ),
    answer="below 0.3",
    goal="Choose the two moons, and find the τ with the fewest points on the wrong side in the "
    "plot of components 1 and 3.",
    conditions=(("data", "==", "moons"), ("wrong_13", "<=", ["least:wrong_13", 1, 1e-9])),
    by=("tau", "data"),
    holds={"kernel": ("rbf",)},
    offer={"kernel": "rbf", "tau": "0.6", "formula": ""},
    certificate="",
    why=(
        Statement("At τ = {tau:setting}, {wrong_13:percent} of the points are on the wrong side. A "
                  "component that is nearly constant along each moon, and differs between them, "
                  "separates the moons. So τ must be smaller than the gap between them, but large "
                  "enough to join neighbours along a moon."),
        Statement("For these points neither component 1 nor component 3 is nearly constant along "
                  "each moon, at any τ on the slider.",
                  (("wrong_13", ">=", 0.1),)),
    ),
)  # fmt: skip
CHALLENGES = (RINGS, MOONS)


def measured_tensors(scene: Any, along: str, stops: np.ndarray, grid: int) -> Tensors:
    """Compute the tensors of the picture, for tasks and their marking; `field` is component 1 over
    the plane."""
    tensors, _ = sweep_payload.tensors_of(of_the_page(plain_scene(scene)), along, stops, grid)
    return tensors | {"field": tensors["components"][:, 0]}


MEASURED = MeasuredPicture(
    with_fields(DEFAULT, PAIR), measured_tensors, tuple(KERNEL_SLIDERS),
    lambda scene, along: STOPS[along], ("data", "pair"), "wrong_13",
)  # fmt: skip


def picture(scene: Scene, words: Words) -> Picture:
    """Build the picture of three components as fields, and of the examples plotted by two of
    them."""
    kernel_sliders = {along: _slider(along) for along in KERNEL_SLIDERS}
    data = {
        "query": scene.query(), "view": {"pair": words["pair"] or PAIR.default},
        "frames": public_path(ENDPOINT.path), "grid": GRID, "stops": COUNT,
    }  # fmt: skip
    return Picture(
        main=[
            items.Group(shape="kl-components", items=[
                ComponentPlane(f"Component {k + 1} over the plane.", k, edit=True)
                for k in range(sweep_payload.N_COMPONENTS)
            ]),
            items.legend(positive="positive", negative="negative", zero="component = 0"),
            items.PointsBar(),
            ScorePlot("The examples in the plot of two components.", "pair"),
            items.legend(dashed="separating line, perpendicular to Fisher’s direction"),
        ],
        side=[
            items.stack(*kernel_sliders.values()),
            items.fields_switch(
                "data",
                items.option("circles", "Two rings", noise="0.5", m="200"),
                items.option("moons", "Two moons", noise="0.25", m="200"),
            ),
            items.look("pair", "The plot shows components", PLOTS),
            items.readouts(
                *(items.row(f"wrong_{pair}", f"Misclassified, components {text}", "percent",
                            "dashed line")
                  for pair, text in PLOTS.items()),
                items.row("shares", "Variance, components 1 to 3", "percent", "in feature space"),
                items.row("residual", "Residual", "power", "relative"),
            ),
            items.stack(*_remarks()),
        ],
        wide=True,
        data=data,
        written_words=frozenset({*KERNEL_SLIDERS, "data", "noise", "m", "seed", "pair", "edits"}),
    )  # fmt: skip


def _slider(along: str) -> items.Slider:
    item = items.kernel_slider(along)
    stops = STOPS[along].tolist()
    ticks = TAU_TICKS if along == "tau" else item.ticks
    return replace(item, stops=stops, ticks=ticks, low=FIELDS[along].low, high=FIELDS[along].high)


def _remarks() -> list[items.Item]:
    return [
        name_item("rank", remark(
            "The number of components with a variance above 0 is {rank:whole}, as many as the "
            "centred Gram matrix has eigenvalues above 0.", ("rank", "<=", 2), ("rank", ">=", 1),
        )),
        name_item("rank", remark(
            "No component varies: in feature space all points are equal, so the centred Gram "
            "matrix is 0 and there is no direction of most variance.",
            ("rank", "<=", 0), ("m", ">=", 2),
        )),
        name_item("rank", remark(
            "There is only one point, so nothing varies and there is no component.",
            ("m", "<=", 1), ("m", ">=", 1),
        )),
        name_item("rank", remark(
            "There are no points, so there is no component. Add some under “Points”.",
            ("m", "<=", 0),
        )),
    ]  # fmt: skip
