"""Manage the platforms of a course from the command line, in the folder of the app.

python -m features.platform invite https://kernels.example.edu      print a registration address
python -m features.platform list                                    list platforms, count scores
python -m features.platform forget ISSUER CLIENT_ID                 delete a platform
python -m features.platform rotate                                  make a new signing key
python -m features.platform code ISSUER SUBJECT                     print a student's code
python -m features.platform export CODE                             print a student's stored scores
python -m features.platform delete CODE                             delete a student's stored scores
"""

import argparse
import json
import sys
from dataclasses import asdict

from features.platform import scores
from features.platform.keys import RETIREMENT_SECONDS
from features.platform.registration import invite
from features.platform.tables import TABLES
from features.platform.tool import Tool
from lab.course import course
from lab.course.course import CourseError
from lab.course.course_parser import is_origin
from lab.store.store import DAY_SECONDS, Store, file_in, sqlite_url


def main(argv: list[str] | None = None) -> int:
    """Run a command. Return the exit code: 0, 1 if nothing was found, or 2 for an error."""
    arguments = _parser().parse_args(argv)
    try:
        tool = _open_tool()
        try:
            return arguments.run(tool, arguments)
        finally:
            tool.store.close()
    except (CourseError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


def _open_tool() -> Tool:
    current = course.current()
    folder = current.folder_of_data()
    if current.setting("platform") is None or folder is None:
        raise CourseError(["There is no table [platform] in course.toml."])
    return Tool(current, Store(current.database or sqlite_url(file_in(folder)), [TABLES]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m features.platform",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    for name, run, help_text, *words in (
        ("invite", _invite, "print an address with which a platform registers the app", "origin"),
        (
            "list",
            _list,
            "list the platforms; count the scores: handed in, waiting, given up",
        ),
        ("forget", _forget, "delete a platform that has registered", "issuer", "client_id"),
        ("rotate", _rotate, "make a new key for signing"),
        ("code", _code, "compute a student's code", "issuer", "subject"),
        ("export", _export, "print what is stored about a student, as JSON", "code"),
        ("delete", _delete, "delete what is stored about a student", "code"),
    ):
        command = commands.add_parser(name, help=help_text)
        for word in words:
            command.add_argument(word)
        command.set_defaults(run=run)
    return parser


def _invite(tool: Tool, arguments: argparse.Namespace) -> int:
    origin = arguments.origin.rstrip("/")
    if not is_origin(origin):
        raise ValueError("Give the app's address without a path, such as https://x.example.edu")
    print(invite(tool.tokens, origin))
    print("One platform can register with this address, within 24 hours.", file=sys.stderr)
    return 0


def _list(tool: Tool, _: argparse.Namespace) -> int:
    for registration in tool.registry.all():
        deployments = ", ".join(registration.deployment_ids) or "any"
        print(f"{registration.issuer}  {registration.client_id}  deployments: {deployments}")
    for line_item, total, waiting_count, lost_count in scores.count_by_line_item(tool.store):
        print(f"{line_item}: {total} handed in, {waiting_count} waiting, {lost_count} given up")
    return 0


def _forget(tool: Tool, arguments: argparse.Namespace) -> int:
    is_deleted = tool.registry.delete(arguments.issuer, arguments.client_id)
    print(
        "Deleted." if is_deleted else "No platform has registered with this issuer and client ID."
    )
    return 0 if is_deleted else 1


def _rotate(tool: Tool, _: argparse.Namespace) -> int:
    name, days = tool.keys.rotate(), RETIREMENT_SECONDS / DAY_SECONDS
    print(
        f"The app begins to sign with key {name} in one hour. After that the previous key stays "
        f"published for {days:.0f} day."
    )
    return 0


def _code(tool: Tool, arguments: argparse.Namespace) -> int:
    print(tool.keys.student_code(arguments.issuer, arguments.subject))
    return 0


def _export(tool: Tool, arguments: argparse.Namespace) -> int:
    rows = scores.scores_of(tool.store, arguments.code.upper())
    print(json.dumps([asdict(row) | {"sealed_subject": bool(row.sealed_subject)} for row in rows],
                     indent=1))  # fmt: skip
    return 0 if rows else 1


def _delete(tool: Tool, arguments: argparse.Namespace) -> int:
    count = scores.delete_scores_of(tool.store, arguments.code.upper())
    print(f"Deleted: {count}.")
    return 0 if count else 1


if __name__ == "__main__":
    course.import_declarations()
    sys.exit(main())
