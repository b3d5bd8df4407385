"""The docs for hosts: their commands and assignments work."""

import re
import tomllib

import pytest

from features.assignments import assignment as assignments
from features.assignments import measures, reachability
from lab.scene.scene import SAMPLE
from lab.ui.challenges import is_met
from pages.order import PAGES
from tests.deploy.docs import COMMANDS, COURSE, ROOT
from tests.pages.goals import frames

BLOCKS = re.findall(r"```toml\n(.*?)```", COURSE, re.S)


def test_commands_use_existing_options():
    lines = " ".join(line for line in COMMANDS if "features.assignments" in line)
    options = re.findall(r"--\w+", lines)
    source = (ROOT / "features/assignments/__main__.py").read_text("utf-8")
    assert options and all(f'"{option}"' in source for option in options)


def test_the_example_assignment_can_be_solved():
    assignment = assignments.read(BLOCKS[0])
    (task,) = assignment.tasks
    solution = task.solution_scene()
    assert solution is not None
    frame = min(frames(solution, "tau"), key=lambda f: abs(f["tau"] - solution.tau))
    assert is_met(task.goal, frame)
    assert tomllib.loads(BLOCKS[0])["id"] == "week-3"
    explained = {line.split("  #")[0].strip() for line in assignments.__doc__.splitlines()}
    shown_lines = {line for line in BLOCKS[0].splitlines() if re.match("(scene|goal|sol)", line)}
    assert len(shown_lines) == 3 and shown_lines <= explained, "one example in both places"


@pytest.mark.thorough(keep_every=2)
@pytest.mark.parametrize(("number", "name", "count"), [(0, "week-3", 1), (1, "week-4", 3)])
def test_the_example_tasks_can_be_solved_on_individual_data(number, name, count):
    assignment = assignments.read(BLOCKS[number])
    assert tomllib.loads(BLOCKS[number])["id"] == name and len(assignment.tasks) == count
    for task in assignment.tasks:
        for code in reachability.SAMPLE_CODES:
            proof = reachability.prove(assignment, task, code)
            assert proof.is_met and not proof.is_met_at_start, (task.page, task.step, code)
        assert is_met(task.goal, measures.measure_scene(task.picture, task.solution_scene()))


def test_the_named_steps_can_have_tasks():
    rows = re.findall(r"^\| \*([^*]+)\* \| (.*?) \| ?(.*?) \|$", COURSE, re.M)
    by_title = {page.title: page for page in PAGES}
    titles = {page.title for page in PAGES if page.measured_pictures or page.solved_steps}
    assert {title for title, *_ in rows} == titles
    for title, steps, words in rows:
        page = by_title[title]
        assert {*re.findall(r"`([\w-]+)`", steps)} == {
            *page.measured_pictures,
            *page.solved_steps,
        } - {""}
        free = {name for picture in page.measured_pictures.values() for name in picture.changeable}
        named_words = {*re.findall(r"`(\w+)`", words)}
        assert named_words == free - {*SAMPLE, "edits"}
