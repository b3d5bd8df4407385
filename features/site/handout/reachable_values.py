"""Read the numbers of every stop in a file, to decide which goals can be reached with it."""

import gzip
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from features.site.handout.precomputed_sweeps import Entry
from lab.scene.scene import words_of
from lab.wire import safetensors_format


def numbers(query: str, entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """Yield the scalar numbers of each stop of each sweep, with the fields of its scene."""
    scene = {name: _value(text) for name, text in words_of(query).items()}
    for entry in entries:
        tensors, _ = safetensors_format.decode(gzip.decompress(entry.packed))
        yield from _stops(scene | entry.fields, entry.along, tensors)


def inline_numbers(query: str, sweeps: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the same as `numbers` for the sweeps in a page's data (see `lab.ui.embedded_sweep`)."""
    scene = {name: _value(text) for name, text in words_of(query).items()}
    for sweep in sweeps:
        tensors = sweep["sweep"]["tensors"]
        stops = tensors["stops"]["data"]
        scalar_tensors = {
            name: tensor["data"]
            for name, tensor in tensors.items()
            if not tensor["fixed"] and tensor["shape"] == [len(stops)]
        }
        for k, stop in enumerate(stops):
            numbers = {name: data[k] for name, data in scalar_tensors.items() if data[k] != "none"}
            yield scene | dict(sweep["fields"]) | {sweep["sweep"]["meta"]["along"]: stop} | numbers


def _stops(scene, along, tensors) -> Iterator[dict[str, Any]]:
    stops = tensors["stops"]
    constants = {name: float(t.reshape(-1)[0]) for name, t in tensors.items() if t.size == 1}
    for k, stop in enumerate(stops):
        numbers = {
            name: float(tensor[k])
            for name, tensor in tensors.items()
            if tensor.shape == stops.shape
        }
        yield scene | {along: float(stop)} | constants | numbers


def _value(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
