"""A statement is a text with its condition and its numbers. Each of these numbers, and each number
by which the page's script decides whether the text is shown, is computed a second time.

The numbers of a scene's fit are computed in the same way for all pages. The other numbers of a page
are computed in `statement_numbers.py` among the tests of the page.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import pytest

from lab.scene.scene import replace
from lab.ui.challenges import is_met
from pages.order import PAGES
from tests.page_modules import modules_of_pages
from tests.pages.challenges.judging import (
    SERVED,
    Frame,
    changed,
    elements,
    embedded_frames,
    route_of,
)
from tests.pages.goals import items
from tests.pages.statements import separate_fits

Fields = Mapping[str, str]  # words of an address, or fields that controls set
Compute = Callable[[Fields], Mapping[str, Any]]

NUMBER_NAMES = re.compile(r"\{([^{}]+):[a-z]+\}")
EXTREMES = {"least": min, "most": max, "least_of_all": min, "most_of_all": max}
ADDRESSES: tuple[Fields, ...] = (
    {}, {"risk": "mean"}, {"risk": "sum"}, {"loss": "perceptron"}, {"data": "iris"},
    {"kernel": "linear"}, {"kernel": "linear", "intercept": "0"},
)  # fmt: skip
OF_ROUTE: dict[str, Compute] = {
    "frames": separate_fits.of_two_classes,
    "class-frames": separate_fits.of_many_classes,
}
OF_ELEMENT: dict[tuple[str, str], Compute] = {}  # keys: page, element
ADDRESSES_OF: dict[str, tuple[Fields, ...]] = {}  # addresses that show a page's statements
for module in modules_of_pages("pages", "statement_numbers"):
    name_of_page = module.__name__.split(".")[-2]
    OF_ELEMENT |= {(name_of_page, element): compute for element, compute in module.NUMBERS.items()}
    ADDRESSES_OF[name_of_page] = module.ADDRESSES


@dataclass(frozen=True)
class Statement:
    """A statement of an element, and the fields of the scene that it is about."""

    text: str
    conditions: tuple[Any, ...]
    about: tuple[tuple[str, str], ...]

    @property
    def names(self) -> set[str]:
        """Return the names of the numbers in the text, and of those that decide whether it is
        shown."""
        bounds = [bound[0] for *_, bound in self.conditions if isinstance(bound, list | tuple)]
        bound_names = [name for name in bounds if isinstance(name, str)]
        return {
            *NUMBER_NAMES.findall(self.text),
            *(name for name, *_ in self.conditions),
            *bound_names,
        }

    def is_shown(self, frame: Frame) -> bool:
        return self.names <= frame.keys() and is_met(self.conditions, frame)


def statements(data: dict[str, Any]) -> Iterator[Statement]:
    """Yield all texts of an element with a condition or a number."""
    for remark in items(data, "remark"):
        yield read_statement(remark["text"], remark["conditions"], remark.get("with"))
    for card in items(data, "challenge"):
        for challenge in card["challenges"]:
            fields = challenge.get("with") or card.get("with")
            texts = [(challenge["question"], ()), (challenge["goal"], ())]
            for text, conditions in [
                *texts,
                *((w["text"], w["conditions"]) for w in challenge["why"]),
            ]:
                yield read_statement(text, conditions, fields)


def read_statement(text: str, conditions: Any, about: Fields | None) -> Statement:
    return Statement(text, tuple(map(tuple, conditions)), tuple((about or {}).items()))


def frames_of(data: dict[str, Any], about: Fields) -> list[tuple[Frame, Fields]]:
    """Return the frames of an element, each with its fields: all stops of a slider, and all options
    of the switches whose sweeps the page contains."""
    query = dict(parse_qsl(data.get("query") or ""))
    if data.get("sweeps"):
        first = data["sweeps"][0]
        moving_fields = [*first["fields"], first["sweep"]["meta"]["along"]]
        frames = [
            (frame, query | {name: f"{frame[name]}" for name in moving_fields if name})
            for frame in embedded_frames(data, [*first["fields"]])
        ]
    else:
        read, known_fields, frames_along = SERVED[route_of(data)]
        scene = changed(read(data["query"])[0], known_fields, about)
        sliders = [item["along"] for item in items(data, "slider")]
        along = next(
            (n for n in sliders if n in known_fields and known_fields[n].applies(vars(scene))),
            "lam",
        )
        stops = [
            (frame, frame.get(along, frame.get("stops"))) for frame in frames_along(scene, along)
        ]
        frames = []
        for frame, stop in stops:
            fields = dict(parse_qsl(replace(scene, **{along: stop}).query()))
            absent_fields = known_fields.keys() - fields.keys()  # such as τ of a linear kernel
            frames.append(({n: frame[n] for n in frame.keys() - absent_fields}, fields))
    # A list of points is a number in frames with one point, and is absent from the others.
    names = set.intersection(*(set(frame) for frame, _ in frames))
    numbers = [name for name in names if not isinstance(frames[0][0][name], str)]
    extremes = {
        f"{prefix}:{name}": extreme(frame[name] for frame, _ in frames)
        for name in numbers for prefix, extreme in EXTREMES.items()
    }  # fmt: skip
    return [
        ({name: _typed_value(text) for name, text in fields.items()} | extremes | frame, fields)
        for frame, fields in frames
    ]


def settings_of(data: dict[str, Any], own: list[Statement]) -> list[Fields]:
    """Return the options of a switch of the element that a condition of a statement names, or one
    empty setting."""
    named_fields = {name for statement in own for name, *_ in statement.conditions}
    choices = [item for item in items(data, "choice") if item["field"] in named_fields]
    if data.get("sweeps") or not choices:
        return [{}]
    return [{item["field"]: option["value"]} for item in choices for option in item["options"]]


def words_beside(data: dict[str, Any], address: Fields) -> Fields:
    """Return the words of an address that are not fields of the element's own scene."""
    known_fields = () if data.get("sweeps") else SERVED[route_of(data)][1]
    return {name: text for name, text in address.items() if name not in known_fields}


def some_of(frames: list[tuple[Frame, Fields]], own: list[Statement]) -> list[tuple[Frame, Fields]]:
    """Return the first frame, one in the middle, the last, and one that shows each statement."""
    places = {0, len(frames) // 2, len(frames) - 1}
    for statement in own:
        shown_at = (k for k, (frame, _) in enumerate(frames) if statement.is_shown(frame))
        places.add(next(shown_at, 0))
    return [frames[k] for k in sorted(places)]


def check(frame: Frame, fields: Fields, names: set[str], compute: Compute) -> None:
    """Check that numbers of the frame equal those of the second computation up to rounding on the
    wire, and that numbers named like a field equal the field."""
    frame_names = names & frame.keys()
    if fields.get("edits"):  # then m counts the points that are left, not the scene's
        frame_names = frame_names - {"m"}
    for name in frame_names & fields.keys():
        assert _typed_value(frame[name]) == pytest.approx(_typed_value(fields[name])), (
            name,
            fields,
        )
    if results := frame_names - fields.keys():
        computed = compute(fields)
        for name in results:
            near = computed[name]
            if isinstance(near, int | float):
                near = pytest.approx(near, rel=1e-2, abs=1e-3, nan_ok=True)
            assert frame[name] == near, (name, fields)


def _typed_value(value: float | str) -> float | str:
    try:
        return float(value)
    except ValueError:
        return value


@pytest.mark.thorough(keep_every=6)
@pytest.mark.thorough("multiclass", "stochastic_gradient")
@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_every_number_of_a_statement_is_that_of_another_computation(page):
    """Check also that each statement is shown at some stop."""
    verdicts: dict[tuple[str, str], bool] = {}
    for address in ADDRESSES_OF.get(page.name, ADDRESSES):
        for data in elements(page, address):
            all_statements = [statement for statement in statements(data) if statement.names]
            compute = OF_ELEMENT.get((page.name, data["name"])) or OF_ROUTE.get(route_of(data))
            for fixed_fields in {statement.about for statement in all_statements}:
                own = [statement for statement in all_statements if statement.about == fixed_fields]
                names = {name.rpartition(":")[2] for statement in own for name in statement.names}
                frames = [
                    frame
                    for setting in settings_of(data, own)
                    for frame in frames_of(data, {**dict(fixed_fields), **setting})
                ]
                for frame, fields in some_of(frames, own):
                    check(frame, {**words_beside(data, address), **fields}, names, compute)
                for statement in own:
                    place = data["name"], statement.text
                    verdicts[place] = verdicts.get(place, False) or any(
                        statement.is_shown(f) for f, _ in frames
                    )
    assert [text for text, is_found in verdicts.items() if not is_found] == []
