"""*Ask this*: the scene on the screen becomes a task, proved reachable before it gets a link."""

import streamlit as st

from features.assignments import assignment as assignments
from features.assignments import goals, marking_page, reachability
from features.assignments.assignment import Assignment, AssignmentError, Task, find_page, scene_of
from features.assignments.measures import AnyScene, measure_scene, picture_of
from lab.course import course
from lab.course.feature import shell_words
from lab.course.measured_picture import MeasuredPicture
from lab.endpoints.static_assets import public_path
from lab.scene.fields import number_text
from lab.scene.scene import MAX_QUERY, SceneError
from lab.ui import hidden_controls, live_element, page
from lab.ui.module_mount import mount_module
from lab.ui.shell import dialogs, link_buttons
from lab.ui.shell.code_block import code_block
from lab.ui.steps.markdown import escape_markdown

_TASKS = "ask-tasks"  # in the session's state: the tasks before the one on screen
_KEEPER = "ask-kept"  # the component that has them kept by the browser
_SECONDS = 4.0  # of looking for a scene that meets the goal, for each code
_CODES = reachability.SAMPLE_CODES[:3]
_NUMBERS = ("test_error", "test_error_softmax", "train_mse")  # that a first goal may be about


def button(here: str) -> None:
    """The way to the dialog, at the end of the page of this name, if a task can be on it."""
    away = marking_page.asked_for() or course.current().dates.closed(here)
    quiet = away or st.context.is_embedded or "task" in st.query_params
    hidden = hidden_controls.is_hidden("share") or not live_element.should_draw_rest()
    if quiet or hidden or not find_page(here):
        return
    asked = st.button("Ask this …", key="ask-this", type="tertiary", icon=":material/assignment:",
                      help="Make an assignment of what is on the screen")  # fmt: skip
    if asked or dialogs.is_due("ask-this"):
        dialog(here, _query(), st.query_params.get("step", ""))


def _query() -> str:
    """The scene of the address, as its page reads it."""
    words = {name: text for name, text in st.query_params.items() if name not in shell_words()}
    return "&".join(f"{name}={text}" for name, text in words.items())[:MAX_QUERY]


@dialogs.dialog("ask-this", "Ask this")
def dialog(here: str, query: str, step: str) -> None:
    compose(here, query, step)
    mount_module(_KEEPER, "features/assignments/composed-tasks.js", {"word": _word()},
                 on_kept_change=_take_back)  # fmt: skip


def _word() -> str | None:
    """The tasks so far as the word of a link; None where this session has not composed any yet, so
    that the browser may still have some."""
    tasks: list[Task] | None = st.session_state.get(_TASKS)
    if not tasks:
        return None if tasks is None else ""
    return assignments.pack(Assignment("x", tuple(tasks)))


def _take_back() -> None:
    """The tasks that the browser has kept."""
    try:
        kept = assignments.unpack(str(st.session_state[_KEEPER].get("kept") or ""))
        st.session_state[_TASKS] = [*kept.tasks]
    except AssignmentError:
        begin_anew()


def begin_anew() -> None:
    st.session_state[_TASKS] = []


def compose(here: str, query: str, step: str = "") -> None:
    """Composes a task from the scene on the screen, and an assignment of all tasks so far. `step`:
    which of the page's the address names, which does not name the first one."""
    step = step or _first_step(here)
    picture = picture_of(here, step)
    if not picture:
        st.info(escape_markdown(assignments.step_fault(here, step)))
        return
    start = scene_of(here, query, step=step)
    before: list[Task] = st.session_state.get(_TASKS, [])
    st.markdown(
        "The task begins with the scene on the screen, on data of everybody’s own. What is not "
        "named below is fixed. The server stores nothing, and this device keeps your tasks: take "
        "the link, or the file for the course’s folder."
    )
    title = st.text_input("Title", "Homework", max_chars=120, key="ask-title")
    text = st.text_area("What is to be done", key="ask-text", max_chars=4000, height=80)
    names = [name for name in picture.changeable if name not in ("seed", "points")]
    change = st.multiselect(
        "What may be changed", names, picture.along(start)[:2], key="ask-change",
        format_func=lambda name: "edits (moved points)" if name == "edits" else name,
    )  # fmt: skip
    goal = st.text_input(
        "Goal", _proposal(picture, start), key="ask-goal",
        help="Conditions with commas between them, such as test_error <= 1.2 × bayes_error, "
        "support <= 40, loss == hinge",
    )  # fmt: skip
    left, right = st.columns([1, 3])
    points = left.number_input("Points", 0.0, 1000.0, 1.0, 1.0, key="ask-points")
    sentence = right.text_input("A question to answer in a sentence", key="ask-sentence")
    named = step_title(here, step)
    with_step = bool(named) and st.checkbox(
        f"Open the page at its step “{escape_markdown(named)}”, with its text", True,
        key="ask-step",
        help="Otherwise the task shows the first picture alone, with all that moves it.",
        disabled=bool(assignments.step_fault(here, "")),
    )  # fmt: skip
    if before:
        st.caption(f"Tasks before this one: {len(before)}.")
        st.button("Begin a new assignment", on_click=begin_anew, key="ask-anew",
                  help="Without the tasks before this one")  # fmt: skip
    if not st.button("Prove it, and make the link", key="ask-make"):
        return
    table = {
        "page": here, "scene": start.query(), "text": text, "change": change, "goal": goal,
        "points": points, "sentence": sentence, "step": step if with_step else "",
    }  # fmt: skip
    try:
        made = _made(title, table, before)
        _published(made, before)
    except AssignmentError as error:
        st.error("  \n".join(map(escape_markdown, error.faults)))


def step_title(here: str, step: str) -> str:
    """The title of a page's step; empty where there is none of this name."""
    declaration = find_page(here)
    steps = declaration.steps if declaration else ()
    return next((one.title for one in steps if one.name == step), "")


def _first_step(here: str) -> str:
    """The first step of a page whose first picture has no goal but there."""
    declaration = find_page(here)
    if declaration is None or picture_of(here) or not declaration.steps:
        return ""
    return declaration.steps[0].name


def _proposal(picture: MeasuredPicture, start: AnyScene) -> str:
    """A goal to begin with: a tenth less test error than the scene on the screen has, or less of
    what its picture is about."""
    try:
        values = measure_scene(picture, start)
    except (SceneError, ValueError):
        return ""
    for name in (picture.number, *_NUMBERS):
        if isinstance(values.get(name), float):
            return f"{name} <= {number_text(float(f'{0.9 * values[name]:.2g}'))}"
    return ""


def _made(title: str, table: dict, before: list[Task]) -> Assignment:
    """The assignment with this task at its end. Raises AssignmentError."""
    earlier = assignments.table_of(Assignment("x", tuple(before)))["task"] if before else []
    given = {"title": title, "task": [*earlier, {k: v for k, v in table.items() if v != ""}]}
    return assignments.build(given, lambda task, key: f"{key.capitalize()}: " if key else "")


def _published(made: Assignment, before: list[Task]) -> None:
    """The link and the file, once the goal of the last task was reached for every code tried."""
    task = made.tasks[-1]
    with st.spinner("Looking for a scene that meets the goal …"):
        proofs = [reachability.prove(made, task, code, seconds=_SECONDS) for code in _CODES]
    missed = [proof for proof in proofs if not proof.met]
    if missed:
        lack = [f"{goals.condition_text(*condition)} is missed by {distance:.3g}"
                for condition, distance in zip(task.goal, missed[0].distances, strict=True)
                if distance]  # fmt: skip
        raise AssignmentError(
            f"For {len(missed)} of {len(proofs)} students’ data no scene was found that meets this"
            f" goal. At best, {', '.join(lack)}. Make the goal easier, or let more be changed."
        )
    st.success(f"The goal was reached on the data of {len(proofs)} students.")
    if begun := sum(proof.as_begun for proof in proofs):
        st.warning(
            f"For {begun} of them it is met as the task begins: any small change has full points. "
            "Begin from another scene, or ask for more."
        )
    word = assignments.pack(made)
    st.markdown("The link for your students:")
    code_block("task-link", page.full_address(f"?task={word}"), wrap=True)
    link_buttons.draw("short-task", public_path(f"?task={word}"))
    st.markdown("The file, for `python -m features.assignments check`, or for the course’s folder:")
    code_block("task-file", assignments.toml(made), "toml", wrap=True)
    left, right = st.columns(2)
    left.download_button("Save the file", assignments.toml(made), "assignment.toml", "text/plain")
    right.link_button("Open it as a student", public_path(f"?task={word}"))
    st.session_state[_TASKS] = [*before, task][: assignments.MAX_TASKS - 1]
    st.caption(
        "To add a task, close this, go to another scene and press *Ask this* again: it comes after "
        f"this one. Answers are marked here: {page.full_address('?view=marking')}"
    )
