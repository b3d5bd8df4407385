"""Static SVG pictures of scenes: the points and the solution.

Equal scenes give equal bytes. No browser or plotting library is needed.
"""

from functools import lru_cache

import numpy as np

from lab.scene.fields import is_line
from lab.scene.learning_problem import problem, sample_of
from lab.scene.pictures.picture_frame import PictureFrame
from lab.scene.scene import Scene
from lab.ui.palette import THEMES

_Place = tuple[str, str]  # coordinates in the SVG, as text
_WIDTH, _HEIGHT, _EDGE = 480, 400, 12
_GRID = 101
_TONE = THEMES["light"]
_MIN_SUPPORT = 0.02  # smallest |α| of points with a ring, relative to the largest |α|


@lru_cache(maxsize=16)
def svg(scene: Scene) -> bytes:
    """Draw a scene. Raises SceneError and the errors of `kernel_core.fit`."""
    elements = _line(scene) if is_line(vars(scene)) else _plane(scene)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' width="{_WIDTH}" height="{_HEIGHT}"><rect width="{_WIDTH}" height="{_HEIGHT}"'
        f' fill="{_TONE["background"]}"/>{"".join(elements)}</svg>'
    ).encode()


def describe(scene: Scene) -> str:
    """Describe the picture in words for screen readers."""
    if is_line(vars(scene)):
        return f"{scene.m} points on a line with their targets, and the fitted curve f."
    return (
        f"{scene.m} points in the plane, crosses for y = 1 and circles for y = −1, the boundary"
        " f(x) = 0 as a thick line and the margins f(x) = ±1 dashed; rings mark support vectors."
    )


def _frame(x: np.ndarray, y: np.ndarray, *, is_equal_scale: bool) -> PictureFrame:
    return PictureFrame(x, y, _WIDTH, _HEIGHT, _EDGE, is_equal_scale)


def _to_text(place: tuple[float, float]) -> _Place:
    return f"{place[0]:.1f}", f"{place[1]:.1f}"


def _plane(scene: Scene) -> list[str]:
    sample, solution = sample_of(scene), problem(scene).fit()
    gx, gy = sample.grid(_GRID)
    field = solution.on_grid(gx, gy)
    frame = _frame(gx, gy, is_equal_scale=True)
    elements = [
        _level(frame, field - level, _TONE["margin"], 'stroke-width="1.2" stroke-dasharray="5 4"')
        for level in (-1, 1)
    ]  # fmt: skip
    elements.append(_level(frame, field, _TONE["zero"], 'stroke-width="2.6"'))
    weight = np.abs(solution.alpha)
    is_support = weight > _MIN_SUPPORT * weight.max(initial=0.0)
    for (x, y), label, is_support_vector in zip(sample.X, sample.y, is_support, strict=True):
        elements.append(_mark(_to_text(frame.at(x, y)), label > 0, is_support_vector))
    return elements


def _mark(place: _Place, is_positive: bool, is_support_vector: bool) -> str:
    x, y = place
    ring = f'<circle cx="{x}" cy="{y}" r="6.5" fill="none" stroke="{_TONE["ring"]}"/>'
    if is_positive:
        tone, d = _TONE["positive"], f"M{x} {y}m-3-3l6 6m-6 0l6-6"
        mark = f'<path d="{d}" stroke="{tone}" stroke-width="1.8"/>'
    else:
        tone = _TONE["negative"]
        mark = f'<circle cx="{x}" cy="{y}" r="3" fill="none" stroke="{tone}" stroke-width="1.8"/>'
    return (ring if is_support_vector else "") + mark


def _level(frame: PictureFrame, f: np.ndarray, tone: str, style: str) -> str:
    """Draw the curve f = 0."""
    return f'<path d="{frame.level(f)}" fill="none" stroke="{tone}" {style}/>'


def _line(scene: Scene) -> list[str]:
    setting = problem(scene)
    x, y = setting.sample.X[:, 0], setting.sample.y
    grid = np.linspace(x.min() - 0.5, x.max() + 0.5, 241)
    curve = setting.fit().decision(grid[:, None])
    frame = _frame(grid, np.concatenate([curve, y]), is_equal_scale=False)
    path = " ".join(",".join(_to_text(frame.at(*place))) for place in zip(grid, curve, strict=True))
    elements = [
        f'<polyline points="{path}" fill="none" stroke="{_TONE["zero"]}" stroke-width="2.6"/>'
    ]
    for place in zip(x, y, strict=True):
        px, py = _to_text(frame.at(*place))
        elements.append(f'<circle cx="{px}" cy="{py}" r="3.4" fill="{_TONE["positive"]}"/>')
    return elements
