"""Compose the picture of a scene without a page: its points, sliders and numbers."""

from typing import Any

from lab.scene.fields import KERNEL_SLIDERS, is_line
from lab.scene.learning_problem import GRID
from lab.scene.scene import parse_strict
from lab.scene.slider_stops import DEFAULT_COUNT
from lab.ui import items
from lab.ui.items import kernel_expansion


def picture_of(query: str) -> dict[str, Any]:
    """Return a picture for `handout`. Raises SceneError for an unusable scene."""
    scene = parse_strict(query)
    controls: list[items.Item] = [
        *(items.kernel_slider(along) for along in KERNEL_SLIDERS if along in scene.sliders),
        items.lam_slider(),
        items.short_loss_switch(scene.loss),
    ]
    main, numbers = _line() if is_line(vars(scene)) else _plane()
    return {
        "name": "handout",
        "query": scene.query(),
        "view": {"show": "both"},
        "frames": "/frames",
        "grid": GRID,
        "stops": DEFAULT_COUNT,
        "main": [items.as_json(item) for item in main],
        "side": [items.as_json(item) for item in [*controls, *numbers]],
    }


def _plane() -> tuple[list[items.Item], list[items.Item]]:
    main = [
        items.Plane("The decision function f over the plane."),
        items.plane_legend(),
        items.bayes_look(),
    ]
    return main, [items.readouts(*items.basic_rows()), items.error_curve()]


def _line() -> tuple[list[items.Item], list[items.Item]]:
    main = [
        kernel_expansion.FitLine("The fitted function over the line."),
        kernel_expansion.Bumps("The bumps αᵢK(xᵢ, x), stacked, and the function f."),
        kernel_expansion.Weights("The coefficients αᵢ as bars under their examples."),
        items.legend(zero="the function f", truth="truth", bump="bump", ring="|α|"),
    ]
    return main, [
        items.readouts(
            items.row("support", "Bumps, αᵢ ≠ 0", "count"),
            items.row("norm2", "Squared norm", "number", "‖w‖² = αᵀKα"),
            items.row("train_mse", "Mean squared residual", "number", optional="1"),
            items.row("primal", "Objective", "number", "J(α)"),
            items.row("gap", "Duality gap", "power", "relative"),
        )
    ]
