"""Questions as text for Anki, a card for each: question and options in front, answer on the back.

After the header lines (Anki 2.1.54 or later) there is one line per card, with tabs between the
fields. The pictures belong in Anki's folder collection.media.
"""

from collections.abc import Sequence

from features.questions.html_text import image, to_html
from features.questions.question_bank import BankQuestion

_COLUMNS = ("Guid", "Front", "Back", "Deck", "Tags")


def anki(questions: Sequence[BankQuestion], title: str) -> str:
    """Return the questions as an Anki file, with a deck for each page below the deck `title`."""
    header = [
        "#separator:tab", "#html:true", "#notetype:Basic", "#guid column:1", "#deck column:4",
        "#tags column:5", "\t".join(("#columns:" + _COLUMNS[0], *_COLUMNS[1:])),
    ]  # fmt: skip
    return "\n".join([*header, *(_card(question, title) for question in questions)]) + "\n"


def _card(question: BankQuestion, title: str) -> str:
    picture = image(question.picture) if question.picture else ""
    options = "".join(f"<li>{to_html(option.text)}</li>" for option in question.options)
    front = f'<p>{to_html(question.text)}</p>{picture}<ol type="a">{options}</ol>'
    tag = "_".join(question.category.split())
    deck = "::".join(name.replace("::", ": :") for name in (title, question.category))
    return "\t".join(_field(text) for text in (question.id, front, _back(question), deck, tag))


def _back(question: BankQuestion) -> str:
    wrong_options = [option for option in question.options if not option.is_right]
    wrong_items = "".join(
        f"<li><i>{to_html(option.text)}</i><br>{to_html(option.feedback)}</li>"
        for option in wrong_options
    )
    right_option = question.right_option
    return (
        f"<p><b>{to_html(right_option.text)}</b></p><p>{to_html(right_option.feedback)}</p><ul>{wrong_items}</ul>"
        f"<p><small>{to_html(question.remark)}</small></p>"
    )


def _field(text: str) -> str:
    """Quote a field that contains a quotation mark or would be read as a header line."""
    if '"' in text or text.startswith("#"):
        return '"' + text.replace('"', '""') + '"'
    return text
