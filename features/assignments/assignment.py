"""Assignments: a title, a text and tasks, in a TOML file or in a link.

    title = "Week 3: the bandwidth"
    text = "Each task begins with data of your own. Hand in one answer for all of them."
    id = "week-3"                        # with a student's code, sets the seed of their data;
                                         # default: the title

    [[task]]
    page = "…"                           # as in the page's address; "home" is the first page
    step = "price"                       # the step that is shown; required if the page's steps
                                         # share no picture that can be solved again. Default: the
                                         # steps with controls for the fields of `change`
    scene = "data=mixture&m=200&tau=3.2&lam=10"  # the first scene: the query of an address
    text = "Bring the test error close to the Bayes error."
    change = ["tau", "lam"]              # the fields that may be changed; the others are fixed
    goal = "test_error <= 1.25 × bayes_error"
    points = 2                           # default: 1
    sentence = "Which of τ and λ made the boundary too smooth?"  # optional question
    solution = "tau=1&lam=0.1"           # optional: changes to the scene that meet the goal
    same_data = false                    # true: every student has the scene's data

Some steps have additional fields, such as `order` for the degree of a polynomial.
`scene`, `change`, `goal` and `solution` may use them. `fixed` may replace `change`: it lists the
fields that may not be changed, and then the data are fixed too. Without `change` and `fixed`, only
the data are fixed. Errors in a file are reported with their lines. For the syntax of goals see
`goals`.
"""

import tomllib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from features.assignments import goals, measures
from features.assignments.measures import AnyScene
from lab.course import packed_text, page_declaration, page_scenes, toml_text
from lab.course.feature import shell_words
from lab.course.measured_picture import MeasuredPicture
from lab.course.page_declaration import HOME, PageDeclaration
from lab.course.plain_text import is_one_line
from lab.course.toml_lines import describe_toml_error, line_of
from lab.scene.fields import number_text
from lab.scene.scene import SAMPLE, Problem, SceneError, escape_text, parse, replace
from lab.ui.challenges import Condition

MAX_BYTES = 64 * 1024
MAX_TASKS = 20
MAX_POINTS = 1000
MAX_LENGTHS = {"title": 120, "text": 4000, "id": 80}
_MAX_TASK_LENGTHS = {
    "page": 40,
    "step": 40,
    "scene": 4000,
    "text": 4000,
    "sentence": 400,
    "solution": 4000,
}
_KEYS = (*_MAX_TASK_LENGTHS, "change", "fixed", "goal", "points", "same_data")
_DATA_FIELDS = (*SAMPLE, "edits")

# A key of a task's table, "" for the table itself, and a sentence that says what is wrong.
Fault = tuple[str, str]


class AssignmentError(ValueError):
    """An assignment that can't be read or published. `faults`: the reasons, in sentences."""

    def __init__(self, *faults: str):
        super().__init__(" ".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class Task:
    """One task: the entries of its TOML table. A list `fixed` is converted to `change`."""

    page: str
    scene: str
    text: str
    change: tuple[str, ...]
    goal: tuple[Condition, ...]
    points: float = 1.0
    sentence: str = ""
    solution: str = ""
    same_data: bool = False
    step: str = ""

    @property
    def picture(self) -> MeasuredPicture:
        """The picture of the task's page or step."""
        picture = measures.picture_of(self.page, self.step)
        assert picture is not None  # checked when the task was read
        return picture

    @property
    def start(self) -> AnyScene:
        """The task's first scene, before the seed of a student is set."""
        return scene_of(self.page, self.scene, step=self.step)

    def solution_scene(self, start: AnyScene | None = None) -> AnyScene | None:
        """Return the scene of the task's solution, based on `start` or on the task's first scene;
        None if the task has no solution."""
        if not self.solution:
            return None
        return scene_of(self.page, self.solution, start or self.start, self.step)


@dataclass(frozen=True)
class Assignment:
    """An assignment with at least one task."""

    title: str
    tasks: tuple[Task, ...]
    text: str = ""
    id: str = ""

    @property
    def key(self) -> str:
        """The text that identifies the assignment in answers.

        With a student's code, it sets the seed of the student's data.
        """
        return self.id or self.title

    @property
    def points(self) -> float:
        return sum(task.points for task in self.tasks)


def points_text(points: float) -> str:
    return f"{number_text(points)} point{'' if points == 1 else 's'}"


def find_page(page: str) -> PageDeclaration | None:
    """Return the page with this name if it can have tasks, else None."""
    declaration = page_declaration.pages().get(page or HOME)
    return declaration if declaration and _is_checked(declaration) else None


def checked_pages() -> list[str]:
    """Return the names of the pages with a picture that can be computed again, as tasks need it."""
    return [name for name, page in page_declaration.pages().items() if _is_checked(page)]


def _is_checked(page: PageDeclaration) -> bool:
    return bool(page.is_solved or page.solved_steps or page.measured_pictures)


def step_fault(page: str, step: str) -> str:
    """Return a sentence that says why a task can't be at this step of a page; "" if it can."""
    if measures.picture_of(page, step):
        return ""
    declaration = page_declaration.pages()[page or HOME]
    titles = [
        f"{step.name} (“{step.title}”)"
        for step in declaration.steps
        if measures.picture_of(page, step.name)
    ]
    choices = " or ".join([", ".join(titles[:-1])] * (len(titles) > 1) + titles[-1:])
    no_step = "; it may also name no step" if measures.picture_of(page) else ""
    return (
        "On this page a task must be at a step whose picture can be computed again:"
        f" {choices}{no_step}."
    )


def scene_of(page: str, query: str, default: AnyScene | None = None, step: str = "") -> AnyScene:
    """Read the scene of a query string on a page or step. Never raises.

    `parse` fills in missing and unusable fields from `default` or, without it, from the first scene
    of the page's or the step's picture. Fields that have a fixed value on the page get this value.
    """
    declaration = page_declaration.pages()[page or HOME]
    picture = measures.picture_of(page, step)
    first_scene = picture.scene if picture else declaration.scene
    scene = parse_scene(page, query, default or first_scene)[0]
    return replace(scene, **declaration.fixed_fields) if declaration.fixed_fields else scene


def parse_scene(page: str, query: str, default: AnyScene) -> tuple[AnyScene, list[Problem]]:
    """Read a query string of a page. Return the scene and the query's problems. Never raises."""
    return parse(query, default=default, ignore=_other_words(page, default))


def _other_words(page: str, scene: AnyScene) -> set[str]:
    """Return the words of a page's address that are not fields of this scene."""
    words = {*page_declaration.pages()[page or HOME].words, *shell_words()}
    return words - {*scene.table}


def read(text: str) -> Assignment:
    """Read an assignment from TOML. Raises AssignmentError, which lists the faults."""
    return _read(text.removeprefix("\ufeff").replace("\r\n", "\n"))


@lru_cache(maxsize=32)
def _read(text: str) -> Assignment:
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise AssignmentError(
            f"The assignment has more than {MAX_BYTES // 1024} kB of text. Shorten it, or split it "
            "into two."
        )
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line, sentence = describe_toml_error(text, error)
        raise AssignmentError(f"Line {line}: {sentence}") from None

    def where(task: int, key: str) -> str:
        line = line_of(text, "task" if task else "", key, nth=max(0, task - 1))
        return f"Line {line}: "

    return build(table, where)


def build(table: Any, where: Callable[[int, str], str]) -> Assignment:
    """Build an assignment from a table, checking every part. Raises AssignmentError.

    `where(task number, key)` returns the text to put before the sentence about a fault, such as
    the line number. Task number 0 is the assignment itself.
    """
    faults = []
    for key in sorted(set(table) - {*MAX_LENGTHS, "task"}):
        faults.append(
            f"{where(0, key)}an assignment has title, text, id and [[task]]s, but no"
            f" “{escape_text(key)}”."
        )
    for key, max_length in MAX_LENGTHS.items():
        value = table.get(key, "")
        if not isinstance(value, str) or len(value) > max_length:
            faults.append(
                f"{where(0, key)}{key} must be a text of at most {max_length:,} characters."
            )
        elif key != "text" and not is_one_line(value):
            faults.append(
                f"{where(0, key)}{key} must be one line, without tabs or invisible characters."
            )
    if not str(table.get("title", "")).strip():
        faults.append(f"{where(0, 'title')}an assignment needs a title.")
    value = table.get("task", [])
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_TASKS:
        raise AssignmentError(
            *faults, f"{where(0, 'task')}an assignment has from 1 to {MAX_TASKS} tasks, each under"
            " [[task]].",
        )  # fmt: skip
    tasks = []
    for number, task_table in enumerate(value, 1):
        task, task_faults = _task(task_table)
        faults += [f"{where(number, key)}{sentence}" for key, sentence in task_faults]
        tasks += [task] if task else []
    if faults:
        raise AssignmentError(*faults)
    texts = {key: table.get(key, "").strip() for key in MAX_LENGTHS}
    return Assignment(tasks=tuple(tasks), **texts)


def _task(table: Any) -> tuple[Task | None, list[Fault]]:
    """Build one task from its table. Return the task, or None if it has faults, and the faults."""
    if not isinstance(table, dict):
        return None, [("", "a task is a table under [[task]].")]
    faults = [*_shape_faults(table)]
    if faults:
        return None, faults
    page = table["page"].strip("/")
    declaration = find_page(page)
    if not declaration:
        page_names = ", ".join(checked_pages())
        return None, [
            (
                "page",
                f"a task can’t be on the page “{escape_text(page)}”; use one of: {page_names}.",
            )
        ]
    step = table.get("step", "")
    picture = measures.picture_of(page, step)
    first_scene = picture.scene if picture else declaration.scene
    faults = [*_scene_faults(page, table, first_scene), *_step_faults(table, declaration)]
    if faults or not picture:
        return None, faults
    start = scene_of(page, table.get("scene", ""), step=step)
    faults, change = _read_changeable_fields(table, start, picture.changeable)
    try:
        goal = goals.read(table["goal"])
        known_names = measures.known_names(page, step, start)
        faults += [("goal", fault) for fault in _goal_faults(goal, known_names, start)]
    except goals.GoalError as error:
        return None, [*faults, ("goal", str(error))]
    except (SceneError, ValueError) as error:  # the scene is valid but can't be solved
        return None, [*faults, ("scene", str(error))]
    task = Task(
        page or HOME, table.get("scene", ""), table["text"].strip(), change, goal,
        float(table.get("points", 1)), table.get("sentence", "").strip(),
        table.get("solution", ""), table.get("same_data", False), step,
    )  # fmt: skip
    return (None if faults else task), faults


def _shape_faults(table: dict[str, Any]) -> list[Fault]:
    """Return faults that do not depend on the page: unknown keys, invalid or missing values."""
    faults = [
        (key, f"a task has no “{escape_text(key)}”; its keys are {', '.join(_KEYS)}.")
        for key in table
        if key not in _KEYS
    ]
    for key, max_length in _MAX_TASK_LENGTHS.items():
        value = table.get(key, "")
        if not isinstance(value, str) or len(value) > max_length:
            faults.append((key, f"{key} must be a text of at most {max_length:,} characters."))
    faults += [
        (key, f"this task needs a {key}.")
        for key in ("page", "text", "goal")
        if not table.get(key)
    ]  # fmt: skip
    points = table.get("points", 1)
    if (
        isinstance(points, bool)
        or not isinstance(points, int | float)
        or not (0 <= points <= MAX_POINTS)
    ):
        faults.append(("points", f"points must be a number from 0 to {MAX_POINTS}."))
    if not isinstance(table.get("same_data", False), bool):
        faults.append(("same_data", "same_data must be true or false."))
    for key in ("change", "fixed"):
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            faults.append((key, f'{key} must be a list of names, such as ["tau", "lam"].'))
    if "change" in table and "fixed" in table:
        faults.append(("fixed", "give either change or fixed, not both: each implies the other."))
    return faults


def _scene_faults(page: str, table: dict[str, Any], first_scene: AnyScene) -> list[Fault]:
    """Return the faults of the scene and of the solution.

    `first_scene` is the first scene of the picture or, without a picture, of the page.
    """
    ignore = _other_words(page, first_scene)
    return [
        (key, problem)
        for key in ("scene", "solution")
        for problem in page_scenes.problems(
            page or HOME, table.get(key, ""), ignore, default=first_scene
        )
    ]


def _step_faults(table: dict[str, Any], declaration: PageDeclaration) -> list[Fault]:
    """Return the fault of the task's step, if any."""
    names, step = [step.name for step in declaration.steps], table.get("step", "")
    if step not in ("", *names):
        step_names = ", ".join(names) or "none"
        return [("step", f"this page has no step “{escape_text(step)}”; it has {step_names}.")]
    fault = step_fault(declaration.path, step)
    return [("step", fault)] if fault else []


def _read_changeable_fields(
    table: dict[str, Any], start: AnyScene, changeable: Collection[str]
) -> tuple[list[Fault], tuple]:
    """Return the faults of `change` or `fixed`, and the names of the fields that may be changed."""
    fields = [name for name in start.table if name in changeable]
    key = "fixed" if "fixed" in table else "change"
    names = table.get(key, [])
    faults = [
        (
            key,
            f"“{escape_text(name)}” is not a field that can be changed here; the fields are"
            f" {', '.join(fields)}.",
        )
        for name in names
        if name not in fields
    ]
    if key == "change" and "seed" in names and not table.get("same_data"):
        faults.append(
            (
                key,
                "the seed can’t be changed unless same_data is true: each student’s code sets it.",
            )
        )
    if "change" in table:
        change = [name for name in fields if name in names]
    else:
        change = [name for name in fields if name not in names and name not in _DATA_FIELDS]
    if not change and not faults:
        faults.append((key, "all fields are fixed; at least one must be changeable."))
    return faults, tuple(change)


def _goal_faults(
    goal: tuple[Condition, ...], known_names: Collection[str], start: AnyScene
) -> Iterator[str]:
    """Yield the faults of a goal: unknown names of numbers and fields, and a comparison of a number
    with a word."""
    for name in goals.names(goal):
        if name not in known_names:
            yield (
                f"this task has no number or field “{escape_text(name)}”; it has"
                f" {', '.join(sorted(known_names))}."
            )
    for name, operator, bound in goal:
        is_number = name in known_names and not isinstance(vars(start).get(name), str)
        if is_number and operator == "==" and isinstance(bound, str):
            remedy = (
                f"to compare it with the number {bound}, write {name} == 1 × {bound}"
                if bound in known_names
                else "after == write a number"
            )
            yield f"{name} is a number, and “{bound}” is read as a word: {remedy}."


# ---- writing assignments as text --------------------------------------------------------------


def table_of(assignment: Assignment) -> dict[str, Any]:
    """Convert an assignment to a table for TOML or a link; the inverse of `build`."""
    tasks = [
        toml_text.table(task) | {"goal": goals.text(task.goal), "change": list(task.change)}
        for task in assignment.tasks
    ]
    texts = {key: getattr(assignment, key) for key in MAX_LENGTHS if getattr(assignment, key)}
    return texts | {"task": tasks}


def toml(assignment: Assignment) -> str:
    """Write an assignment as TOML; the inverse of `read`."""
    table = table_of(assignment)
    lines = [
        f"{key} = {toml_text.value(table[key])}" for key in ("title", "text", "id") if key in table
    ]
    for task in table["task"]:
        texts = (f"{key} = {toml_text.value(task[key])}" for key in _KEYS if key in task)
        lines += ["", "[[task]]", *texts]
    return "\n".join(lines) + "\n"


def pack(assignment: Assignment) -> str:
    """Pack an assignment without its solutions into a word of a link.

    Raises AssignmentError if the word is too long.
    """
    table = table_of(assignment)
    for task in table["task"]:
        task.pop("solution", None)
    word = packed_text.pack(table)
    if len(word) > packed_text.MAX_CHARACTERS:
        raise AssignmentError(
            f"As a link this assignment has {len(word):,} characters; the limit is "
            f"{packed_text.MAX_CHARACTERS:,}. Shorten its texts, use fewer tasks or fewer own "
            "points, or ask the host to put it into the course’s folder as a file."
        )
    return word


@lru_cache(maxsize=32)
def unpack(word: str) -> Assignment:
    """Read the assignment in a packed word. Raises AssignmentError."""
    try:
        table = packed_text.unpack_link(word, "assignment", MAX_BYTES)
    except ValueError as error:
        raise AssignmentError(str(error)) from None
    if not isinstance(table, dict):
        raise AssignmentError(packed_text.damage_message("assignment"))
    return build(table, lambda task, _: f"Task {task} in this link: " if task else "In this link: ")
