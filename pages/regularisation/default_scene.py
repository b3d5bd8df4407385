"""The scene that the page opens with."""

from lab.scene.scene import Scene

DEFAULT = Scene(data="wave", m=15, loss="squared")
