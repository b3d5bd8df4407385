"""A loss, a kernel, a data set and a page, added to a copy of the app as CONTRIBUTING describes."""

from tests.repository_copy import copy_repository

LOSS = '''
class SmoothedHinge(MarginLoss):
    """The hinge with its kink rounded off between yz = 0 and yz = 1."""

    name = "smoothed-hinge"
    smooth = True
    pieces = (Piece(1.0, -1.0, 0.0, 1.0),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.where(s < 0, 0.5 - s, 0.5 * np.square(np.maximum(0.0, 1.0 - s)))

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.clip(1.0 - s, 0.0, 1.0)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return v + np.square(v) / 2

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        s = self.check_labels(y) * z
        return np.logical_and(s > 0, s < 1).astype(float)

'''
KERNEL = '''
"""A kernel with two parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .base import RadialKernel, parameter


@dataclass(frozen=True)
class RationalQuadratic(RadialKernel):
    """K(x, z) = (1 + ‖x - z‖² / 2βs²)^-β."""

    beta: float = parameter(1.0, above=True)
    scale: float = parameter(0.5, above=True)

    def from_squared_distances(self, D: np.ndarray) -> np.ndarray:
        return (1 + D / (2 * self.beta * self.scale**2)) ** -self.beta
'''
DATA = '''
def bullseye(noise: float = 1.0) -> GaussianMixtureClasses:
    """A disc within a ring."""
    ring = [(2 * np.cos(t), 2 * np.sin(t)) for t in 2 * pi * np.arange(24) / 24]
    return _two_classes([(0.0, 0.0)], ring, 0.35, noise)

'''
DECLARATION = """
from lab.course.page_declaration import PageDeclaration
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away


def fit(scene: Scene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[items.Plane("The decision function f over the plane.")],
            side=[
                items.loss_switch(),
                items.kernel_sliders(),
                items.lam_slider(),
                items.readouts(*items.basic_rows()),
            ],
        )
    ]


def step(name: str, title: str, question: str) -> Step:
    return Step(
        name, title, question, "Move τ.",
        pictures=fit, frame_heights=(900, 1100, 700),
    )


PAGE = PageDeclaration(
    name="first_look",
    title="First look",
    scene=Scene(m=60),
    steps=(
        step("fit", "A fit", "What does a fit look like?"),
        step("width", "The width", "What does τ change?"),
        step("penalty", "The penalty", "What does λ change?"),
        take_away(),
        quiz(),
    ),
    element="look",
    is_solved=True,
    data_fields=("data", "m", "kernel"),
    equation="The bumps of the examples, added up.",
)
"""
PAGE = """
from lab.ui.steps import walk
from pages.first_look.declaration import PAGE

walk.draw(PAGE)
"""


def insert(root, name, before, text):
    """Insert `text` in a file, before a line that occurs once."""
    path = root / name
    content = path.read_text("utf-8")
    assert content.count(before) == 1, (name, before)
    path.write_text(content.replace(before, text + before), encoding="utf-8")


def with_loss(root):
    """Add a loss: its class, and its name in both lists of the file."""
    losses = "kernel_core/losses.py"
    insert(root, losses, "\n\ndef _xlogx(", f"\n{LOSS}")
    insert(root, losses, "        ZeroOne(),\n", "        SmoothedHinge(),\n")
    insert(root, losses, '    "Squared",\n', '    "SmoothedHinge",\n')


def with_kernel(root):
    """Add a kernel: its class in a new file, and its export."""
    (root / "kernel_core" / "kernels" / "rational.py").write_text(KERNEL.lstrip(), encoding="utf-8")
    exports = "kernel_core/kernels/__init__.py"
    insert(root, exports, "from .stationary import", "from .rational import RationalQuadratic\n")
    insert(root, exports, '    "Rule",\n', '    "RationalQuadratic",\n')


def with_data(root):
    """Add a data set: its function, and its name in both lists of the file."""
    sources = "kernel_core/datasets/gaussian_mixtures.py"
    insert(root, sources, "\n\ndef checkerboard(", f"\n{DATA.rstrip()}\n")
    insert(root, sources, "spirals, blobs, checkerboard)\n", "bullseye, ")
    insert(root, sources, '    "checkerboard",\n', '    "bullseye",\n')


def with_page(root):
    """Add a page: its folder, and its line in the order of pages."""
    folder = root / "pages" / "first_look"
    folder.mkdir()
    for name, text in (("__init__", ""), ("declaration", DECLARATION), ("page", PAGE)):
        (folder / f"{name}.py").write_text(text.lstrip(), encoding="utf-8")
    insert(root, "pages/order.py", '        "kernel_trick",\n', '        "first_look",\n')


def extend(root):
    """Copy the app to `root`, with all of these additions."""
    copy_repository(root)
    for added in (with_loss, with_kernel, with_data, with_page):
        added(root)
