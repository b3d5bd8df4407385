"""A task that a course platform opens in a window, or in a frame of its page, is marked."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from features.platform import pages
from pages.order import PAGES
from tests.browser.conftest import TIMEOUT_MS
from tests.browser.whole_page import assert_accessible
from tests.features.platform.course_platform import CoursePlatform, running

PAGE = next(page for page in PAGES if page.is_solved and page.sliders_of()[:1] == ("tau",))
TASK = f"""title = "Week 3"
id = "week-3"

[[task]]
page = "{PAGE.path}"
scene = "data=mixture&m=60&tau=3.2"
text = "Change the bandwidth."
change = ["tau"]
goal = "train_error <= 0.9"
points = 2
"""


@pytest.fixture
def platform():
    with running() as course_platform:
        yield course_platform


def course_file(folder: Path, platform: CoursePlatform, task: str) -> Path:
    """Write a course with a task for a registered platform; return its file."""
    registration = platform.registration
    (folder / "homework").mkdir()
    (folder / "homework" / "week-3.toml").write_text(task, "utf-8")
    course = folder / "course.toml"
    course.write_text(
        f"""data_folder = "data"
assignments = "homework"
frame_ancestors = ["{platform.issuer}"]

[[platform.registrations]]
issuer = "{registration.issuer}"
client_id = "{registration.client_id}"
deployment_ids = ["{registration.deployment_ids[0]}"]
auth_endpoint = "{registration.auth_endpoint}"
token_endpoint = "{registration.token_endpoint}"
jwks_endpoint = "{registration.jwks_endpoint}"
""",
        "utf-8",
    )
    return course


@pytest.fixture
def site(platform, make_server, tmp_path):
    course = course_file(tmp_path, platform, TASK)
    url = make_server(COURSE=str(course)).url.replace("127.0.0.1", "localhost")
    platform.browser_target = f"{url}/?task=week-3"
    return url


def hand_in_from(page: Page, link: Locator) -> Locator:
    """Open the task in a window, solve it and hand it in; return the dialog."""
    with page.context.expect_page() as opened:
        link.click()
    view = opened.value
    expect(view.get_by_text("comes from your course")).to_be_visible()
    view.locator('[data-live][data-ready="1"]').first.wait_for()
    value = view.locator(".kl-slider:has(input[data-along=tau]) .kl-value").first
    value.fill("0.5")
    value.press("Enter")
    expect(view.get_by_text("kept for your answer")).to_be_visible()
    view.get_by_role("button", name="Hand in …").click()
    dialog = view.get_by_role("dialog", name="Hand in")
    dialog.get_by_role("button", name="Hand in to the course").click()
    return dialog


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["frame", "window"])
def test_a_task_is_opened_from_a_course_and_its_mark_arrives(make_page, platform, site, place):
    page = make_page(bypass_csp=False)
    keys = page.request.get(f"{site}/lti/jwks").json()
    platform.app_keys = keys
    page.goto(f"{platform.issuer}/course/student-1")
    link = page.get_by_role("link", name="Open in a window")
    if place == "frame":  # Chromium stores nothing for the frame
        link = page.frame_locator("iframe").get_by_role("button", name="Open in a window")
    dialog = hand_in_from(page, link)
    expect(dialog.get_by_text("The platform has accepted the mark.")).to_be_visible()
    ((_, score),) = platform.scores
    assert score["userId"] == "student-1" and score["scoreGiven"] == 2


@pytest.mark.thorough
def test_a_page_shows_that_a_mark_waits_and_when_it_is_accepted(make_page, platform, site):
    page = make_page(bypass_csp=False)
    platform.app_keys = page.request.get(f"{site}/lti/jwks").json()
    platform.score_status = 503
    page.goto(f"{platform.issuer}/course/student-1")
    dialog = hand_in_from(page, page.get_by_role("link", name="Open in a window"))
    waiting = dialog.get_by_text("The platform has not accepted the mark yet.")
    expect(dialog.get_by_text("In total 2 of 2")).to_be_visible()
    expect(waiting).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    dialog.page.get_by_role("button", name="Hand in …").click()
    expect(waiting).to_be_visible()
    expect(dialog.get_by_text("In total")).to_have_count(0)
    platform.score_status = 200
    # The server sends the mark again after half a minute, and the page asks for it every twenty
    # seconds.
    accepted = dialog.page.get_by_text("The platform has accepted the mark.")
    expect(accepted).to_have_count(2, timeout=3 * TIMEOUT_MS)
    expect(dialog.get_by_text("The platform has accepted the mark.")).to_be_visible()


@pytest.mark.thorough
def test_a_teacher_chooses_in_a_frame_that_stores_nothing(make_page, platform, site):
    platform.browser_target = f"{site}/lti/launch"
    page = make_page(bypass_csp=False)
    page.goto(f"{platform.issuer}/course/teacher-1")
    frame = page.frame_locator("iframe")
    frame.get_by_label("A page, a step, a lecture").select_option("Week 3")
    frame.get_by_role("button", name="Add to the course").click()
    expect(frame.get_by_text("Chosen")).to_be_visible()
    assert len(platform.choices) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("storage", ["in the page", "in a frame"])
def test_a_page_opens_in_a_frame_by_the_platforms_storage(make_page, platform, site, storage):
    platform.browser_target, platform.storage = f"{site}/", storage
    page = make_page(bypass_csp=False)
    page.goto(f"{platform.issuer}/course/student-1")
    frame = page.frame_locator("iframe >> nth=0")
    expect(frame.locator('[data-live][data-ready="1"]').first).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("lti.put_data lti.get_data ")


@pytest.mark.thorough
def test_a_frame_opens_nothing_without_an_answer_from_the_platform(make_page, platform, site):
    platform.browser_target = f"{site}/"
    page = make_page(bypass_csp=False)
    frame = page.frame_locator("iframe >> nth=0")
    for platform.storage in ("by a stranger", "silent"):
        page.goto(f"{platform.issuer}/course/student-1")
        expect(frame.get_by_role("button", name="Open in a window")).to_be_visible()
        expect(page.get_by_role("status")).to_have_text("lti.put_data ")
    platform.storage = "forgetful"
    page.goto(f"{platform.issuer}/course/student-1")
    expect(frame.get_by_text("did not begin in this browser window")).to_be_visible()
    platform.storage, platform.browser_target = "in the page", f"{site}/?task=week-3"
    page.goto(f"{platform.issuer}/course/student-1")
    expect(frame.get_by_role("button", name="Open in a window")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("")


@pytest.mark.thorough
def test_axe_finds_nothing_on_the_pages_of_a_launch(page):
    address = "https://course.example/"
    for html in (
        pages.refusal("This launch is not signed."),
        pages.confirmation("course.example", {"token": "1"}),
        pages.registration(address),
    ):
        assert_accessible(page, html)
    for html in (  # the next page replaces these at once
        pages.login(address, "state", "", {"login_hint": "1"}, "page"),
        pages.launch({}, "state", "", address),
        pages.submission(address, "JWT", "text"),
    ):
        assert_accessible(page, html, "page-has-heading-one")
