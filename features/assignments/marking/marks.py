"""Marks: each answer is solved again, through the same functions as the pages' pictures.

What decides is the scene alone: that it is on the data of the code, that nothing but what may be
changed was changed, and that its solution meets the goal.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from features.assignments import answer as answers
from features.assignments import codes, goals, measures
from features.assignments.answer import AssignmentAnswer, TaskAnswer, UnreadableAnswer
from features.assignments.assignment import Assignment, Task, parse_scene
from features.assignments.marking.roster import Roster, Student
from features.assignments.marking.submissions import Submission
from features.assignments.measures import AnyScene
from features.assignments.reachability import start_for
from lab.scene.fields import Field, count
from lab.scene.scene import SceneError, visible

MAX_GAP = 1e-3  # a solution farther from the best, as a share of its objective, proves nothing
UNCHANGED = "This is the scene with which the task begins: nothing was changed."
LATE = "Handed in late."
_ALIKE = 40  # characters of a sentence that two students hardly write alike by chance


@dataclass(frozen=True)
class TaskMark:
    """One task of one answer: its points, the numbers that decided, and what is wrong."""

    points: float = 0.0
    met: bool = False
    scene: AnyScene | None = None
    values: dict[str, Any] = field(default_factory=dict)
    distances: tuple[float, ...] = ()
    fault: str = ""  # a sentence
    words: str = ""
    tensors: dict[str, np.ndarray] = field(default_factory=dict)

    @property
    def gap(self) -> float:
        """How far the solution is from the best there is, at most."""
        gaps = [value for name, value in self.values.items() if name.split("_")[0] == "gap"]
        return max(gaps, default=math.nan)


@dataclass(frozen=True)
class Mark:
    """One submission, marked; or why it could not be read."""

    submission: Submission
    answer: AssignmentAnswer | None = None
    student: Student | None = None
    tasks: tuple[TaskMark, ...] = ()
    unreadable: str = ""
    remarks: tuple[str, ...] = ()
    counts: bool = True  # not so where another answer of the same student is taken
    by_another: bool = False  # a platform says that somebody else handed it in

    @property
    def points(self) -> float:
        return sum(task.points for task in self.tasks)


def mark_all(
    assignment: Assignment, submissions: Iterable[Submission], roster: Roster | None = None
) -> list[Mark]:
    """The marks of everything that was handed in, in its order."""
    marks = [mark(assignment, one, roster) for one in submissions]
    marks = _without_strays(marks)
    return _with_duplicates(_with_alike(marks))


def mark(assignment: Assignment, submission: Submission, roster: Roster | None = None) -> Mark:
    """One submission, looked at by itself."""
    late = (LATE,) if submission.late else ()
    try:
        if submission.fault:
            raise UnreadableAnswer(submission.fault)
        answer = answers.read(submission.content)
        check_key(assignment, answer)
    except UnreadableAnswer as error:
        return Mark(submission, unreadable=str(error), remarks=late)
    student = roster.find(answer.code) if roster else None
    another = _another(submission, student, roster)
    remarks = [*late, *_foreign(answer, student, another, roster)]
    tasks = tuple(
        mark_task(assignment, task, answer.code, entry)
        for task, entry in zip(
            assignment.tasks,
            [*answer.entries, *[TaskAnswer()] * len(assignment.tasks)],
            strict=False,
        )
    )
    return Mark(
        submission, answer, student, tasks, remarks=tuple(remarks), by_another=bool(another)
    )


def check_key(assignment: Assignment, answer: AssignmentAnswer) -> None:
    """Raises UnreadableAnswer for an answer to another assignment."""
    if answer.key != assignment.key:
        raise UnreadableAnswer(f"it answers another assignment, “{visible(answer.key)}”.")
    if len(answer.entries) > len(assignment.tasks):
        raise UnreadableAnswer(
            f"it answers {count(len(answer.entries), 'task')}, and the assignment has "
            f"{len(assignment.tasks)}."
        )


def _another(
    submission: Submission, student: Student | None, roster: Roster | None
) -> Student | None:
    """Who handed it in, as the platform's number says, where that is not whose code it has."""
    giver = roster.find_by_number(submission.platform, submission.id) if roster else None
    return giver if student and giver != student else None


def _foreign(
    answer: AssignmentAnswer,
    student: Student | None,
    another: Student | None,
    roster: Roster | None,
) -> list[str]:
    """What is odd about whose code this is."""
    if not roster:
        return []
    if not student:
        return [f"The code “{visible(answer.code)}” is not in the roster."]
    if another:
        who, whose = (visible(one.name) or visible(one.code) for one in (another, student))
        return [f"Handed in by {who}, with the code of {whose}."]
    return []


def mark_task(assignment: Assignment, task: Task, code: str, entry: TaskAnswer) -> TaskMark:
    """One task: its scene read, held against what is fixed, and solved."""
    blank = TaskMark(words=entry.words)
    if not entry.scene:
        return replace(blank, fault="Not answered.")
    try:
        scene = _scene(task, entry.scene)
        start = start_for(assignment, task, code)
        if wrong := _not_fixed(task, start, scene):
            return replace(blank, scene=scene, fault=wrong)
        tensors = task.picture.at(scene, measures.GRID)
    except SceneError as error:
        return replace(blank, fault=f"The scene can't be used: {error}")
    except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
        return replace(blank, fault=f"The scene can't be solved: {visible(str(error))}")
    values = measures.numbers(scene, tensors)
    distances = tuple(goals.distance(condition, values) for condition in task.goal)
    solved = replace(blank, scene=scene, values=values, distances=distances, tensors=tensors)
    if _unproven(solved, values):
        return replace(solved, fault="The solver did not get close enough to prove its numbers.")
    met = not any(distances)
    if met and scene == start:
        return replace(solved, fault=UNCHANGED)
    return replace(solved, met=met, points=task.points if met else 0.0)


def _unproven(solved: TaskMark, values: dict[str, Any]) -> bool:
    scale = 1 + abs(values.get("primal", 0.0))
    return solved.gap > MAX_GAP * scale


def _scene(task: Task, query: str) -> AnyScene:
    """The scene of an answer. Raises SceneError with the first problem."""
    scene, problems = parse_scene(task.page, query, task.start)
    if problems:
        raise SceneError(problems[0])
    return scene


def _not_fixed(task: Task, start: AnyScene, scene: AnyScene) -> str:
    """What was changed though it is fixed, in a sentence; empty where nothing was."""
    known = start.table
    values = vars(scene)
    other = [
        name
        for name, one in known.items()
        if name not in task.change
        and one.applies(values)
        and one.applies(vars(start))
        and values[name] != getattr(start, name)
    ]
    if other == ["seed"]:
        return "The data are not those of this code: the link was copied, or changed by hand."
    if not other:
        return ""
    told = ", ".join(
        f"{name} ({_shown(known[name], values[name])}, not"
        f" {_shown(known[name], getattr(start, name))})"
        for name in other[:4]
    )
    return f"Something was changed that is fixed: {told}."


def _shown(field: Field, value: Any) -> str:
    return visible(field.text(value)) or "none"


# ---- all of them together -----------------------------------------------------------------------


def _owner(mark: Mark) -> tuple[str, str]:
    """Whose submission it is, as far as a platform says; else the submission's own."""
    one = mark.submission
    return (one.platform, one.id) if one.id else ("file", one.source)


def _without_strays(marks: list[Mark]) -> list[Mark]:
    """Without what can't be read beside an answer of the same student: a second file, a note."""
    answered = {_owner(mark) for mark in marks if mark.answer}
    return [mark for mark in marks if mark.answer or _owner(mark) not in answered]


def _with_duplicates(marks: list[Mark]) -> list[Mark]:
    """Of several answers with one code the best counts, of equal ones the last, and one that
    somebody else handed in only where there is no other; each is told."""
    by_code: dict[str, list[int]] = defaultdict(list)
    for at, mark in enumerate(marks):
        if mark.answer:
            by_code[codes.normal(mark.answer.code)].append(at)
    marks = list(marks)
    for places in by_code.values():
        if len(places) < 2:
            continue
        best = max(places, key=lambda at: (not marks[at].by_another, marks[at].points, at))
        for at in places:
            others = ", ".join(marks[k].submission.source for k in places if k != at)
            counts = "This one counts." if at == best else "Another one counts."
            remark = f"The same code was handed in {len(places)} times, also as {others}. {counts}"
            marks[at] = replace(marks[at], counts=at == best, remarks=(*marks[at].remarks, remark))
    return marks


def _with_alike(marks: list[Mark]) -> list[Mark]:
    """Long sentences that stand in the answers of several codes are told."""
    places: dict[str, set[str]] = defaultdict(set)
    for mark in marks:
        for task in mark.tasks:
            if mark.answer and len(task.words) >= _ALIKE:
                places[task.words.lower()].add(codes.normal(mark.answer.code))
    told = []
    for mark in marks:
        shared = [task for task in mark.tasks if len(places[task.words.lower()]) > 1]
        remark = ("A sentence stands word for word in another answer.",) if shared else ()
        told.append(replace(mark, remarks=(*mark.remarks, *remark)))
    return told
