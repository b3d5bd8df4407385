"""Read the fields of a course file. An unusable value becomes a fault: a sentence with its line."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import date, datetime, tzinfo
from typing import Any
from urllib.parse import urlsplit

from lab.course import dates, feature, page_declaration, page_scenes
from lab.course.dates import ZONE, Dates
from lab.course.limits import Limits
from lab.course.page_declaration import HOME
from lab.course.plain_text import is_one_line
from lab.course.toml_lines import describe_toml_error, line_of
from lab.endpoints.client_identity import networks

MAX_CHARACTERS = 64 * 1024  # largest number of characters of the file
MAX_LABEL = 120  # largest length of a label or a title, in characters
MIN_SECRET = 16  # smallest length of a secret, in characters
MAX_FAULTS = 50  # largest number of faults in one message
_LANGUAGE = re.compile(r"en(-[A-Za-z0-9]{2,8})*")  # tags of English, the language of all texts
_MAX_QUOTED = 80  # largest length of a value quoted in a message, in characters
_RANGES = {
    "requests_per_second": (1, 100_000), "requests_at_once": (10, 1_000_000),
    "work_per_second": (0.01, 64), "work_at_once": (1, 3600),
    "sockets": (1, 10_000), "sockets_per_client": (1, 10_000), "upload_megabytes": (1, 50),
}  # fmt: skip
_KEYS = ("title", "language", "pages", "hosts", "frame_ancestors", "proxies", "log",
         "data_folder", "database", "links", "scenes", "limits", "timezone",
         "opens", "closes")  # fmt: skip


def write_toml_error(file: str, text: str, error: ValueError | RecursionError) -> str:
    """Write an error of tomllib as a sentence that begins with the file and the line."""
    line, sentence = describe_toml_error(text, error)
    return f"{file}, line {line}: {sentence}"


class FieldReader:
    """A reader of the fields of a course file, which collects their faults."""

    def __init__(self, text: str, file: str, table: dict[str, Any], page_names: Sequence[str]):
        self.text, self.file, self.table_of_file, self.page_names = text, file, table, page_names
        self.faults: list[tuple[int, str]] = []

    def fault(self, sentence: str, table: str, key: str = "", value: Any = "", nth: int = 0):
        if len(self.faults) >= MAX_FAULTS:
            return
        line = line_of(self.text, table, key, value if isinstance(value, str) else "", nth)
        self.faults.append((line, f"{self.file}, line {line}: {sentence}"))

    def report_unknown(self) -> None:
        keys = (*_KEYS, *feature.settings())
        for key, value in self.table_of_file.items():
            if key not in keys:
                place = (key, "") if isinstance(value, dict) else ("", key)
                sentence = f"there is no key {_quote(key)}; the keys are {', '.join(keys)}."
                self.fault(sentence, *place)

    def words(self, table: str, key: str, default: str) -> str:
        value = self.table_of_file.get(key, default)
        if not isinstance(value, str) or len(value) > MAX_LABEL or not is_one_line(value):
            kind = f"a text in quotation marks, of at most {MAX_LABEL} printable characters"
            self.fault(f"{key} must be {kind}.", table, key)
            return default
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.table_of_file.get(key, default)
        if not isinstance(value, bool):
            self.fault(f"{key} must be true or false, without quotation marks.", "", key)
            return default
        return value

    def secret(self, key: str) -> str:
        value = self.table_of_file.get(key)
        if isinstance(value, str) and len(value) < MIN_SECRET:
            self.fault(f"{key} must be a text of at least {MIN_SECRET} characters.", "", key)
            return ""
        return self.words("", key, "")

    def language(self) -> str:
        tag = self.words("", "language", "en")
        if not _LANGUAGE.fullmatch(tag):
            self.fault(
                "language must be a language tag for English, such as en-GB.", "", "language"
            )
            return "en"
        return tag

    def database(self) -> str:
        url = self.words("", "database", "")
        if url and not url.startswith("postgresql://"):
            self.fault("database must be a URL that begins with postgresql://.", "", "database")
            return ""
        return url

    def texts(self, key: str, is_valid: Callable[[str], bool], description: str) -> tuple[str, ...]:
        value = self.table_of_file.get(key, [])
        if not isinstance(value, list):
            self.fault(f"{key} must be a list, in square brackets.", "", key)
            return ()
        for text in value:
            if not isinstance(text, str) or not is_valid(text):
                sentence = f"an entry of {key} must be {description}, not {_quote(text)}."
                self.fault(sentence, "", key, text)
        return tuple(text for text in value if isinstance(text, str))

    def pages(self) -> tuple[str, ...] | None:
        if "pages" not in self.table_of_file:
            return None
        names = self.texts(
            "pages", lambda n: n in self.page_names, f"one of {', '.join(self.page_names)}"
        )
        for name in sorted(name for name, times in Counter(names).items() if times > 1):
            self.fault(f"the page {_quote(name)} is named twice.", "", "pages", name)
        return tuple(name for name in names if name != HOME)

    def table(self, key: str) -> dict[str, Any]:
        value = self.table_of_file.get(key, {})
        if isinstance(value, dict):
            return value
        self.fault(f"{key} must be a table, under the heading [{key}].", "", key)
        return {}

    def scenes(self) -> dict[str, str]:
        scenes_read = {}
        for page, query in self.table("scenes").items():
            if page not in page_declaration.pages():
                names = ", ".join(page_declaration.pages())
                self.fault(
                    f"no scene can be set for {_quote(page)}, only for {names}.", "scenes", page
                )
            elif not isinstance(query, str):
                example = '"data=moons&tau=0.2"'
                sentence = f"a scene must be a text in quotation marks, such as {example}."
                self.fault(sentence, "scenes", page)
            elif problems := page_scenes.problems(page, query):
                for problem in problems:
                    self.fault(problem, "scenes", page)
            else:
                scenes_read[page] = query
        return scenes_read

    def address(self, key: str) -> str:
        value = self.table_of_file.get(key, "")
        if value and not (isinstance(value, str) and is_https(value)):
            self.fault(f"{key} must be an address that begins with https://.", "", key)
            return ""
        return value

    def links(self) -> tuple[tuple[str, str], ...]:
        tables, links_read = self.table_of_file.get("links", []), []
        if not isinstance(tables, list):
            self.fault("links must be under the heading [[links]].", "links")
            return ()
        for nth, link in enumerate(tables):
            label, href = (link.get(key) if isinstance(link, dict) else None
                           for key in ("label", "href"))  # fmt: skip
            if not isinstance(label, str) or not 0 < len(label.strip()) <= len(label) <= MAX_LABEL:
                message = f"a link needs a label, a text of at most {MAX_LABEL} characters."
                self.fault(message, "links", "label", nth=nth)
            elif not is_one_line(label):
                self.fault(
                    "a link's label must be one line of plain text.", "links", "label", nth=nth
                )
            elif not isinstance(href, str) or not is_https(href):
                message = "a link needs href, an address that begins with https://."
                self.fault(message, "links", "href", nth=nth)
            else:
                links_read.append((label, href))
        return tuple(links_read)

    def dates(self) -> Dates:
        zone = self.words("", "timezone", ZONE)
        try:
            zone_of_course = dates.zone(zone)
        except ValueError:
            message = f"there is no time zone {_quote(zone)}; an example is Europe/Zurich."
            self.fault(message, "", "timezone")
            zone, zone_of_course = ZONE, dates.zone(ZONE)
        opens = self.moments("opens", zone_of_course)
        closes = self.moments("closes", zone_of_course)
        for name in sorted({*opens} & {*closes}):
            if opens[name] >= closes[name]:
                sentence = f"{_quote(name)} closes before it opens, or at the same time."
                self.fault(sentence, "closes", name)
        return Dates(zone, opens, closes)

    def moments(self, key: str, zone: tzinfo) -> dict[str, datetime]:
        moments_read = {}
        for name, day in self.table(key).items():
            if reason := self._undatable_reason(name):
                self.fault(reason, key, name)
            elif not isinstance(day, date):  # datetime is a subclass of date
                sentence = (
                    "a date is written without quotation marks, such as 2026-11-23 or "
                    "2026-11-23T08:00:00."
                )
                self.fault(sentence, key, name)
            else:
                try:
                    moments_read[name] = dates.moment(day, zone, end=key == "closes")
                except OverflowError:
                    self.fault("this date is too far in the future.", key, name)
        return moments_read

    def _undatable_reason(self, name: str) -> str:
        """Return why this name can't have a date; "" if it can."""
        page, mark, step = name.partition("/")
        prefixes = feature.dated_prefixes()
        if name.startswith(prefixes):
            return ""
        if page not in self.page_names:
            kinds = ["a page", "a step, written as page/step"]
            kinds += [f"a name that begins with {prefix}" for prefix in prefixes]
            return f"there is no page {_quote(name)}. A date can be set for {'; '.join(kinds)}."
        declaration = page_declaration.pages().get(page)
        names = [declared_step.name for declared_step in declaration.steps] if declaration else []
        if mark and step not in names[1:]:
            first = " The first step opens with its page." if step in names else ""
            names_allowed = ", ".join(names[1:]) or "none"
            return (
                f"{page} has no step {_quote(step)} that can have a date; the steps that can have "
                f"one are: {names_allowed}.{first}"
            )
        return ""

    def limits(self) -> Limits:
        limits_read: dict[str, Any] = {}
        types: dict[str, type] = {item.name: type(item.default) for item in fields(Limits)}
        for key, value in self.table("limits").items():
            if key not in types:
                self.fault(f"there is no limit {_quote(key)}; the limits are {', '.join(types)}.",
                           "limits", key)  # fmt: skip
                continue
            low, high = _RANGES[key]
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            fits_type = types[key] is float or isinstance(value, int)
            if not is_number or not fits_type or not low <= value <= high:
                kind = "a number" if types[key] is float else "a whole number"
                self.fault(f"{key} must be {kind} from {low} to {high}.", "limits", key)
                continue
            limits_read[key] = types[key](value)
        return Limits(**limits_read)


def _quote(value: Any) -> str:
    """Quote a value for a sentence: on one line, in at most _MAX_QUOTED characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or nested too deeply
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= _MAX_QUOTED else text[: _MAX_QUOTED - 1] + "…"


def is_https(text: str) -> bool:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 (raises ValueError for an invalid port)
    except ValueError:
        return False
    is_plain = text.isprintable() and " " not in text
    return parts.scheme == "https" and bool(parts.hostname) and is_plain


def is_origin(text: str) -> bool:
    """Return whether a text is an origin that a content security policy may contain: an https
    origin, or an http origin on this machine."""
    scheme, _, host = text.partition("://")
    if scheme == "http":
        return is_host(host) and host.partition(":")[0] in ("localhost", "127.0.0.1")
    return scheme == "https" and is_host(host.removeprefix("*."))


def is_host(text: str) -> bool:
    name, colon, port = text.partition(":")
    labels = name.split(".")
    is_plain = all(
        label and label.isascii() and label.replace("-", "").isalnum() for label in labels
    )
    return is_plain and len(name) < 254 and (not colon or is_port(port))


def is_port(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,5}", text)) and 0 < int(text) < 65536


def is_network(text: str) -> bool:
    try:
        return bool(networks([text]))
    except ValueError:
        return False
