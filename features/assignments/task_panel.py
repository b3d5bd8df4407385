"""An assignment beside its page: the shell puts it there, and the page knows nothing of it.

What the student types stays in the browser (features/assignments/): the code, the sentences, the
scenes that are kept. The server hears which task is wanted next.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from features.assignments import answer as answers
from features.assignments import goals, library
from features.assignments.answer import UnreadableAnswer
from features.assignments.assignment import AssignmentError, Task
from features.assignments.library import TaskPosition
from features.assignments.marking.marks import check_key
from lab.course import course, page_declaration
from lab.course.feature import shell_words
from lab.endpoints import static_assets
from lab.scene.fields import Integer
from lab.scene.scene import MAX_QUERY, SAMPLE, visible, words_of
from lab.ui import hidden_controls
from lab.ui.challenges import MEASURES
from lab.ui.module_mount import add_style, mount_module
from lab.ui.steps.markdown import escape_markdown

STYLE = "features/assignments/assignments.css"
_KEY = "assignment-panel"  # of the component
_BARE = "task-bare"  # in the session's state: the word of a link that named no scene
_PRESS = "task-press"  # there: the last press that was followed
# What leads away from a task, or asks something else.
_HIDDEN = ("navigation", "quiz", "challenge", "share")
_MAX_SEED = 2**31


def run_beside_task(pages: Sequence[Any], shown: Any, run: Callable[[], None]) -> None:
    """Runs a page beside the assignment that the address names, or by itself. `pages` are the
    st.Page that there are, `shown` one of them, which `run` runs."""
    word = st.query_params.get("task", "")
    if not word or hidden_controls.fills_screen():
        run()
        return
    try:
        place = library.resolve(word)
    except AssignmentError as error:
        st.warning("  \n".join(map(escape_markdown, error.faults)))
        run()
        return
    if place.closed and "answer" not in st.query_params:
        st.info(escape_markdown(place.closed))
        st.stop()
    _go_there(place, pages, shown)
    add_style(STYLE)
    with st.container(key="assignment-room"):
        with st.container(key="assignment"):
            _panel(place, pages)
        room = st.container(key="assignment-page")
    with room:
        run()


@st.fragment
def _panel(place: TaskPosition, pages: Sequence[Any]) -> None:
    script = "features/assignments/panel.js"
    asked = mount_module(_KEY, script, _told(place), on_go_change=_nothing)
    _follow(place, pages, getattr(asked, "go", None))


def _nothing() -> None:
    """Streamlit reports a trigger only where somebody listens."""


# ---- what the browser is told -----------------------------------------------------------------


def _told(place: TaskPosition) -> dict[str, Any]:
    assignment = place.assignment
    return {
        "base": static_assets.public_path(""),
        "name": place.name, "key": assignment.key, "at": place.at,
        "title": assignment.title, "text": assignment.text,
        "until": course.current().dates.until(place.dated),
        "tasks": [_task(task) for task in assignment.tasks],
        "answer": _answer(place), "arrived": st.session_state.get(_BARE) != _bare_word(place),
    }  # fmt: skip


def _task(task: Task) -> dict[str, Any]:
    return {
        "text": task.text, "points": task.points, "sentence": task.sentence,
        "same_data": task.same_data, "goal": task.goal, "conditions": task.goal,
        "labels": {name: _label(name, task) for name in goals.names(task.goal)},
        "fixed": _texts(task, fixed=True), "start": _texts(task, fixed=False),
        "measured": task.step in page_declaration.pages()[task.page].measured,
    }  # fmt: skip


def _label(name: str, task: Task) -> tuple[str, str]:
    """What a number of a goal is called where the page itself does not say, and its format."""
    if name in MEASURES and MEASURES[name][0]:
        return MEASURES[name]
    if field := task.start.table.get(name):
        return field.label, "whole" if isinstance(field, Integer) else "number"
    words = name.replace("_", " ")
    return words[0].upper() + words[1:], "percent" if "error" in name else "number"


def _texts(task: Task, fixed: bool) -> list[tuple[str, str, str | None]]:
    """How a task begins: of what may not be changed, or of what may, the name, the text, and what
    it is where a link does not say it."""
    start = task.start
    fields = start.table
    return [
        (
            name,
            field.text(getattr(start, name)),
            None if field.always else field.text(field.default),
        )
        for name, field in fields.items()
        if (name in task.change) != fixed
        and name != "classes"
        and (not fixed or field.applies(vars(start)))
    ]


def _answer(place: TaskPosition) -> dict[str, Any] | None:
    """The answer that the address carries, for whoever opens its link."""
    word = st.query_params.get("answer", "")
    if not word:
        return None
    try:
        given = answers.parse_link_word(word[: 2 * MAX_QUERY])
        check_key(place.assignment, given)
    except UnreadableAnswer as error:
        st.warning(escape_markdown(f"This answer can’t be shown: {error}"))
        return None
    entries = [
        {"scene": entry.scene, "words": entry.words, "met": False} for entry in given.entries
    ]
    missing = len(place.assignment.tasks) - len(entries)
    entries += [{"scene": "", "words": "", "met": False}] * missing
    return {"code": given.code, "entries": entries}


# ---- where it leads ----------------------------------------------------------------------------


def hidden_words(task: Task) -> list[str]:
    """What `hide` leaves out on a task's page: the controls of what is fixed, and ways away.
    Without its text a page is one picture with all that moves it, and has no steps; without the
    ways away a step stands alone."""
    fields = task.start.table
    fixed = [name for name in fields if name not in task.change and name != "edits"]
    known = set(hidden_controls.hideable_words()) - {*SAMPLE} | {"seed"}
    out = [name for name in fixed if name in known]
    out += ["points"] if "edits" not in task.change else []
    out += [] if {*SAMPLE} & {*task.change} else ["data"]
    return [*_HIDDEN, *([] if task.step else ["text"]), *out]


def _bare_word(place: TaskPosition) -> str:
    return f"{place.name}~{place.at + 1}"


def _go_there(place: TaskPosition, pages: Sequence[Any], shown: Any) -> None:
    """A link may name the task alone: then it leads to the task's page and first scene. Of a task
    whose page is another one, the page is right."""
    task = place.assignment.tasks[place.at]
    bare = not set(st.query_params) - set(shell_words())
    if not bare and task.page == _name(shown):
        return
    if bare:
        st.session_state[_BARE] = _bare_word(place)
    _switch(place, place.at, pages, words_of(task.start.query()))


def _name(shown: Any) -> str:
    return shown.url_path or page_declaration.HOME


def _switch(place: TaskPosition, at: int, pages: Sequence[Any], scene: dict[str, str]) -> None:
    """To a task, with this scene. It is as any link: the page reads it and checks it."""
    task = place.assignment.tasks[at]
    target = next((page for page in pages if _name(page) == task.page), None)
    if target is None:
        st.warning(
            escape_markdown(f"The course leaves out the page “{visible(task.page)}” of this task.")
        )
        return
    words = {"task": f"{place.name}~{at + 1}", "hide": ",".join(hidden_words(task))}
    words |= {"step": task.step} if task.step else {}
    if "answer" in st.query_params:
        words["answer"] = st.query_params["answer"]
    st.switch_page(target, query_params=words | scene)


def _follow(place: TaskPosition, pages: Sequence[Any], asked: Any) -> None:
    """Go where a button of the panel leads."""
    given = _read(asked)
    if not given or given.get("press") == st.session_state.get(_PRESS):
        return  # Streamlit may tell of a press again when the page comes back
    st.session_state[_PRESS] = given.get("press")
    st.session_state.pop(_BARE, None)
    at, seed, scene = given.get("at"), given.get("seed"), given.get("scene")
    if type(at) is not int or not 0 <= at < len(place.assignment.tasks):
        return
    task = place.assignment.tasks[at]
    if isinstance(scene, str) and scene:
        _switch(place, at, pages, words_of(scene))
        return
    start = words_of(task.start.query())
    if type(seed) is int and 0 <= seed < _MAX_SEED and not task.same_data:
        start["seed"] = str(seed)
    _switch(place, at, pages, start)


def _read(asked: Any) -> dict[str, Any]:
    """What a trigger brought; nothing where that is nonsense."""
    try:
        given = json.loads(str(asked)[: 4 * MAX_QUERY]) if asked else {}
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}
