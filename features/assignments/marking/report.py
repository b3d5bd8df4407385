"""The instructor's report: every answer with small pictures, its marks and remarks.

It is one HTML file without scripts. Texts of students are escaped, and no other file is loaded.
"""

import math
from collections.abc import Sequence
from html import escape

from features.assignments import goals
from features.assignments.assignment import Assignment, Task, points_text
from features.assignments.marking.grade_files import students_without_answer
from features.assignments.marking.marks import Mark, TaskMark
from features.assignments.marking.picture_svg import picture
from features.assignments.marking.roster import Roster
from lab.course import course
from lab.scene.fields import count, number_text
from lab.scene.powers import digit_and_power
from lab.ui.challenges import Condition
from lab.ui.palette import DARK, LIGHT

_TONE_NAMES = ("background", "card", "text", "muted", "line", "accent", "positive", "negative",
          "heat_positive", "heat_negative", "zero", *(f"class_{k}" for k in range(10)))  # fmt: skip
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1.5rem;
  background: var(--background); color: var(--text); }
h1 { font-size: 1.6rem; margin: 0 0 .3rem } h2 { font-size: 1.1rem; margin: 0 }
article { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: 1rem 0; }
header { display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline;
  justify-content: space-between; }
.muted, small { color: var(--muted); font-size: .875rem }
.tasks { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: .6rem }
.task { flex: 0 1 15.5rem; min-width: 0 } .task p { margin: .3rem 0; overflow-wrap: anywhere }
.remark { border-left: 4px solid var(--negative); padding-left: .6rem; margin: .4rem 0 }
ul { margin: .2rem 0; padding-left: 1.1rem; font-size: .9rem } .unmet { color: var(--negative) }
svg { background: var(--card); border: 1px solid var(--line); border-radius: 4px; max-width: 100%;
  height: auto; } blockquote { margin: .3rem 0; padding-left: .6rem;
  border-left: 3px solid var(--line); overflow-wrap: anywhere }
.p { fill: var(--heat_positive) } .n { fill: var(--heat_negative) }
.zero { fill: none; stroke: var(--zero); stroke-width: 2 } a { color: var(--accent) }
.pd, .nd, .d0, .d1, .d2, .d3, .d4, .d5, .d6, .d7, .d8, .d9 { fill: none; stroke-width: 4;
  stroke-linecap: round } .pd { stroke: var(--positive) } .nd { stroke: var(--negative) }
"""


def _style() -> str:
    def tone_variables(palette: dict[str, str]) -> str:
        return " ".join(f"--{name}: {palette[name]};" for name in _TONE_NAMES)

    classes = " ".join(
        f".c{k} {{ fill: var(--class_{k}); opacity: .35 }} .d{k} {{ stroke: var(--class_{k}) }}"
        for k in range(10)
    )
    return (
        f":root {{ color-scheme: light dark; {tone_variables(LIGHT)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {tone_variables(DARK)} }} }}\n"
        f"{_STYLE}{classes}"
    )


def page(
    assignment: Assignment, marks: Sequence[Mark], roster: Roster | None = None, app: str = ""
) -> str:
    """Write the report. `app` is the address of the app to which the scenes link; without it
    there are no links."""
    unreadable_marks = [mark for mark in marks if mark.unreadable_reason]
    readable_marks = [mark for mark in marks if not mark.unreadable_reason]
    points = [mark.points for mark in readable_marks if mark.is_counted]
    mean = f", mean: {number_text(round(sum(points) / len(points), 2))}" if points else ""
    remark_count = sum(
        bool(mark.remarks or any(task.fault for task in mark.tasks)) for mark in readable_marks
    )
    missing_students = students_without_answer(marks, roster)
    answer_count = count(len(marks), "answer")
    parts = [
        f"<h1>{escape(assignment.title)}</h1>",
        f'<p class="muted">{answer_count} handed in, {len(readable_marks)} read, '
        f"{len(unreadable_marks)} unreadable, {remark_count} with remarks. "
        f"Maximum: {points_text(assignment.points)}{mean}.</p>",
        *([f"<p>No readable answer: {escape(', '.join(map(_student_name, missing_students)))}.</p>"]
          if missing_students else []),
        *(_article(assignment, mark, app) for mark in (*unreadable_marks, *readable_marks)),
    ]  # fmt: skip
    return (
        f'<!doctype html><html lang="{course.current().language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'\">"
        f"<title>{escape(assignment.title)}: answers</title><style>{_style()}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _student_name(student: object) -> str:
    return getattr(student, "name", "") or getattr(student, "code", "")


def _article(assignment: Assignment, mark: Mark, app: str) -> str:
    source = f"<small>{escape(mark.submission.source)}</small>"
    remarks = "".join(f'<p class="remark">{escape(remark)}</p>' for remark in mark.remarks)
    if not mark.answer:
        reason = f'<p class="remark">Unreadable: {escape(mark.unreadable_reason)}</p>'
        head = f"<header><h2>{escape(mark.submission.name or 'Unknown')}</h2>{source}</header>"
        return f"<article>{head}{reason}{remarks}</article>"
    name = mark.student.name if mark.student else mark.submission.name
    student = f"{escape(name)} · {escape(mark.answer.code)}" if name else escape(mark.answer.code)
    points = f"{number_text(mark.points)} of {points_text(assignment.points)}"
    tasks = "".join(
        _task(number, task, task_mark, app)
        for number, (task, task_mark) in enumerate(
            zip(assignment.tasks, mark.tasks, strict=True), 1
        )
    )
    head = f"<header><h2>{student}: {points}</h2>{source}</header>"
    return f'<article>{head}{remarks}<div class="tasks">{tasks}</div></article>'


def _task(number: int, task: Task, mark: TaskMark, app: str) -> str:
    svg = picture(mark.tensors) if mark.tensors else ""
    title = f"Task {number}: {number_text(mark.points)} of {number_text(task.points)}"
    fault = f'<p class="remark">{escape(mark.fault)}</p>' if mark.fault else ""
    lines = "".join(
        _line(condition, mark, distance)
        for condition, distance in zip(task.goal, mark.distances, strict=False)
    )
    proof = (
        "" if math.isnan(mark.gap) else f"<small>Duality gap {digit_and_power(mark.gap)}.</small>"
    )
    sentence = f"<blockquote>{escape(mark.words)}</blockquote>" if mark.words else ""
    link = ""
    if app and mark.scene:
        path = "" if task.page == "home" else task.page
        step = f"&step={task.step}" if task.step else ""
        href = escape(f"{app.rstrip('/')}/{path}?{mark.scene.query()}{step}")
        link = f' <a href="{href}">Open</a>'
    return (
        f'<div class="task"><p><b>{title}</b>{link}</p>{svg}{fault}'
        f"{f'<ul>{lines}</ul>' if lines else ''}{proof}{sentence}</div>"
    )


def _line(condition: Condition, mark: TaskMark, distance: float) -> str:
    """Write a condition with its number and, if a number misses its bound, the distance."""
    name, operator, bound = condition
    value = mark.values.get(name)
    value_text = f"{value:.4g}" if isinstance(value, float) else str(value)
    limit = goals.limit(bound, mark.values) if operator != "in" else None
    limit_text = f" ({limit:.4g})" if isinstance(bound, tuple) and isinstance(limit, float) else ""
    text = f"{name} = {value_text}, goal {operator} {goals.bound_text(operator, bound)}{limit_text}"
    if not distance:
        return f"<li>{escape(text)}</li>"
    lack = f", off by {distance:.3g}" if math.isfinite(distance) else ""
    return f'<li class="unmet">{escape(text + lack)}</li>'
