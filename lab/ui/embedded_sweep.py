"""Embed sweeps in the page: small tensors along a slider, without an endpoint."""

import base64
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import numpy as np

from lab.course.measured_picture import MeasuredPicture, Tensors
from lab.scene.fields import Field
from lab.scene.scene import Scene, plain_scene, with_fields
from lab.ui import items
from lab.wire.packed_sweeps import EmbeddedSweep

_LARGEST_HALF = float(np.finfo(np.float16).max)


def sweep_item(
    along: str,
    tensors: Mapping[str, tuple[np.ndarray, bool]],
    exact: Collection[str] = (),
    digits: int = 5,
    half_precision: Collection[str] = (),
    **meta: Any,
) -> EmbeddedSweep:
    """Pack a sweep in the form that the page's script reads.

    Each tensor has a flag: whether it is fixed, that is, the same at every stop. Numbers are
    rounded to `digits` significant digits, except tensors in `exact`; the tensors in
    `half_precision` are sent as half floats, which are exact enough for pictures. `meta` has
    further data of the sweep, by name.
    """
    packed_tensors = {
        name: _to_half_floats(tensor, fixed)
        if name in half_precision
        else _to_json(tensor, fixed, 17 if name in exact else digits)
        for name, (tensor, fixed) in tensors.items()
    }
    return EmbeddedSweep(meta={"along": along} | meta, tensors=packed_tensors)


def flagged_tensors(
    fixed_tensors: Mapping[str, Any], stop_tensors: Mapping[str, Any]
) -> dict[str, tuple[np.ndarray, bool]]:
    """Return tensors with their flags for `sweep_item`: True for `fixed_tensors`, which are the
    same at every stop, False for `stop_tensors`, which have a row for each stop."""
    return {
        name: (np.asarray(tensor, dtype=float), is_fixed)
        for tensors, is_fixed in ((fixed_tensors, True), (stop_tensors, False))
        for name, tensor in tensors.items()
    }


def _to_json(tensor: np.ndarray, is_fixed: bool, digits: int) -> dict[str, Any]:
    """Convert a tensor to JSON, rounded to `digits` significant digits.

    Five digits are enough for pictures. JSON has neither NaN nor infinity; both become "none".
    """
    data = [float(f"{v:.{digits}g}") if math.isfinite(v) else "none" for v in tensor.ravel()]
    return {"shape": list(tensor.shape), "fixed": is_fixed, "data": data}


def _to_half_floats(tensor: np.ndarray, is_fixed: bool) -> dict[str, Any]:
    """Convert a tensor to half floats in base64; values beyond their range are clipped."""
    inside = np.clip(tensor, -_LARGEST_HALF, _LARGEST_HALF)
    data = base64.b64encode(inside.astype("<f2").tobytes()).decode("ascii")
    return {"shape": list(tensor.shape), "fixed": is_fixed, "data": data}


def tensors_at(sweep: Mapping[str, Any], stops: np.ndarray) -> Tensors:
    """Return the tensors of an embedded sweep, with the row of the nearest stop for each of
    `stops`. Fixed tensors are unchanged.
    """
    arrays = {name: _array(tensor) for name, tensor in sweep["tensors"].items()}
    stops_of_sweep = arrays["stops"]
    rows = [int(np.abs(stops_of_sweep - stop).argmin()) for stop in stops]
    fixed = {name for name, tensor in sweep["tensors"].items() if tensor["fixed"]}
    tensors = {name: array if name in fixed else array[rows] for name, array in arrays.items()}
    return tensors | {"stops": stops_of_sweep[rows]}


def _array(tensor: Mapping[str, Any]) -> np.ndarray:
    data = tensor["data"]
    if isinstance(data, str):
        flat = np.frombuffer(base64.b64decode(data), "<f2").astype(float)
    else:
        flat = np.array([math.nan if value == "none" else value for value in data], dtype=float)
    return flat.reshape(tensor["shape"])


def measured_picture(
    scene: Scene,
    slider: tuple[Field, Sequence[float]],
    sweep: Callable[..., Mapping[str, Any]],
    *switches: Field,
    number: str,
    picture_tensors: Callable[[Any, Tensors], Tensors],
) -> MeasuredPicture:
    """Declare how the numbers of an element with embedded sweeps are computed without drawing it.

    `slider` has the slider's field and its stops; `switches` are the fields of the switches.
    `sweep` computes the sweep for the page's scene and the values of the switches. `number`: the
    name of the tensor that a new goal proposes first. `picture_tensors` computes the further
    tensors that a small picture draws, see `lab.wire.line_tensors`.
    """
    along, places = slider[0], np.array(slider[1])

    def tensors(scene: Any, _: str, stops: np.ndarray, grid: int) -> Tensors:
        of_page = plain_scene(scene)
        values = (getattr(scene, field.name) for field in switches)
        frame_tensors = tensors_at(sweep(of_page, *values), stops)
        return frame_tensors | picture_tensors(of_page, frame_tensors)

    return MeasuredPicture(
        with_fields(scene, along, *switches), tensors, (along.name,), lambda *_: places,
        tuple(field.name for field in switches), number,
    )  # fmt: skip


def element_data(
    sweep: Mapping[Any, Any],
    *,
    at: Mapping[str, float | str] | None = None,
    by: str | tuple[str, ...] = "",
    view: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the data of an element with embedded sweeps, without the items of the element.

    `at` has the values of its sliders and switches; without a slider the sweep has one stop. If
    `by` names a switch, `sweep` has a sweep for each of its options; if it names two switches, for
    each pair of options. `view` has the words of the picture.
    """
    sweeps_by_option = sweep if by else {"": sweep}
    return {
        "query": urlencode({key: value if isinstance(value, str) else f"{value:g}"
                            for key, value in (at or {}).items()}),
        "sweeps": [{"fields": _fields(by, option), "sweep": one}
                   for option, one in sweeps_by_option.items()],
        "view": dict(view or {}), "frames": None,
    }  # fmt: skip


def _fields(by: str | tuple[str, ...], option: Any) -> dict[str, str]:
    if isinstance(by, tuple):
        return dict(zip(by, option, strict=True))
    return {by: option} if by else {}


def switch(field: str, label: str, labels: Mapping[str, str]) -> items.Choice:
    """Return a row of buttons that switch between the sweeps of an element, see `by` of
    `element_data`."""
    return replace(items.look(field, label, labels), view=False)


def nearest_stop(stops: Sequence[float], text: str) -> float:
    """Return the stop nearest to the number `text`; the last stop if it is not a finite number."""
    try:
        value = float(text)
    except ValueError:
        value = stops[-1]
    if not math.isfinite(value):
        value = stops[-1]
    return min(stops, key=lambda stop: abs(stop - value))
