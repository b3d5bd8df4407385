"""Submissions: the numbers of each are computed again, and its score is sent until the platform
accepts it, never for another student."""

from datetime import datetime

import pytest

from features.platform import scores
from features.platform.scores import WAITING_SECONDS
from features.platform.tables import TABLES
from tests.features.platform.course_platform import CLAIM, SERVICE, TEACHER
from tests.features.platform.handing_in import (
    answer_word,
    hand_in,
    launch_task,
    marks,
    post_json,
)

CUSTOM = f"{CLAIM}custom"


def test_an_answer_is_solved_again_and_its_score_posted(app, platform):
    student = launch_task(app, platform)
    reply = hand_in(app, student)
    sentences = reply.json()["sentences"]
    assert reply.status == 200 and "goal met" in sentences[0] and "3 of 3" in sentences[2]
    assert "3 of 3" in reply.json()["text"] and "has accepted the mark" in reply.json()["text"]
    assert not reply.json()["waits"]
    ((address, score),) = platform.scores
    assert address == "/lineitems/1/lineitem/scores?type_id=4", "the query stays"
    assert score["userId"] == "student-1" and score["scoreGiven"] == score["scoreMaximum"] == 3
    assert score["gradingProgress"] == "FullyGraded"
    assert datetime.fromisoformat(score["timestamp"]).tzinfo is not None
    assert "has accepted the mark" in marks(app, student)
    row = scores.find_score(app.store, student["code"], platform.line_item())
    assert row.sealed_subject == "" and "student-1" not in repr(row)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_any_status_of_success_is_accepted(app, platform, status):
    platform.score_status = status
    assert "has accepted" in hand_in(app, launch_task(app, platform)).json()["text"]


def test_the_best_counts_or_the_last_as_the_link_says(app, platform):
    best = launch_task(app, platform)
    last = launch_task(app, platform, "student-2", **{CUSTOM: {"counts": "last"}})
    for student in (best, last):
        for solved in (1, 2, 0, 1):
            reply = hand_in(app, student, solved=solved)
            assert reply.status == 200
    given = {name: [score["scoreGiven"] for _, score in platform.scores
                    if score["userId"] == name] for name in ("student-1", "student-2")}  # fmt: skip
    assert given == {"student-1": [2, 3], "student-2": [2, 3, 0, 2]}
    assert "3 of 3" in marks(app, best) and "2 of 3" in marks(app, last)


def test_the_host_reads_in_the_log_why_a_mark_waits(app, platform, caplog):
    student = launch_task(app, platform)
    platform.score_status = 403
    hand_in(app, student)
    (line,) = [record.getMessage() for record in caplog.records
               if record.name == scores.__name__]  # fmt: skip
    assert line == f"A mark waits for {platform.issuer}: it answers 403"


@pytest.mark.parametrize("status", [404, 409])
def test_a_mark_waits_while_the_platform_gives_no_access_token(app, platform, caplog, status):
    platform.token_status = status
    student = launch_task(app, platform)
    assert "has not accepted" in hand_in(app, student).json()["text"]
    assert f"it gives no access token: it answers {status}" in caplog.text


def test_a_score_waits_while_the_platform_is_down_and_is_sent_again(app, platform):
    student = launch_task(app, platform)
    teacher = launch_task(app, platform, "teacher-1", **{f"{CLAIM}roles": [TEACHER]})
    platform.score_status = 503
    reply = hand_in(app, student)
    assert reply.status == 200 and "has not accepted the mark yet" in reply.json()["text"]
    assert reply.json()["waits"]
    assert "1 mark has been" in marks(app, teacher) and "not accepted" in marks(app, student)
    attempts = 0
    for _ in range(4):
        before = platform.requested_paths.count("/lineitems/1/lineitem/scores")
        assert scores.send_waiting(app.tool) == 0
        attempts += platform.requested_paths.count("/lineitems/1/lineitem/scores") - before
        app.clock.seconds += 35
    assert 1 <= attempts <= 3, "attempts become rarer"
    platform.score_status = 200
    app.clock.seconds += 3600
    assert scores.send_waiting(app.tool) == 1 and scores.send_waiting(app.tool) == 0
    assert [score["scoreGiven"] for _, score in platform.scores] == [3]
    assert "No mark is waiting" in marks(app, teacher) and "has accepted" in marks(app, student)


def test_a_score_is_given_up_after_a_week_and_the_student_is_told(app, platform):
    student = launch_task(app, platform)
    platform.score_status = 500
    hand_in(app, student)
    app.clock.seconds += WAITING_SECONDS + 60
    assert scores.send_waiting(app.tool) == 0
    row = scores.find_score(app.store, student["code"], platform.line_item())
    assert row.state == scores.LOST_SCORE and not row.sealed_subject
    student = launch_task(app, platform)
    assert "within a week" in marks(app, student)
    platform.score_status = 200


def test_an_access_token_that_ended_is_renewed_and_a_redirect_followed(app, platform):
    student = launch_task(app, platform)
    assert hand_in(app, student, solved=1).status == 200
    platform.access_token = "access-2"
    assert "has accepted" in hand_in(app, student).json()["text"]
    assert platform.requested_paths.count("/token") == 2
    platform.score_status = 307
    platform.score_headers = {"Location": "http://localhost:1/steal"}
    other = launch_task(app, platform, "student-2")
    assert "not accepted" in hand_in(app, other).json()["text"], "no token for other hosts"


def test_foreign_and_invalid_answers_are_refused_and_nothing_is_written(app, platform):
    student, other = (launch_task(app, platform, name) for name in ("student-1", "student-2"))
    teacher = launch_task(app, platform, "t", **{f"{CLAIM}roles": [TEACHER]})
    page_link = launch_task(app, platform, "student-1", **{SERVICE: None})
    rows = app.rows()
    own = answer_word(student["code"])
    cases = {
        "another's answer": (other["token"], own, 409),
        "another assignment": (student["token"], answer_word(student["code"], key="week-4"), 409),
        "a teacher": (teacher["token"], answer_word(teacher["code"]), 409),
        "no column": (page_link["token"], own, 409),
        "a damaged answer": (student["token"], own[:-9], 409),
        "no answer": (student["token"], 7, 422),
        "a damaged token": (student["token"][:-3] + "abc", own, 409),
        "a state": (app.tool.tokens.sign("state", {"iss": "x"}, 60), own, 409),
        "no token": (None, own, 422),
    }
    for name, (token, answer, status) in cases.items():
        reply = post_json(app, "/lti/score", token=token, answer=answer)
        assert reply.status == status and reply.json()["message"], name
    assert app.rows() == rows and platform.scores == []


def test_answers_after_the_links_deadline_or_the_launchs_end_are_refused(app, platform):
    until = {CUSTOM: {"until": "2001-01-01T00:00:00+01:00"}}
    reply = hand_in(app, launch_task(app, platform, **until))
    assert reply.status == 409 and "deadline" in reply.json()["message"]
    student = launch_task(app, platform, **{CUSTOM: {"until": "no date"}})
    assert hand_in(app, student).status == 200
    app.clock.seconds += 13 * 3600
    reply = hand_in(app, student)
    assert reply.status == 409 and "ended" in reply.json()["message"], "the launch's own end"


def test_one_student_can_not_keep_the_server_busy(app, platform):
    student = launch_task(app, platform)
    statuses = [hand_in(app, student, solved=0).status for _ in range(14)]
    assert statuses[0] == 200 and statuses[-1] == 429
    assert hand_in(app, launch_task(app, platform, "student-2")).status == 200


def test_rows_are_deleted_at_the_end(app, platform):
    student = launch_task(app, platform)
    hand_in(app, student)
    assert scores.scores_of(app.store, student["code"])
    app.clock.seconds += 367 * 86_400
    TABLES.delete_expired(app.store)
    assert app.rows() == 0
