"""Mutated tokens and forms are refused and write nothing; a whole class can hand in at once."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qsl, urlencode

import pytest

from tests.features.platform.course_platform import FORM, log_in, post, request_of
from tests.features.platform.handing_in import answer_word, hand_in, launch_task, post_json
from tests.visitors import BROWSER, Visitor

COUNTS = [300, pytest.param(10_000, marks=pytest.mark.thorough)]
CLASSES = [12, pytest.param(300, marks=pytest.mark.thorough)]
SIGNS = "".join(map(chr, range(32, 127))) + "\0é\u2028"


def mutate(text: str, chance: random.Random) -> str:
    """Change a text at one to three positions."""
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text) + 1)
        match chance.randrange(5):
            case 0:
                text = text[:place] + chance.choice(SIGNS) + text[place + 1 :]
            case 1:
                text = text[:place] + text[place + chance.randint(1, 40) :]
            case 2:
                text = text[:place] + chance.choice(SIGNS) * chance.randint(1, 5) + text[place:]
            case 3:
                other = chance.randrange(len(text) + 1)
                text = text[:place] + text[other : other + 30] + text[place:]
            case 4:
                parts = text.split(".")
                chance.shuffle(parts)
                text = ".".join(parts)
    return text


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_requests_are_refused_and_write_nothing(app, platform, count):
    chance = random.Random(53)
    student = launch_task(app, platform)
    packed = answer_word(student["code"])
    auth_request = request_of(log_in(app.site, platform))
    fields = {
        "id_token": platform.sign(platform.claims(auth_request["nonce"])),
        "state": auth_request["state"],
    }
    rows = app.rows()
    for number in range(count):
        match number % 4:
            case 0:
                key = chance.choice([*fields])
                changed = mutate(fields[key], chance)
                is_same = _is_same(changed, fields[key])
                reply = None if is_same else post(app.site, {**fields, key: changed})
            case 1:
                body = mutate(urlencode(fields), chance)
                read = dict(parse_qsl(body))
                if all(_is_same(read.get(key, ""), text) for key, text in fields.items()):
                    continue  # an additional field, which is ignored
                reply = Visitor(app.site, BROWSER).post(
                    "/lti/launch", body.encode("utf-8", "replace"), content_type=FORM
                )
            case 2:
                token = mutate(student["token"], chance)
                is_same = _is_same(token, student["token"])
                reply = None if is_same else post_json(
                    app, "/lti/score", token=token, answer=packed)  # fmt: skip
            case 3:
                body = mutate(json.dumps({"token": student["token"], "answer": packed}), chance)
                path = chance.choice(
                    ["/lti/score", "/lti/deep-link", "/lti/register", "/lti/marks"]
                )
                if path in ("/lti/score", "/lti/marks") and _is_whole(body, student["token"]):
                    continue
                reply = Visitor(app.site).post(path, body.encode("utf-8", "replace"))
        assert reply is None or 400 <= reply.status < 500, (number, reply)
        assert reply is None or reply.status == 404 or b"message" in reply.body or (
            b'role="alert"' in reply.body)  # fmt: skip
    assert app.rows() == rows and platform.scores == []
    assert post(app.site, fields).status == 200, "what was not changed is still accepted"


def _is_same(changed: str, text: str) -> bool:
    """Return whether two tokens differ at most in the last letter of each part, which in base64
    may have unused bits."""
    return [part[:-1] for part in changed.split(".")] == [part[:-1] for part in text.split(".")]


def _is_whole(body: str, token: str) -> bool:
    """Return whether a mutated body still contains the token."""
    try:
        return _is_same(json.loads(body)["token"], token)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


@pytest.mark.parametrize("count", CLASSES)
def test_a_class_hands_in_at_once(app, platform, count):
    students = [launch_task(app, platform, f"student-{k}") for k in range(count)]
    assert len({student["code"] for student in students}) == count
    words = [answer_word(student["code"]) for student in students]
    with ThreadPoolExecutor(8) as threads:
        replies = [
            *threads.map(lambda pair: hand_in(app, *pair), zip(students, words, strict=True))
        ]
    assert {reply.status for reply in replies} == {200}
    assert all("has accepted" in reply.json()["text"] for reply in replies)
    users = {score["userId"] for _, score in platform.scores if score["scoreGiven"] == 3}
    assert users == {f"student-{k}" for k in range(count)} and len(platform.scores) == count
