"""An assignment: a title, a text, some tasks.

    title = "Week 3: the bandwidth"
    text = "Each task begins with data of your own. Hand in one answer for all of them."
    id = "week-3"                        # sets everybody's data; without it, the title does

    [[task]]
    page = "…"                           # as in the page's address; "home" is the first page
    step = "price"                       # a step of the page, which then stands alone; optional,
                                         # but on a page whose first picture can't be solved again
    scene = "data=mixture&m=200&tau=3.2&lam=10"  # where the task begins, as behind an address's ?
    text = "Bring the test error close to the best there is."
    change = ["tau", "lam"]              # what may be changed; all else is fixed
    goal = "test_error <= 1.25 × bayes_error"
    points = 2
    sentence = "Which of τ and λ made the boundary too smooth?"  # optional: to answer in words
    solution = "tau=1&lam=0.1"           # optional: a scene that meets the goal, over the first one
    same_data = false                    # true: everybody has the scene's own data

A step with numbers of its own has words of its own in the address, such as `order` where a degree
is dragged; they are fields of its scene, and may stand in all of these. In place of `change` may
stand `fixed`, the fields that may not be changed; the data always are fixed then.
Everything that is wrong is told with its line. What a goal may say: `goals`.
"""

import tomllib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from features.assignments import goals, measures
from features.assignments.measures import AnyScene
from lab.course import packed_text, page_declaration, page_scenes, toml_text
from lab.course.feature import shell_words
from lab.course.measured_picture import MeasuredPicture
from lab.course.page_declaration import HOME, PageDeclaration
from lab.course.toml_lines import line_of, no_toml
from lab.scene.fields import number_text
from lab.scene.scene import SAMPLE, Problem, SceneError, parse, replace, visible
from lab.ui.challenges import Condition

MAX_BYTES = 64 * 1024
MAX_TASKS = 20
MAX_POINTS = 1000
LONGEST = {"title": 120, "text": 4000, "id": 80}
_TEXTS = {"page": 40, "step": 40, "scene": 4000, "text": 4000, "sentence": 400, "solution": 4000}
_KEYS = (*_TEXTS, "change", "fixed", "goal", "points", "same_data")
_OF_DATA = (*SAMPLE, "edits")

Fault = tuple[str, str]  # the key that it is about, and a sentence


class AssignmentError(ValueError):
    """What is wrong with an assignment: `faults` are sentences."""

    def __init__(self, *faults: str):
        super().__init__(" ".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class Task:
    """One task, as it was read; see above."""

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
        """What the task is about."""
        found = measures.picture_of(self.page, self.step)
        assert found is not None  # it was checked when the task was read
        return found

    @property
    def start(self) -> AnyScene:
        """The scene that the task begins with, before anybody's seed is set."""
        return scene_of(self.page, self.scene, step=self.step)

    def solved(self, start: AnyScene | None = None) -> AnyScene | None:
        """The solution that the task brings, for the seed of a start or its own; None where it
        brings none."""
        if not self.solution:
            return None
        return scene_of(self.page, self.solution, start or self.start, self.step)


@dataclass(frozen=True)
class Assignment:
    """A title, a text and tasks, at least one."""

    title: str
    tasks: tuple[Task, ...]
    text: str = ""
    id: str = ""

    @property
    def key(self) -> str:
        """What sets everybody's data, and says which assignment an answer belongs to."""
        return self.id or self.title

    @property
    def points(self) -> float:
        return sum(task.points for task in self.tasks)


def points_text(points: float) -> str:
    return f"{number_text(points)} point{'' if points == 1 else 's'}"


def find_page(page: str) -> PageDeclaration | None:
    """The page of this name, which has a picture that can be checked; None where there is none."""
    found = page_declaration.pages().get(page or HOME)
    return found if found and _is_checked(found) else None


def checked_pages() -> list[str]:
    """The pages that a task can be on: those with a picture of a scene that the server solves."""
    return [name for name, page in page_declaration.pages().items() if _is_checked(page)]


def _is_checked(page: PageDeclaration) -> bool:
    return bool(page.sliders or page.solved_steps or page.measured)


def step_fault(page: str, step: str) -> str:
    """Why a task can't be at this step of a page, in a sentence; empty where it can."""
    if measures.picture_of(page, step):
        return ""
    declared = page_declaration.pages()[page or HOME]
    titles = [
        f"{one.name} (“{one.title}”)"
        for one in declared.steps
        if measures.picture_of(page, one.name)
    ]
    named = " or ".join([", ".join(titles[:-1])] * (len(titles) > 1) + titles[-1:])
    return f"Here a task is at a step whose picture is solved again from its scene: {named}."


def scene_of(page: str, query: str, default: AnyScene | None = None, step: str = "") -> AnyScene:
    """The scene of a query string on a page, or on a step of it; what it does not say is as there,
    or as in `default`. What the page sets always is set. Never raises."""
    declaration = page_declaration.pages()[page or HOME]
    picture = measures.picture_of(page, step)
    first = picture.scene if picture else declaration.scene
    scene = parse_scene(page, query, default or first)[0]
    return replace(scene, **declaration.always) if declaration.always else scene


def parse_scene(page: str, query: str, default: AnyScene) -> tuple[AnyScene, list[Problem]]:
    """The scene of a query string on a page, and what was wrong with it. Never raises."""
    return parse(query, default=default, ignore=_beside(page, default))


def _beside(page: str, scene: AnyScene) -> set[str]:
    """The words of a page's address that are no fields of this scene."""
    words = {*page_declaration.pages()[page or HOME].words, *shell_words()}
    return words - {*scene.table}


def read(text: str) -> Assignment:
    """The assignment of a TOML text. Raises AssignmentError with everything that is wrong in it."""
    return _read(text.removeprefix("\ufeff").replace("\r\n", "\n"))


@lru_cache(maxsize=32)
def _read(text: str) -> Assignment:
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise AssignmentError(f"An assignment may have {MAX_BYTES // 1024} kB, and this has more.")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line, sentence = no_toml(text, error)
        raise AssignmentError(f"Line {line}: {sentence}") from None

    def where(task: int, key: str) -> str:
        line = line_of(text, "task" if task else "", key, nth=max(0, task - 1))
        return f"Line {line}: "

    return build(table, where)


def build(table: Any, where: Callable[[int, str], str]) -> Assignment:
    """The assignment of a table, every part of it checked. `where` gives the words in front of a
    fault, from the task's number and a key. Raises AssignmentError."""
    faults = []
    for key in sorted(set(table) - {*LONGEST, "task"}):
        faults.append(
            f"{where(0, key)}an assignment has title, text, id and [[task]]s, but no"
            f" “{visible(key)}”."
        )
    for key, most in LONGEST.items():
        given = table.get(key, "")
        if not isinstance(given, str) or len(given) > most:
            faults.append(f"{where(0, key)}{key} must be a text of at most {most:,} characters.")
        elif key != "text" and not given.isprintable():
            faults.append(f"{where(0, key)}{key} must be one line.")
    if not str(table.get("title", "")).strip():
        faults.append(f"{where(0, 'title')}an assignment needs a title.")
    given = table.get("task", [])
    if not isinstance(given, list) or not 1 <= len(given) <= MAX_TASKS:
        raise AssignmentError(
            *faults, f"{where(0, 'task')}an assignment has from 1 to {MAX_TASKS} tasks, each under"
            " [[task]].",
        )  # fmt: skip
    tasks = []
    for number, one in enumerate(given, 1):
        made, wrong = _task(one)
        faults += [f"{where(number, key)}{sentence}" for key, sentence in wrong]
        tasks += [made] if made else []
    if faults:
        raise AssignmentError(*faults)
    texts = {key: table.get(key, "").strip() for key in LONGEST}
    return Assignment(tasks=tuple(tasks), **texts)


def _task(given: Any) -> tuple[Task | None, list[Fault]]:
    """One task, or everything that is wrong with its table: of each fault its key, a sentence."""
    if not isinstance(given, dict):
        return None, [("", "a task is a table under [[task]].")]
    faults = [*_shape(given)]
    if faults:
        return None, faults
    page = given["page"].strip("/")
    declaration = find_page(page)
    if not declaration:
        there = ", ".join(checked_pages())
        return None, [("page", f"no task can be on “{visible(page)}”; there are {there}.")]
    step = given.get("step", "")
    picture = measures.picture_of(page, step)
    first = picture.scene if picture else declaration.scene
    faults = [*_scenes(page, given, first), *_step(given, declaration)]
    if faults or not picture:
        return None, faults
    start = scene_of(page, given.get("scene", ""), step=step)
    faults, change = _changeable(given, start, picture.changeable)
    try:
        goal = goals.read(given["goal"])
        known = measures.known_names(page, step, start)
        faults += [
            ("goal", f"there is no “{visible(name)}” here; there are {', '.join(sorted(known))}.")
            for name in goals.names(goal)
            if name not in known
        ]
    except goals.GoalError as error:
        return None, [*faults, ("goal", str(error))]
    except (SceneError, ValueError) as error:  # the scene can be read, but not solved
        return None, [*faults, ("scene", str(error))]
    task = Task(
        page or HOME, given.get("scene", ""), given["text"].strip(), change, goal,
        float(given.get("points", 1)), given.get("sentence", "").strip(),
        given.get("solution", ""), given.get("same_data", False), step,
    )  # fmt: skip
    return (None if faults else task), faults


def _shape(given: dict[str, Any]) -> list[Fault]:
    """What can be told of the values alone."""
    faults = [
        (key, f"a task has no “{visible(key)}”; it has {', '.join(_KEYS)}.")
        for key in given
        if key not in _KEYS
    ]
    for key, most in _TEXTS.items():
        value = given.get(key, "")
        if not isinstance(value, str) or len(value) > most:
            faults.append((key, f"{key} must be a text of at most {most:,} characters."))
    faults += [
        (key, f"this task has no {key}.")
        for key in ("page", "text", "goal")
        if not given.get(key)
    ]  # fmt: skip
    points = given.get("points", 1)
    if (
        isinstance(points, bool)
        or not isinstance(points, int | float)
        or not (0 <= points <= MAX_POINTS)
    ):
        faults.append(("points", f"points must be a number from 0 to {MAX_POINTS}."))
    if not isinstance(given.get("same_data", False), bool):
        faults.append(("same_data", "same_data must be true or false."))
    for key in ("change", "fixed"):
        value = given.get(key, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            faults.append((key, f'{key} must be a list of names, such as ["tau", "lam"].'))
    if "change" in given and "fixed" in given:
        faults.append(("fixed", "say either change or fixed: each is what the other leaves."))
    return faults


def _scenes(page: str, given: dict[str, Any], first: AnyScene) -> list[Fault]:
    """What the page can't use of the scene that a task begins with, and of the solution. `first`:
    what its picture opens with."""
    ignore = _beside(page, first)
    return [
        (key, problem)
        for key in ("scene", "solution")
        for problem in page_scenes.problems(page or HOME, given.get(key, ""), ignore, default=first)
    ]


def _step(given: dict[str, Any], declaration: PageDeclaration) -> list[Fault]:
    """What is wrong with the step of the page that is named."""
    names, step = [step.name for step in declaration.steps], given.get("step", "")
    if step not in ("", *names):
        there = ", ".join(names) or "none"
        return [("step", f"this page has no step “{visible(step)}”; there are {there}.")]
    told = step_fault(declaration.path, step)
    return [("step", told)] if told else []


def _changeable(
    given: dict[str, Any], start: AnyScene, changeable: Collection[str]
) -> tuple[list[Fault], tuple]:
    """What is wrong with the names of fields, and those that may be changed."""
    known = [name for name in start.table if name in changeable]
    key = "fixed" if "fixed" in given else "change"
    names = given.get(key, [])
    faults = [
        (key, f"there is no “{visible(name)}”; there are {', '.join(known)}.")
        for name in names
        if name not in known
    ]
    if key == "change" and "seed" in names and not given.get("same_data"):
        faults.append((key, "the seed can't be changed: everybody's code sets it."))
    if "change" in given:
        change = [name for name in known if name in names]
    else:
        change = [name for name in known if name not in names and name not in _OF_DATA]
    if not change and not faults:
        faults.append((key, "nothing is left that may be changed."))
    return faults, tuple(change)


# ---- written again ----------------------------------------------------------------------------


def table_of(assignment: Assignment) -> dict[str, Any]:
    """The assignment as a table, for TOML and for a link; `build` undoes it."""
    tasks = [
        toml_text.table(task) | {"goal": goals.text(task.goal), "change": list(task.change)}
        for task in assignment.tasks
    ]
    head = {key: getattr(assignment, key) for key in LONGEST if getattr(assignment, key)}
    return head | {"task": tasks}


def toml(assignment: Assignment) -> str:
    """The assignment as a TOML text; `read` undoes it."""
    table = table_of(assignment)
    lines = [
        f"{key} = {toml_text.value(table[key])}" for key in ("title", "text", "id") if key in table
    ]
    for task in table["task"]:
        texts = (f"{key} = {toml_text.value(task[key])}" for key in _KEYS if key in task)
        lines += ["", "[[task]]", *texts]
    return "\n".join(lines) + "\n"


def pack(assignment: Assignment) -> str:
    """The word of a link that carries the whole assignment, but for its solutions. Raises
    AssignmentError where it is too long."""
    table = table_of(assignment)
    for task in table["task"]:
        task.pop("solution", None)
    word = packed_text.pack(table)
    if len(word) > packed_text.MAX_CHARACTERS:
        raise AssignmentError(
            f"As a link this assignment has {len(word):,} characters, and a link has room for "
            f"{packed_text.MAX_CHARACTERS:,}. Shorten its texts, or let the host put the file "
            "into the course's folder."
        )
    return word


@lru_cache(maxsize=32)
def unpack(word: str) -> Assignment:
    """What `pack` packed. Raises AssignmentError for anything else."""
    try:
        table = packed_text.unpack_link(word, "assignment", MAX_BYTES)
    except ValueError as error:
        raise AssignmentError(str(error)) from None
    if not isinstance(table, dict):
        raise AssignmentError(packed_text.damage("assignment"))
    return build(table, lambda task, _: f"Task {task} in this link: " if task else "In this link: ")
