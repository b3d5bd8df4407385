"""Questions as Moodle XML: a category for each page, with multiple-choice questions.

See docs.moodle.org, Moodle XML format. Pictures are files inside the XML.
"""

import base64
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from features.questions.html_text import image, to_html
from features.questions.question_bank import BankOption, BankQuestion, categories

_FILES = "@@PLUGINFILE@@/"  # prefix that Moodle replaces by the address of the question's files


def moodle_xml(questions: Sequence[BankQuestion], title: str) -> bytes:
    """Return the questions as a Moodle import file. The categories are below the course's
    `title`."""
    quiz = ET.Element("quiz")
    for name, category_questions in categories(questions).items():
        category = ET.SubElement(quiz, "question", type="category")
        _text(ET.SubElement(category, "category"), f"$course$/top/{_level(title)}/{_level(name)}")
        for question in category_questions:
            quiz.append(_question(question))
    ET.indent(quiz, " ")
    return ET.tostring(quiz, encoding="utf-8", xml_declaration=True)


def _question(question: BankQuestion) -> ET.Element:
    root = ET.Element("question", type="multichoice")
    _text(ET.SubElement(root, "name"), question.title)
    question_text = _html(root, "questiontext", _question_html(question))
    if question.picture:
        file = ET.SubElement(
            question_text, "file", name=question.picture.name, path="/", encoding="base64"
        )
        file.text = base64.b64encode(question.picture.data).decode()
    _html(root, "generalfeedback", to_html(question.remark))
    for name, value in (
        ("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0"),
        ("idnumber", question.id), ("single", "true"), ("shuffleanswers", "true"),
        ("answernumbering", "abc"), ("showstandardinstruction", "0"),
    ):  # fmt: skip
        ET.SubElement(root, name).text = value
    for name in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        _html(root, name, "")
    for option in question.options:
        root.append(_answer(option))
    return root


def _question_html(question: BankQuestion) -> str:
    picture = f"<p>{image(question.picture, _FILES)}</p>" if question.picture else ""
    return f"<p>{to_html(question.text)}</p>{picture}"


def _answer(option: BankOption) -> ET.Element:
    answer = ET.Element("answer", fraction="100" if option.is_right else "0", format="html")
    _text(answer, to_html(option.text))
    _html(answer, "feedback", to_html(option.feedback))
    return answer


def _html(parent: ET.Element, name: str, content: str) -> ET.Element:
    element = ET.SubElement(parent, name, format="html")
    _text(element, content)
    return element


def _text(parent: ET.Element, text: str) -> None:
    ET.SubElement(parent, "text").text = text


def _level(name: str) -> str:
    """Write one level of a category's path; a slash inside is doubled."""
    return name.replace("/", "//")
