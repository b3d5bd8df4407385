"""Open edX's own platform code, lti-consumer-xblock, as an independent platform.

The package is not among the tests' requirements, because it installs Django. In a separate
environment run `pip install lti-consumer-xblock`, then
`pytest --thorough tests/features/platform/test_open_edx.py`.
"""

from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.features.platform.course_platform import (
    APP,
    KEY,
    SCORE,
    CoursePlatform,
    choose,
    launch_data,
    main_data,
    post,
    tags,
)
from tests.features.platform.handing_in import hand_in
from tests.visitors import BROWSER, Visitor

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def edx():
    """Import the package's modules, with the few settings of Django that it reads."""
    pytest.importorskip("lti_consumer", reason="lti-consumer-xblock is not installed")
    import django
    from django.conf import settings

    cache = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.configure(USE_TZ=True, CACHES=cache, SECRET_KEY="for tests", PLATFORM_NAME="x")
    django.setup()
    from lti_consumer import data
    from lti_consumer.lti_1p3 import consumer

    return consumer, data


@pytest.fixture
def open_edx(edx, app, platform: CoursePlatform):
    """Return Open edX's platform code, set up like our own test platform, with the app's public
    key."""
    consumer_module, _ = edx
    consumer = consumer_module.LtiAdvantageConsumer(
        iss=platform.issuer, lti_oidc_url=f"{APP}/lti/login", lti_launch_url=f"{APP}/?task=week-3",
        client_id=platform.client_id, deployment_id=platform.deployment_id,
        rsa_key=KEY.as_pem(private=True).decode(), rsa_key_id=KEY.kid,
        redirect_uris=[f"{APP}/lti/launch"],
        tool_key=app.tool.keys.signing_key().as_pem(private=False).decode(),
    )  # fmt: skip
    consumer.set_resource_link_claim("link-1")
    consumer.enable_ags(f"{platform.issuer}/lineitems", platform.line_item())
    consumer.enable_deep_linking(f"{APP}/lti/launch", f"{platform.issuer}/return")
    return consumer


def launch_by(consumer, edx, app, role: str, **words):
    """Launch as a browser does: login, Open edX's answer, launch."""
    launch_words = edx[1].Lti1p3LaunchData(
        user_id="student-1", user_role=role, config_id="1", resource_link_id="link-1", **words
    )
    address = consumer.prepare_preflight_url(launch_words)
    login = Visitor(app.site, BROWSER).get("/lti/login", urlsplit(address).query)
    auth_request = dict(parse_qsl(urlsplit(main_data(login)["address"]).query))
    consumer.set_user_data("student-1", role)
    return post(app.site, consumer.generate_launch_request(auth_request))


def test_open_edx_launches_a_task_and_accepts_our_access_request(
    open_edx, edx, app, platform, monkeypatch
):
    student = launch_data(launch_by(open_edx, edx, app, "student"))
    assert student["task"] == "week-3"

    def give_token(form: dict) -> tuple[int, dict, dict[str, str]]:
        answer = open_edx.access_token(form)
        assert SCORE in answer["scope"]
        platform.access_token = answer["access_token"]
        return 200, answer, {}

    monkeypatch.setattr(platform, "_token", give_token)
    assert "has accepted the mark" in hand_in(app, student).json()["text"]
    ((_, score),) = platform.scores
    assert score["userId"] == "student-1"
    assert open_edx.check_token(platform.access_token, [SCORE])


def test_open_edx_accepts_what_a_teacher_chooses(open_edx, edx, app, platform):
    page = launch_by(open_edx, edx, app, "instructor", message_type="LtiDeepLinkingRequest")
    (field,) = tags(choose(app.site, page, choice="?task=week-3"), "input")
    (item,) = open_edx.check_and_decode_deep_linking_token(field["value"])
    assert item["url"] == f"{APP}/?task=week-3" and item["lineItem"]["scoreMaximum"] == 3
