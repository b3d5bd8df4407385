"""Questions as GIFT, a text format for Moodle and other platforms. It has no pictures."""

from collections.abc import Sequence

from features.questions.html_text import to_html
from features.questions.question_bank import BankOption, BankQuestion, categories

_CONTROL = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"})


def gift(questions: Sequence[BankQuestion], title: str) -> str:
    """Return the questions as a GIFT import file. The categories are below the course's `title`."""
    blocks = []
    for name, category_questions in categories(questions).items():
        levels = [level.replace("/", "//") for level in (title, name)]
        blocks.append(f"$CATEGORY: $course$/top/{'/'.join(levels)}")
        blocks += [_question(question) for question in category_questions]
    return "\n\n".join(blocks) + "\n"


def _question(question: BankQuestion) -> str:
    lines = [
        f"// [id:{question.id}]",
        f"::{question.title.translate(_CONTROL)}::[html]{_escape(question.text)} {{",
        *(_option(option) for option in question.options),
        f"\t####{_escape(question.remark)}",
        "}",
    ]
    return "\n".join(lines)


def _option(option: BankOption) -> str:
    mark = "=" if option.is_right else "~"
    return f"\t{mark}{_escape(option.text)}#{_escape(option.feedback)}"


def _escape(text: str) -> str:
    """Write a text as HTML, and escape what GIFT would read as its own syntax, such as % at the
    start of the text."""
    escaped = to_html(text)
    if escaped[:1] in ("%", "["):
        escaped = f"&#{ord(escaped[0])};{escaped[1:]}"
    return escaped.translate(_CONTROL)
