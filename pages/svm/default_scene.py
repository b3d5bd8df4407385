"""The first scene of the page."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="blobs", m=40, noise=0.5, kernel="linear", lam=5.0, intercept=1)
