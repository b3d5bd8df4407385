"""Questions as a QTI 2.1 package: a zip file that Canvas and OpenOLAT import.

It contains an assessment item for each question, a test with a section for each page, the pictures,
and the manifest of IMS Content Packaging. Formulas are MathML, or plain text where that fails.

Canvas requires four things: paths of pictures are relative to the items, MathML has no prefix, each
option's feedback is added to FEEDBACK by its own condition, and the name of feedback that is shown
after every answer begins with general_.
"""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

from features.questions.question_bank import BankQuestion, categories
from lab.ui.mathml import mathml
from lab.ui.steps.formulas import InlineFormula, parts

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
MATH = "http://www.w3.org/1998/Math/MathML"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_SCHEMA = {
    QTI: f"{QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd",
    PACKAGE: f"{PACKAGE} http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd",
}
_FILE_TIME = (1980, 1, 1, 0, 0, 0)  # constant, so that equal questions give equal bytes
_GENERAL_FEEDBACK = "general_remark"


@dataclass(frozen=True)
class _File:
    """A file of the package. `uses`: the identifiers of the files that this file needs."""

    identifier: str
    kind: str  # the resource's type
    path: str
    data: bytes
    more_paths: tuple[str, ...] = ()  # further files of the same resource
    uses: tuple[str, ...] = ()


def qti_package(questions: Sequence[BankQuestion], title: str) -> bytes:
    """Return the questions as a QTI package to import. `title` is the title of the test."""
    items = [_item_file(question) for question in questions]
    test = _File(
        "test", "imsqti_test_xmlv2p1", "test.xml", _document(_test(questions, title)),
        uses=tuple(item.identifier for item in items),
    )  # fmt: skip
    pictures = {q.picture.name: q.picture.data for q in questions if q.picture}
    files = {
        "imsmanifest.xml": _document(_manifest([test, *items])),
        **{file.path: file.data for file in (test, *items)},
        **{f"pictures/{name}": data for name, data in pictures.items()},
    }
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path, _FILE_TIME), data, zipfile.ZIP_DEFLATED)
    return package.getvalue()


def assessment_item(question: BankQuestion) -> ET.Element:
    """Write one question with its scores, the feedback of each option and the remark."""
    root = _root(QTI, "assessmentItem", identifier=question.id, title=question.title,
                 adaptive="false", timeDependent="false")  # fmt: skip
    names = [f"option_{k}" for k in range(1, len(question.options) + 1)]
    right_name = names[[option.is_right for option in question.options].index(True)]
    _declarations(root, right_name)
    body = _add(root, "itemBody")
    _add_text(_add(body, "p"), question.text)
    if question.picture:
        source = quote(f"pictures/{question.picture.name}")
        _add(_add(body, "p"), "img", src=source, alt=question.picture.alternative)
    choices = _add(body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="true",
                  maxChoices="1")  # fmt: skip
    for name, option in zip(names, question.options, strict=True):
        _add_text(_add(choices, "simpleChoice", identifier=name), option.text)
    general_names = [_GENERAL_FEEDBACK] if question.remark else []
    _processing(root, {name: [name, *general_names] for name in names}, right_name)
    for name, option in zip(names, question.options, strict=True):
        _feedback(root, name, option.feedback)
    for name in general_names:
        _feedback(root, name, question.remark)
    return root


def _declarations(root: ET.Element, right_name: str) -> None:
    response = _add(root, "responseDeclaration", identifier="RESPONSE", cardinality="single",
                   baseType="identifier")  # fmt: skip
    _add(_add(response, "correctResponse"), "value").text = right_name
    score = _add(root, "outcomeDeclaration", identifier="SCORE", cardinality="single",
                baseType="float")  # fmt: skip
    _add(_add(score, "defaultValue"), "value").text = "0"
    max_score = _add(root, "outcomeDeclaration", identifier="MAXSCORE", cardinality="single",
               baseType="float")  # fmt: skip
    _add(_add(max_score, "defaultValue"), "value").text = "1"
    _add(root, "outcomeDeclaration", identifier="FEEDBACK", cardinality="multiple",
        baseType="identifier")  # fmt: skip


def _processing(
    root: ET.Element, feedback_names: Mapping[str, Sequence[str]], right_name: str
) -> None:
    """Write how answers are scored: one point for the right option. `feedback_names` lists for each
    option the feedback that is shown when it is chosen."""
    steps = _add(root, "responseProcessing")
    for name, feedback in feedback_names.items():
        condition = _add(_add(steps, "responseCondition"), "responseIf")
        comparison = _add(condition, "match")
        _add(comparison, "variable", identifier="RESPONSE")
        _add(comparison, "baseValue", baseType="identifier").text = name
        if name == right_name:
            point = _add(condition, "setOutcomeValue", identifier="SCORE")
            _add(point, "baseValue", baseType="float").text = "1"
        expression = _add(_add(condition, "setOutcomeValue", identifier="FEEDBACK"), "multiple")
        _add(expression, "variable", identifier="FEEDBACK")
        for identifier in feedback:
            _add(expression, "baseValue", baseType="identifier").text = identifier


def _feedback(root: ET.Element, name: str, text: str) -> None:
    feedback = _add(root, "modalFeedback", outcomeIdentifier="FEEDBACK", showHide="show",
                identifier=name)  # fmt: skip
    _add_text(_add(feedback, "p"), text)


def _test(questions: Sequence[BankQuestion], title: str) -> ET.Element:
    root = _root(QTI, "assessmentTest", identifier="test", title=title)
    part = _add(root, "testPart", identifier="part", navigationMode="nonlinear",
               submissionMode="individual")  # fmt: skip
    _add(part, "itemSessionControl", maxAttempts="0", showFeedback="true")
    for k, (name, category_questions) in enumerate(categories(questions).items(), start=1):
        section = _add(part, "assessmentSection", identifier=f"section_{k}", title=name,
                      visible="true")  # fmt: skip
        for question in category_questions:
            _add(section, "assessmentItemRef", identifier=question.id, href=_path(question))
    return root


def _manifest(files: Sequence[_File]) -> ET.Element:
    root = _root(PACKAGE, "manifest", identifier="package")
    metadata = _add(root, "metadata")
    _add(metadata, "schema").text = "QTIv2.1 Package"
    _add(metadata, "schemaversion").text = "1.0.0"
    _add(root, "organizations")
    resources = _add(root, "resources")
    for file in files:
        resource = _add(resources, "resource", identifier=f"resource_{file.identifier}",
                       type=file.kind, href=file.path)  # fmt: skip
        for path in (file.path, *file.more_paths):
            _add(resource, "file", href=quote(path))
        for identifier in file.uses:
            _add(resource, "dependency", identifierref=f"resource_{identifier}")
    return root


def _item_file(question: BankQuestion) -> _File:
    pictures = (f"pictures/{question.picture.name}",) if question.picture else ()
    return _File(question.id, "imsqti_item_xmlv2p1", _path(question),
                 _document(assessment_item(question)), pictures)  # fmt: skip


def _path(question: BankQuestion) -> str:
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', question.id)}.xml"


def _add_text(parent: ET.Element, text: str) -> None:
    """Append a text with its formulas to an element."""
    for part in parts(text):
        math = _math(part) if isinstance(part, InlineFormula) else None
        if math is not None:
            parent.append(math)
            continue
        words = part if isinstance(part, str) else part.plain
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + words
        else:
            parent.text = (parent.text or "") + words


def _math(formula: InlineFormula) -> ET.Element | None:
    """Convert a formula to MathML; None if its LaTeX is not supported."""
    try:
        nodes = mathml(formula.latex)
    except ValueError:
        return None
    element = _mathml_element(nodes)
    element.attrib = {"xmlns": MATH}  # QTI allows no attribute of HTML, such as translate
    return element


def _mathml_element(node: list[Any]) -> ET.Element:
    tag, attributes, *children = node
    element = ET.Element(tag, dict(attributes))
    for child in children:
        if isinstance(child, str):
            element.text = (element.text or "") + child
        else:
            element.append(_mathml_element(child))
    return element


def _root(namespace: str, name: str, **attributes: str) -> ET.Element:
    spaces = {"xmlns": namespace, "xmlns:xsi": _XSI, "xsi:schemaLocation": _SCHEMA[namespace]}
    return ET.Element(name, spaces | attributes)


def _add(parent: ET.Element, name: str, **attributes: str) -> ET.Element:
    return ET.SubElement(parent, name, attributes)


def _document(root: ET.Element) -> bytes:
    return ET.tostring(root, encoding="utf-8", xml_declaration=True)
