"""Questions as a text that Anki imports: a card for each, its options in front, the reasons behind.

Tab between the fields, a line for each card, and first what the file says of itself (Anki 2.1.54 or
later). The pictures go into Anki's folder collection.media.
"""

from collections.abc import Sequence

from features.questions.html_text import image, to_html
from features.questions.question_bank import BankQuestion

_COLUMNS = ("Guid", "Front", "Back", "Deck", "Tags")


def anki(questions: Sequence[BankQuestion], title: str) -> str:
    """The text to import. `title`: of the deck; each page has a deck below it."""
    head = [
        "#separator:tab", "#html:true", "#notetype:Basic", "#guid column:1", "#deck column:4",
        "#tags column:5", "\t".join(("#columns:" + _COLUMNS[0], *_COLUMNS[1:])),
    ]  # fmt: skip
    return "\n".join([*head, *(_card(question, title) for question in questions)]) + "\n"


def _card(question: BankQuestion, title: str) -> str:
    shown = image(question.picture) if question.picture else ""
    options = "".join(f"<li>{to_html(option.text)}</li>" for option in question.options)
    front = f'<p>{to_html(question.text)}</p>{shown}<ol type="a">{options}</ol>'
    tag = "_".join(question.category.split())
    deck = "::".join(name.replace("::", ": :") for name in (title, question.category))
    return "\t".join(_field(text) for text in (question.id, front, _back(question), deck, tag))


def _back(question: BankQuestion) -> str:
    others = [option for option in question.options if not option.right]
    wrong = "".join(
        f"<li><i>{to_html(option.text)}</i><br>{to_html(option.feedback)}</li>" for option in others
    )
    right = question.right
    return (
        f"<p><b>{to_html(right.text)}</b></p><p>{to_html(right.feedback)}</p><ul>{wrong}</ul>"
        f"<p><small>{to_html(question.remark)}</small></p>"
    )


def _field(text: str) -> str:
    """In quotes where it holds one, or would be read as a comment or a setting of the file."""
    if '"' in text or text.startswith("#"):
        return '"' + text.replace('"', '""') + '"'
    return text
