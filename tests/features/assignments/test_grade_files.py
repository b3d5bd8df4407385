"""The four files that marking writes."""

import csv
import io
import re

import pytest

from features.assignments.__main__ import main
from features.assignments.marking import grade_files, report
from features.assignments.marking.marks import mark_all
from features.assignments.marking.submissions import Submission
from tests.features.assignments.answer_cases import TEXT, WEEK, as_file, make_answer, with_scene


def test_marking_writes_its_four_files(tmp_path, capsys):
    (tmp_path / "week.toml").write_text(TEXT)
    (tmp_path / "4711.txt").write_bytes(as_file(make_answer("4711")))
    out = tmp_path / "marks"
    arguments = [str(tmp_path / "week.toml"), str(tmp_path / "4711.txt"), "--out", str(out)]
    assert main(["check", *arguments]) == 0
    names = {"marks.csv", "moodle.csv", "canvas.csv", "answers.html"}
    assert {file.name for file in out.iterdir()} == names
    assert all(file.read_text("utf-8").strip() for file in out.iterdir())


def test_the_table_shows_which_of_two_answers_counts():
    contents = [
        as_file(with_scene(make_answer("4711"), "")),
        as_file(make_answer("4711")),
        b"no answer",
    ]
    marks = mark_all(WEEK, [Submission(f"{k}.txt", text) for k, text in enumerate(contents)])
    rows = [*csv.DictReader(io.StringIO(grade_files.marks_csv(WEEK, marks)))]
    assert [row["counts"] for row in rows] == ["no", "yes", "no"]
    assert [row["points"] for row in rows] == ["1", "3", ""]


@pytest.mark.parametrize("theme", ["", "@media (prefers-color-scheme: dark) { "])
def test_every_colour_of_the_report_is_defined_in_both_themes(theme):
    page = report.page(WEEK, mark_all(WEEK, [Submission("a.txt", as_file(make_answer("4711")))]))
    style = page.partition("<style>")[2].partition("</style>")[0]
    block = re.search(rf"^{re.escape(theme)}\s*:root {{([^}}]*)}}", style, re.MULTILINE)[1]
    defined = {name for name, _ in re.findall(r"--([\w]+): ([^;]+);", block)}
    assert defined >= {*re.findall(r"var\(--(\w+)\)", style)} and len(defined) > 10
