"""Questions for other platforms are the same after import, whatever their texts contain."""

import base64
import io
import os
import re
import subprocess
import sys
import zipfile
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.questions.__main__ import main
from features.questions.anki import anki
from features.questions.gift import gift
from features.questions.ilias import ilias
from features.questions.moodle_xml import moodle_xml
from features.questions.qti import qti_package
from features.questions.question_bank import (
    BankOption,
    BankQuestion,
    QuestionPicture,
    clean,
    from_quiz,
    page_questions,
)
from features.questions.question_files import files, zip_files
from pages.order import PAGES
from tests.examples import with_examples
from tests.pages.questions import platform_readers as read
from tests.pages.questions.platform_readers import normal
from tests.pages.questions.qti_rules import faults
from tests.pages.questions.written_files import expected, without_category
from tests.repository_copy import ROOT

TITLE = "Kernels / 2026"
FORMATS = {
    "moodle": lambda questions: read.moodle(moodle_xml(questions, TITLE)),
    "gift": lambda questions: read.gift(gift(questions, TITLE)),
    "anki": lambda questions: read.anki(anki(questions, TITLE)),
    "qti": lambda questions: read.qti(qti_package(questions, TITLE)),
    "ilias": lambda questions: read.ilias(ilias(questions)),
    "canvas": lambda questions: read.canvas(qti_package(questions, TITLE)),
}
WITH_PICTURES = ("moodle", "qti", "canvas")
DOT = base64.b64decode("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")
PICTURE = QuestionPicture("dot & line.gif", DOT, 'a "dot" <here>')
ALL = page_questions(PAGES)


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("name", FORMATS)
def test_every_question_of_the_pages_is_read_back_whole(name):
    assert len(ALL) >= 40
    read_questions = FORMATS[name](ALL)
    pictures = name in WITH_PICTURES
    assert [without_category(item) for item in read_questions] == [
        expected(item, pictures) for item in ALL
    ]
    for item, question in zip(read_questions, ALL, strict=True):
        assert question.category in item.category or name == "canvas"


@pytest.mark.parametrize("begin", ["%100%", "%-50%", "[html]", "[plain]"])
def test_in_gift_no_text_begins_with_a_share_of_the_points_or_a_format(begin):
    """Moodle would read `=%50%…` as half of the points, and `[plain]` as the name of a format."""
    options = (BankOption(f"{begin} yes", f"{begin} why", True), BankOption(f"{begin} no", begin))
    question = BankQuestion("q", "Losses", f"{begin} of it?", options, f"{begin} remark")
    text = gift([question], TITLE)
    fields = re.findall(r"(?:::\[html\]|\t[=~]|####|(?<![\\#])#(?!#))(?=(.*))", text)
    assert len(fields) >= 6 and not [field for field in fields if field.startswith(begin)]
    (read_questions,) = read.gift(text)
    assert without_category(read_questions) == expected(question, False)


FRAGMENT = st.sampled_from(
    [r"\(", r"\)", "$$", "<b>", "&amp;", "]]>", "@@PLUGINFILE@@/x", "[sound:a.mp3]", "[html]",
     "%50%", "{{c1::x}}", "::", "####", "=", "~", "->", '"', "'", "\t", "\n\n", "// x", "# y",
     "\x00", "\ud800", "τ²", "x₁′ = ‖w‖", "αᵀKα", "½", "√2", "a", "∑", "é", "漢", "‮"]
)  # fmt: skip
TEXT = st.lists(FRAGMENT | st.text(max_size=4), min_size=1, max_size=6).map("".join)
CLEAN = TEXT.map(clean).filter(bool)


@st.composite
def odd_questions(draw) -> BankQuestion:
    texts = draw(st.lists(CLEAN, min_size=3, max_size=4, unique_by=normal))
    right = draw(st.integers(0, len(texts) - 1))
    options = [BankOption(text, draw(CLEAN), k == right) for k, text in enumerate(texts)]
    picture = draw(st.none() | st.just(PICTURE))
    return BankQuestion("q0123abcd", draw(CLEAN), draw(CLEAN), tuple(options), draw(CLEAN), picture)


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("name", FORMATS)
@with_examples(20)
@given(question=odd_questions())
def test_odd_texts_are_read_back_as_they_were(name, question):
    (read_questions,) = FORMATS[name]([question])
    assert without_category(read_questions) == expected(question, name in WITH_PICTURES)


def test_anki_shows_the_pictures_that_lie_beside_it():
    written_files = files(ALL, TITLE)
    image_names = {*re.findall(r'<img src=""([^"]*)""', written_files["anki.txt"].decode())}
    assert image_names == {
        path.removeprefix("anki-media/") for path in written_files if "anki-media" in path
    }
    assert "svm.svg" in image_names and b"collection.media" in written_files["README.txt"]


def test_a_command_of_a_platform_is_text():
    commands = r"[tex]x[/tex] \(x\) $$y$$ [sound:a.mp3] {{c1::z}} @@PLUGINFILE@@ <b>"
    options = (BankOption("1", "one", True), BankOption("2", "two"), BankOption("3", "three"))
    question = BankQuestion("q0", "page", commands, options)
    moodle_text = ET.fromstring(moodle_xml([question], "t")).findtext("question/questiontext/text")
    texts = [item.text or "" for item in ET.fromstring(ilias([question])).iter("mattext")]
    assert "[tex]" not in "".join(texts) and "tex]x" in texts[0]
    for text in (moodle_text, anki([question], "t")):
        for command in (r"\(x", "$$", "[sound:", "{{c1", "@@P", "<b> "):
            assert command not in text


def test_the_package_keeps_to_the_rules_of_qti():
    with_picture = BankQuestion(**{**vars(ALL[0]), "picture": PICTURE, "id": "q99999999"})
    assert faults(qti_package([*ALL, with_picture], TITLE)) == []


@pytest.mark.parametrize(
    ("old", "replacement", "message"),
    [
        ('identifier="RESPONSE" cardinality', 'identifier="OTHER" cardinality', "RESPONSE"),
        ("<value>option_1</value>", "<value>option_9</value>", "option_9"),
        (' adaptive="false"', "", "with"),
        ("</itemBody>", "</itemBody><itemBody></itemBody>", "itemBody"),
        ('maxChoices="1"', 'maxChoices="1" color="red"', "color"),
        ("<simpleChoice", "<choice", "choice"),
        ('identifier="option_2"><p>', 'identifier="option_7"><p>', "option_7 is never shown"),
        ('baseType="identifier">option_2<', 'baseType="identifier">option_7<', "no feedback"),
    ],
)
def test_the_rules_of_qti_can_fail(old, replacement, message):
    archive = zipfile.ZipFile(io.BytesIO(qti_package(ALL[:1], TITLE)))
    changed_archive = io.BytesIO()
    with zipfile.ZipFile(changed_archive, "w") as out:
        for name in archive.namelist():
            text = archive.read(name).decode()
            if "<assessmentItem xmlns" in text:
                if old == "<value>option_1</value>":
                    old = re.search(r"<value>option_\d</value>", text)[0]
                assert old in text
                text = text.replace(old, replacement)
                if old == "<simpleChoice":
                    text = text.replace("</simpleChoice", "</choice")
            out.writestr(name, text)
    assert any(message in fault for fault in faults(changed_archive.getvalue()))


def test_moodle_gets_what_its_format_asks_of_a_question():
    """The rules of docs.moodle.org, Moodle XML format: one answer with 100, valid fractions,
    texts."""
    for question in ET.fromstring(moodle_xml(ALL, TITLE)):
        if question.get("type") == "category":
            assert question.findtext("category/text").startswith("$course$/top/Kernels // 2026/")
            continue
        assert question.get("type") == "multichoice"
        assert question.findtext("single") == "true"
        fractions = [answer.get("fraction") for answer in question.findall("answer")]
        assert fractions.count("100") == 1 and set(fractions) == {"0", "100"}
        assert len(question.findtext("name/text")) <= 255, "Moodle cuts longer names"
        for element in ("questiontext", "generalfeedback", "answer", "correctfeedback"):
            assert question.find(element).get("format") == "html"


@pytest.mark.thorough
def test_the_same_questions_make_the_same_bytes():
    assert zip_files(ALL, TITLE) == zip_files(ALL, TITLE)
    assert files(ALL, TITLE)["qti.zip"] == files(ALL, TITLE)["qti.zip"]


@pytest.mark.thorough
def test_the_command_writes_all_formats(tmp_path, capsys):
    assert main([str(tmp_path)]) == 0
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert {"moodle.xml", "qti.zip", "ilias.xml", "gift.txt", "anki.txt", "README.txt"} <= names
    assert len(read.moodle((tmp_path / "moodle.xml").read_bytes())) == len(ALL)
    assert f"{len(ALL)} questions" in capsys.readouterr().out


def test_the_command_reads_a_course_with_settings_of_all_features(tmp_path):
    example = ROOT / "deploy" / "course.example.toml"
    process = subprocess.run(
        [sys.executable, "-m", "features.questions", tmp_path],
        cwd=ROOT, env=os.environ | {"COURSE": str(example)}, capture_output=True, text=True,
    )  # fmt: skip
    assert process.returncode == 0 and "questions; " in process.stdout, process.stderr[-500:]


@pytest.mark.parametrize("page", [page for page in PAGES if page.quiz], ids=lambda page: page.name)
def test_a_remark_names_the_lecture_note_of_a_question_that_has_one(page):
    for question in page.quiz:
        remark = from_quiz(question, page).remark
        assert ("Lecture notes: 0" in remark) == bool(question.note)
        assert ("Lecture notes" in remark) == bool(question.note)
