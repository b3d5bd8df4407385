"""*Ask this*: make a task from the scene on the screen.

The assignment gets a link if scenes that meet the task's goal are found for three sample codes.
"""

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
from lab.scene.scene import MAX_QUERY
from lab.ui import hidden_controls, live_element, page
from lab.ui.module_mount import mount_module
from lab.ui.shell import dialogs, link_buttons
from lab.ui.shell.code_block import code_block
from lab.ui.steps.markdown import escape_markdown

_TASKS = "ask-tasks"  # key in the session's state: the tasks composed so far
_TASK_STORE = "ask-kept"  # key of the component that stores the tasks in the browser
_TITLE = "Homework"  # title of an assignment if the field is left empty
_SEARCH_SECONDS = 4.0  # limit of the search for a scene that meets the goal, for each code
_TRIED_CODES = reachability.SAMPLE_CODES[:3]
# If the picture has no main number, the proposed goal uses the first of these that it has.
_GOAL_NUMBERS = ("test_error", "test_error_softmax", "train_mse")


def button(page_name: str) -> None:
    """Draw the button that opens the dialog, on an open page that can have tasks and be shared."""
    is_closed = marking_page.is_requested() or course.current().dates.closed_reason(page_name)
    is_unavailable = is_closed or st.context.is_embedded or "task" in st.query_params
    is_hidden = hidden_controls.is_hidden("share") or not live_element.should_draw_rest()
    if is_unavailable or is_hidden or not find_page(page_name):
        return
    is_pressed = st.button(
        "Ask this …", key="ask-this", type="tertiary", icon=":material/assignment:",
        help="Make an assignment from the scene on the screen",
    )  # fmt: skip
    if is_pressed or dialogs.is_due("ask-this"):
        dialog(page_name, _query(), st.query_params.get("step", ""))


def _query() -> str:
    """Return the scene of the address as a query string."""
    words = {name: text for name, text in st.query_params.items() if name not in shell_words()}
    return "&".join(f"{name}={text}" for name, text in words.items())[:MAX_QUERY]


@dialogs.dialog("ask-this", "Ask this")
def dialog(page_name: str, query: str, step: str) -> None:
    compose(page_name, query, step)
    mount_module(_TASK_STORE, "features/assignments/composed-tasks.js", {"word": _word()},
                 on_stored_change=_restore_tasks)  # fmt: skip


def _word() -> str | None:
    """Pack the tasks so far into the word of a link.

    "" if the tasks were removed. None if no task was composed in this session: then the browser may
    still store earlier tasks.
    """
    tasks: list[Task] | None = st.session_state.get(_TASKS)
    if not tasks:
        return None if tasks is None else ""
    return assignments.pack(Assignment("x", tuple(tasks)))


def _restore_tasks() -> None:
    """Restore the tasks that the browser stores; have it remove them if they can't be read."""
    try:
        assignment = assignments.unpack(str(st.session_state[_TASK_STORE].get("stored") or ""))
        st.session_state[_TASKS] = [*assignment.tasks]
    except AssignmentError:
        clear_tasks()


def clear_tasks() -> None:
    """Remove all composed tasks from the session."""
    st.session_state[_TASKS] = []


def compose(page_name: str, query: str, step: str = "") -> None:
    """Draw the form for a task with the scene on the screen. When its button is pressed, publish
    the assignment.

    `step` is the page's step in the address, "" if the address has none.
    """
    step = step or _first_step(page_name)
    picture = picture_of(page_name, step)
    if not picture:
        st.info(escape_markdown(assignments.step_fault(page_name, step)))
        return
    start = scene_of(page_name, query, step=step)
    earlier_tasks: list[Task] = st.session_state.get(_TASKS, [])
    st.markdown(
        "The task begins with the scene on the screen, with different data for each student. All "
        "fields that you do not select below are fixed. Your tasks are stored on this device. "
        "After the check, copy the link, or save the file for the course’s folder."
    )
    # Text fields begin empty: Streamlit would set an initial text only after the field is on the
    # screen, and overwrite what was typed until then.
    title = st.text_input("Title", placeholder=_TITLE, max_chars=120, key="ask-title") or _TITLE
    text = st.text_area("Task for the students", key="ask-text", max_chars=4000, height=80)
    names = [name for name in picture.changeable if name not in ("seed", "points")]
    change = st.multiselect(
        "Fields that students may change", names, picture.along(start)[:2], key="ask-change",
        format_func=lambda name: "edits (changed points)" if name == "edits" else name,
    )  # fmt: skip
    proposal = _proposal(picture, start)
    if_empty = f" If the field is empty, the goal is {proposal}." if proposal else ""
    goal = st.text_input(
        "Goal", placeholder=proposal, key="ask-goal",
        help="Conditions separated by commas, such as test_error <= 1.2 × bayes_error, "
        f"support <= 40, loss == hinge.{escape_markdown(if_empty)}",
    )  # fmt: skip
    left, right = st.columns([1, 3])
    points = left.number_input("Points", 0.0, 1000.0, 1.0, 1.0, key="ask-points")
    sentence = right.text_input("Question to answer in a sentence (optional)", key="ask-sentence")
    title_of_step = step_title(page_name, step)
    has_step = bool(title_of_step) and st.checkbox(
        f"Open the page at its step “{escape_markdown(title_of_step)}”", True,
        key="ask-step",
        help="Otherwise the page opens at the steps with controls for the fields selected above.",
        disabled=bool(assignments.step_fault(page_name, "")),
    )  # fmt: skip
    if earlier_tasks:
        st.caption(f"Earlier tasks of this assignment: {len(earlier_tasks)}.")
        st.button("Begin a new assignment", on_click=clear_tasks, key="ask-anew",
                  help="Remove the earlier tasks")  # fmt: skip
    if not st.button("Check the goal and make the link", key="ask-make"):
        return
    table = {
        "page": page_name, "scene": start.query(), "text": text, "change": change,
        "goal": goal or proposal, "points": points, "sentence": sentence,
        "step": step if has_step else "",
    }  # fmt: skip
    try:
        assignment = _build_assignment(title, table, earlier_tasks)
        _publish(assignment)
    except AssignmentError as error:
        st.error("  \n".join(map(escape_markdown, error.faults)))


def step_title(page_name: str, step: str) -> str:
    """Return the title of a page's step; "" if there is no such step."""
    declaration = find_page(page_name)
    steps = declaration.steps if declaration else ()
    return next((known_step.title for known_step in steps if known_step.name == step), "")


def _first_step(page_name: str) -> str:
    """Return the first step of a page if goals are possible only at its steps, else ""."""
    declaration = find_page(page_name)
    if declaration is None or picture_of(page_name) or not declaration.steps:
        return ""
    return declaration.steps[0].name


def _proposal(picture: MeasuredPicture, start: AnyScene) -> str:
    """Propose the goal that the picture's main number, or else an error, is at most 90 % of its
    present value; "" if there is no such number."""
    try:
        values = measure_scene(picture, start)
    except ValueError:
        return ""
    for name in (picture.number, *_GOAL_NUMBERS):
        if isinstance(values.get(name), float):
            return f"{name} <= {number_text(float(f'{0.9 * values[name]:.2g}'))}"
    return ""


def _build_assignment(title: str, table: dict, earlier_tasks: list[Task]) -> Assignment:
    """Build the assignment with this task as its last one. Raises AssignmentError."""
    task_tables = (
        assignments.table_of(Assignment("x", tuple(earlier_tasks)))["task"] if earlier_tasks else []
    )
    assignment_table = {
        "title": title,
        "task": [*task_tables, {k: v for k, v in table.items() if v != ""}],
    }
    return assignments.build(
        assignment_table, lambda task, key: f"{key.capitalize()}: " if key else ""
    )


def _publish(assignment: Assignment) -> None:
    """Check that the last task's goal can be reached, then draw the link and the file. If the link
    would be too long, draw only the file, and do not add the task to the session's tasks.

    Raises AssignmentError if the goal was not reached for a code that was tried, or if the scene
    can't be solved with its data.
    """
    task = assignment.tasks[-1]
    with st.spinner("Looking for a scene that meets the goal …"):
        try:
            proofs = [
                reachability.prove(assignment, task, code, seconds=_SEARCH_SECONDS)
                for code in _TRIED_CODES
            ]
        except ValueError as error:
            raise AssignmentError(
                f"With the data of a sample student this scene can’t be solved: {error} Close "
                "this dialog and begin with another scene."
            ) from None
    failed_proofs = [proof for proof in proofs if not proof.is_met]
    if failed_proofs:
        distances = [goals.miss_text(condition, distance)
                for condition, distance in zip(task.goal, failed_proofs[0].distances, strict=True)
                if distance]  # fmt: skip
        raise AssignmentError(
            f"No scene that meets this goal was found with the data of {len(failed_proofs)} of"
            f" {len(proofs)} sample students. In the best scene found for the first of these,"
            f" {', '.join(distances)}. Make the goal easier, or let students change more fields."
        )
    st.success(f"The goal can be reached with the data of {len(proofs)} sample students.")
    if met_at_start_count := sum(proof.is_met_at_start for proof in proofs):
        st.warning(
            f"For {met_at_start_count} of them the task begins with the goal already met: a "
            "small change is enough for full points. Make the goal harder, or close this dialog "
            "and begin with another scene."
        )
    try:
        word = assignments.pack(assignment)
    except AssignmentError as error:
        word = ""
        st.warning(escape_markdown(str(error)))
    else:
        st.markdown("The link for your students:")
        code_block("task-link", page.full_address(f"?task={word}"), wrap=True)
        link_buttons.draw("short-task", public_path(f"?task={word}"))
    st.markdown("The file for `python -m features.assignments check` or for the course’s folder:")
    code_block("task-file", assignments.toml(assignment), "toml", wrap=True)
    left, right = st.columns(2)
    left.download_button(
        "Save the file", assignments.toml(assignment), "assignment.toml", "text/plain"
    )
    marking_note = f"To mark answers, open {page.full_address('?view=marking')}"
    if not word:
        st.caption(marking_note)
        return
    right.link_button("Open as a student", public_path(f"?task={word}"))
    st.session_state[_TASKS] = [*assignment.tasks]
    next_note = (
        "To add a task after this one, close this dialog, go to another scene and press *Ask this* "
        "again."
        if len(assignment.tasks) < assignments.MAX_TASKS
        else f"The assignment has {assignments.MAX_TASKS} tasks; it can have no more."
    )
    st.caption(f"{next_note} {marking_note}")
