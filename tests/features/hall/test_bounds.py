"""What a hall takes at most: the last that fits is taken, and the next one refused."""

from itertools import pairwise

import pytest

from features.hall import owner_routes, phone_routes
from features.hall import rooms as room_tables
from features.hall.questions import PointsQuestion
from lab.scene import point_edits
from lab.store.store import DAY
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


def test_a_form_of_4096_bytes_is_read_and_no_longer_one(lecturer):
    lecturer.put()
    visitor = Visitor(lecturer.site)
    assert visitor.get(f"/hall/{lecturer.code}", accept=BROWSER).status == 200
    for size, status in ((4096, 200), (4097, 413)):
        body = b"answer=1&more=".ljust(size, b"x")
        assert visitor.post(f"/hall/{lecturer.code}/votes", body).status == status, size
    assert phone_routes.CLOSED not in visitor.get(f"/hall/{lecturer.code}/state").body.decode()


def test_a_full_room_takes_no_more_questions_and_says_so(lecturer, monkeypatch):
    monkeypatch.setattr(room_tables, "MAX_QUESTIONS", 2)
    assert [lecturer.put().status for _ in range(3)] == [200, 200, 409]
    assert "at most 2 questions" in lecturer.put().json()["message"]


def test_a_room_is_there_until_its_day_is_over(rooms, clock):
    code = rooms.create("secret", "http://here")
    clock.now += DAY - 1
    assert rooms.room(code) and rooms.put(code, "{}") and rooms.delete_ended() == 0
    clock.now += 1
    assert rooms.room(code) is None and not rooms.put(code, "{}") and rooms.delete_ended() == 1


def test_of_more_points_than_fit_into_a_link_an_even_choice_is_taken():
    most = point_edits.MAX_EDITS
    for count in (most, most + 1, 3 * most):
        kept = [f"p,{k / 1000},{k % 7 / 10}" for k in range(count)]
        edits = PointsQuestion("Add one point.", window=WINDOW).edits(kept)
        chosen = [float(x) * 1000 for x in edits.removeprefix("c_p_").split("_")[::3]]
        assert len(chosen) == most and chosen[0] == 0 and chosen == sorted(chosen)
        steps = {round(b - a) for a, b in pairwise(chosen)}
        assert max(steps) - min(steps) <= 1


@pytest.mark.parametrize("text", ["", "  ", None])
def test_a_question_without_a_text_is_refused(lecturer, text):
    assert lecturer.put(text=text).status == 422
    assert lecturer.put(options=["one", text]).status == 422
    assert lecturer.put(text=" What? ", why="").status == 200


@pytest.mark.parametrize(
    ("question", "truth"),
    [(CHOICE, "It rises"), (SLIDER, "from 0.6 to 1.4"), (PLACE, ""), (POINTS, "")],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_phones_see_the_truth_where_there_is_one(lecturer, question, truth):
    """A place is shown on the lecturer's screen alone; without `right` there is nothing to show."""
    for right in (question.get("right", []), []):
        lecturer.put({**question, "right": right})
        assert lecturer.act("reveal").status == 200
        page = Visitor(lecturer.site).get(f"/hall/{lecturer.code}", accept=BROWSER)
        told = page.body.decode().partition('class="right">')[2].partition("</p>")[0]
        assert page.status == 200 and bool(told) == bool(truth and right)
        assert (truth if right else "") in told


def test_so_many_screens_look_at_once_and_each_leaves_its_place(lecturer, monkeypatch):
    monkeypatch.setattr(owner_routes, "MAX_STREAMS", 1)
    monkeypatch.setattr(owner_routes, "LIFE", 0.01)
    path = f"/hall/{lecturer.code}/events"
    assert [lecturer.get(path).status for _ in range(3)] == [200, 200, 200]
    monkeypatch.setattr(owner_routes, "MAX_STREAMS", 0)
    assert lecturer.get(path).status == 503


def test_an_owner_is_told_at_once_that_another_replica_has_deleted_the_room(room_hall, lecturer):
    path = f"/hall/{lecturer.code}/owner"
    code = lecturer.get(path).json()["owner"]
    assert lecturer.put().status == 200
    room_hall.rooms.delete(lecturer.code)
    assert Visitor(lecturer.site).post(path, f"owner={code}".encode()).status == 404
    assert lecturer.act("close").status == 404 and lecturer.put().status == 404
