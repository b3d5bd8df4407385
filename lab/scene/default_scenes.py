"""The first scene of every page: what it opens with, and what the server solves when it starts."""

from lab.scene.scene import Scene

BANDWIDTH = Scene()
LOSSES = Scene(data="blobs", m=60, tau=1.6, lam=0.05)
SVM = Scene(data="blobs", m=40, noise=0.5, kernel="linear", lam=5.0, intercept=1)
REPRESENTER = Scene(data="wave", m=20, seed=3, tau=0.5, loss="squared", lam=0.02, risk="mean")
TRICK = Scene(data="moons", m=60, tau=0.6, lam=0.1)
BUILDER = Scene(data="moons", m=40, kernel="own", formula="rbf(0.4)+0.3*x.z", lam=0.1)

SCENES = (BANDWIDTH, LOSSES, SVM, REPRESENTER, TRICK, BUILDER)
