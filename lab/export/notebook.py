"""A notebook (nbformat 4.5) of a picture: its question, the two scripts, and the picture itself."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from lab.scene.fields import is_line
from lab.scene.scene import Scene

PLACE = (
    "The scripts use `kernel_core`, a folder of the app with nothing but NumPy in it. Put this"
    " notebook beside that folder, or start Jupyter in the project's folder."
)

EQUATIONS = {
    "home": r"$f(x) = \sum_i \alpha_i K(x^{(i)}, x)$: every example votes (000, Theorem 2.1).",
    "losses": r"$\min_f\ \sum_i L\big(f(x^{(i)}), y^{(i)}\big) + \frac{\lambda}{2}\|f\|^2$, one"
    r" problem for each loss $L$ (000, 002).",
    "rbf_bandwidth": r"$K(x, z) = \exp\left(-\frac{1}{2\tau^2}\|x - z\|^2\right)$"
    " (000, section 6, eq. (4)).",
    "svm": r"$\min_{w,b}\ \frac12\|w\|^2 + C\sum_i \big[1 - y_i(w^Tx_i + b)\big]_+$,"
    r" with $C = 1/\lambda$ (001, soft margin).",
    "kernel_trick": r"$\phi(x)^T\phi(x') = k(x, x')$: a method that asks for inner products alone"
    " never needs the features (000, 001, 004).",
    "is_it_a_kernel": r"A kernel's Gram matrices are positive semidefinite, $c^TKc \ge 0$ for all"
    " $c$ (001, 003, 004).",
    "representer_theorem": r"$\theta = \sum_i \alpha_i x^{(i)}$: the best function is a sum of"
    " bumps on the examples (000, Theorem 2.1).",
    "multiclass": "One-versus-all, one-versus-one and a tree ask binary learners; softmax learns"
    " all scores at once (004).",
    "regularisation": r"$w = (X^TX + \lambda I)^{-1}X^Ty$ (001).",
    "stochastic_gradient": r"$\alpha \leftarrow \alpha - \eta_t\big[L'(K^{(i)T}\alpha, y^{(i)})"
    r" + m\lambda\alpha_i\big]K^{(i)}$ (000, Figure 1).",
}

_PLANE = """import plotly.graph_objects as go

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

_LINE = """import plotly.graph_objects as go

# The picture, from the fit s above: f over the line, and the points
x = np.linspace(X.min() - 0.5, X.max() + 0.5, 401)
figure = go.Figure()
figure.add_scatter(x=x, y=s.decision(x[:, None]), mode="lines", name="f")
figure.add_scatter(x=X[:, 0], y=y, mode="markers", name="examples")
figure"""


def notebook(
    name: str, question: str, scripts: Mapping[str, str], link: str = "", scene: Scene | None = None
) -> str:
    """The notebook of the page `name` as JSON. `scripts` are code by what it is written with; where
    they are those of a `scene`, the picture follows."""
    cells = [_text(f"# {question}"), _text(EQUATIONS[name])]
    cells += [_text(f"The live picture: <{link}>")] if link else []
    cells += [_text(PLACE)]
    for title, script in scripts.items():
        cells += [_text(f"## With {title}"), _code(script)]
        if scene is not None and title == "kernel_core":
            picture = _LINE if is_line(vars(scene)) else _PLANE
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
    """Unlike any other of the notebook, and the same for the same cell."""
    return f"{k}-{hashlib.sha256(''.join(cell['source']).encode()).hexdigest()[:8]}"
