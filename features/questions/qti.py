"""Questions as a QTI 2.1 package: a zip that Canvas and OpenOLAT import.

An assessment item for each question, a test with a section for each page, the pictures, and the
manifest of IMS Content Packaging that lists them. Formulas are MathML.

Three things are as they are because Canvas reads no other form: the items stand where the paths of
their pictures begin, MathML has no prefix, and each option's reason is added to FEEDBACK by a
condition of its own. What is told after every answer is feedback named general_….
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
_WHEN = (1980, 1, 1, 0, 0, 0)  # the same questions make the same bytes
_ALWAYS = "general_remark"


@dataclass(frozen=True)
class _File:
    """A file of the package. `uses`: the other files that it needs, by their identifiers."""

    identifier: str
    kind: str  # the resource's type
    path: str
    data: bytes
    extra: tuple[str, ...] = ()  # further files of the same resource
    uses: tuple[str, ...] = ()


def qti_package(questions: Sequence[BankQuestion], title: str) -> bytes:
    """The zip to import. `title`: of the test."""
    items = [_item_file(question) for question in questions]
    test = _File(
        "test", "imsqti_test_xmlv2p1", "test.xml", _document(_test(questions, title)),
        uses=tuple(item.identifier for item in items),
    )  # fmt: skip
    pictures = {q.picture.name: q.picture.data for q in questions if q.picture}
    written = {
        "imsmanifest.xml": _document(_manifest([test, *items])),
        **{file.path: file.data for file in (test, *items)},
        **{f"pictures/{name}": data for name, data in pictures.items()},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in written.items():
            archive.writestr(zipfile.ZipInfo(path, _WHEN), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def assessment_item(question: BankQuestion) -> ET.Element:
    """One question: what is asked, how it is scored, and the reason that each option shows."""
    root = _root(QTI, "assessmentItem", identifier=question.id, title=question.title,
                 adaptive="false", timeDependent="false")  # fmt: skip
    names = [f"option_{k}" for k in range(1, len(question.options) + 1)]
    right = names[[option.right for option in question.options].index(True)]
    _declarations(root, right)
    body = _in(root, "itemBody")
    _rich(_in(body, "p"), question.text)
    if question.picture:
        source = quote(f"pictures/{question.picture.name}")
        _in(_in(body, "p"), "img", src=source, alt=question.picture.alternative)
    choices = _in(body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="true",
                  maxChoices="1")  # fmt: skip
    for name, option in zip(names, question.options, strict=True):
        _rich(_in(choices, "simpleChoice", identifier=name), option.text)
    always = [_ALWAYS] if question.remark else []
    _processing(root, {name: [name, *always] for name in names}, right)
    for name, option in zip(names, question.options, strict=True):
        _feedback(root, name, option.feedback)
    for name in always:
        _feedback(root, name, question.remark)
    return root


def _declarations(root: ET.Element, right: str) -> None:
    response = _in(root, "responseDeclaration", identifier="RESPONSE", cardinality="single",
                   baseType="identifier")  # fmt: skip
    _in(_in(response, "correctResponse"), "value").text = right
    score = _in(root, "outcomeDeclaration", identifier="SCORE", cardinality="single",
                baseType="float")  # fmt: skip
    _in(_in(score, "defaultValue"), "value").text = "0"
    most = _in(root, "outcomeDeclaration", identifier="MAXSCORE", cardinality="single",
               baseType="float")  # fmt: skip
    _in(_in(most, "defaultValue"), "value").text = "1"
    _in(root, "outcomeDeclaration", identifier="FEEDBACK", cardinality="multiple",
        baseType="identifier")  # fmt: skip


def _processing(root: ET.Element, shown: Mapping[str, Sequence[str]], right: str) -> None:
    """One point for the right option, and by each option the feedback that is shown."""
    steps = _in(root, "responseProcessing")
    for name, feedback in shown.items():
        condition = _in(_in(steps, "responseCondition"), "responseIf")
        same = _in(condition, "match")
        _in(same, "variable", identifier="RESPONSE")
        _in(same, "baseValue", baseType="identifier").text = name
        if name == right:
            point = _in(condition, "setOutcomeValue", identifier="SCORE")
            _in(point, "baseValue", baseType="float").text = "1"
        told = _in(_in(condition, "setOutcomeValue", identifier="FEEDBACK"), "multiple")
        _in(told, "variable", identifier="FEEDBACK")
        for one in feedback:
            _in(told, "baseValue", baseType="identifier").text = one


def _feedback(root: ET.Element, name: str, text: str) -> None:
    shown = _in(root, "modalFeedback", outcomeIdentifier="FEEDBACK", showHide="show",
                identifier=name)  # fmt: skip
    _rich(_in(shown, "p"), text)


def _test(questions: Sequence[BankQuestion], title: str) -> ET.Element:
    root = _root(QTI, "assessmentTest", identifier="test", title=title)
    part = _in(root, "testPart", identifier="part", navigationMode="nonlinear",
               submissionMode="individual")  # fmt: skip
    _in(part, "itemSessionControl", maxAttempts="0", showFeedback="true")
    for k, (name, found) in enumerate(categories(questions).items(), start=1):
        section = _in(part, "assessmentSection", identifier=f"section_{k}", title=name,
                      visible="true")  # fmt: skip
        for question in found:
            _in(section, "assessmentItemRef", identifier=question.id, href=_path(question))
    return root


def _manifest(files: Sequence[_File]) -> ET.Element:
    root = _root(PACKAGE, "manifest", identifier="package")
    about = _in(root, "metadata")
    _in(about, "schema").text = "QTIv2.1 Package"
    _in(about, "schemaversion").text = "1.0.0"
    _in(root, "organizations")
    resources = _in(root, "resources")
    for file in files:
        resource = _in(resources, "resource", identifier=f"resource_{file.identifier}",
                       type=file.kind, href=file.path)  # fmt: skip
        for path in (file.path, *file.extra):
            _in(resource, "file", href=quote(path))
        for used in file.uses:
            _in(resource, "dependency", identifierref=f"resource_{used}")
    return root


def _item_file(question: BankQuestion) -> _File:
    pictures = (f"pictures/{question.picture.name}",) if question.picture else ()
    return _File(question.id, "imsqti_item_xmlv2p1", _path(question),
                 _document(assessment_item(question)), pictures)  # fmt: skip


def _path(question: BankQuestion) -> str:
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', question.id)}.xml"


def _rich(parent: ET.Element, text: str) -> None:
    """Puts a sentence with its formulas into an element."""
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
    """The formula as MathML; none where it holds what the reader of LaTeX does not know, and then
    it stays as the page writes it."""
    try:
        nodes = mathml(formula.latex)
    except ValueError:
        return None
    element = _mathml_element(nodes)
    element.attrib.pop("display", None)
    element.set("xmlns", MATH)
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


def _in(parent: ET.Element, name: str, **attributes: str) -> ET.Element:
    return ET.SubElement(parent, name, attributes)


def _document(root: ET.Element) -> bytes:
    return ET.tostring(root, encoding="utf-8", xml_declaration=True)
