"""Marks: each answer is solved again by the functions that compute the pages' pictures.

A scene gets points if it differs from the student's first scene, but in no fixed field, and if its
solution is accurate and meets the goal. The seed of the first scene belongs to the student's code
or, with `same_data`, to the task.
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
from lab.scene.scene import SceneError, escape_text

MAX_GAP = 1e-3  # largest accepted duality gap, relative to 1 + |primal|, or to 1 without it
UNCHANGED_FAULT = "Nothing was changed: this is the scene with which the task begins."
LATE_REMARK = "Handed in late."
_MIN_COPY_LENGTH = 40  # characters; shorter sentences may be equal by chance


@dataclass(frozen=True)
class TaskMark:
    """The mark of one task: its points, the numbers of its scene, and its fault."""

    points: float = 0.0
    is_met: bool = False
    scene: AnyScene | None = None
    values: dict[str, Any] = field(default_factory=dict)
    distances: tuple[float, ...] = ()
    # A sentence that says why the task could not be marked or does not count; "" if only the goal
    # decides the points.
    fault: str = ""
    words: str = ""
    tensors: dict[str, np.ndarray] = field(default_factory=dict)

    @property
    def gap(self) -> float:
        """The largest duality gap of the solution: a bound on its objective minus the optimum.

        NaN if the solution has no duality gap.
        """
        gaps = [value for name, value in self.values.items() if name.split("_")[0] == "gap"]
        return max(gaps, default=math.nan)


@dataclass(frozen=True)
class Mark:
    """The mark of one submission, or the reason why it is unreadable."""

    submission: Submission
    answer: AssignmentAnswer | None = None
    student: Student | None = None
    tasks: tuple[TaskMark, ...] = ()
    unreadable_reason: str = ""
    remarks: tuple[str, ...] = ()
    is_counted: bool = True  # False if another answer with the same code counts
    is_by_another: bool = False  # True if another student handed it in, according to the platform

    @property
    def points(self) -> float:
        return sum(task.points for task in self.tasks)


def mark_all(
    assignment: Assignment, submissions: Iterable[Submission], roster: Roster | None = None
) -> list[Mark]:
    """Mark all submissions in order, and compare the answers with each other. Unreadable files of
    students whose answer was read are left out."""
    marks = [mark(assignment, submission, roster) for submission in submissions]
    marks = _drop_stray_files(marks)
    return _mark_duplicates(_mark_copied_sentences(marks))


def mark(assignment: Assignment, submission: Submission, roster: Roster | None = None) -> Mark:
    """Mark one submission independently of the others."""
    late_remarks = (LATE_REMARK,) if submission.is_late else ()
    try:
        if submission.fault:
            raise UnreadableAnswer(submission.fault)
        answer = answers.read(submission.content)
        check_key(assignment, answer)
    except UnreadableAnswer as error:
        return Mark(submission, unreadable_reason=str(error), remarks=late_remarks)
    student = roster.find(answer.code) if roster else None
    submitter = _other_submitter(submission, student, roster)
    remarks = [*late_remarks, *_code_remarks(answer, student, submitter, roster)]
    tasks = tuple(
        mark_task(assignment, task, answer.code, entry)
        for task, entry in zip(
            assignment.tasks,
            [*answer.entries, *[TaskAnswer()] * len(assignment.tasks)],
            strict=False,
        )
    )
    return Mark(
        submission, answer, student, tasks, remarks=tuple(remarks), is_by_another=bool(submitter)
    )


def check_key(assignment: Assignment, answer: AssignmentAnswer) -> None:
    """Raise UnreadableAnswer for an answer to another assignment, or with too many tasks."""
    if answer.key != assignment.key:
        raise UnreadableAnswer(f"it answers another assignment, “{escape_text(answer.key)}”.")
    if len(answer.entries) > len(assignment.tasks):
        raise UnreadableAnswer(
            f"it answers {count(len(answer.entries), 'task')}, and the assignment has "
            f"{len(assignment.tasks)}."
        )


def _other_submitter(
    submission: Submission, student: Student | None, roster: Roster | None
) -> Student | None:
    """Return the student who handed in a submission according to the platform, if the code belongs
    to another student; else None."""
    submitter = roster.find_by_number(submission.platform, submission.id) if roster else None
    return submitter if student and submitter != student else None


def _code_remarks(
    answer: AssignmentAnswer,
    student: Student | None,
    submitter: Student | None,
    roster: Roster | None,
) -> list[str]:
    """Return remarks on a code that is unknown or belongs to another student."""
    if not roster:
        return []
    if not student:
        return [f"The code “{escape_text(answer.code)}” is not in the roster."]
    if submitter:
        submitter_name, code_owner = (
            escape_text(person.name) or escape_text(person.code) for person in (submitter, student)
        )
        return [f"Handed in by {submitter_name}, with the code of {code_owner}."]
    return []


def mark_task(assignment: Assignment, task: Task, code: str, entry: TaskAnswer) -> TaskMark:
    """Mark one task: read its scene, compare its fixed fields, and solve it."""
    task_mark = TaskMark(words=entry.words)
    if not entry.scene:
        return replace(task_mark, fault="Not answered.")
    try:
        scene = _scene(task, entry.scene)
        start = start_for(assignment, task, code)
        if fault := _changed_fields_fault(task, start, scene):
            return replace(task_mark, scene=scene, fault=fault)
        tensors = task.picture.at(scene, measures.PICTURE_GRID)
    except SceneError as error:
        return replace(task_mark, fault=f"The scene is invalid: {error}")
    except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
        return replace(task_mark, fault=f"The picture can’t be computed: {escape_text(str(error))}")
    values = measures.numbers(scene, tensors)
    distances = tuple(goals.distance(condition, values) for condition in task.goal)
    solved_mark = replace(
        task_mark, scene=scene, values=values, distances=distances, tensors=tensors
    )
    if _is_inaccurate(solved_mark, values):
        return replace(solved_mark, fault="The solver did not reach the required accuracy.")
    is_met = not any(distances)
    if is_met and scene == start:
        return replace(solved_mark, fault=UNCHANGED_FAULT)
    return replace(solved_mark, is_met=is_met, points=task.points if is_met else 0.0)


def _is_inaccurate(task_mark: TaskMark, values: dict[str, Any]) -> bool:
    scale = 1 + abs(values.get("primal", 0.0))
    return task_mark.gap > MAX_GAP * scale


def _scene(task: Task, query: str) -> AnyScene:
    """Read the scene of an answer. Raises SceneError with the first problem."""
    scene, problems = parse_scene(task.page, query, task.start)
    if problems:
        raise SceneError(problems[0])
    return scene


def _changed_fields_fault(task: Task, start: AnyScene, scene: AnyScene) -> str:
    """Return a sentence that names the fixed fields that were changed, at most four; "" if none was
    changed."""
    fields = start.table
    values = vars(scene)
    changed_fields = [
        name
        for name, field in fields.items()
        if name not in task.change
        and field.applies(values)
        and field.applies(vars(start))
        and values[name] != getattr(start, name)
    ]
    if changed_fields == ["seed"] and not task.same_data:
        return "The data do not belong to this code: the scene has another seed."
    if not changed_fields:
        return ""
    changes = ", ".join(
        f"{name} ({_value_text(fields[name], values[name])}, not"
        f" {_value_text(fields[name], getattr(start, name))})"
        for name in changed_fields[:4]
    )
    subject = "A fixed field was" if len(changed_fields) == 1 else "Fixed fields were"
    return f"{subject} changed: {changes}."


def _value_text(field: Field, value: Any) -> str:
    return escape_text(field.text(value)) or "none"


# ---- comparison of all answers ------------------------------------------------------------------


def _owner(mark: Mark) -> tuple[str, str]:
    """Identify the sender: return the platform and its number for the sender or, without a number,
    "file" and the name of the file."""
    submission = mark.submission
    return (submission.platform, submission.id) if submission.id else ("file", submission.source)


def _drop_stray_files(marks: list[Mark]) -> list[Mark]:
    """Leave out unreadable files, such as notes, of students whose answer was read."""
    answer_owners = {_owner(mark) for mark in marks if mark.answer}
    return [mark for mark in marks if mark.answer or _owner(mark) not in answer_owners]


def _mark_duplicates(marks: list[Mark]) -> list[Mark]:
    """Choose the answer that counts among several answers with the same code, and add remarks.

    An answer that the student handed in has priority over one handed in by another student, then
    an answer with more points, then a later one.
    """
    by_code: dict[str, list[int]] = defaultdict(list)
    for k, mark in enumerate(marks):
        if mark.answer:
            by_code[codes.normalise(mark.answer.code)].append(k)
    marks = list(marks)
    for indices in by_code.values():
        if len(indices) < 2:
            continue
        best_index = max(indices, key=lambda k: (not marks[k].is_by_another, marks[k].points, k))
        for index in indices:
            other_sources = ", ".join(marks[k].submission.source for k in indices if k != index)
            verdict = "This answer counts." if index == best_index else "Another answer counts."
            remark = f"{len(indices)} answers have this code; see also {other_sources}. {verdict}"
            remarks = (*marks[index].remarks, remark)
            marks[index] = replace(marks[index], is_counted=index == best_index, remarks=remarks)
    return marks


def _mark_copied_sentences(marks: list[Mark]) -> list[Mark]:
    """Add a remark to answers that share a long sentence with an answer that has another code."""
    places: dict[str, set[str]] = defaultdict(set)
    for mark in marks:
        for task in mark.tasks:
            if mark.answer and len(task.words) >= _MIN_COPY_LENGTH:
                places[task.words.lower()].add(codes.normalise(mark.answer.code))
    new_marks = []
    for mark in marks:
        copied_tasks = [task for task in mark.tasks if len(places[task.words.lower()]) > 1]
        remark = (
            ("Another answer contains the same sentence, word for word.",) if copied_tasks else ()
        )
        new_marks.append(replace(mark, remarks=(*mark.remarks, *remark)))
    return new_marks
