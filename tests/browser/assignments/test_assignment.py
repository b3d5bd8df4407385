"""Assignments for a student and an instructor, on a laptop and on a phone."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from features.assignments import codes
from features.assignments.answer import read
from features.assignments.assignment import pack, toml
from features.assignments.marking import report
from features.assignments.marking.marks import mark_all
from features.assignments.marking.submissions import Submission
from features.assignments.reachability import prove
from lab.scene.scene import Scene
from tests.browser.conftest import PHONE
from tests.browser.live import open_live, until_the_address_holds
from tests.browser.progress.refused_storage import USELESS
from tests.browser.server import start_server
from tests.browser.whole_page import assert_accessible
from tests.features.assignments.answer_cases import make_answer, make_submissions, word
from tests.pages.assignments.weeks import week_3, week_4

CODE = "4711"


@cache
def goal() -> Scene:
    """Return a scene that meets the goal of the first task."""
    return prove(week_3(), week_3().tasks[0], CODE).scene


class Course(NamedTuple):
    """The address of a course, and the word that opens its assignment."""

    url: str
    week: str


@pytest.fixture(scope="module")
def course_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    (folder / "homework").mkdir()
    (folder / "homework" / "week-3.toml").write_text(toml(week_3()), "utf-8")
    (folder / "course.toml").write_text('assignments = "homework"\n', "utf-8")
    return folder / "course.toml"


@pytest.fixture(scope="module")
def course(request: pytest.FixtureRequest) -> Iterator[Course]:
    """Serve a course with the assignment in its folder; on the static site the assignment is in the
    link."""
    if request.config.getoption("--site"):
        yield Course(request.getfixturevalue("app_server").url, pack(week_3()))
        return
    server = start_server(COURSE=str(request.getfixturevalue("course_file")))
    yield Course(server.url, "week-3")
    server.stop()


# Record each text that the panel's status gets.
RECORD_STATUS = """() => {
  window.spokenStatus = [];
  const record = () => { const text = document.querySelector('.kl-task-status').textContent;
    if (text) window.spokenStatus.push(text); };
  const changes = { subtree: true, childList: true, characterData: true };
  new MutationObserver(record).observe(document.querySelector('.kl-task'), changes);
}"""


def begin(page: Page, course: Course) -> None:
    open_live(page, f"{course.url}/?task={course.week}")
    page.get_by_label("Your code").fill(f" {CODE} ")
    page.evaluate(RECORD_STATUS)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile(f"seed={codes.seed(week_3().key, CODE)}"))


def slide_to(page: Page, along: str, value: float) -> None:
    """Type a value into a slider's field."""
    slider = page.locator(f".kl-slider:has(input[data-along={along}])").first
    slider.locator(".kl-value").fill(f"{value!r}")
    slider.locator(".kl-value").press("Enter")


def numbers(page: Page) -> dict[str, str]:
    rows = page.locator(".kl-task-goals [data-goal]")
    return {row.get_attribute("data-goal"): row.locator("b").inner_text() for row in rows.all()}


@pytest.mark.thorough("phone")
@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_a_student_reaches_the_goals_and_hands_in(make_page, course, phone, tmp_path):
    page = make_page(**(PHONE if phone else {}))
    begin(page, course)
    expect(page.locator(".kl-task-status")).to_have_text("")
    assert page.evaluate("window.spokenStatus") == [], "nothing before the code's data arrive"
    expect(page.get_by_role("heading", name="Task 1")).to_be_focused()
    slide_to(page, "tau", goal().tau)
    slide_to(page, "lam", goal().lam)
    expect(page.locator(".kl-task-status")).to_contain_text("is kept")
    shown_numbers = numbers(page)
    page.get_by_label("Why does a smaller τ not help?").fill("It reaches\nno other example.")
    page.get_by_role("button", name="Task 2").click()
    page.wait_for_url(re.compile(r"/svm/?\?"))
    page.get_by_role("button", name="Hand in").click()
    dialog = page.get_by_role("dialog", name="Hand in")
    expect(dialog).to_contain_text("Not answered yet: task 2.")
    link = dialog.get_by_label("Your answer as a link").input_value()
    answer = read(link.encode())
    assert answer.code == CODE and answer.key == week_3().key
    assert answer.entries[0].words == "It reaches no other example."
    with page.expect_download() as download:
        dialog.get_by_text("Save as a file").click()
    download.value.save_as(tmp_path / "answer.txt")
    assert read((tmp_path / "answer.txt").read_bytes()) == answer
    dialog.get_by_role("button", name="Show QR code").click()
    expect(dialog.get_by_role("img", name="Your answer as a QR code")).to_be_visible()
    # Marking computes the same numbers.
    (mark,) = mark_all(week_3(), [Submission("a", link.encode())])
    assert [task.is_met for task in mark.tasks] == [True, False]
    assert mark.tasks[0].gap < 1e-6
    assert shown_numbers["support"] == str(mark.tasks[0].values["support"])
    assert shown_numbers["test_error"] == f"{100 * mark.tasks[0].values['test_error']:.1f} %"


@pytest.mark.thorough
def test_work_is_stored_on_the_device_and_not_sent(make_page, course):
    page = make_page()
    begin(page, course)
    slide_to(page, "tau", goal().tau)
    expect(page.locator(".kl-task-status")).to_contain_text("is kept")
    open_live(page, f"{course.url}/?task={course.week}")
    page.wait_for_url(re.compile(f"seed={codes.seed(week_3().key, CODE)}"))
    expect(page.get_by_label("Your code")).to_have_value(CODE)
    expect(page.locator(".kl-task-status")).to_contain_text("is kept")
    assert CODE not in page.url


@pytest.mark.thorough
def test_without_storage_a_notice_is_shown_and_handing_in_works(make_page, course):
    page = make_page()
    page.add_init_script(USELESS)
    begin(page, course)
    slide_to(page, "tau", goal().tau)
    expect(page.locator(".kl-task-status")).to_contain_text("is kept")
    notice = page.get_by_text("This device does not store your work")
    expect(notice).to_be_visible()
    page.get_by_role("button", name="Task 2").click()
    page.wait_for_url(re.compile(r"/svm/?\?"))
    expect(notice).to_be_visible()
    answer = read(copy_answer_link(page).encode())
    assert answer.code == CODE and answer.entries[0].scene


@pytest.mark.thorough
def test_fixed_fields_have_no_controls_and_changes_by_link_are_reported(make_page, course):
    page = make_page()
    begin(page, course)
    expect(page.get_by_role("button", name="Data")).to_have_count(0)
    expect(page.locator(".kl-is-choice[data-field=loss]")).to_have_count(0)
    address = page.url.replace("loss=hinge", "loss=squared")
    assert address != page.url
    open_live(page, address)
    expect(page.locator(".kl-task-status")).to_have_text(
        "A fixed field was changed: loss. Press “Start again”."
    )
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".kl-task-status")).to_have_text("")


@pytest.mark.thorough
def test_the_link_of_an_answer_shows_the_answer(make_page, course):
    page = make_page()
    open_live(page, f"{course.url}/?task={course.week}&answer={word(make_answer(CODE))}")
    note = page.locator(".kl-task-note:visible")
    expect(note).to_contain_text(CODE)
    page.get_by_role("button", name="Task 2").click()
    page.wait_for_url(re.compile(r"/svm/?\?.*lam=0\.0001"))
    expect(page.locator(".kl-task-status")).to_have_text("The goal is met.")


@pytest.mark.thorough
def test_an_instructor_uploads_a_folder_and_downloads_the_marks(make_page, course, tmp_path):
    page = make_page()
    folder = tmp_path / "answers"
    folder.mkdir()
    for name, content in make_submissions(41).items():
        (folder / name).write_bytes(content)
    page.goto(f"{course.url}/?view=marking")
    if until_the_address_holds(page):  # the static site has no folder of assignments
        page.get_by_label("Or the link of the assignment").fill(f"{course.url}/?task={course.week}")
        page.get_by_label("Or the link of the assignment").press("Enter")
    page.locator("input[type=file][webkitdirectory]").set_input_files(folder)
    expect(page.get_by_text("11 answers are marked, 30 could not be read.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download marks", exact=True).click()
    text = Path(download.value.path()).read_text("utf-8")
    assert len(text.splitlines()) == 42 and "its checksum does not match" in text


@pytest.mark.thorough
def test_axe_finds_nothing_on_the_report_of_marks(page):
    marks = mark_all(week_3(), [Submission(*file) for file in make_submissions(41).items()])
    assert_accessible(page, report.page(week_3(), marks, app="https://x.example/"))


@pytest.mark.thorough
def test_an_instructor_makes_a_task_from_the_screen(make_page, course):
    page = make_page()
    open_live(page, f"{course.url}/rbf-bandwidth?data=moons&m=40&tau=0.4")
    page.get_by_role("button", name="Ask this").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Task for the students").fill("Separate the moons.")
    dialog.get_by_role("textbox", name="Goal").fill("test_error <= 15 %")
    dialog.get_by_role("button", name="Check the goal").click()
    link = dialog.get_by_text(re.compile(rf"^{re.escape(course.url)}/\?task=z\."))
    expect(link).to_be_visible()
    open_live(page, link.inner_text())
    expect(page.locator(".kl-task")).to_contain_text("Separate the moons.")
    expect(page.locator(".kl-task-goals [data-goal]")).to_have_count(1)
    assert numbers(page).keys() == {"test_error"}


def copy_answer_link(page: Page) -> str:
    """Open the dialog *Hand in* and return the answer's link."""
    page.get_by_role("button", name="Hand in").click()
    dialog = page.get_by_role("dialog", name="Hand in")
    link = dialog.get_by_label("Your answer as a link")
    expect(link).to_have_value(re.compile("answer=z"))
    address = link.input_value()
    dialog.get_by_role("button", name="Close").click()
    return address


def enter_code(page: Page, task: int) -> None:
    """Enter a student's code, and wait until the page shows its data."""
    page.get_by_label("Your code").fill(CODE)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile(f"seed={codes.seed(week_4().key, CODE)}"))
    expect(page.locator(".kl-task-status")).to_have_text("")


@pytest.mark.thorough
def test_a_student_on_a_phone_solves_steps_with_embedded_sweeps(make_page, server):
    page = make_page(**PHONE)
    open_live(page, f"{server}/?task={pack(week_4())}~1", "degree")
    enter_code(page, 0)
    expect(page.locator("[data-live]"), "the step stands alone").to_have_count(1)
    expect(page.get_by_role("button", name="New sample")).to_have_count(0)
    proof = prove(week_4(), week_4().tasks[0], CODE)
    slide_to(page, "order", 2)
    expect(page.locator(".kl-task-status")).to_have_text("")
    assert re.search(r" to go$", page.locator("[data-goal=test]").inner_text())
    slide_to(page, "order", proof.scene.order)
    expect(page.locator(".kl-task-status")).to_contain_text("is kept")
    shown_numbers = float(numbers(page)["test"])
    page.get_by_role("button", name="Task 2").click()
    open_live_of(page, "ridge")
    expect(page.locator(".kl-is-choice[data-field=power]"), "it is fixed").to_have_count(0)
    slide_to(page, "penalty", prove(week_4(), week_4().tasks[1], CODE).scene.penalty)
    expect(page.locator(".kl-task-status")).to_contain_text("is kept")
    (mark,) = mark_all(week_4(), [Submission("a", copy_answer_link(page).encode())])
    assert [task.is_met for task in mark.tasks] == [True, True, False]
    assert mark.tasks[0].scene == proof.scene
    assert f"{mark.tasks[0].values['test']:.4g}" == f"{shown_numbers:.4g}"


def open_live_of(page: Page, name: str) -> None:
    page.locator(f'[data-live="{name}"][data-ready="1"]').wait_for()
    expect(page.locator(".kl-task-status")).to_have_text("")
