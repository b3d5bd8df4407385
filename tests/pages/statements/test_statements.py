"""A statement is a text with its condition and the numbers that it names. Each of these numbers,
and each by which the page's script decides whether the text is shown, is computed a second time.

What the fit of a scene says is computed for all pages alike; of what a page computes by itself it
has the numbers in `statement_numbers.py` among its tests.
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
from tests.of_pages import modules_of_pages
from tests.pages.challenges.judging import SERVED, Frame, changed, elements, route_of, sent
from tests.pages.goals import items
from tests.pages.statements import separate_fits

Fields = Mapping[str, str]  # what an address and the controls set
Compute = Callable[[Fields], Mapping[str, Any]]

NAMED = re.compile(r"\{([^{}]+):[a-z]+\}")
EXTREMES = {"least": min, "most": max, "least_of_all": min, "most_of_all": max}
ADDRESSES: tuple[Fields, ...] = (
    {}, {"risk": "mean"}, {"risk": "sum"}, {"loss": "perceptron"}, {"data": "iris"},
    {"kernel": "linear"}, {"kernel": "linear", "intercept": "0"},
)  # fmt: skip
OF_ROUTE: dict[str, Compute] = {
    "frames": separate_fits.of_two_classes,
    "class-frames": separate_fits.of_many_classes,
}
OF_ELEMENT: dict[tuple[str, str], Compute] = {}  # by page and element
ADDRESSES_OF: dict[str, tuple[Fields, ...]] = {}  # where the statements of a page are shown
for module in modules_of_pages("pages", "statement_numbers"):
    name_of_page = module.__name__.split(".")[-2]
    OF_ELEMENT |= {(name_of_page, element): compute for element, compute in module.NUMBERS.items()}
    ADDRESSES_OF[name_of_page] = module.ADDRESSES


@dataclass(frozen=True)
class Shown:
    """A statement of an element, and the fields of the scene that it is about."""

    text: str
    conditions: tuple[Any, ...]
    about: tuple[tuple[str, str], ...]

    @property
    def names(self) -> set[str]:
        """The numbers that it names, and those that decide whether it is shown."""
        bounds = [bound[0] for *_, bound in self.conditions if isinstance(bound, list | tuple)]
        others = [name for name in bounds if isinstance(name, str)]
        return {*NAMED.findall(self.text), *(name for name, *_ in self.conditions), *others}

    def is_shown(self, frame: Frame) -> bool:
        return self.names <= frame.keys() and is_met(self.conditions, frame)


def statements(data: dict[str, Any]) -> Iterator[Shown]:
    """All that an element says with a condition or a number."""
    for remark in items(data, "remark"):
        yield shown(remark["text"], remark["conditions"], remark.get("with"))
    for card in items(data, "challenge"):
        for asked in card["challenges"]:
            about = asked.get("with") or card.get("with")
            texts = [(asked["question"], ()), (asked["goal"], ())]
            for text, conditions in [*texts, *((w["text"], w["conditions"]) for w in asked["why"])]:
                yield shown(text, conditions, about)


def shown(text: str, conditions: Any, about: Fields | None) -> Shown:
    return Shown(text, tuple(map(tuple, conditions)), tuple((about or {}).items()))


def frames_of(data: dict[str, Any], about: Fields) -> list[tuple[Frame, Fields]]:
    """The frames of an element, each with the fields that are set there: its stops, with each
    option of its switches where all of them travel with the page."""
    query = dict(parse_qsl(data.get("query") or ""))
    if data.get("sweeps"):
        first = data["sweeps"][0]
        moved = [*first["fields"], first["sweep"]["meta"]["along"]]
        found = [
            (frame, query | {name: f"{frame[name]}" for name in moved if name})
            for frame in sent(data, [*first["fields"]])
        ]
    else:
        read, known, frames_along = SERVED[route_of(data)]
        scene = changed(read(data["query"])[0], known, about)
        sliders = [item["along"] for item in items(data, "slider")]
        along = next((n for n in sliders if n in known and known[n].applies(vars(scene))), "lam")
        stops = [
            (frame, frame.get(along, frame.get("stops"))) for frame in frames_along(scene, along)
        ]
        found = []
        for frame, stop in stops:
            fields = dict(parse_qsl(replace(scene, **{along: stop}).query()))
            absent = known.keys() - fields.keys()  # such as τ of a kernel without one
            found.append(({n: frame[n] for n in frame.keys() - absent}, fields))
    numbers = [name for name, value in found[0][0].items() if not isinstance(value, str)]
    extremes = {
        f"{which}:{name}": extreme(frame[name] for frame, _ in found)
        for name in numbers for which, extreme in EXTREMES.items()
    }  # fmt: skip
    return [
        ({name: _typed(text) for name, text in fields.items()} | extremes | frame, fields)
        for frame, fields in found
    ]


def some_of(frames: list[tuple[Frame, Fields]], own: list[Shown]) -> list[tuple[Frame, Fields]]:
    """The first, one in the middle, the last, and one that shows each statement."""
    places = {0, len(frames) // 2, len(frames) - 1}
    for statement in own:
        shown_at = (k for k, (frame, _) in enumerate(frames) if statement.is_shown(frame))
        places.add(next(shown_at, 0))
    return [frames[k] for k in sorted(places)]


def check(frame: Frame, fields: Fields, names: set[str], compute: Compute) -> None:
    """Each number of the frame is that of the other computation, up to what the wire rounds. What
    is set is not shadowed by a number of the same name."""
    named = names & frame.keys()
    for name in named & fields.keys():
        assert _typed(frame[name]) == pytest.approx(_typed(fields[name])), (name, fields)
    if results := named - fields.keys():
        computed = compute(fields)
        for name in results:
            near = computed[name]
            if isinstance(near, int | float):
                near = pytest.approx(near, rel=1e-2, abs=1e-3, nan_ok=True)
            assert frame[name] == near, (name, fields)


def _typed(value: float | str) -> float | str:
    try:
        return float(value)
    except ValueError:
        return value


@pytest.mark.thorough("multiclass", "stochastic_gradient")
@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_every_number_of_a_statement_is_that_of_another_computation(page):
    """And each statement is shown somewhere."""
    found: dict[tuple[str, str], bool] = {}
    for address in ADDRESSES_OF.get(page.name, ADDRESSES):
        for data in elements(page, address):
            every = [one for one in statements(data) if one.names]
            compute = OF_ELEMENT.get((page.name, data["name"])) or OF_ROUTE.get(route_of(data))
            for about in {one.about for one in every}:
                own = [one for one in every if one.about == about]
                names = {name.rpartition(":")[2] for one in own for name in one.names}
                frames = frames_of(data, dict(about))
                for frame, fields in some_of(frames, own):
                    check(frame, {**address, **fields}, names, compute)
                for one in own:
                    at = data["name"], one.text
                    found[at] = found.get(at, False) or any(one.is_shown(f) for f, _ in frames)
    assert [text for text, is_found in found.items() if not is_found] == []
