"""How a course is doing: what is counted, what is not, who sees it, and what is said of it."""

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
from features.report.course_counts import TABLES, Count, add, counts
from features.report.routes import ReportRoutes
from lab.course.course import Course
from lab.course.feature import features
from lab.serving import privacy
from lab.store.store import Store
from tests.examples import more
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
    found = Store("", [TABLES])
    yield site_with(ReportRoutes(COURSE, found).routes())
    found.close()


@pytest.fixture
def store(url, clock):
    found = Store(url, [TABLES], clock)
    yield found
    found.close()


def send(visitor, *events, page=PAGE):
    return visitor.post("/counts", json.dumps({"page": page, "events": events}).encode())


def report(visitor, secret=SECRET):
    return visitor.post("/report", urlencode({"secret": secret}).encode())


def test_what_happens_is_counted_and_shown_behind_the_secret(site):
    pupil, host = Visitor(site), Visitor(site)
    assert send(pupil, ["open", ""], ["seen", STEP], ["met", CHALLENGE]).status == 204
    for kind in ("wrong", "wrong", "wrong", "right", "right"):
        assert send(pupil, [kind, QUESTION]).status == 204
    page = report(host)
    text = page.body.decode()
    assert page.status == 200 and page.headers["cache-control"] == "no-store"
    first = text[: text.index(f"<h2>{WALK.title}</h2>")]
    assert WALK.quiz[0].text in first and "60% of 5" in first, "what half gets wrong stands first"
    assert "seen 1" in text and "met 1" in text and "2 of 5 right at first" in text
    assert re.search(
        r"<tr><th scope=row>\d{4}-W\d\d</th><td>1</td><td>1</td><td>2</td><td>3</td>", text
    )


def test_another_secret_sees_nothing_and_is_slowed_down(site):
    send(Visitor(site), ["open", ""])
    guesser = Visitor(site)
    for wrong in ("", "x", SECRET.upper(), SECRET + " ", "\ud800".encode("utf-8", "surrogatepass")):
        reply = report(guesser, wrong)
        assert reply.status == 403 and routes.WRONG in reply.body.decode()
        assert WALK.title not in reply.body.decode()
    assert b'type="password"' in guesser.get("/report").body
    assert [report(guesser, f"{k}").status for k in range(20)][-1] == 429
    assert report(guesser).status == 429, "the right one too, for a while"


def test_without_a_secret_there_is_nothing_to_ask():
    assert declaration.FEATURE in features(COURSE)
    assert declaration.FEATURE not in features(Course())


@pytest.mark.parametrize(
    "given",
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
def test_only_what_pages_declare_is_counted(site, given):
    reply = Visitor(site).post("/counts", json.dumps(given).encode())
    assert reply.status == 422 and len(reply.json()["message"]) > 15
    assert b"Nothing has been counted" in report(Visitor(site)).body


@more(60, suppress_health_check=list(HealthCheck), database=None)
@given(st.binary(max_size=60) | st.recursive(
    st.none() | st.integers() | st.sampled_from([PAGE, "open", "met", "", CHALLENGE]),
    lambda one: (st.lists(one, max_size=3)
                 | st.dictionaries(st.sampled_from(["page", "events"]), one)),
).map(lambda value: json.dumps(value).encode()))  # fmt: skip
def test_whatever_is_sent_is_counted_or_refused_in_a_sentence(body):
    reply = Visitor(FUZZED).post("/counts", body)
    assert reply.status == 204 or (reply.status == 422 and len(reply.json()["message"]) > 15)


FUZZED = site_with(ReportRoutes(COURSE, Store("", [TABLES])).routes())


def test_there_is_an_end_to_what_one_client_has_counted(site):
    assert Visitor(site).post("/counts", b"x" * 5000).status == 413
    visitor = Visitor(site)
    statuses = {send(visitor, *[["open", ""]] * 64).status for _ in range(60)}
    assert statuses == {204, 429}


def test_counts_are_added_up_week_by_week_and_deleted_in_the_end(store, clock):
    week = course_counts.week_of(clock.now, UTC)
    assert week == "2001-W36"
    for _ in range(2):
        add(store, week, PAGE, [("met", CHALLENGE), ("open", ""), ("open", "")])
    assert counts(store) == [
        Count(week, PAGE, "met", CHALLENGE, 2),
        Count(week, PAGE, "open", "", 4),
    ]
    clock.now += 390 * 86400
    add(store, course_counts.week_of(clock.now, UTC), PAGE, [("open", "")])
    assert course_counts.delete_old(store) == 0
    clock.now += 30 * 86400
    assert course_counts.delete_old(store) == 2 and len(counts(store)) == 1


def test_of_few_answers_no_share_is_told_and_the_worst_stands_first():
    ids = [question.id for question in WALK.quiz]

    def told(k, right, wrong):
        return [
            Count("w", PAGE, "right", ids[k], right),
            Count("w", PAGE, "wrong", ids[k], wrong),
        ]

    found = [*told(0, 5, 5), *told(1, 0, 4), *told(2, 1, 9), *told(3, 6, 5)]
    assert [one.text for one in report_page.hardest_questions(found)] == [
        WALK.quiz[2].text,
        WALK.quiz[0].text,
    ]


def test_the_privacy_page_says_what_is_counted():
    paragraph = declaration.FEATURE.privacy.paragraph
    assert paragraph in privacy.paragraphs(COURSE)
    assert paragraph not in privacy.paragraphs(Course())
