"""The first scene of the page."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="wave", m=20, tau=0.5, loss="squared", lam=0.05)
