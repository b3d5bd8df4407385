"""The scenes of the page: the default, and cases in which a method fails."""

from lab.scene.class_scene import ClassScene
from lab.scene.scene import replace

FIRST = ClassScene(data="pinwheel", classes=4, m=160, noise=1.5, tau=0.4, lam=0.05)
DEFAULT = replace(FIRST, tau=1.6)  # with a wide kernel the four methods differ more

# A line separates any two of these classes, but no line separates an inner class from all others.
ROW = ClassScene(data="row", classes=5, m=100, kernel="linear", intercept=1, lam=0.05)
DIGITS = ClassScene(data="digits", classes=10, m=200, tau=0.8, lam=0.5)
FEW = ClassScene(data="blobs", classes=10, m=30, tau=0.8, lam=0.1)
# Classes in a row, as in ROW, with a tree whose first two groups no line can separate.
BAD_TREE = ClassScene(
    data="row", classes=5, m=100, noise=0.5, kernel="linear", intercept=1, tree="((0,2),((1,3),4))"
)

# The scene BAD_TREE with more noise, so that neighbouring classes overlap.
NEAR_ROW = replace(BAD_TREE, noise=1.35)

# Ten digits with a linear kernel: the order in which a tree separates the classes matters.
TREES = ClassScene(
    data="digits", classes=10, m=200, kernel="linear", intercept=1, lam=0.5, tree="similar"
)
