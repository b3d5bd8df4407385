"""Questions as QTI 1.2 in the form of Ilias, which does not read QTI 2.1.

Import the file into a question pool. Formulas are between [tex] and [/tex], which Ilias typesets if
MathJax is enabled in its administration. The file has no pictures. It has no white space between
elements, because Ilias would read that as part of a label.
"""

import zlib
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from features.questions.html_text import to_html
from features.questions.question_bank import BankQuestion

_TEX = ("[tex]", "[/tex]")
_FEEDBACK_OF_CHOICE = "2"  # value of feedback_setting: show feedback on the chosen option alone
_RESPONSE = "MCSR"


def ilias(questions: Sequence[BankQuestion]) -> bytes:
    """Return the questions as an Ilias import file."""
    root = ET.Element("questestinterop")
    for question in questions:
        root.append(_item(question))
    return ET.tostring(root, encoding="utf-8", xml_declaration=True)


def _item(question: BankQuestion) -> ET.Element:
    number = zlib.crc32(question.id.encode())
    item = ET.Element("item", ident=f"il_0_qst_{number}", title=question.title, maxattempts="0")
    ET.SubElement(item, "qticomment")
    metadata = ET.SubElement(ET.SubElement(item, "itemmetadata"), "qtimetadata")
    for label, entry in (
        ("QUESTIONTYPE", "assSingleChoice"), ("AUTHOR", question.category),
        ("externalId", question.id), ("feedback_setting", _FEEDBACK_OF_CHOICE), ("singleline", "1"),
    ):  # fmt: skip
        field = ET.SubElement(metadata, "qtimetadatafield")
        ET.SubElement(field, "fieldlabel").text = label
        ET.SubElement(field, "fieldentry").text = entry
    _presentation(item, question)
    _processing(item, question)
    for k, option in enumerate(question.options):
        _feedback(item, f"response_{k}", option.feedback)
    for name in ("response_allcorrect", "response_onenotcorrect"):
        _feedback(item, name, question.remark)
    return item


def _presentation(item: ET.Element, question: BankQuestion) -> None:
    flow = ET.SubElement(ET.SubElement(item, "presentation", label=question.title), "flow")
    _material(flow, question.text)
    response = ET.SubElement(flow, "response_lid", ident=_RESPONSE, rcardinality="Single")
    choices = ET.SubElement(response, "render_choice", shuffle="Yes")
    for k, option in enumerate(question.options):
        _material(ET.SubElement(choices, "response_label", ident=str(k)), option.text)


def _processing(item: ET.Element, question: BankQuestion) -> None:
    """Write how answers are scored: one point for the right option. Ilias then shows the feedback
    on the chosen option."""
    steps = ET.SubElement(item, "resprocessing")
    ET.SubElement(ET.SubElement(steps, "outcomes"), "decvar")
    for k, option in enumerate(question.options):
        step = ET.SubElement(steps, "respcondition", {"continue": "Yes"})
        comparison = ET.SubElement(
            ET.SubElement(step, "conditionvar"), "varequal", respident=_RESPONSE
        )
        comparison.text = str(k)
        ET.SubElement(step, "setvar", action="Add").text = str(int(option.is_right))
        ET.SubElement(step, "displayfeedback", feedbacktype="Response", linkrefid=f"response_{k}")


def _feedback(item: ET.Element, name: str, text: str) -> None:
    feedback = ET.SubElement(item, "itemfeedback", ident=name, view="All")
    _material(ET.SubElement(feedback, "flow_mat"), text)


def _material(parent: ET.Element, text: str) -> None:
    material = ET.SubElement(ET.SubElement(parent, "material"), "mattext", texttype="text/xhtml")
    material.text = to_html(text, _TEX)
