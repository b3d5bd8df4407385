"""The cost of each method against the number of classes and for one scene: training points,
predictions and time.
"""

from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.endpoints import static_assets
from lab.scene.class_scene import ClassScene
from lab.ui import items
from lab.ui.challenges import challenges, name_item
from lab.ui.embedded_sweep import nearest_stop, sweep_item
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.multiclass.challenges import BILL
from pages.multiclass.cost import cost_endpoint
from pages.multiclass.items import BillTable, ClassBill

VIEW = {"count": Word("8", stops=cost_endpoint.CLASSES)}
WAYS = {
    "ova": "one-versus-all", "ovo": "one-versus-one", "tree": "balanced tree",
    "chain": "chain", "softmax": "softmax",
}  # fmt: skip
CHARTS = (
    ("training_points", "Training points", "of all classifiers"),
    ("predictions", "Binary predictions", "per new point"),
    ("seconds", "Time to train", "seconds"),
)
_METHODS = {"ova": "one-versus-all", "ovo": "one-versus-one", "tree": "tree", "softmax": "softmax"}


def cost_of_scene(scene: ClassScene) -> str:
    """Write a Markdown table of the costs of each method for a scene, as counted and by formula, or
    a sentence if not every method could be trained."""
    try:
        table = cost_endpoint.table(scene)
    except (ValueError, kc.NotConverged):
        return (
            "There are no counts: with this kernel and λ not every method could be trained. Choose "
            "another kernel or λ."
        )
    rows = (
        f"| {_METHODS[row['method']]} | {row['classifiers']} | {row['training_points']} "
        f"| {row['training_points_notes']} | {_share(row['mean'])} (max {row['most']}) "
        f"| {_share(row['mean_notes'])} |"
        for row in table
    )
    head = "| method | classifiers | training points | formula | predictions per point | formula |"
    return "\n".join([head, "|:--|--:|--:|--:|--:|--:|", *rows])


def _share(value: float) -> str:
    return f"{value:.4g}"


def sweep() -> dict[str, Any]:
    """Return the stored curves as a sweep over the number of classes."""
    counts = cost_endpoint.read_counts()
    stops = {"stops": (np.array(cost_endpoint.CLASSES, dtype=float), True)}
    count_tensors = {
        f"{name}_{way}": (np.array(counts[name][way], dtype=float), False)
        for name in cost_endpoint.QUANTITIES
        for way in WAYS
    }
    return sweep_item("count", stops | count_tensors)


def charts(*names: str, measures: bool = False) -> items.Item:
    """Build the charts of CHARTS with these names.

    `measures` adds the legend, the date of the times, and the button that measures them again.
    """
    return ClassBill(
        address=static_assets.public_path("class-bill"), along="count",
        ways=WAYS, quantities=cost_endpoint.QUANTITIES, measures=measures,
        day=cost_endpoint.read_counts()["day"],
        points=cost_endpoint.POINTS,
        charts=[{"name": name, "title": title, "unit": unit}
                   for name, title, unit in CHARTS if name in names],
        label="Cost against the number of classes, on log axes.",
    )  # fmt: skip


def picture(view: Words) -> Picture:
    """Build the picture of the cost: charts on log axes, a slider, a challenge and a table."""
    slider = items.stops_slider(
        "count", "q", "classes", cost_endpoint.CLASSES, [2, 4, 8, 16, 32, 64], count=True
    )
    table = name_item("table", BillTable("The costs at this q.", WAYS))
    return own_sweeps(
        "bill",
        sweep(),
        at={"count": nearest_stop([float(C) for C in cost_endpoint.CLASSES], view["count"])},
        main=[
            items.uneven_pair(charts("training_points", "seconds", measures=True),
                              name_item("predictions", charts("predictions"))),
        ],
        below=[
            items.half_width(slider),
            items.half_width(challenges(BILL)),
            table,
        ],
    )  # fmt: skip
