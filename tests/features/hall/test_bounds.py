"""Limits of a hall in size, number and time, and what phones see of the right answer."""

from itertools import pairwise

import pytest

from features.hall import owner_routes, phone_routes
from features.hall import rooms as room_tables
from features.hall.questions import PointsQuestion
from lab.scene import point_edits
from lab.store.store import DAY_SECONDS
from tests.features.hall.visitors import (
    CHOICE,
    PLACE,
    POINTS,
    SLIDER,
    Lecturer,
    open_hall,
    site_of,
)
from tests.visitors import BROWSER, Visitor

WINDOW = (-3.0, 3.0, -2.0, 2.0)


@pytest.fixture
def room_hall():
    hall = open_hall()
    yield hall
    hall.store.close()


@pytest.fixture
def lecturer(room_hall):
    return Lecturer(site_of(room_hall))


def test_a_form_is_read_up_to_4096_bytes(lecturer):
    lecturer.put_question()
    visitor = Visitor(lecturer.site)
    assert visitor.get(f"/hall/{lecturer.code}", accept=BROWSER).status == 200
    for size, status in ((4096, 200), (4097, 413)):
        body = b"answer=1&more=".ljust(size, b"x")
        assert visitor.post(f"/hall/{lecturer.code}/votes", body).status == status, size
    assert (
        phone_routes.QUESTION_CLOSED
        not in visitor.get(f"/hall/{lecturer.code}/state").body.decode()
    )


def test_a_full_room_takes_no_more_questions_and_says_so(lecturer, monkeypatch):
    monkeypatch.setattr(room_tables, "MAX_QUESTIONS", 2)
    assert [lecturer.put_question().status for _ in range(3)] == [200, 200, 409]
    message = lecturer.put_question().json()["message"]
    assert "at most 2 questions" in message and "new tab" in message, "a tab keeps its room"


@pytest.mark.thorough(keep_every=3)
def test_a_room_exists_until_its_day_is_over(rooms, clock):
    code = rooms.create("secret", "http://here")
    clock.seconds += DAY_SECONDS - 1
    assert rooms.room(code) and rooms.add_question(code, "{}") and rooms.delete_ended() == 0
    clock.seconds += 1
    assert (
        rooms.room(code) is None
        and not rooms.add_question(code, "{}")
        and rooms.delete_ended() == 1
    )


def test_edits_select_evenly_when_more_points_than_fit_into_a_link():
    max_points = point_edits.MAX_EDITS
    for count in (max_points, max_points + 1, 3 * max_points):
        answers = [f"p,{k / 1000},{k % 7 / 10}" for k in range(count)]
        edits = PointsQuestion("Add one point.", window=WINDOW).edits(answers)
        values = [float(x) * 1000 for x in edits.removeprefix("c_p_").split("_")[::3]]
        assert len(values) == max_points and values[0] == 0 and values == sorted(values)
        steps = {round(b - a) for a, b in pairwise(values)}
        assert max(steps) - min(steps) <= 1


@pytest.mark.parametrize("text", ["", "  ", None])
def test_a_question_without_a_text_is_refused(lecturer, text):
    assert lecturer.put_question(text=text).status == 422
    assert lecturer.put_question(options=["one", text]).status == 422
    assert lecturer.put_question(text=" What? ", why="").status == 200


@pytest.mark.parametrize(
    ("question", "truth"),
    [(CHOICE, "It rises"), (SLIDER, "from 0.6 to 1.4"), (PLACE, ""), (POINTS, "")],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_phones_see_the_right_answer_if_the_question_has_one(lecturer, question, truth):
    """If phones answer with a point, only the lecturer's screen shows the right answer."""
    for right in (question.get("right", []), []):
        lecturer.put_question({**question, "right": right})
        assert lecturer.act("reveal").status == 200
        page = Visitor(lecturer.site).get(f"/hall/{lecturer.code}", accept=BROWSER)
        shown_text = page.body.decode().partition('class="truth">')[2].partition("</p>")[0]
        assert page.status == 200 and bool(shown_text) == bool(truth and right)
        assert (truth if right else "") in shown_text


def test_number_of_open_screens_is_bounded_and_a_closed_one_frees_its_place(lecturer, monkeypatch):
    monkeypatch.setattr(owner_routes, "MAX_STREAMS", 1)
    monkeypatch.setattr(owner_routes, "STREAM_SECONDS", 0.01)
    path = f"/hall/{lecturer.code}/events"
    assert [lecturer.get(path).status for _ in range(3)] == [200, 200, 200]
    monkeypatch.setattr(owner_routes, "MAX_STREAMS", 0)
    assert lecturer.get(path).status == 503


def test_owner_gets_404_at_once_after_another_replica_deletes_the_room(room_hall, lecturer):
    path = f"/hall/{lecturer.code}/owner"
    code = lecturer.get(path).json()["owner"]
    assert lecturer.put_question().status == 200
    room_hall.rooms.delete(lecturer.code)
    assert Visitor(lecturer.site).post(path, f"owner={code}".encode()).status == 404
    assert lecturer.act("close").status == 404 and lecturer.put_question().status == 404
