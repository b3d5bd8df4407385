"""Three questions, imported and exported again by the code of platforms."""

import csv
import json
from xml.etree import ElementTree as ET

import pytest

from tests.pages.questions import platform_readers as read
from tests.pages.questions.exported_questions import EXPORTS, QUESTIONS, hashes
from tests.pages.questions.platform_readers import normal
from tests.pages.questions.written_files import expected, without_category


def test_stored_exports_come_from_the_present_question_files():
    """If this fails, the stored exports were made from an older version of our question files:
    import the present files into the platforms, and export them again."""
    assert hashes() == (EXPORTS / "written.sha256").read_text()


@pytest.mark.parametrize(("name", "pictures"), [("xml", True), ("gift", False)])
def test_moodle_has_the_questions_as_they_were_meant(name, pictures):
    questions = read.moodle((EXPORTS / f"moodle-from-{name}.xml").read_bytes())
    by_id = {item.id: item for item in questions}
    assert [without_category(by_id[item.id]) for item in QUESTIONS] == [
        expected(item, pictures) for item in QUESTIONS
    ]
    assert {item.category for item in questions} == {
        f"$course$/top/Kernels // 2026/{page}" for page in ("RBF bandwidth", "SVM")
    }


def test_anki_has_the_questions_as_they_were_meant():
    text = (EXPORTS / "anki.txt").read_text("utf-8")
    head = [line for line in text.splitlines() if line.startswith("#")]
    assert head[2:] == ["#guid column:1", "#deck column:2", "#tags column:5"]
    rows = csv.reader(text.splitlines()[len(head) :], delimiter="\t", strict=True)
    cards = [[name, front, back, deck, tags] for name, deck, front, back, tags in rows]
    questions = read.anki_cards(cards)
    assert [without_category(item) for item in questions] == [
        expected(item, False) for item in QUESTIONS
    ]
    assert cards[1][1].count('<img src="dot &amp; line.gif"') == 1
    assert {item.category for item in questions} == {
        f"Kernels / 2026::{page}" for page in ("RBF bandwidth", "SVM")
    }


def test_ilias_has_the_questions_as_they_were_meant():
    export = json.loads((EXPORTS / "ilias.json").read_text("utf-8"))
    for item, question in zip(export, QUESTIONS, strict=True):
        assert item["id"] == question.id and item["shuffle"] == "1" and item["setting"] == "2"
        assert read.ilias_html(item["text"]) == normal(question.text)
        feedback = zip(item["answers"], item["reasons"], question.options, strict=True)
        for (text, points), reason, option in feedback:
            assert read.ilias_html(text) == normal(option.text) and points == option.is_right
            assert read.ilias_html(reason) == normal(option.feedback)
        for remark in item["generic"].values():
            assert read.ilias_html(remark) == normal(question.remark)


def of_canvas(text: str, html: str | None = None) -> str:
    """Return a text of Canvas in normal form, from its HTML if it has one."""
    return normal(read.qti_text(ET.fromstring(f"<p>{html}</p>"))) if html else normal(text)


def test_canvas_has_the_questions_as_they_were_meant():
    export = json.loads((EXPORTS / "canvas.json").read_text("utf-8"))
    for item, question in zip(export["questions"], QUESTIONS, strict=True):
        assert item["migration_id"] == question.id and item["question_type"] == (
            "multiple_choice_question"
        )
        question_html, _, picture = item["question_text"].partition("\n<br/>\n")
        assert of_canvas("", question_html) == normal(question.text)
        name = "pictures/" + question.picture.name if question.picture else ""
        assert export["files"].get(name, "none") in picture or not question.picture
        for answer, option in zip(item["answers"], question.options, strict=True):
            assert of_canvas(answer["text"], answer.get("html")) == normal(option.text)
            feedback = answer.get("comments_html", answer["comments"])  # plain text is escaped
            assert of_canvas("", feedback) == normal(option.feedback)
            assert answer["weight"] == 100 * option.is_right
        assert of_canvas("", item["neutral_comments"]) == normal(question.remark)
    (test,) = export["assessments"]
    assert [item["question_text"] for item in test["questions"] if "question_text" in item] == [
        "RBF bandwidth", "SVM",
    ]  # fmt: skip
