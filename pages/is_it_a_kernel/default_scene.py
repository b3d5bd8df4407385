"""The scene that the page opens with."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="moons", m=40, kernel="own", formula="rbf(0.4)+0.3*x.z", lam=0.1)
