"""The table [platform] of course.toml."""

import pytest

from features.platform.settings import PlatformSettings, is_service_address
from lab.course.course import CourseError, read

BY_HAND = """data_folder = "data"
timezone = "Europe/Zurich"

[platform]
ends = 2027-02-15

[[platform.registrations]]
issuer = "https://canvas.instructure.com"
client_id = "10000000000001"
deployment_ids = ["1:8865"]
auth_endpoint = "https://sso.canvaslms.com/api/lti/authorize_redirect"
token_endpoint = "https://sso.canvaslms.com/login/oauth2/token"
jwks_endpoint = "https://sso.canvaslms.com/api/lti/security/jwks"
"""


def test_the_feature_is_off_without_its_table():
    assert read("").setting("platform") is None
    assert read('data_folder = "data"\n[platform]').setting("platform") == PlatformSettings()


def test_a_platform_can_be_registered_by_hand():
    settings = read(BY_HAND).setting("platform")
    (registration,) = settings.registrations
    assert registration.key == ("https://canvas.instructure.com", "10000000000001")
    assert registration.deployment_ids == ("1:8865",) and not registration.token_audience
    assert settings.ends == 1_802_732_400, "the end of that day in Zurich"


FAULTS = {
    "no folder for the keys": (BY_HAND.replace('data_folder = "data"\n', ""), 3, "data_folder"),
    "an unknown key": (BY_HAND.replace("ends =", "end ="), 5, "'end'"),
    "no date": (BY_HAND.replace("2027-02-15", '"soon"'), 5, "a date"),
    "an address without TLS": (BY_HAND.replace("https://sso.canvaslms.com/login", "http://x"), 12,
                               "https://"),
    "no deployment": (BY_HAND.replace('["1:8865"]', "[]"), 10, "a list of texts"),
    "a number for a text": (BY_HAND.replace('"10000000000001"', "7"), 9, "a text"),
    "an unknown key of a platform": (BY_HAND + 'secret = "x"\n', 14, "no key 'secret'"),
    "the same platform twice": (BY_HAND + BY_HAND.partition("2027-02-15")[2], 7, "the same"),
    "no list": ('data_folder = "d"\nplatform = {registrations = 1}', 1, "heading"),
    "no table": ('data_folder = "d"\nplatform = true', 2, "a table"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "part"), FAULTS.values(), ids=FAULTS)
def test_faults_are_named_with_their_line(text, line, part):
    with pytest.raises(CourseError) as error:
        read(text)
    assert any(f"line {line}:" in fault and part in fault for fault in error.value.faults), (
        error.value.faults
    )


@pytest.mark.parametrize(
    ("address", "is_allowed"),
    [("https://moodle.example.edu/x?y=1", True), ("http://localhost:8000/x", True),
     ("http://127.0.0.1/x", True), ("http://10.0.0.1/x", False), ("file:///etc/passwd", False),
     ("https://", False), ("", False), ("https://a b/", False),
     ("http://localhost.evil.example/", False),
     ("https://x/" + "y" * 3000, False), ("https://[", False),
     ("http://localhost@10.0.0.1/", False)],
)  # fmt: skip
def test_only_addresses_with_tls_or_of_this_machine_are_asked(address, is_allowed):
    assert is_service_address(address) == is_allowed
