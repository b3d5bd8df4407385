"""Assignments without a browser.

python -m lab.assignments prove task.toml
"""

import argparse
import os
import runpy
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read once, when NumPy is imported

from lab.assignments import assignment as assignments
from lab.assignments import goals, reachability
from lab.assignments.assignment import Assignment, Faulty

ORDER = Path(__file__).resolve().parents[2] / "pages" / "order.py"


def main(arguments: list[str] | None = None) -> int:
    """Does what is asked. Returns the exit code: 1 where a goal was not reached, 2 for faults."""
    given = _parser().parse_args(arguments)
    runpy.run_path(str(ORDER))  # the pages declare themselves
    try:
        assignment = assignments.read(given.task.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"{given.task} can't be read: {error}", file=sys.stderr)
        return 2
    except Faulty as error:
        print("\n".join(f"{given.task}: {fault}" for fault in error.faults), file=sys.stderr)
        return 2
    return given.run(assignment, given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lab.assignments", description=__doc__)
    commands = parser.add_subparsers(required=True)
    prove = commands.add_parser("prove", help="look for a scene that meets each goal")
    prove.add_argument("task", type=Path, help="the assignment, a TOML file")
    prove.add_argument(
        "--codes", nargs="+", default=reachability.SAMPLE_CODES, help="codes to try, not samples"
    )
    prove.set_defaults(run=_prove)
    return parser


def _prove(assignment: Assignment, given: argparse.Namespace) -> int:
    reached = True
    for number, task in enumerate(assignment.tasks, 1):
        print(f"Task {number}, {task.page}: {goals.text(task.goal)}")
        for code in given.codes:
            proof = reachability.prove(assignment, task, code)
            reached &= proof.met
            lack = ", ".join(
                f"{goals.condition_text(*condition)} lacks {distance:.4g}"
                for condition, distance in zip(task.goal, proof.distances, strict=True)
                if distance
            )
            print(f"  {code}: {'reached' if proof.met else f'not reached, {lack}'} at "
                  f"{task.page}?{proof.scene.query()}", flush=True)  # fmt: skip
    print("Every goal can be reached." if reached else "Not every goal was reached.")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
