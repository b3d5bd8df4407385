"""The table [platform] of course.toml. It turns the feature on, and may name platforms.

[platform]
ends = 2027-02-15                      # marks are deleted after this day; without it, after a year

[[platform.registrations]]             # for a platform without dynamic registration
issuer = "https://canvas.instructure.com"
client_id = "10000000000001"
deployment_ids = ["1:8865aa05b4b79b64"]
auth_endpoint = "https://sso.canvaslms.com/api/lti/authorize_redirect"
token_endpoint = "https://sso.canvaslms.com/login/oauth2/token"
jwks_endpoint = "https://sso.canvaslms.com/api/lti/security/jwks"
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from lab.course import dates
from lab.course.course_parser import FieldReader, is_https

TABLE = "platform"
_LIST = f"{TABLE}.registrations"
MAX_TEXT = 255  # characters of an identifier, as in LTI
MAX_ADDRESS = 2000  # characters of an address
_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Registration:
    """The registration of the app with a platform.

    Some platforms send no `deployment_ids` during registration; then any deployment is accepted."""

    issuer: str
    client_id: str
    auth_endpoint: str
    token_endpoint: str
    jwks_endpoint: str
    deployment_ids: tuple[str, ...] = ()
    token_audience: str = ""  # audience of requests for access tokens, if not the endpoint

    @property
    def key(self) -> tuple[str, str]:
        return self.issuer, self.client_id


@dataclass(frozen=True)
class PlatformSettings:
    """The contents of the table [platform]. `ends`: Unix time, 0 for none."""

    registrations: tuple[Registration, ...] = ()
    ends: float = 0.0


def is_service_address(text: str) -> bool:
    """Return whether the server may send requests to an address: with TLS, or on this machine."""
    if is_https(text):
        return len(text) <= MAX_ADDRESS
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 (raises if it is not a port)
    except ValueError:
        return False
    is_local = parts.scheme == "http" and parts.hostname in _LOCAL_HOSTS
    return is_local and text.isprintable() and " " not in text and len(text) <= MAX_ADDRESS


def read(reader: FieldReader, key: str) -> PlatformSettings | None:
    """Read the table; return None if course.toml has none."""
    if key not in reader.table_of_file:
        return None
    table = reader.table(key)
    for name in sorted({*table} - {"ends", "registrations"}):
        reader.fault(f"{key} has no key {name!r}; its keys are ends and registrations.", key, name)
    if not reader.table_of_file.get("data_folder"):
        reader.fault(f"{key} needs data_folder, where the app's keys are stored.", key)
    return PlatformSettings(_registrations(reader, table), _end(reader, table))


def _end(reader: FieldReader, table: dict[str, Any]) -> float:
    day = table.get("ends")
    if day is None:
        return 0.0
    if not isinstance(day, date):  # a datetime is a date too
        reader.fault(
            "ends must be a date without quotation marks, such as 2027-02-15.", TABLE, "ends"
        )
        return 0.0
    try:
        zone = dates.zone(str(reader.table_of_file.get("timezone", dates.ZONE)))
        return dates.moment(day, zone, end=not isinstance(day, datetime)).timestamp()
    except (OverflowError, ValueError):
        reader.fault("this date is too far away, or timezone is invalid.", TABLE, "ends")
        return 0.0


def _registrations(reader: FieldReader, table: dict[str, Any]) -> tuple[Registration, ...]:
    entries, registrations = table.get("registrations", []), list[Registration]()
    if not isinstance(entries, list):
        reader.fault(f"registrations must be under the heading [[{_LIST}]].", TABLE)
        return ()
    for nth, entry in enumerate(entries):
        faults = [*_faults(entry)]
        for key, sentence in faults:
            reader.fault(sentence, _LIST, key, nth=nth)
        if not faults:
            ids = tuple(entry["deployment_ids"])
            registrations.append(Registration(**{**entry, "deployment_ids": ids}))
    if len({registration.key for registration in registrations}) < len(registrations):
        reader.fault("two registrations have the same issuer and client_id.", _LIST)
    return tuple(registrations)


def _faults(entry: Any) -> list[tuple[str, str]]:
    """Return the faults of one registration, each as a key and a sentence."""
    keys = [field.name for field in fields(Registration)]
    if not isinstance(entry, dict):
        return [("", "each registration must be a table.")]
    faults = [(key, f"a registration has no key {key!r}; its keys are {', '.join(keys)}.")
              for key in entry if key not in keys]  # fmt: skip
    length = f"of 1 to {MAX_TEXT} printable characters"
    for key in keys:
        value = entry.get(key, "")
        if key == "deployment_ids":
            if not (isinstance(value, list) and value and all(map(is_identifier, value))):
                sentence = (
                    f'{key} must be a list of texts {length}, such as ["1:8865aa05b4b79b64"].'
                )
                faults.append((key, sentence))
        elif key.endswith("_endpoint"):
            if not (isinstance(value, str) and is_service_address(value)):
                sentence = f"{key} must be an address that begins with https://, without spaces."
                faults.append((key, sentence))
        elif not (is_identifier(value) or (key == "token_audience" and value == "")):
            faults.append((key, f"{key} must be a text {length}."))
    return faults


def is_identifier(value: Any) -> bool:
    """Return whether a value is a string that can be an identifier of a platform."""
    return isinstance(value, str) and 0 < len(value) <= MAX_TEXT and value.isprintable()
