"""When pages and assignments open and close, in the course's own time zone.

    timezone = "Europe/Zurich"

    [opens]
    svm = 2026-11-23T08:00:00
    "assignment/week-3" = 2026-11-23

    [closes]
    "assignment/week-3" = 2026-12-01     # the end of that day

A name is a page's, with /step for one of its steps but the first, or assignment/ and the name of a
file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

ASSIGNMENT = "assignment/"
ZONE = "UTC"


def zone(name: str) -> tzinfo:
    """The time zone of this name. Raises ValueError where there is none."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        raise ValueError(name) from None


def moment(given: datetime | date, where: tzinfo, *, end: bool = False) -> datetime:
    """The moment that a date of TOML stands for; a whole day begins or, at its `end`, is over."""
    if isinstance(given, datetime):
        return given if given.tzinfo else given.replace(tzinfo=where)
    day = given + timedelta(days=1) if end else given
    return datetime(day.year, day.month, day.day, tzinfo=where)


@dataclass(frozen=True)
class Dates:
    """When what opens and closes; what is not named is always open."""

    zone: str = ZONE
    opens: Mapping[str, datetime] = field(default_factory=dict)
    closes: Mapping[str, datetime] = field(default_factory=dict)

    def closed(self, name: str, now: datetime | None = None) -> str:
        """Why it can't be used now, in a sentence; empty where it can. What stands for a whole
        page holds for its steps."""
        now = now or datetime.now(UTC)
        for one in (name, name.partition("/")[0]):
            if one in self.opens and now < self.opens[one]:
                return f"This opens on {self._told(self.opens[one])}."
            if one in self.closes and now >= self.closes[one]:
                return f"This closed on {self._told(self.closes[one])}."
        return ""

    def until(self, name: str, now: datetime | None = None) -> str:
        """Until when it is open, in words; empty where it does not close."""
        if name not in self.closes or self.closed(name, now):
            return ""
        return f"Open until {self._told(self.closes[name])}."

    def _told(self, when: datetime) -> str:
        there = when.astimezone(zone(self.zone))
        last = there - timedelta(seconds=1)  # midnight is the end of a day, not the next one
        if there.time() == datetime.min.time() and when in self.closes.values():
            return f"{last:%A} {last.day} {last:%B %Y}, 24:00 ({self.zone})"
        return f"{there:%A} {there.day} {there:%B %Y}, {there:%H:%M} ({self.zone})"
