"""Rooms, questions and votes, in SQLite or PostgreSQL; any replica may be asked.

A vote is one row, with the key room, question, round and token, written by one statement that is
also where it is looked at whether the question is open. So nothing is read and written back, a vote
that is sent twice counts once, and none comes in after the close. Nothing of a person is stored,
nor when somebody voted. A room ends after a day, and then its rows are deleted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from features.hall import room_codes
from lab.store.store import DAY, Store, StoreFull
from lab.store.tables import Tables

MAX_ROOMS = 5000
MAX_QUESTIONS = 200  # of a room
MAX_ROUNDS = 9  # of a question
MAX_PHONES = 5000  # of a room

_tables = sa.MetaData()
ROOMS = sa.Table(
    "rooms", _tables,
    sa.Column("code", sa.Text, primary_key=True), sa.Column("owner", sa.Text),
    sa.Column("signing_key", sa.Text), sa.Column("origin", sa.Text), sa.Column("ends", sa.Double),
    sa.Column("question", sa.Integer), sa.Column("round", sa.Integer),
    sa.Column("is_open", sa.Boolean), sa.Column("revealed", sa.Boolean),
    sa.Column("ended", sa.Boolean),
)  # fmt: skip
QUESTIONS = sa.Table(
    "questions", _tables,
    sa.Column("room", sa.Text, primary_key=True), sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text),
)  # fmt: skip
VOTES = sa.Table(
    "votes", _tables,
    sa.Column("room", sa.Text, primary_key=True),
    sa.Column("question", sa.Integer, primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True), sa.Column("token", sa.Text, primary_key=True),
    sa.Column("answer", sa.Text),
)  # fmt: skip
PHONES = sa.Table(
    "phones", _tables,
    sa.Column("room", sa.Text, primary_key=True), sa.Column("token", sa.Text, primary_key=True),
)  # fmt: skip


@dataclass(frozen=True)
class Room:
    """A room as it is now. `body`: the question as it was put, in JSON; "" where there is none.
    `question` counts from 1, and so does `round`."""

    code: str
    owner: str  # a digest
    signing_key: str
    origin: str
    ends: float
    question: int
    round: int
    is_open: bool
    revealed: bool
    ended: bool
    body: str
    answered: int
    phones: int


@dataclass(frozen=True)
class Round:
    """The answers of one round, sorted."""

    question: int
    round: int
    answers: tuple[str, ...]


class Rooms:
    """All rooms, in a store."""

    def __init__(self, store: Store):
        self.store = store
        self.clock, self.transaction = store.clock, store.transaction
        self._vote = _upsert(store.insert(VOTES).from_select(list(VOTES.c), _OPEN))
        note = store.insert(PHONES).from_select(list(PHONES.c), _HERE)
        self._note = note.on_conflict_do_nothing()

    def delete_ended(self) -> int:
        """Deletes all rooms whose day is over, with everything in them; tells how many."""
        return self._delete(ROOMS.c.ends <= self.clock())

    def delete(self, code: str) -> None:
        """Deletes a room with everything in it."""
        self._delete(ROOMS.c.code == code)

    def _delete(self, which: sa.ColumnElement[bool]) -> int:
        with self.transaction() as connection:
            gone = connection.execute(sa.delete(ROOMS).where(which).returning(ROOMS.c.code))
            codes = list(gone.scalars())
            for table in (QUESTIONS, VOTES, PHONES):
                for code in codes:
                    connection.execute(sa.delete(table).where(table.c.room == code))
        return len(codes)

    def create(self, owner: str, origin: str) -> str:
        """A new room for the owner of this secret; its code. Raises StoreFull."""
        self.delete_ended()
        with self.transaction() as connection:
            count = connection.scalar(sa.select(sa.func.count()).select_from(ROOMS))
        if (count or 0) >= MAX_ROOMS:
            raise StoreFull("There are too many rooms. Try again tomorrow.")
        row = {
            "owner": room_codes.digest(owner), "signing_key": room_codes.new_secret(),
            "origin": origin, "ends": self.clock() + DAY, "question": 0, "round": 0,
            "is_open": False, "revealed": False, "ended": False,
        }  # fmt: skip
        while True:
            code = room_codes.new_code()
            try:
                with self.transaction() as connection:
                    connection.execute(sa.insert(ROOMS).values(code=code, **row))
                return code
            except IntegrityError:  # this code is taken
                continue

    def room(self, code: str) -> Room | None:
        """A room as it is now; None where there is none, or its day is over."""
        with self.transaction() as connection:
            row = connection.execute(_ROOM, {"wanted": code, "now": self.clock()}).one_or_none()
        return Room(**row._mapping) if row else None

    def put(self, code: str, body: str, is_open: bool = True) -> bool:
        """Puts a question: the next number, its first round. False for a room that has ended.
        Raises StoreFull."""
        values = {"question": ROOMS.c.question + 1, "round": 1, "is_open": is_open,
                  "revealed": False}  # fmt: skip
        change = self._alive(code).where(ROOMS.c.question < MAX_QUESTIONS)
        with self.transaction() as connection:
            put = connection.scalar(change.values(**values).returning(ROOMS.c.question))
            if put is not None:
                row = {"room": code, "number": put, "body": body}
                connection.execute(sa.insert(QUESTIONS).values(row))
        if put is None and (room := self.room(code)) and not room.ended:
            raise StoreFull(f"A room has at most {MAX_QUESTIONS} questions.")
        return put is not None

    def set_open(self, code: str, is_open: bool) -> bool:
        """Opens or closes the round that there is; a question whose answer was shown stays closed.
        Tells whether it is so now."""
        change = self._alive(code).where(ROOMS.c.question > 0)
        if is_open:
            change = change.where(ROOMS.c.revealed.is_(False))
        return self._change(change.values(is_open=is_open))

    def next_round(self, code: str) -> bool:
        """Opens another round of the same question."""
        change = self._alive(code).where(
            ROOMS.c.question > 0, ROOMS.c.revealed.is_(False), ROOMS.c.round < MAX_ROUNDS
        )
        return self._change(change.values(round=ROOMS.c.round + 1, is_open=True))

    def reveal(self, code: str) -> bool:
        """Closes the question for good: its answer is shown."""
        change = self._alive(code).where(ROOMS.c.question > 0)
        return self._change(change.values(revealed=True, is_open=False))

    def end(self, code: str) -> bool:
        """Nothing is asked in this room any more. What was answered stays until its day is over."""
        return self._change(self._alive(code).values(ended=True, is_open=False))

    def vote(self, room: Room, token: str, answer: str) -> bool:
        """Keeps an answer for the question and the round that `room` is at, in place of an earlier
        one with this token. False where that is not open any more."""
        if room.phones >= MAX_PHONES and not self._knows(room.code, token):
            raise StoreFull("This room is full.")
        given = {"wanted": room.code, "number": room.question, "nth": room.round, "by": token,
                 "said": answer, "now": self.clock()}  # fmt: skip
        with self.transaction() as connection:
            return connection.execute(self._vote, given).first() is not None

    def note_phone(self, code: str, token: str) -> None:
        """Counts a phone that is in the room, once."""
        with self.transaction() as connection:
            connection.execute(self._note, {"wanted": code, "by": token})

    def _knows(self, code: str, token: str) -> bool:
        known = sa.select(PHONES.c.token).where(PHONES.c.room == code, PHONES.c.token == token)
        with self.transaction() as connection:
            return connection.scalar(known) is not None

    def answer(self, room: Room, token: str) -> str | None:
        """What this token has answered in the round that `room` is at."""
        given = sa.select(VOTES.c.answer).where(
            VOTES.c.room == room.code, VOTES.c.question == room.question,
            VOTES.c.round == room.round, VOTES.c.token == token,
        )  # fmt: skip
        with self.transaction() as connection:
            return connection.scalar(given)

    def answers(self, room: Room) -> list[str]:
        """All answers of the round that `room` is at, sorted."""
        given = sa.select(VOTES.c.answer).where(
            VOTES.c.room == room.code, VOTES.c.question == room.question,
            VOTES.c.round == room.round,
        )  # fmt: skip
        with self.transaction() as connection:
            return sorted(connection.scalars(given))

    def bodies(self, code: str) -> Mapping[int, str]:
        """All questions of a room, as they were put, by their numbers."""
        asked = sa.select(QUESTIONS.c.number, QUESTIONS.c.body).where(QUESTIONS.c.room == code)
        with self.transaction() as connection:
            rows = connection.execute(asked.order_by(QUESTIONS.c.number)).all()
        return {row.number: row.body for row in rows}

    def rounds(self, code: str) -> Sequence[Round]:
        """All rounds of a room that somebody has answered."""
        given = sa.select(VOTES.c.question, VOTES.c.round, VOTES.c.answer)
        with self.transaction() as connection:
            rows = connection.execute(given.where(VOTES.c.room == code)).all()
        found: dict[tuple[int, int], list[str]] = {}
        for question, round_, answer in rows:
            found.setdefault((question, round_), []).append(answer)
        return [Round(*key, tuple(sorted(found[key]))) for key in sorted(found)]

    def _alive(self, code: str) -> sa.Update:
        return sa.update(ROOMS).where(
            ROOMS.c.code == code, ROOMS.c.ended.is_(False), ROOMS.c.ends > self.clock()
        )

    def _change(self, change: sa.Update) -> bool:
        with self.transaction() as connection:
            return connection.execute(change).rowcount > 0


def _count(table: sa.Table, *which: sa.ColumnElement[bool]) -> sa.ScalarSelect:
    here = table.c.room == ROOMS.c.code
    return sa.select(sa.func.count()).where(here, *which).correlate(ROOMS).scalar_subquery()


_IN_ROUND = (VOTES.c.question == ROOMS.c.question, VOTES.c.round == ROOMS.c.round)
_ROOM = (
    sa.select(
        ROOMS,
        sa.func.coalesce(QUESTIONS.c.body, "").label("body"),
        _count(VOTES, *_IN_ROUND).label("answered"),
        _count(PHONES).label("phones"),
    )
    .select_from(
        ROOMS.outerjoin(
            QUESTIONS,
            (QUESTIONS.c.room == ROOMS.c.code) & (QUESTIONS.c.number == ROOMS.c.question),
        )
    )
    .where(ROOMS.c.code == sa.bindparam("wanted"), ROOMS.c.ends > sa.bindparam("now"))
)

# What is inserted of a vote: nothing where its round is not open. FOR SHARE: where a close is on
# its way, PostgreSQL lets one of the two go first. SQLite has one writer at a time, and no such
# word.
_OPEN = (
    sa.select(
        ROOMS.c.code, ROOMS.c.question, ROOMS.c.round,
        sa.bindparam("by", type_=sa.Text), sa.bindparam("said", type_=sa.Text),
    )
    .where(
        ROOMS.c.code == sa.bindparam("wanted"), ROOMS.c.question == sa.bindparam("number"),
        ROOMS.c.round == sa.bindparam("nth"), ROOMS.c.is_open, ROOMS.c.ends > sa.bindparam("now"),
    )
    .with_for_update(read=True)
)  # fmt: skip
_HERE = sa.select(ROOMS.c.code, sa.bindparam("by", type_=sa.Text)).where(
    ROOMS.c.code == sa.bindparam("wanted"), _count(PHONES) < MAX_PHONES
)


def _upsert(new: Any) -> Any:
    """One vote for each key: the later of two takes the earlier's place."""
    keys = list(VOTES.primary_key)
    kept = new.on_conflict_do_update(index_elements=keys, set_={"answer": new.excluded.answer})
    return kept.returning(VOTES.c.round)


TABLES = Tables(
    migrations={
        1: (
            """CREATE TABLE rooms (
                code TEXT PRIMARY KEY,
                owner TEXT NOT NULL,
                signing_key TEXT NOT NULL,
                origin TEXT NOT NULL,
                ends DOUBLE PRECISION NOT NULL,
                question INTEGER NOT NULL,
                round INTEGER NOT NULL,
                is_open BOOLEAN NOT NULL,
                revealed BOOLEAN NOT NULL,
                ended BOOLEAN NOT NULL
            )""",
            "CREATE INDEX rooms_by_end ON rooms (ends)",
            """CREATE TABLE questions (
                room TEXT NOT NULL,
                number INTEGER NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (room, number)
            )""",
            """CREATE TABLE votes (
                room TEXT NOT NULL,
                question INTEGER NOT NULL,
                round INTEGER NOT NULL,
                token TEXT NOT NULL,
                answer TEXT NOT NULL,
                PRIMARY KEY (room, question, round, token)
            )""",
            """CREATE TABLE phones (
                room TEXT NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (room, token)
            )""",
        ),
    },
    delete_expired=lambda store: Rooms(store).delete_ended(),
)
