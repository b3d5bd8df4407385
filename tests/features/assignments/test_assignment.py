"""Assignments: their format, the seeds of codes, and whether goals can be reached."""

import dataclasses
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from features.assignments import assignment as assignments
from features.assignments import codes, reachability
from features.assignments.__main__ import main
from features.assignments.assignment import (
    Assignment,
    AssignmentError,
    Task,
    pack,
    read,
    toml,
    unpack,
)
from features.assignments.goals import text as goal_text
from lab.course import course, page_declaration
from tests.features.assignments.answer_cases import TEXT, WEEK

TEXTS = st.text(max_size=60).map(str.strip)
LINES = TEXTS.filter(lambda text: text.isprintable())
TASKS = st.builds(
    Task,
    page=st.sampled_from(["plane", "walk", "home"]),
    scene=st.sampled_from(["m=20", "data=moons&m=20", "m=30&lam=0.1"]),
    text=TEXTS.filter(bool),
    change=st.sampled_from([("tau", "lam"), ("loss",), ("lam", "edits")]),
    goal=st.sampled_from([(("support", "<=", 9.0),), (("gap", "<=", ("test_error", 2.0, 0.5)),)]),
    points=st.floats(0, 100).map(float),
    sentence=TEXTS,
    solution=st.sampled_from(["", "tau=0.2"]),
    same_data=st.booleans(),
)
ASSIGNMENTS = st.builds(
    Assignment,
    title=LINES.filter(bool),
    tasks=st.lists(TASKS, min_size=1, max_size=3).map(tuple),
    text=TEXTS,
    id=LINES,
)


def faults(text: str) -> list[str]:
    with pytest.raises(AssignmentError) as error:
        read(text)
    return list(error.value.faults)


def unreachable(text: str) -> str:
    return text.replace("<= 1.8 × bayes_error", "<= 0.01").replace('"tau", "lam"', '"tau"')


def test_the_fields_of_a_file_are_read():
    assert (WEEK.title, WEEK.key, WEEK.points) == ("Week 3", "Week 3", 3)
    task_1, task_2 = WEEK.tasks
    assert task_1.change == ("tau", "lam") and task_1.start.tau == 0.05 and task_1.start.m == 60
    assert goal_text(task_1.goal) == "test_error <= 1.8 × bayes_error, support <= 55"
    assert task_2.start.risk == "sum" and task_2.solution_scene().lam == 0.0001


def test_with_fixed_fields_all_others_except_the_data_may_be_changed():
    assignment_text = TEXT.replace('change = ["lam"]', 'fixed = ["kernel", "loss"]')
    assert {"lam", "tau"} <= {*read(assignment_text).tasks[1].change}
    assert not {"kernel", "loss", "data", "seed", "edits"} & {
        *read(assignment_text).tasks[1].change
    }


@given(ASSIGNMENTS)
@settings(max_examples=40)
def test_an_assignment_reads_back_from_toml_and_from_a_link(assignment):
    assert read(toml(assignment)) == assignment
    tasks = [dataclasses.replace(task, solution="") for task in assignment.tasks]
    assert unpack(pack(assignment)) == dataclasses.replace(assignment, tasks=tuple(tasks))


@pytest.mark.parametrize(
    ("old", "replacement", "message"),
    [
        ('title = "Week 3"', 'title = ""', "Line 1: an assignment needs a title."),
        ('title = "Week 3"', 'title = "A\\nB"', "Line 1: title must be one line, without tabs"),
        ('title = "Week 3"', 'title = "Week 3"\ndue = 3', "Line 2: an assignment has title"),
        (
            'page = "walk"',
            'page = "walk"\nstep = "nowhere"',
            "Line 15: this page has no step",
        ),
        ('page = "walk"', 'page = "nowhere"', "Line 14: a task can’t be on the page “nowhere”"),
        (
            'page = "walk"',
            'page = "is-it-a-page"',
            "Line 14: a task can’t be on the page “is-it-a-page”; use one of: home, plane,",
        ),
        (
            'page = "walk"',
            'page = "measured"',
            "can be computed again: degree (“The degree”), price (",
        ),
        (
            'page = "walk"',
            'page = "measured"\nstep = "zeros"',
            "Line 15: On this page a task must be at a step whose picture can be computed again",
        ),
        (
            'page = "walk"',
            'page = "solved-steps"',
            "a step whose picture can be computed again: vote (",
        ),
        (
            'page = "walk"',
            'page = "solved-steps"\nstep = "lift"',
            "Line 15: On this page a task must be at a step",
        ),
        ("m=60", "m=1e9", "Line 6: m=1e9 can’t be used here"),
        ("m=60", "mm=60", "Line 6: “mm” can’t be used here"),
        (
            '["tau", "lam"]',
            '["tau", "lamb"]',
            "Line 8: “lamb” is not a field that can be changed here",
        ),
        ('["tau", "lam"]', '["seed"]', "Line 8: the seed can’t be changed"),
        ('["tau", "lam"]', "[]", "Line 8: all fields are fixed; at least one must be changeable."),
        (
            "support <= 55",
            "suport <= 55",
            "Line 9: this task has no number or field “suport”; it has",
        ),
        ("support <= 55", "support < 55", "Line 9: “support < 55” is not a condition"),
        (
            "support <= 55",
            "test_error == bayes_error",
            "Line 9: test_error is a number, and “bayes_error” is read as a word: to compare it "
            "with the number bayes_error, write test_error == 1 × bayes_error.",
        ),
        ("support <= 55", "support == few", "“few” is read as a word: after == write a number."),
        ("points = 2", "points = -2", "Line 10: points must be a number"),
        ("points = 2", 'points = "2"', "Line 10: points must be a number"),
        ("points = 2", "point = 2", "Line 10: a task has no “point”"),
        (
            'sentence = "Why does a smaller τ not help?"',
            "sentence = 4",
            "Line 11: sentence must be a text",
        ),
        ('solution = "lam=0.0001"', 'solution = "lam=-1"', "Line 18: lam=-1 can’t be used here"),
        ('change = ["lam"]', 'change = ["lam"]\nfixed = ["tau"]', "Line 17: give either"),
        ('text = "Find the widest street."', "", "this task needs a text."),
        ('text = "Two tasks."', 'text = "Two tasks.', "Line 2: this is not TOML"),
    ],
)
def test_a_fault_is_reported_with_its_line(old, replacement, message):
    assert TEXT.count(old) == 1
    assert any(message in fault for fault in faults(TEXT.replace(old, replacement)))


def test_all_faults_are_reported_at_once():
    text = TEXT.replace("points = 2", "points = -2").replace('page = "walk"', 'page = "x"')
    assert len(faults(text)) == 2
    assert faults('title = "x"')[0].startswith("Line 1: an assignment has from 1 to")
    assert len(faults('title = "x"\n' + "[[task]]\n" * 21)) == 1


@pytest.mark.parametrize("word", ["z.", "z.AAAA", "z.!!!", "z.eNoDAAAAAAE", "z." + "A" * 7000])
def test_a_damaged_link_is_reported(word):
    with pytest.raises(AssignmentError, match="in this link is"):
        unpack(word)


@given(st.text(max_size=40))
def test_a_code_gives_the_same_seed_however_it_is_typed(code):
    assert codes.seed("Week 3", code) == codes.seed("Week 3", f"  {code} ")
    assert 0 <= codes.seed("Week 3", code) < 2**31


def test_codes_have_different_seeds():
    seeds = {codes.seed("Week 3", str(number)) for number in range(1000)}
    assert len(seeds) == 1000
    assert codes.seed("Week 4", "1") not in seeds
    assert codes.seed("Week 3", "AB 12") == codes.seed("Week 3", "ab  12")


def test_a_goal_is_reached_by_the_solution_or_by_a_search():
    for task in WEEK.tasks:
        proof = reachability.prove(WEEK, task, "4711")
        assert proof.is_met and not any(proof.distances)
        assert proof.scene.seed == codes.seed("Week 3", "4711")
        changes = {name for name in vars(proof.scene)
                   if getattr(proof.scene, name) != getattr(task.start, name)}  # fmt: skip
        assert changes <= {*task.change, "seed"}


def test_fields_that_the_goal_names_are_changed_first():
    """The names are sorted, so that without this rule the last one would be changed first."""
    goal = (("loss", "==", "squared"),)
    task = dataclasses.replace(WEEK.tasks[0], change=("loss", "risk"), goal=goal)
    start = reachability.start_for(WEEK, task, "4711")
    _, (scene, *_) = islice(reachability._sweeps(task, start), 2)
    assert scene.loss != start.loss and scene.risk == start.risk


def test_an_unreachable_goal_is_reported_with_its_distance():
    week = read(unreachable(TEXT))
    proof = reachability.prove(week, week.tasks[0], "4711")
    assert not proof.is_met and max(proof.distances) > 0


@pytest.mark.parametrize(("bound", "code"), [("0.3", 0), ("", 1), ("much of it", 2)])
def test_prove_from_the_command_line(tmp_path, capsys, bound, code):
    file = tmp_path / "week.toml"
    week = unreachable(TEXT) if code == 1 else TEXT.replace("<= 1.8 × bayes_error", f"<= {bound}")
    file.write_text(week, "utf-8")
    assert main(["prove", str(file), "--codes", "4711"]) == code
    out, err = capsys.readouterr()
    assert {0: "Every goal can be reached", 1: "is missed by 0.", 2: "Line 9"}[code] in out + err


def test_prove_reports_a_code_whose_scene_can_not_be_solved(tmp_path, capsys, monkeypatch):
    def fail(*_):
        raise ValueError("All points have the same label.")

    monkeypatch.setattr(reachability.measures, "measure_scene", fail)
    (tmp_path / "week.toml").write_text(TEXT, "utf-8")
    assert main(["prove", str(tmp_path / "week.toml"), "--codes", "4711"]) == 1
    out = capsys.readouterr().out
    assert "4711: this scene can’t be solved: All points have the same label." in out


def test_prove_refuses_a_task_on_a_page_that_is_not_in_the_course(tmp_path, capsys, monkeypatch):
    own_course = dataclasses.replace(course.current(), pages=("svm",))
    monkeypatch.setattr(course, "current", lambda: own_course)
    (tmp_path / "week.toml").write_text(TEXT, "utf-8")
    assert main(["prove", str(tmp_path / "week.toml")]) == 1
    assert "The course does not include this page" in capsys.readouterr().out


@pytest.mark.thorough
def test_prove_refuses_a_goal_that_is_met_from_the_start(tmp_path, capsys):
    file = tmp_path / "week.toml"
    for goal, code in (("test_error <= 1.5 × bayes_error", 1), ("test_error <= 13 %", 0)):
        file.write_text(
            'title = "Week 3"\n[[task]]\npage = "plane"\ntext = "Do."\n'
            f'scene = "data=mixture&m=200&tau=3.2"\nchange = ["tau", "lam"]\ngoal = "{goal}"\n',
            "utf-8",
        )
        assert main(["prove", str(file), "--codes", "sample 1", "sample 2"]) == code
        message = capsys.readouterr().out
        assert ("For 2 of 2 codes the task begins with the goal already met" in message) == bool(
            code
        )
        assert "Every goal can be reached" in message


def test_a_task_can_be_on_every_page_or_on_its_steps():
    assert assignments.checked_pages() == [*page_declaration.pages()]
    for page in page_declaration.pages().values():
        fault = assignments.step_fault(page.path, "")
        assert bool(fault) == (page.name in ("solved_steps", "measured"))
        assert all(f"{name} (“" in fault for name in page.measured_pictures if fault)
    votes = TEXT.replace('page = "walk"', 'page = "solved-steps"\nstep = "vote"')
    task = read(votes.replace("slack_sum <= 1e-6, support <= 5", "test_error <= 15 %")).tasks[1]
    assert reachability.prove(WEEK, task, "4711").is_met
