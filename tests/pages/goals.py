"""Elements of a page, and the frames that its goals refer to."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from lab.endpoints.class_sweep_endpoint import make_request as class_request
from lab.endpoints.sweep_endpoint import make_request
from lab.scene.class_scene import ClassScene
from lab.scene.scene import Scene
from lab.ui.challenges import is_met
from lab.ui.items import flatten_json
from lab.wire import safetensors_format
from lab.wire.class_tensors import pack as class_pack
from lab.wire.sweep_payload import pack
from pages.order import PAGES
from tests.pages.live_elements import elements

CONSTANT_TENSORS = {
    "stops",
    "x",
    "y",
    "points",
    "labels",
    "origin",
    "bayes",
    "offsets",
    "targets",
    "truth",
}
GRID = 11


def data_of(page: AppTest, element: str) -> dict[str, Any]:
    return elements(page)[element]


def of_scene(page: AppTest) -> dict[str, Any]:
    """Return the data of all elements that show a page's scene, merged into one."""
    page_elements = [data for data in elements(page).values() if data.get("group")]
    (leader,) = [data for data in page_elements if data["name"] == data["group"]]
    places = ("main", "side", "below")
    return leader | {
        place: [item for data in page_elements for item in data[place]] for place in places
    }


def items(data: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return all items of one kind, including those inside groups."""
    places = [*data["main"], *data["side"], *data["below"]]
    return [item for item in flatten_json(places) if item["kind"] == kind]


@lru_cache(maxsize=512)  # more than one question has, so that the next one can reuse them
def frames(scene: Scene, along: str, stops: int = 64) -> tuple[dict[str, Any], ...]:
    """Return the frame at every stop of a slider, as the page's script has it: numbers, their
    `least:` and `most:` over all stops, and the fields of the scene."""
    return tuple(_frames(scene, along, stops))


def _frames(scene: Scene, along: str, stops: int) -> Iterator[dict[str, Any]]:
    request = make_request(scene, along, stops, GRID)
    packed = pack(scene, along, request.stops, GRID)
    tensors, _ = safetensors_format.decode(packed.to_bytes(packed.head(scene, request.stop)))
    extremes = {
        f"{prefix}:{name}": float(extreme(tensor))
        for name, tensor in tensors.items()
        for prefix, extreme in (("least", np.fmin.reduce), ("most", np.fmax.reduce))
        if tensor.ndim == 1 and name not in CONSTANT_TENSORS
    }
    for k, stop in enumerate(request.stops):
        sweep_tensors = {
            name: float(tensor if tensor.ndim == 0 else tensor[k])
            for name, tensor in tensors.items()
            if tensor.ndim < 2 and name not in CONSTANT_TENSORS
        }
        labels = tensors["labels"]
        points = {"m": len(labels), "classes_present": len(np.unique(labels))}
        yield vars(scene) | points | {along: float(stop)} | sweep_tensors | extremes


def class_frames(
    scene: ClassScene, along: str = "lam", stops: int = 31
) -> Iterator[dict[str, Any]]:
    """Return the frame at every stop of a slider for a scene of many classes, without `least:` and
    `most:`."""
    request = class_request(scene, along, stops, GRID)
    packed = class_pack(scene, along, request.stops, GRID)
    tensors, _ = safetensors_format.decode(packed.to_bytes(packed.head(scene, request.stop)))
    fields = {name: getattr(scene, name) for name in ("data", "kernel", "classes", "loss")}
    for k, stop in enumerate(request.stops):
        numbers = {name: float(t[k]) for name, t in tensors.items() if t.shape == (stops,)}
        yield numbers | fields | {along: float(stop)}


def right(challenge: dict[str, Any], frame: dict[str, Any]) -> list[str]:
    """Return the options whose conditions a frame meets. If it also meets the goal, check that the
    declared answer is among them, unless another stop decides the answer."""
    labels = [o["label"] for o in challenge["options"] if is_met(o["conditions"], frame)]
    answer = "" if challenge["deciding_stop"] else answers().get(challenge["id"])
    if answer and is_met(challenge["conditions"], frame):
        assert answer in labels, (challenge["question"], answer, labels)
    return labels


@lru_cache(maxsize=1)
def answers() -> dict[str, str]:
    """Return the answer that each challenge declares, by its id."""
    return {challenge.id: challenge.answer for page in PAGES for challenge in page.challenges}
