"""The scene that the page opens with."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="moons", m=60, tau=0.6, lam=0.1)
