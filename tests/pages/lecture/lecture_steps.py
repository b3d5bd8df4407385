"""Open the page of a lecture's step at the step's scene, and compute the numbers of its frame."""

import math
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from streamlit.testing.v1 import AppTest

from features.lecture.playlist import PlaylistStep
from lab.course import page_declaration
from lab.endpoints.class_sweep_endpoint import make_request as classes_wanted
from lab.scene.class_scene import parse as parse_classes
from lab.scene.scene import parse
from lab.wire import safetensors_format
from lab.wire.class_tensors import pack as pack_classes
from tests.lab.ui.visit import view_page
from tests.page_modules import modules_of_pages
from tests.pages.goals import frames
from tests.pages.live_elements import by_step

FILES = {"": "home/page.py"}


@lru_cache(maxsize=64)
def page_of(step: PlaylistStep) -> AppTest:
    file = FILES.get(step.page, f"{step.page.replace('-', '_')}/page.py")
    words = dict(parse_qsl(step.scene, keep_blank_values=True))
    return view_page(file, words | {"view": "lecture"})


def element_of(page: AppTest, step: PlaylistStep) -> dict[str, Any]:
    """Return the data of the element that the step shows."""
    step_name = step.step or page_declaration.first_visible_step(step.page)
    return by_step(page)[step_name][0]


@lru_cache(maxsize=64)
def values(step: PlaylistStep) -> dict[str, Any]:
    """Return the fields of the scene, and every scalar number of the frame with which the step
    opens."""
    data = element_of(page_of(step), step)
    sliders = [i["along"] for i in _flat([*data["main"], *data["side"], *data["below"]])
               if i["kind"] == "slider"]  # fmt: skip
    fields = dict(parse_qsl(data["query"]))
    along = step.along or next((name for name in sliders if name in fields), "")
    for module in modules_of_pages("pages", "page_answers"):
        if own_values := getattr(module, "VALUES", {}).get(data["name"]):
            return own_values(data["query"])
    if not data["frames"] and not (data.get("sweep") or data.get("sweeps")):
        return fields
    if not data["frames"]:
        return fields | (_inline(data, fields, along) if along else {})
    if data["frames"].endswith("class-frames"):
        return _classes(parse_classes(data["query"])[0], along)
    scene, _ = parse(data["query"])
    stops = frames(scene, along)
    return min(stops, key=lambda frame: abs(math.log(frame[along] / getattr(scene, along))))


def _inline(data: dict[str, Any], fields: dict[str, str], along: str) -> dict[str, Any]:
    sweep = data.get("sweep") or next(
        sweep["sweep"]
        for sweep in data["sweeps"]
        if all(fields.get(name, "") == str(value) for name, value in sweep["fields"].items())
    )
    tensors = sweep["tensors"]
    stops = tensors["stops"]["data"]
    k = min(range(len(stops)), key=lambda k: abs(stops[k] - float(fields[along])))
    return {along: stops[k]} | {
        name: tensor["data"][0 if tensor["fixed"] else k]
        for name, tensor in tensors.items()
        if tensor["shape"] == [1] or (not tensor["fixed"] and len(tensor["shape"]) == 1)
    }


def _classes(scene: Any, along: str) -> dict[str, Any]:
    order = classes_wanted(scene, along, grid=11)
    packed = pack_classes(order.scene, along, order.stops, 11)
    tensors, _ = safetensors_format.decode(packed.to_bytes(packed.head(scene, order.stop)))
    k = min(range(len(order.stops)), key=lambda k: abs(order.stops[k] - getattr(scene, along)))
    return vars(scene) | {
        name: float(tensor[k])
        for name, tensor in tensors.items()
        if tensor.ndim == 1 and len(tensor) == len(order.stops)
    }


def _flat(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for item in items for entry in (item, *_flat(item.get("items", [])))]
