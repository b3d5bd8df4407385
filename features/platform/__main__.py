"""The app's keys, on the command line, in the folder of the app.

python -m features.platform rotate        a new key; the one before is served for another day
"""

import argparse
import runpy
import sys
from pathlib import Path

from features.platform.keys import RETIREMENT_SECONDS, Keys
from lab.course import course
from lab.course.course import Course, CourseError

ROOT = Path(__file__).resolve().parents[2]
_DAY_SECONDS = 24 * 3600


def main(argv: list[str] | None = None) -> int:
    """Run a command. Return the exit code: 2 for errors."""
    arguments = _parser().parse_args(argv)
    try:
        current = course.current()
        if current.setting("platform") is None:
            raise CourseError(["There is no table [platform] in course.toml."])
        return arguments.run(current, arguments)
    except (CourseError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m features.platform",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    rotate = commands.add_parser("rotate", help="make a new key")
    rotate.set_defaults(run=_rotate)
    return parser


def _rotate(current: Course, _: argparse.Namespace) -> int:
    name = Keys(current.folder_of_data()).rotate()
    days = RETIREMENT_SECONDS / _DAY_SECONDS
    print(f"The key {name} signs in an hour. The one before is served for {days:.0f} more day.")
    return 0


if __name__ == "__main__":
    for room in ("pages", "features"):
        runpy.run_path(str(ROOT / room / "order.py"))  # imports the declarations
    sys.exit(main())
