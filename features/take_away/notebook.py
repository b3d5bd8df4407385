"""A notebook (nbformat 4.5) of a page: question, equation, link, scripts and, for a scene, the code
of a Plotly figure.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from lab.course import page_declaration
from lab.scene.fields import is_line
from lab.scene.scene import Scene

FOLDER_NOTE = (
    "The scripts import packages of the app, such as `kernel_core`. Put this notebook into the"
    " folder of the app, beside the folder `kernel_core`."
)


_PLANE_CODE = """import plotly.graph_objects as go

# The picture, from the fit s above: f over the plane, its zero level and margins, the points
(x0, y0), (x1, y1) = X.min(axis=0) - 0.5, X.max(axis=0) + 0.5
gx, gy = np.linspace(x0, x1, 81), np.linspace(y0, y1, 81)
f_of_grid = s.decision(np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)).reshape(81, 81)
figure = go.Figure()
figure.add_heatmap(x=gx, y=gy, z=f_of_grid, zmin=-2, zmax=2, colorscale="RdBu", zsmooth="best")
for level, dash in ((0, "solid"), (-1, "dash"), (1, "dash")):
    figure.add_contour(x=gx, y=gy, z=f_of_grid, showscale=False, line={"dash": dash},
                       contours={"coloring": "lines", "start": level, "end": level, "size": 1})
for label, symbol in ((1, "x-thin-open"), (-1, "circle-open")):
    figure.add_scatter(x=X[y == label, 0], y=X[y == label, 1], mode="markers",
                       marker={"symbol": symbol, "size": 9}, name=f"y = {label:+d}")
figure"""

_LINE_CODE = """import plotly.graph_objects as go

# The picture, from the fit s above: f over the line, and the points
x = np.linspace(X.min() - 0.5, X.max() + 0.5, 401)
figure = go.Figure()
figure.add_scatter(x=x, y=s.decision(x[:, None]), mode="lines", name="f")
figure.add_scatter(x=X[:, 0], y=y, mode="markers", name="examples")
figure"""


def notebook(
    name: str, question: str, scripts: Mapping[str, str], link: str = "", scene: Scene | None = None
) -> str:
    """Write the notebook of the page `name` as JSON.

    `scripts` maps titles, such as the names of libraries, to code. With a `scene` whose learner
    minimises the risk, code that draws f and the points follows the script for kernel_core.
    """
    declaration = page_declaration.page(name)
    cells = [_text(f"# {question}"), _text(declaration.equation if declaration else "")]
    cells += [_text(f"The live picture: <{link}>")] if link else []
    cells += [_text(FOLDER_NOTE)]
    for title, script in scripts.items():
        cells += [_text(f"## Script: {title}"), _code(script)]
        if scene is not None and title == "kernel_core" and scene.learner == "risk":
            picture = _LINE_CODE if is_line(vars(scene)) else _PLANE_CODE
            cells += [_code(f"import numpy as np\n{picture}")]
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps(
        {
            "cells": [cell | {"id": _id(k, cell)} for k, cell in enumerate(cells)],
            "metadata": {"kernelspec": python, "language_info": {"name": "python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        },
        ensure_ascii=False,
        indent=1,
    )


def _text(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str) -> dict[str, Any]:
    lines = text.strip("\n").splitlines(keepends=True)
    return {
        "cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [],
        "source": lines,
    }  # fmt: skip


def _id(k: int, cell: dict[str, Any]) -> str:
    """Return an id that is unique in the notebook, made of the cell's position and content."""
    return f"{k}-{hashlib.sha256(''.join(cell['source']).encode()).hexdigest()[:8]}"
