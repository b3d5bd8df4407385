"""Streamlit draws a page's steps: one function for all pages."""

from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from lab.course.open_parts import QUIZ, closed_challenges, closed_steps
from lab.course.page_declaration import page as declared
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded, TimeBudget
from lab.scene.fields import FIELDS, SOURCES, Field
from lab.scene.learning_problem import in_words
from lab.scene.scene import SceneError
from lab.ui import hidden_controls, live_element, page, page_snapshot, quiz
from lab.ui.figure_button import open_figure
from lab.ui.page_header_footer import header, next_page_link
from lab.ui.shell import dialogs, take_away_section
from lab.ui.shell.code_block import code_block
from lab.ui.shell.take_away_section import Scripts, ShownPage
from lab.ui.steps.markdown import prose
from lab.ui.steps.rail import rail
from lab.ui.steps.step import TAKE_AWAY, Fold, Picture, Step, Words, text_of, without

_BUDGET: ContextVar[TimeBudget] = ContextVar("budget")  # of all steps that are drawn in one run
COMMON = "words-of-several-steps"  # in the session's state: as all steps show them
_STEPS = "steps-of-page"  # the fragment


@dataclass(frozen=True)
class Walk:
    """What a page says to have its steps drawn.

    `scene`: reads the address, with `say` telling what can't be used; `words`: how the picture is
    shown, names with what they are usually, or a function of the scene that reads them.
    `controls`: fields of the scene behind Data. `whole`: the picture with all that moves it, and
    under it those of the other steps, for a frame in another page, which has
    no steps; a file has its `main` and `side`. A page whose pictures all have data of their own has
    none. `leading`: the step whose question and whose picture, with data of its own, these show
    first, where that is not the first step; then they have the pictures of the other steps one by
    one. `actions`: what the buttons of pictures ask the page for, by their names, with the scene.
    `drawn`: steps that are more than pictures, and what draws them. `shared`: the scene of all
    pictures that have none of their own, from that of the address; `settled`: the one for which
    steps compute by themselves. `scripts`: of the scene, where the page has its own to take along;
    `scripts_again`: of the query of its first picture, where that moves alone. `figure`: whether an
    item asks for a figure of the scene, `figure_to_take`: whether one is offered to take along.
    """

    page: str
    element: str  # the name of its first live element, which leads the others
    scene: Callable[[bool], Any]
    words: Mapping[str, str] | Callable[[Any], Words]
    whole: Callable[[Any, Words], Picture] | None = None
    leading: str = ""
    actions: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)
    drawn: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    scripts: Callable[[Any], Scripts] | None = None
    scripts_again: Callable[[str], Scripts] | None = None
    figure: bool = False
    figure_to_take: bool = False
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
        """Its steps as they are drawn: where none are to be walked, the leading one comes first."""
        if alone := self.alone():
            return (alone,)
        steps, leads = self.all_steps(), self.leads()
        if not (leads and _is_undivided()):
            return steps
        return tuple(sorted(steps, key=lambda step: step.name != leads))

    def alone(self) -> Step | None:
        """The step that the address names where no way leads to the others, if it shows the scene
        of the page."""
        name = st.query_params.get("step", "")
        if _is_undivided() or not hidden_controls.is_hidden("navigation"):
            return None
        step = next((one for one in self.all_steps() if one.name == name), None)
        declaration = declared(self.page)
        if step is None or declaration is None or name in closed_steps(self.page):
            return None
        if name in (*declaration.measured, *declaration.solved_steps):
            return step
        scene = self.scene(False)
        shown = pictures_of(step, scene, self.words_of(scene))
        return step if any(one.is_shared for one in shown) else None

    def leads(self) -> str:
        """The leading step, while it is open."""
        return "" if self.leading in closed_steps(self.page) else self.leading

    def words_of(self, scene: Any) -> Words:
        return self.words(scene) if callable(self.words) else page.view_of_address(self.words)


def draw(walk: Walk) -> None:
    """The page from its question to the way on."""
    steps = walk.in_order()
    first = steps[0]
    st.session_state[live_element.PARTS] = [_STEPS, live_element.END]
    with st.container(key="page-walk"):
        header(first.question, first.lead, walk.scene(False), walk.controls,
               sources=walk.sources, fields=walk.fields)  # fmt: skip
        if not (_is_undivided() or hidden_controls.fills_screen()):
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
    steps = walk.in_order()
    scene = walk.scene(True)
    words = walk.words_of(scene)
    undivided = _is_undivided()
    closed = closed_steps(walk.page)
    shown = {
        step.name: [] if step.name in closed or step.apart else pictures_of(step, scene, words)
        for step in steps
    }
    if walk.whole and walk.leads() == walk.leading:
        whole = without(walk.whole(scene, words), closed_challenges(walk.page))
        if undivided and not walk.leading:
            shown = {
                name: [one for one in found if not one.is_shared] for name, found in shown.items()
            }
        if undivided:
            shown[steps[0].name] = [whole]
        elif walk.leading:
            _keep_as_first(walk, whole)
        else:
            alone = whole.alone or {"main": whole.main, "side": whole.side}
            shown[steps[0].name][0] = replace(shown[steps[0].name][0], alone=alone)
    pictures = [one for found in shown.values() for one in found]
    shared = [one for one in pictures if one.is_shared]
    own = {word for one in pictures if not one.is_shared for word in one.moved}
    own |= {word for step in steps for word in step.apart}
    view = {name: text for name, text in words.items() if name not in own}
    placed = [item for one in shared for item in (*one.main, *one.side, *one.below)]
    due = live_element.should_draw_rest()
    boxes = [f"step-{step.name}" for step in steps if _is_of_server(walk, step, shown[step.name])]
    group = live_element.Group.of(walk.element, placed, boxes)
    st.session_state[COMMON] = {word: words.get(word) for word in _common(pictures)}
    for step in steps:
        if step.name in closed:
            _closed(step, closed[step.name], undivided)
            continue
        drawn = step.name in walk.drawn
        says = shown[step.name] or step.apart or step.tables or step.mathematics or drawn
        if step is not steps[0] and undivided and not says:
            continue
        found, first = shown[step.name], step is steps[0]
        if not (first or (due and _is_wanted(step, found, undivided))):
            continue
        with st.container(key=f"step-{step.name}"):
            apart = step.apart or drawn
            if not first and (apart or (found and all(one.data for one in found))):
                _of_its_own(walk, step.name)
                continue
            asked = _step(walk, step, found, (scene, words, view, group), first)
        _answer(walk, scene, asked)


def _is_of_server(walk: Walk, step: Step, pictures: list[Picture]) -> bool:
    """Whether the server draws more of a step from the scene than elements that follow it."""
    own = step.apart or step.tables or step.name in walk.drawn or step.name == TAKE_AWAY
    return bool(own) or any(one.data or not one.is_shared for one in pictures)


def _closed(step: Step, why: str, undivided: bool) -> None:
    """What stands in place of a step that is closed."""
    if undivided or not live_element.should_draw_rest():
        return
    with st.container(key=f"step-{step.name}"):
        st.header(step.question, anchor=False)
        st.info(page.escape_markdown(why))


@st.fragment
def _of_its_own(walk: Walk, name: str) -> None:
    """A step whose pictures have data of their own: a hand on them leaves the others alone."""
    (step,) = (step for step in walk.all_steps() if step.name == name)
    scene = walk.settled(walk.scene(False))
    words = walk.words_of(scene)
    common = st.session_state.get(COMMON, {})
    if any(words.get(word) != text for word, text in common.items()):
        st.rerun()  # the others follow
    found = [one for one in pictures_of(step, scene, words) if one.data or one.instead]
    _answer(walk, scene, _step(walk, step, found, (scene, words, {}, None), False))


def _keep_as_first(walk: Walk, whole: Picture) -> None:
    """What is taken along is the picture of the leading step, and its words."""
    (step,) = (step for step in walk.all_steps() if step.name == walk.leading)
    page_snapshot.keep(whole.name, _data(whole) | {"leads": True})
    page_snapshot.keep_words(step.question, step.lead)


def _common(pictures: list[Picture]) -> set[str]:
    """The words of the address that more than one picture with data of its own has."""
    words = [word for one in pictures if not one.is_shared for word in one.moved]
    return {word for word in words if words.count(word) > 1}


def _answer(walk: Walk, scene: Any, asked: Any) -> None:
    """Do what a button of a picture asks for."""
    figure = {"figure": open_figure} if walk.figure else {}
    for name, act in {**walk.actions, **figure}.items():
        if getattr(asked, name, None) or (name == "figure" and dialogs.is_due(name)):
            act(scene)


def _is_undivided() -> bool:
    """Where the picture stands alone, it is one element with all that moves it."""
    if hidden_controls.fills_screen():
        return False
    return hidden_controls.is_hidden("text") or bool(st.context.is_embedded)


def _is_wanted(step: Step, pictures: list[Picture], undivided: bool) -> bool:
    """Whether the link does not leave this step out."""
    if step.name == QUIZ:
        return not (hidden_controls.is_hidden("quiz") or hidden_controls.fills_screen())
    shared = any(one.is_shared for one in pictures) and not undivided
    return not (shared and hidden_controls.is_hidden("more"))


def _step(walk: Walk, step: Step, pictures: list[Picture], now: Any, first: bool) -> Any:
    scene = now[0]
    if step.name == TAKE_AWAY:
        take_away_section.draw(_to_take(walk, scene))
        return None
    if step.name == QUIZ:
        quiz.element(walk.page)
        return None
    if first:
        return _inside(walk, step, pictures, now, first)
    st.header(step.question, anchor=False)
    if step.lead:
        st.markdown(step.lead)
    if step.depth in ("deeper", "notes") and not hidden_controls.fills_screen():
        with st.expander(step.title, key=f"fold-{step.name}"):
            return _inside(walk, step, pictures, now, first)
    return _inside(walk, step, pictures, now, first)


def _to_take(walk: Walk, scene: Any) -> ShownPage:
    """The page as what is taken along is made of it."""
    if walk.scripts:
        return ShownPage(walk.page, scripts=walk.scripts(scene), again=walk.scripts_again)
    return ShownPage(walk.page, scene, again=walk.scripts_again, figure=walk.figure_to_take)


def _inside(walk: Walk, step: Step, pictures: list[Picture], now: Any, first: bool) -> Any:
    """The pictures, the mathematics and what is folded; returns the triggers of the first."""
    scene, words, *_ = now
    triggers = []
    for k, one in enumerate(pictures):
        usual = (walk.element if first else step.name) + (f"-{k + 1}" if k else "")
        triggers.append(_picture(walk, one.name or usual, one, now, first and k == 0))
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


def _picture(walk: Walk, name: str, one: Picture, now: Any, leads: bool) -> Any:
    scene, words, view, group = now
    if one.instead:
        st.info(one.instead)
        return None
    if one.data:
        asked = "task" in st.query_params and not one.is_shared  # an answer has the whole scene
        given = {"leads": leads} | ({"scene": scene.query()} if asked else {})
        return live_element.mount(name, given | _data(one), set(one.moved))
    if one.is_shared:
        scene = walk.shared(scene)
    else:
        scene, group, view = one.scene, None, {word: words[word] for word in one.moved}
    layout = live_element.Layout(one.main, one.side, one.below, one.wide, one.alone)
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
    alone = {"alone": dict(one.alone)} if one.alone else {}
    return {"view": {}, "frames": None, "wide": one.wide} | dict(one.data) | places | alone
