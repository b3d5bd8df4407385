"""Dynamic registration, and the commands about platforms and students."""

import json
from urllib.parse import urlencode

import pytest

from features.platform.__main__ import main
from features.platform.registration import invite
from tests.features.platform.course_platform import APP, CLAIM, FORM, launch, tags
from tests.features.platform.handing_in import hand_in, launch_task
from tests.visitors import BROWSER, Visitor

TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"


@pytest.fixture
def new_platform(platform):
    """Return a platform that does not know the app yet."""
    platform.client_id = "client-of-registration"
    platform.configuration = {
        "issuer": platform.issuer, "authorization_endpoint": f"{platform.issuer}/auth?tenant=1",
        "token_endpoint": f"{platform.issuer}/token", "jwks_uri": f"{platform.issuer}/jwks",
        "registration_endpoint": f"{platform.issuer}/register",
    }  # fmt: skip
    platform.registration_answer = {"client_id": platform.client_id,
                                    TOOL: {"deployment_id": platform.deployment_id}}  # fmt: skip
    return platform


def register(app, platform, address=None, **changes):
    """Open an invitation as the platform does, and press the button."""
    address = address or invite(app.tool.tokens, APP)
    words = {"openid_configuration": f"{platform.issuer}/configuration",
             "registration_token": "token-of-registration", **changes}  # fmt: skip
    query = f"{address.partition('?')[2]}&{urlencode(words)}"
    page = Visitor(app.site, BROWSER).get("/lti/register", query)
    if page.status != 200:
        return page
    fields = {field["name"]: field["value"] for field in tags(page, "input")}
    body = urlencode(fields).encode()
    return Visitor(app.site, BROWSER).post("/lti/register", body, content_type=FORM, origin=APP)


def test_an_invited_platform_registers_and_launches(app, new_platform):
    address = invite(app.tool.tokens, APP)
    assert register(app, new_platform, address).status == 200
    ((statement, authorization),) = new_platform.registrations
    assert authorization == "Bearer token-of-registration"
    assert statement["redirect_uris"] == [f"{APP}/lti/launch"] and "email" not in str(statement)
    assert statement["jwks_uri"] == f"{APP}/lti/jwks" and statement[TOOL]["domain"] in APP
    assert launch(app.site, new_platform).status == 200
    assert launch(app.site, new_platform, **{f"{CLAIM}deployment_id": "other"}).status == 400
    assert "has accepted" in hand_in(app, launch_task(app, new_platform)).json()["text"]
    reply = register(app, new_platform, address)
    assert reply.status == 400 and b"was used" in reply.body


def test_a_platform_without_a_deployment_may_launch_from_any(app, new_platform):
    new_platform.registration_answer = {"client_id": new_platform.client_id}
    assert register(app, new_platform).status == 200
    for deployment in ("1", "2"):
        reply = launch(app.site, new_platform, **{f"{CLAIM}deployment_id": deployment})
        assert reply.status == 200


def test_without_an_invitation_nothing_is_asked_of_anybody(app, new_platform):
    for address in ("/lti/register", "/lti/register?invitation=x.y.z"):
        assert register(app, new_platform, address).status == 400
    state = app.tool.tokens.sign("state", {"origin": APP, "nonce": "x"}, 60)
    assert register(app, new_platform, f"/lti/register?invitation={state}").status == 400
    app.clock.seconds += 2 * 86_400
    late = invite(app.tool.tokens, APP)
    app.clock.seconds += 2 * 86_400
    assert register(app, new_platform, late).status == 400
    assert new_platform.requested_paths == [] and app.rows() == 0


@pytest.mark.parametrize(
    "address", ["http://10.0.0.1/", "file:///etc/passwd", "", "http://localhost@10.0.0.1/"]
)
def test_addresses_without_tls_are_not_asked(app, new_platform, address):
    assert register(app, new_platform, openid_configuration=address).status == 400
    assert new_platform.requested_paths == []


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    "changes",
    [{"issuer": "https://another.example"}, {"issuer": None}, {"jwks_uri": "http://10.0.0.1/"},
     {"token_endpoint": None}, {"registration_endpoint": "x"}],
)  # fmt: skip
def test_a_platform_that_says_nothing_usable_is_refused(app, new_platform, changes):
    new_platform.configuration |= changes
    reply = register(app, new_platform)
    assert reply.status == 400 and app.rows() == 0 and new_platform.registrations == []


def test_a_refusal_of_the_platform_is_reported(app, new_platform):
    new_platform.registration_answer = None
    reply = register(app, new_platform)
    assert reply.status == 502 and b"answers 400" in reply.body and app.rows() == 0
    new_platform.registration_answer = {"client_id": 7}
    assert register(app, new_platform).status == 400


@pytest.fixture
def command(app, capsys):
    """Return a function that runs a command and returns its exit code and its output."""

    def run(*words: str) -> tuple[int, str]:
        code = main([*words])
        return code, capsys.readouterr().out.strip()

    return run


def test_commands_invite_list_and_forget(command, platform):
    code, address = command("invite", "https://kernels.example.edu/")
    assert code == 0 and address.startswith("https://kernels.example.edu/lti/register?invitation=")
    assert command("invite", "kernels")[0] == 2
    assert platform.issuer in command("list")[1]
    assert command("forget", platform.issuer, "x")[0] == 1


def test_a_students_rows_are_exported_and_deleted_by_the_code(app, platform, command, monkeypatch):
    student = launch_task(app, platform)
    hand_in(app, student)
    monkeypatch.setattr("features.platform.__main__._open_tool", lambda: app.tool)
    monkeypatch.setattr(app.store, "close", lambda: None)
    assert command("code", platform.issuer, "student-1") == (0, student["code"])
    code, text = command("export", student["code"].lower())
    (row,) = json.loads(text)
    assert code == 0 and row["points"] == 3 and row["state"] == "taken"
    assert "1 handed in, 0 waiting" in command("list")[1]
    assert command("delete", student["code"]) == (0, "Deleted: 1.")
    assert command("export", student["code"])[0] == 1
