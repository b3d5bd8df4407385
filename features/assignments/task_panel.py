"""The panel of an assignment beside a page. The page does not depend on the panel.

The browser stores the student's code, sentences and scenes. Until the answer is handed in, the
panel sends the server only which task to open, with its scene or the seed of its data. The server
also receives the answer if its link is opened or shown as a QR code.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from features.assignments import answer as answers
from features.assignments import goals, library
from features.assignments.answer import UnreadableAnswer
from features.assignments.assignment import AssignmentError, Task
from features.assignments.collector import collector_scripts
from features.assignments.library import TaskPosition
from features.assignments.marking.marks import check_key
from features.assignments.task_steps import steps_of
from lab.course import course, page_declaration
from lab.course.feature import shell_words
from lab.endpoints import static_assets
from lab.scene.fields import Integer
from lab.scene.scene import MAX_QUERY, SAMPLE, escape_text, words_of
from lab.ui import hidden_controls
from lab.ui.challenges import MEASURES
from lab.ui.module_mount import add_style, mount_module
from lab.ui.steps.markdown import escape_markdown

STYLE = "features/assignments/assignments.css"
_KEY = "assignment-panel"  # key of the component
_LINK_WITHOUT_SCENE = "task-bare"  # key in the session's state: the task of a link without a scene
_PRESS = "task-press"  # key in the session's state: the last request of the panel
# Elements that lead away from a task or ask other questions.
_HIDDEN = ("navigation", "quiz", "challenge", "share")
_MAX_SEED = 2**31


def run_beside_task(pages: Sequence[Any], page: Any, run: Callable[[], None]) -> None:
    """Run a page, beside the assignment if the address names one.

    If the assignment is closed, show only the reason; the link of an answer still opens the page.
    If it can't be read, warn and run the page alone.
    `pages` are the app's st.Page objects; `run` runs `page`, one of them.
    """
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
    if place.closed_reason and "answer" not in st.query_params:
        st.info(escape_markdown(place.closed_reason))
        st.stop()
    _open_task_page(place, pages, page)
    add_style(STYLE)
    with st.container(key="assignment-room"):
        with st.container(key="assignment"):
            _panel(place, pages)
        page_container = st.container(key="assignment-page")
    with page_container:
        run()


@st.fragment
def _panel(place: TaskPosition, pages: Sequence[Any]) -> None:
    script = "features/assignments/panel.js"
    trigger = mount_module(_KEY, script, _panel_data(place), on_go_change=_ignore_trigger)
    _follow(place, pages, getattr(trigger, "go", None))


def _ignore_trigger() -> None:
    """Do nothing: Streamlit reports a trigger only if it has a callback."""


# ---- data for the browser ---------------------------------------------------------------------


def _panel_data(place: TaskPosition) -> dict[str, Any]:
    assignment = place.assignment
    return {
        "base": static_assets.public_path(""),
        "name": place.name, "key": assignment.key, "at": place.index,
        "title": assignment.title, "text": assignment.text,
        "until": course.current().dates.open_until(place.date_name),
        "tasks": [_task(task) for task in assignment.tasks],
        "answer": _answer(place), "collectors": collector_scripts(course.current()),
        "link_has_scene": st.session_state.get(_LINK_WITHOUT_SCENE) != _task_word(place),
    }  # fmt: skip


def _task(task: Task) -> dict[str, Any]:
    return {
        "text": task.text, "points": task.points, "sentence": task.sentence,
        "same_data": task.same_data, "goal": task.goal, "conditions": task.goal,
        "labels": {name: _label(name, task) for name in goals.names(task.goal)},
        "fixed": _texts(task, is_fixed=True), "start": _texts(task, is_fixed=False),
        "measured": task.step in page_declaration.pages()[task.page].measured_pictures,
    }  # fmt: skip


def _label(name: str, task: Task) -> tuple[str, str]:
    """Return a label and a format for a number or field of a goal that the page does not show."""
    if name in MEASURES and MEASURES[name][0]:
        return MEASURES[name]
    if field := task.start.table.get(name):
        return field.label, "whole" if isinstance(field, Integer) else "number"
    words = name.replace("_", " ")
    return words[0].upper() + words[1:], "percent" if "error" in name else "number"


def _texts(task: Task, is_fixed: bool) -> list[tuple[str, str, str | None]]:
    """Return a row for each fixed field that applies or, without `is_fixed`, for each changeable
    field, except for `classes`.

    A row has the field's name, its text at the start, and the text that it means if a link omits
    the field, None if links never omit it.
    """
    start = task.start
    fields = start.table
    return [
        (
            name,
            field.text(getattr(start, name)),
            None if field.is_always_printed else field.text(field.default),
        )
        for name, field in fields.items()
        if (name in task.change) != is_fixed
        and name != "classes"
        and (not is_fixed or field.applies(vars(start)))
    ]


def _answer(place: TaskPosition) -> dict[str, Any] | None:
    """Read the answer in the address, if there is one, and warn if it can't be shown."""
    word = st.query_params.get("answer", "")
    if not word:
        return None
    try:
        answer = answers.parse_link_word(word[: 2 * MAX_QUERY])
        check_key(place.assignment, answer)
    except UnreadableAnswer as error:
        st.warning(escape_markdown(f"This answer can’t be shown: {error}"))
        return None
    entries = [
        {"scene": entry.scene, "words": entry.words, "met": False} for entry in answer.entries
    ]
    missing_count = len(place.assignment.tasks) - len(entries)
    entries += [{"scene": "", "words": "", "met": False}] * missing_count
    return {"code": answer.code, "entries": entries}


# ---- navigation --------------------------------------------------------------------------------


def hidden_words(task: Task) -> list[str]:
    """Return the names of what is hidden on a task's page, for the word `hide` of its address.

    These are navigation, quiz, challenges, sharing and the controls of fixed fields; on a page
    without steps also the text, so that only the picture is shown.
    """
    fields = task.start.table
    fixed_fields = [name for name in fields if name not in task.change and name != "edits"]
    hideable_words = set(hidden_controls.hideable_words()) - {*SAMPLE} | {"seed"}
    words = [name for name in fixed_fields if name in hideable_words]
    words += ["points"] if "edits" not in task.change else []
    words += [] if {*SAMPLE} & {*task.change} else ["data"]
    return [*_HIDDEN, *([] if steps_of(task) else ["text"]), *words]


def _task_word(place: TaskPosition) -> str:
    return f"{place.name}~{place.index + 1}"


def _open_task_page(place: TaskPosition, pages: Sequence[Any], page: Any) -> None:
    """Open the task's page, scene and steps, unless the link has opened them.

    If another page is open or the link has no scene, open the task's first scene. If an older link
    names no step, open the task's steps."""
    task = place.assignment.tasks[place.index]
    scene = {name: text for name, text in st.query_params.items() if name not in shell_words()}
    is_open = bool(scene) and task.page == _name(page)
    if is_open and ("step" in st.query_params or not steps_of(task)):
        return
    if not scene:
        st.session_state[_LINK_WITHOUT_SCENE] = _task_word(place)
    _switch(place, place.index, pages, scene if is_open else words_of(task.start.query()))


def _name(page: Any) -> str:
    return page.url_path or page_declaration.HOME


def _switch(place: TaskPosition, index: int, pages: Sequence[Any], scene: dict[str, str]) -> None:
    """Open a task with this scene, or warn if the course does not include its page. The page checks
    the scene as it does for any link."""
    task = place.assignment.tasks[index]
    target = next((page for page in pages if _name(page) == task.page), None)
    if target is None:
        st.warning(
            escape_markdown(
                f"This course does not include the page “{escape_text(task.page)}” of this task. "
                "Tell your teacher."
            )
        )
        return
    words = {"task": f"{place.name}~{index + 1}", "hide": ",".join(hidden_words(task))}
    if steps := steps_of(task):
        words["step"] = ",".join(steps)
    if "answer" in st.query_params:
        words["answer"] = st.query_params["answer"]
    st.switch_page(target, query_params=words | scene)


def _follow(place: TaskPosition, pages: Sequence[Any], trigger: Any) -> None:
    """Open the task that the panel requests, at the requested scene or, if there is none, at the
    task's first scene with the seed of the student's code."""
    request = _read(trigger)
    if not request or request.get("press") == st.session_state.get(_PRESS):
        return  # Streamlit may report a request again when the page is opened again
    st.session_state[_PRESS] = request.get("press")
    st.session_state.pop(_LINK_WITHOUT_SCENE, None)
    index, seed, scene = request.get("at"), request.get("seed"), request.get("scene")
    if type(index) is not int or not 0 <= index < len(place.assignment.tasks):
        return
    task = place.assignment.tasks[index]
    if isinstance(scene, str) and scene:
        _switch(place, index, pages, words_of(scene))
        return
    start = words_of(task.start.query())
    if type(seed) is int and 0 <= seed < _MAX_SEED and not task.same_data:
        start["seed"] = str(seed)
    _switch(place, index, pages, start)


def _read(trigger: Any) -> dict[str, Any]:
    """Parse the JSON of a trigger; an empty dict if it is invalid."""
    try:
        request = json.loads(str(trigger)[: 4 * MAX_QUERY]) if trigger else {}
    except (ValueError, RecursionError):
        return {}
    return request if isinstance(request, dict) else {}
