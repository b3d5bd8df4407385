"""Streamlit draws a page's steps: one function for all pages."""

from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from lab.course.open_parts import QUIZ, closed_steps
from lab.course.page_declaration import first_shown
from lab.course.page_declaration import page as declared
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded, TimeBudget
from lab.scene.fields import FIELDS, SOURCES, Field
from lab.scene.learning_problem import in_words
from lab.scene.scene import SceneError
from lab.ui import hidden_controls, live_element, page, page_snapshot, quiz
from lab.ui.page_header_footer import header, next_page_link
from lab.ui.shell import take_away_section
from lab.ui.shell.code_block import code_block
from lab.ui.shell.take_away_section import Scripts, ShownPage
from lab.ui.steps.markdown import prose
from lab.ui.steps.rail import rail
from lab.ui.steps.step import TAKE_AWAY, Fold, Picture, Step, Words, text_of

_BUDGET: ContextVar[TimeBudget] = ContextVar("budget")  # of all steps that are drawn in one run
COMMON = "words-of-several-steps"  # in the session's state: as all steps show them
_STEPS = "steps-of-page"  # the fragment
_TAKEN = "step-taken-along"  # in the session's state: whose picture that is


@dataclass(frozen=True)
class Walk:
    """What a page says to have its steps drawn.

    `scene`: reads the address, with `say` telling what can't be used; `words`: how the picture is
    shown, names with what they are usually, or a function of the scene that reads them.
    `controls`: fields of the scene behind Data. `actions`: what the buttons of pictures ask the
    page for, by their names, with the scene.
    `drawn`: steps that are more than pictures, and what draws them. `shared`: the scene of all
    pictures that have none of their own, from that of the address; `settled`: the one for which
    steps compute by themselves. `scripts`: of the scene, where the page has its own to take along;
    `scripts_again`: of the query of its first picture, where that moves alone. `figure`: whether
    one of the scene is offered to take along.
    """

    page: str
    element: str  # the name of the live element that leads those that show its scene
    scene: Callable[[bool], Any]
    words: Mapping[str, str] | Callable[[Any], Words]
    actions: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)
    drawn: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    scripts: Callable[[Any], Scripts] | None = None
    scripts_again: Callable[[str], Scripts] | None = None
    figure: bool = False
    controls: tuple[str, ...] = ()
    sources: Collection[str] = SOURCES
    fields: Mapping[str, Field] = field(default_factory=lambda: FIELDS)
    frames: str = "frames"
    stops: int = live_element.DEFAULT_COUNT
    steps: tuple[Step, ...] = ()
    shared: Callable[[Any], Any] = lambda scene: scene
    settled: Callable[[Any], Any] = lambda scene: scene

    def all_steps(self) -> tuple[Step, ...]:
        found = declared(self.page)
        return self.steps or (found.steps if found else ())

    def in_order(self) -> tuple[Step, ...]:
        """Its steps as they are drawn."""
        return self.selected() or self.all_steps()

    def selected(self) -> tuple[Step, ...]:
        """The steps that are shown without the others: those that the address names, with a comma
        between them, in a frame of another page and where no way leads to the others; without the
        page's text one of them, in any case. Empty where all are shown."""
        without_text = hidden_controls.is_hidden("text")
        framed = without_text or bool(st.context.is_embedded)
        if hidden_controls.fills_screen() or not (
            framed or hidden_controls.is_hidden("navigation")
        ):
            return ()
        shown = [step for step in self._with_pictures() if framed or self._is_solved(step)]
        names = st.query_params.get("step", "").split(",")
        named = tuple(step for step in shown if step.name in names)
        return named or (self._first_shown(),) * without_text

    def _with_pictures(self) -> list[Step]:
        """The steps with a picture that are open."""
        closed = closed_steps(self.page)
        return [
            step
            for step in self.all_steps()
            if (step.pictures or step.name in self.drawn) and step.name not in closed
        ]

    def _first_shown(self) -> Step:
        """The step that is shown where the address names none."""
        shown, first = self._with_pictures(), first_shown(self.page)
        return next((step for step in shown if step.name == first), (shown or self.all_steps())[0])

    def _is_solved(self, step: Step) -> bool:
        """Whether the scene of the address, or words of its own there, say all that it shows."""
        if step.measured or step.is_solved:
            return True
        scene = self.scene(False)
        return any(one.is_shared for one in pictures_of(step, scene, self.words_of(scene)))

    def words_of(self, scene: Any) -> Words:
        return self.words(scene) if callable(self.words) else page.view_of_address(self.words)


@dataclass(frozen=True)
class _Run:
    """What the steps have in common in one run of the page. `group`: of the elements that show its
    scene, which have the words of `view`; the step `leads` has the first of them. `first`: the step
    that is drawn first. `is_selected`: whether others are left out."""

    scene: Any
    words: Words
    view: Words = field(default_factory=dict)
    group: live_element.Group | None = None
    leads: str = ""
    first: str = ""
    is_selected: bool = False


def draw(walk: Walk) -> None:
    """The page from its question to the way on."""
    steps = walk.in_order()
    first = steps[0]
    st.session_state[live_element.PARTS] = [_STEPS, live_element.END]
    with st.container(key="page-walk"):
        header(first.question, first.lead, walk.scene(False), walk.controls,
               sources=walk.sources, fields=walk.fields)  # fmt: skip
        if not (_is_framed() or hidden_controls.fills_screen()):
            rail(walk.page, steps, closed_steps(walk.page))
        _draw_steps(walk)
        next_page_link(walk.page)


@st.fragment(key=_STEPS)
def _draw_steps(walk: Walk) -> None:
    budget = _BUDGET.set(TimeBudget())
    try:
        _draw_each(walk)
    finally:
        _BUDGET.reset(budget)


def _draw_each(walk: Walk) -> None:
    scene, closed, selected = walk.scene(True), closed_steps(walk.page), walk.selected()
    words, steps = walk.words_of(scene), selected or walk.all_steps()
    open_steps = [step for step in walk.all_steps() if step.name not in closed]
    shown = {
        step.name: [] if step.apart else pictures_of(step, scene, words) for step in open_steps
    }
    pictures = [one for found in shown.values() for one in found]
    shared = [one for one in pictures if one.is_shared]
    own = {word for one in pictures if not one.is_shared for word in one.moved}
    own |= {word for step in open_steps for word in step.apart}
    placed = [item for one in shared for item in (*one.main, *one.side, *one.below)]
    boxes = [
        f"step-{step.name}"
        for step in steps
        if step.name in shown and _is_of_server(walk, step, shown[step.name])
    ]
    now = _Run(
        scene, words,
        view={name: text for name, text in words.items() if name not in own},
        group=live_element.Group.of(walk.element, placed, boxes),
        leads=next((one.name for one in steps if _has_shared(shown.get(one.name, ()))), ""),
        first=steps[0].name,
        is_selected=bool(selected),
    )  # fmt: skip
    st.session_state[COMMON] = {word: words.get(word) for word in _common(pictures)}
    st.session_state[_TAKEN] = page_snapshot.keep_steps(_to_be_taken(walk, shown, scene))
    due = live_element.first_is_seen() if selected else live_element.should_draw_rest()
    for step in steps:
        if step.name in closed:
            _closed(step, closed[step.name])
            continue
        found, first = shown[step.name], step is steps[0]
        if not (first or (due and (selected or _is_wanted(step, found)))):
            continue
        with st.container(key=f"step-{step.name}"):
            apart = step.apart or step.name in walk.drawn
            if apart or (not first and found and all(one.data for one in found)):
                _of_its_own(walk, step.name, now.first, now.is_selected)
                continue
            asked = _step(walk, step, found, now)
        _answer(walk, scene, asked)


def _has_shared(pictures: Collection[Picture]) -> bool:
    return any(picture.is_shared for picture in pictures)


def _to_be_taken(walk: Walk, shown: Mapping[str, list[Picture]], scene: Any) -> dict[str, str]:
    """The steps with a picture in which something moves without a server, the one that is shown
    where the address names none before the others."""
    first = first_shown(walk.page)
    steps = sorted(walk.all_steps(), key=lambda step: step.name != first)
    return {
        step.name: step.title
        for step in steps
        if any(picture.moves(scene) for picture in shown.get(step.name, ()))
    }


def _is_of_server(walk: Walk, step: Step, pictures: list[Picture]) -> bool:
    """Whether the server draws more of a step from the scene than elements that follow it."""
    own = step.apart or step.tables or step.name in walk.drawn or step.name == TAKE_AWAY
    return bool(own) or any(one.data or not one.is_shared for one in pictures)


def _closed(step: Step, why: str) -> None:
    """What stands in place of a step that is closed."""
    if _is_framed() or not live_element.should_draw_rest():
        return
    with st.container(key=f"step-{step.name}"):
        st.header(step.question, anchor=False)
        st.info(page.escape_markdown(why))


@st.fragment
def _of_its_own(walk: Walk, name: str, first: str, is_selected: bool) -> None:
    """A step whose pictures have data of their own: a hand on them leaves the others alone."""
    (step,) = (step for step in walk.all_steps() if step.name == name)
    scene = walk.settled(walk.scene(False))
    words = walk.words_of(scene)
    common = st.session_state.get(COMMON, {})
    if any(words.get(word) != text for word, text in common.items()):
        st.rerun()  # the others follow
    found = [one for one in pictures_of(step, scene, words) if one.data or one.instead]
    now = _Run(scene, words, first=first, is_selected=is_selected)
    _answer(walk, scene, _step(walk, step, found, now))


def _common(pictures: list[Picture]) -> set[str]:
    """The words of the address that more than one picture with data of its own has."""
    words = [word for one in pictures if not one.is_shared for word in one.moved]
    return {word for word in words if words.count(word) > 1}


def _answer(walk: Walk, scene: Any, asked: Any) -> None:
    """Do what a button of a picture asks for."""
    for name, act in walk.actions.items():
        if getattr(asked, name, None):
            act(scene)


def _is_framed() -> bool:
    """Whether the page is in a frame of another one, or without its text."""
    if hidden_controls.fills_screen():
        return False
    return hidden_controls.is_hidden("text") or bool(st.context.is_embedded)


def _is_wanted(step: Step, pictures: list[Picture]) -> bool:
    """Whether the link does not leave this step out."""
    if step.name == QUIZ:
        return not (hidden_controls.is_hidden("quiz") or hidden_controls.fills_screen())
    return not (_has_shared(pictures) and hidden_controls.is_hidden("more"))


def _step(walk: Walk, step: Step, pictures: list[Picture], now: _Run) -> Any:
    if step.name == TAKE_AWAY:
        take_away_section.draw(_to_take(walk, now.scene))
        return None
    if step.name == QUIZ:
        quiz.element(walk.page)
        return None
    if step.name == now.first:
        return _inside(walk, step, pictures, now)
    st.header(step.question, anchor=False)
    if step.lead:
        st.markdown(step.lead)
    if step.depth in ("deeper", "notes") and not (
        now.is_selected or hidden_controls.fills_screen()
    ):
        with st.expander(step.title, key=f"fold-{step.name}"):
            return _inside(walk, step, pictures, now)
    return _inside(walk, step, pictures, now)


def _to_take(walk: Walk, scene: Any) -> ShownPage:
    """The page as what is taken along is made of it."""
    if walk.scripts:
        return ShownPage(walk.page, scripts=walk.scripts(scene), again=walk.scripts_again)
    return ShownPage(walk.page, scene, again=walk.scripts_again, figure=walk.figure)


def _inside(walk: Walk, step: Step, pictures: list[Picture], now: _Run) -> Any:
    """The pictures, the mathematics and what is folded; returns the triggers of the first."""
    scene, words = now.scene, now.words
    triggers = []
    leads, taken = step.name == now.leads, step.name == st.session_state.get(_TAKEN)
    for k, one in enumerate(pictures):
        name = one.name or (step.name + (f"-{k + 1}" if k else ""))
        if leads and one.is_shared:
            name, leads = walk.element, False
        kept = None
        if taken and one.moves(scene):
            kept, taken = {"question": step.question, "lead": step.lead}, False
        first = step.name == now.first and k == 0
        triggers.append(_picture(walk, name, one, now, first, kept))
    if step.name in walk.drawn:
        walk.drawn[step.name]()
    if hidden_controls.is_hidden("text") or not live_element.first_is_seen():
        return triggers[0] if triggers else None
    _tables(walk, step, scene, words)
    if step.mathematics:
        with st.container(key=f"mathematics-{step.name}"):
            columns = st.columns(2, gap="large") if len(step.mathematics) > 1 else [st.container()]
            for column, text in zip(columns, step.mathematics, strict=True):
                column.markdown(prose(text_of(text)))
    for fold in step.folded:
        with st.expander(fold.title):
            st.markdown(prose(text_of(fold.text)))
            _code(step.name, fold)
    return triggers[0] if triggers else None


def _tables(walk: Walk, step: Step, scene: Any, words: Words) -> None:
    if not step.tables:
        return
    tables = step.tables
    said, why = _in_time(scene, lambda: tables(walk.settled(scene), words))
    if why:
        st.info(why)
    elif said:
        st.markdown(prose(said))


def pictures_of(step: Step, scene: Any, words: Words) -> list[Picture]:
    """The pictures of a step; where the scene has none, what is said in their place."""
    found, why = _in_time(scene, lambda: step.shown(scene, words))
    return [Picture(main=(), instead=why)] if why else found


def _in_time(scene: Any, compute: Callable[[], Any]) -> tuple[Any, str]:
    """What comes of computing something for a scene while its page is drawn, in the processor time
    that is left for that; else None, and why there is nothing."""
    try:
        with _BUDGET.get(TimeBudget()).spend(), in_words(scene):
            return compute(), ""
    except SceneError as error:
        message = error.problem.message
        return None, page.escape_markdown(message[:1].upper() + message[1:])
    except CpuTimeExceeded as error:
        return None, str(error)


def _code(key: str, fold: Fold) -> None:
    for k, lines in enumerate(fold.code):
        code_block(f"{key}-{k}", lines, "python")
    tabs = st.tabs([tab.name for tab in fold.tabs]) if fold.tabs else []
    for tab, shown in zip(fold.tabs, tabs, strict=True):
        columns = shown.columns(len(tab.code))
        for k, (column, (heading, lines)) in enumerate(zip(columns, tab.code, strict=True)):
            with column:
                st.markdown(heading)
                code_block(f"{key}-{tab.name}-{k}", lines, "python")
        shown.markdown(tab.text)


def _picture(
    walk: Walk, name: str, one: Picture, now: _Run, first: bool, kept: Mapping[str, str] | None
) -> Any:
    """`kept`: as in `lab.ui.page_snapshot.keep`."""
    scene, view, group = now.scene, now.view, now.group
    if one.instead:
        st.info(one.instead)
        return None
    if one.data:
        asked = "task" in st.query_params and not one.is_shared  # an answer has the whole scene
        given = {"leads": first} | ({"scene": scene.query()} if asked else {})
        return live_element.mount(name, given | _data(one), set(one.moved), kept)
    if one.is_shared:
        scene = walk.shared(scene)
    else:
        scene, group, view = one.scene, None, {word: now.words[word] for word in one.moved}
    layout = live_element.Layout(one.main, one.side, one.below, one.wide, kept)
    return live_element.live(
        name, scene, layout, view=view, frames=walk.frames, stops=walk.stops, group=group,
        home=_first_scene(walk.page),
    )  # fmt: skip


def _first_scene(name: str) -> Any:
    declaration = declared(name)
    return declaration.scene if declaration else None


def _data(one: Picture) -> dict[str, Any]:
    """What a picture with data of its own is made of."""
    places = {"main": one.main, "side": one.side, "below": one.below}
    return {"view": {}, "frames": None, "wide": one.wide} | dict(one.data) | places
