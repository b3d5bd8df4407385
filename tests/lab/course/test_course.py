"""course.toml: the effect of each setting, and every mistake in it with its line."""

import json
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from lab.course import course, page_declaration, page_scenes
from lab.course.course import Course, CourseError, read
from lab.course.feature import Feature
from lab.scene.class_scene import ClassScene
from lab.scene.scene import DEFAULT, Scene
from lab.serving import plain_page
from tests.examples import with_examples
from tests.lab.scenes import PINWHEEL

ROOT = course.ROOT
NAMES = ("home", "plane", "walk", "classes", "measured")


@pytest.fixture
def workshop(monkeypatch):
    """Declare only the feature “workshop”, which has dates of opening and closing."""
    feature = Feature("workshop", is_on=lambda _: True, dated_prefix="workshop/")
    monkeypatch.setattr("lab.course.feature._FEATURES", [feature])


def faults(text: str) -> list[str]:
    with pytest.raises(CourseError) as error:
        read(text, pages=NAMES)
    return list(error.value.faults)


def test_an_empty_file_changes_nothing():
    assert read("") == Course()


def test_a_platform_on_this_machine_may_frame_the_app_to_try_it():
    for origin in ("http://localhost:8000", "http://127.0.0.1", "https://*.example.edu"):
        ancestors = course.read(f'frame_ancestors = ["{origin}"]').frame_ancestors
        assert ancestors == (origin,)


def test_pages_are_filtered_and_ordered():
    settings = read('pages = ["walk", "plane"]', pages=NAMES)
    assert settings.order(NAMES, str) == ["home", "walk", "plane"]
    assert (
        settings.has("walk/page.py")
        and settings.has("home")
        and not settings.has("measured/page.py")
    )
    assert Course().order(NAMES, str) == list(NAMES) and Course().has("anything.py")


def test_a_course_sets_the_language_of_its_pages(monkeypatch):
    assert read("").language == "en"
    british = read('language = "en-GB"')
    assert british.language == "en-GB"
    monkeypatch.setattr(course, "current", lambda: british)
    html = plain_page.document("Title", "<p>Text</p>")
    assert html.startswith('<!doctype html>\n<html lang="en-GB">')
    for tag in ("english", '"><script', "", "en_GB", "de"):
        assert "language tag" in faults(f"language = {json.dumps(tag)}")[0]


def test_every_document_takes_its_language_from_the_course():
    files = [file for room in ("app.py", "features", "lab", "pages")
             for file in sorted((ROOT / room).rglob("*.py") or [ROOT / room])]  # fmt: skip
    tags = [
        tag for file in files for tag in re.findall(r'<html(?: lang="[^"]*")?', file.read_text())
    ]
    own, streamlits = '<html lang="{course.current().language}"', '<html lang="en"'
    assert tags.count(own) >= 4 and {*tags} <= {own, streamlits}
    assert tags.count(streamlits) == 1, "which is replaced"


def test_a_page_opens_with_the_courses_scene():
    settings = read('[scenes]\nwalk = "data=moons&m=50"\nclasses = "classes=5"', pages=NAMES)
    assert settings.first_scene("walk", DEFAULT) == Scene(data="moons", m=50)
    assert settings.first_scene("plane", DEFAULT) is DEFAULT
    assert settings.first_scene("classes", PINWHEEL).classes == 5
    assert [scene.data for scene in settings.opening_scenes(Scene)] == ["moons"]
    assert [scene.classes for scene in settings.opening_scenes(ClassScene)] == [5]


def test_a_course_sets_its_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE", str(tmp_path / "course.toml"))
    assert read("").folder_of_data() is None
    assert read('data_folder = "kept"').folder_of_data() == tmp_path / "kept"
    assert str(read('data_folder = "/data"').folder_of_data()) == "/data"


def test_a_course_file_that_is_too_large_says_so_in_any_script(monkeypatch, tmp_path):
    file = tmp_path / "course.toml"
    file.write_text("# " + "ü" * 70_000, "utf-8")
    monkeypatch.setenv("COURSE", str(file))
    course.current.cache_clear()
    with pytest.raises(CourseError, match="larger than 64 kB"):
        course.current()


def test_scenes_can_be_set_for_every_page():
    assert set(page_declaration.pages()) == set(course.page_names())


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("title = 7", 1, "title must be a text"),
        ('\n\ntitle = "a\\u0007b"', 3, "title must be a text"),
        ('pages = [\n  "plane",\n  "walks",\n]', 3, "'walks'"),
        ('pages = ["walk",\n"walk"]', 1, "named twice"),
        ('pages = "walk"', 1, "a list"),
        ('hosts = ["ok.example", "a b"]', 1, "'a b'"),
        ('hosts = ["https://x.example"]', 1, "a host's name"),
        ('frame_ancestors = ["http://x.example"]', 1, "https://"),
        ('frame_ancestors = ["http://localhost.evil.example:80"]', 1, "http://localhost"),
        ('frame_ancestors = ["http://localhost:80 *"]', 1, "http://localhost"),
        ('frame_ancestors = ["http://*.localhost"]', 1, "http://localhost"),
        ('frame_ancestors = ["https://x.example; script-src *"]', 1, "https://"),
        ('frame_ancestors = ["*"]', 1, "https://"),
        ('site = "javascript:alert(1)"', 1, "https://"),
        ('proxies = ["10.0.0.0/99"]', 1, "network"),
        ("hall = 1", 1, "true or false"),
        ('\ndatabase = "mysql://x"', 2, "postgresql://"),
        ("data_folder = 7", 1, "must be a text"),
        ("log = 1", 1, "true or false"),
        ("# x\nnonsense = 1", 2, "there is no key 'nonsense'"),
        ("[limit]\nsockets = 1", 1, "there is no key 'limit'"),
        ('[[links]]\nlabel = "a"\nhref = "https://a.example"\n[[links]]\nlabel = "b"\nhref = "x"',
         6, "https://"),
        ('[[links]]\nlabel = "a"\nhref = "javascript:alert(1)"', 3, "https://"),
        ('[[links]]\nhref = "https://a.example"', 1, "label"),
        ('[scenes]\nwalk = "tau=abc"', 2, "tau=abc can’t be used here"),
        ('[scenes]\n\nmeasured = "data=moons"', 3, "data=moons"),
        ('[scenes]\nclasses = "classes=99"', 2, "classes=99"),
        ('[scenes]\nnowhere = "tau=1"', 2, "'nowhere'"),
        ("[scenes]\nwalk = 1", 2, "a text"),
        ("scenes = 1", 1, "table"),
        ("[limits]\nsockets = 0", 2, "from 1 to"),
        ("[limits]\n# many\nsockets = 1.5", 3, "whole number"),
        ("[limits]\nwork_at_once = nan", 2, "work_at_once must be"),
        ("[limits]\nwork_per_second = true", 2, "work_per_second must be"),
        ("[limits]\nbogus = 1", 2, "no limit 'bogus'"),
        ("title = ", 1, "not TOML"),
        ('a = 1\na = 2', 2, "not TOML"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_line(text, line, part):
    problems = faults(text)
    assert len(problems) == 1
    assert problems[0].startswith(f"course.toml, line {line}: ") and part in problems[0]


def test_all_mistakes_are_reported_in_order():
    problems = faults('[limits]\nsockets = 0\n[scenes]\nwalk = "m=0&tau=x"\nnope = "m=3"')
    assert [fault.split(":")[0] for fault in problems] == [
        "course.toml, line 2", "course.toml, line 4", "course.toml, line 4", "course.toml, line 5"
    ]  # fmt: skip


@pytest.mark.thorough
def test_the_server_does_not_start_with_a_wrong_file(tmp_path):
    course_file = tmp_path / "mine.toml"
    course_file.write_text('title = "x"\npages = ["walks"]\n', "utf-8")
    process = subprocess.run(
        [sys.executable, "-c", "import app"], cwd=ROOT, capture_output=True, text=True,
        env={"COURSE": str(course_file), "PATH": "", "OPENBLAS_NUM_THREADS": "1"}, timeout=60,
    )  # fmt: skip
    assert process.returncode == 1
    last_line = process.stderr.strip().splitlines()[-1]
    assert last_line.startswith("mine.toml, line 2: an entry of pages must be one of")
    assert "Traceback" not in process.stderr


def test_a_missing_file_is_reported(monkeypatch):
    monkeypatch.setenv("COURSE", "/nowhere/course.toml")
    course.current.cache_clear()
    try:
        with pytest.raises(CourseError, match=r"course\.toml can't be read"):
            course.current()
    finally:
        course.current.cache_clear()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("\n[limits]\nsockets = " + "9" * 5000, 3, "a number of 5000 digits"),
        ("title = 'x'\nhosts = " + "[" * 3000 + "]" * 3000, 2, "too deep"),
        ("hosts = [0x" + "f" * 5000 + "]", 1, "a host's name"),
        ("a = " + "{b = " * 3000 + "1" + "}" * 3000, 1, "too deep"),
        ("\n" * 70_000, None, "larger than 64 kB"),
        ('frame_ancestors = ["https://a.edu:99999999"]', 1, "https:// and a host's name"),
        ('hosts = ["a.edu:0"]', 1, "a host's name"),
        ('hosts = ["a.edu:"]', 1, "a host's name"),
        ('[[links]]\nlabel = "a\\nb"\nhref = "https://a.edu"', 2, "one line"),
        ('[[links]]\nlabel = " "\nhref = "https://a.edu"', 2, "needs a label"),
        ('[[links]]\nlabel = "a"\nhref = "https://a.edu:99999999/"', 3, "https://"),
        ('[scenes]\nwalk = "kernel=own&formula=x1*z2"', 2, "a kernel"),
        ('[scenes]\nwalk = "kernel=own&formula=1/(x.z)"', 2, "formula"),
        ('[scenes]\nwalk = "kernel=own&formula=exp(exp(exp(x.z)))"', 2, "formula"),
        ('[scenes]\nwalk = "kernel=own&formula=cos(x1-z1)^1e9"', 2, "60"),
    ],
)  # fmt: skip
def test_extreme_values_are_reported(text, line, message):
    (fault,) = faults(text)
    assert message in fault and len(fault) < 700
    assert line is None or fault.startswith(f"course.toml, line {line}: ")


@pytest.mark.usefixtures("workshop")
def test_pages_and_things_of_features_open_and_close_in_the_course_s_time_zone():
    dates = read(
        'timezone = "Europe/Zurich"\n[opens]\nwalk = 2026-11-23T08:00:00\n'
        '[closes]\n"workshop/week-3" = 2026-12-01\n"walk/second" = 2026-11-24T00:00:00Z\n',
        pages=NAMES,
    ).dates
    eight = datetime(2026, 11, 23, 7, tzinfo=UTC)
    assert dates.closed_reason("walk", eight - timedelta(seconds=1)) == (
        "This opens on Monday 23 November 2026, 08:00 (Europe/Zurich)."
    )
    assert dates.closed_reason("walk", eight) == "" == dates.closed_reason("plane", eight)
    assert dates.closed_reason("walk/second", eight - timedelta(seconds=1)), (
        "a page's steps open with it"
    )
    assert dates.closed_reason("walk/second", eight + timedelta(days=1)) == (
        "This closed on Tuesday 24 November 2026, 01:00 (Europe/Zurich)."
    )
    week, midnight = "workshop/week-3", datetime(2026, 12, 1, 23, tzinfo=UTC)
    assert dates.closed_reason(week, midnight - timedelta(seconds=1)) == ""
    opening = "Tuesday 1 December 2026, 24:00 (Europe/Zurich)."
    assert dates.open_until(week, eight) == f"Open until {opening}"
    assert dates.closed_reason(week, midnight) == f"This closed on {opening}"
    assert dates.open_until("plane", eight) == "" == dates.open_until(week, midnight)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('timezone = "Middle/Earth"', 1, "no time zone 'Middle/Earth'"),
        ('timezone = "../../etc/passwd"', 1, "no time zone"),
        (
            "[opens]\nwalks = 2026-11-23",
            2,
            "there is no page 'walks'. A date can be set for a page; a step, written as "
            "page/step; a name that begins with workshop/.",
        ),
        (
            '[opens]\n"walk/fourth" = 2026-11-23',
            2,
            "walk has no step 'fourth' that can have a date; the steps that can have one are: ",
        ),
        ('[opens]\n"walk/first" = 2026-11-23', 2, "The first step opens with its page."),
        ('[opens]\n"home/first" = 2026-11-23', 2, "steps that can have one are: none"),
        ('[opens]\nwalk = "tomorrow"', 2, "a date is written without quotation marks"),
        ("[opens]\nwalk = 08:00:00", 2, "such as 2026-11-23 or 2026-11-23T08:00:00."),
        ("[closes]\nwalk = 9999-12-31", 2, "too far in the future"),
        ("[opens]\nwalk = 2026-11-23\n[closes]\nwalk = 2026-11-22", 4, "closes before it opens"),
    ],
)
@pytest.mark.usefixtures("workshop")
def test_a_wrong_date_is_reported_with_its_line(text, line, message):
    (fault,) = faults(text)
    assert fault.startswith(f"course.toml, line {line}: ") and message in fault


def test_a_byte_order_mark_is_no_fault():
    assert read('\ufefftitle = "Kernels"').title == "Kernels"


KEYS = [
    "title", "pages", "playlist", "hosts", "frame_ancestors", "proxies", "log", "links", "scenes",
    "limits", "assignments", "timezone", "opens.walk", "closes.walk", "closes",
    "scenes.walk", "limits.sockets", "scenes.home", "nothing",
]  # fmt: skip
VALUES = [
    "1", "-1", "0.5", "nan", "inf", "true", "[]", "{}", "''", '"\\n"', "[1, 'a']", "9" * 5000,
    "0x" + "f" * 5000, "[" * 2000, "[" * 2000 + "]" * 2000, "'https://a.edu:99999999'",
    "['https://*.a.edu', 'https://[']", "[{label='a', href='https://[::1'}]", "1979-05-27",
    "9999-12-31", "1979-05-27T08:00:00Z", "07:32:00", "'Europe/Zurich'",
    "['walk', 'walk']", "'kernel=own&formula=x1*z2'", "'data=own'", "['10.0.0.0/99']", "'\ud7ff'",
    "[{label='a\\tb', href='https://a'}]", "{walk = 'm=1', b = 2}", "['\u200b.edu']",
]  # fmt: skip
HEADINGS = [heading for key in KEYS for heading in (f"[{key}]", f"[[{key}]]", f"[{key}]]")]
LINES = st.one_of(
    st.builds("{} = {}".format, st.sampled_from(KEYS), st.sampled_from(VALUES)),
    st.sampled_from(HEADINGS),
    st.text(max_size=20),
)


@with_examples(150, suppress_health_check=list(HealthCheck))
@given(st.lists(LINES, max_size=6).map("\n".join))
def test_any_file_is_read_or_refused_with_lines(text):
    try:
        settings = read(text, pages=NAMES)
    except CourseError as error:
        assert error.faults
        for fault in error.faults:
            assert re.match(r"course\.toml(, line \d+:| is larger)", fault) and fault.isprintable()
    else:
        assert all(label.isprintable() for label, _ in settings.links)
        assert not any(page_scenes.problems(*scene) for scene in settings.scenes.items())
