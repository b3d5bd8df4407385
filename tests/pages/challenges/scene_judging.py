"""Judge a question for many scenes with the page's own script, without opening the page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from lab.scene.fields import FIELDS
from lab.scene.scene import Scene, parse, replace
from lab.ui.challenges import Challenge
from tests.pages.challenges.answers import some_states
from tests.pages.challenges.judging import STOPS, Frame, judged
from tests.pages.goals import frames

SLIDERS = ("tau", "lam")


@dataclass(frozen=True)
class Verdict:
    """A question, the scene, the script's judgement, and every frame that the script received."""

    challenge: Challenge
    scene: Scene
    state: str
    option: str  # the label of the correct option, if the question is asked
    frames: tuple[Frame, ...]

    def __str__(self) -> str:
        return f"{self.scene.query()}: {self.challenge.question} {self.state} {self.option}"


def scenes_of_states(page: Any, quick: int = 30) -> list[Scene]:
    """Return the page's scene in each of `some_states`."""
    addresses = [
        {name: text for name, text in address.items() if name in page.scene.table}
        for address in some_states(page, quick)
    ]
    scenes = [parse(address, default=page.scene)[0] for address in addresses]
    return [*dict.fromkeys(replace(scene, **page.fixed_fields) for scene in scenes)]


def verdicts(
    challenge: Challenge, scenes: Sequence[Scene], switches: Mapping[str, Sequence[str]]
) -> list[Verdict]:
    """Return a verdict for each scene; `switches` has the options of each switch that the question
    names."""
    frame_lists = [tuple(_frames(challenge, scene, switches)) for scene in scenes]
    challenge_data = challenge.as_json()
    inputs = [
        {"challenge": challenge_data, "scene": _texts(scene), "frames": switch}
        for scene, switch in zip(scenes, frame_lists, strict=True)
    ]
    labels = [option.label for option in challenge.options]
    return [
        Verdict(
            challenge, scene, j["state"], labels[k] if (k := j.get("answer", -1)) >= 0 else "", f
        )
        for scene, f, j in zip(scenes, frame_lists, judged(inputs), strict=True)
    ]


def _frames(
    challenge: Challenge, scene: Scene, switches: Mapping[str, Sequence[str]]
) -> Iterator[Frame]:
    """Yield the frames at all stops of the first slider that the question names and the scene has,
    with every option of each switch."""
    names = [name for name in challenge.by if name in switches]
    sliders = [name for name in SLIDERS if FIELDS[name].applies(vars(scene))]
    along = next((name for name in challenge.by if name in sliders), "")
    for values in product(*(switches[name] for name in names)):
        set_to = replace(scene, **dict(zip(names, values, strict=True)))
        if along:
            yield from frames(set_to, along, STOPS)
        else:
            yield from frames(set_to, sliders[-1], 1)


def _texts(scene: Scene) -> dict[str, Any]:
    return {name: str(value) for name, value in vars(scene).items()}
