"""Scenes for the tests of lab, independent of the app's pages."""

from lab.scene.class_scene import ClassScene
from lab.scene.scene import Scene

BLOBS = Scene(data="blobs", m=60, tau=1.6, lam=0.05)
LINEAR = Scene(data="blobs", m=40, noise=0.5, kernel="linear", lam=5.0, intercept=1)
WAVE = Scene(data="wave", m=20, seed=3, tau=0.5, loss="squared", lam=0.02, risk="mean")
MOONS = Scene(data="moons", m=60, tau=0.6, lam=0.1)
PINWHEEL = ClassScene(data="pinwheel", classes=4, m=160, noise=1.5, tau=0.4, lam=0.05)
