"""The first scene of the page."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="moons", m=40, noise=0.75, tau=0.6, lam=0.01, risk="mean")
