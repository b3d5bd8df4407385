"""Marking: the numbers of each scene are computed again; unreadable and forged answers get
remarks."""

import csv
import dataclasses
import io
import zipfile
from pathlib import Path

import pytest

from features.assignments import answer as answers
from features.assignments import measures
from features.assignments.__main__ import main
from features.assignments.answer import AssignmentAnswer, TaskAnswer
from features.assignments.assignment import read, toml
from features.assignments.marking import grade_files, report, submissions
from features.assignments.marking import roster as rosters
from features.assignments.marking.marks import UNCHANGED_FAULT, mark_all
from features.assignments.marking.submissions import Submission
from features.assignments.reachability import start_for
from lab.scene.scene import parse_strict, replace
from lab.scene.slider_stops import slider_stops
from tests.features.assignments.answer_cases import (
    FORGED,
    UNREADABLE,
    WAYS,
    WEEK,
    as_file,
    make_answer,
    make_submissions,
    roster,
    with_scene,
    word,
)


def mark_contents(*contents: bytes, students: bytes = b""):
    uploads = [Submission(f"{k}.txt", content) for k, content in enumerate(contents)]
    return mark_all(WEEK, uploads, rosters.read(students) if students else None)


def test_an_answer_that_meets_its_goals_has_all_points():
    (mark,) = mark_contents(as_file(make_answer("4711")))
    assert not mark.unreadable_reason and mark.points == WEEK.points == 3
    assert [task.is_met for task in mark.tasks] == [True, True]
    assert all(task.gap < 1e-6 and not any(task.distances) for task in mark.tasks)
    assert mark.tasks[0].words.startswith("A small bump")


@pytest.mark.parametrize(("name", "way", "message"), UNREADABLE)
def test_an_unreadable_answer_is_marked_with_its_reason(name, way, message):
    (mark,) = mark_contents(way(make_answer("4711")))
    assert mark.answer is None and message in mark.unreadable_reason and mark.points == 0


@pytest.mark.parametrize(("name", "way", "message"), FORGED)
def test_a_forged_task_has_no_points(name, way, message):
    (mark,) = mark_contents(way(make_answer("4711")))
    forged_task, other_task = mark.tasks
    assert forged_task.points == 0 and message in forged_task.fault
    assert any(forged_task.distances) == (name == "goal not met")
    assert other_task.points == (0 if name == "copied scenes" else 1)


def test_the_numbers_agree_with_the_sweep_of_the_page():
    scene = parse_strict(make_answer("4711").entries[0].scene)
    numbers = measures.measure_scene(WEEK.tasks[0].picture, scene)
    for along in ("tau", "lam"):
        stops = slider_stops(scene, along)
        tensors = measures.tensors_of(scene, along, stops, 11)
        k = [*stops].index(getattr(scene, along))
        sweep_numbers = measures.numbers(scene, tensors, k)
        assert sweep_numbers.keys() == numbers.keys()
        for name in ("test_error", "train_error", "bayes_error", "primal", "support"):
            assert sweep_numbers[name] == pytest.approx(numbers[name], rel=1e-9)


def test_unknown_codes_and_codes_of_other_students_get_remarks():
    students = b"code,name,Identifier\n4711,Ada,Participant 1\n4712,Ben,Participant 2\n"
    uploads = [
        Submission("a", as_file(make_answer("4711")), "Ada", "moodle", "1"),
        Submission("b", as_file(make_answer("4711")), "Ben", "moodle", "2"),
        Submission("c", as_file(make_answer("99")), "Eve", "moodle", "3"),
    ]
    a, b, c = mark_all(WEEK, uploads, rosters.read(students))
    assert "Handed in by Ben, with the code of Ada." in b.remarks
    assert "The code “99” is not in the roster." in c.remarks
    assert any("2 answers have this code; see also b" in remark for remark in a.remarks)
    assert sum(mark.is_counted for mark in (a, b)) == 1
    assert not any("Handed in by" in remark for remark in a.remarks)


def test_an_inaccurate_solution_has_no_points_although_it_meets_the_goal():
    """With exp(100 xᵀz) K varies so strongly that our solver does not come near the optimum."""
    assignment = read("""title = "Steep"
[[task]]
page = "plane"
scene = "data=mixture&m=40&kernel=own&formula=exp(x.z)"
text = "Choose a kernel."
change = ["formula", "lam"]
goal = "train_error <= 1"
solution = "lam=1"
""")
    (task,) = assignment.tasks
    start = start_for(assignment, task, "4711")
    for formula, points in (("exp(2*x.z)", 1), ("exp(100*x.z)", 0)):
        entry = TaskAnswer(replace(start, formula=formula).query())
        answer = AssignmentAnswer(assignment.key, "4711", (entry,))
        (mark,) = mark_all(assignment, [Submission("a.txt", as_file(answer))])
        (task_mark,) = mark.tasks
        assert not any(task_mark.distances), "its numbers meet the goal"
        assert (mark.points, task_mark.is_met, bool(task_mark.fault)) == (
            points,
            bool(points),
            not points,
        )


def test_of_two_answers_the_better_one_counts():
    partial_answer = with_scene(make_answer("4711"), "")
    marks = mark_contents(as_file(make_answer("4711")), as_file(partial_answer))
    assert [mark.is_counted for mark in marks] == [True, False]


def test_a_sentence_in_two_answers_gets_a_remark():
    entry = dataclasses.replace(
        make_answer("4712").entries[0], words=make_answer("4711").entries[0].words
    )
    copy = dataclasses.replace(make_answer("4712"), entries=(entry, make_answer("4712").entries[1]))
    marks = mark_contents(as_file(make_answer("4711")), as_file(copy), as_file(make_answer("4713")))
    has_remark = ["word for word" in " ".join(mark.remarks) for mark in marks]
    assert has_remark == [True, True, False]


def test_an_unreadable_second_file_of_a_student_is_ignored():
    uploads = [
        Submission("a/note.txt", b"see file", "Ada", "moodle", "1"),
        Submission("a/answer.txt", as_file(make_answer("4711")), "Ada", "moodle", "1"),
        Submission("b/note.txt", b"sorry", "Ben", "moodle", "2"),
    ]
    marks = mark_all(WEEK, uploads)
    assert [mark.submission.source for mark in marks] == ["a/answer.txt", "b/note.txt"]


MOODLE = {
    "Ada Lovelace_3041201_assignsubmission_file_/answer.txt": as_file(make_answer("4711")),
    "Émile Borel_3041202_assignsubmission_onlinetext_/onlinetext.html": (
        "<html><body><p>Here it is: https://kernels.example.edu/?task=week-3&amp;answer="
        f"{word(make_answer('4712'))}</p></body></html>"
    ).encode(),
    "Anna-Lena von Berg_3041203_assignsubmission_file/my answer.txt": as_file(make_answer("4713")),
    "Georg Cantor_3041204_assignsubmission_file_homework.pdf": b"%PDF-1.4",
    "__MACOSX/._x": b"\0", ".DS_Store": b"\0",
}  # fmt: skip
CANVAS = {
    "lovelaceada_88123_5501234_answer.txt": as_file(make_answer("4711")),
    "borelemile_LATE_88124_5501235_answer-1.txt": as_file(make_answer("4712")),
    "vonberganna_88125_text.html": (
        "<!DOCTYPE html><html><body><h1>Week 3: Anna</h1><div><p>"
        f"https://kernels.example.edu/?task=w&amp;answer={word(make_answer('4713'))}"
        "</p></div></body></html>"
    ).encode(),
    "cantorgeorg_88126_link.html": (
        '<html><head><meta http-equiv="Refresh" content="0; url=https://kernels.example.edu/?task=w'
        f"&answer={word(make_answer('4714'))}\"></head></html>"
    ).encode(),
}  # fmt: skip
WORKSHEET = """\ufeffIdentifier,"Full name","ID number","Email address",Status,Grade,\
"Maximum Grade","Grade can be changed","Last modified (submission)",\
"Last modified (grade)","Feedback comments"
"Participant 3041201","Ada Lovelace",4711,ada@example.edu,"Submitted for grading - ",,3.00,Yes,\
"Friday, 20 November 2026, 10:02 PM",-,
"Participant 3041202","Émile Borel",4712,emile@example.edu,"Submitted for grading - ",,3.00,Yes,\
"Friday, 20 November 2026, 11:40 PM",-,
"Participant 3041204","Georg Cantor",4714,georg@example.edu,"No submission - ",,3.00,Yes,-,-,
"""
GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,Week 3 (991)
    Points Possible,,,,,3
"Lovelace, Ada",88123,4711,ada,K1,
"Borel, Émile",88124,4712,emile,K1,
"Noether, Emmy",88199,4799,emmy,K1,
"""


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def write_folder(tmp_path, files: dict[str, bytes]):
    for name, content in files.items():
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return tmp_path


def make_zip(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize("is_zip", [False, True])
def test_the_folder_of_moodle_is_read_and_its_worksheet_filled_in(tmp_path, is_zip):
    if is_zip:
        path = tmp_path / "CS229-Week 3-5521.zip"
        path.write_bytes(make_zip(MOODLE))
    else:
        path = write_folder(tmp_path, MOODLE)
    uploads = submissions.collect(path)
    assert {(submission.name, submission.platform, submission.id) for submission in uploads} == {
        ("Ada Lovelace", "moodle", "3041201"), ("Émile Borel", "moodle", "3041202"),
        ("Anna-Lena von Berg", "moodle", "3041203"), ("Georg Cantor", "moodle", "3041204"),
    }  # fmt: skip
    students = rosters.read(WORKSHEET.encode())
    marks = mark_all(WEEK, uploads, students)
    assert sum(mark.points == 3 for mark in marks) == 3
    worksheet_rows = rows_of(grade_files.moodle_csv(WEEK, marks, students))
    assert worksheet_rows[0]["Identifier"] == "Participant 3041201"
    assert [row["Grade"] for row in worksheet_rows] == ["3", "3", ""]
    assert [row["Last modified (grade)"] for row in worksheet_rows] == ["-", "-", "-"]
    rows = rows_of(grade_files.moodle_csv(WEEK, marks))
    assert {row["Identifier"] for row in rows} == {
        f"Participant {number}" for number in (3041201, 3041202, 3041203)
    }


EXPORTS = Path(__file__).parent / "exports"  # its README names the platforms


def read_export(answers_of: str, worksheet: str = ""):
    uploads = submissions.collect(EXPORTS / f"{answers_of}.zip")
    students = rosters.read((EXPORTS / f"{worksheet}.csv").read_bytes()) if worksheet else None
    return uploads, students


@pytest.mark.parametrize(
    ("answers_of", "worksheet"),
    [("moodle-folders", "moodle-worksheet"), ("moodle-files", "moodle-worksheet"),
     ("moodle-blind", "moodle-blind-worksheet")],
)  # fmt: skip
def test_a_real_export_of_moodle_is_marked(answers_of, worksheet):
    uploads, students = read_export(answers_of, worksheet)
    assert {submission.platform for submission in uploads} == {"moodle"} and len(uploads) == 8
    for submission in uploads:
        owner = students.find_by_number("moodle", submission.id)
        name = submission.name.replace("OThree", "O'Three").replace("Student 4", "Student_4")
        assert name == ("Participant" if "blind" in worksheet else owner.name)
    marks = mark_all(WEEK, uploads, students)
    points = {mark.student.code: mark.points for mark in marks if mark.is_counted and mark.student}
    assert points == {"4711": 3, "4712": 3, "4713": 1, "4714": 3, "4716": 3}
    worksheet_rows = rows_of(grade_files.moodle_csv(WEEK, marks, students))
    assert {row["ID number"]: row["Grade"] for row in worksheet_rows} == {
        "4711": "3", "4712": "3", "4713": "1", "4714": "3", "4715": "", "4716": "3", "4717": "",
    }  # fmt: skip


def test_a_copied_answer_does_not_replace_the_original():
    marks = mark_all(WEEK, *read_export("moodle-folders", "moodle-worksheet"))
    original, copy = (mark for mark in marks if mark.answer and mark.answer.code == "4711")
    assert (original.submission.name, original.is_counted) == ("Student 1", True)
    assert (copy.submission.name, copy.is_counted) == ("Student 5 (Guest)", False)
    assert "Handed in by Student 5 (Guest), with the code of Student 1." in copy.remarks


def test_feedback_does_not_mention_other_students():
    uploads, students = read_export("moodle-folders", "moodle-worksheet")
    marks = mark_all(WEEK, uploads, students)
    assert "Student 5" in grade_files.remark(marks[0])
    for rows in (rows_of(grade_files.moodle_csv(WEEK, marks, students)),
                   rows_of(grade_files.moodle_csv(WEEK, marks))):  # fmt: skip
        comments = {row["Identifier"]: row["Feedback comments"] for row in rows}
        assert (
            comments["Participant 7"] == "" and comments["Participant 5"] == "Task 1: Not answered."
        )


def test_feedback_is_escaped_and_a_manual_comment_stays():
    fault = "tau <b> & more"
    uploads, students = read_export("moodle-folders", "moodle-worksheet")
    (mark, *_) = mark_all(WEEK, uploads[:1], students)
    students.students["4711"].row["Feedback comments"] = "Well done."
    (row, *_) = rows_of(grade_files.moodle_csv(WEEK, [mark], students))
    assert row["Feedback comments"] == "Well done."
    students.students["4711"].row["Feedback comments"] = "Task 1: Not answered."
    (row, *_) = rows_of(grade_files.moodle_csv(WEEK, [mark], students))
    assert row["Feedback comments"] == "", "feedback of an earlier marking is removed"
    task = dataclasses.replace(mark.tasks[0], fault=fault)
    changed_mark = dataclasses.replace(mark, tasks=(task,), submission=dataclasses.replace(
        mark.submission, is_late=True))  # fmt: skip
    (row, *_) = rows_of(grade_files.moodle_csv(WEEK, [changed_mark], students))
    assert row["Feedback comments"] == "Task 1: tau &lt;b&gt; &amp; more Handed in late."


def test_the_answer_of_a_team_belongs_to_no_student():
    uploads, students = read_export("moodle-teams", "moodle-teams-worksheet")
    assert [(submission.name, submission.platform, submission.id) for submission in uploads] == [
        ("Team A 1", "moodle", "1"), ("Default group", "moodle", ""),
    ]  # fmt: skip
    marks = mark_all(WEEK, uploads, students)
    assert [(mark.points, mark.remarks) for mark in marks] == [(3, ()), (3, ())]
    # The default group has no number, so its answer has no row.
    assert len(rows_of(grade_files.moodle_csv(WEEK, marks))) == 1


def test_the_code_of_an_anonymous_student_of_canvas_is_read():
    files = {"anon_x7Gk2_5501_12_answer.txt": b"", "LATE_anon_5ab_5502_answer.txt": b"",
             "anon_x7Gk2_text.html": b""}  # fmt: skip
    uploads = submissions.from_files(files.items())
    assert [(submission.platform, submission.id, submission.is_late) for submission in uploads] == [
        ("canvas", "x7Gk2", False), ("canvas", "5ab", True), ("canvas", "x7Gk2", False),
    ]  # fmt: skip


def test_a_real_export_of_canvas_is_marked():
    """The gradebook has two columns of names, and two assignments with similar titles."""
    uploads, students = read_export("canvas-submissions", "canvas-gradebook")
    assert [(submission.name, submission.id, submission.is_late) for submission in uploads] == [
        ("1student", "88123", False), ("studentémile", "88124", True),
        ("othreestudent", "88125", False), ("othreestudent", "88125", False),
        ("vonstudent_4annalena", "88126", True), ("5gueststudent", "88127", False),
        ("六学生", "88128", False),
    ]  # fmt: skip
    marks = mark_all(WEEK, uploads, students)
    points = {mark.student.code: mark.points for mark in marks if mark.is_counted and mark.student}
    assert points == {"4711": 3, "4712": 3, "4713": 1, "4714": 3, "4716": 3}
    text = grade_files.canvas_csv(WEEK, marks, students)
    (header, _, *rows) = [list(row.values()) for row in rows_of(f"a,b,c,d,e,f\n{text}")]
    assert header[-1] == "Week 3 (991)"
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        ("Student 1", "88123", "3"), ("Émile Student", "88124", "3"),
        ("Student O'Three", "88125", "1"), ("Anna-Lena von Student_4", "88126", "3"),
        ("Student 5 (Guest)", "88127", "2.50"), ("学生 六", "88128", "3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("worksheet", "old", "replacement", "message"),
    [("moodle-worksheet", "3.00,Yes", "100.00,Yes", "Moodle’s maximum is 100 points, but the"),
     ("canvas-gradebook", "1.00,3.00", "1.00,\"2,5\"", "Canvas’s maximum is 2.5 points, but the"),
     ("moodle-worksheet", "3.00,Yes", "Good,Yes", "")],
)  # fmt: skip
def test_a_different_maximum_of_a_platform_is_reported(worksheet, old, replacement, message):
    text = (EXPORTS / f"{worksheet}.csv").read_text("utf-8")
    assert grade_files.maximum_warning(WEEK, rosters.read(text.encode())) == ""
    assert old in text
    students = rosters.read(text.replace(old, replacement).encode())
    sentence = grade_files.maximum_warning(WEEK, students)
    assert sentence.startswith(message) and ("maximum to 3 before" in sentence) == bool(message)


def test_names_in_a_zip_without_the_utf_8_flag_are_decoded():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Émile Borel_7_assignsubmission_file/a.txt", b"x")
    zip_bytes = buffer.getvalue()
    for mark in (b"PK\x03\x04\x14\x00\x00\x08", b"PK\x01\x02\x14\x03\x14\x00\x00\x08"):
        assert mark in zip_bytes
        zip_bytes = zip_bytes.replace(mark, mark[:-1] + b"\x00")
    (submission,) = submissions.from_files([("all.zip", zip_bytes)])
    assert submission.name == "Émile Borel"
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("M_ller_7_assignsubmission_file/a.txt")
        archive.writestr(info, b"x")
    # Old versions of Windows write ü as this byte.
    old_zip = buffer.getvalue().replace(b"M_ller", b"M\x81ller")
    (submission,) = submissions.from_files([("all.zip", old_zip)])
    assert submission.name == "Müller"


def test_a_mark_in_canvas_s_gradebook_stays_if_there_is_no_answer(tmp_path):
    students = rosters.read(GRADEBOOK.replace("emmy,K1,", "emmy,K1,2.5").encode())
    marks = mark_all(WEEK, submissions.collect(write_folder(tmp_path, CANVAS)), students)
    rows = rows_of(grade_files.canvas_csv(WEEK, marks, students))[1:]
    assert [row["Week 3 (991)"] for row in rows] == ["3", "3", "2.5"]


def test_the_folder_of_canvas_is_read_and_its_gradebook_filled_in(tmp_path):
    uploads = submissions.collect(write_folder(tmp_path, CANVAS))
    assert {(submission.name, submission.id, submission.is_late) for submission in uploads} == {
        ("lovelaceada", "88123", False), ("borelemile", "88124", True),
        ("vonberganna", "88125", False), ("cantorgeorg", "88126", False),
    }  # fmt: skip
    students = rosters.read(GRADEBOOK.encode())
    marks = mark_all(WEEK, uploads, students)
    assert [mark.points for mark in marks] == [3, 3, 3, 3]
    late_mark = next(mark for mark in marks if mark.submission.is_late)
    assert "Handed in late." in late_mark.remarks
    text = grade_files.canvas_csv(WEEK, marks, students)
    assert text.splitlines()[:2] == [
        "Student,ID,SIS User ID,SIS Login ID,Section,Week 3 (991)",
        "    Points Possible,,,,,3",
    ]
    assert [row["Week 3 (991)"] for row in rows_of(text)[1:]] == ["3", "3", ""]
    assert [row["ID"] for row in rows_of(grade_files.canvas_csv(WEEK, marks))[1:]] == [
        mark.submission.id for mark in marks
    ]


def test_a_table_of_links(tmp_path):
    link = "https://kernels.example.edu/?task=w&answer="
    rows = ["Time;Name;Your link", f"10:02;Ada;{link}{word(make_answer('4711'))}",
            ";;", "", "10:05;Ben;I forgot"]  # fmt: skip
    file = tmp_path / "links.csv"
    file.write_text("\n".join(rows), "utf-8-sig")
    ada, ben = mark_all(WEEK, submissions.collect(file))
    assert ada.points == 3 and ada.submission.source == "links.csv, row 2"
    assert "it contains no answer" in ben.unreadable_reason
    assert ben.submission.source == "links.csv, row 5", "as a spreadsheet counts rows"


def links_of(count: int) -> bytes:
    """Write a table with the links of `count` different answers."""
    link = "https://kernels.example.edu/?task=w&answer="
    answer = AssignmentAnswer(WEEK.key, "", ())
    return "\n".join(
        f"student {k};{link}{word(dataclasses.replace(answer, code=f'{k:0200}'))}"
        for k in range(count)
    ).encode()


@pytest.mark.parametrize("way", ["alone", "zip", "folder", "folder with a zip"])
def test_a_long_table_of_links_is_read_from_files_folders_and_zips(tmp_path, way):
    content = links_of(2500)
    assert len(content) > answers.MAX_BYTES
    is_zip = way in ("zip", "folder with a zip")
    path = tmp_path / "class" / ("all.zip" if is_zip else "links.csv")
    path.parent.mkdir()
    path.write_bytes(make_zip({"in/links.csv": content}) if is_zip else content)
    uploads = submissions.collect(path.parent if "folder" in way else path)
    assert len(uploads) == 2500 and uploads[-1].content.endswith(content.split(b";")[-1])


def test_too_long_tables_are_refused_and_other_files_read(tmp_path):
    rows = b"student;https://kernels.example.edu/?task=w&answer=z.x\n"
    long_table = rows * (submissions.MAX_TABLE_BYTES // len(rows) + 1)
    many_rows = b"a;b\n" * (submissions.MAX_TABLE_ROWS + 1)
    files = {
        "ada/answer.txt": as_file(make_answer("4711")),
        "ben.csv": long_table,
        "eve.csv": many_rows,
    }
    for zip_bytes in (make_zip(files), None):
        path = tmp_path / "all.zip" if zip_bytes else write_folder(tmp_path / "all", files)
        if zip_bytes:
            path.write_bytes(zip_bytes)
        marks = mark_all(WEEK, submissions.collect(path))
        faults = {mark.submission.source: mark.unreadable_reason for mark in marks}
        assert faults["ada/answer.txt"] == "" and "larger than 4 MB" in faults["ben.csv"]
        assert "more than 10,000 rows" in faults["eve.csv"] and len(faults) == 3


def record_unpacked_sizes(monkeypatch) -> list[int]:
    """Return a list that receives the size of each unpacked part."""
    read, sizes = zipfile.ZipExtFile.read, []

    def read_and_record(self, n=-1):
        content = read(self, n)
        sizes.append(len(content))
        return content

    monkeypatch.setattr(zipfile.ZipExtFile, "read", read_and_record)
    return sizes


def test_a_size_just_above_the_limit_is_not_reported_as_the_limit(monkeypatch):
    monkeypatch.setattr(submissions, "MAX_READ_BYTES", 2**20)
    files = {f"{k}.txt": b" " * (2**18) for k in range(4)} | {"5.txt": b" "}
    with pytest.raises(ValueError, match="together are 2 MB; the limit is 1 MB"):
        submissions.from_files(files.items())


def test_the_unpacked_size_of_a_zip_is_checked_before_unpacking(monkeypatch):
    sizes = record_unpacked_sizes(monkeypatch)
    large_zip = make_zip({f"{k}.txt": b" " * answers.MAX_BYTES for k in range(600)})
    assert len(large_zip) < 2**20 < 150 * 2**20 == 600 * answers.MAX_BYTES
    with pytest.raises(ValueError, match="together are 150 MB; the limit is 64 MB"):
        submissions.from_files([("a.zip", large_zip)])
    assert sum(sizes) <= 600 * answers.KIND_BYTES
    smaller_zip = make_zip({f"{k}.txt": b" " * answers.MAX_BYTES for k in range(200)})
    assert len(submissions.from_files([("a.zip", smaller_zip)])) == 200
    with pytest.raises(ValueError, match="100 MB"):
        submissions.from_files([("a.zip", smaller_zip), ("b.zip", smaller_zip)])


def test_files_that_are_no_answers_are_reported_and_not_unpacked(monkeypatch):
    sizes = record_unpacked_sizes(monkeypatch)
    scans = {f"{k}.pdf": b"%PDF-1.7" + b" " * answers.MAX_BYTES for k in range(300)}
    other_files = {
        "large.txt": b" " * (answers.MAX_BYTES + 1),
        "inner.zip": make_zip({"a.txt": b"x"}),
        "answer.txt": as_file(make_answer("4711")),
    }
    marks = mark_all(WEEK, submissions.from_files([("a.zip", make_zip(scans | other_files))]))
    faults = {mark.submission.source: mark.unreadable_reason for mark in marks}
    assert len(faults) == 303 and "it is a PDF" in faults["0.pdf"] and faults["answer.txt"] == ""
    assert "larger than 256 kB" in faults["large.txt"] and "it is a zip" in faults["inner.zip"]
    assert sum(sizes) < 10_000


def test_files_of_the_operating_system_do_not_count_as_files():
    clutter = {f"__MACOSX/._{k}": b"" for k in range(submissions.MAX_FILES)}
    uploads = submissions.from_files([("a.zip", make_zip(clutter | {"z.txt": b"last"}))])
    assert [submission.content for submission in uploads] == [b"last"]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_with_an_unusual_compression_is_refused(method):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("a.txt", b" " * 10**6)
    with pytest.raises(ValueError, match="pack it again as an ordinary zip"):
        submissions.from_files([("a.zip", buffer.getvalue())])


def test_a_damaged_zip_is_reported():
    zip_bytes = bytearray(make_zip({"a.txt": b"ab" * 9000}))
    zip_bytes[36:50] = b"\xff" * 14
    with pytest.raises(ValueError, match="can’t be unpacked"):
        submissions.from_files([("a.zip", bytes(zip_bytes))])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "needs a first row"), ("code,name\n", "needs a first row"),
        ("first,second\n1,2\n", "no column of codes"), ("code,name\n,Ada\n", "no column of codes"),
        ("code\n1\n 1 \n", "have the same code: 1"),
        ("code\nPoints Possible\n", "No student in the roster has a code"),
    ],
)  # fmt: skip
def test_an_unusable_roster_is_reported(text, message):
    with pytest.raises(ValueError, match=message):
        rosters.read(text.encode())


def test_no_cell_is_a_formula_and_no_text_is_html():
    answer = dataclasses.replace(
        make_answer("=HYPERLINK(1)"),
        entries=tuple(
            dataclasses.replace(entry, words="<script>alert(1)</script>")
            for entry in make_answer("=HYPERLINK(1)").entries
        ),
    )
    marks = mark_all(WEEK, [Submission("<b>.txt", as_file(answer), "=cmd|x")])
    table = grade_files.marks_csv(WEEK, marks)
    assert "\n'=HYPERLINK(1),'=cmd|x," in table
    page = report.page(WEEK, marks, app="https://x.example/")
    assert 'href="https://x.example/plane?' in page
    assert "<script" not in page and "&lt;script&gt;" in page and "<b>.txt" not in page
    assert (
        page.count("<svg") == page.count('role="img" aria-label="') == 2
        and "default-src 'none'" in page
    )


def test_the_report_has_the_language_of_the_course(language_tag):
    assert language_tag in report.page(WEEK, mark_contents(as_file(make_answer("4711"))))


def check_from_the_command_line(tmp_path, capsys, count):
    """Mark `count` answers, forty of them invalid; return the rows of the valid answers."""
    files = make_submissions(count)
    answer_folder = write_folder(tmp_path / "answers", files)
    (tmp_path / "week.toml").write_text(toml(WEEK), "utf-8")
    (tmp_path / "students.csv").write_bytes(roster(count))
    out_folder = tmp_path / "marks"
    code = main(["check", str(tmp_path / "week.toml"), str(answer_folder), "--roster",
                 str(tmp_path / "students.csv"), "--out", str(out_folder)])  # fmt: skip
    assert code == 0
    rows = {row["file"]: row for row in rows_of((out_folder / "marks.csv").read_text("utf-8"))}
    for (file, row), (_, _, message) in zip(
        [(file, rows[file]) for file in files][-len(WAYS) :], WAYS, strict=True
    ):
        assert message in row["remarks"] and row["points"] in ("", "0", "1", "3"), file
    valid_rows = [rows[file] for file in files][: -len(WAYS)]
    page = (out_folder / "answers.html").read_text("utf-8")
    assert page.count("<article>") == count
    assert page.count("Unreadable:") == len(UNREADABLE)
    return valid_rows


def test_a_small_course_is_marked(tmp_path, capsys):
    valid_rows = check_from_the_command_line(tmp_path, capsys, 46)
    assert [row["points"] for row in valid_rows].count("3") >= 4
    for row in valid_rows:
        remarks = [f"Task {k}: The goal is not met." for k in (1, 2) if row[f"task {k}"] == "0"]
        assert row["remarks"] == " ".join(remarks)


@pytest.mark.thorough
def test_each_task_of_three_hundred_answers_is_solved_a_few_times(tmp_path, capsys, monkeypatch):
    """The number of solves grows with the number of answers, not with that of pairs of answers."""
    calls, numbers = [], measures.numbers
    monkeypatch.setattr(measures, "numbers", lambda *args: calls.append(args) or numbers(*args))
    valid_rows = check_from_the_command_line(tmp_path, capsys, 300)
    assert 0 < len(calls) <= 4 * 300 * len(WEEK.tasks)
    assert len(valid_rows) == 260 and sum(row["points"] == "3" for row in valid_rows) > 200


def test_the_check_ends_with_a_message_if_files_are_missing_or_damaged(tmp_path, capsys):
    (tmp_path / "week.toml").write_text(toml(WEEK), "utf-8")
    week = str(tmp_path / "week.toml")
    assert main(["check", week, str(tmp_path / "nowhere")]) == 2
    (tmp_path / "bad.zip").write_bytes(b"PK no zip")
    assert main(["check", week, str(tmp_path / "bad.zip")]) == 2
    assert "can’t be unpacked" in capsys.readouterr().err


def test_a_goal_that_is_met_from_the_start_needs_a_change():
    assignment = read('title = "Easy"\n[[task]]\npage = "walk"\ntext = "Look."\nchange = ["lam"]\n'
                'goal = "support >= 1"\n')  # fmt: skip
    start = start_for(assignment, assignment.tasks[0], "4711")
    for scene, is_met in ((start, False), (replace(start, lam=2 * start.lam), True)):
        answer = AssignmentAnswer(assignment.key, "4711", (TaskAnswer(scene.query()),))
        (mark,) = mark_all(assignment, [Submission("a", as_file(answer))])
        assert (mark.tasks[0].is_met, mark.points) == (is_met, float(is_met))
        assert mark.tasks[0].fault == ("" if is_met else UNCHANGED_FAULT)
