"""What an instructor does in the app: Ask this, and marking what was handed in."""

import dataclasses
import io
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from features.assignments import assignment as assignments
from features.assignments import goals, marking_page, measures
from features.assignments.assignment import read, toml, unpack
from features.assignments.marking.submissions import of_files
from lab.course import course
from lab.course.course import Course
from lab.ui import page as ui_page
from pages.order import PAGES
from tests.features.assignments.handed_in import UNREADABLE, as_file, handed_in, right, roster
from tests.lab.ui.told import codes
from tests.lab.ui.visit import as_on_a_server, opened
from tests.pages.assignments.weeks import week_3


def dialog() -> None:
    import streamlit as st

    from features.assignments import task_composer as composer

    composer.compose(*(st.session_state[name] for name in ("page", "query", "step")))


def composing(query: str, step: str = "", on: str = "rbf-bandwidth") -> AppTest:
    page = as_on_a_server(AppTest.from_function(dialog, default_timeout=60))
    for name, given in (("page", on), ("query", query), ("step", step)):
        page.session_state[name] = given
    return page.run()


def asked(query: str, goal: str, step: str = "", with_step: bool = True) -> AppTest:
    page = composing(query, step)
    if page.checkbox:
        page.checkbox(key="ask-step").set_value(with_step)
    assert page.text_input(key="ask-goal").value.startswith("test_error <= 0.")
    page.text_area(key="ask-text").set_value("Find a good bandwidth.")
    page.text_input(key="ask-goal").set_value(goal)
    page.button(key="ask-make").click().run()
    assert not page.exception
    return page


def test_the_scene_on_the_screen_becomes_a_task():
    page = asked("data=moons&m=40&tau=0.2", "test_error <= 0.2, support <= 35")
    link, file = (code for code in codes(page) if "task" in code)
    made = read(file)
    assert unpack(link.partition("task=")[2]) == made
    (task,) = made.tasks
    assert task.start.data == "moons" and task.start.tau == 0.2 and task.change == ("tau", "lam")
    assert "reached on the data of 3 students" in page.success[0].value
    assert page.session_state["ask-tasks"] == [task], "the next task comes after it"


def test_the_step_on_the_screen_is_the_tasks_unless_its_picture_alone_is_wanted():
    name = next(page for page in PAGES if page.path == "rbf-bandwidth").steps[1].name
    for step, with_step, written in ((name, True, name), (name, False, ""), ("3", True, "")):
        page = asked("data=moons&m=40&tau=0.2", "test_error <= 0.2", step, with_step)
        (task,) = read(next(code for code in codes(page) if "[[task]]" in code)).tasks
        assert task.step == written and bool(page.checkbox) == (step == name)


def test_where_the_first_picture_is_not_solved_again_a_step_is_asked_for():
    page = composing("", "lift", on="kernel-trick")
    assert "Five learners" in page.info[0].value and not page.text_input
    page = composing("", "vote", on="kernel-trick")
    assert page.checkbox(key="ask-step").disabled and page.text_input(key="ask-goal").value


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("test_error <= 0", "no scene was found that meets this goal"),
        ("tset_error <= 1", "Goal: there is no “tset\\_error” here"),
        ("as good as it gets", "is no condition"),
    ],
)
def test_no_link_without_a_goal_that_can_be_reached(goal, said):
    page = asked("data=moons&m=30&kernel=linear", goal)
    assert said.replace("\\", "") in page.error[0].value.replace("\\", "")
    assert not any("task=" in code for code in codes(page)) and not page.success


def test_every_page_can_be_asked_about_and_one_without_text_can_not():
    page = opened("home/page.py")
    for name in ("home", "regularisation", "stochastic_gradient"):
        page.switch_page(f"{name}/page.py").run()
        assert any(button.key == "ask-this" for button in page.button), name
    page.query_params["hide"] = "share"
    assert not any(button.key == "ask-this" for button in page.run().button)


@pytest.mark.parametrize(
    ("on", "step", "query", "change", "proposed", "goal"),
    [
        ("regularisation", "", "m=15&seed=3&order=6", ["order"], "test <= 0.", "test <= 0.1"),
        ("regularisation", "price", "penalty=1", ["penalty"], "test <= 0.", "test <= 0.2, M == 15"),
        ("stochastic-gradient", "bold-steps", "t=100&eta=0.5", ["t", "lam"], "risk <= ",
         "risk <= 1.2 × floor"),
        ("stochastic-gradient", "", "t=100", ["t", "lam"], "risk <= ", "train_error <= 20 %"),
    ],
)  # fmt: skip
def test_a_step_with_numbers_of_its_own_becomes_a_task(on, step, query, change, proposed, goal):
    page = composing(query, step, on)
    assert page.multiselect(key="ask-change").value == change
    assert page.text_input(key="ask-goal").value.startswith(proposed)
    page.text_area(key="ask-text").set_value("Do it.")
    page.text_input(key="ask-goal").set_value(goal)
    page.button(key="ask-make").click().run()
    assert not page.exception and not page.error, page.error
    (task,) = read(next(code for code in codes(page) if "[[task]]" in code)).tasks
    assert task.step == (step or ("degree" if on == "regularisation" else ""))
    assert all(f"{word}&" in f"{task.start.query()}&" for word in query.split("&"))
    assert "reached on the data of 3 students" in page.success[0].value


def test_a_goal_that_is_met_as_the_task_begins_is_told_and_gets_its_link():
    for goal, there in (("test <= 100", ["For 3 of them it is met as"]), ("test <= 0.1", [])):
        page = composing("order=1", "degree", "regularisation")
        page.text_area(key="ask-text").set_value("Do it.")
        page.text_input(key="ask-goal").set_value(goal)
        page.button(key="ask-make").click().run()
        assert page.success and [warning.value[: len("For 3 of them it is met as")]
                                 for warning in page.warning] == there  # fmt: skip


@pytest.mark.parametrize("query", ["tau=0.1", "tau=3.2", "data=moons&tau=0.3", "data=spirals"])
def test_a_goal_that_is_proposed_is_not_met_as_the_task_begins(query):
    proposed = composing(query).text_input(key="ask-goal").value
    scene = assignments.scene_of("rbf-bandwidth", query)
    values = measures.measure_scene(measures.picture_of("rbf-bandwidth"), scene)
    assert any(goals.distance(condition, values) for condition in goals.read(proposed))


@pytest.mark.parametrize(
    ("here", "found"),
    [
        ("https://k.example.edu/svm?view=marking", "https://k.example.edu/?task=x"),
        ("http://127.0.0.1:8501", "http://127.0.0.1:8501/?task=x"),
        (None, "/?task=x"),
    ],
)
def test_a_link_for_others_has_the_host_in_it(monkeypatch, here, found):
    monkeypatch.setattr(ui_page.st, "context", SimpleNamespace(url=here))
    assert ui_page.full_address("?task=x") == found


@dataclasses.dataclass
class Upload(io.BytesIO):
    """A file as an uploader gives it."""

    name: str
    content: bytes

    def getvalue(self) -> bytes:
        return self.content


def dropped(monkeypatch, tmp_path, files: dict[str, bytes], students: bytes = b"") -> AppTest:
    """The page of marking, with these files dropped into it."""
    (tmp_path / "week-3.toml").write_text(toml(week_3()), "utf-8")
    monkeypatch.setattr(course, "folder", lambda: tmp_path)
    monkeypatch.setattr(course, "current", lambda: Course(settings={"assignments": "."}))
    given = {
        "mark-folder": [Upload(name, content) for name, content in files.items()],
        "mark-answers": [], "mark-roster": Upload("r.csv", students) if students else None,
    }  # fmt: skip

    def uploader(*_, key: str, **__):
        return given[key]

    monkeypatch.setattr(marking_page.st, "file_uploader", uploader)
    monkeypatch.setattr(
        marking_page.st.delta_generator.DeltaGenerator, "file_uploader",
        lambda _, *__, key, **___: given[key],
    )  # fmt: skip
    page = opened("home/page.py", {"view": "marking"})
    assert not page.exception
    return page


def test_a_dropped_folder_is_marked_in_memory(monkeypatch, tmp_path):
    files = {f"class/{name}": content for name, content in handed_in(44).items()}
    page = dropped(monkeypatch, tmp_path, files, roster(44))
    assert f"{44 - len(UNREADABLE)} answers are marked, {len(UNREADABLE)} could not" in (
        page.success[0].value
    )
    table = page.dataframe[0].value
    assert len(table) == 44 and (table["points"] == "3").sum() >= 2
    assert sorted(tmp_path.iterdir()) == [tmp_path / "week-3.toml"], "nothing is written"


def test_one_answer_is_one_answer(monkeypatch, tmp_path):
    (name, content), *_ = handed_in(44).items()
    page = dropped(monkeypatch, tmp_path, {name: content}, roster(44))
    assert page.success[0].value == "1 answer is marked."


def test_what_can_t_be_marked_is_told(monkeypatch, tmp_path):
    page = dropped(monkeypatch, tmp_path, {"a.zip": b"PK, and no zip"})
    assert "can't be unpacked" in page.error[0].value.replace("\\", "")
    page = dropped(monkeypatch, tmp_path, {"a.txt": as_file(right("1"))}, b"first,second\n1,2\n")
    assert "no column of codes" in page.error[0].value.replace("\\", "")


def test_more_tasks_than_a_visitor_may_have_solved_are_refused_before_one_is(monkeypatch, tmp_path):
    monkeypatch.setattr(marking_page, "_MAX_SOLVED", 2 * len(week_3().tasks))
    monkeypatch.setattr(marking_page.marking, "mark_all", None)
    files = {f"{k}.txt": as_file(right(str(k))) for k in range(3)}
    page = dropped(monkeypatch, tmp_path, files)
    assert "python -m features.assignments check" in page.error[0].value.replace("\\", "")
    assert not page.success


def test_only_so_many_files_are_taken():
    with pytest.raises(ValueError, match="more than 5,000"):
        of_files((f"{k}.txt", b"x") for k in range(5002))
