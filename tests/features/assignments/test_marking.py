"""Marking: each answer is solved again; what is broken or forged is told, and nothing else."""

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
from features.assignments.marking.marks import UNCHANGED, mark_all
from features.assignments.marking.submissions import Submission
from features.assignments.reachability import start_for
from lab.scene.scene import parse_strict, replace
from lab.scene.slider_stops import slider_stops
from tests.features.assignments.handed_in import (
    FORGED,
    UNREADABLE,
    WAYS,
    WEEK,
    as_file,
    handed_in,
    right,
    roster,
    with_scene,
    word,
)


def marked(*contents: bytes, students: bytes = b""):
    given = [Submission(f"{k}.txt", content) for k, content in enumerate(contents)]
    return mark_all(WEEK, given, rosters.read(students) if students else None)


def test_an_answer_that_meets_its_goals_has_all_points():
    (mark,) = marked(as_file(right("4711")))
    assert not mark.unreadable and mark.points == WEEK.points == 3
    assert [task.met for task in mark.tasks] == [True, True]
    assert all(task.gap < 1e-6 and not any(task.distances) for task in mark.tasks)
    assert mark.tasks[0].words.startswith("A small bump")


def test_there_are_forty_ways():
    assert len(WAYS) == 40 == len({name for name, *_ in WAYS})


@pytest.mark.parametrize(("name", "way", "told"), UNREADABLE)
def test_what_is_broken_is_told_with_its_reason(name, way, told):
    (mark,) = marked(way(right("4711")))
    assert mark.answer is None and told in mark.unreadable and mark.points == 0


@pytest.mark.parametrize(("name", "way", "told"), FORGED)
def test_what_is_forged_has_no_points_and_the_rest_has(name, way, told):
    (mark,) = marked(way(right("4711")))
    first, second = mark.tasks
    assert first.points == 0 and told in first.fault
    assert any(first.distances) == (name == "not there")
    assert second.points == (0 if name == "copied scenes" else 1)


def test_the_numbers_are_those_of_the_page_s_own_sweep():
    scene = parse_strict(right("4711").entries[0].scene)
    own = measures.measure_scene(WEEK.tasks[0].picture, scene)
    for along in ("tau", "lam"):
        stops = slider_stops(scene, along)
        tensors = measures.tensors_of(scene, along, stops, 11)
        k = [*stops].index(getattr(scene, along))
        sent = measures.numbers(scene, tensors, k)
        assert sent.keys() == own.keys()
        for name in ("test_error", "train_error", "bayes_error", "primal", "support"):
            assert sent[name] == pytest.approx(own[name], rel=1e-9)


def test_a_code_from_elsewhere_and_a_code_used_by_somebody_else_are_told():
    students = b"code,name,Identifier\n4711,Ada,Participant 1\n4712,Ben,Participant 2\n"
    given = [
        Submission("a", as_file(right("4711")), "Ada", "moodle", "1"),
        Submission("b", as_file(right("4711")), "Ben", "moodle", "2"),
        Submission("c", as_file(right("99")), "Eve", "moodle", "3"),
    ]
    a, b, c = mark_all(WEEK, given, rosters.read(students))
    assert "Handed in by Ben, with the code of Ada." in b.remarks
    assert "The code “99” is not in the roster." in c.remarks
    assert any("handed in 2 times, also as b" in remark for remark in a.remarks)
    assert sum(mark.counts for mark in (a, b)) == 1
    assert not any("Handed in by" in remark for remark in a.remarks)


def test_a_solution_that_is_not_proven_has_no_points_though_its_numbers_meet_the_goal():
    """With exp(100 xᵀz) K is so steep that no solver gets near the optimum."""
    unproven = read("""title = "Steep"
[[task]]
page = "plane"
scene = "data=mixture&m=40&kernel=own&formula=exp(x.z)"
text = "Choose a kernel."
change = ["formula", "lam"]
goal = "train_error <= 1"
solution = "lam=1"
""")
    (task,) = unproven.tasks
    start = start_for(unproven, task, "4711")
    for formula, points in (("exp(2*x.z)", 1), ("exp(100*x.z)", 0)):
        entry = TaskAnswer(replace(start, formula=formula).query())
        answer = AssignmentAnswer(unproven.key, "4711", (entry,))
        (mark,) = mark_all(unproven, [Submission("a.txt", as_file(answer))])
        (solved,) = mark.tasks
        assert not any(solved.distances), "its numbers meet the goal"
        assert (mark.points, solved.met, bool(solved.fault)) == (points, bool(points), not points)


def test_of_two_answers_the_better_one_counts():
    worse = with_scene(right("4711"), "")
    marks = marked(as_file(right("4711")), as_file(worse))
    assert [mark.counts for mark in marks] == [True, False]


def test_a_sentence_that_two_students_share_is_told():
    shared = dataclasses.replace(right("4712").entries[0], words=right("4711").entries[0].words)
    other = dataclasses.replace(right("4712"), entries=(shared, right("4712").entries[1]))
    marks = marked(as_file(right("4711")), as_file(other), as_file(right("4713")))
    told = ["word for word" in " ".join(mark.remarks) for mark in marks]
    assert told == [True, True, False]


def test_a_second_file_of_a_student_that_is_no_answer_is_passed_over():
    given = [
        Submission("a/note.txt", b"see file", "Ada", "moodle", "1"),
        Submission("a/answer.txt", as_file(right("4711")), "Ada", "moodle", "1"),
        Submission("b/note.txt", b"sorry", "Ben", "moodle", "2"),
    ]
    marks = mark_all(WEEK, given)
    assert [mark.submission.source for mark in marks] == ["a/answer.txt", "b/note.txt"]


# ---- what platforms give out, and take in ----------------------------------------------------

MOODLE = {
    "Ada Lovelace_3041201_assignsubmission_file_/answer.txt": as_file(right("4711")),
    "Émile Borel_3041202_assignsubmission_onlinetext_/onlinetext.html": (
        "<html><body><p>Here it is: https://kernels.example.edu/?task=week-3&amp;answer="
        f"{word(right('4712'))}</p></body></html>"
    ).encode(),
    "Anna-Lena von Berg_3041203_assignsubmission_file/my answer.txt": as_file(right("4713")),
    "Georg Cantor_3041204_assignsubmission_file_homework.pdf": b"%PDF-1.4",
    "__MACOSX/._x": b"\0", ".DS_Store": b"\0",
}  # fmt: skip
CANVAS = {
    "lovelaceada_88123_5501234_answer.txt": as_file(right("4711")),
    "borelemile_LATE_88124_5501235_answer-1.txt": as_file(right("4712")),
    "vonberganna_88125_text.html": (
        "<!DOCTYPE html><html><body><h1>Week 3: Anna</h1><div><p>"
        f"https://kernels.example.edu/?task=w&amp;answer={word(right('4713'))}"
        "</p></div></body></html>"
    ).encode(),
    "cantorgeorg_88126_link.html": (
        '<html><head><meta http-equiv="Refresh" content="0; url=https://kernels.example.edu/?task=w'
        f"&answer={word(right('4714'))}\"></head></html>"
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


def folder(tmp_path, files: dict[str, bytes]):
    for name, content in files.items():
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return tmp_path


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize("packed", [False, True])
def test_moodle_s_folder_as_it_is(tmp_path, packed):
    if packed:
        place = tmp_path / "CS229-Week 3-5521.zip"
        place.write_bytes(zipped(MOODLE))
    else:
        place = folder(tmp_path, MOODLE)
    found = submissions.collect(place)
    assert {(one.name, one.platform, one.id) for one in found} == {
        ("Ada Lovelace", "moodle", "3041201"), ("Émile Borel", "moodle", "3041202"),
        ("Anna-Lena von Berg", "moodle", "3041203"), ("Georg Cantor", "moodle", "3041204"),
    }  # fmt: skip
    students = rosters.read(WORKSHEET.encode())
    marks = mark_all(WEEK, found, students)
    assert sum(mark.points == 3 for mark in marks) == 3
    filled = rows_of(grade_files.moodle_csv(WEEK, marks, students))
    assert filled[0]["Identifier"] == "Participant 3041201"
    assert [row["Grade"] for row in filled] == ["3", "3", ""]
    assert [row["Last modified (grade)"] for row in filled] == ["-", "-", "-"]
    own = rows_of(grade_files.moodle_csv(WEEK, marks))
    assert {row["Identifier"] for row in own} == {
        f"Participant {number}" for number in (3041201, 3041202, 3041203)
    }


EXPORTS = Path(__file__).parent / "exports"  # its README says which platform wrote them


def exported(answers_of: str, worksheet: str = ""):
    found = submissions.collect(EXPORTS / f"{answers_of}.zip")
    students = rosters.read((EXPORTS / f"{worksheet}.csv").read_bytes()) if worksheet else None
    return found, students


@pytest.mark.parametrize(
    ("answers_of", "worksheet"),
    [("moodle-folders", "moodle-worksheet"), ("moodle-files", "moodle-worksheet"),
     ("moodle-blind", "moodle-blind-worksheet")],
)  # fmt: skip
def test_what_moodle_itself_wrote_is_marked(answers_of, worksheet):
    found, students = exported(answers_of, worksheet)
    assert {one.platform for one in found} == {"moodle"} and len(found) == 8
    for one in found:
        owner = students.find_by_number("moodle", one.id)
        name = one.name.replace("OThree", "O'Three").replace("Student 4", "Student_4")
        assert name == ("Participant" if "blind" in worksheet else owner.name)
    marks = mark_all(WEEK, found, students)
    counting = {mark.student.code: mark.points for mark in marks if mark.counts and mark.student}
    assert counting == {"4711": 3, "4712": 3, "4713": 1, "4714": 3, "4716": 3}
    filled = rows_of(grade_files.moodle_csv(WEEK, marks, students))
    assert {row["ID number"]: row["Grade"] for row in filled} == {
        "4711": "3", "4712": "3", "4713": "1", "4714": "3", "4715": "", "4716": "3", "4717": "",
    }  # fmt: skip


def test_a_copy_takes_nothing_from_the_student_whose_code_it_has():
    marks = mark_all(WEEK, *exported("moodle-folders", "moodle-worksheet"))
    own, copy = (mark for mark in marks if mark.answer and mark.answer.code == "4711")
    assert (own.submission.name, own.counts) == ("Student 1", True)
    assert (copy.submission.name, copy.counts) == ("Student 5 (Guest)", False)
    assert "Handed in by Student 5 (Guest), with the code of Student 1." in copy.remarks


def test_what_a_student_reads_says_nothing_of_another():
    found, students = exported("moodle-folders", "moodle-worksheet")
    marks = mark_all(WEEK, found, students)
    assert "Student 5" in grade_files.remark(marks[0])
    for filled in (rows_of(grade_files.moodle_csv(WEEK, marks, students)),
                   rows_of(grade_files.moodle_csv(WEEK, marks))):  # fmt: skip
        told = {row["Identifier"]: row["Feedback comments"] for row in filled}
        assert told["Participant 7"] == "" and told["Participant 5"] == "Task 1: Not answered."


def test_a_comment_is_html_and_one_that_is_there_stays():
    fault = "tau <b> & more"
    found, students = exported("moodle-folders", "moodle-worksheet")
    (mark, *_) = mark_all(WEEK, found[:1], students)
    students.students["4711"].row["Feedback comments"] = "Well done."
    (row, *_) = rows_of(grade_files.moodle_csv(WEEK, [mark], students))
    assert row["Feedback comments"] == "Well done."
    students.students["4711"].row["Feedback comments"] = "Task 1: Not answered."
    (row, *_) = rows_of(grade_files.moodle_csv(WEEK, [mark], students))
    assert row["Feedback comments"] == "", "what marking said of an earlier answer goes"
    task = dataclasses.replace(mark.tasks[0], fault=fault)
    odd = dataclasses.replace(mark, tasks=(task,), submission=dataclasses.replace(
        mark.submission, late=True))  # fmt: skip
    (row, *_) = rows_of(grade_files.moodle_csv(WEEK, [odd], students))
    assert row["Feedback comments"] == "Task 1: tau &lt;b&gt; &amp; more Handed in late."


def test_a_team_s_answer_is_nobody_else_s():
    found, students = exported("moodle-teams", "moodle-teams-worksheet")
    assert [(one.name, one.platform, one.id) for one in found] == [
        ("Team A 1", "moodle", "1"), ("Default group", "moodle", ""),
    ]  # fmt: skip
    marks = mark_all(WEEK, found, students)
    assert [(mark.points, mark.remarks) for mark in marks] == [(3, ()), (3, ())]
    assert len(rows_of(grade_files.moodle_csv(WEEK, marks))) == 1  # who has no number, has no row


def test_an_anonymous_student_of_canvas_has_a_code():
    files = {"anon_x7Gk2_5501_12_answer.txt": b"", "LATE_anon_5ab_5502_answer.txt": b"",
             "anon_x7Gk2_text.html": b""}  # fmt: skip
    found = submissions.of_files(files.items())
    assert [(one.platform, one.id, one.late) for one in found] == [
        ("canvas", "x7Gk2", False), ("canvas", "5ab", True), ("canvas", "x7Gk2", False),
    ]  # fmt: skip


def test_what_canvas_s_own_code_wrote_is_marked():
    """The gradebook is in the form with two columns of names, and has a column of like name."""
    found, students = exported("canvas-submissions", "canvas-gradebook")
    assert [(one.name, one.id, one.late) for one in found] == [
        ("1student", "88123", False), ("studentémile", "88124", True),
        ("othreestudent", "88125", False), ("othreestudent", "88125", False),
        ("vonstudent_4annalena", "88126", True), ("5gueststudent", "88127", False),
        ("六学生", "88128", False),
    ]  # fmt: skip
    marks = mark_all(WEEK, found, students)
    counting = {mark.student.code: mark.points for mark in marks if mark.counts and mark.student}
    assert counting == {"4711": 3, "4712": 3, "4713": 1, "4714": 3, "4716": 3}
    text = grade_files.canvas_csv(WEEK, marks, students)
    (head, _, *rows) = [list(row.values()) for row in rows_of(f"a,b,c,d,e,f\n{text}")]
    assert head[-1] == "Week 3 (991)"
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        ("Student 1", "88123", "3"), ("Émile Student", "88124", "3"),
        ("Student O'Three", "88125", "1"), ("Anna-Lena von Student_4", "88126", "3"),
        ("Student 5 (Guest)", "88127", "2.50"), ("学生 六", "88128", "3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("worksheet", "given", "other", "told"),
    [("moodle-worksheet", "3.00,Yes", "100.00,Yes", "Moodle counts 100 points at most, and the"),
     ("canvas-gradebook", "1.00,3.00", "1.00,\"2,5\"", "Canvas counts 2.5 points at most, and the"),
     ("moodle-worksheet", "3.00,Yes", "Good,Yes", "")],
)  # fmt: skip
def test_another_maximum_of_a_platform_is_told(worksheet, given, other, told):
    text = (EXPORTS / f"{worksheet}.csv").read_text("utf-8")
    assert grade_files.other_maximum(WEEK, rosters.read(text.encode())) == ""
    assert given in text
    students = rosters.read(text.replace(given, other).encode())
    sentence = grade_files.other_maximum(WEEK, students)
    assert sentence.startswith(told) and ("maximum to 3 before" in sentence) == bool(told)


def test_a_zip_that_does_not_say_how_it_writes_names():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Émile Borel_7_assignsubmission_file/a.txt", b"x")
    silent = out.getvalue()
    for mark in (b"PK\x03\x04\x14\x00\x00\x08", b"PK\x01\x02\x14\x03\x14\x00\x00\x08"):
        assert mark in silent
        silent = silent.replace(mark, mark[:-1] + b"\x00")
    (found,) = submissions.of_files([("all.zip", silent)])
    assert found.name == "Émile Borel"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("M_ller_7_assignsubmission_file/a.txt")
        archive.writestr(info, b"x")
    old = out.getvalue().replace(b"M_ller", b"M\x81ller")  # as Windows once wrote it
    (found,) = submissions.of_files([("all.zip", old)])
    assert found.name == "Müller"


def test_a_mark_in_canvas_s_gradebook_stays_where_nothing_was_handed_in(tmp_path):
    students = rosters.read(GRADEBOOK.replace("emmy,K1,", "emmy,K1,2.5").encode())
    marks = mark_all(WEEK, submissions.collect(folder(tmp_path, CANVAS)), students)
    rows = rows_of(grade_files.canvas_csv(WEEK, marks, students))[1:]
    assert [row["Week 3 (991)"] for row in rows] == ["3", "3", "2.5"]


def test_canvas_s_folder_as_it_is(tmp_path):
    found = submissions.collect(folder(tmp_path, CANVAS))
    assert {(one.name, one.id, one.late) for one in found} == {
        ("lovelaceada", "88123", False), ("borelemile", "88124", True),
        ("vonberganna", "88125", False), ("cantorgeorg", "88126", False),
    }  # fmt: skip
    students = rosters.read(GRADEBOOK.encode())
    marks = mark_all(WEEK, found, students)
    assert [mark.points for mark in marks] == [3, 3, 3, 3]
    late = next(mark for mark in marks if mark.submission.late)
    assert "Handed in late." in late.remarks
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
    rows = ["Time;Name;Your link", f"10:02;Ada;{link}{word(right('4711'))}",
            "10:05;Ben;I forgot"]  # fmt: skip
    file = tmp_path / "links.csv"
    file.write_text("\n".join(rows), "utf-8-sig")
    first, second = mark_all(WEEK, submissions.collect(file))
    assert first.points == 3 and first.submission.source == "links.csv, row 2"
    assert "there is no answer in it" in second.unreadable


# ---- what is too much ------------------------------------------------------------------------


def links_of(count: int) -> bytes:
    """A table with so many students, each with the link of an answer; every answer is another."""
    link = "https://kernels.example.edu/?task=w&answer="
    blank = AssignmentAnswer(WEEK.key, "", ())
    return "\n".join(
        f"student {k};{link}{word(dataclasses.replace(blank, code=f'{k:0200}'))}"
        for k in range(count)
    ).encode()


@pytest.mark.parametrize("way", ["alone", "zip", "folder", "folder with a zip"])
def test_a_long_table_of_links_is_read_whole_wherever_it_lies(tmp_path, way):
    content = links_of(2500)
    assert len(content) > answers.MAX_BYTES
    packed = way in ("zip", "folder with a zip")
    place = tmp_path / "class" / ("all.zip" if packed else "links.csv")
    place.parent.mkdir()
    place.write_bytes(zipped({"in/links.csv": content}) if packed else content)
    found = submissions.collect(place.parent if "folder" in way else place)
    assert len(found) == 2500 and found[-1].content.endswith(content.split(b";")[-1])


def test_a_table_that_is_too_long_is_refused_and_the_rest_is_read(tmp_path):
    rows = b"student;https://kernels.example.edu/?task=w&answer=z.x\n"
    long = rows * (submissions.MAX_TABLE_BYTES // len(rows) + 1)
    many = b"a;b\n" * (submissions.MAX_TABLE_ROWS + 1)
    files = {"ada/answer.txt": as_file(right("4711")), "ben.csv": long, "eve.csv": many}
    for given in (zipped(files), None):
        place = tmp_path / "all.zip" if given else folder(tmp_path / "all", files)
        if given:
            place.write_bytes(given)
        marks = mark_all(WEEK, submissions.collect(place))
        told = {mark.submission.source: mark.unreadable for mark in marks}
        assert told["ada/answer.txt"] == "" and "larger than 4 MB" in told["ben.csv"]
        assert "more than 10,000 rows" in told["eve.csv"] and len(told) == 3


def counted(monkeypatch) -> list[int]:
    """How much is unpacked, as it happens."""
    read, sizes = zipfile.ZipExtFile.read, []

    def counting(self, n=-1):
        found = read(self, n)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counting)
    return sizes


def test_what_a_zip_unpacks_to_is_bounded_in_sum_before_it_is_unpacked(monkeypatch):
    sizes = counted(monkeypatch)
    packed = zipped({f"{k}.txt": b" " * answers.MAX_BYTES for k in range(600)})
    assert len(packed) < 2**20 < 150 * 2**20 == 600 * answers.MAX_BYTES
    with pytest.raises(ValueError, match="150 MB, unpacked; at most 64 MB"):
        submissions.of_files([("a.zip", packed)])
    assert sum(sizes) <= 600 * answers.KIND_BYTES
    half = zipped({f"{k}.txt": b" " * answers.MAX_BYTES for k in range(200)})
    assert len(submissions.of_files([("a.zip", half)])) == 200
    with pytest.raises(ValueError, match="100 MB"):
        submissions.of_files([("a.zip", half), ("b.zip", half)])


def test_what_is_no_answer_is_named_and_not_unpacked(monkeypatch):
    sizes = counted(monkeypatch)
    scans = {f"{k}.pdf": b"%PDF-1.7" + b" " * answers.MAX_BYTES for k in range(300)}
    more = {"large.txt": b" " * (answers.MAX_BYTES + 1), "inner.zip": zipped({"a.txt": b"x"}),
            "answer.txt": as_file(right("4711"))}  # fmt: skip
    marks = mark_all(WEEK, submissions.of_files([("a.zip", zipped(scans | more))]))
    told = {mark.submission.source: mark.unreadable for mark in marks}
    assert len(told) == 303 and "it is a PDF" in told["0.pdf"] and told["answer.txt"] == ""
    assert "larger than 256 kB" in told["large.txt"] and "it is a zip" in told["inner.zip"]
    assert sum(sizes) < 10_000


def test_a_zip_with_many_files_of_an_operating_system_is_read_whole():
    clutter = {f"__MACOSX/._{k}": b"" for k in range(submissions.MAX_FILES)}
    found = submissions.of_files([("a.zip", zipped(clutter | {"z.txt": b"last"}))])
    assert [one.content for one in found] == [b"last"]


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_can_t_be_unpacked_a_piece_at_a_time_is_refused(way):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", way) as archive:
        archive.writestr("a.txt", b" " * 10**6)
    with pytest.raises(ValueError, match="pack it again as an ordinary zip"):
        submissions.of_files([("a.zip", packed.getvalue())])


def test_a_damaged_zip_is_told():
    packed = bytearray(zipped({"a.txt": b"ab" * 9000}))
    packed[36:50] = b"\xff" * 14
    with pytest.raises(ValueError, match="can't be unpacked"):
        submissions.of_files([("a.zip", bytes(packed))])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "needs a first row"), ("code,name\n", "needs a first row"),
        ("first,second\n1,2\n", "no column of codes"), ("code,name\n,Ada\n", "no column of codes"),
        ("code\n1\n 1 \n", "the code of another row"),
        ("code\nPoints Possible\n", "No student in the roster has a code"),
    ],
)  # fmt: skip
def test_a_roster_that_can_t_be_used_is_told(text, told):
    with pytest.raises(ValueError, match=told):
        rosters.read(text.encode())


def test_no_cell_is_a_formula_and_no_text_is_html():
    evil = dataclasses.replace(
        right("=HYPERLINK(1)"),
        entries=tuple(
            dataclasses.replace(one, words="<script>alert(1)</script>")
            for one in right("=HYPERLINK(1)").entries
        ),
    )
    marks = mark_all(WEEK, [Submission("<b>.txt", as_file(evil), "=cmd|x")])
    table = grade_files.marks_csv(WEEK, marks)
    assert "\n'=HYPERLINK(1),'=cmd|x," in table
    page = report.page(WEEK, marks, app="https://x.example/")
    assert 'href="https://x.example/plane?' in page
    assert "<script" not in page and "&lt;script&gt;" in page and "<b>.txt" not in page
    assert page.count("<svg") == 2 and "default-src 'none'" in page


def check_from_the_command_line(tmp_path, capsys, count):
    """Marks so many answers, forty of them broken; returns the rows."""
    files = handed_in(count)
    place = folder(tmp_path / "answers", files)
    (tmp_path / "week.toml").write_text(toml(WEEK), "utf-8")
    (tmp_path / "students.csv").write_bytes(roster(count))
    out = tmp_path / "marks"
    code = main(["check", str(tmp_path / "week.toml"), str(place), "--roster",
                 str(tmp_path / "students.csv"), "--out", str(out)])  # fmt: skip
    assert code == 0
    rows = {row["file"]: row for row in rows_of((out / "marks.csv").read_text("utf-8"))}
    for (file, row), (_, _, told) in zip(
        [(file, rows[file]) for file in files][-len(WAYS) :], WAYS, strict=True
    ):
        assert told in row["remarks"] and row["points"] in ("", "0", "1", "3"), file
    good = [rows[file] for file in files][: -len(WAYS)]
    page = (out / "answers.html").read_text("utf-8")
    assert page.count("<article>") == count
    assert page.count("Not readable:") == len(UNREADABLE)
    return good


def test_a_small_course_is_marked(tmp_path, capsys):
    good = check_from_the_command_line(tmp_path, capsys, 46)
    assert [row["points"] for row in good].count("3") >= 4
    for row in good:
        missed = [f"Task {k}: The goal is not met." for k in (1, 2) if row[f"task {k}"] == "0"]
        assert row["remarks"] == " ".join(missed)


@pytest.mark.thorough
def test_for_three_hundred_answers_each_task_is_measured_a_few_times(tmp_path, capsys, monkeypatch):
    """Once for the answer, and for its start and its picture: never for each other answer."""
    measured, numbers = [], measures.numbers
    monkeypatch.setattr(measures, "numbers", lambda *args: measured.append(args) or numbers(*args))
    good = check_from_the_command_line(tmp_path, capsys, 300)
    assert 0 < len(measured) <= 4 * 300 * len(WEEK.tasks)
    assert len(good) == 260 and sum(row["points"] == "3" for row in good) > 200


def test_faults_end_the_check_with_a_sentence(tmp_path, capsys):
    (tmp_path / "week.toml").write_text(toml(WEEK), "utf-8")
    week = str(tmp_path / "week.toml")
    assert main(["check", week, str(tmp_path / "nowhere")]) == 2
    (tmp_path / "bad.zip").write_bytes(b"PK no zip")
    assert main(["check", week, str(tmp_path / "bad.zip")]) == 2
    assert "can't be unpacked" in capsys.readouterr().err


def test_a_task_that_is_met_as_it_begins_needs_a_change():
    easy = read('title = "Easy"\n[[task]]\npage = "walk"\ntext = "Look."\nchange = ["lam"]\n'
                'goal = "support >= 1"\n')  # fmt: skip
    start = start_for(easy, easy.tasks[0], "4711")
    for scene, met in ((start, False), (replace(start, lam=2 * start.lam), True)):
        given = AssignmentAnswer(easy.key, "4711", (TaskAnswer(scene.query()),))
        (mark,) = mark_all(easy, [Submission("a", as_file(given))])
        assert (mark.tasks[0].met, mark.points) == (met, float(met))
        assert mark.tasks[0].fault == ("" if met else UNCHANGED)
