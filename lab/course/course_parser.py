"""Reads the fields of a course file one by one; what can't be used becomes a sentence with
its line."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import date, datetime, tzinfo
from typing import Any
from urllib.parse import urlsplit

from lab.course import dates, feature, page_declaration, page_scenes
from lab.course.dates import ASSIGNMENT, ZONE, Dates
from lab.course.limits import Limits
from lab.course.page_declaration import HOME
from lab.course.toml_lines import line_of, no_toml
from lab.endpoints.client_identity import networks

LARGEST = 64 * 1024  # characters of the file
LONGEST = 120  # characters of a title or a label
SHORTEST = 16  # of a secret
MAX_FAULTS = 50  # told at once
_SHOWN = 80  # characters of what was given
_RANGES = {
    "requests_per_second": (1, 100_000), "requests_at_once": (10, 1_000_000),
    "work_per_second": (0.01, 64), "work_at_once": (1, 3600),
    "sockets": (1, 10_000), "sockets_per_client": (1, 10_000), "upload_megabytes": (1, 50),
}  # fmt: skip
_KEYS = ("title", "pages", "hosts", "frame_ancestors", "proxies", "log",
         "data_folder", "database", "links", "scenes", "limits", "timezone",
         "opens", "closes")  # fmt: skip


def not_toml(file: str, text: str, error: ValueError | RecursionError) -> str:
    """What tomllib says about a file that it can't read, with the line in front."""
    line, sentence = no_toml(text, error)
    return f"{file}, line {line}: {sentence}"


class FieldReader:
    """Reads one field after another; what can't be used becomes a sentence with its line."""

    def __init__(self, text: str, file: str, given: dict[str, Any], pages: Sequence[str]):
        self.text, self.file, self.given, self.known = text, file, given, pages
        self.faults: list[tuple[int, str]] = []

    def fault(self, sentence: str, table: str, key: str = "", value: Any = "", nth: int = 0):
        if len(self.faults) >= MAX_FAULTS:
            return
        line = line_of(self.text, table, key, value if isinstance(value, str) else "", nth)
        self.faults.append((line, f"{self.file}, line {line}: {sentence}"))

    def report_unknown(self) -> None:
        keys = (*_KEYS, *feature.settings())
        for key, value in self.given.items():
            if key not in keys:
                place = (key, "") if isinstance(value, dict) else ("", key)
                self.fault(f"there is no {_shown(key)}; there are {', '.join(keys)}.", *place)

    def words(self, table: str, key: str, default: str) -> str:
        value = self.given.get(key, default)
        if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
            self.fault(f"{key} must be a text of at most {LONGEST} characters.", table, key)
            return default
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.given.get(key, default)
        if not isinstance(value, bool):
            self.fault(f"{key} must be true or false.", "", key)
            return default
        return value

    def secret(self, key: str) -> str:
        value = self.words("", key, "")
        if key in self.given and len(value) < SHORTEST:
            self.fault(f"{key} must be a text of at least {SHORTEST} characters.", "", key)
            return ""
        return value

    def database(self) -> str:
        url = self.words("", "database", "")
        if url and not url.startswith("postgresql://"):
            self.fault("database takes an address that begins with postgresql://.", "", "database")
            return ""
        return url

    def texts(self, key: str, good: Callable[[str], bool], what: str) -> tuple[str, ...]:
        value = self.given.get(key, [])
        if not isinstance(value, list):
            self.fault(f"{key} must be a list, in square brackets.", "", key)
            return ()
        for text in value:
            if not isinstance(text, str) or not good(text):
                self.fault(f"{key} takes {what}, not {_shown(text)}.", "", key, text)
        return tuple(text for text in value if isinstance(text, str))

    def pages(self) -> tuple[str, ...] | None:
        if "pages" not in self.given:
            return None
        names = self.texts("pages", lambda n: n in self.known, f"one of {', '.join(self.known)}")
        for name in sorted(name for name, times in Counter(names).items() if times > 1):
            self.fault(f"the page {_shown(name)} is named twice.", "", "pages", name)
        return tuple(name for name in names if name != HOME)

    def table(self, key: str) -> dict[str, Any]:
        value = self.given.get(key, {})
        if isinstance(value, dict):
            return value
        self.fault(f"{key} must be a table, under the heading [{key}].", "", key)
        return {}

    def scenes(self) -> dict[str, str]:
        found = {}
        for page, query in self.table("scenes").items():
            if page not in page_declaration.pages():
                names = ", ".join(page_declaration.pages())
                self.fault(
                    f"no scene can be set for {_shown(page)}, only for {names}.", "scenes", page
                )
            elif not isinstance(query, str):
                self.fault("a scene is a text, such as data=moons&tau=0.2.", "scenes", page)
            elif problems := page_scenes.problems(page, query):
                for problem in problems:
                    self.fault(problem, "scenes", page)
            else:
                found[page] = query
        return found

    def address(self, key: str) -> str:
        value = self.given.get(key, "")
        if value and not (isinstance(value, str) and is_https(value)):
            self.fault(f"{key} must be an address that begins with https://.", "", key)
            return ""
        return value

    def links(self) -> tuple[tuple[str, str], ...]:
        given, found = self.given.get("links", []), []
        if not isinstance(given, list):
            self.fault("links must stand under the heading [[links]].", "links")
            return ()
        for nth, link in enumerate(given):
            label, href = (link.get(key) if isinstance(link, dict) else None
                           for key in ("label", "href"))  # fmt: skip
            if not isinstance(label, str) or not 0 < len(label.strip()) <= len(label) <= LONGEST:
                message = f"a link needs a label, a text of at most {LONGEST} characters."
                self.fault(message, "links", "label", nth=nth)
            elif not label.isprintable():
                self.fault(
                    "a link's label must be one line of plain text.", "links", "label", nth=nth
                )
            elif not isinstance(href, str) or not is_https(href):
                message = "a link needs href, an address that begins with https://."
                self.fault(message, "links", "href", nth=nth)
            else:
                found.append((label, href))
        return tuple(found)

    def dates(self) -> Dates:
        zone = self.words("", "timezone", ZONE)
        try:
            where = dates.zone(zone)
        except ValueError:
            message = f"there is no time zone {_shown(zone)}; one is Europe/Zurich."
            self.fault(message, "", "timezone")
            zone, where = ZONE, dates.zone(ZONE)
        opens = self.moments("opens", where)
        closes = self.moments("closes", where)
        for name in sorted({*opens} & {*closes}):
            if opens[name] >= closes[name]:
                self.fault(f"{_shown(name)} closes before it opens.", "closes", name)
        return Dates(zone, opens, closes)

    def moments(self, key: str, where: tzinfo) -> dict[str, datetime]:
        found = {}
        for name, given in self.table(key).items():
            if wrong := self._not_dated(name):
                self.fault(wrong, key, name)
            elif not isinstance(given, date):  # which a datetime is too
                self.fault("a date is such as 2026-11-23 or 2026-11-23T08:00:00.", key, name)
            else:
                try:
                    found[name] = dates.moment(given, where, end=key == "closes")
                except OverflowError:
                    self.fault("this date is too far away.", key, name)
        return found

    def _not_dated(self, name: str) -> str:
        """Why this name can have no date; empty where it can."""
        page, mark, step = name.partition("/")
        if name.startswith(ASSIGNMENT):
            return ""
        if page not in self.known:
            return f"{_shown(name)} is no page; an assignment begins with {ASSIGNMENT}."
        declared = page_declaration.pages().get(page)
        names = [one.name for one in declared.steps] if declared else []
        if mark and step not in names[1:]:
            first = " The first opens with its page." if step in names else ""
            there = ", ".join(names[1:]) or "none"
            return f"{page} has no step {_shown(step)} with a date; there are {there}.{first}"
        return ""

    def limits(self) -> Limits:
        found: dict[str, Any] = {}
        types: dict[str, type] = {item.name: type(item.default) for item in fields(Limits)}
        for key, value in self.table("limits").items():
            if key not in types:
                self.fault(f"there is no limit {_shown(key)}; there are {', '.join(types)}.",
                           "limits", key)  # fmt: skip
                continue
            low, high = _RANGES[key]
            number = isinstance(value, int | float) and not isinstance(value, bool)
            whole = types[key] is float or isinstance(value, int)
            if not number or not whole or not low <= value <= high:
                what = "a number" if types[key] is float else "a whole number"
                self.fault(f"{key} must be {what} from {low} to {high}.", "limits", key)
                continue
            found[key] = types[key](value)
        return Limits(**found)


def _shown(value: Any) -> str:
    """What was given, in a sentence: quoted, on one line, and not too long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits
        return f"such a {type(value).__name__}"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def is_https(text: str) -> bool:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 (it is looked at here, and may be none that there is)
    except ValueError:
        return False
    plain = text.isprintable() and " " not in text
    return parts.scheme == "https" and bool(parts.hostname) and plain


def is_origin(text: str) -> bool:
    """An origin that may stand in a policy: nothing in it ends the directive. Without TLS this
    machine's own alone."""
    scheme, _, host = text.partition("://")
    if scheme == "http":
        return is_host(host) and host.partition(":")[0] in ("localhost", "127.0.0.1")
    return scheme == "https" and is_host(host.removeprefix("*."))


def is_host(text: str) -> bool:
    name, colon, port = text.partition(":")
    labels = name.split(".")
    plain = all(label and label.isascii() and label.replace("-", "").isalnum() for label in labels)
    return plain and len(name) < 254 and (not colon or is_port(port))


def is_port(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,5}", text)) and 0 < int(text) < 65536


def is_network(text: str) -> bool:
    try:
        return bool(networks([text]))
    except ValueError:
        return False
