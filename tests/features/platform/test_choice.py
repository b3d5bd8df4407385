"""Deep linking: a teacher chooses a page or a task, and the platform gets a signed link to it. A
link to a task asks for a column of marks."""

import json

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from tests.features.platform.course_platform import (
    APP,
    CHOICE,
    CLAIM,
    TEACHER,
    choose,
    launch,
    main_data,
    tags,
)

DL = "https://purl.imsglobal.org/spec/lti-dl/claim/"


def open_chooser(app, platform, **settings):
    choice_settings = {
        "deep_link_return_url": f"{platform.issuer}/return", "data": "their data",
        "accept_types": ["link", "ltiResourceLink"], **settings,
    }  # fmt: skip
    changes = {f"{CLAIM}message_type": "LtiDeepLinkingRequest", CHOICE: choice_settings,
               f"{CLAIM}roles": [TEACHER]}  # fmt: skip
    return launch(app.site, platform, **changes)


def claims_of(app, reply) -> dict:
    assert reply.status == 200, reply.body[-300:]
    (field,) = tags(reply, "input")
    keys = KeySet.import_key_set(app.tool.keys.public_keys())
    return jwt.decode(field["value"], keys, ["RS256"]).claims


def test_every_choice_leads_to_a_link_of_this_app(app, platform):
    page = open_chooser(app, platform)
    assert page.status == 200 and main_data(page)["launch"] == "{}"
    choices = [option["value"] for option in tags(page, "option") if option["value"]]
    assert "?task=week-3" in choices and "plane?step=wide&embed=true" in choices
    for choice in choices:
        claims = claims_of(app, choose(app.site, page, choice=choice))
        (item,) = claims[f"{DL}content_items"]
        assert item["type"] == "ltiResourceLink" and item["title"]
        assert item["url"] == f"{APP}/{choice.removeprefix('/')}"
        assert ("lineItem" in item) == ("task" in choice)
        target = {f"{CLAIM}target_link_uri": item["url"]}
        assert launch(app.site, platform, **target).status == 200


def test_a_task_has_a_line_item_and_the_answer_is_signed_for_the_platform(app, platform):
    page = open_chooser(app, platform)
    reply = choose(app.site, page, choice="?task=week-3", counts="last", until="2030-12-01T18:00",
                   title="Homework <3>")  # fmt: skip
    assert tags(reply, "form")[0]["action"] == f"{platform.issuer}/return"
    claims = claims_of(app, reply)
    assert claims["iss"] == platform.client_id and claims["aud"] == platform.issuer
    assert claims[f"{DL}data"] == "their data" and claims["nonce"]
    assert claims[f"{CLAIM}deployment_id"] == platform.deployment_id
    (item,) = claims[f"{DL}content_items"]
    assert item["lineItem"] == {"scoreMaximum": 3, "label": "Homework <3>", "resourceId": "week-3"}
    assert item["custom"] == {"counts": "last", "until": "2030-12-01T18:00:00+00:00"}
    assert item["submission"]["endDateTime"] == item["custom"]["until"]


def test_a_pasted_address_is_taken_and_one_of_another_site_is_not(app, platform):
    page = open_chooser(app, platform)
    claims = claims_of(app, choose(app.site, page, link=f"{APP}/walk?tau=0.3", choice="/"))
    assert claims[f"{DL}content_items"][0]["url"] == f"{APP}/walk?tau=0.3"
    for link in ("https://evil.example/walk", f"{APP}@evil.example/", "/metrics", "javascript:x",
                 f"{APP}/?task=gone", "//evil.example/walk", "http://["):  # fmt: skip
        reply = choose(app.site, page, link=link)
        assert reply.status == 400 and not tags(reply, "form"), link


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    "fields",
    [{}, {"choice": "?task=week-3", "until": "soon"}, {"choice": "walk", "token": "x"}],
)  # fmt: skip
def test_what_can_not_be_chosen_is_refused_with_a_sentence(app, platform, fields):
    reply = choose(app.site, open_chooser(app, platform), **fields)
    assert reply.status == 400 and b'role="alert"' in reply.body


def test_a_platform_without_line_items_or_without_links(app, platform):
    page = open_chooser(app, platform, accept_lineitem=False)
    claims = claims_of(app, choose(app.site, page, choice="?task=week-3"))
    assert "lineItem" not in json.dumps(claims)
    assert open_chooser(app, platform, accept_types=["file"]).status == 400
