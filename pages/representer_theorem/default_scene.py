"""The scene that the page opens with."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="wave", m=20, seed=3, tau=0.5, loss="squared", lam=0.02, risk="mean")
