"""The first scene of every page: what it opens with, and what the server solves when it starts."""

from lab.scene import Scene

BANDWIDTH = Scene()
LOSSES = Scene(data="blobs", m=60, tau=1.6, lam=0.05)
SVM = Scene(data="blobs", m=40, noise=0.5, kernel="linear", lam=5.0, intercept=1)

SCENES = (BANDWIDTH, LOSSES, SVM)
