"""Judge each question of a page for any address with the page's own script: whether it can be asked
there, and which option is right. The script gets the frames that it would have in the browser."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as replaced
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

import numpy as np

from lab.scene import class_scene
from lab.scene.class_fields import CLASS_FIELDS
from lab.scene.fields import FIELDS, KERNEL_SLIDERS
from lab.scene.scene import SceneError, parse, replace
from tests.js.in_node import program
from tests.lab.ui.element_data import page_data
from tests.lab.ui.visit import view_page
from tests.page_modules import modules_of_pages
from tests.pages.goals import class_frames, frames, items

Frame = dict[str, Any]  # numbers and texts by name: tensors at one stop, and fields of the scene
STOPS = 32  # stops of a slider

SCRIPT = """
globalThis.window = globalThis;
const { heldNumbers, judge } = await import("./assets/furniture/challenge/judgement.js");
const { isMet, statementText } = await import("./assets/base/conditions.js");
const number = (value) => (value === null ? NaN : value);
function frame(values, sweep) {
  const get = (name) => (typeof values[name] === "string" ? undefined : number(values[name]));
  return { scene: values, sweep, get };
}
function answer({ challenge, scene, frames }) {
  const names = [...new Set(frames?.flatMap(Object.keys))];
  const rows = (name) => ({ data: frames.map((values) => number(values[name])) });
  const tensors = Object.fromEntries(names.map((name) => [name, rows(name)]));
  const among = frames?.map((values) => frame(values, { tensors })) ?? [];
  const all = among.map((frame) => ({ ...frame, among }));
  const meeting = all.filter((frame) => isMet(challenge.conditions, frame));
  const reasons = [...new Set(meeting.map((frame) => statementText(challenge.why, frame)))];
  const settings = { ...scene, ...heldNumbers(challenge, among[0] ?? null) };
  return { ...judge(challenge, settings, frames && among), reasons };
}
"""


@dataclass(frozen=True)
class Question:
    """A question of an element, the frames of its sweep, and the script's judgement. `reasons` are
    shown where the goal is met; `is_movable` says whether a control that the question names is
    shown."""

    page: str
    address: dict[str, str]
    challenge: dict[str, Any]
    scene: dict[str, str]
    frames: list[Frame] | None
    is_movable: bool
    state: str = ""
    answer: int = -1
    reasons: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.challenge["id"]

    @property
    def option(self) -> str:
        """The label of the right option."""
        return self.challenge["options"][self.answer]["label"] if self.answer >= 0 else ""

    def __str__(self) -> str:
        address = "&".join(f"{name}={value}" for name, value in self.address.items())
        return f"{self.page}?{address}: {self.challenge['question']} {self.state} {self.option}"


def questions(page: Any, address: dict[str, str]) -> list[Question]:
    """Return every question on a page at an address, judged."""
    questions = [
        Question(
            page.name,
            address,
            challenge,
            scene,
            frames_of(challenge, card, data),
            is_movable(challenge, data, scene),
        )
        for data in elements(page, address)
        for card in items(data, "challenge")
        for challenge in card["challenges"]
        if (scene := scene_of(challenge, card, data)) is not None
    ]
    inputs = [{"challenge": q.challenge, "scene": q.scene, "frames": q.frames} for q in questions]
    return [
        replaced(q, state=j["state"], answer=j.get("answer", -1), reasons=tuple(j["reasons"]))
        for q, j in zip(questions, judged(inputs), strict=True)
    ]


def is_movable(challenge: dict[str, Any], data: dict[str, Any], scene: dict[str, str]) -> bool:
    """Return whether one of the controls that a question names is shown for a scene."""
    controls = [*items(data, "slider"), *items(data, "choice"), *data.get("carried", ())]
    return any(
        control.get("along", control.get("field")) in challenge["by"]
        and all(scene.get(name, "") in values for name, values in control.get("when", {}).items())
        for control in controls
    )


def elements(page: Any, address: dict[str, str]) -> list[dict[str, Any]]:
    """Return the data of the live elements of a page at an address."""
    data = page_data(view_page(page.file, address))
    return [element for element in data if "name" in element and "main" in element]


def judged(inputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    text = json.dumps(inputs, default=float).replace("NaN", "null").replace("Infinity", "1e999")
    return program(SCRIPT).answers(text)


def scene_of(
    challenge: dict[str, Any], card: dict[str, Any], data: dict[str, Any]
) -> dict[str, str] | None:
    """Return the scene of a question, or None if the page does not show its card for that scene."""
    scene = data["view"] | dict(parse_qsl(data["query"]))
    scene |= challenge.get("with") or card.get("with") or {}
    is_shown = all(scene.get(name, "") in values for name, values in card.get("when", {}).items())
    return scene if is_shown else None


def frames_of(
    challenge: dict[str, Any], card: dict[str, Any], data: dict[str, Any]
) -> list[Frame] | None:
    """Return the frames of a question: all stops of its slider with all options of its switches, or
    None if it names no control."""
    if not challenge["by"]:
        return None
    fields = challenge.get("with") or card.get("with") or {}
    if data.get("sweeps"):
        return [*embedded_frames(data, challenge["by"])]
    return [*_served_frames(data, challenge, fields)]


def embedded_frames(data: dict[str, Any], fields: list[str]) -> Iterator[Frame]:
    """Yield the frames at all stops of the sweeps that the page contains, with all options of the
    switches in `fields`."""
    scene = dict(parse_qsl(data["query"]))
    for element in data["sweeps"]:
        if any(scene.get(name) != value for name, value in element["fields"].items()
               if name not in fields):  # fmt: skip
            continue
        tensors, along = element["sweep"]["tensors"], element["sweep"]["meta"]["along"]
        numbers = {
            name: [np.nan if value == "none" else value for value in tensor["data"]]
            for name, tensor in tensors.items()
            if len(tensor["shape"]) == 1 and not tensor["fixed"]
            and isinstance(tensor["data"], list)
        }  # fmt: skip
        constants = {
            name: tensor["data"][0] for name, tensor in tensors.items()
            if tensor["fixed"] and isinstance(tensor["data"], list) and len(tensor["data"]) == 1
        }  # fmt: skip
        for k, stop in enumerate(tensors["stops"]["data"]):
            point = {name: _number(text) for name, text in (scene | element["fields"]).items()}
            yield (
                point | constants | {along: stop} | {name: row[k] for name, row in numbers.items()}
            )


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


# For each route of an element: the parser of its scene, the scene's fields, and a function that
# computes the frames of a scene.
SERVED = {
    "frames": (parse, FIELDS, lru_cache(512)(lambda s, along: [*frames(s, along, STOPS)])),
    "class-frames": (
        class_scene.parse,
        CLASS_FIELDS,
        lru_cache(64)(lambda s, along: [*class_frames(s, along, 31)]),
    ),
}
for module in modules_of_pages("pages", "page_answers"):
    SERVED |= getattr(module, "SERVED", {})


def _wanted_values(challenge: dict[str, Any], field: str) -> list[str] | None:
    """Return the options of a switch that the goal admits, or None if the goal does not mention the
    switch."""
    for name, compare, value in challenge["conditions"]:
        if name == field and compare in ("==", "in"):
            return [str(item) for item in (value if compare == "in" else [value])]
    return None


def route_of(data: dict[str, Any]) -> str:
    """Return the route from which an element gets its frames; a gallery or a run has the address in
    its item."""
    players = [*items(data, "gallery"), *items(data, "play")]
    address = players[0].get("address") if players else data.get("frames")
    return (address or "").rpartition("/")[2]


def _served_frames(
    data: dict[str, Any], challenge: dict[str, Any], fields: dict[str, str]
) -> Iterator[Frame]:
    fixed = challenge["by"]
    read, known_fields, frames_along = SERVED[route_of(data)]
    scene, _ = read(data["query"])
    scenes = [changed(scene, known_fields, fields)]
    sliders = {item["along"] for item in items(data, "slider")} | {
        slider["along"] for slider in data.get("carried", ())
    }
    for choice in items(data, "choice"):
        if choice["field"] in fixed and not choice.get("view"):
            values = _wanted_values(challenge, choice["field"])
            presses = [
                {choice["field"]: option["value"], **option.get("fields", {})}
                for option in choice["options"]
                if values is None or option["value"] in values
            ]
            scenes = [
                changed(scene, known_fields, press)
                for scene in scenes
                if scene
                for press in presses
            ]
    along = next((name for name in fixed if name in sliders), None)
    for changed_scene in scenes:
        if changed_scene is None:
            continue
        slider = along or next(iter(sliders & {"tau", "lam"}))
        if not known_fields[slider].applies(vars(changed_scene)):
            slider = _other_slider(sliders, known_fields, changed_scene)
        frames = frames_along(changed_scene, slider)
        if along in fixed:
            yield from frames
        else:  # the question names switches only: take the frame at the slider's current stop
            yield min(frames, key=lambda frame: abs(frame[slider] - getattr(changed_scene, slider)))


def _other_slider(sliders: set[str], known_fields: Any, scene: Any) -> str:
    """Return the slider of λ, or that of the scene's kernel on an element without one of λ."""
    kernel_sliders = sorted(sliders & {*KERNEL_SLIDERS})
    if "lam" in sliders or not kernel_sliders:
        return "lam"
    return next(name for name in kernel_sliders if known_fields[name].applies(vars(scene)))


def changed(scene: Any, known: Any, fields: dict[str, str]) -> Any:
    change = {n: known[n].read(text) for n, text in fields.items() if text and n in known}
    try:
        return replace(scene, **change)
    except SceneError:
        return None
