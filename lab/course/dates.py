"""Decide when pages, steps and items of features open and close, in the course's time zone.

    timezone = "Europe/Zurich"

    [opens]
    a-page = 2026-11-23T08:00:00

    [closes]
    a-page = 2026-12-01     # the end of that day

A name in these tables is one of the following: a page; page/step, for any step except the first; or
a prefix that a feature declares, followed by a name that the feature defines.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

ZONE = "UTC"


def zone(name: str) -> tzinfo:
    """Return the time zone with this name. Raises ValueError if there is none."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        raise ValueError(name) from None


def moment(day_or_moment: datetime | date, zone: tzinfo, *, end: bool = False) -> datetime:
    """Return the moment that a date in TOML denotes; a whole day denotes its beginning or, with
    `end`, its end."""
    if isinstance(day_or_moment, datetime):
        return day_or_moment if day_or_moment.tzinfo else day_or_moment.replace(tzinfo=zone)
    day = day_or_moment + timedelta(days=1) if end else day_or_moment
    return datetime(day.year, day.month, day.day, tzinfo=zone)


@dataclass(frozen=True)
class Dates:
    """The moments at which pages, steps and items of features open and close, by their names;
    other names are always open."""

    zone: str = ZONE
    opens: Mapping[str, datetime] = field(default_factory=dict)
    closes: Mapping[str, datetime] = field(default_factory=dict)

    def closed_reason(self, name: str, at: datetime | None = None) -> str:
        """Return why a name is closed, in a sentence; "" if it is open.

        The dates of a page apply to its steps.
        """
        at = at or datetime.now(UTC)
        for key in (name, name.partition("/")[0]):
            if key in self.opens and at < self.opens[key]:
                return f"This opens on {self._write_moment(self.opens[key])}."
            if key in self.closes and at >= self.closes[key]:
                return f"This closed on {self._write_moment(self.closes[key])}."
        return ""

    def open_until(self, name: str, at: datetime | None = None) -> str:
        """Return a sentence with the moment at which an open name closes; "" if the name is not
        open, or not in [closes]."""
        if name not in self.closes or self.closed_reason(name, at):
            return ""
        return f"Open until {self._write_moment(self.closes[name])}."

    def write_time(self, seconds: float) -> str:
        """Write a Unix time as the course's local time."""
        return self._write_moment(datetime.fromtimestamp(seconds, UTC))

    def _write_moment(self, moment: datetime) -> str:
        local = moment.astimezone(zone(self.zone))
        # As a closing time, midnight is the end of a day, not the beginning of the next day.
        last = local - timedelta(seconds=1)
        if local.time() == datetime.min.time() and moment in self.closes.values():
            return f"{last:%A} {last.day} {last:%B %Y}, 24:00 ({self.zone})"
        return f"{local:%A} {local.day} {local:%B %Y}, {local:%H:%M} ({self.zone})"
