"""Tasks on steps that declare how their numbers are measured: the numbers match the screen, goals
are proved reachable, answers are marked, and mistakes are reported with their lines."""

import json
import math
import subprocess
import sys
from urllib.parse import urlencode

import numpy as np
import pytest

from features.assignments import codes, goals, measures, reachability
from features.assignments import task_panel as panel
from features.assignments.answer import AssignmentAnswer, TaskAnswer
from features.assignments.assignment import AssignmentError, pack, read, toml
from features.assignments.marking import report
from features.assignments.marking.marks import UNCHANGED_FAULT, mark_all
from features.assignments.marking.submissions import Submission
from lab.course import course, page_declaration
from lab.scene.scene import replace, words_of
from lab.ui import embedded_sweep, hidden_controls
from lab.wire import safetensors_format
from pages.order import PAGES
from tests.features.assignments.answer_cases import as_file
from tests.lab.ui.element_data import page_data
from tests.pages.assignments.panel import open_panel, words
from tests.pages.assignments.weeks import WEEK_4, week_4
from tests.pages.goals import items

STEPS = [(page.path, step) for page in PAGES for step in page.measured_pictures]
CODE = "4711"


def find_scene(task: int, code: str = CODE):
    proof = reachability.prove(week_4(), week_4().tasks[task], code)
    assert proof.is_met
    return proof.scene


def mark_scenes(*scenes: str, code: str = CODE):
    answer = AssignmentAnswer(week_4().key, code, tuple(map(TaskAnswer, scenes)))
    (mark,) = mark_all(week_4(), [Submission("a", as_file(answer))])
    return mark.tasks


# ---- measured numbers ----


@pytest.mark.parametrize(
    ("page", "step"),
    [item for item in STEPS if item[0] == "regularisation" or item[1] == "how-much-lambda"],
)
def test_the_numbers_are_those_that_the_page_was_sent(page, step):
    picture = measures.picture_of(page, step)
    scene = replace(picture.scene, seed=codes.seed("x", CODE))
    element = opened_step(page, step, scene.query())
    assert element["scene"] == replace(scene).query().partition("&" + picture.along(scene)[0])[0]
    (along,) = picture.along(scene)
    switch = {name: getattr(scene, name) for name in picture.choices}
    sweep = next(item["sweep"] for item in element["sweeps"] if item["fields"] == switch)
    tensors = {name: np.array([math.nan if v == "none" else v for v in tensor["data"]])
               for name, tensor in sweep["tensors"].items()
               if len(tensor["shape"]) == 1 and not isinstance(tensor["data"], str)}  # fmt: skip
    for k, stop in enumerate(picture.stops(scene, along)):
        numbers = measures.measure_scene(picture, replace(scene, **{along: stop}))
        for name, values in tensors.items():
            if name in numbers:
                is_fixed = sweep["tensors"][name]["fixed"]
                assert numbers[name] == values[0 if is_fixed else k] or math.isnan(numbers[name]), (
                    name
                )
    assert picture.number in numbers and picture.number in tensors


def opened_step(page: str, step: str, query: str) -> dict:
    """Return the data of a step's element on a page at an address."""
    app = open_panel()
    for word in query.split("&"):
        name, _, text = word.partition("=")
        app.query_params[name] = text
    app.query_params["step"] = step
    app.query_params["task"] = "week"  # the task is reported as unknown, but the picture is shown
    app.query_params["hide"] = "navigation"
    app.switch_page(f"{page.replace('-', '_')}/page.py").run()
    assert not app.exception
    (element,) = (data for data in page_data(app) if "main" in data)
    return element


def test_the_numbers_of_a_run_are_those_of_its_endpoint():
    (endpoint,) = (item for item in page_declaration.pages()["stochastic-gradient"].endpoints
                   if item.path == "sgd")  # fmt: skip
    scene = find_scene(2)
    numbers = measures.measure_scene(week_4().tasks[2].picture, scene)
    assert numbers["taken"] == numbers["t"] == scene.t and numbers["gap"] < 1e-6
    expected = {
        "step" if name == "t" else name: text for name, text in words_of(scene.query()).items()
    }
    query = urlencode(expected)
    for along in ("step", "eta"):
        answer = endpoint.answer(f"{query}&along={along}&grid=11".encode())
        tensors, _ = safetensors_format.decode(answer)
        k = [*tensors["stops"]].index(scene.t if along == "step" else scene.eta)
        for name in ("risk", "train_error", "z", "stopped", "taken"):
            assert tensors[name][k] == numbers[name], (along, name)
        for name in ("floor", "gap"):
            assert tensors[name][k] == pytest.approx(numbers[name], rel=1e-9, abs=1e-9)


def test_missing_numbers_and_half_floats_are_read_back():
    rows = np.array([[0.5, math.nan], [1.25, 2.0]])
    tensors = {"stops": (np.array([0.1, 10.0]), True), "rows": (rows, False), "half": (rows, False)}
    tensors_read = embedded_sweep.tensors_at(
        embedded_sweep.sweep_item("along", tensors, half_precision=["half"]), np.array([9.0, 0.2])
    )
    assert tensors_read["stops"].tolist() == [10.0, 0.1]
    for name in ("rows", "half"):
        assert np.array_equal(tensors_read[name], rows[::-1], equal_nan=True)


# ---- reading an assignment -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "replacement", "message"),
    [
        (
            '"order"]',
            '"ordre"]',
            "Line 8: “ordre” is not a field that can be changed here; the fields are data, ",
        ),
        (
            '"order"]',
            '"lam"]',
            "Line 8: “lam” is not a field that can be changed here; the fields are data, ",
        ),
        ('["penalty"]', '["seed"]', "Line 16: the seed can’t be changed"),
        ("m=30&order=1", "m=30&order=99", "Line 6: order=99 can’t be used here"),
        ("m=30&order=1", "m=30&penalty=2&order=99", "Line 6: order=99 can’t be used here"),
        ("data=wave&m=30&order=1", "data=moons", "Line 6: data=moons can’t be used here"),
        ("power=15", "power=4", "Line 14: power=4 can’t be used here; it must be one of 3, 9, 15."),
        ('solution = "penalty=0.01"', 'solution = "penalty=-1"', "Line 18: penalty=-1 can’t be"),
        (
            "test <= 0.1,",
            "tset <= 0.1,",
            "Line 17: this task has no number or field “tset”; it has M, ",
        ),
        ("test <= 0.1,", "degree <= 3,", "Line 17: this task has no number or field “degree”"),
        ('scene = "eta=10"', 'scene = "eta=10&t=601"', "Line 23: t=601 can’t be used here"),
        ('scene = "eta=10"', 'scene = "eta=10&m=300"', "Line 23: m must be at most 120 on this"),
        (
            '["t", "eta"]',
            '["t", "tau"]',
            "Line 25: “tau” is not a field that can be changed here; the fields are data, ",
        ),
        (
            'step = "bold-steps"',
            'step = "on-average"',
            "Line 22: On this page a task must be at a step whose picture can be computed again",
        ),
    ],
)
def test_every_mistake_is_reported_with_its_line(old, replacement, message):
    text = WEEK_4.replace("test <= 0.12, M", "test <= 0.1, M")
    assert text.count(old) == 1
    with pytest.raises(AssignmentError) as error:
        read(text.replace(old, replacement))
    assert any(fault.startswith(message) for fault in error.value.faults), error.value.faults


def test_what_is_not_fixed_may_be_changed_but_for_the_data():
    assignment = read(WEEK_4.replace('change = ["penalty"]', 'fixed = ["penalty"]'))
    assert assignment.tasks[1].change == ("power",)
    assert read(toml(assignment)) == assignment


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("task", range(3))
def test_the_goal_is_proved_on_individual_data(task):
    starts = set()
    for code in reachability.SAMPLE_CODES:
        proof = reachability.prove(week_4(), week_4().tasks[task], code)
        assert proof.is_met and not any(proof.distances), code
        values = measures.measure_scene(week_4().tasks[task].picture, proof.scene)
        assert all(goals.distance(item, values) == 0 for item in week_4().tasks[task].goal)
        starts.add(proof.scene.seed)
    assert len(starts) == len(reachability.SAMPLE_CODES)


def test_an_unreachable_goal_is_reported_with_its_distance():
    hard = read(WEEK_4.replace('test <= 0.1"', 'test <= 0.01"'))
    proof = reachability.prove(hard, hard.tasks[0], CODE)
    assert not proof.is_met and 0 < proof.distances[0] < 0.1


# ---- marking -------------------------------------------------------------------------------------


def test_answers_are_marked_with_a_picture_and_a_way_back():
    scenes = [find_scene(k).query() for k in range(3)]
    tasks = mark_scenes(*scenes)
    assert [task.points for task in tasks] == [1, 1, 2] and not any(task.fault for task in tasks)
    assert math.isnan(tasks[0].gap) and tasks[2].gap < 1e-6
    answer = AssignmentAnswer(week_4().key, CODE, tuple(map(TaskAnswer, scenes)))
    page = report.page(
        week_4(), mark_all(week_4(), [Submission("a", as_file(answer))]), app="http://x"
    )
    assert page.count("<svg") == 3 and "order=" in page and "&amp;step=degree" in page
    assert page.count("Duality gap") == 1


@pytest.mark.thorough(keep_every=9)
@pytest.mark.parametrize(
    ("task", "old", "replacement", "message"),
    [
        (0, "m=30", "m=60", "A fixed field was changed: m (60, not 30)."),
        (0, "data=wave", "data=wave&noise=0.25", "field was changed: noise (0.25, not 1)."),
        (0, "order=", "order=99&x=", "The scene is invalid"),
        (1, "power=15", "power=9", "A fixed field was changed: power (9, not 15)."),
        (2, "draws=0", "draws=7", "A fixed field was changed: draws (7, not 0)."),
        (2, "lam=0.01", "lam=1", "A fixed field was changed: lam (1, not 0.01)."),
        (2, "m=40", "m=300", "field was changed: m (300, not 40)."),
    ],
)  # fmt: skip
def test_fixed_fields_keep_their_values(task, old, replacement, message):
    scenes = [find_scene(k).query() for k in range(3)]
    assert scenes[task].count(old) == 1
    scenes[task] = scenes[task].replace(old, replacement)
    tasks = mark_scenes(*scenes)
    assert message in tasks[task].fault and tasks[task].points == 0
    assert [item.points for k, item in enumerate(tasks) if k != task].count(0) == 0


def test_a_neighbours_link_fails_and_the_first_scene_is_no_answer():
    copied = mark_scenes(*(find_scene(k, "somebody else").query() for k in range(3)))
    assert all("do not belong to this code" in task.fault for task in copied)
    starts = [reachability.start_for(week_4(), task, CODE).query() for task in week_4().tasks]
    assert [task.points for task in mark_scenes(*starts)] == [0, 0, 0]
    easy = read(WEEK_4.replace('test <= 0.1"', 'test <= 100"'))
    answer = AssignmentAnswer(easy.key, CODE, (TaskAnswer(starts[0]),))
    (mark,) = mark_all(easy, [Submission("a", as_file(answer))])
    assert mark.tasks[0].fault == UNCHANGED_FAULT


# ---- the step's page with the task panel ------------------------------------------------------


def test_the_step_stands_alone_without_what_is_fixed():
    page = open_panel(task=f"{pack(week_4())}~1")
    parts = [part for part in page_data(page) if "main" in part]
    assert [part["name"] for part in parts] == ["degree"]
    (task, *_) = next(part for part in page_data(page) if "tasks" in part)["tasks"]
    assert task["measured"] and task["start"] == [["order", "1", None]]
    assert not items(parts[0], "action"), "a new sample would be another student's data"
    assert [item["along"] for item in items(parts[0], "slider")] == ["order"]
    assert words(page)["step"] == "degree" and words(page)["order"] == "1"
    assert [title.value for title in page.title] == ["How much should a fit be allowed to bend?"]


def test_a_switch_that_is_fixed_is_hidden_and_one_that_is_free_is_not():
    for change, expected in ((["penalty"], []), (["penalty", "power"], ["power"])):
        text = WEEK_4.replace('["penalty"]', json.dumps(change))
        page = open_panel(task=f"{pack(read(text))}~2")
        (part,) = (part for part in page_data(page) if "main" in part)
        assert [item["field"] for item in items(part, "choice")] == expected


def test_a_run_keeps_its_seed_and_fixed_time():
    page = open_panel(task=f"{pack(week_4())}~3")
    (part,) = (part for part in page_data(page) if "main" in part)
    assert [item["along"] for item in items(part, "slider")] == ["step", "eta"]
    (play,) = items(part, "play")
    assert play["changes"] == [] and "still" not in play
    assert words(page)["t"] == "0" and words(page)["step"] == "bold-steps"
    assignment = read(
        WEEK_4.replace('["t", "eta"]', '["eta"]').replace('"eta=10"', '"eta=10&t=300"')
    )
    page = open_panel(task=f"{pack(assignment)}~3")
    (part,) = (part for part in page_data(page) if "main" in part)
    assert [item["along"] for item in items(part, "slider")] == ["eta"]
    assert items(part, "play")[0]["still"] and words(page)["t"] == "300"


def test_symbols_of_fixed_fields_cannot_be_dragged():
    text = WEEK_4.replace('step = "bold-steps"', 'step = "one-example"')
    page = open_panel(task=f"{pack(read(text))}~3")
    (part,) = (part for part in page_data(page) if "main" in part)
    (equation,) = items(part, "equation")
    fixed_symbols = {item["name"]: item.get("fixed", False) for item in equation["symbols"]}
    assert fixed_symbols["lam"] and not fixed_symbols["c"] and not fixed_symbols["t"]
    assert not any("drag" in item["meaning"] for item in equation["symbols"] if item.get("fixed"))


def test_every_word_that_a_task_hides_is_known():
    for page, step in STEPS:
        picture = measures.picture_of(page, step)
        free = [name for name in picture.changeable if name in picture.sliders][:1]
        goal = f"{picture.number} <= 1e9"
        text = (f'title = "x"\n[[task]]\npage = "{page}"\nstep = "{step}"\ntext = "x"\n'
                f'change = {json.dumps(free)}\ngoal = "{goal}"\n')  # fmt: skip
        words = panel.hidden_words(read(text).tasks[0])
        assert not hidden_controls.trouble({"hide": ",".join(words)})
        assert {*picture.sliders, *picture.choices} - {*free, "edits"} <= {*words}
        assert not {*free} & {*words}


@pytest.mark.parametrize(("page", "step"), STEPS)
def test_what_a_task_may_leave_free_has_a_control_on_its_step(page, step):
    picture = measures.picture_of(page, step)
    declaration = page_declaration.pages()[page]
    if not step:
        return
    element = opened_step(page, step, picture.scene.query())
    names = element.get("address_names", {})
    controls = {item["along"] for item in items(element, "slider")}
    controls |= {item["field"] for item in items(element, "choice")}
    controls |= {
        symbol["along"] for item in items(element, "equation") for symbol in item["symbols"]
    }
    controls |= {word for item in items(element, "play") for word in item.get("changes", ())}
    main = [*element["main"], *element["side"], *element["below"]]
    controls |= {"edits"} if any(item.get("edit") for item in main) else set()
    controls = {names.get(name, name) for name in controls} - {"", "tool"}
    assert {*picture.sliders, *picture.choices} == controls, declaration.name


@pytest.mark.thorough
def test_the_command_knows_the_pages_of_the_app(tmp_path):
    pages = page_declaration.pages().values()
    path = next(
        page.path for page in pages if page.is_solved and {"tau", "lam"} <= {*page.sliders_of()}
    )
    (tmp_path / "week.toml").write_text(
        f'title = "Week"\n[[task]]\npage = "{path}"\ntext = "Do."\nscene = "tau=3.2&m=30"\n'
        'change = ["tau"]\ngoal = "tau <= 0.5"\n'
    )
    command = [sys.executable, "-m", "features.assignments", "prove", str(tmp_path / "week.toml")]
    process = subprocess.run(command, cwd=course.ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0 and "Every goal can be reached" in process.stdout, process.stderr


@pytest.mark.thorough
def test_every_page_and_step_that_a_task_can_be_on_has_its_picture():
    from features.assignments.marking.picture_svg import picture

    for page in page_declaration.pages().values():
        for step in ("", *(item.name for item in page.steps)):
            if picture_declaration := measures.picture_of(page.path, step):
                svg = picture(
                    picture_declaration.at(picture_declaration.scene, measures.PICTURE_GRID)
                )
                assert svg.startswith("<svg") and "nan" not in svg and len(svg) < 40_000
                is_averaged = step.startswith("fifty-fits")  # an average of samples, without points
                assert svg.count("<path") >= (1 if is_averaged else 2), (page.path, step)


def test_a_whole_number_of_a_goal_is_called_and_written_as_one():
    labels = panel._task(week_4().tasks[2])["labels"]
    assert labels["t"] == ("Steps so far", "whole")
    assert panel._task(week_4().tasks[1])["labels"]["M"][1] == "whole"
