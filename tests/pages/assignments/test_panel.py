"""The assignment panel: the targets of links, hidden parts, and the data sent to the browser."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from features.assignments import task_panel as panel
from features.assignments import task_steps
from features.assignments.assignment import pack, toml
from lab.course import course, page_declaration
from lab.course.course import Course
from lab.course.dates import Dates
from lab.scene.scene import Scene, parse_strict, replace
from lab.ui.items import flatten_json
from pages.order import PAGES
from tests.features.assignments.answer_cases import make_answer, word
from tests.lab.ui import visit
from tests.lab.ui.element_data import page_data
from tests.pages.assignments.panel import open_panel, words
from tests.pages.assignments.weeks import week_3


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a course's folder with assignments."""
    (tmp_path / "homework").mkdir()
    (tmp_path / "homework" / "week-3.toml").write_text(toml(week_3()), "utf-8")
    own_course = Course(settings={"assignments": "homework"})
    monkeypatch.setattr(course, "folder", lambda: tmp_path)
    monkeypatch.setattr(course, "current", lambda: own_course)
    return tmp_path


def panel_data(page: AppTest) -> dict:
    return next(part for part in page_data(page) if "tasks" in part)


@pytest.mark.parametrize("by_name", [True, False])
def test_a_task_link_opens_its_page_and_scene(folder, by_name):
    name = "week-3" if by_name else pack(week_3())
    page = open_panel(task=f"{name}~2")
    data = panel_data(page)
    assert data["title"] == "Week 3" and data["at"] == 1 and len(data["tasks"]) == 2
    assert data["key"] == "Week 3" and data["name"] == name and not data["link_has_scene"]
    (live,) = (part for part in page_data(page) if part.get("name") == "svm")
    assert live["query"] == week_3().tasks[1].start.query()
    assert {"kernel", "points", "navigation"} <= {*words(page)["hide"].split(",")}
    assert "lam" not in words(page)["hide"].split(",")


def test_a_task_opens_its_step_or_the_one_with_all_that_may_be_changed(folder):
    first, second = week_3().tasks
    step = page_declaration.pages()[first.page].steps[4]
    on_step = dataclasses.replace(
        week_3(), tasks=(dataclasses.replace(first, step=step.name), second)
    )
    page = open_panel(task=pack(on_step))
    assert words(page)["step"] == step.name and "text" not in words(page)["hide"].split(",")
    page = open_panel(task="week-3")
    assert words(page)["step"] == "price" and "text" not in words(page)["hide"].split(",")
    (live,) = (part for part in page_data(page) if part.get("name") == "bandwidth")
    sliders = {item["along"] for item in flatten_json(live["side"]) if item["kind"] == "slider"}
    assert sliders == {"tau", "lam"}


def test_fixed_values_are_listed():
    listed_texts = panel._texts(week_3().tasks[0], is_fixed=True)
    fixed_words = {name: (text, default) for name, text, default in listed_texts}
    assert fixed_words["m"] == ("60", None) and fixed_words["edits"] == ("", "")
    assert (
        fixed_words["noise"] == ("1", "1")
        and "tau" not in fixed_words
        and "degree" not in fixed_words
    )


def test_an_answer_s_link_shows_the_answer(folder):
    page = open_panel(task="week-3", answer=word(make_answer("4711")))
    data = panel_data(page)
    assert data["answer"]["code"] == "4711" and len(data["answer"]["entries"]) == 2
    other_answer = dataclasses.replace(make_answer("4711"), key="Week 2")
    page = open_panel(task="week-3", answer=word(other_answer))
    assert panel_data(page)["answer"] is None and "another assignment" in page.warning[0].value


@pytest.mark.parametrize(
    "word", ["nowhere", "../../etc/passwd", "z.broken", "~", "week-3~99", "z."]
)
def test_a_broken_link_is_reported(folder, word):
    page = open_panel(task=word)
    if word == "week-3~99":
        assert panel_data(page)["at"] == 1
        return
    assert page.warning and page.title, "the page itself is shown"


def test_an_assignment_opens_and_closes_by_its_dates(folder, monkeypatch):
    time = datetime.now(UTC)
    for dates, message in (
        (Dates(opens={"assignment/week-3": time + timedelta(days=1)}), "This opens on"),
        (Dates(closes={"assignment/week-3": time - timedelta(days=1)}), "This closed on"),
    ):
        own_course = Course(settings={"assignments": "homework"}, dates=dates)
        monkeypatch.setattr(course, "current", lambda course=own_course: course)
        page = open_panel(task="week-3")
        assert message in page.info[0].value and not page.title
        handed_in = open_panel(task="week-3", answer=word(make_answer("4711")))
        assert panel_data(handed_in)["answer"], "what was handed in can still be looked at"


def test_a_page_opens_by_its_date(monkeypatch):
    own_course = Course(dates=Dates(opens={"home": datetime.now(UTC) + timedelta(days=1)}))
    monkeypatch.setattr(course, "current", lambda: own_course)
    page = open_panel()
    assert "This opens on" in page.info[0].value
    assert not [part for part in page_data(page) if "main" in part]


@pytest.mark.parametrize(
    "message", [None, "", "[]", "{", "1", '{"at": "x"}', '{"at": 99, "press": 1}', "[" * 50_000]
)
def test_invalid_messages_from_a_browser_are_ignored(message):
    assert isinstance(panel._read(message), dict)


def test_a_task_that_begins_anew_keeps_the_formula_of_its_kernel(monkeypatch):
    scene = Scene(kernel="own", formula="rbf(0.4)+1", m=40)
    task = dataclasses.replace(week_3().tasks[0], scene=scene.query())
    place = panel.TaskPosition(
        "week-3", 0, dataclasses.replace(week_3(), tasks=(task, week_3().tasks[1]))
    )
    targets = {}
    visit = SimpleNamespace(
        session_state={},
        query_params={},
        switch_page=lambda _, query_params: targets.update(query_params),
    )
    monkeypatch.setattr(panel, "st", visit)
    panel._follow(place, [SimpleNamespace(url_path=task.page)], '{"at": 0, "press": 1, "seed": 7}')
    assert parse_strict(targets, ignore=("task", "hide", "step")) == replace(scene, seed=7)


def test_the_front_page_lists_what_is_open_and_when_the_rest_opens(folder, monkeypatch):
    for name in ("week-4", "week-5"):
        (folder / "homework" / f"{name}.toml").write_text(toml(week_3()), "utf-8")
    (folder / "homework" / "week-6.toml").write_text("title = ", "utf-8")
    time = datetime.now(UTC)
    dates = Dates(
        opens={"assignment/week-5": time + timedelta(days=1)},
        closes={"assignment/week-3": time + timedelta(days=1), "assignment/week-4": time},
    )
    own_course = Course(settings={"assignments": "homework"}, dates=dates)
    monkeypatch.setattr(course, "current", lambda: own_course)
    texts = [part.value for part in open_panel().markdown]
    lines = [
        text for text in texts if panel.escape_markdown(week_3().title) in text or "week" in text
    ]
    assert lines[0].startswith(f"[{panel.escape_markdown(week_3().title)}](/?task=week-3), ")
    assert "Open until" in lines[0]
    assert "This closed on" in lines[1] and "This opens on" in lines[2]
    assert "task=" not in lines[1] + lines[2] and "can’t be read" in lines[3]
    monkeypatch.setattr(course, "current", Course)
    assert "Assignments" not in [header.value for header in open_panel().header]


def test_a_closed_step_shows_its_opening_date_only(folder, monkeypatch):
    def draw_page():
        page = visit.open_page("svm/page.py")
        return page_data(page), [info.value for info in page.info]

    before, _ = draw_page()
    own_course = Course(dates=Dates(opens={"svm/who-holds": datetime.now(UTC) + timedelta(days=1)}))
    monkeypatch.setattr(course, "current", lambda: own_course)
    after, message = draw_page()
    assert any("This opens on" in text for text in message)
    names = [[part["name"] for part in elements if "name" in part] for elements in (before, after)]
    assert {*names[0]} - {*names[1]} == {"who-holds"}
    (rail,) = [part["steps"] for part in after if "steps" in part]
    assert [step["name"] for step in rail if step["closed"]] == ["who-holds"]


def test_a_closed_page_shows_its_question_and_opening_date(folder, monkeypatch):
    own_course = Course(dates=Dates(opens={"svm": datetime.now(UTC) + timedelta(days=1)}))
    monkeypatch.setattr(course, "current", lambda: own_course)
    page = visit.open_page("svm/page.py")
    assert [title.value for title in page.title] == [page_declaration.pages()["svm"].question]
    assert [info.value.startswith("This opens on ") for info in page.info] == [True]
    assert not [part for part in page_data(page) if "main" in part or "steps" in part]
    following_page = own_course.next_page("svm")
    assert following_page and following_page.path in page.get("page_link")[-1].proto.page


@pytest.mark.thorough(keep_every=2)
@pytest.mark.parametrize("name, step", [("svm", "who-holds"), ("kernel-trick", "lift")])
def test_nothing_of_a_closed_step_is_sent(folder, monkeypatch, name, step):
    declaration = page_declaration.pages()[name]
    (closed_step,) = (item for item in declaration.steps if item.name == step)
    own_course = Course(
        dates=Dates(opens={f"{name}/{step}": datetime.now(UTC) + timedelta(days=1)})
    )
    sent_ids = {item.id for item in closed_step.challenges}
    sent_ids |= {item.id for item in declaration.quiz if item.section == closed_step.title}
    assert len(sent_ids) > len(closed_step.challenges), "the quiz asks about this step, too"
    # Open the page alone, then one step without its text, then a lecture.
    for query in ({}, {"hide": "text", "step": step}, {"view": "lecture"}):
        page = visit.open_page(declaration.file, query)
        before = json.dumps(page_data(page), ensure_ascii=False)
        monkeypatch.setattr(course, "current", lambda: own_course)
        page = visit.open_page(declaration.file, query)
        elements = page_data(page)
        after = json.dumps([part for part in elements if "steps" not in part], ensure_ascii=False)
        monkeypatch.undo()
        assert any(f'"id": "{item}"' in before for item in sent_ids) or query == {"view": "lecture"}
        assert not [item for item in sent_ids if f'"id": "{item}"' in after], query
        assert [part for part in elements if part.get("main")], (
            "the page has a picture all the same"
        )
        assert closed_step.lead not in str([part.value for part in page.markdown])


def test_the_map_says_when_a_page_opens_and_counts_what_is_open(folder, monkeypatch):
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    own_course = Course(dates=Dates(opens={"losses": tomorrow, "svm/who-holds": tomorrow}))
    monkeypatch.setattr(course, "current", lambda: own_course)
    (parts,) = (part["main"] for part in page_data(open_panel()) if "coursemap" in json.dumps(part))
    ways = {way["path"]: way for group in parts[0]["groups"] for way in group["ways"]}
    assert ways["losses"]["closed"].startswith("This opens on ")
    assert ways["losses"]["steps"] == []
    svm, open_steps = page_declaration.pages()["svm"], ways["svm"]["steps"]
    challenges, questions = (
        [part_id for step in open_steps for part_id in step[part]]
        for part in ("challenges", "quiz")
    )
    assert not ways["svm"]["closed"] and len(challenges) == len(svm.challenges) - 1
    assert len(questions) == len(svm.quiz) - 2


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("name", ["kernel-trick", "regularisation", "stochastic-gradient"])
def test_steps_that_can_be_asked_are_those_whose_pictures_the_server_solves(name):
    page = visit.open_page(page_declaration.pages()[name].file)
    solved_names = [part["name"] for part in page_data(page) if part.get("frames") == "/frames"]
    assert tuple(solved_names) == page_declaration.pages()[name].solved_steps


def test_an_older_link_to_a_task_leads_to_its_step_with_the_scene_that_it_has(folder):
    query = {"task": "week-3", "hide": "navigation,text", "tau": "0.7"}
    page = visit.open_page("rbf_bandwidth/page.py", query)
    assert not page.exception
    assert words(page)["step"] == "price" and words(page)["tau"] == "0.7"


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("page", [page.path for page in PAGES if page.steps and page.is_solved])
def test_every_page_has_steps_for_what_a_task_may_change(page):
    declaration = page_declaration.pages()[page]
    sliders = [*declaration.scene.ranges]
    for names in (sliders[-1:], ("loss", *sliders), ("edits",), ("class_weight",)):
        steps = task_steps.steps_with_controls(page, frozenset(names), declaration.scene.query())
        assert steps and {*steps} <= {step.name for step in declaration.steps}, names
    (remaining_step,) = task_steps.steps_with_controls(
        page, frozenset(["lam"]), declaration.scene.query()
    )
    assert "lam" in declaration.sliders_of(remaining_step)
