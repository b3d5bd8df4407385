"""Draw the steps of a page with Streamlit: one function for all pages."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from lab.course import feature
from lab.course.first_sweep import endpoint_of
from lab.course.open_parts import QUIZ, closed_steps, open_steps
from lab.course.page_declaration import PageDeclaration, first_visible_step
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

_BUDGET: ContextVar[TimeBudget] = ContextVar("budget")  # the CPU time of all steps drawn in one run
COMMON = "words-of-several-steps"  # key in the session's state: words that several steps share
_STEPS = "steps-of-page"  # name of the fragment that draws the steps
# Key in the session's state: the scene for which the steps with their own data were computed.
_SETTLED_SCENE_KEY = "scene-settled"
_EXPORTED_STEP_KEY = (
    "step-taken-along"  # key in the session's state: the step whose picture is exported
)


@dataclass(frozen=True)
class _Run:
    """The values that the steps share in one run of the page.

    `group`: the elements that show the page's scene; `view`: the words of the address that set how
    these are shown; `leads`: the step with the first of them. `first_step`: the step that is drawn
    first.
    `is_selected`: whether the address selects steps, so that the other steps are omitted."""

    scene: Any
    words: Words
    view: Words = field(default_factory=dict)
    group: live_element.Group | None = None
    leads: str = ""
    first_step: str = ""
    is_selected: bool = False


def draw(declaration: PageDeclaration) -> None:
    """Draw a page from its question to the link to the next page."""
    _redirect(declaration)
    st.session_state.pop(_SETTLED_SCENE_KEY, None)
    steps = _selected_steps(declaration) or declaration.steps
    first = steps[0]
    st.session_state[live_element.PARTS] = [_STEPS, live_element.END]
    with st.container(key="page-walk"):
        header(first.question, first.lead, scene_of(declaration), declaration.data_fields,
               sources=declaration.sources or SOURCES, fields=declaration.scene.table,
               data_note=_data_note(declaration))  # fmt: skip
        if not (_is_framed() or hidden_controls.fills_screen()):
            rail(declaration.name, steps, closed_steps(declaration.name))
        _draw_steps(declaration)
        if _leaves_steps_out(declaration):
            page.link_in_tab(declaration.path, "All steps of this page")
        if declaration.outcome and not (_is_framed() or hidden_controls.fills_screen()):
            st.container(key="outcome").markdown(prose(declaration.outcome))
        next_page_link(declaration.name)


def _data_note(declaration: PageDeclaration) -> str:
    """Return the note on the steps that show the page's data; "" if all of them do."""
    titles = [
        f"“{step.title}”" for step in declaration.steps if step.name in declaration.data_steps
    ]
    sentences = (
        f"These data are used in {', '.join(titles)}. The other steps have their own points."
    )
    return sentences * bool(titles)


def _redirect(declaration: PageDeclaration) -> None:
    address = st.query_params.to_dict()
    updated_address = declaration.update_address(address) if declaration.update_address else address
    if updated_address != address:
        st.query_params.from_dict(updated_address)


def scene_of(declaration: PageDeclaration, say: bool = False) -> Any:
    """Return the scene that the page shows at its address.

    With `say`, explain on the page what in the address can't be used.
    """
    address = {name: text for name, text in st.query_params.items() if name != "step"}
    other_words = declaration.foreign_words(address) if declaration.foreign_words else ()
    scene = page.scene_of_address(
        declaration.scene, {*declaration.words, *other_words}, say=say, sources=declaration.sources
    )
    if declaration.needs_points:
        scene = empty_sample.with_points(scene, say=say)
    if declaration.judges_formulas:
        scene = with_formula(scene)
    if declaration.adapt_scene is None:
        return scene
    scene, sentences = declaration.adapt_scene(scene, address)
    if say and sentences:
        st.warning("  \n".join(map(page.escape_markdown, sentences)))
    return scene


def words_of(declaration: PageDeclaration, scene: Any) -> Words:
    """Return the words of the address, or their defaults, for the pictures of a scene."""
    words = page.view_of_address(declaration.words)
    return declaration.adapt_words(scene, words) if declaration.adapt_words else words


def _settled_scene(declaration: PageDeclaration, scene: Any) -> Any:
    """Return the scene for which the steps with their own data are computed: it changes only with a
    field on which these steps depend."""
    if declaration.step_data_key is None:
        return scene
    stored = st.session_state.get(_SETTLED_SCENE_KEY)
    if stored is None or declaration.step_data_key(stored) != declaration.step_data_key(scene):
        stored = st.session_state[_SETTLED_SCENE_KEY] = scene
    return stored


def _selected_steps(declaration: PageDeclaration) -> tuple[Step, ...]:
    """Return the steps that the address selects, if the page is in a frame or has no navigation;
    empty if all steps are shown.

    In a frame, or without the page's text, at least one step is selected.
    """
    framed = _is_framed()
    if hidden_controls.fills_screen() or not (framed or hidden_controls.is_hidden("navigation")):
        return ()
    named_steps = tuple(
        step for step in _named_steps(declaration) if framed or _is_solved(declaration, step)
    )
    return named_steps or (_first_visible_step(declaration),) * framed


def _leaves_steps_out(declaration: PageDeclaration) -> bool:
    """Return whether this is a frame with text that shows only the first step.

    It does so if its address names no step. Iframes that were copied when frames still showed all
    steps have such addresses.
    """
    return _is_framed() and not hidden_controls.is_hidden("text") and not _named_steps(declaration)


def _named_steps(declaration: PageDeclaration) -> list[Step]:
    """Return those of `_with_pictures` whose names are in the address's comma-separated list."""
    names = st.query_params.get("step", "").split(",")
    return [step for step in _with_pictures(declaration) if step.name in names]


def _with_pictures(declaration: PageDeclaration) -> list[Step]:
    """Return the open steps that have a picture."""
    return [step for step in open_steps(declaration.name) if step.pictures]


def _first_visible_step(declaration: PageDeclaration) -> Step:
    """Return the step that is shown if the address names none."""
    open_steps, first = _with_pictures(declaration), first_visible_step(declaration.name)
    return next(
        (step for step in open_steps if step.name == first), (open_steps or declaration.steps)[0]
    )


def _is_solved(declaration: PageDeclaration, step: Step) -> bool:
    """Return whether the address determines the whole picture of a step."""
    if step.measurement or step.is_solved:
        return True
    scene = scene_of(declaration)
    return _has_shared(pictures_of(step, scene, words_of(declaration, scene)))


@st.fragment(key=_STEPS)
def _draw_steps(declaration: PageDeclaration) -> None:
    budget = _BUDGET.set(TimeBudget())
    try:
        _draw_each_step(declaration)
    finally:
        _BUDGET.reset(budget)


def _draw_each_step(declaration: PageDeclaration) -> None:
    scene, closing_reasons = scene_of(declaration, say=True), closed_steps(declaration.name)
    selected_steps, words = _selected_steps(declaration), words_of(declaration, scene)
    steps = selected_steps or declaration.steps
    in_use = open_steps(declaration.name)
    pictures_by_step = {
        step.name: [] if step.own_words else pictures_of(step, scene, words) for step in in_use
    }
    pictures = [picture for of_step in pictures_by_step.values() for picture in of_step]
    shared = [picture for picture in pictures if picture.is_shared]
    own_words = {
        word for picture in pictures if not picture.is_shared for word in picture.written_words
    }
    own_words |= {word for step in in_use for word in step.own_words}
    items = [item for picture in shared for item in (*picture.main, *picture.side, *picture.below)]
    boxes = [
        f"step-{step.name}"
        for step in steps
        if step.name in pictures_by_step
        and _is_of_server(declaration, step, pictures_by_step[step.name])
    ]
    run = _Run(
        scene, words,
        view={name: text for name, text in words.items() if name not in own_words},
        group=live_element.Group.of(declaration.element, items, boxes),
        leads=next((step.name for step in steps
                    if _has_shared(pictures_by_step.get(step.name, ()))), ""),
        first_step=steps[0].name,
        is_selected=bool(selected_steps),
    )  # fmt: skip
    st.session_state[COMMON] = {word: words.get(word) for word in _common_words(pictures)}
    st.session_state[_EXPORTED_STEP_KEY] = page_snapshot.keep_steps(
        _exportable_steps(declaration, pictures_by_step, scene)
    )
    is_due = live_element.first_is_seen() if selected_steps else live_element.should_draw_rest()
    for step in steps:
        if step.name in closing_reasons:
            _draw_closed_step(step, closing_reasons[step.name])
            continue
        step_pictures, first = pictures_by_step[step.name], step is steps[0]
        if not (first or (is_due and (selected_steps or _is_wanted(step, step_pictures)))):
            continue
        with st.container(key=f"step-{step.name}"):
            has_own_data = bool(step_pictures) and all(picture.data for picture in step_pictures)
            if step.own_words or step.draw_around or (not first and has_own_data):
                _draw_own_step(declaration, step.name, run.first_step, run.is_selected)
                continue
            triggers = _draw_step(declaration, step, step_pictures, run)
        _answer(declaration, scene, triggers)


def _has_shared(pictures: Collection[Picture]) -> bool:
    return any(picture.is_shared for picture in pictures)


def _exportable_steps(
    declaration: PageDeclaration, pictures_by_step: Mapping[str, list[Picture]], scene: Any
) -> dict[str, str]:
    """Return the titles, by name, of the steps with a picture that works without a server; the
    first visible step comes first."""
    first = first_visible_step(declaration.name)
    steps = sorted(declaration.steps, key=lambda step: step.name != first)
    return {
        step.name: step.title
        for step in steps
        if any(picture.has_live_slider(scene) for picture in pictures_by_step.get(step.name, ()))
    }


def _is_of_server(declaration: PageDeclaration, step: Step, pictures: list[Picture]) -> bool:
    """Return whether a step has parts that the server draws anew for each scene, other than live
    elements of the page's scene."""
    own = step.own_words or step.tables or step.draw_around or step.name == TAKE_AWAY
    return bool(own) or any(each.data or not each.is_shared for each in pictures)


def _draw_closed_step(step: Step, why: str) -> None:
    """Draw the question of a closed step, and the reason `why`."""
    if _is_framed() or not live_element.should_draw_rest():
        return
    with st.container(key=f"step-{step.name}"):
        st.header(step.question, anchor=False)
        st.info(page.escape_markdown(why))


@st.fragment
def _draw_own_step(declaration: PageDeclaration, name: str, first: str, is_selected: bool) -> None:
    """Draw a step whose pictures have their own data, or that has other parts, in its own fragment.

    The other steps rerun only if a word of the address that they share with it has changed.
    """
    (step,) = (step for step in declaration.steps if step.name == name)
    scene = _settled_scene(declaration, scene_of(declaration))
    words = words_of(declaration, scene)
    common = st.session_state.get(COMMON, {})
    if any(words.get(word) != text for word, text in common.items()):
        st.rerun()  # update the other steps
    pictures = [each for each in pictures_of(step, scene, words) if each.data or each.empty_text]
    run = _Run(scene, words, first_step=first, is_selected=is_selected)
    _answer(declaration, scene, _draw_step(declaration, step, pictures, run))


def _common_words(pictures: list[Picture]) -> set[str]:
    """Return the words of the address that several pictures with their own data share."""
    words = [word for each in pictures if not each.is_shared for word in each.written_words]
    return {word for word in words if words.count(word) > 1}


def _answer(declaration: PageDeclaration, scene: Any, triggers: Any) -> None:
    """Run the action of a picture's button, if one was pressed."""
    for name, act in declaration.actions.items():
        if getattr(triggers, name, None):
            changed = act(scene, words_of(declaration, scene))
            st.query_params.update(changed)
            st.rerun(scope="app" if changed.keys() & scene.table.keys() else "fragment")


def _is_framed() -> bool:
    """Return whether the page is in a frame of another page, or is shown without its text; False
    while one picture fills the screen."""
    if hidden_controls.fills_screen():
        return False
    return hidden_controls.is_hidden("text") or bool(st.context.is_embedded)


def _is_wanted(step: Step, pictures: list[Picture]) -> bool:
    """Return whether to draw a step: not if the link hides it, and not the quiz while one picture
    fills the screen."""
    if step.name == QUIZ:
        return not (hidden_controls.is_hidden("quiz") or hidden_controls.fills_screen())
    return not (_has_shared(pictures) and hidden_controls.is_hidden("more"))


def _draw_step(declaration: PageDeclaration, step: Step, pictures: list[Picture], run: _Run) -> Any:
    if step.name == TAKE_AWAY:
        take_away_section.draw(_export_state(declaration, run.scene))
        return None
    if step.name == QUIZ:
        quiz.element(declaration.name)
        return None
    if step.name == run.first_step:
        return _draw_contents(declaration, step, pictures, run)
    st.header(step.question, anchor=False)
    if step.lead:
        st.markdown(step.lead)
    if step.depth in ("deeper", "notes") and not (
        run.is_selected or hidden_controls.fills_screen()
    ):
        with st.expander(step.title, key=f"fold-{step.name}"):
            return _draw_contents(declaration, step, pictures, run)
    return _draw_contents(declaration, step, pictures, run)


def _export_state(declaration: PageDeclaration, scene: Any) -> ShownPage:
    """Return the state of the page for exports."""
    name, make_scripts = declaration.name, declaration.scripts_of_query
    if declaration.scripts:
        return ShownPage(
            name,
            scripts=declaration.scripts(scene, words_of(declaration, scene)),
            make_scripts=make_scripts,
        )
    return ShownPage(name, scene, make_scripts=make_scripts, figure=declaration.figure)


def _draw_contents(
    declaration: PageDeclaration, step: Step, pictures: list[Picture], run: _Run
) -> Any:
    """Draw the pictures, the mathematics and the folded parts of a step.

    Return the triggers of the first picture.
    """
    scene, words, triggers = run.scene, run.words, list[Any]()
    draw_around = step.draw_around or (lambda _, draw_pictures: draw_pictures())
    draw_around(words, lambda: triggers.extend(_draw_pictures(declaration, step, pictures, run)))
    if hidden_controls.is_hidden("text") or not live_element.first_is_seen():
        return triggers[0] if triggers else None
    _tables(declaration, step, scene, words)
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


def _draw_pictures(
    declaration: PageDeclaration, step: Step, pictures: list[Picture], run: _Run
) -> Iterator[Any]:
    """Draw the pictures of a step, and yield the triggers of each."""
    leads = step.name == run.leads
    is_exported = step.name == st.session_state.get(_EXPORTED_STEP_KEY)
    for k, picture in enumerate(pictures):
        name = picture.name or (step.name + (f"-{k + 1}" if k else ""))
        if leads and picture.is_shared:
            name, leads = declaration.element, False
        words_to_take = None
        if is_exported and picture.has_live_slider(run.scene):
            words_to_take, is_exported = {"question": step.question, "lead": step.lead}, False
        first = step.name == run.first_step and k == 0
        question = "" if k else step.question
        yield _picture(declaration, name, picture, run, first, question, words_to_take)


def _tables(declaration: PageDeclaration, step: Step, scene: Any, words: Words) -> None:
    if not step.tables:
        return
    tables = step.tables
    text, fault = _in_time(scene, lambda: tables(_settled_scene(declaration, scene), words))
    if fault:
        st.info(fault)
    elif text:
        st.markdown(prose(text))


def pictures_of(step: Step, scene: Any, words: Words) -> list[Picture]:
    """Return the pictures of a step or, if they can't be computed, one picture with the reason."""
    pictures, fault = _in_time(scene, lambda: step.build_pictures(scene, words))
    return [Picture(main=(), empty_text=fault)] if fault else pictures


def _in_time(scene: Any, compute: Callable[[], Any]) -> tuple[Any, str]:
    """Compute something for a scene within the remaining CPU time of the page's run.

    Return the result and "", or None and the reason.
    """
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
    for tab, container in zip(fold.tabs, tabs, strict=True):
        columns = container.columns(len(tab.code))
        for k, (column, (heading, lines)) in enumerate(zip(columns, tab.code, strict=True)):
            with column:
                st.markdown(heading)
                code_block(f"{key}-{tab.name}-{k}", lines, "python")
        container.markdown(tab.text)


def _picture(
    declaration: PageDeclaration,
    name: str,
    picture: Picture,
    run: _Run,
    first: bool,
    question: str,
    words_to_take: Mapping[str, str] | None,
) -> Any:
    """Draw a picture of a step. `question`: the step's question for its first picture, else "".
    `words_to_take`: the question and the lead of the step, if this is the picture to export."""
    scene, view, group = run.scene, run.view, run.group
    if picture.empty_text:
        st.info(picture.empty_text)
        return None
    if picture.data:
        needs_scene = any(word in st.query_params for word in feature.step_words())
        data = {"leads": first, "question": question} | (
            {"scene": scene.query()} if needs_scene and not picture.is_shared else {}
        )
        return live_element.mount(
            name, data | _data(picture), set(picture.written_words), words_to_take
        )
    if picture.is_shared:
        scene = declaration.shared_scene(scene) if declaration.shared_scene else scene
    else:
        scene, group, view = (
            picture.scene,
            None,
            {word: run.words[word] for word in picture.written_words},
        )
    layout = live_element.Layout(
        picture.main, picture.side, picture.below, picture.wide, words_to_take, question
    )
    return live_element.live(
        name, scene, layout, view=view, frames=endpoint_of(declaration.scene).path,
        stops=declaration.scene.stops, group=group, home=declaration.scene,
    )  # fmt: skip


def _data(picture: Picture) -> dict[str, Any]:
    """Return the data of a picture that has its own data."""
    places = {"main": picture.main, "side": picture.side, "below": picture.below}
    return {"view": {}, "frames": None, "wide": picture.wide} | dict(picture.data) | places
