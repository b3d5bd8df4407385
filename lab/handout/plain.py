"""The picture of a scene alone, without a page: its points, its sliders and its numbers."""

from typing import Any

from lab import bumps, live
from lab.fields import is_line
from lab.scene import parse_strict


def picture_of(query: str) -> dict[str, Any]:
    """A picture as `handout` takes it. Raises SceneError for what is no scene."""
    scene = parse_strict(query)
    sliders = [live.tau_slider()] if scene.kernel == "rbf" else []
    main, numbers = _line() if is_line(vars(scene)) else _plane()
    return {
        "name": "handout", "query": scene.query(), "view": {"show": "both"}, "frames": "/frames",
        "grid": live.GRID, "stops": live.DEFAULT_COUNT, "main": main,
        "side": [*sliders, live.lam_slider(), live.short_loss_switch(scene.loss), *numbers],
    }  # fmt: skip


def _plane() -> tuple[list[live.Item], list[live.Item]]:
    main = [
        live.plane("The decision function f over the plane."),
        live.plane_legend(),
        live.bayes_look(),
    ]
    return main, [live.readouts(*live.basic_rows()), live.error_curve()]


def _line() -> tuple[list[live.Item], list[live.Item]]:
    main = [
        bumps.fit_line("The fitted function over the line."),
        bumps.stacked("The bumps, stacked, and their sum."),
        bumps.weights("The weights α as bars under their examples."),
        live.legend(zero="the sum f", truth="truth", bump="bump", ring="|α|"),
    ]
    return main, [
        live.readouts(
            live.row("support", "Bumps, αᵢ ≠ 0", "count"),
            live.row("norm2", "Squared norm", "number", "‖w‖² = αᵀKα"),
            live.row("train_mse", "Mean squared residual", "number", optional="1"),
            live.row("primal", "Objective", "number", "J(α)"),
            live.row("gap", "Proved within", "power", "duality gap"),
        )
    ]
