"""Streamlit draws a page's steps: one function for all pages."""

from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from lab.course.first_sweep import endpoint_of
from lab.course.open_parts import QUIZ, closed_steps, open_steps
from lab.course.page_declaration import PageDeclaration, first_shown
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded, TimeBudget
from lab.scene.fields import SOURCES
from lab.scene.learning_problem import in_words, with_formula
from lab.scene.scene import SceneError
from lab.ui import empty_sample, hidden_controls, live_element, page, page_snapshot, quiz
from lab.ui.page_header_footer import header, next_page_link
from lab.ui.shell import take_away_section
from lab.ui.shell.code_block import code_block
from lab.ui.shell.take_away_section import ShownPage
from lab.ui.steps.markdown import prose
from lab.ui.steps.rail import rail
from lab.ui.steps.step import TAKE_AWAY, Fold, Picture, Step, Words, text_of

_BUDGET: ContextVar[TimeBudget] = ContextVar("budget")  # of all steps that are drawn in one run
COMMON = "words-of-several-steps"  # in the session's state: as all steps show them
_STEPS = "steps-of-page"  # the fragment
_SETTLED = "scene-settled"  # in the session's state: for which steps compute by themselves
_TAKEN = "step-taken-along"  # in the session's state: whose picture that is


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


def draw(declared: PageDeclaration) -> None:
    """The page from its question to the way on."""
    _redirect(declared)
    st.session_state.pop(_SETTLED, None)
    steps = _selected(declared) or declared.steps
    first = steps[0]
    st.session_state[live_element.PARTS] = [_STEPS, live_element.END]
    with st.container(key="page-walk"):
        header(first.question, first.lead, scene_of(declared), declared.data_fields,
               sources=declared.sources or SOURCES, fields=declared.scene.table)  # fmt: skip
        if not (_is_framed() or hidden_controls.fills_screen()):
            rail(declared.name, steps, closed_steps(declared.name))
        _draw_steps(declared)
        next_page_link(declared.name)


def _redirect(declared: PageDeclaration) -> None:
    address = st.query_params.to_dict()
    meant = declared.redirected(address) if declared.redirected else address
    if meant != address:
        st.query_params.from_dict(meant)


def scene_of(declared: PageDeclaration, say: bool = False) -> Any:
    """The scene that the page shows at its address; with `say`, what can't be used is told."""
    address = {name: text for name, text in st.query_params.items() if name != "step"}
    others = declared.elsewhere(address) if declared.elsewhere else ()
    scene = page.scene_of_address(
        declared.scene, {*declared.words, *others}, say=say, sources=declared.sources
    )
    if declared.needs_points:
        scene = empty_sample.with_points(scene, say=say)
    if declared.judges_formulas:
        scene = with_formula(scene)
    if declared.adapted is None:
        return scene
    scene, sentences = declared.adapted(scene, address)
    if say and sentences:
        st.warning("  \n".join(map(page.escape_markdown, sentences)))
    return scene


def words_of(declared: PageDeclaration, scene: Any) -> Words:
    """How the pictures of a scene are shown at the page's address."""
    words = page.view_of_address(declared.words)
    return declared.adapted_words(scene, words) if declared.adapted_words else words


def _settled(declared: PageDeclaration, scene: Any) -> Any:
    """The scene as it was when the part of it last changed for which steps compute anew."""
    if declared.settled_by is None:
        return scene
    settled = st.session_state.get(_SETTLED)
    if settled is None or declared.settled_by(settled) != declared.settled_by(scene):
        settled = st.session_state[_SETTLED] = scene
    return settled


def _selected(declared: PageDeclaration) -> tuple[Step, ...]:
    """The steps that are shown without the others: those that the address names, with a comma
    between them, in a frame of another page and where no way leads to the others; without the
    page's text one of them, in any case. Empty where all are shown."""
    without_text = hidden_controls.is_hidden("text")
    framed = without_text or bool(st.context.is_embedded)
    if hidden_controls.fills_screen() or not (framed or hidden_controls.is_hidden("navigation")):
        return ()
    shown = [step for step in _with_pictures(declared) if framed or _is_solved(declared, step)]
    names = st.query_params.get("step", "").split(",")
    named = tuple(step for step in shown if step.name in names)
    return named or (_first_shown(declared),) * without_text


def _with_pictures(declared: PageDeclaration) -> list[Step]:
    """The steps with a picture that are open."""
    return [step for step in open_steps(declared.name) if step.pictures or step.drawn]


def _first_shown(declared: PageDeclaration) -> Step:
    """The step that is shown where the address names none."""
    shown, first = _with_pictures(declared), first_shown(declared.name)
    return next((step for step in shown if step.name == first), (shown or declared.steps)[0])


def _is_solved(declared: PageDeclaration, step: Step) -> bool:
    """Whether the scene of the address, or words of its own there, say all that it shows."""
    if step.measured or step.is_solved:
        return True
    scene = scene_of(declared)
    return any(one.is_shared for one in pictures_of(step, scene, words_of(declared, scene)))


@st.fragment(key=_STEPS)
def _draw_steps(declared: PageDeclaration) -> None:
    budget = _BUDGET.set(TimeBudget())
    try:
        _draw_each(declared)
    finally:
        _BUDGET.reset(budget)


def _draw_each(declared: PageDeclaration) -> None:
    scene, closed = scene_of(declared, say=True), closed_steps(declared.name)
    selected, words = _selected(declared), words_of(declared, scene)
    steps = selected or declared.steps
    in_use = open_steps(declared.name)
    shown = {step.name: [] if step.apart else pictures_of(step, scene, words) for step in in_use}
    pictures = [one for found in shown.values() for one in found]
    shared = [one for one in pictures if one.is_shared]
    own = {word for one in pictures if not one.is_shared for word in one.moved}
    own |= {word for step in in_use for word in step.apart}
    placed = [item for one in shared for item in (*one.main, *one.side, *one.below)]
    boxes = [
        f"step-{step.name}"
        for step in steps
        if step.name in shown and _is_of_server(declared, step, shown[step.name])
    ]
    now = _Run(
        scene, words,
        view={name: text for name, text in words.items() if name not in own},
        group=live_element.Group.of(declared.element, placed, boxes),
        leads=next((one.name for one in steps if _has_shared(shown.get(one.name, ()))), ""),
        first=steps[0].name,
        is_selected=bool(selected),
    )  # fmt: skip
    st.session_state[COMMON] = {word: words.get(word) for word in _common(pictures)}
    st.session_state[_TAKEN] = page_snapshot.keep_steps(_to_be_taken(declared, shown, scene))
    due = live_element.first_is_seen() if selected else live_element.should_draw_rest()
    for step in steps:
        if step.name in closed:
            _closed(step, closed[step.name])
            continue
        found, first = shown[step.name], step is steps[0]
        if not (first or (due and (selected or _is_wanted(step, found)))):
            continue
        with st.container(key=f"step-{step.name}"):
            if step.apart or step.drawn or (not first and found and all(one.data for one in found)):
                _of_its_own(declared, step.name, now.first, now.is_selected)
                continue
            asked = _step(declared, step, found, now)
        _answer(declared, scene, asked)


def _has_shared(pictures: Collection[Picture]) -> bool:
    return any(picture.is_shared for picture in pictures)


def _to_be_taken(
    declared: PageDeclaration, shown: Mapping[str, list[Picture]], scene: Any
) -> dict[str, str]:
    """The steps with a picture in which something moves without a server, the one that is shown
    where the address names none before the others."""
    first = first_shown(declared.name)
    steps = sorted(declared.steps, key=lambda step: step.name != first)
    return {
        step.name: step.title
        for step in steps
        if any(picture.moves(scene) for picture in shown.get(step.name, ()))
    }


def _is_of_server(declared: PageDeclaration, step: Step, pictures: list[Picture]) -> bool:
    """Whether the server draws more of a step from the scene than elements that follow it."""
    own = step.apart or step.tables or step.drawn or step.name == TAKE_AWAY
    return bool(own) or any(one.data or not one.is_shared for one in pictures)


def _closed(step: Step, why: str) -> None:
    """What stands in place of a step that is closed."""
    if _is_framed() or not live_element.should_draw_rest():
        return
    with st.container(key=f"step-{step.name}"):
        st.header(step.question, anchor=False)
        st.info(page.escape_markdown(why))


@st.fragment
def _of_its_own(declared: PageDeclaration, name: str, first: str, is_selected: bool) -> None:
    """A step whose pictures have data of their own: a hand on them leaves the others alone."""
    (step,) = (step for step in declared.steps if step.name == name)
    scene = _settled(declared, scene_of(declared))
    words = words_of(declared, scene)
    common = st.session_state.get(COMMON, {})
    if any(words.get(word) != text for word, text in common.items()):
        st.rerun()  # the others follow
    found = [one for one in pictures_of(step, scene, words) if one.data or one.instead]
    now = _Run(scene, words, first=first, is_selected=is_selected)
    _answer(declared, scene, _step(declared, step, found, now))


def _common(pictures: list[Picture]) -> set[str]:
    """The words of the address that more than one picture with data of its own has."""
    words = [word for one in pictures if not one.is_shared for word in one.moved]
    return {word for word in words if words.count(word) > 1}


def _answer(declared: PageDeclaration, scene: Any, asked: Any) -> None:
    """Do what a button of a picture asks for."""
    for name, act in declared.actions.items():
        if getattr(asked, name, None):
            changed = act(scene, words_of(declared, scene))
            st.query_params.update(changed)
            st.rerun(scope="app" if changed.keys() & scene.table.keys() else "fragment")


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


def _step(declared: PageDeclaration, step: Step, pictures: list[Picture], now: _Run) -> Any:
    if step.name == TAKE_AWAY:
        take_away_section.draw(_to_take(declared, now.scene))
        return None
    if step.name == QUIZ:
        quiz.element(declared.name)
        return None
    if step.name == now.first:
        return _inside(declared, step, pictures, now)
    st.header(step.question, anchor=False)
    if step.lead:
        st.markdown(step.lead)
    if step.depth in ("deeper", "notes") and not (
        now.is_selected or hidden_controls.fills_screen()
    ):
        with st.expander(step.title, key=f"fold-{step.name}"):
            return _inside(declared, step, pictures, now)
    return _inside(declared, step, pictures, now)


def _to_take(declared: PageDeclaration, scene: Any) -> ShownPage:
    """The page as what is taken along is made of it."""
    name, again = declared.name, declared.scripts_again
    if declared.scripts:
        return ShownPage(
            name, scripts=declared.scripts(scene, words_of(declared, scene)), again=again
        )
    return ShownPage(name, scene, again=again, figure=declared.figure)


def _inside(declared: PageDeclaration, step: Step, pictures: list[Picture], now: _Run) -> Any:
    """The pictures, the mathematics and what is folded; returns the triggers of the first."""
    scene, words = now.scene, now.words
    triggers = []
    leads, taken = step.name == now.leads, step.name == st.session_state.get(_TAKEN)
    for k, one in enumerate(pictures):
        name = one.name or (step.name + (f"-{k + 1}" if k else ""))
        if leads and one.is_shared:
            name, leads = declared.element, False
        kept = None
        if taken and one.moves(scene):
            kept, taken = {"question": step.question, "lead": step.lead}, False
        first = step.name == now.first and k == 0
        triggers.append(_picture(declared, name, one, now, first, kept))
    if step.drawn:
        step.drawn(words)
    if hidden_controls.is_hidden("text") or not live_element.first_is_seen():
        return triggers[0] if triggers else None
    _tables(declared, step, scene, words)
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


def _tables(declared: PageDeclaration, step: Step, scene: Any, words: Words) -> None:
    if not step.tables:
        return
    tables = step.tables
    said, why = _in_time(scene, lambda: tables(_settled(declared, scene), words))
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
    declared: PageDeclaration,
    name: str,
    one: Picture,
    now: _Run,
    first: bool,
    kept: Mapping[str, str] | None,
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
        scene = declared.shared(scene) if declared.shared else scene
    else:
        scene, group, view = one.scene, None, {word: now.words[word] for word in one.moved}
    layout = live_element.Layout(one.main, one.side, one.below, one.wide, kept)
    return live_element.live(
        name, scene, layout, view=view, frames=endpoint_of(declared.scene).path,
        stops=declared.scene.stops, group=group, home=declared.scene,
    )  # fmt: skip


def _data(one: Picture) -> dict[str, Any]:
    """What a picture with data of its own is made of."""
    places = {"main": one.main, "side": one.side, "below": one.below}
    return {"view": {}, "frames": None, "wide": one.wide} | dict(one.data) | places
