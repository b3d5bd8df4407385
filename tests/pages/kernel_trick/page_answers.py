"""Compute what the page's own elements show at an address."""

from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from pages.kernel_trick.gallery import gallery_scene
from pages.kernel_trick.gallery.sweeps import sweep_payload


@lru_cache(256)
def _gallery_frames(exhibit: gallery_scene.GalleryScene, along: str) -> list[dict[str, Any]]:
    """Return the frame at every stop of a gallery's slider: the sent numbers, and the exhibit."""
    stops = gallery_scene.slider_stops(exhibit, along)
    tensors, texts = sweep_payload.tensors_of(exhibit, along, stops)
    constants = texts["fixed"].split(",")
    numbers = {n: t for n, t in tensors.items() if t.ndim == 1 and n not in constants}
    return [
        vars(exhibit) | {n: float(t[k]) for n, t in numbers.items()} | {along: float(stop)}
        for k, stop in enumerate(stops)
    ]


SERVED = {
    "gallery": (
        lambda query: gallery_scene.of_address(dict(parse_qsl(query))),
        gallery_scene.FIELDS,
        _gallery_frames,
    ),
}
