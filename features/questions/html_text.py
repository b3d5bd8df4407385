"""Texts of questions as HTML with LaTeX formulas, for Moodle, GIFT, Anki and Ilias."""

import html
import re

from features.questions.question_bank import QuestionPicture
from lab.ui.steps.formulas import InlineFormula, parts

# Characters that a platform would read as a command: \( and $$ open a formula, @@ names a file, {{
# opens a field of Anki, [sound: and [latex] are commands of Anki, [tex] of Ilias. A span element
# around one of the characters breaks the command.
_COMMAND = re.compile(r"\\|\$(?=\$)|@(?=@)|\[(?=\w)|\{(?=\{)|(?<=\{)\{")


def to_html(text: str, brackets: tuple[str, str] = (r"\(", r"\)")) -> str:
    """Convert a text to HTML, escaping it. `brackets` are put around formulas."""
    left_bracket, right_bracket = brackets
    return "".join(
        f"{left_bracket}{html.escape(part.latex)}{right_bracket}"
        if isinstance(part, InlineFormula)
        else _prose(part)
        for part in parts(text)
    )


def image(picture: QuestionPicture, folder: str = "") -> str:
    """Write the img element of a picture. `folder` ends with a slash."""
    source, words = (html.escape(text) for text in (folder + picture.name, picture.alternative))
    return f'<img src="{source}" alt="{words}">'


def _prose(text: str) -> str:
    escaped = html.escape(text, quote=False)
    return _COMMAND.sub(lambda match: f"<span>{match[0]}</span>", escaped)
