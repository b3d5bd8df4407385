"""The scene with which the front page opens."""

from lab.scene.scene import Scene

DEFAULT = Scene()
