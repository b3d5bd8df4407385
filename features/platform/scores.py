"""Store the scores that count, one for each student and line item, and send them to the platform.

A line item is a column of the platform's gradebook. A score that the platform has not accepted
waits in its row, and is sent again for a week. During this time the row also has the number by
which the platform identifies the student, encrypted. The link decides whether the best or the last
score counts; one SQL statement compares and writes, so that answers sent at the same time can't
undo each other.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from features.platform.launches import COUNT_LAST, TaskLaunch
from features.platform.platform_client import PlatformError
from features.platform.settings import Registration
from features.platform.tokens import BadToken
from features.platform.tool import Tool
from lab.store.store import DAY_SECONDS, Store

log = logging.getLogger(__name__)

WAITING_SCORE, ACCEPTED_SCORE, LOST_SCORE = "waiting", "taken", "lost"
RETRY_SECONDS = 30.0  # wait before the second attempt; it doubles after each further attempt
MAX_RETRY_SECONDS = 6 * 3600.0
WAITING_SECONDS = 7 * DAY_SECONDS  # age after which a score is no longer sent
LEASE_SECONDS = 300.0  # how long one replica alone may send a row
STORED_SECONDS = 366 * DAY_SECONDS  # how long marks are stored if [platform] has no `ends`
BATCH = 200  # largest number of rows that are sent in one round
CONFLICT = 409  # status of an answer: the platform has a newer score

SCORES = sa.Table(
    "lti_scores", sa.MetaData(),
    sa.Column("student", sa.Text, primary_key=True),
    sa.Column("line_item", sa.Text, primary_key=True),
    sa.Column("issuer", sa.Text), sa.Column("client_id", sa.Text), sa.Column("task", sa.Text),
    sa.Column("points", sa.Double), sa.Column("maximum", sa.Double),
    sa.Column("handed_in", sa.Double), sa.Column("ends", sa.Double), sa.Column("state", sa.Text),
    sa.Column("sealed_subject", sa.Text), sa.Column("attempts", sa.Integer),
    sa.Column("next_attempt", sa.Double),
)  # fmt: skip

STATEMENTS = (
    """CREATE TABLE lti_scores (
        student TEXT NOT NULL,
        line_item TEXT NOT NULL,
        issuer TEXT NOT NULL,
        client_id TEXT NOT NULL,
        task TEXT NOT NULL,
        points DOUBLE PRECISION NOT NULL,
        maximum DOUBLE PRECISION NOT NULL,
        handed_in DOUBLE PRECISION NOT NULL,
        ends DOUBLE PRECISION NOT NULL,
        state TEXT NOT NULL,
        sealed_subject TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        next_attempt DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (student, line_item)
    )""",
    "CREATE INDEX lti_scores_by_attempt ON lti_scores (state, next_attempt)",
)


@dataclass(frozen=True)
class Score:
    """The score of a student in a line item: a row of the table."""

    student: str
    line_item: str
    issuer: str
    client_id: str
    task: str
    points: float
    maximum: float
    handed_in: float
    ends: float
    state: str
    sealed_subject: str
    attempts: int
    next_attempt: float

    def message(self, subject: str) -> dict[str, Any]:
        """Return the score as a message to the platform. Its time has a time zone."""
        return {
            "userId": subject, "scoreGiven": self.points, "scoreMaximum": self.maximum,
            "timestamp": datetime.fromtimestamp(self.handed_in, UTC).isoformat("T", "milliseconds"),
            "activityProgress": "Completed", "gradingProgress": "FullyGraded",
        }  # fmt: skip


def _row_conditions(student: str, line_item: str) -> tuple[sa.ColumnElement[bool], ...]:
    return SCORES.c.student == student, SCORES.c.line_item == line_item


def store_score(tool: Tool, launch: TaskLaunch, points: float, maximum: float) -> bool:
    """Store a score to send, unless the best score counts and an earlier one is at least as good.
    Return whether it was stored."""
    current_time = tool.store.clock()
    row = {
        "student": launch.student, "line_item": launch.line_item, "issuer": launch.issuer,
        "client_id": launch.client_id, "task": launch.task, "points": points, "maximum": maximum,
        "handed_in": current_time, "state": WAITING_SCORE,
        "ends": tool.settings.ends or current_time + STORED_SECONDS,
        "sealed_subject": tool.tokens.seal(
            "waiting", {"subject": launch.subject}, WAITING_SECONDS + DAY_SECONDS),
        "attempts": 0, "next_attempt": current_time + RETRY_SECONDS,
    }  # fmt: skip
    insertion = tool.store.insert(SCORES).values(row)
    is_better = None if launch.counts == COUNT_LAST else insertion.excluded.points > SCORES.c.points
    upsert = insertion.on_conflict_do_update(
        index_elements=[SCORES.c.student, SCORES.c.line_item], where=is_better,
        set_={name: insertion.excluded[name] for name in row},
    )  # fmt: skip
    with tool.store.transaction() as connection:
        return connection.execute(upsert.returning(SCORES.c.points)).first() is not None


def find_score(store: Store, student: str, line_item: str) -> Score | None:
    """Return the score that counts; None before anything was handed in."""
    with store.transaction() as connection:
        row = connection.execute(
            sa.select(SCORES).where(*_row_conditions(student, line_item))
        ).first()
    return Score(**row._mapping) if row else None


def count_scores(store: Store, line_item: str) -> tuple[int, int, float]:
    """Return how many students have handed in for a line item, how many scores wait, and when the
    oldest waiting score was handed in (0 if none waits)."""
    is_waiting = SCORES.c.state == WAITING_SCORE
    query = sa.select(
        sa.func.count(), sa.func.count().filter(is_waiting),
        sa.func.min(SCORES.c.handed_in).filter(is_waiting),
    ).where(SCORES.c.line_item == line_item)  # fmt: skip
    with store.transaction() as connection:
        row = connection.execute(query).one()
    return row[0], row[1], row[2] or 0.0


def count_by_line_item(store: Store) -> list[tuple[str, int, int, int]]:
    """Return for each line item its address, and how many students have handed in, how many scores
    wait, and how many were given up."""
    waiting_count, lost_count = (
        sa.func.count().filter(SCORES.c.state == state) for state in (WAITING_SCORE, LOST_SCORE)
    )
    line_item = SCORES.c.line_item
    query = sa.select(line_item, sa.func.count(), waiting_count, lost_count).group_by(line_item)
    with store.transaction() as connection:
        rows = connection.execute(query.order_by(line_item)).all()
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def send(tool: Tool, score: Score) -> str:
    """Send a waiting score. Return why the platform has not accepted it; "" if it has.

    A failed attempt is logged for the host with this reason, without the student.
    """
    registration = tool.registry.find(score.issuer, score.client_id)
    try:
        if registration is None:
            raise PlatformError("it is no longer registered")
        _post(tool, registration, score)
    except PlatformError as error:
        log.warning("A mark waits for %s: %s", score.issuer, error)
        _postpone(tool.store, score)
        return str(error)
    except BadToken:
        end_sending(tool.store, score, LOST_SCORE)
        return "it was sent for a week"
    end_sending(tool.store, score, ACCEPTED_SCORE)
    return ""


def _post(tool: Tool, registration: Registration, score: Score) -> None:
    subject = tool.tokens.unseal("waiting", score.sealed_subject)["subject"]
    try:
        tool.client.post_score(registration, score.line_item, score.message(subject))
    except PlatformError as error:
        if error.status != CONFLICT:
            raise


def _score_conditions(score: Score) -> tuple[sa.ColumnElement[bool], ...]:
    """Return conditions that the row of this score meets unless a newer score has replaced it."""
    return (*_row_conditions(score.student, score.line_item), SCORES.c.handed_in == score.handed_in)


def end_sending(store: Store, score: Score, state: str) -> None:
    """Stop sending a score, and delete the number by which the platform identifies the student."""
    with store.transaction() as connection:
        values = {"state": state, "sealed_subject": ""}
        connection.execute(sa.update(SCORES).where(*_score_conditions(score)).values(values))


def _postpone(store: Store, score: Score) -> None:
    """Postpone a score to its next attempt, or give it up after a week."""
    current_time = store.clock()
    if current_time - score.handed_in > WAITING_SECONDS:
        end_sending(store, score, LOST_SCORE)
        return
    pause = min(RETRY_SECONDS * 2.0 ** min(score.attempts, 20), MAX_RETRY_SECONDS)
    values = {"attempts": score.attempts + 1, "next_attempt": current_time + pause}
    with store.transaction() as connection:
        connection.execute(sa.update(SCORES).where(*_score_conditions(score)).values(values))


def send_waiting(tool: Tool) -> int:
    """Send the scores that are due. Return how many scores were accepted.

    If a platform fails to accept a score, its other scores wait for a later round.
    """
    count, unreachable_platforms = 0, set[tuple[str, str]]()
    for score in claim_due_scores(tool.store):
        key = score.issuer, score.client_id
        if key in unreachable_platforms:
            _postpone(tool.store, score)
        elif send(tool, score):
            unreachable_platforms.add(key)
        else:
            count += 1
    return count


def claim_due_scores(store: Store) -> Sequence[Score]:
    """Claim and return at most BATCH scores that are due, so that no other replica sends them."""
    current_time = store.clock()
    is_due = (SCORES.c.state == WAITING_SCORE) & (SCORES.c.next_attempt <= current_time)
    due_scores = sa.select(SCORES.c.student, SCORES.c.line_item).where(is_due)
    rows = sa.tuple_(SCORES.c.student, SCORES.c.line_item)
    claim = (
        sa.update(SCORES)
        .where(rows.in_(due_scores.order_by(SCORES.c.next_attempt).limit(BATCH)), is_due)
        .values(next_attempt=current_time + LEASE_SECONDS)
        .returning(SCORES)
    )
    with store.transaction() as connection:
        return [Score(**row._mapping) for row in connection.execute(claim)]


def scores_of(store: Store, student: str) -> list[Score]:
    """Return all scores that are stored for the student with this code."""
    with store.transaction() as connection:
        rows = connection.execute(sa.select(SCORES).where(SCORES.c.student == student)).all()
    return [Score(**row._mapping) for row in rows]


def delete_scores_of(store: Store, student: str) -> int:
    """Delete all scores of the student with this code. Return the number of deleted rows."""
    with store.transaction() as connection:
        return connection.execute(sa.delete(SCORES).where(SCORES.c.student == student)).rowcount


def delete_ended_scores(store: Store) -> None:
    with store.transaction() as connection:
        connection.execute(sa.delete(SCORES).where(SCORES.c.ends <= store.clock()))
