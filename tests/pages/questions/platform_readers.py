"""Read the exported files as the platforms do, sharing nothing but tables with the code that writes
them.

A text that is read back has its formulas in the notation of the pages, without spaces; `normal`
converts the original text to the same form.
"""

import base64
import csv
import io
import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from lab.ui.steps import formulas

RAISED = {plain: raised for raised, plain in formulas._RAISED.items()} | {"⊤": "ᵀ", "−": "⁻"}
LOWERED = {plain: lowered for lowered, plain in formulas._LOWERED.items()} | {"−": "₋"}
COMMANDS = {name: letter for letter, name in formulas._LETTERS.items()} | {
    sign[1:].strip(): letter for letter, sign in formulas._SIGNS.items() if sign[0] == "\\"
}
SCRIPTS = "".join({*RAISED.values(), *LOWERED.values(), "′"})
FRACTIONS = {tuple(pair.split("/")): letter for letter, pair in formulas._FRACTIONS.items()}


@dataclass(frozen=True)
class ReadQuestion:
    """A question as a platform reads it; options are (text, reason, is_right)."""

    id: str
    text: str
    options: frozenset
    remark: str
    category: str = ""
    picture: bytes | None = None


def normal(text: str) -> str:
    """Normalise what typesetting changes: spaces, the order of sub- and superscripts, kinds of
    minus."""
    text = re.sub(r"_([a-z])", lambda match: LOWERED.get(match[1], match[0]), text)
    text = "".join(text.split()).replace("-", "−").replace("∗", "*")
    return re.sub(f"[{SCRIPTS}]+", lambda match: "".join(sorted(match[0])), text)


# ---- formulas ----


def from_latex(latex: str) -> str:
    """Convert LaTeX from formulas.latex to the notation of the pages."""
    latex = re.sub(r"\\tfrac\{(\d)\}\{(\d)\}", lambda f: FRACTIONS[f[1], f[2]], latex)
    latex = re.sub(r"\\hat\{w\}", "ŵ", latex)
    latex = re.sub(r"([\^_])\{([^{}]*)\}", _script, latex)
    latex = re.sub(r"\\sqrt\{([^{}]*)\}", r"√\1", latex)
    latex = latex.replace("'", "′")
    return re.sub(r"\\([A-Za-z]+|[{}])", lambda f: COMMANDS.get(f[1], f[1]), latex)


def _script(match: re.Match) -> str:
    table = RAISED if match[1] == "^" else LOWERED
    return "".join(table[c] for c in match[2].replace(r"\top", "⊤").replace(" ", ""))


def from_mathml(element: ET.Element) -> str:
    name, inner = element.tag.partition("}")[2], [from_mathml(child) for child in element]
    match name, inner:
        case "mfrac", [above, below]:
            return FRACTIONS[above, below]
        case "msqrt", _:
            return "√" + "".join(inner)
        case "mover", [base, "^"]:
            return {"w": "ŵ"}[base]
        case "msub" | "munder", [base, low]:
            return base + _shifted_letters(low, LOWERED)
        case "msup" | "mover", [base, high]:
            return base + _shifted_letters(high, RAISED)
        case "msubsup" | "munderover", [base, low, high]:
            return base + _shifted_letters(low, LOWERED) + _shifted_letters(high, RAISED)
    return (element.text or "").replace("∑", "Σ") + "".join(inner)


def _shifted_letters(text: str, table: dict[str, str]) -> str:
    return "".join(letter if letter == "′" else table[letter] for letter in text)


class _Html(HTMLParser):
    """A parser that finds formulas as MathJax does: with both brackets in one text node."""

    def __init__(self):
        super().__init__()
        self.parts, self.pieces = [], []

    def handle_data(self, data):
        self.parts.append(data)

    def handle_starttag(self, tag, attrs):
        assert tag in {"p", "span", "img", "ol", "li", "ul", "b", "i", "br", "small"}, tag
        self.parts.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        self.parts.append(("/" + tag, {}))


def read_html(html: str) -> list:
    """Return the texts in the notation of the pages, and the tags."""
    parser = _Html()
    parser.feed(html)
    parser.close()
    return [
        re.sub(r"\\\((.*?)\\\)", lambda f: from_latex(f[1]), node)
        if isinstance(node, str)
        else node
        for node in parser.parts
    ]


def html_text(html: str) -> str:
    return normal("".join(node for node in read_html(html) if isinstance(node, str)))


def _piece(html: str, start: str, end: str) -> list[str]:
    """Return the texts between these tags, each as HTML."""
    return re.findall(f"{re.escape(start)}(.*?){re.escape(end)}", html)


# ---- formats ----


def moodle(data: bytes) -> list[ReadQuestion]:
    questions, category = [], ""
    for question in ET.fromstring(data):
        if question.get("type") == "category":
            category = question.findtext("category/text")
            continue
        file = question.find("questiontext/file")
        options = {
            (html_text(a.findtext("text")), html_text(a.findtext("feedback/text")),
             float(a.get("fraction")) == 100)
            for a in question.findall("answer")
        }  # fmt: skip
        questions.append(ReadQuestion(
            question.findtext("idnumber"), html_text(question.findtext("questiontext/text")),
            frozenset(options), html_text(question.findtext("generalfeedback/text")), category,
            None if file is None else base64.b64decode(file.text),
        ))  # fmt: skip
    return questions


def gift(text: str) -> list[ReadQuestion]:
    """Read GIFT by the rules of docs.moodle.org/en/GIFT_format, where \\ escapes ~ = # { } : and
    \\."""
    questions, category = [], ""
    for block in text.strip("\n").split("\n\n"):
        if block.startswith("$CATEGORY: "):
            category = block.removeprefix("$CATEGORY: ")
            continue
        comment, _, remainder = block.partition("\n")
        remainder = re.sub(r"\\(.)", lambda f: chr(0xE000 + ord(f[1])), remainder.replace("\n", ""))

        def plain(part: str) -> str:
            return html_text(re.sub("[\ue000-\ue0ff]", lambda f: chr(ord(f[0]) - 0xE000), part))

        head = re.fullmatch(r"::([^:]*)::\[html\]([^{}]*?) \{(.*)\}", remainder)
        answers, _, remark = head[3].partition("####")
        options = set()
        for mark, answer, reason in re.findall(r"\t?([=~])([^=~#]*)#([^=~#\t]*)", answers):
            options.add((plain(answer), plain(reason), mark == "="))
        name = re.fullmatch(r"// \[id:(.*)\]", comment)[1]
        questions.append(
            ReadQuestion(name, plain(head[2]), frozenset(options), plain(remark), category)
        )
    return questions


def ilias(data: bytes) -> list[ReadQuestion]:
    """Read an item as Ilias's assSingleChoiceImport does."""
    questions, root = [], ET.fromstring(data)
    assert not any(node.tail for node in root.iter()), "ilQTIParser adds it to the text before"
    for item in root:
        fields = {
            field.findtext("fieldlabel"): field.findtext("fieldentry")
            for field in item.iterfind("itemmetadata/qtimetadata/qtimetadatafield")
        }
        assert fields["QUESTIONTYPE"] == "assSingleChoice"
        feedback = {node.get("ident"): _ilias_text(node.find("flow_mat"))
                for node in item.iterfind("itemfeedback")}  # fmt: skip
        points, reasons = {}, {}
        for step in item.iterfind("resprocessing/respcondition"):
            option = step.findtext("conditionvar/varequal[@respident='MCSR']")
            points[option] = float(step.findtext("setvar"))
            reasons[option] = feedback[step.find("displayfeedback").get("linkrefid")]
        flow = item.find("presentation/flow")
        options = frozenset(
            (_ilias_text(node), reasons[node.get("ident")], points[node.get("ident")] > 0)
            for node in flow.iterfind("response_lid[@ident='MCSR']/render_choice/response_label")
        )
        remark = feedback["response_allcorrect"]
        assert remark == feedback["response_onenotcorrect"]
        questions.append(
            ReadQuestion(fields["externalId"], _ilias_text(flow), options, remark, fields["AUTHOR"])
        )
    return questions


def _ilias_text(parent: ET.Element) -> str:
    return ilias_html(parent.findtext("material/mattext"))


def ilias_html(html: str) -> str:
    assert r"\(" not in html
    return html_text(re.sub(r"\[tex\](.*?)\[/tex\]", r"\\(\1\\)", html))


def anki(text: str) -> list[ReadQuestion]:
    lines = text.split("\n")
    settings = [line for line in lines if line.startswith("#")]
    assert "#separator:tab" in settings and "#html:true" in settings
    rows = csv.reader(io.StringIO("\n".join(lines[len(settings) :])), delimiter="\t", strict=True)
    return anki_cards(rows)


def anki_cards(rows: Iterable[list[str]]) -> list[ReadQuestion]:
    """Read the columns Guid, Front, Back, Deck, Tags."""
    questions = []
    for name, front, back, deck, _tags in rows:
        question_text, options_html = front.split('<ol type="a">')
        right, reason = (
            _piece(back, "<p><b>", "</b></p>")[0],
            _piece(back, "</b></p><p>", "</p>")[0],
        )
        pairs = [node.split("</i><br>") for node in _piece(back, "<li><i>", "</li>")]
        options = {(html_text(a), html_text(w), False) for a, w in pairs}
        options.add((html_text(right), html_text(reason), True))
        assert {html_text(node) for node in _piece(options_html, "<li>", "</li>")} == {
            o for o, *_ in options
        }
        remark = html_text(_piece(back, "<small>", "</small>")[0])
        questions.append(
            ReadQuestion(name, html_text(question_text), frozenset(options), remark, deck)
        )
    return questions


def qti_text(element: ET.Element) -> str:
    text = element.text or ""
    for child in element:
        inner = from_mathml(child) if "MathML" in child.tag else qti_text(child)
        text += inner + (child.tail or "")
    return text


_CANVAS_GENERAL = re.compile(r"general_|_all|wrong|incorrect|correct|_IC$|_C$", re.IGNORECASE)


def canvas(data: bytes) -> list[ReadQuestion]:
    """Read a package as Canvas's importer (qti_exporter, in 2019 and in 2025) does, with the part
    of QTI 2.1 that it supports: reasons by the condition that adds them, the first paragraph of a
    feedback, pictures by the exact path in the manifest, MathML without a prefix."""
    archive, questions = zipfile.ZipFile(io.BytesIO(data)), []
    n = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p1",
         "p": "http://www.imsglobal.org/xsd/imscp_v1p1"}  # fmt: skip
    manifest = ET.fromstring(archive.read("imsmanifest.xml"))
    files = {file.get("href") for file in manifest.iterfind(".//p:file", n)}
    for resource in manifest.iterfind(".//p:resource[@type='imsqti_item_xmlv2p1']", n):
        text = archive.read(resource.get("href")).decode()
        assert "m:math" not in text
        item = ET.fromstring(text)
        paragraphs = {node.get("identifier"): node.find("q:p", n)
                      for node in item.iterfind("q:modalFeedback", n)}  # fmt: skip
        feedback, scored = {}, set()
        for condition in item.iterfind("q:responseProcessing/q:responseCondition/q:responseIf", n):
            option = condition.findtext("q:match/q:baseValue[@baseType='identifier']", "", n)
            added = condition.find("q:setOutcomeValue[@identifier='FEEDBACK']", n)
            if added.find(".//q:variable[@identifier='FEEDBACK']", n) is not None:
                name = added.findtext(".//q:baseValue[@baseType='identifier']", "", n)
                if not _CANVAS_GENERAL.search(name):
                    feedback[option] = normal(qti_text(paragraphs[name]))
            score = condition.findtext("q:setOutcomeValue[@identifier='SCORE']/q:baseValue", "0", n)
            scored |= {option} if float(score) > 0 else set()
        options = frozenset(
            (normal(qti_text(node)), feedback.get(node.get("identifier")),
             node.get("identifier") in scored)
            for node in item.iterfind(".//q:simpleChoice", n)
        )  # fmt: skip
        question_text, *_ = item.findall("q:itemBody/q:p", n)
        (general,) = [normal(qti_text(p)) for name, p in paragraphs.items() if "general_" in name]
        image = item.find("q:itemBody/q:p/q:img", n)
        picture = archive.read(unquote(image.get("src"))) if image is not None else None
        assert image is None or image.get("src") in files
        questions.append(
            ReadQuestion(
                item.get("identifier"),
                normal(qti_text(question_text)),
                options,
                general,
                "",
                picture,
            )
        )
    return questions


def qti(data: bytes) -> list[ReadQuestion]:
    archive, questions = zipfile.ZipFile(io.BytesIO(data)), []
    n = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p1"}
    test = ET.fromstring(archive.read("test.xml"))
    for section in test.iterfind(".//q:assessmentSection", n):
        for reference in section.iterfind("q:assessmentItemRef", n):
            item = ET.fromstring(archive.read(reference.get("href")))
            right = item.findtext("q:responseDeclaration/q:correctResponse/q:value", None, n)
            question_text = item.findall("q:itemBody/q:p", n)
            image = item.find("q:itemBody//q:img", n)
            feedback = {
                node.get("identifier"): [normal(qti_text(p)) for p in node]
                for node in item.iterfind("q:modalFeedback", n)
            }
            options = frozenset(
                (normal(qti_text(node)), feedback[node.get("identifier")][0],
                 node.get("identifier") == right)
                for node in item.iterfind(".//q:simpleChoice", n)
            )  # fmt: skip
            remark = feedback.get("general_remark", [""])[0]
            picture = None
            if image is not None:
                picture = archive.read(unquote(image.get("src")))
            questions.append(
                ReadQuestion(
                    item.get("identifier"),
                    normal(qti_text(question_text[0])),
                    options,
                    remark,
                    section.get("title"),
                    picture,
                )
            )
    return questions
