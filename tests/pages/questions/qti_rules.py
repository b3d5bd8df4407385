"""The rules of QTI 2.1 and IMS Content Packaging for the exported elements, as a table: the
required and allowed attributes of each, and its children in order.

The table follows the specification's information model (imsglobal.org/question), and is stricter,
since it lists only what the export uses.
"""

import io
import re
import zipfile
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from features.questions import qti

# Each element with its attributes, and its children as a regular expression over their names, each
# followed by a space.
_DECLARATION_KEYS = "identifier cardinality baseType"
_BLOCK = r"(?:math )*"
_PROSE = r"(?:(?:math|img) )*"
ELEMENTS = {
    "assessmentItem": (
        "identifier title adaptive timeDependent",
        "(?:responseDeclaration )+(?:outcomeDeclaration )*itemBody responseProcessing "
        "(?:modalFeedback )*",
    ),
    "responseDeclaration": (_DECLARATION_KEYS, "correctResponse "),
    "correctResponse": ("", "value "),
    "outcomeDeclaration": (_DECLARATION_KEYS, "(?:defaultValue )?"),
    "defaultValue": ("", "value "),
    "value": ("", ""),
    "itemBody": ("", "(?:p )*choiceInteraction (?:p )*"),
    "p": ("", _PROSE),
    "img": ("src alt", ""),
    "choiceInteraction": ("responseIdentifier shuffle maxChoices", "(?:simpleChoice )+"),
    "simpleChoice": ("identifier", _BLOCK),
    "responseProcessing": ("", "(?:responseCondition )+"),
    "responseCondition": ("", "responseIf "),
    "responseIf": ("", "match (?:setOutcomeValue )+"),
    "match": ("", "variable baseValue "),
    "variable": ("identifier", ""),
    "setOutcomeValue": ("identifier", "(?:baseValue|multiple) "),
    "multiple": ("", "variable (?:baseValue )+"),
    "baseValue": ("baseType", ""),
    "modalFeedback": ("outcomeIdentifier showHide identifier", "(?:p )+"),
    "assessmentTest": ("identifier title", "(?:testPart )+"),
    "testPart": (
        "identifier navigationMode submissionMode",
        "(?:itemSessionControl )?(?:assessmentSection )+",
    ),
    "itemSessionControl": ("maxAttempts showFeedback", ""),
    "assessmentSection": ("identifier title visible", "(?:assessmentItemRef )+"),
    "assessmentItemRef": ("identifier href", ""),
    "manifest": ("identifier", "metadata organizations resources "),
    "metadata": ("", "schema schemaversion "),
    "schema": ("", ""),
    "schemaversion": ("", ""),
    "organizations": ("", ""),
    "resources": ("", "(?:resource )+"),
    "resource": ("identifier type href", "(?:file )+(?:dependency )*"),
    "file": ("href", ""),
    "dependency": ("identifierref", ""),
}
VALUES = {
    "cardinality": {"single", "multiple"}, "baseType": {"identifier", "float"},
    "showHide": {"show"}, "navigationMode": {"nonlinear"}, "submissionMode": {"individual"},
    "adaptive": {"false"},
    "type": {"imsqti_item_xmlv2p1", "imsqti_test_xmlv2p1"},
}  # fmt: skip
MATHML = {"math", "mi", "mn", "mo", "mrow", "mfrac", "msqrt", "msup", "msub", "msubsup", "munder",
          "mover", "munderover", "mspace"}  # fmt: skip
NAME = re.compile(r"[A-Za-z_][\w.-]*")  # pattern of an identifier
ADDRESS = re.compile(r"(?:[\w./~-]|%[0-9A-F]{2})+", re.ASCII)


def faults(package: bytes) -> list[str]:
    """Return a sentence about each violation of the rules in the package."""
    archive = zipfile.ZipFile(io.BytesIO(package))
    messages: list[str] = []
    for name in archive.namelist():
        if name.endswith(".xml"):
            root = ET.fromstring(archive.read(name))
            space = qti.PACKAGE if name == "imsmanifest.xml" else qti.QTI
            messages += [f"{name}: {fault}" for fault in _element(root, space)]
            if root.tag.endswith("}assessmentItem"):
                messages += [f"{name}: {fault}" for fault in _references(root)]
    return messages + _listed_files(archive)


def _element(element: ET.Element, space: str) -> list[str]:
    namespace, _, name = element.tag[1:].partition("}")
    if namespace == qti.MATH:
        return [f"<{e.tag}> is no MathML" for e in element.iter()
                if e.tag.partition("}")[2] not in MATHML]  # fmt: skip
    if namespace != space or name not in ELEMENTS:
        return [f"there is no <{name}> in {namespace}"]
    attributes, children = ELEMENTS[name]
    attribute_names = {key for key in element.attrib if not key.startswith("{")}
    messages = [
        f"<{name}> with {attribute_names}" for _ in [0] if attribute_names != {*attributes.split()}
    ]
    order = "".join(f"{child.tag.partition('}')[2]} " for child in element)
    messages += [f"<{name}> contains {order}" for _ in [0] if not re.fullmatch(children, order)]
    for key, value in element.attrib.items():
        if key in VALUES and value not in VALUES[key]:
            messages.append(f"{key}={value}")
        if key in ("href", "src") and not ADDRESS.fullmatch(value):
            messages.append(f"{value} is no URI")
        if "dentifier" in key and not NAME.fullmatch(value):
            messages.append(f"{value} is no identifier")
    return messages + [fault for child in element for fault in _element(child, space)]


def _references(item: ET.Element) -> list[str]:
    """Return a sentence about each identifier of an item that is used but not declared, or declared
    but never shown."""
    declared_ids = {e.get("identifier") for e in item if e.tag.endswith("Declaration")}
    used_ids = {
        e.get(key) for e in item.iter() for key in ("responseIdentifier", "outcomeIdentifier")
    }
    used_ids |= {e.get("identifier") for e in item.iter()
             if e.tag.endswith(("variable", "setOutcomeValue"))}  # fmt: skip
    choices = {e.get("identifier") for e in item.iter() if e.tag.endswith("simpleChoice")}
    feedback_names = {e.get("identifier") for e in item.iter() if e.tag.endswith("modalFeedback")}
    right = {e.text for e in item.iter() if e.tag.endswith("}value") and e.text not in ("0", "1")}
    named_ids = {e.text for e in item.iter() if e.get("baseType") == "identifier" and e.text}
    messages = [f"{name} is declared nowhere" for name in used_ids - declared_ids - {None}]
    messages += [f"{name} is no choice" for name in right - choices]
    messages += [
        f"{name} is no choice and no feedback" for name in named_ids - choices - feedback_names
    ]
    return messages + [f"{name} is never shown" for name in feedback_names - named_ids]


def _listed_files(archive: zipfile.ZipFile) -> list[str]:
    """Return a sentence about each file that is missing in the manifest, or named there without
    existing."""
    manifest = ET.fromstring(archive.read("imsmanifest.xml"))
    names = {unquote(e.get("href")) for e in manifest.iter() if e.tag.endswith("}file")}
    resources = [e.get("identifier") for e in manifest.iter() if e.tag.endswith("}resource")]
    needed_ids = {e.get("identifierref") for e in manifest.iter() if e.tag.endswith("dependency")}
    messages = [f"{name} is only listed or only present"
            for name in names ^ ({*archive.namelist()} - {"imsmanifest.xml"})]  # fmt: skip
    messages += [f"{name} is no resource" for name in needed_ids - {*resources}]
    return messages + (["a resource is listed twice"] if len({*resources}) < len(resources) else [])
