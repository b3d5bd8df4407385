"""Launches: valid ones, and invalid ones, which are refused and write nothing."""

import dataclasses
import hmac
import json
import random
import time
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256

import pytest
from joserfc.jwk import OctKey, RSAKey

from features.assignments import assignment as assignments
from features.assignments import library
from features.assignments.assignment import Assignment
from features.platform import declaration, launches, messages, pages
from features.platform.messages import SKEW_SECONDS
from features.platform.platform_client import UNKNOWN_KEY_SECONDS
from features.platform.registry import REMEMBERED_SECONDS, Registry
from tests.features.platform.course_platform import (
    APP,
    CHOICE,
    CLAIM,
    KEY,
    SERVICE,
    TEACHER,
    launch,
    launch_data,
    log_in,
    main_data,
    post,
    request_of,
)
from tests.visitors import BROWSER, Visitor

FOREIGN_KEY = RSAKey.generate_key(2048, {"kid": "of-the-platform", "use": "sig"})


def from_now(seconds):
    """Return a function that computes the time `seconds` after its call, since a test run takes
    longer than the allowed clock skew."""
    return lambda: int(time.time()) + seconds


def timed(changes):
    return {name: value() if callable(value) else value for name, value in changes.items()}


def test_a_launch_opens_its_page_and_sets_no_cookie(app, platform):
    login = log_in(app.site, platform)
    auth_request = request_of(login)
    assert auth_request["redirect_uri"] == f"{APP}/lti/launch" and auth_request["tenant"] == "1"
    assert auth_request["response_mode"] == "form_post" and auth_request["login_hint"] == "hint-1"
    assert (
        auth_request["lti_message_hint"] == "77" and auth_request["client_id"] == platform.client_id
    )
    reply = launch(app.site, platform)
    assert launch_data(reply) == {"address": "/walk?tau=0.2"}
    for page in (login, reply):
        assert "set-cookie" not in page.headers and page.headers["cache-control"] == "no-store"
        assert platform.claims("x")["sub"] not in page.body.decode()
    assert app.rows() == 1, "the nonce alone"


def test_the_page_of_a_login_knows_what_is_opened(app, platform):
    kinds = {"/walk?step=b": "page", "/": "page", "/walk?task=week-3~2": "task",
             "/lti/launch": "choice"}  # fmt: skip
    for target, kind in kinds.items():
        login = log_in(app.site, platform, target_link_uri=APP + target)
        assert main_data(login)["kind"] == kind


def test_a_platform_that_another_process_forgets_is_unknown_seconds_later(app, platform):
    registry = Registry(app.store)
    registry.add(dataclasses.replace(platform.registration, issuer="https://x"))
    assert log_in(app.site, platform, iss="https://x").status == 200
    assert registry.delete("https://x", platform.client_id)
    app.clock.seconds += REMEMBERED_SECONDS + 1
    assert log_in(app.site, platform, iss="https://x").status == 400


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    ("target", "address"),
    [("/svm", None), ("/walk?step=b", "/walk?step=b"), ("/", "/"), ("/lti/launch", "/"),
     ("", "/"), ("/plane?x=<script>", "/plane?x=%3Cscript%3E")],
)  # fmt: skip
def test_a_target_is_a_page_of_this_site(app, platform, target, address):
    reply = launch(app.site, platform, **{f"{CLAIM}target_link_uri": APP + target})
    if address is None:
        assert reply.status == 400 and app.rows() == 0
    else:
        assert launch_data(reply)["address"] == address


def test_a_task_is_launched_with_a_code_and_a_token_that_name_nobody(app, platform):
    target = {f"{CLAIM}target_link_uri": f"{APP}/?task=week-3~2"}
    first, again, other = (
        launch_data(launch(app.site, platform, **target, sub=subject))
        for subject in ("ada-1815", "ada-1815", "emmy-1882")
    )
    assert first["address"] == "/?task=week-3~2" and first["task"] == "week-3"
    assert first["code"] == again["code"] != other["code"] and len(first["code"]) == 12
    assert "ada" not in json.dumps(first).lower().replace(first["token"].lower(), "")
    assert "token" not in first["address"] and first["token"] != again["token"]


REFUSED = {
    "another issuer": ({"iss": "https://evil.example"}, messages.WRONG_ISSUER),
    "another client": ({"aud": "client-8"}, messages.WRONG_AUDIENCE),
    "no audience": ({"aud": None}, messages.WRONG_AUDIENCE),
    "two audiences without a party": ({"aud": ["client-7", "x"]}, messages.WRONG_AUDIENCE),
    "another party": ({"aud": ["client-7", "x"], "azp": "x"}, messages.WRONG_AUDIENCE),
    "another party alone": ({"azp": "x"}, messages.WRONG_AUDIENCE),
    "an audience of another kind": ({"aud": {"client-7": 1}}, messages.WRONG_AUDIENCE),
    "another deployment": ({f"{CLAIM}deployment_id": "2"}, messages.WRONG_DEPLOYMENT),
    "no deployment": ({f"{CLAIM}deployment_id": None}, messages.WRONG_DEPLOYMENT),
    "expired": ({"exp": from_now(-3 * SKEW_SECONDS)}, messages.EXPIRED_LAUNCH),
    "no end": ({"exp": None}, messages.EXPIRED_LAUNCH),
    "an end that is no number": ({"exp": "soon"}, messages.EXPIRED_LAUNCH),
    "issued yesterday": ({"iat": from_now(-90_000)}, messages.EXPIRED_LAUNCH),
    "from the future": (
        {"iat": from_now(3 * SKEW_SECONDS), "exp": from_now(4000)}, messages.FUTURE_LAUNCH),
    "not yet valid": ({"nbf": from_now(3 * SKEW_SECONDS)}, messages.FUTURE_LAUNCH),
    "another nonce": ({"nonce": "x"}, messages.WRONG_NONCE),
    "no nonce": ({"nonce": None}, messages.WRONG_NONCE),
    "LTI 1.1": ({f"{CLAIM}version": "1.1"}, messages.WRONG_VERSION),
    "another message": ({f"{CLAIM}message_type": "LtiSubmissionReview"}, messages.WRONG_MESSAGE),
    "no target": ({f"{CLAIM}target_link_uri": None}, messages.NO_TARGET),
    "another host": ({f"{CLAIM}target_link_uri": "https://evil.example/walk"}, "leads to a site"),
    "another host before @": (
        {f"{CLAIM}target_link_uri": f"{APP}@evil.example/walk"}, "leads to a site"),
    "another host by backslash": (
        {f"{CLAIM}target_link_uri": "https:\\\\evil.example/walk"}, "leads to a site"),
    "no host": ({f"{CLAIM}target_link_uri": "//walk"}, "leads to a site"),
    "a script": ({f"{CLAIM}target_link_uri": "javascript:alert(1)"}, "leads to a site"),
    "a page that is none": ({f"{CLAIM}target_link_uri": f"{APP}/metrics"}, "page of this site"),
    "a task that is gone": ({f"{CLAIM}target_link_uri": f"{APP}/?task=week-9"}, "no longer exists"),
    "a damaged task": ({f"{CLAIM}target_link_uri": f"{APP}/?task=z.eNq"}, "no longer exists"),
    "marks to a file": ({SERVICE: {"scope": [messages.SCORE_SCOPE], "lineitem": "file:///x"}},
                        messages.BAD_SERVICE),
    "marks without TLS": ({SERVICE: {"scope": [messages.SCORE_SCOPE],
                                     "lineitem": "http://10.0.0.1/x"}}, messages.BAD_SERVICE),
    "a choice without a return": (
        {f"{CLAIM}message_type": "LtiDeepLinkingRequest", CHOICE: {}}, messages.BAD_RETURN),
}  # fmt: skip


@pytest.mark.thorough(keep_every=9)
@pytest.mark.parametrize(("changes", "sentence"), REFUSED.values(), ids=REFUSED)
def test_wrong_claims_are_refused_and_nothing_is_written(app, platform, changes, sentence):
    reply = launch(app.site, platform, **timed(changes))
    assert reply.status == 400 and sentence in reply.body.decode() and app.rows() == 0
    assert b"data-launch" not in reply.body


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    "changes",
    [{"exp": from_now(-SKEW_SECONDS // 2)},
     {"iat": from_now(SKEW_SECONDS // 2), "exp": from_now(400)},
     {"aud": ["client-7"]}, {"aud": ["x", "client-7"], "azp": "client-7"}, {"sub": None},
     {f"{CLAIM}roles": TEACHER}, {SERVICE: None}],
)  # fmt: skip
def test_what_the_standard_allows_is_accepted(app, platform, changes):
    assert launch_data(launch(app.site, platform, **timed(changes)))


def test_unsigned_tokens_and_other_signatures_are_refused(app, platform):
    auth_request = request_of(log_in(app.site, platform))
    claims = platform.claims(auth_request["nonce"])
    signed = platform.sign(claims)
    head, body, signature = signed.split(".")
    unsigned = _header(alg="none", kid=KEY.kid)
    tokens = {
        "none": f"{unsigned}.{body}.",
        "none, with a signature": f"{unsigned}.{body}.{signature}",
        "None": f"{_header(alg='None', kid=KEY.kid)}.{body}.",
        "no algorithm": f"{_header(kid=KEY.kid)}.{body}.{signature}",
        "HMAC with the public key": _hmac_with_public_key(claims),
        "HMAC": platform.sign(claims, OctKey.generate_key(256), alg="HS256", kid=KEY.kid),
        "a foreign key": platform.sign(claims, FOREIGN_KEY),
        "an unknown key": platform.sign(claims, kid="x"),
        "no key": f"{_header(alg='RS256')}.{body}.{signature}",
        "another body": f"{head}.{_part(claims | {'sub': 'teacher'})}.{signature}",
        "no signature": f"{head}.{body}.",
        "a key of its own": platform.sign(claims, FOREIGN_KEY, jwk=FOREIGN_KEY.as_dict()),
        "encrypted": f"{head}.{body}.{signature}.{signature}.{signature}",
        "nothing": "",
        "no token": "x",
        "too long": signed + "A" * 60_000,
    }
    for name, token in tokens.items():
        reply = post(app.site, {"id_token": token, "state": auth_request["state"]})
        assert reply.status == 400 and b'role="alert"' in reply.body, name
    assert app.rows() == 0
    assert post(app.site, {"id_token": signed, "state": auth_request["state"]}).status == 200


def _hmac_with_public_key(claims: dict) -> str:
    """Sign with a platform's public key as the secret, as an attacker would."""
    text = f"{_header(alg='HS256', kid=KEY.kid)}.{_part(claims)}"
    digest = hmac.digest(KEY.as_pem(private=False), text.encode(), "sha256")
    return f"{text}.{urlsafe_b64encode(digest).decode().rstrip('=')}"


def _part(content: dict) -> str:
    return urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


def _header(**content) -> str:
    return _part(content)


def test_a_launch_can_be_used_once(app, platform):
    auth_request = request_of(log_in(app.site, platform))
    fields = {
        "id_token": platform.sign(platform.claims(auth_request["nonce"])),
        "state": auth_request["state"],
    }
    assert post(app.site, fields).status == 200
    reply = post(app.site, fields)
    assert reply.status == 400 and "used before" in reply.body.decode()


def test_a_state_of_another_login_or_of_nobody_is_refused(app, platform):
    first, second = (request_of(log_in(app.site, platform)) for _ in range(2))
    token = platform.sign(platform.claims(first["nonce"]))
    for state in (second["state"], first["state"][:-2] + "xx", "", "x.y.z", first["state"] * 99):
        assert post(app.site, {"id_token": token, "state": state}).status == 400
    assert app.rows() == 0


def test_a_state_expires(app, platform):
    auth_request = request_of(log_in(app.site, platform))
    token = platform.sign(platform.claims(auth_request["nonce"]))
    app.clock.seconds += 700
    assert post(app.site, {"id_token": token, "state": auth_request["state"]}).status == 400


def test_logins_of_unknown_platforms_and_to_other_sites_are_refused(app, platform):
    for changes in (
        {"iss": "https://evil.example"}, {"client_id": "x"}, {"iss": None}, {"login_hint": None},
        {"target_link_uri": None}, {"target_link_uri": "https://evil.example/"},
        {"login_hint": "x" * 5000}, {"target_link_uri": f"{APP}/walk?" + "x" * 9000},
    ):  # fmt: skip
        reply = log_in(app.site, platform, **changes)
        assert reply.status == 400 and b"data-address" not in reply.body
    assert log_in(app.site, platform, client_id=None).status == 200
    assert platform.requested_paths == [] and app.rows() == 0


def test_a_link_as_long_as_one_from_ask_this_is_opened(app, platform):
    target = f"{APP}/?task={assignments.pack(long_assignment())}"
    assert len(target) > 4500
    auth_request = request_of(log_in(app.site, platform, target_link_uri=target))
    claims = platform.claims(auth_request["nonce"], **{f"{CLAIM}target_link_uri": target})
    fields = {"id_token": platform.sign(claims), "state": auth_request["state"]}
    data = launch_data(post(app.site, fields))
    assert data["address"] == target.removeprefix(APP)
    assert launches.unseal(app.tool.tokens, data["token"]).student == data["code"]


def long_assignment() -> Assignment:
    words = random.Random(0)
    text = "".join(chr(words.randrange(0x4E00, 0x9FA5)) for _ in range(1800))
    return dataclasses.replace(library.find_assignment("week-3"), text=text)


def test_a_platforms_own_refusal_is_shown_as_text(app, platform):
    auth_request = request_of(log_in(app.site, platform))
    reply = post(app.site, {"error": "login_required", "error_description": "<b>Log in.</b>",
                            "state": auth_request["state"]})  # fmt: skip
    assert reply.status == 400 and b"&lt;b&gt;Log in" in reply.body and b"<b>" not in reply.body


def test_programs_get_the_reason_as_json(app):
    reply = Visitor(app.site).post("/lti/launch", b"state=x")
    assert reply.status == 400 and reply.json()["message"]
    for body in (b"\xff", b"a=1&a=2", b"&".join(b"a%d=1" % k for k in range(99)), b""):
        assert Visitor(app.site, BROWSER).post("/lti/launch", body).status == 400


def test_a_platforms_new_key_is_read_and_unknown_ones_are_asked_for_rarely(app, platform):
    assert launch(app.site, platform).status == 200
    assert launch(app.site, platform).status == 200
    assert platform.requested_paths == ["/jwks"], "keys are remembered"
    platform.keys = [KEY, RSAKey.generate_key(2048, {"kid": "second", "use": "sig"})]
    assert [launch(app.site, platform).status for _ in range(5)] == [400] * 5
    assert platform.requested_paths == ["/jwks"]
    app.clock.seconds += UNKNOWN_KEY_SECONDS + 1
    assert launch(app.site, platform).status == 200 and platform.requested_paths == ["/jwks"] * 2


def test_an_error_of_the_platform_is_reported(app, platform, monkeypatch):
    monkeypatch.setattr(platform, "answer", lambda *_: (500, {}, {}))
    reply = launch(app.site, platform)
    assert reply.status == 502 and b"it answers 500" in reply.body and app.rows() == 0


def test_a_window_is_opened_where_a_frame_stores_nothing(app, platform):
    login = log_in(app.site, platform, lti_storage_target="_parent")
    assert main_data(login)["storage"] == "_parent"
    assert b'target="_blank"' in login.body and b'name="login_hint"' in login.body
    assert app.rows() == 0


def test_the_pages_have_the_style_that_their_policy_allows(app, platform):
    """Without the style, a form that is hidden until the browser is known would be visible."""
    answers = declaration.FEATURE.answers(app.tool.course, app.store)
    style = log_in(app.site, platform).body.partition(b"<style>")[2].partition(b"</style>")[0]
    digest = b64encode(sha256(style).digest()).decode()
    assert b"[hidden]{display:none}" in style
    assert all(digest in policy for policy in answers.policies.values())


def test_the_pages_of_a_launch_have_the_language_of_the_course(language_tag):
    shown = (
        pages.refusal("No."),
        pages.login("https://x.example/", "state", "", {"login": "1"}, "page"),
        pages.launch({}, "state", "", "https://x.example"),
        pages.submission("https://x.example/", "JWT", "text"),
        pages.confirmation("x.example", {"token": "1"}),
        pages.registration("https://x.example"),
    )
    assert all(language_tag in page for page in shown)
