"""Draw a scene in the plane as a Plotly figure, which can be zoomed and downloaded."""

import numpy as np
import plotly.graph_objects as go

from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import Scene
from lab.ui.palette import THEMES

_GRID = 121
_FIELD_HOVER = "x₁ %{x:.3f}<br>x₂ %{y:.3f}<br>f %{z:.4f}<extra></extra>"
_EXAMPLE_HOVER = "f %{customdata[0]:.3f}<br>α %{customdata[1]:.4f}<br>margin %{customdata[2]:.3f}"
_COLOUR_RANGE = 2.0  # |f| above which the colour is saturated


def plane(scene: Scene, theme: str = "light", *, bayes: bool = True) -> go.Figure:
    """Draw the plane of a scene: field, zero level, margins, support vectors and data; with `bayes`
    also the Bayes-optimal boundary, if it is known. Support vectors whose |alpha_i| is at most 2 %
    of the largest are not marked.

    Raises SceneError for a scene on a line, for one without points, and for a formula that is not a
    kernel on these points; also what `kernel_core.fit` raises.
    """
    tone = THEMES[theme]
    setting = problem(scene)
    sample, solution = sample_of(scene), setting.fit()
    gx, gy = sample.grid(_GRID)
    field = solution.on_grid(gx, gy)
    figure = go.Figure()
    scale = [[0, tone["heat_negative"]], [0.5, tone["heat_zero"]], [1, tone["heat_positive"]]]
    figure.add_heatmap(
        x=gx, y=gy, z=field, zmin=-_COLOUR_RANGE, zmax=_COLOUR_RANGE, colorscale=scale,
        zsmooth="best", name="f(x)", colorbar={"title": "f(x)", "thickness": 14},
        hovertemplate=_FIELD_HOVER,
    )  # fmt: skip
    margin = {"color": tone["margin"], "width": 1.4, "dash": "dash"}
    _level(figure, (gx, gy, field), (-1, 1), margin, "f(x) = ±1")
    zero = {"color": tone["zero"], "width": 3.2, "dash": "solid"}
    _level(figure, (gx, gy, field), (0,), zero, "f(x) = 0")
    posterior = sample.posterior(gx, gy)
    if bayes and posterior is not None:
        line_style = {"color": tone["bayes"], "width": 2.2, "dash": "dot"}
        _level(figure, (gx, gy, posterior), (0,), line_style, "Bayes-optimal")
    _points(figure, sample, solution, tone)
    figure.update_xaxes(title="x₁", range=[gx[0], gx[-1]], constrain="domain", showgrid=False)
    figure.update_yaxes(
        title="x₂", range=[gy[0], gy[-1]], scaleanchor="x", scaleratio=1, constrain="domain",
        showgrid=False,
    )  # fmt: skip
    figure.update_layout(
        template="plotly_dark" if theme == "dark" else "plotly_white",
        paper_bgcolor=tone["background"], plot_bgcolor=tone["background"],
        margin={"l": 10, "r": 10, "t": 40, "b": 10}, height=620, legend={"orientation": "h"},
    )  # fmt: skip
    return figure


def _level(figure, field, levels, line, name) -> None:
    """Draw the lines at one or two `levels` of a field: axes x (p,) and y (q,), values z (q, p)."""
    (x, y, z), start, end = field, levels[0], levels[-1]
    contours = {"coloring": "none", "start": start, "end": end, "size": max(end - start, 1)}
    figure.add_contour(
        x=x, y=y, z=z, contours=contours, line=line, name=name,
        showlegend=True, showscale=False, hoverinfo="skip",
    )  # fmt: skip


def _points(figure, sample, solution, tone) -> None:
    weight = np.abs(solution.alpha)
    max_weight = weight.max(initial=0.0)
    is_support = weight > 0.02 * max_weight if max_weight else np.zeros(len(weight), bool)
    ring = {"symbol": "circle-open", "size": 15, "color": tone["ring"]}
    ring["line"] = {"width": 1 + 2 * weight[is_support] / max_weight if max_weight else 1}
    figure.add_scatter(
        x=sample.X[is_support, 0], y=sample.X[is_support, 1], mode="markers", marker=ring,
        name="support vector", hoverinfo="skip",
    )  # fmt: skip
    f = solution.decision(sample.X)
    for label, name, symbol, color in (
        (1, sample.classes[1], "x-thin", tone["positive"]),
        (-1, sample.classes[0], "circle-open", tone["negative"]),
    ):
        in_class = sample.y == label
        marker = {"symbol": symbol, "size": 8, "color": color, "line": {"width": 2, "color": color}}
        figure.add_scatter(
            x=sample.X[in_class, 0],
            y=sample.X[in_class, 1],
            mode="markers",
            marker=marker,
            name=name,
            customdata=np.column_stack(
                [f[in_class], solution.alpha[in_class], label * f[in_class]]
            ),
            hovertemplate=_EXAMPLE_HOVER,
        )
