"""How a course is doing, in counts alone: what was opened, seen, met, right or wrong, by week.

A row is a week, a page, what happened and to which of the page's own steps, challenges or
questions; nothing of who it was, of a device, or of when in the week. What is no part of a page is
not counted.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

import sqlalchemy as sa

from lab.course.page_declaration import PageDeclaration, pages
from lab.store.store import Store
from lab.store.tables import Tables

COUNTS = sa.Table(
    "counts", sa.MetaData(),
    sa.Column("week", sa.Text, primary_key=True), sa.Column("page", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True), sa.Column("item", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer),
)  # fmt: skip
MAX_EVENTS = 64  # of one message
OLDEST = timedelta(days=400)
OPENED, SEEN, MET, RIGHT, WRONG = KINDS = ("open", "seen", "met", "right", "wrong")

Event = tuple[str, str]  # what happened, and the id of that to which it did; "" for the page


class BadEvents(ValueError):
    """What can't be counted; the message says why."""


@dataclass(frozen=True)
class Count:
    week: str  # as 2026-W47
    page: str
    kind: str
    item: str
    count: int


@dataclass(frozen=True)
class CountedItem:
    """Something on a page that is counted: `kinds` of what may happen to it, and its words."""

    text: str
    kinds: tuple[str, ...]


def items_of(page: PageDeclaration) -> dict[str, CountedItem]:
    """All that is counted on a page, by its id; the page itself is ""."""
    found = {"": CountedItem(page.title, (OPENED,))}
    found |= {step.link(page.name)["id"]: CountedItem(step.title, (SEEN,)) for step in page.steps}
    asked = (one for step in page.steps for one in step.challenges)
    found |= {
        one.id: CountedItem(one.question, (MET, RIGHT, WRONG)) for one in (*page.challenges, *asked)
    }
    found |= {question.id: CountedItem(question.text, (RIGHT, WRONG)) for question in page.quiz}
    return found


def read(given: Any) -> tuple[str, list[Event]]:
    """The page and the events of JSON {"page", "events": [[kind, id], ...]}. Raises BadEvents."""
    page = given.get("page") if isinstance(given, dict) else None
    declared = pages().get(page) if isinstance(page, str) else None
    if not isinstance(page, str) or declared is None:
        raise BadEvents("There is no such page.")
    events = given.get("events")
    if not isinstance(events, list) or not 1 <= len(events) <= MAX_EVENTS:
        raise BadEvents(f"From 1 to {MAX_EVENTS} events are counted at once.")
    items, found = items_of(declared), []
    for event in events:
        match event:
            case [str(kind), str(item)] if item in items and kind in items[item].kinds:
                found.append((kind, item))
            case _:
                raise BadEvents("The page has nothing to which this can happen.")
    return page, found


def week_of(now: float, where: tzinfo) -> str:
    """The week of a moment, as 2026-W47."""
    year, week, _ = datetime.fromtimestamp(now, where).isocalendar()
    return f"{year}-W{week:02}"


def add(store: Store, week: str, page: str, events: Iterable[Event]) -> None:
    """Counts events of one page. All rows in one order, so that no two wait for each other."""
    rows = [
        {"week": week, "page": page, "kind": kind, "item": item, "count": count}
        for (kind, item), count in sorted(Counter(events).items())
    ]
    new = store.insert(COUNTS).values(rows)
    more = {"count": COUNTS.c.count + new.excluded.count}
    with store.transaction() as connection:
        connection.execute(
            new.on_conflict_do_update(index_elements=list(COUNTS.primary_key), set_=more)
        )


def counts(store: Store) -> Sequence[Count]:
    """All of them, by week and page."""
    with store.transaction() as connection:
        rows = connection.execute(sa.select(COUNTS).order_by(*COUNTS.primary_key)).all()
    return [Count(**row._mapping) for row in rows]


def delete_old(store: Store) -> int:
    """Deletes what is older than a course lasts; tells how many rows."""
    last = week_of(store.clock() - OLDEST.total_seconds(), UTC)
    with store.transaction() as connection:
        return connection.execute(sa.delete(COUNTS).where(COUNTS.c.week < last)).rowcount


TABLES = Tables(
    migrations={
        3: (
            """CREATE TABLE counts (
                week TEXT NOT NULL,
                page TEXT NOT NULL,
                kind TEXT NOT NULL,
                item TEXT NOT NULL,
                count INTEGER NOT NULL,
                PRIMARY KEY (week, page, kind, item)
            )""",
        ),
    },
    delete_expired=delete_old,
)
