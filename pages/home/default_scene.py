"""The scene with which the page opens."""

from lab.scene.scene import Scene

DEFAULT = Scene()
