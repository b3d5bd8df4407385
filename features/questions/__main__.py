"""Write the questions of the course's pages as files for other platforms.

python -m features.questions build/questions        or        make questions
"""

import argparse
import sys
from pathlib import Path

from features.questions.question_bank import page_questions
from features.questions.question_files import files
from lab.course import course, page_declaration
from lab.scene.fields import count

MAX_VARIANTS = 100  # variants of one question


def main(arguments: list[str] | None = None) -> int:
    """Write the question files into a folder. Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m features.questions",
        description="Write the questions of the course's pages as Moodle XML, QTI, QTI for Ilias, "
        "GIFT and text for Anki.",
    )
    parser.add_argument("out", type=Path, nargs="?", default=Path("build/questions"))
    parser.add_argument(
        "--variants",
        type=int,
        default=0,
        help="largest number of random variants of each question that has numbers",
    )
    parser.add_argument("--seed", type=int, default=0, help="random seed of the variants")
    options = parser.parse_args(arguments)
    if not 0 <= options.variants <= MAX_VARIANTS or options.seed < 0:
        parser.error(f"--variants must be from 0 to {MAX_VARIANTS}, and --seed at least 0.")
    current_course = course.current()
    questions = page_questions(
        current_course.order([*page_declaration.pages().values()], lambda page: page.path),
        options.variants,
        options.seed,
    )
    for path, data in files(questions, current_course.title).items():
        file = options.out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        print(f"{file}: {len(data) / 1e3:.0f} kB")
    total = count(len(questions), "question")
    print(f"{total}; {options.out / 'README.txt'} explains how to import them.")
    return 0


if __name__ == "__main__":
    course.import_declarations()
    sys.exit(main())
