"""Questions as GIFT, a plain text that Moodle and others import. It holds no pictures."""

from collections.abc import Sequence

from features.questions.html_text import to_html
from features.questions.question_bank import BankOption, BankQuestion, categories

_CONTROL = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"})


def gift(questions: Sequence[BankQuestion], title: str) -> str:
    """The text to import. `title`: of the course; the categories stand below it."""
    blocks = []
    for name, found in categories(questions).items():
        levels = [level.replace("/", "//") for level in (title, name)]
        blocks.append(f"$CATEGORY: $course$/top/{'/'.join(levels)}")
        blocks += [_question(question) for question in found]
    return "\n\n".join(blocks) + "\n"


def _question(question: BankQuestion) -> str:
    lines = [
        f"// [id:{question.id}]",
        f"::{question.title.translate(_CONTROL)}::[html]{_written(question.text)} {{",
        *(_option(option) for option in question.options),
        f"\t####{_written(question.remark)}",
        "}",
    ]
    return "\n".join(lines)


def _option(option: BankOption) -> str:
    mark = "=" if option.right else "~"
    return f"\t{mark}{_written(option.text)}#{_written(option.feedback)}"


def _written(text: str) -> str:
    """With what would control the format escaped; a % or [ at the beginning would be a share of the
    points or the name of a format."""
    written = to_html(text)
    if written[:1] in ("%", "["):
        written = f"&#{ord(written[0])};{written[1:]}"
    return written.translate(_CONTROL)
