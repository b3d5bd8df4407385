"""Streamlit draws a page's steps: one function for all pages."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from lab.course.page_declaration import page as declared
from lab.scene.fields import FIELDS, SOURCES, Field
from lab.ui import hidden_controls, live_element, page, quiz
from lab.ui.page_header_footer import opening, way_on
from lab.ui.steps.rail import rail
from lab.ui.steps.step import QUIZ, TAKE_AWAY, Picture, Step, Words, text_of


@dataclass(frozen=True)
class Walk:
    """What a page says to have its steps drawn.

    `scene`: reads the address, with `say` telling what can't be used; `words`: how the picture is
    shown, names with what they are usually, or a function of the scene that reads them. `take`:
    draws the section of what to take along. `controls`: fields of the scene behind Data. `whole`:
    the picture with all that moves it, and under it those of the other steps, for a lecture and a
    frame in another page, which have no steps; a handout has its `main` and `side`.
    """

    page: str
    element: str  # the name of its first live element, which leads the others
    scene: Callable[[bool], Any]
    words: Mapping[str, str] | Callable[[Any], Words]
    take: Callable[[Any], None]
    whole: Callable[[Any, Words], Picture]
    figure: Callable[[Any], None] | None = None  # shows the scene, where an item asks for it
    controls: tuple[str, ...] = ()
    sources: Collection[str] = SOURCES
    fields: Mapping[str, Field] = field(default_factory=lambda: FIELDS)
    frames: str = "frames"
    stops: int = live_element.DEFAULT_COUNT
    steps: tuple[Step, ...] = ()

    def all_steps(self) -> tuple[Step, ...]:
        found = declared(self.page)
        return self.steps or (found.steps if found else ())

    def words_of(self, scene: Any) -> Words:
        return self.words(scene) if callable(self.words) else page.view_of_address(self.words)


def draw(walk: Walk) -> None:
    """The page from its question to the way on."""
    steps = walk.all_steps()
    first = steps[0]
    with st.container(key="walk"):
        opening(first.question, first.lead, walk.scene(False), walk.controls,
                sources=walk.sources, fields=walk.fields)  # fmt: skip
        if not _is_undivided():
            rail(walk.page, steps)
        _fragment(walk)
        way_on(walk.page)


@st.fragment
def _fragment(walk: Walk) -> None:
    steps = walk.all_steps()
    scene = walk.scene(True)
    words = walk.words_of(scene)
    whole, undivided = walk.whole(scene, words), _is_undivided()
    alone = whole.alone or {"main": whole.main, "side": whole.side}
    shown = {step.name: step.shown(scene, words) for step in steps}
    if undivided:
        shown = {name: [one for one in found if one.data] for name, found in shown.items()}
    shown[steps[0].name] = [whole if undivided else replace(shown[steps[0].name][0], alone=alone)]
    pictures = [one for found in shown.values() for one in found]
    shared = [one for one in pictures if not one.data]
    own = {word for one in pictures if one.data for word in one.moved}
    view = {name: text for name, text in words.items() if name not in own}
    placed = [item for one in shared for item in (*one.main, *one.side, *one.below)]
    group = live_element.Group.of(walk.element, placed)
    for step in steps:
        if step is not steps[0] and undivided and not (shown[step.name] or step.mathematics):
            continue
        if step is steps[0] or _is_due(step, shown[step.name]):
            with st.container(key=f"step-{step.name}"):
                asked = _step(walk, step, shown[step.name], (scene, view, group), step is steps[0])
        if step is steps[0]:
            if walk.figure and getattr(asked, "figure", None):
                walk.figure(scene)
            live_element.then_rest(asked)


def _is_undivided() -> bool:
    """Where the picture stands alone, it is one element with all that moves it."""
    alone = hidden_controls.lecture() or hidden_controls.hidden("text")
    return alone or bool(st.context.is_embedded)


def _is_due(step: Step, pictures: list[Picture]) -> bool:
    """Whether the first picture is there, and the link does not leave this step out."""
    if step.name == QUIZ:
        return live_element.rest_is_due() and not (
            hidden_controls.hidden("quiz") or hidden_controls.lecture()
        )
    if any(not one.data for one in pictures):
        return live_element.first_is_seen() and not hidden_controls.hidden("more")
    return live_element.rest_is_due()


def _step(walk: Walk, step: Step, pictures: list[Picture], now: Any, first: bool) -> Any:
    scene = now[0]
    if step.name == TAKE_AWAY:
        walk.take(scene)
        return None
    if step.name == QUIZ:
        quiz.element(walk.page)
        return None
    if first:
        return _inside(walk, step, pictures, now, first)
    st.header(step.question, anchor=False)
    if step.lead:
        st.markdown(step.lead)
    if step.depth in ("deeper", "notes") and not hidden_controls.lecture():
        with st.expander(step.title, key=f"fold-{step.name}"):
            return _inside(walk, step, pictures, now, first)
    return _inside(walk, step, pictures, now, first)


def _inside(walk: Walk, step: Step, pictures: list[Picture], now: Any, first: bool) -> Any:
    """The pictures, the mathematics and what is folded; returns the triggers of the first."""
    scene, view, group = now
    triggers = []
    for k, one in enumerate(pictures):
        name = one.name or (walk.element if first else step.name)
        triggers.append(_picture(walk, name + (f"-{k + 1}" if k else ""), one, scene, view, group))
    if hidden_controls.hidden("text") or not live_element.first_is_seen():
        return triggers[0] if triggers else None
    if step.mathematics:
        with st.container(key=f"mathematics-{step.name}"):
            columns = st.columns(2, gap="large") if len(step.mathematics) > 1 else [st.container()]
            for column, text in zip(columns, step.mathematics, strict=True):
                column.markdown(text_of(text))
    for fold in step.folded:
        with st.expander(fold.title):
            st.markdown(text_of(fold.text))
    return triggers[0] if triggers else None


def _picture(walk: Walk, name: str, one: Picture, scene: Any, view: Words, group: Any) -> Any:
    places = {"main": one.main, "side": one.side, "below": one.below}
    if one.data:
        data = {"view": {}, "frames": None, "wide": one.wide} | dict(one.data) | places
        return live_element.mount(name, data, set(one.moved))
    return live_element.live(
        name, scene, view=view, wide=one.wide, frames=walk.frames, stops=walk.stops,
        alone=one.alone, group=group, **places,
    )  # fmt: skip
