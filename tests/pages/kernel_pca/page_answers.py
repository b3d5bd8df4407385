"""Compute what the page's own element shows at an address."""

from functools import lru_cache
from typing import Any

from lab.scene.fields import FIELDS
from lab.scene.scene import Scene
from pages.kernel_pca.bend import component_scene, sweep_payload

STOPS, GRID = 32, 11  # number of stops of a slider; number of nodes along a side of the plane


@lru_cache(64)
def _frames(scene: Scene, along: str) -> list[dict[str, Any]]:
    """Return the frame at every stop of a slider, with the numbers that the page receives."""
    request = component_scene.make_request(scene, along, STOPS, GRID)
    tensors, _ = sweep_payload.tensors_of(scene, along, request.stops, GRID)
    rows = {name: tensor for name, tensor in tensors.items() if tensor.shape == request.stops.shape}
    return [
        vars(scene) | {along: float(stop)} | {name: float(t[k]) for name, t in rows.items()}
        for k, stop in enumerate(request.stops)
    ]


def _read(query: str) -> tuple[Scene, list[str]]:
    return component_scene.of_the_page(component_scene.parse_strict(query)), []


SERVED = {"components": (_read, FIELDS, _frames)}
