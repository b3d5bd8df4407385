"""The questions of the course's pages as files for other platforms.

python -m features.questions build/questions        or        make questions
"""

import argparse
import runpy
import sys
from pathlib import Path

from features.questions.question_bank import of_pages
from features.questions.question_files import files
from lab.course import course, page_declaration
from lab.endpoints.static_assets import ROOT

MAX_VARIANTS = 100  # variants of one question


def main(arguments: list[str] | None = None) -> int:
    """Writes the folder. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m features.questions",
        description="The questions of all pages as Moodle XML, QTI 2.1, GIFT and Anki's text.",
    )
    parser.add_argument("out", type=Path, nargs="?", default=Path("build/questions"))
    parser.add_argument(
        "--variants", type=int, default=0, help="so many more of each question that numbers decide"
    )
    parser.add_argument("--seed", type=int, default=0, help="which numbers the variants have")
    given = parser.parse_args(arguments)
    if not 0 <= given.variants <= MAX_VARIANTS or given.seed < 0:
        parser.error(f"--variants is 0 to {MAX_VARIANTS}, and --seed is not negative.")
    shown = course.current()
    questions = of_pages(
        shown.order([*page_declaration.pages().values()], lambda page: page.path),
        given.variants,
        given.seed,
    )
    for path, data in files(questions, shown.title).items():
        file = given.out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        print(f"{file}: {len(data) / 1e3:.0f} kB")
    print(f"{len(questions)} questions; {given.out / 'README.txt'} says where each file goes.")
    return 0


if __name__ == "__main__":
    runpy.run_path(str(ROOT / "pages" / "order.py"))  # the pages declare themselves
    sys.exit(main())
