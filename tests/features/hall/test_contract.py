"""What the hall's routes answer, to phones and to the lecturer's screen."""

import asyncio
import json
import re

import pytest

from features.hall import owner_routes, room_codes
from lab.store.store import sqlite_url
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


@pytest.fixture
def site():
    hall = open_hall()
    yield site_of(hall)
    hall.store.close()


@pytest.fixture
def lecturer(site):
    return Lecturer(site)


def phone(lecturer, **more) -> Visitor:
    """A phone that has opened the room's page."""
    found = Visitor(lecturer.site, **more)
    assert found.get(f"/hall/{lecturer.code}", accept=BROWSER).status == 200
    return found


def state(lecturer):
    reply = Visitor(lecturer.site).get(f"/hall/{lecturer.code}/state")
    assert reply.status == 200 and reply.headers["cache-control"] == "no-store"
    return reply.json()


def test_a_room_has_a_code_that_nobody_mistakes(lecturer):
    room = lecturer.room
    assert room_codes.read_code(room["code"]) == room["code"]
    assert not set(room["code"]) & set("0O1IL5S"), "signs that look alike"
    assert room["path"] == f"/hall/{room['code']}" and room["in_memory"]
    assert room["join"] == "https://kernels.example.edu/join"
    assert state(lecturer) == {"question": None, "round": 0, "open": False, "answered": 0}


def test_a_code_is_read_as_people_type_it(lecturer):
    code = lecturer.code
    typed = f" {code[:3].lower()}-{code[3:].lower()} "
    reply = Visitor(lecturer.site, BROWSER).get("/join", f"code={typed.replace(' ', '+')}")
    assert (reply.status, reply.headers["location"]) == (303, f"/hall/{code}")
    assert "<form" in Visitor(lecturer.site, BROWSER).get("/join").body.decode()
    wrong = Visitor(lecturer.site, BROWSER).get("/join", "code=hello")
    assert wrong.status == 404 and b"no room with this code" in wrong.body


def test_a_vote_is_answered_as_the_contract_says(lecturer):
    lecturer.put()
    one = phone(lecturer)
    browser = one.vote(lecturer.code, "1", accept=BROWSER)
    assert (browser.status, browser.headers["location"]) == (303, f"/hall/{lecturer.code}")
    script = one.vote(lecturer.code, "2")
    assert script.status == 200 and script.json()["answered"] == 1
    assert script.json()["answer"] == "2"
    for answer in ("3", "-1", "x", "", "1e0", "²", "9" * 5000):
        assert one.vote(lecturer.code, answer).status in (422, 413), answer
    assert one.vote(lecturer.code).status == 422
    assert one.vote("XXXXXX", "1").status == 404
    lecturer.act("close")
    late = one.vote(lecturer.code, "0")
    assert late.status == 409 and "closed" in late.json()["message"]
    assert state(lecturer)["counts"] == [0, 0, 1]


def test_counts_are_told_once_the_question_is_closed(lecturer):
    lecturer.put()
    for answer in "0112":
        phone(lecturer).vote(lecturer.code, answer)
    told = state(lecturer)
    assert told["answered"] == 4 and told["open"] and "counts" not in told
    assert set(told["question"]) == {"number", "kind", "text", "options"}, "nothing of the answer"
    assert lecturer.act("close").json()["counts"] == [1, 2, 1]
    assert state(lecturer) == {**told, "open": False, "counts": [1, 2, 1]}


def test_two_rounds_are_kept_apart_and_the_truth_ends_them(lecturer):
    lecturer.put()
    phones = [phone(lecturer) for _ in range(3)]
    for one in phones:
        one.vote(lecturer.code, "0")
    assert lecturer.act("round").json()["round"] == 2
    assert state(lecturer)["answered"] == 0
    for one in phones[:2]:
        one.vote(lecturer.code, "1")
    stale = phones[2].vote(lecturer.code, "0", question=1, round=1)
    assert stale.status == 409, "a page of the first round"
    hidden = phones[0].get(f"/hall/{lecturer.code}", accept=BROWSER).body
    assert CHOICE["why"].encode() not in hidden and b"Talk to your neighbour" in hidden
    assert lecturer.act("reveal").json()["revealed"]
    assert lecturer.act("open").status == 409 and lecturer.act("round").status == 409
    asked = lecturer.results()["questions"][0]
    assert [one["counts"] for one in asked["rounds"]] == [[3, 0, 0], [0, 2, 0]]
    assert [one["right"] for one in asked["rounds"]] == [0.0, 1.0]
    assert state(lecturer)["question"]["right"] == [1], "phones may know it now"
    assert CHOICE["why"].encode() in phones[0].get(f"/hall/{lecturer.code}", accept=BROWSER).body


def test_a_reload_keeps_ones_vote_and_one_device_has_one(lecturer):
    lecturer.put()
    one = phone(lecturer)
    one.vote(lecturer.code, "2")
    again = one.get(f"/hall/{lecturer.code}", accept=BROWSER)
    pressed = re.findall(r'value="(\d)" aria-pressed="true"', again.body.decode())
    assert pressed == ["2"]
    one.vote(lecturer.code, "0")
    assert state(lecturer)["answered"] == 1


def test_a_late_phone_sees_what_is_asked(lecturer):
    assert b"You are in" in phone(lecturer).get(f"/hall/{lecturer.code}", accept=BROWSER).body
    lecturer.put(SLIDER)
    late = phone(lecturer)
    page = late.get(f"/hall/{lecturer.code}", accept=BROWSER).body.decode()
    assert 'min="0.05"' in page and "Where on τ" in page
    assert late.vote(lecturer.code, "0.8").status == 200


@pytest.mark.parametrize(
    ("question", "good", "kept", "bad"),
    [
        (SLIDER, ["0.05", "6.4", "0.80004", "1e0"], [0.05, 0.8, 1.0, 6.4],
         ["0.0499", "6.5", "nan", "inf", "-1", "a", "1_0"]),
        (PLACE, ["-3,2", "0.12345,-0"], [[-3, 2], [0.123, 0]],
         ["3.1,0", "0,0,0", "1", "nan,0", ","]),
        (POINTS, ["p,1,1", "n,-1,0.5"], [[-1, -1, 0.5], [1, 1, 1]],
         ["q,1,1", "1,1", "p,9,9", "p,,"]),
    ],
)  # fmt: skip
def test_answers_are_held_to_the_questions_own_range(lecturer, question, good, kept, bad):
    lecturer.put(question)
    for answer in good:
        assert phone(lecturer).vote(lecturer.code, answer).status == 200, answer
    for answer in bad:
        reply = phone(lecturer).vote(lecturer.code, answer)
        assert reply.status == 422 and reply.json()["message"], answer
    lecturer.act("close")
    found = lecturer.results()["questions"][0]["rounds"][0]
    assert found["answered"] == len(good) and found["answers"] == kept
    if question is not POINTS:
        rows = [found["counts"]] if question is SLIDER else found["counts"]
        assert sum(map(sum, rows)) == len(good)


@pytest.mark.parametrize("question", [PLACE, POINTS, {**PLACE, "window": [-0.2, 0.9, 1, 1.9]}])
def test_without_a_script_a_place_is_read_off_numbers_along_both_axes(lecturer, question):
    lecturer.put(question)
    page = phone(lecturer).get(f"/hall/{lecturer.code}", accept=BROWSER).body.decode()
    left, right, _, top = question["window"]
    scale = 100 / (right - left)
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"( text-anchor)?[^>]*>([−\d.]+)<', page)
    across = [(float(x), float(v.replace("−", "-"))) for x, _, middle, v in found if middle]
    upwards = [(float(y), float(v.replace("−", "-"))) for _, y, middle, v in found if not middle]
    assert len(across) >= 3 and len(upwards) >= 3
    assert all(abs(x - (v - left) * scale) < 0.1 for x, v in across)
    assert all(abs(y - (top - v) * scale) < 0.1 for y, v in upwards)


def test_a_tap_can_be_matched_to_the_nearest_point(lecturer):
    lecturer.put({**PLACE, "snap": True, "right": [[0.5, 1, 0.002]]})
    for answer in ("0.7,1.2", "3,2", "-1.4,-0.3"):
        assert phone(lecturer).vote(lecturer.code, answer).status == 200
    lecturer.act("close")
    found = lecturer.results()["questions"][0]["rounds"][0]
    assert found["answers"] == [[-1, 0], [0.5, 1], [0.5, 1]] and found["right"] == pytest.approx(
        2 / 3
    )
    for wrong in ({**PLACE, "snap": 1}, {**PLACE, "snap": True, "marks": []},
                  {**POINTS, "snap": True, "marks": PLACE["marks"]}):  # fmt: skip
        assert lecturer.put(wrong).status == 422


def test_the_halls_points_are_the_edits_of_a_scene(lecturer):
    lecturer.put(POINTS)
    phone(lecturer).vote(lecturer.code, label="p", x="1.5", y="-0.25")
    phone(lecturer).vote(lecturer.code, "n,0,1")
    lecturer.act("close")
    assert lecturer.results()["questions"][0]["edits"] == "c_n_0_1_p_1.5_-0.25"


@pytest.mark.parametrize("name", ["question", "open", "close", "round", "reveal", "end"])
def test_opening_and_closing_belong_to_the_owner(lecturer, name):
    stranger = phone(lecturer)
    assert stranger.post(f"/hall/{lecturer.code}/{name}", b"{}").status == 403
    other = Lecturer(lecturer.site)
    assert other.post(f"/hall/{lecturer.code}/{name}", b"{}").status == 403
    assert other.post(f"/hall/XXXXXX/{name}", b"{}").status == 404


def test_another_computer_leads_the_room_by_the_owners_code(lecturer):
    lecturer.put()
    path = f"/hall/{lecturer.code}/owner"
    told = lecturer.get(path).json()
    assert told["link"] == f"https://kernels.example.edu{path}"
    second = Visitor(lecturer.site)
    assert second.get(path).status == 403, "the code is the owner's alone"
    page = second.get(path, accept=BROWSER)
    assert page.status == 200 and told["owner"].encode() not in page.body
    assert second.post(path, b"owner=CCCCCCCCCCCCCCCC").status == 403
    assert second.post(f"/hall/{lecturer.code}/close").status == 403
    typed = f" {told['owner'][:4].lower()}-{told['owner'][4:]}".replace(" ", "+")
    taken = second.post(path, f"owner={typed}".encode())
    assert taken.status == 200 and taken.json() == lecturer.room
    assert second.post(f"/hall/{lecturer.code}/close").status == 200
    assert lecturer.act("open").status == 200, "the first one leads it still"


@pytest.mark.parametrize("name", ["results", "results.csv", "summary", "events"])
def test_what_the_hall_said_is_told_to_the_owner(lecturer, name):
    assert phone(lecturer).get(f"/hall/{lecturer.code}/{name}").status == 403


def test_cookies_are_out_of_reach_of_scripts_and_of_other_rooms(lecturer):
    reply = Visitor(lecturer.site).get(f"/hall/{lecturer.code}", accept=BROWSER)
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie and f"Path=/hall/{lecturer.code};" in cookie
    made = Visitor(lecturer.site).post("/hall").headers["set-cookie"]
    assert "HttpOnly" in made and "SameSite=strict" in made


def test_a_token_that_the_room_did_not_give_counts_for_nothing(lecturer):
    lecturer.put()
    forger = Visitor(lecturer.site)
    forger.cookies["hall"] = "mine.0123456789abcdef"
    assert forger.vote(lecturer.code, "1").status == 403
    assert forger.cookies["hall"] != "mine.0123456789abcdef", "a new one, signed"


@pytest.mark.parametrize("accept", [BROWSER, "application/json"])
def test_a_vote_counts_once_its_token_came_back(lecturer, accept):
    lecturer.put()
    newcomer = Visitor(lecturer.site, accept)
    first = newcomer.vote(lecturer.code, "1")
    assert first.status == 403 and b"cookie" in first.body
    assert state(lecturer)["answered"] == 0
    assert newcomer.vote(lecturer.code, "1").status in (200, 303)
    assert state(lecturer)["answered"] == 1


def test_a_loop_without_a_cookie_adds_no_vote_and_no_phone(lecturer):
    lecturer.put()
    for _ in range(200):
        assert Visitor(lecturer.site).vote(lecturer.code, "0").status == 403
    lecturer.act("close")
    assert lecturer.results()["questions"][0]["rounds"] == []
    assert lecturer.act("open").json()["phones"] == 0


def test_a_hall_behind_one_address_fits_and_no_more_than_a_hall(lecturer):
    lecturer.put()
    phones = [phone(lecturer) for _ in range(1000)]
    assert {one.vote(lecturer.code, "1").status for one in phones[::50]} == {200}
    page = f"/hall/{lecturer.code}"
    many = [Visitor(lecturer.site, BROWSER).get(page).status for _ in range(1000)]
    assert (many[0], many[-1]) == (200, 429)
    assert many.count(200) < 600, "no second hall comes from the same address"
    assert phones[3].vote(lecturer.code, "2").status == 200, "whoever is in it stays in it"
    assert Visitor(lecturer.site, BROWSER, "10.9.9.9").get(page).status == 200, "another address"
    other = Lecturer(lecturer.site)
    assert Visitor(lecturer.site, BROWSER).get(f"/hall/{other.code}").status == 200, "another room"


def test_wrong_codes_lock_nobody_out_who_has_the_right_one(lecturer):
    guesser = Visitor(lecturer.site)
    statuses = [guesser.get("/hall/CCCCCC/state").status for _ in range(70)]
    assert statuses[0] == 404 and statuses[-1] == 429
    lecturer.put()
    newcomer = phone(lecturer)
    assert newcomer.vote(lecturer.code, "1").status == 200
    assert guesser.get(f"/hall/{lecturer.code}/state").status == 200


def test_a_device_that_votes_without_end_is_asked_to_wait(lecturer):
    lecturer.put()
    one = phone(lecturer)
    statuses = [one.vote(lecturer.code, "1").status for _ in range(30)]
    assert statuses[0] == 200 and statuses[-1] == 429
    assert state(lecturer)["answered"] == 1


def test_two_rooms_at_once_do_not_meet(lecturer):
    other = Lecturer(lecturer.site)
    lecturer.put()
    other.put(SLIDER)
    phone(lecturer).vote(lecturer.code, "0")
    assert phone(other).vote(other.code, "0.5").status == 200
    assert state(lecturer)["answered"] == state(other)["answered"] == 1
    assert state(other)["question"]["kind"] == "slider"


def test_a_room_that_ended_keeps_its_results_and_can_be_deleted(lecturer):
    lecturer.put()
    one = phone(lecturer)
    one.vote(lecturer.code, "1")
    assert lecturer.act("end").json()["ended"]
    assert one.vote(lecturer.code, "1").status == 409 and lecturer.put().status == 409
    assert b"The hall is closed" in one.get(f"/hall/{lecturer.code}", accept=BROWSER).body
    csv = lecturer.get(f"/hall/{lecturer.code}/results.csv")
    lines = csv.body.decode().splitlines()
    assert lines[0] == "question,text,kind,round,answer,count"
    assert lines[2] == "1,What will the test error do?,choice,1,It rises,1"
    summary = lecturer.get(f"/hall/{lecturer.code}/summary").body
    assert b"Round 1: 1 answer, 100% right" in summary
    assert f"<h2>1. {CHOICE['text']}</h2>".encode() in summary
    gone = asyncio.run(lecturer.ask("DELETE", f"/hall/{lecturer.code}"))
    assert gone.status == 204
    assert one.get(f"/hall/{lecturer.code}/state").status == 404


def test_a_question_with_a_fault_is_told_in_a_sentence(lecturer):
    for body in (b"", b"[]", b"{", b'{"kind": "poem", "text": "a"}', b"[" * 9000,
                 json.dumps({**CHOICE, "options": ["one"]}).encode(),
                 json.dumps({**CHOICE, "right": [7]}).encode(),
                 json.dumps({**CHOICE, "name": "x"}).encode(),
                 json.dumps({**CHOICE, "text": "a" * 999}).encode(),
                 json.dumps({**SLIDER, "low": -1}).encode(),
                 json.dumps({**SLIDER, "low": 9}).encode(),
                 json.dumps({**SLIDER, "high": float("inf")}).encode(),
                 json.dumps({**PLACE, "window": [1, 0, 0, 1]}).encode()):  # fmt: skip
        reply = lecturer.post(f"/hall/{lecturer.code}/question", body)
        assert reply.status == 422 and len(reply.json()["message"]) > 9, body[:60]


def test_the_screen_hears_of_votes_as_they_come_and_from_another_replica(tmp_path):
    url = sqlite_url(tmp_path / "deep" / "hall.sqlite")
    halls = open_hall(url), open_hall(url)
    lecturer = Lecturer(site_of(halls[0]))
    assert not lecturer.room["in_memory"]
    lecturer.put()
    one = Visitor(site_of(halls[1]))
    one.get(f"/hall/{lecturer.code}", accept=BROWSER)
    events = []

    async def screen():
        sent = asyncio.Queue()
        cookies = "; ".join(f"{k}={v}" for k, v in lecturer.cookies.items())
        scope = {"type": "http", "http_version": "1.1", "method": "GET", "root_path": "",
                 "path": f"/hall/{lecturer.code}/events", "query_string": b"", "scheme": "http",
                 "headers": [(b"cookie", cookies.encode())], "server": ("test", 80),
                 "client": ("10.0.0.1", 1)}  # fmt: skip

        async def receive():
            await asyncio.sleep(60)

        listening = asyncio.create_task(lecturer.site(scope, receive, sent.put))
        assert (await sent.get())["status"] == 200

        async def hear():
            text = (await asyncio.wait_for(sent.get(), 5))["body"].decode()
            events.append(json.loads(text.removeprefix("data: ")))

        assert (await sent.get())["body"].startswith(b"retry: "), "it opens again by itself"
        await hear()
        form = {"content_type": "application/x-www-form-urlencoded"}
        await one.ask("POST", f"/hall/{lecturer.code}/votes", b"answer=1", **form)
        while events[-1]["answered"] == 0:
            await hear()
        await lecturer.ask("POST", f"/hall/{lecturer.code}/close")
        while events[-1]["open"]:
            await hear()
        listening.cancel()

    asyncio.run(screen())
    assert events[0]["answered"] == 0 and "counts" not in events[0]
    assert events[-1]["counts"] == [0, 1, 0] and events[-1]["phones"] == 1
    for hall in halls:
        hall.store.close()


def test_a_stream_ends_so_that_a_server_can_stop(lecturer, monkeypatch):
    monkeypatch.setattr(owner_routes, "LIFE", 0.4)
    text = lecturer.get(f"/hall/{lecturer.code}/events").body.decode()
    assert text.count("data: ") == 1
    view = asyncio.run(lecturer.ask("DELETE", f"/hall/{lecturer.code}"))
    assert view.status == 204 and lecturer.get(f"/hall/{lecturer.code}/events").status == 404


def test_the_qr_code_leads_to_the_room(lecturer):
    reply = lecturer.get(f"/hall/{lecturer.code}/qr.svg")
    assert reply.headers["content-type"] == "image/svg+xml" and b"<svg" in reply.body


EVIL = "<script>alert(1)</script>"


def test_texts_are_plain_and_those_of_phones_appear_nowhere(lecturer):
    lecturer.put(CHOICE, text=EVIL, options=[EVIL, "b"], right=[0], why=EVIL)
    one = phone(lecturer)
    assert one.vote(lecturer.code, EVIL).status == 422
    assert one.vote(lecturer.code, "0").status == 200
    lecturer.act("reveal")
    for reply in (one.get(f"/hall/{lecturer.code}", accept=BROWSER),
                  lecturer.get(f"/hall/{lecturer.code}/summary")):  # fmt: skip
        assert EVIL.encode() not in reply.body and b"&lt;script&gt;" in reply.body
