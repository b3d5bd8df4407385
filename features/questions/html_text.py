"""A question's text as HTML, with formulas as LaTeX: the way of Moodle, Anki and Ilias."""

import html
import re

from features.questions.question_bank import QuestionPicture
from lab.ui.steps.formulas import InlineFormula, parts

# What a platform would take for a command of its own: \\( and $$ open a formula, @@ names a file,
# [sound: and [latex] play and typeset in Anki, [tex] typesets in Ilias. Broken in two, it is read
# as it stands.
_COMMAND = re.compile(r"\\|\$(?=\$)|@(?=@)|\[(?=\w)|\{(?=\{)|(?<=\{)\{")


def to_html(text: str, brackets: tuple[str, str] = (r"\(", r"\)")) -> str:
    """The text of a question, an option or a reason. Nothing in it becomes an element. `brackets`:
    what stands around a formula."""
    before, after = brackets
    return "".join(
        f"{before}{html.escape(part.latex)}{after}"
        if isinstance(part, InlineFormula)
        else _prose(part)
        for part in parts(text)
    )


def image(picture: QuestionPicture, folder: str = "") -> str:
    """The picture as an element. `folder`: where its file is, with a slash at the end."""
    source, words = (html.escape(text) for text in (folder + picture.name, picture.alternative))
    return f'<img src="{source}" alt="{words}">'


def _prose(text: str) -> str:
    escaped = html.escape(text, quote=False)
    return _COMMAND.sub(lambda found: f"<span>{found[0]}</span>", escaped)
