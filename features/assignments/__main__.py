"""Assignments without a browser.

python -m features.assignments prove task.toml
python -m features.assignments check task.toml answers/ --roster students.csv --out marks/
"""

import argparse
import os
import runpy
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read once, when NumPy is imported

from features.assignments import assignment as assignments
from features.assignments import goals, reachability
from features.assignments.assignment import Assignment, AssignmentError
from features.assignments.marking import grade_files, report, roster, submissions
from features.assignments.marking import marks as marking
from lab.scene.fields import count

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Does what is asked. Returns the exit code: 1 where a goal was not reached, or has not to be
    worked for, 2 for faults."""
    given = _parser().parse_args(arguments)
    try:
        assignment = assignments.read(given.task.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"{given.task} can't be read: {error}", file=sys.stderr)
        return 2
    except AssignmentError as error:
        print("\n".join(f"{given.task}: {fault}" for fault in error.faults), file=sys.stderr)
        return 2
    return given.run(assignment, given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m features.assignments", description=__doc__)
    commands = parser.add_subparsers(required=True)
    prove = commands.add_parser("prove", help="look for a scene that meets each goal")
    prove.add_argument("task", type=Path, help="the assignment, a TOML file")
    prove.add_argument(
        "--codes", nargs="+", default=reachability.SAMPLE_CODES, help="codes to try, not samples"
    )
    prove.set_defaults(run=_prove)
    check = commands.add_parser("check", help="mark what was handed in")
    check.add_argument("task", type=Path, help="the assignment, a TOML file")
    check.add_argument(
        "answers", type=Path, help="a folder, a zip, or a CSV of links; Moodle's and Canvas's as is"
    )
    check.add_argument("--roster", type=Path, help="a CSV with everybody's code")
    check.add_argument("--out", type=Path, default=Path("marks"), help="the folder for the marks")
    check.add_argument("--app", default="", help="the address of the app, for links to scenes")
    check.set_defaults(run=_check)
    return parser


def _prove(assignment: Assignment, given: argparse.Namespace) -> int:
    reached, easy = True, False
    for number, task in enumerate(assignment.tasks, 1):
        begun = 0
        print(f"Task {number}, {task.page}: {goals.text(task.goal)}")
        for code in given.codes:
            proof = reachability.prove(assignment, task, code)
            reached &= proof.met
            lack = ", ".join(
                f"{goals.condition_text(*condition)} lacks {distance:.4g}"
                for condition, distance in zip(task.goal, proof.distances, strict=True)
                if distance
            )
            begun += proof.as_begun
            there = ", as it begins," if proof.as_begun else ""
            told = f"reached{there}" if proof.met else f"not reached, {lack}"
            print(f"  {code}: {told} at {task.page}?{proof.scene.query()}", flush=True)
        if begun:
            easy = True
            print(f"  For {begun} of {count(len(given.codes), 'code')} the goal is met as the task "
                  "begins: any small change has full points. Begin from another scene, or ask for "
                  "more.")  # fmt: skip
    print("Every goal can be reached." if reached else "Not every goal was reached.")
    if easy:
        print("Not every goal has to be worked for.")
    return 0 if reached and not easy else 1


def _check(assignment: Assignment, given: argparse.Namespace) -> int:
    try:
        students = roster.read(given.roster.read_bytes()) if given.roster else None
        handed_in = submissions.collect(given.answers)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    marks = marking.mark_all(assignment, handed_in, students)
    files = {
        "marks.csv": grade_files.marks_csv(assignment, marks, students),
        "moodle.csv": grade_files.moodle_csv(assignment, marks, students),
        "canvas.csv": grade_files.canvas_csv(assignment, marks, students),
        "answers.html": report.page(assignment, marks, students, given.app),
    }
    given.out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (given.out / name).write_text(text, "utf-8", newline="")
    for mark in marks:
        if said := grade_files.remark(mark):
            print(f"{mark.submission.source}: {said}")
    if other := grade_files.other_maximum(assignment, students):
        print(other)
    unread = sum(bool(mark.unreadable) for mark in marks)
    marked = count(len(marks) - unread, "answer")
    print(f"{marked} marked, {unread} not readable: {given.out}/answers.html")
    return 0


if __name__ == "__main__":
    for room in ("pages", "features"):
        runpy.run_path(str(ROOT / room / "order.py"))  # they declare themselves
    sys.exit(main())
