"""The scene that the page opens with."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="blobs", m=60, tau=1.6, lam=0.05)
