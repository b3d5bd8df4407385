"""Counts of a course: events, secret, limits, and the page."""

import json
import re
from datetime import UTC
from pathlib import Path
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from features.report import course_counts, declaration, routes
from features.report import page as report_page
from features.report.course_counts import TABLES, Count, add_events, counts
from features.report.routes import ReportRoutes
from lab.course import course
from lab.course.course import Course
from lab.course.feature import features
from lab.serving import privacy
from lab.store.store import Store
from tests.examples import with_examples
from tests.lab.standin_pages import PLANE, WALK
from tests.visitors import Visitor, site_with

SECRET = "a secret of the course's own"
COURSE = Course(settings={"report_secret": SECRET})
PAGE = WALK.path
CHALLENGE, QUESTION = WALK.challenges[0].id, WALK.quiz[0].id
STEP = WALK.steps[0].link(PAGE)["id"]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def site():
    store = Store("", [TABLES])
    yield site_with(ReportRoutes(COURSE, store).routes())
    store.close()


@pytest.fixture
def store(url, clock):
    store = Store(url, [TABLES], clock)
    yield store
    store.close()


def send(visitor, *events, page=PAGE):
    return visitor.post("/counts", json.dumps({"page": page, "events": events}).encode())


def report(visitor, secret=SECRET):
    return visitor.post("/report", urlencode({"secret": secret}).encode())


def test_events_are_counted_and_shown_with_the_secret(site):
    pupil, host = Visitor(site), Visitor(site)
    assert send(pupil, ["open", ""], ["seen", STEP], ["met", CHALLENGE]).status == 204
    for kind in ("wrong", "wrong", "wrong", "right", "right"):
        assert send(pupil, [kind, QUESTION]).status == 204
    page = report(host)
    text = page.body.decode()
    assert page.status == 200 and page.headers["cache-control"] == "no-store"
    introduction = text[: text.index(f"<h2>{WALK.title}</h2>")]
    assert WALK.quiz[0].text in introduction and "60\N{NO-BREAK SPACE}% of 5" in introduction, (
        "hard questions come first"
    )
    assert "seen 1" in text and "solved 1" in text and "2 of 5" in text
    assert re.search(
        r"<tr><th scope=row>\d{4}-W\d\d</th><td>1</td><td>1</td><td>2</td><td>3</td>", text
    )


def test_wrong_secrets_are_refused_and_limited(site):
    send(Visitor(site), ["open", ""])
    guesser = Visitor(site)
    for secret in (
        "",
        "x",
        SECRET.upper(),
        SECRET + " ",
        "\ud800".encode("utf-8", "surrogatepass"),
    ):
        reply = report(guesser, secret)
        assert reply.status == 403 and routes.WRONG_SECRET in reply.body.decode()
        assert WALK.title not in reply.body.decode()
    assert b'type="password"' in guesser.get("/report").body
    assert [report(guesser, f"{k}").status for k in range(20)][-1] == 429
    assert report(guesser).status == 429, "also the right secret, for a minute"


def test_without_a_secret_the_feature_is_off():
    assert declaration.FEATURE in features(COURSE)
    assert declaration.FEATURE not in features(Course())


@pytest.mark.parametrize(
    "item",
    [None, [], 7, {}, {"page": PAGE}, {"page": "nowhere", "events": [["open", ""]]},
     {"page": [PAGE], "events": [["open", ""]]}, {"page": PAGE, "events": []},
     {"page": PAGE, "events": [["open", ""]] * 65}, {"page": PAGE, "events": [["open", "c1"]]},
     {"page": PAGE, "events": [["met", QUESTION]]},
     {"page": PAGE, "events": [["seen", CHALLENGE]]},
     {"page": PLANE.path, "events": [["met", CHALLENGE]]},
     {"page": PAGE, "events": [["name", "Ada"]]},
     {"page": PAGE, "events": [["open", ""], "open"]},
     {"page": PAGE, "events": [[["open"], ""]]}],
)  # fmt: skip
def test_only_declared_items_are_counted(site, item):
    reply = Visitor(site).post("/counts", json.dumps(item).encode())
    assert reply.status == 422 and len(reply.json()["message"]) > 15
    assert b"Nothing has been counted" in report(Visitor(site)).body


@with_examples(60, suppress_health_check=list(HealthCheck), database=None)
@given(st.binary(max_size=60) | st.recursive(
    st.none() | st.integers() | st.sampled_from([PAGE, "open", "met", "", CHALLENGE]),
    lambda inner: (st.lists(inner, max_size=3)
                 | st.dictionaries(st.sampled_from(["page", "events"]), inner)),
).map(lambda value: json.dumps(value).encode()))  # fmt: skip
def test_any_message_is_counted_or_refused_with_a_reason(body):
    reply = Visitor(FUZZED).post("/counts", body)
    assert reply.status == 204 or (reply.status == 422 and len(reply.json()["message"]) > 15)


FUZZED = site_with(ReportRoutes(COURSE, Store("", [TABLES])).routes())


def test_events_of_a_client_are_limited(site):
    assert Visitor(site).post("/counts", b"x" * 5000).status == 413
    visitor = Visitor(site)
    statuses = {send(visitor, *[["open", ""]] * 64).status for _ in range(60)}
    assert statuses == {204, 429}


def test_counts_are_summed_by_week_and_deleted_when_old(store, clock):
    week = course_counts.week_of(clock.seconds, UTC)
    assert week == "2001-W36"
    for _ in range(2):
        add_events(store, week, PAGE, [("met", CHALLENGE), ("open", ""), ("open", "")])
    assert counts(store) == [
        Count(week, PAGE, "met", CHALLENGE, 2),
        Count(week, PAGE, "open", "", 4),
    ]
    clock.seconds += 390 * 86400
    add_events(store, course_counts.week_of(clock.seconds, UTC), PAGE, [("open", "")])
    assert course_counts.delete_old(store) == 0
    clock.seconds += 30 * 86400
    assert course_counts.delete_old(store) == 2 and len(counts(store)) == 1


def test_hard_questions_need_five_answers_and_are_sorted():
    ids = [question.id for question in WALK.quiz]

    def make_counts(k, right, wrong_count):
        return [
            Count("w", PAGE, "right", ids[k], right),
            Count("w", PAGE, "wrong", ids[k], wrong_count),
        ]

    all_counts = [
        *make_counts(0, 5, 5),
        *make_counts(1, 0, 4),
        *make_counts(2, 1, 9),
        *make_counts(3, 6, 5),
    ]
    assert [question.text for question in report_page.hardest_questions(all_counts)] == [
        WALK.quiz[2].text,
        WALK.quiz[0].text,
    ]


def test_the_privacy_page_describes_the_counts():
    paragraph = declaration.FEATURE.privacy.paragraph
    assert paragraph in privacy.paragraphs(COURSE)
    assert paragraph not in privacy.paragraphs(Course())


def test_the_report_has_the_language_of_the_course(language_tag):
    assert language_tag in report_page.form()
    assert language_tag in report_page.page([])


@pytest.mark.parametrize(
    ("secret", "part"),
    [('"short"', "at least 16"), (f'"{"x" * 121}"', "at most 120"), ("7", "a text in quotation")],
)
def test_an_invalid_secret_is_reported_once(secret, part):
    with pytest.raises(course.CourseError) as error:
        course.read(f"report_secret = {secret}")
    assert str(error.value).count("report_secret must be") == 1 and part in str(error.value)
