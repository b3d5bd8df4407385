"""Test the goals of assignments, and mark answers, on the command line.

python -m features.assignments prove task.toml
python -m features.assignments check task.toml answers/ --roster students.csv --out marks/
"""

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # OpenBLAS reads this when NumPy is imported

from features.assignments import assignment as assignments
from features.assignments import goals, reachability
from features.assignments.assignment import Assignment, AssignmentError
from features.assignments.marking import grade_files, report, roster, submissions
from features.assignments.marking import marks as marking
from lab.course import course
from lab.scene.fields import count


def main(argv: list[str] | None = None) -> int:
    """Run a command. Return the exit code: 2 if a file can't be read, or 1 if `prove` did not reach
    every goal or found a goal that a first scene already meets; else 0."""
    arguments = _parser().parse_args(argv)
    try:
        assignment = assignments.read(arguments.task.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"{arguments.task} can't be read: {error}", file=sys.stderr)
        return 2
    except AssignmentError as error:
        print("\n".join(f"{arguments.task}: {fault}" for fault in error.faults), file=sys.stderr)
        return 2
    return arguments.run(assignment, arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m features.assignments",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    prove = commands.add_parser("prove", help="search for scenes that meet the goals of the tasks")
    prove.add_argument("task", type=Path, help="the assignment, a TOML file")
    prove.add_argument(
        "--codes",
        nargs="+",
        default=reachability.SAMPLE_CODES,
        help="codes to try instead of the sample codes",
    )
    prove.set_defaults(run=_prove)
    check = commands.add_parser("check", help="mark answers")
    check.add_argument("task", type=Path, help="the assignment, a TOML file")
    check.add_argument(
        "answers",
        type=Path,
        help="a folder or zip, such as an export of Moodle or Canvas, a CSV of links or one answer",
    )
    check.add_argument("--roster", type=Path, help="a CSV with the students' codes")
    check.add_argument("--out", type=Path, default=Path("marks"), help="the folder for the marks")
    check.add_argument("--app", default="", help="the address of the app, for links to scenes")
    check.set_defaults(run=_check)
    return parser


def _prove(assignment: Assignment, arguments: argparse.Namespace) -> int:
    are_reached, has_easy_goal = True, False
    for number, task in enumerate(assignment.tasks, 1):
        met_at_start_count = 0
        print(f"Task {number}, {task.page}: {goals.text(task.goal)}")
        if not course.current().has(task.page):
            are_reached = False
            print(f"  The course does not include this page: add {task.page!r} to `pages` in "
                  "course.toml.")  # fmt: skip
            continue
        for code in arguments.codes:
            try:
                proof = reachability.prove(assignment, task, code)
            except ValueError as error:
                are_reached = False
                print(f"  {code}: this scene can’t be solved: {error}", flush=True)
                continue
            are_reached &= proof.is_met
            distances = ", ".join(
                goals.miss_text(condition, distance)
                for condition, distance in zip(task.goal, proof.distances, strict=True)
                if distance
            )
            met_at_start_count += proof.is_met_at_start
            qualifier = " from the start," if proof.is_met_at_start else ""
            result = f"reached{qualifier}" if proof.is_met else f"not reached, {distances}"
            print(f"  {code}: {result} at {task.page}?{proof.scene.query()}", flush=True)
        if met_at_start_count:
            has_easy_goal = True
            codes = count(len(arguments.codes), "code")
            print(f"  For {met_at_start_count} of {codes} the task begins with the goal already "
                  "met: a small change is enough for full points. Begin with another scene, or "
                  "make the goal harder.")  # fmt: skip
    print("Every goal can be reached." if are_reached else "Not every goal was reached.")
    if has_easy_goal:
        print("At least one goal is met from the start.")
    return 0 if are_reached and not has_easy_goal else 1


def _check(assignment: Assignment, arguments: argparse.Namespace) -> int:
    try:
        students = roster.read(arguments.roster.read_bytes()) if arguments.roster else None
        answers = submissions.collect(arguments.answers)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    marks = marking.mark_all(assignment, answers, students)
    files = {
        "marks.csv": grade_files.marks_csv(assignment, marks, students),
        "moodle.csv": grade_files.moodle_csv(assignment, marks, students),
        "canvas.csv": grade_files.canvas_csv(assignment, marks, students),
        "answers.html": report.page(assignment, marks, students, arguments.app),
    }
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (arguments.out / name).write_text(text, "utf-8", newline="")
    for mark in marks:
        if remark := grade_files.remark(mark):
            print(f"{mark.submission.source}: {remark}")
    if warning := grade_files.maximum_warning(assignment, students):
        print(warning)
    unreadable_count = sum(bool(mark.unreadable_reason) for mark in marks)
    marked_count = count(len(marks) - unreadable_count, "answer")
    print(f"{marked_count} marked, {unreadable_count} unreadable: {arguments.out}/answers.html")
    return 0


if __name__ == "__main__":
    course.import_declarations()
    sys.exit(main())
