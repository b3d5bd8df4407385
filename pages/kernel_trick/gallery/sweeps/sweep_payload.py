"""The tensors of a request, stacked over the stops, as bytes in the format of sweeps."""

import json
from typing import Any

import numpy as np

from lab.wire.safetensors_format import to_float32
from lab.wire.sweep_payload import SweepPayload, payload, round_field, scale_of
from pages.kernel_trick.gallery.gallery_scene import ON_A_LINE, GalleryScene
from pages.kernel_trick.gallery.sweeps import line_fits, plane_fits

_FIELDS = ("field", "exact")
# A Gram matrix with larger entries is sent as float32: float16 overflows at 2^16.
_MAX_FLOAT16 = 2.0**14


def pack(exhibit: GalleryScene, along: str, stops: np.ndarray, grid: int) -> SweepPayload:
    """Compute the answer to a request as bytes."""
    return payload(*tensors_of(exhibit, along, stops), along)


def tensors_of(
    exhibit: GalleryScene, along: str, stops: np.ndarray
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return tensors by name, with the stop as first axis, and the texts of the header.

    Arrays that are the same at every stop are stored once, without that axis; the text `fixed`
    names them. Single numbers are always stored for each stop.
    """
    room = line_fits if exhibit.piece in ON_A_LINE else plane_fits
    parts = [room.parts(exhibit.at(along, stop)) for stop in stops]
    stacked_tensors, fixed_names = _stack([tensors for tensors, _ in parts])
    if along == "waves":
        stacked_tensors["sufficient_waves"] = np.full(
            len(parts), _sufficient_waves(stops, stacked_tensors)
        )
    texts = {"fixed": ",".join(fixed_names), "axis_x": "x₁", "axis_y": "x₂"}
    texts |= _rounded_fields(stacked_tensors, fixed_names)
    tensors = {"stops": stops}
    tensors |= {name: _in_its_type(name, array) for name, array in stacked_tensors.items()}
    return tensors, texts | _feature_texts([words for _, words in parts])


def _stack(answers: list[dict[str, Any]]) -> tuple[dict[str, np.ndarray], list[str]]:
    stacked_tensors, fixed_names = {}, []
    for name, first in answers[0].items():
        values = [parts[name] for parts in answers]
        if isinstance(first, np.ndarray) and first.ndim and all(v is first for v in values):
            stacked_tensors[name] = first
            fixed_names.append(name)
        else:
            stacked_tensors[name] = np.array(values)
    return stacked_tensors, fixed_names


def _sufficient_waves(stops: np.ndarray, stacked_tensors: dict[str, np.ndarray]) -> float:
    """Return `plane_fits.sufficient_waves` if the sweep has more than one stop, else NaN."""
    if len(stops) == 1:
        return np.nan
    return plane_fits.sufficient_waves(
        stops, stacked_tensors["test_error"], stacked_tensors["exact_error"]
    )


def _rounded_fields(
    stacked_tensors: dict[str, np.ndarray], fixed_names: list[str]
) -> dict[str, str]:
    """Round the fields of `stacked_tensors` in place, to half floats with a common scale.

    Return the scale as a text of the header, or no text if there are no fields.
    """
    if "field" not in stacked_tensors:
        return {}
    scale = max(scale_of(stacked_tensors[name]) for name in _FIELDS)
    for name in _FIELDS:
        field = stacked_tensors[name]
        stacked_tensors[name] = round_field(field[None] if name in fixed_names else field, scale)
        if name in fixed_names:
            stacked_tensors[name] = stacked_tensors[name][0]
    return {"scale": repr(scale).removesuffix(".0")}


def _in_its_type(name: str, array: np.ndarray) -> np.ndarray:
    """Convert an array to the type that the page's views read.

    Fields, and Gram matrices without large entries, become half floats; labels become bytes; other
    arrays become floats, or doubles if they have a single axis.
    """
    if name in _FIELDS or (name == "gram" and np.abs(array).max() < _MAX_FLOAT16):
        return array.astype("<f2")
    if name == "labels":
        return array.astype("i1")
    return to_float32(array) if array.ndim > 1 else array.astype("<f8")


def _feature_texts(words: list[dict[str, Any]]) -> dict[str, str]:
    """Return `features`, the text of the header with the lists of features as JSON.

    There is one list for each stop, or a single list if it is the same at all stops. Return no text
    for a kernel without a list.
    """
    lists = [answer["features"] for answer in words if "features" in answer]
    if not lists:
        return {}
    distinct = lists[:1] if all(features is lists[0] for features in lists) else lists
    return {"features": json.dumps(distinct, ensure_ascii=False, separators=(",", ":"))}
