"""Anonymous counts of a course by week: pages opened, steps seen, challenges solved, answers.

A row has a week, a page, a kind of event, the step, challenge or question that the event concerns,
if any, and the number of events. Persons, devices and times within the week are not stored. Only
items that a page declares are counted.
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
MAX_EVENTS = 64  # largest number of events in one message
MAX_AGE = timedelta(days=400)  # rows of weeks that ended longer ago are deleted
KINDS = ("open", "seen", "met", "right", "wrong")
PAGE_OPENED, STEP_SEEN, CHALLENGE_MET, RIGHT_ANSWER, WRONG_ANSWER = KINDS

Event = tuple[str, str]  # a kind and the id of an item, "" for the page itself


class BadEvents(ValueError):
    """Events that can't be counted; the message says why."""


@dataclass(frozen=True)
class Count:
    week: str  # such as 2026-W47
    page: str
    kind: str
    item: str
    count: int


@dataclass(frozen=True)
class CountedItem:
    """A step, challenge, question or page that is counted: its text, and its kinds of events."""

    text: str
    kinds: tuple[str, ...]


def items_of(page: PageDeclaration) -> dict[str, CountedItem]:
    """Return all counted items of a page by id. The id of the page itself is ""."""
    items = {"": CountedItem(page.title, (PAGE_OPENED,))}
    items |= {
        step.link(page.name)["id"]: CountedItem(step.title, (STEP_SEEN,)) for step in page.steps
    }
    items |= {
        challenge.id: CountedItem(challenge.question, (CHALLENGE_MET, RIGHT_ANSWER, WRONG_ANSWER))
        for challenge in page.challenges
    }
    items |= {
        question.id: CountedItem(question.text, (RIGHT_ANSWER, WRONG_ANSWER))
        for question in page.quiz
    }
    return items


def read(message: Any) -> tuple[str, list[Event]]:
    """Read the page and events of JSON {"page", "events": [[kind, id], ...]}. Raises BadEvents."""
    page = message.get("page") if isinstance(message, dict) else None
    declaration = pages().get(page) if isinstance(page, str) else None
    if not isinstance(page, str) or declaration is None:
        raise BadEvents("There is no such page.")
    events = message.get("events")
    if not isinstance(events, list) or not 1 <= len(events) <= MAX_EVENTS:
        raise BadEvents(f"A message has 1 to {MAX_EVENTS} events.")
    items, valid_events = items_of(declaration), []
    for event in events:
        match event:
            case [str(kind), str(item)] if item in items and kind in items[item].kinds:
                valid_events.append((kind, item))
            case _:
                raise BadEvents("The page has no item with this kind of event.")
    return page, valid_events


def week_of(timestamp: float, zone: tzinfo) -> str:
    """Format the ISO week of a time, such as 2026-W47."""
    year, week, _ = datetime.fromtimestamp(timestamp, zone).isocalendar()
    return f"{year}-W{week:02}"


def add_events(store: Store, week: str, page: str, events: Iterable[Event]) -> None:
    """Add events of one page to the counts.

    Rows are written in sorted order, so that simultaneous transactions can't deadlock.
    """
    rows = [
        {"week": week, "page": page, "kind": kind, "item": item, "count": count}
        for (kind, item), count in sorted(Counter(events).items())
    ]
    insertion = store.insert(COUNTS).values(rows)
    update = {"count": COUNTS.c.count + insertion.excluded.count}
    with store.transaction() as connection:
        connection.execute(
            insertion.on_conflict_do_update(index_elements=list(COUNTS.primary_key), set_=update)
        )


def counts(store: Store) -> Sequence[Count]:
    """Return all counts, sorted by week and page."""
    with store.transaction() as connection:
        rows = connection.execute(sa.select(COUNTS).order_by(*COUNTS.primary_key)).all()
    return [Count(**row._mapping) for row in rows]


def delete_old(store: Store) -> int:
    """Delete the rows of weeks that ended more than MAX_AGE ago. Return their number."""
    first_kept_week = week_of(store.clock() - MAX_AGE.total_seconds(), UTC)
    with store.transaction() as connection:
        return connection.execute(sa.delete(COUNTS).where(COUNTS.c.week < first_kept_week)).rowcount


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
