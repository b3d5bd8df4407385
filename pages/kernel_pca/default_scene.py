"""The first scene of the page."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="circles", m=200, seed=0, noise=0.5, tau=0.16)
