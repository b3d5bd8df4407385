"""Read what a platform sends with a launch: a signed token with claims.

The claims that the app uses are checked before anything is stored. An invalid claim raises
LaunchRefused, with a sentence for the person who opened the activity. But a person's number or a
custom field that is invalid only counts as missing.
"""

import json
from base64 import urlsafe_b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey

from features.platform.platform_client import SCORE_SCOPE
from features.platform.settings import Registration, is_identifier, is_service_address

SKEW_SECONDS = 120  # allowed difference between the clocks of platform and app
MAX_AGE_SECONDS = 3600  # maximum age of a token, whatever its expiry date
MAX_TOKEN_CHARACTERS = 48 * 1024
MAX_DATA = 8 * 1024  # largest number of characters of `data`
MAX_LINK = 9000  # largest number of characters of an address; *Ask this* makes long ones
ALGORITHMS = ("RS256", "RS384", "RS512", "ES256", "ES384")  # “none” and HMAC are not allowed
RESOURCE_LINK = "LtiResourceLinkRequest"
DEEP_LINKING = "LtiDeepLinkingRequest"
_LTI = "https://purl.imsglobal.org/spec/lti/claim/"
_SERVICE = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
_CHOICE = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
_TEACHERS = ("Instructor", "Administrator", "ContentDeveloper", "TeachingAssistant")

NO_TOKEN = "The platform sent no launch. Open the activity in your course again."
UNREADABLE_LAUNCH = "The platform’s launch can’t be read. Open the activity in your course again."
BAD_ALGORITHM = (
    "The platform’s launch is not signed in a way that this app accepts. Tell your teacher."
)
UNKNOWN_KEY = (
    "The platform’s launch is signed with a key that the platform does not publish. Tell your"
    " teacher."
)
BAD_SIGNATURE = "The signature of the platform’s launch is wrong. Tell your teacher."
WRONG_ISSUER = (
    "This launch comes from a platform other than the one where it began. Open the activity in your"
    " course again."
)
WRONG_AUDIENCE = "This launch is meant for another app. Tell your teacher."
EXPIRED_LAUNCH = "This launch has expired. Open the activity in your course again."
FUTURE_LAUNCH = (
    "This launch is dated in the future: the clocks of platform and app differ. Tell your teacher."
)
WRONG_NONCE = (
    "This launch does not answer the request that this app sent to the platform. Open the activity"
    " in your course again."
)
WRONG_DEPLOYMENT = (
    "The platform uses this app under a deployment that is not registered here. Tell your teacher."
)
WRONG_VERSION = "This launch does not use LTI 1.3. Tell your teacher."
WRONG_MESSAGE = "The platform asks for something that this app does not do. Tell your teacher."
NO_TARGET = "The platform does not say what to open. Tell your teacher."
BAD_SERVICE = (
    "The platform’s address for marks does not begin with https://, so this app does not use it."
    " Tell your teacher."
)
BAD_RETURN = (
    "The platform’s address for your choice is missing, or does not begin with https://. Tell the"
    " platform’s administrator."
)


class LaunchRefused(Exception):
    """A launch that is refused; the message is a sentence."""


@dataclass(frozen=True)
class ChoiceRequest:
    """A platform's request to let a teacher choose what a link opens (deep linking).

    `data`: a text that is sent back to the platform with the choice.
    """

    return_address: str
    data: str | None = None
    accepts_links: bool = True
    accepts_line_items: bool = True


@dataclass(frozen=True)
class Launch:
    """A launch that was checked.

    `subject`: the number by which the platform identifies the person, "" for none.
    """

    registration: Registration
    deployment_id: str
    subject: str
    target: str
    is_teacher: bool = False
    line_item: str = ""  # address of the column for scores, "" if none may be posted
    custom: Mapping[str, str] | None = None  # fields that the app has put into the link
    choice_request: ChoiceRequest | None = None


KeyFinder = Callable[[str], RSAKey | ECKey | None]


def read_header(token: str) -> dict[str, Any]:
    """Read the header of a token that is not checked yet. Raises LaunchRefused."""
    if not token:
        raise LaunchRefused(NO_TOKEN)
    parts = token.split(".") if len(token) <= MAX_TOKEN_CHARACTERS else []
    if len(parts) != 3 or not token.isascii():
        raise LaunchRefused(UNREADABLE_LAUNCH)
    try:
        header = json.loads(urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)))
    except (ValueError, RecursionError):
        raise LaunchRefused(UNREADABLE_LAUNCH) from None
    if not isinstance(header, dict):
        raise LaunchRefused(UNREADABLE_LAUNCH)
    if header.get("alg") not in ALGORITHMS:
        raise LaunchRefused(BAD_ALGORITHM)
    if not is_identifier(header.get("kid")):
        raise LaunchRefused(UNKNOWN_KEY)
    return header


def read_claims(token: str, find_key: KeyFinder) -> dict[str, Any]:
    """Check a token's signature and return its claims. Raises LaunchRefused."""
    header = read_header(token)
    key = find_key(header["kid"])
    if key is None:
        raise LaunchRefused(UNKNOWN_KEY)
    try:
        payload = jws.deserialize_compact(token, key, algorithms=[header["alg"]]).payload
    except (JoseError, ValueError, TypeError, RecursionError):
        raise LaunchRefused(BAD_SIGNATURE) from None
    try:
        claims = json.loads(payload or b"")
    except (ValueError, RecursionError):
        raise LaunchRefused(UNREADABLE_LAUNCH) from None
    if not isinstance(claims, dict):
        raise LaunchRefused(UNREADABLE_LAUNCH)
    return claims


def read_launch(
    claims: Mapping[str, Any], registration: Registration, nonce: str, current_time: float
) -> Launch:
    """Check the claims of a signed token and return the launch. Raises LaunchRefused."""
    _check_parties(claims, registration)
    _check_times(claims, current_time)
    if not nonce or claims.get("nonce") != nonce:
        raise LaunchRefused(WRONG_NONCE)
    deployment = claims.get(f"{_LTI}deployment_id")
    if not is_identifier(deployment) or (
        registration.deployment_ids and deployment not in registration.deployment_ids
    ):
        raise LaunchRefused(WRONG_DEPLOYMENT)
    if claims.get(f"{_LTI}version") != "1.3.0":
        raise LaunchRefused(WRONG_VERSION)
    kind = claims.get(f"{_LTI}message_type")
    if kind not in (RESOURCE_LINK, DEEP_LINKING):
        raise LaunchRefused(WRONG_MESSAGE)
    target = claims.get(f"{_LTI}target_link_uri", "" if kind == DEEP_LINKING else None)
    if not isinstance(target, str):
        raise LaunchRefused(NO_TARGET)
    subject, custom = claims.get("sub", ""), _table(claims, f"{_LTI}custom")
    return Launch(
        registration, str(deployment), subject if is_identifier(subject) else "", target,
        _is_teacher(claims.get(f"{_LTI}roles")), _line_item(claims),
        {key: text for key, text in custom.items() if is_identifier(text)},
        _choice_request(claims) if kind == DEEP_LINKING else None,
    )  # fmt: skip


def _check_parties(claims: Mapping[str, Any], registration: Registration) -> None:
    if claims.get("iss") != registration.issuer:
        raise LaunchRefused(WRONG_ISSUER)
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    party = claims.get("azp", None if len(audiences) > 1 else registration.client_id)
    if registration.client_id not in audiences or party != registration.client_id:
        raise LaunchRefused(WRONG_AUDIENCE)


def _check_times(claims: Mapping[str, Any], current_time: float) -> None:
    issue_time, end_time = _time(claims.get("iat")), _time(claims.get("exp"))
    if (
        end_time <= current_time - SKEW_SECONDS
        or issue_time <= current_time - MAX_AGE_SECONDS - SKEW_SECONDS
    ):
        raise LaunchRefused(EXPIRED_LAUNCH)
    if max(issue_time, _time(claims.get("nbf"))) > current_time + SKEW_SECONDS:
        raise LaunchRefused(FUTURE_LAUNCH)


def _time(value: Any) -> float:
    """Return the time in a claim, as Unix time; 0 if it is not a valid time."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 < value < 1e12 else 0.0


def _table(claims: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = claims.get(key)
    return value if isinstance(value, dict) else {}


def _is_teacher(roles: Any) -> bool:
    texts = map(str, roles) if isinstance(roles, list) else ()
    names = {text.rpartition("#")[2].rpartition("/")[2] for text in texts}
    return bool(names & {*_TEACHERS}) and "Learner" not in names


def _line_item(claims: Mapping[str, Any]) -> str:
    """Return the address of the link's line item if scores may be posted to it, else "". Raises
    LaunchRefused if the address is unusable."""
    service = _table(claims, _SERVICE)
    scopes, line_item = service.get("scope"), service.get("lineitem")
    if not line_item or not isinstance(scopes, list) or SCORE_SCOPE not in scopes:
        return ""
    if not isinstance(line_item, str) or not is_service_address(line_item):
        raise LaunchRefused(BAD_SERVICE)
    return line_item


def _choice_request(claims: Mapping[str, Any]) -> ChoiceRequest:
    settings = _table(claims, _CHOICE)
    address, data = settings.get("deep_link_return_url"), settings.get("data")
    kinds = settings.get("accept_types")
    if not isinstance(address, str) or not is_service_address(address):
        raise LaunchRefused(BAD_RETURN)
    if data is not None and not (isinstance(data, str) and len(data) <= MAX_DATA):
        raise LaunchRefused(UNREADABLE_LAUNCH)
    return ChoiceRequest(
        address, data, isinstance(kinds, list) and "ltiResourceLink" in kinds,
        settings.get("accept_lineitem") is not False,
    )  # fmt: skip
