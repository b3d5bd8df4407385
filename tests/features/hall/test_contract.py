"""Replies of the hall's routes to phones and to the lecturer's screen."""

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


def phone(lecturer, **options) -> Visitor:
    """Return a visitor that has opened the room's page."""
    visitor = Visitor(lecturer.site, **options)
    assert visitor.get(f"/hall/{lecturer.code}", accept=BROWSER).status == 200
    return visitor


def state(lecturer):
    reply = Visitor(lecturer.site).get(f"/hall/{lecturer.code}/state")
    assert reply.status == 200 and reply.headers["cache-control"] == "no-store"
    return reply.json()


def test_room_codes_contain_no_similar_characters(lecturer):
    room = lecturer.room
    assert room_codes.read_code(room["code"]) == room["code"]
    assert not set(room["code"]) & set("0O1IL5S"), "no signs that look alike"
    assert room["path"] == f"/hall/{room['code']}" and room["in_memory"]
    assert room["join"] == "https://kernels.example.edu/join"
    assert state(lecturer) == {"question": None, "round": 0, "open": False, "answered": 0}


def test_a_typed_code_is_normalised(lecturer):
    code = lecturer.code
    typed_code = f" {code[:3].lower()}-{code[3:].lower()} "
    reply = Visitor(lecturer.site, BROWSER).get("/join", f"code={typed_code.replace(' ', '+')}")
    assert (reply.status, reply.headers["location"]) == (303, f"/hall/{code}")
    assert "<form" in Visitor(lecturer.site, BROWSER).get("/join").body.decode()
    wrong_reply = Visitor(lecturer.site, BROWSER).get("/join", "code=hello")
    assert wrong_reply.status == 404 and b"no room with this code" in wrong_reply.body


def test_a_vote_gets_the_documented_replies(lecturer):
    lecturer.put_question()
    visitor = phone(lecturer)
    browser = visitor.vote(lecturer.code, "1", accept=BROWSER)
    assert (browser.status, browser.headers["location"]) == (303, f"/hall/{lecturer.code}")
    script = visitor.vote(lecturer.code, "2")
    assert script.status == 200 and script.json()["answered"] == 1
    assert script.json()["answer"] == "2"
    for answer in ("3", "-1", "x", "", "1e0", "²", "9" * 5000):
        assert visitor.vote(lecturer.code, answer).status in (422, 413), answer
    assert visitor.vote(lecturer.code).status == 422
    assert visitor.vote("XXXXXX", "1").status == 404
    lecturer.act("close")
    late_reply = visitor.vote(lecturer.code, "0")
    assert late_reply.status == 409 and "not open" in late_reply.json()["message"]
    assert state(lecturer)["counts"] == [0, 0, 1]


def test_counts_are_sent_only_after_the_question_is_closed(lecturer):
    lecturer.put_question()
    for answer in "0112":
        phone(lecturer).vote(lecturer.code, answer)
    open_state = state(lecturer)
    assert open_state["answered"] == 4 and open_state["open"] and "counts" not in open_state
    assert set(open_state["question"]) == {"number", "kind", "text", "options"}, (
        "without the right answer"
    )
    assert lecturer.act("close").json()["counts"] == [1, 2, 1]
    assert state(lecturer) == {**open_state, "open": False, "counts": [1, 2, 1]}


def test_rounds_are_counted_separately_until_the_answer_is_revealed(lecturer):
    lecturer.put_question()
    phones = [phone(lecturer) for _ in range(3)]
    for visitor in phones:
        visitor.vote(lecturer.code, "0")
    assert lecturer.act("round").json()["round"] == 2
    assert state(lecturer)["answered"] == 0
    for visitor in phones[:2]:
        visitor.vote(lecturer.code, "1")
    reply = phones[2].vote(lecturer.code, "0", question=1, round=1)
    assert reply.status == 409, "a page of the first round"
    page = phones[0].get(f"/hall/{lecturer.code}", accept=BROWSER).body
    assert CHOICE["why"].encode() not in page and b"Talk to your neighbour" in page
    assert lecturer.act("reveal").json()["revealed"]
    assert lecturer.act("open").status == 409 and lecturer.act("round").status == 409
    question = lecturer.results()["questions"][0]
    assert [round_["counts"] for round_ in question["rounds"]] == [[3, 0, 0], [0, 2, 0]]
    assert [round_["right"] for round_ in question["rounds"]] == [0.0, 1.0]
    assert state(lecturer)["question"]["right"] == [1], "sent after the reveal"
    assert CHOICE["why"].encode() in phones[0].get(f"/hall/{lecturer.code}", accept=BROWSER).body


def test_a_reload_shows_the_vote_and_a_device_has_one_vote(lecturer):
    lecturer.put_question()
    visitor = phone(lecturer)
    visitor.vote(lecturer.code, "2")
    page = visitor.get(f"/hall/{lecturer.code}", accept=BROWSER)
    pressed = re.findall(r'value="(\d)" aria-pressed="true"', page.body.decode())
    assert pressed == ["2"]
    visitor.vote(lecturer.code, "0")
    assert state(lecturer)["answered"] == 1


def test_a_late_phone_sees_the_current_question(lecturer):
    assert b"You have joined" in phone(lecturer).get(f"/hall/{lecturer.code}", accept=BROWSER).body
    lecturer.put_question(SLIDER)
    newcomer = phone(lecturer)
    page = newcomer.get(f"/hall/{lecturer.code}", accept=BROWSER).body.decode()
    assert 'min="0.05"' in page and "Where on τ" in page
    assert newcomer.vote(lecturer.code, "0.8").status == 200


@pytest.mark.parametrize(
    ("question", "valid_answers", "stored_answers", "invalid_answers"),
    [
        (SLIDER, ["0.05", "6.4", "0.80004", "1e0"], [0.05, 0.8, 1.0, 6.4],
         ["0.0499", "6.5", "nan", "inf", "-1", "a", "1_0"]),
        (PLACE, ["-3,2", "0.12345,-0"], [[-3, 2], [0.123, 0]],
         ["3.1,0", "0,0,0", "1", "nan,0", ","]),
        (POINTS, ["p,1,1", "n,-1,0.5"], [[-1, -1, 0.5], [1, 1, 1]],
         ["q,1,1", "1,1", "p,9,9", "p,,"]),
    ],
)  # fmt: skip
def test_answers_out_of_the_questions_range_are_refused(
    lecturer, question, valid_answers, stored_answers, invalid_answers
):
    lecturer.put_question(question)
    for answer in valid_answers:
        assert phone(lecturer).vote(lecturer.code, answer).status == 200, answer
    for answer in invalid_answers:
        reply = phone(lecturer).vote(lecturer.code, answer)
        assert reply.status == 422 and reply.json()["message"], answer
    lecturer.act("close")
    round_ = lecturer.results()["questions"][0]["rounds"][0]
    assert round_["answered"] == len(valid_answers) and round_["answers"] == stored_answers
    if question is not POINTS:
        rows = [round_["counts"]] if question is SLIDER else round_["counts"]
        assert sum(map(sum, rows)) == len(valid_answers)


@pytest.mark.parametrize("question", [PLACE, POINTS, {**PLACE, "window": [-0.2, 0.9, 1, 1.9]}])
def test_without_a_script_a_place_is_read_off_numbers_along_both_axes(lecturer, question):
    lecturer.put_question(question)
    page = phone(lecturer).get(f"/hall/{lecturer.code}", accept=BROWSER).body.decode()
    left, right, _, top = question["window"]
    scale = 100 / (right - left)
    texts = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"( text-anchor)?[^>]*>([−\d.]+)<', page)
    x_numbers = [(float(x), float(v.replace("−", "-"))) for x, _, anchor, v in texts if anchor]
    y_numbers = [(float(y), float(v.replace("−", "-"))) for _, y, anchor, v in texts if not anchor]
    assert len(x_numbers) >= 3 and len(y_numbers) >= 3
    assert all(abs(x - (v - left) * scale) < 0.1 for x, v in x_numbers)
    assert all(abs(y - (top - v) * scale) < 0.1 for y, v in y_numbers)


def test_a_tap_can_be_matched_to_the_nearest_point(lecturer):
    lecturer.put_question({**PLACE, "snap": True, "right": [[0.5, 1, 0.002]]})
    for answer in ("0.7,1.2", "3,2", "-1.4,-0.3"):
        assert phone(lecturer).vote(lecturer.code, answer).status == 200
    lecturer.act("close")
    round_ = lecturer.results()["questions"][0]["rounds"][0]
    assert round_["answers"] == [[-1, 0], [0.5, 1], [0.5, 1]] and round_["right"] == pytest.approx(
        2 / 3
    )
    for question in ({**PLACE, "snap": 1}, {**PLACE, "snap": True, "marks": []},
                  {**POINTS, "snap": True, "marks": PLACE["marks"]}):  # fmt: skip
        assert lecturer.put_question(question).status == 422


def test_points_of_the_hall_become_edits_of_a_scene(lecturer):
    lecturer.put_question(POINTS)
    lecturer.act("close")
    assert lecturer.results()["questions"][0]["edits"] == "", "no points: the scene stays as it is"
    lecturer.act("round")
    phone(lecturer).vote(lecturer.code, label="p", x="1.5", y="-0.25")
    phone(lecturer).vote(lecturer.code, "n,0,1")
    lecturer.act("close")
    assert lecturer.results()["questions"][0]["edits"] == "c_n_0_1_p_1.5_-0.25"


@pytest.mark.parametrize("name", ["question", "open", "close", "round", "reveal", "end"])
def test_actions_of_the_owner_are_refused_to_others(lecturer, name):
    stranger = phone(lecturer)
    assert stranger.post(f"/hall/{lecturer.code}/{name}", b"{}").status == 403
    other_lecturer = Lecturer(lecturer.site)
    assert other_lecturer.post(f"/hall/{lecturer.code}/{name}", b"{}").status == 403
    assert other_lecturer.post(f"/hall/XXXXXX/{name}", b"{}").status == 404


def test_another_computer_controls_the_room_with_the_owners_code(lecturer):
    lecturer.put_question()
    path = f"/hall/{lecturer.code}/owner"
    reply_json = lecturer.get(path).json()
    assert reply_json["link"] == f"https://kernels.example.edu{path}"
    visitor = Visitor(lecturer.site)
    assert visitor.get(path).status == 403, "only the owner sees the code"
    page = visitor.get(path, accept=BROWSER)
    assert page.status == 200 and reply_json["owner"].encode() not in page.body
    assert visitor.post(path, b"owner=CCCCCCCCCCCCCCCC").status == 403
    refusal_page = visitor.post(path, b"owner=CCCCCCCCCCCCCCCC", accept=BROWSER)
    assert refusal_page.status == 403 and b"not the owner" in refusal_page.body
    assert f'action="{path}"'.encode() in refusal_page.body, "the code can be typed again"
    assert visitor.post(f"/hall/{lecturer.code}/close").status == 403
    typed_code = f" {reply_json['owner'][:4].lower()}-{reply_json['owner'][4:]}".replace(" ", "+")
    reply = visitor.post(path, f"owner={typed_code}".encode())
    assert reply.status == 200 and reply.json() == lecturer.room
    assert visitor.post(f"/hall/{lecturer.code}/close").status == 200
    assert lecturer.act("open").status == 200, "the first owner keeps the room"


@pytest.mark.parametrize("name", ["results", "results.csv", "summary", "events"])
def test_results_are_refused_to_anyone_but_the_owner(lecturer, name):
    assert phone(lecturer).get(f"/hall/{lecturer.code}/{name}").status == 403


def test_cookies_are_hidden_from_scripts_and_from_other_rooms(lecturer):
    reply = Visitor(lecturer.site).get(f"/hall/{lecturer.code}", accept=BROWSER)
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie and f"Path=/hall/{lecturer.code};" in cookie
    owner_cookie = Visitor(lecturer.site).post("/hall").headers["set-cookie"]
    assert "HttpOnly" in owner_cookie and "SameSite=strict" in owner_cookie


def test_a_forged_token_does_not_vote(lecturer):
    lecturer.put_question()
    forger = Visitor(lecturer.site)
    forger.cookies["hall"] = "mine.0123456789abcdef"
    assert forger.vote(lecturer.code, "1").status == 403
    assert forger.cookies["hall"] != "mine.0123456789abcdef", "the phone gets a new, signed token"


@pytest.mark.parametrize("accept", [BROWSER, "application/json"])
def test_a_vote_counts_only_with_a_returned_token(lecturer, accept):
    lecturer.put_question()
    newcomer = Visitor(lecturer.site, accept)
    reply = newcomer.vote(lecturer.code, "1")
    assert reply.status == 403 and b"cookie" in reply.body
    assert state(lecturer)["answered"] == 0
    assert newcomer.vote(lecturer.code, "1").status in (200, 303)
    assert state(lecturer)["answered"] == 1


def test_votes_without_a_cookie_add_no_vote_and_no_phone(lecturer):
    lecturer.put_question()
    for _ in range(200):
        assert Visitor(lecturer.site).vote(lecturer.code, "0").status == 403
    lecturer.act("close")
    assert lecturer.results()["questions"][0]["rounds"] == []
    assert lecturer.act("open").json()["phones"] == 0


@pytest.mark.thorough
def test_one_address_can_join_with_a_full_hall_but_not_with_two(lecturer):
    lecturer.put_question()
    phones = [phone(lecturer) for _ in range(1000)]
    assert {visitor.vote(lecturer.code, "1").status for visitor in phones[::50]} == {200}
    page = f"/hall/{lecturer.code}"
    statuses = [Visitor(lecturer.site, BROWSER).get(page).status for _ in range(1000)]
    assert (statuses[0], statuses[-1]) == (200, 429)
    assert statuses.count(200) < 600, "no second hall comes from the same address"
    assert phones[3].vote(lecturer.code, "2").status == 200, "joined phones can still vote"
    assert Visitor(lecturer.site, BROWSER, "10.9.9.9").get(page).status == 200, "another address"
    other_lecturer = Lecturer(lecturer.site)
    assert Visitor(lecturer.site, BROWSER).get(f"/hall/{other_lecturer.code}").status == 200, (
        "another room"
    )


def test_wrong_codes_do_not_block_a_right_code(lecturer):
    guesser = Visitor(lecturer.site)
    statuses = [guesser.get("/hall/CCCCCC/state").status for _ in range(70)]
    assert statuses[0] == 404 and statuses[-1] == 429
    lecturer.put_question()
    newcomer = phone(lecturer)
    assert newcomer.vote(lecturer.code, "1").status == 200
    assert guesser.get(f"/hall/{lecturer.code}/state").status == 200


def test_a_device_that_votes_too_often_is_refused(lecturer):
    lecturer.put_question()
    visitor = phone(lecturer)
    statuses = [visitor.vote(lecturer.code, "1").status for _ in range(30)]
    assert statuses[0] == 200 and statuses[-1] == 429
    assert state(lecturer)["answered"] == 1


def test_rooms_are_independent(lecturer):
    other_lecturer = Lecturer(lecturer.site)
    lecturer.put_question()
    other_lecturer.put_question(SLIDER)
    phone(lecturer).vote(lecturer.code, "0")
    assert phone(other_lecturer).vote(other_lecturer.code, "0.5").status == 200
    assert state(lecturer)["answered"] == state(other_lecturer)["answered"] == 1
    assert state(other_lecturer)["question"]["kind"] == "slider"


def test_an_ended_room_has_results_and_can_be_deleted(lecturer):
    lecturer.put_question()
    visitor = phone(lecturer)
    visitor.vote(lecturer.code, "1")
    assert lecturer.act("end").json()["ended"]
    assert visitor.vote(lecturer.code, "1").status == 409 and lecturer.put_question().status == 409
    assert b"The hall is closed" in visitor.get(f"/hall/{lecturer.code}", accept=BROWSER).body
    csv = lecturer.get(f"/hall/{lecturer.code}/results.csv")
    lines = csv.body.decode().splitlines()
    assert lines[0] == "question,text,kind,round,answer,count"
    assert lines[2] == "1,What will the test error do?,choice,1,It rises,1"
    summary = lecturer.get(f"/hall/{lecturer.code}/summary").body
    assert "Round 1: 1 answer, 100\N{NO-BREAK SPACE}% right".encode() in summary
    assert f"<h2>1. {CHOICE['text']}</h2>".encode() in summary
    deletion = asyncio.run(lecturer.ask("DELETE", f"/hall/{lecturer.code}"))
    assert deletion.status == 204
    assert visitor.get(f"/hall/{lecturer.code}/state").status == 404


def test_an_invalid_question_is_refused_with_a_message(lecturer):
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


def test_the_screen_receives_votes_of_another_replica_as_they_come(tmp_path):
    url = sqlite_url(tmp_path / "deep" / "store.sqlite")
    halls = open_hall(url), open_hall(url)
    lecturer = Lecturer(site_of(halls[0]))
    assert not lecturer.room["in_memory"]
    lecturer.put_question()
    visitor = Visitor(site_of(halls[1]))
    visitor.get(f"/hall/{lecturer.code}", accept=BROWSER)
    events = []

    async def screen():
        messages = asyncio.Queue()
        cookies = "; ".join(f"{k}={v}" for k, v in lecturer.cookies.items())
        scope = {"type": "http", "http_version": "1.1", "method": "GET", "root_path": "",
                 "path": f"/hall/{lecturer.code}/events", "query_string": b"", "scheme": "http",
                 "headers": [(b"cookie", cookies.encode())], "server": ("test", 80),
                 "client": ("10.0.0.1", 1)}  # fmt: skip

        async def receive():
            await asyncio.sleep(60)

        listening = asyncio.create_task(lecturer.site(scope, receive, messages.put))
        assert (await messages.get())["status"] == 200

        async def hear():
            text = (await asyncio.wait_for(messages.get(), 5))["body"].decode()
            events.append(json.loads(text.removeprefix("data: ")))

        assert (await messages.get())["body"].startswith(b"retry: "), (
            "the browser opens the next stream by itself"
        )
        await hear()
        form = {"content_type": "application/x-www-form-urlencoded"}
        await visitor.ask("POST", f"/hall/{lecturer.code}/votes", b"answer=1", **form)
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
    monkeypatch.setattr(owner_routes, "STREAM_SECONDS", 0.4)
    text = lecturer.get(f"/hall/{lecturer.code}/events").body.decode()
    assert text.count("data: ") == 1
    deletion = asyncio.run(lecturer.ask("DELETE", f"/hall/{lecturer.code}"))
    assert deletion.status == 204 and lecturer.get(f"/hall/{lecturer.code}/events").status == 404


def test_the_qr_code_leads_to_the_room(lecturer):
    reply = lecturer.get(f"/hall/{lecturer.code}/qr.svg")
    assert reply.headers["content-type"] == "image/svg+xml" and b"<svg" in reply.body


MARKUP = "<script>alert(1)</script>"


def test_texts_are_escaped_and_texts_of_phones_are_not_shown(lecturer):
    lecturer.put_question(CHOICE, text=MARKUP, options=[MARKUP, "b"], right=[0], why=MARKUP)
    visitor = phone(lecturer)
    assert visitor.vote(lecturer.code, MARKUP).status == 422
    assert visitor.vote(lecturer.code, "0").status == 200
    lecturer.act("reveal")
    for reply in (visitor.get(f"/hall/{lecturer.code}", accept=BROWSER),
                  lecturer.get(f"/hall/{lecturer.code}/summary")):  # fmt: skip
        assert MARKUP.encode() not in reply.body and b"&lt;script&gt;" in reply.body
