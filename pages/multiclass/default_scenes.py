"""Scenes of many classes that are shipped: the first one, and where each method fails."""

from lab.scene.class_scene import ClassScene
from lab.scene.scene import replace

FIRST = ClassScene(data="pinwheel", classes=4, m=160, noise=1.5, tau=0.4, lam=0.05)
DEFAULT = replace(FIRST, tau=1.6)  # wide bumps: here the four part most

# A line tells any two of these classes apart, but none of the inner ones from all the rest.
ROW = ClassScene(data="row", classes=5, m=100, kernel="linear", intercept=1, lam=0.05)
DIGITS = ClassScene(data="digits", classes=10, m=200, tau=0.8, lam=0.5)
FEW = ClassScene(data="blobs", classes=10, m=30, tau=0.8, lam=0.1)
# The same row, and a tree that must tell classes apart which no line can.
BAD_TREE = ClassScene(
    data="row", classes=5, m=100, noise=0.5, kernel="linear", intercept=1, tree="((0,2),((1,3),4))"
)

# The row with its classes so near to each other that every question errs a little.
NEAR_ROW = replace(BAD_TREE, noise=1.35)

# Ten digits, seen by lines: which of them a tree tells apart first matters.
TREES = ClassScene(
    data="digits", classes=10, m=200, kernel="linear", intercept=1, lam=0.5, tree="similar"
)
