"""The instructor's dialog *Ask this* and the page for marking."""

import dataclasses
import io
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from features.assignments import assignment as assignments
from features.assignments import goals, marking_page, measures, reachability
from features.assignments.assignment import read, toml, unpack
from features.assignments.marking.submissions import from_files
from lab.course import course, packed_text
from lab.course.course import Course
from lab.ui import page as ui_page
from pages.order import PAGES
from tests.features.assignments.answer_cases import (
    UNREADABLE,
    as_file,
    make_answer,
    make_submissions,
    roster,
)
from tests.lab.ui.element_data import codes
from tests.lab.ui.visit import as_on_a_server, open_page
from tests.pages.assignments.weeks import week_3


def dialog() -> None:
    import streamlit as st

    from features.assignments import task_composer as composer

    composer.compose(*(st.session_state[name] for name in ("page", "query", "step")))


def run_dialog(query: str, step: str = "", page_path: str = "rbf-bandwidth") -> AppTest:
    page = as_on_a_server(AppTest.from_function(dialog, default_timeout=60))
    for name, value in (("page", page_path), ("query", query), ("step", step)):
        page.session_state[name] = value
    return page.run()


def ask_task(query: str, goal: str, step: str = "", with_step: bool = True) -> AppTest:
    page = run_dialog(query, step)
    if page.checkbox:
        page.checkbox(key="ask-step").set_value(with_step)
    assert page.text_input(key="ask-goal").placeholder.startswith("test_error <= 0.")
    page.text_area(key="ask-text").set_value("Find a good bandwidth.")
    page.text_input(key="ask-goal").set_value(goal)
    page.button(key="ask-make").click().run()
    assert not page.exception
    return page


def test_the_scene_on_the_screen_becomes_a_task():
    page = ask_task("data=moons&m=40&tau=0.2", "test_error <= 0.2, support <= 35")
    link, file = (code for code in codes(page) if "task" in code)
    assignment = read(file)
    assert unpack(link.partition("task=")[2]) == assignment
    (task,) = assignment.tasks
    assert task.start.data == "moons" and task.start.tau == 0.2 and task.change == ("tau", "lam")
    assert "reached with the data of 3 sample students" in page.success[0].value
    assert page.session_state["ask-tasks"] == [task], "the next task comes after it"


def test_fields_begin_empty_and_the_proposals_in_grey_are_taken():
    page = run_dialog("data=moons&m=40&tau=0.2")
    assert {field.value for field in page.text_input} == {""}
    page.text_area(key="ask-text").set_value("Find a good bandwidth.")
    proposal = page.text_input(key="ask-goal").placeholder
    page.button(key="ask-make").click().run()
    assignment = read(next(code for code in codes(page) if "[[task]]" in code))
    assert assignment.title == page.text_input(key="ask-title").placeholder
    (condition,) = assignment.tasks[0].goal
    assert goals.condition_text(*condition) == proposal


def test_a_task_has_the_step_of_the_screen_unless_the_box_is_unchecked():
    name = next(page for page in PAGES if page.path == "rbf-bandwidth").steps[1].name
    for step, with_step, expected_step in ((name, True, name), (name, False, ""), ("3", True, "")):
        page = ask_task("data=moons&m=40&tau=0.2", "test_error <= 0.2", step, with_step)
        (task,) = read(next(code for code in codes(page) if "[[task]]" in code)).tasks
        assert task.step == expected_step and bool(page.checkbox) == (step == name)


def test_a_page_whose_first_picture_is_not_solved_again_needs_a_step():
    page = run_dialog("", "lift", page_path="kernel-trick")
    assert "Five methods" in page.info[0].value and not page.text_input
    page = run_dialog("", "vote", page_path="kernel-trick")
    assert page.checkbox(key="ask-step").disabled and page.text_input(key="ask-goal").placeholder


def test_a_scene_that_can_not_be_solved_for_a_sample_code_is_explained(monkeypatch):
    def fail(*_, **__):
        raise ValueError("All points have the same label.")

    monkeypatch.setattr(reachability, "prove", fail)
    page = ask_task("data=moons&m=40&tau=0.2", "test_error <= 0.2")
    assert "All points have the same label" in page.error[0].value


def test_a_too_long_link_leaves_the_file(monkeypatch):
    monkeypatch.setattr(packed_text, "MAX_CHARACTERS", 50)
    page = ask_task("data=moons&m=40&tau=0.2", "test_error <= 0.2")
    assert "into the course’s folder as a file" in page.warning[-1].value
    (file,) = (code for code in codes(page) if "task" in code)
    assert read(file).tasks and "ask-tasks" not in page.session_state


def test_the_twentieth_task_is_kept_and_is_the_last():
    page = run_dialog("data=moons&m=40&tau=0.2")
    task = week_3().tasks[0]
    page.session_state["ask-tasks"] = [task] * (assignments.MAX_TASKS - 1)
    page.text_area(key="ask-text").set_value("Find a good bandwidth.")
    page.text_input(key="ask-goal").set_value("test_error <= 0.2")
    page.button(key="ask-make").click().run()
    assert len(page.session_state["ask-tasks"]) == assignments.MAX_TASKS
    assert any("20 tasks; it can have no more." in caption.value for caption in page.caption)
    page.button(key="ask-make").click().run()
    assert "from 1 to 20 tasks" in page.error[0].value


def test_a_task_on_kernel_ridge_is_proved():
    query = "data=wave&m=20&loss=squared&tau=0.5&lam=0.05"
    page = run_dialog(query, "one-system", page_path="kernel-ridge")
    assert page.text_input(key="ask-goal").placeholder.startswith("train_mse <= ")
    page.text_area(key="ask-text").set_value("Find a good λ.")
    page.text_input(key="ask-goal").set_value("train_mse <= 0.02")
    page.button(key="ask-make").click().run()
    assert not page.exception
    (task,) = read(next(code for code in codes(page) if "[[task]]" in code)).tasks
    assert task.step == "one-system" and not page.error


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("test_error <= 0", "No scene that meets this goal was found"),
        ("tset_error <= 1", "Goal: this task has no number or field “tset\\_error”"),
        ("as good as it gets", "is not a condition"),
    ],
)
def test_a_goal_that_is_not_reached_gets_no_link(goal, message):
    page = ask_task("data=moons&m=30&kernel=linear", goal)
    assert message.replace("\\", "") in page.error[0].value.replace("\\", "")
    assert not any("task=" in code for code in codes(page)) and not page.success


def test_every_page_has_the_button_unless_sharing_is_hidden():
    page = open_page("home/page.py")
    for name in ("home", "regularisation", "stochastic_gradient"):
        page.switch_page(f"{name}/page.py").run()
        assert any(button.key == "ask-this" for button in page.button), name
    page.query_params["hide"] = "share"
    assert not any(button.key == "ask-this" for button in page.run().button)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize(
    ("page_path", "step", "query", "change", "proposal", "goal"),
    [
        ("regularisation", "", "m=15&seed=3&order=6", ["order"], "test <= 0.", "test <= 0.1"),
        ("regularisation", "price", "penalty=1", ["penalty"], "test <= 0.", "test <= 0.2, M == 15"),
        ("stochastic-gradient", "bold-steps", "t=100&eta=0.5", ["t", "lam"], "risk <= ",
         "risk <= 1.2 × floor"),
        ("stochastic-gradient", "", "t=100", ["t", "lam"], "risk <= ", "train_error <= 20 %"),
    ],
)  # fmt: skip
def test_a_step_with_numbers_of_its_own_becomes_a_task(
    page_path, step, query, change, proposal, goal
):
    page = run_dialog(query, step, page_path)
    assert page.multiselect(key="ask-change").value == change
    assert page.text_input(key="ask-goal").placeholder.startswith(proposal)
    page.text_area(key="ask-text").set_value("Do it.")
    page.text_input(key="ask-goal").set_value(goal)
    page.button(key="ask-make").click().run()
    assert not page.exception and not page.error, page.error
    (task,) = read(next(code for code in codes(page) if "[[task]]" in code)).tasks
    assert task.step == (step or ("degree" if page_path == "regularisation" else ""))
    assert all(f"{word}&" in f"{task.start.query()}&" for word in query.split("&"))
    assert "reached with the data of 3 sample students" in page.success[0].value


def test_a_goal_that_is_met_from_the_start_gets_a_warning_and_a_link():
    for goal, warnings in (("test <= 100", ["For 3 of them the task begins"]), ("test <= 0.1", [])):
        page = run_dialog("order=1", "degree", "regularisation")
        page.text_area(key="ask-text").set_value("Do it.")
        page.text_input(key="ask-goal").set_value(goal)
        page.button(key="ask-make").click().run()
        assert page.success and [warning.value[: len("For 3 of them the task begins")]
                                 for warning in page.warning] == warnings  # fmt: skip


@pytest.mark.parametrize("query", ["tau=0.1", "tau=3.2", "data=moons&tau=0.3", "data=spirals"])
def test_a_proposed_goal_is_not_met_from_the_start(query):
    proposal = run_dialog(query).text_input(key="ask-goal").placeholder
    scene = assignments.scene_of("rbf-bandwidth", query)
    values = measures.measure_scene(measures.picture_of("rbf-bandwidth"), scene)
    assert any(goals.distance(condition, values) for condition in goals.read(proposal))


@pytest.mark.parametrize(
    ("page_url", "link"),
    [
        ("https://k.example.edu/svm?view=marking", "https://k.example.edu/?task=x"),
        ("http://127.0.0.1:8501", "http://127.0.0.1:8501/?task=x"),
        (None, "/?task=x"),
    ],
)
def test_a_link_for_others_has_the_host_in_it(monkeypatch, page_url, link):
    monkeypatch.setattr(ui_page.st, "context", SimpleNamespace(url=page_url))
    assert ui_page.full_address("?task=x") == link


@dataclasses.dataclass
class Upload(io.BytesIO):
    name: str
    content: bytes

    def getvalue(self) -> bytes:
        return self.content


def run_marking(monkeypatch, tmp_path, files: dict[str, bytes], students: bytes = b"") -> AppTest:
    """Open the page for marking; `files` and the student list `students` are uploaded there."""
    (tmp_path / "week-3.toml").write_text(toml(week_3()), "utf-8")
    monkeypatch.setattr(course, "folder", lambda: tmp_path)
    monkeypatch.setattr(course, "current", lambda: Course(settings={"assignments": "."}))
    uploads = {
        "mark-folder": [Upload(name, content) for name, content in files.items()],
        "mark-answers": [], "mark-file": None,
        "mark-roster": Upload("r.csv", students) if students else None,
    }  # fmt: skip

    def uploader(*_, key: str, **__):
        return uploads[key]

    monkeypatch.setattr(marking_page.st, "file_uploader", uploader)
    monkeypatch.setattr(
        marking_page.st.delta_generator.DeltaGenerator, "file_uploader",
        lambda _, *__, key, **___: uploads[key],
    )  # fmt: skip
    page = open_page("home/page.py", {"view": "marking"})
    assert not page.exception
    return page


def test_a_link_without_a_task_is_explained(monkeypatch, tmp_path):
    page = run_marking(monkeypatch, tmp_path, {})
    page.selectbox(key="mark-name").select_index(1).run()
    (field,) = (field for field in page.text_input if field.key == "mark-link")
    field.set_value("https://a.edu/go/abc").run()
    assert "it has no “task=”" in page.error[0].value.replace("\\", "")


def test_an_uploaded_folder_is_marked_in_memory(monkeypatch, tmp_path):
    files = {f"class/{name}": content for name, content in make_submissions(44).items()}
    page = run_marking(monkeypatch, tmp_path, files, roster(44))
    assert f"{44 - len(UNREADABLE)} answers are marked, {len(UNREADABLE)} could not" in (
        page.success[0].value
    )
    table = page.dataframe[0].value
    assert len(table) == 44 and (table["points"] == "3").sum() >= 2
    assert sorted(tmp_path.iterdir()) == [tmp_path / "week-3.toml"], "nothing is written"


def test_a_table_without_all_answers_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(marking_page, "_MAX_ROWS", 10)
    files = {f"class/{name}": content for name, content in make_submissions(44).items()}
    page = run_marking(monkeypatch, tmp_path, files, roster(44))
    assert len(page.dataframe[0].value) == 10
    assert any("the first 10 of 44 answers" in caption.value for caption in page.caption)


def test_files_that_can_t_be_marked_are_reported(monkeypatch, tmp_path):
    page = run_marking(monkeypatch, tmp_path, {"a.zip": b"PK, and no zip"})
    assert "can’t be unpacked" in page.error[0].value.replace("\\", "")
    page = run_marking(
        monkeypatch, tmp_path, {"a.txt": as_file(make_answer("1"))}, b"first,second\n1,2\n"
    )
    assert "no column of codes" in page.error[0].value.replace("\\", "")


def test_too_many_tasks_are_refused_before_solving(monkeypatch, tmp_path):
    monkeypatch.setattr(marking_page, "_MAX_TASKS", 2 * len(week_3().tasks))
    monkeypatch.setattr(marking_page.marking, "mark_all", None)
    files = {f"{k}.txt": as_file(make_answer(str(k))) for k in range(3)}
    page = run_marking(monkeypatch, tmp_path, files)
    assert "python -m features.assignments check" in page.error[0].value.replace("\\", "")
    assert not page.success


def test_too_many_files_are_refused():
    with pytest.raises(ValueError, match="more than 5,000"):
        from_files((f"{k}.txt", b"x") for k in range(5002))
