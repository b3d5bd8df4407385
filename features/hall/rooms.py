"""Rooms, questions and votes in SQLite or PostgreSQL, shared by all replicas.

A vote is one row, with the key room, question, round and token, so a vote that is sent twice counts
once. One statement both checks that the round is open and writes the row, so no vote is accepted
once the round is closed. No personal data and no times of votes are stored. A room ends after a
day, and then its rows are deleted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from features.hall import room_codes
from lab.store.store import DAY_SECONDS, Store, StoreFull
from lab.store.tables import Tables

MAX_ROOMS = 5000
MAX_QUESTIONS = 200  # per room
MAX_ROUNDS = 9  # per question
MAX_PHONES = 5000  # per room

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
    """The current state of a room. `body` is the question as JSON, "" if there is none.

    `question` and `round` count from 1; both are 0 before the first question.
    """

    code: str
    owner: str  # digest of the owner's secret
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
        self._insert_vote = _upsert(store.insert(VOTES).from_select(list(VOTES.c), _NEW_VOTE))
        insertion = store.insert(PHONES).from_select(list(PHONES.c), _NEW_PHONE)
        self._insert_phone = insertion.on_conflict_do_nothing()

    def delete_ended(self) -> int:
        """Delete all rooms whose day is over, with their data. Return the number of rooms."""
        return self._delete(ROOMS.c.ends <= self.clock())

    def delete(self, code: str) -> None:
        """Delete a room with its data."""
        self._delete(ROOMS.c.code == code)

    def _delete(self, condition: sa.ColumnElement[bool]) -> int:
        with self.transaction() as connection:
            deleted = connection.execute(sa.delete(ROOMS).where(condition).returning(ROOMS.c.code))
            codes = list(deleted.scalars())
            for table in (QUESTIONS, VOTES, PHONES):
                for code in codes:
                    connection.execute(sa.delete(table).where(table.c.room == code))
        return len(codes)

    def create(self, owner: str, origin: str) -> str:
        """Open a room for the owner with this secret. Return its code. Raises StoreFull."""
        self.delete_ended()
        with self.transaction() as connection:
            count = connection.scalar(sa.select(sa.func.count()).select_from(ROOMS))
        if (count or 0) >= MAX_ROOMS:
            raise StoreFull("This server has too many rooms. Try again tomorrow.")
        row = {
            "owner": room_codes.digest(owner), "signing_key": room_codes.new_secret(),
            "origin": origin, "ends": self.clock() + DAY_SECONDS, "question": 0, "round": 0,
            "is_open": False, "revealed": False, "ended": False,
        }  # fmt: skip
        while True:
            code = room_codes.new_code()
            try:
                with self.transaction() as connection:
                    connection.execute(sa.insert(ROOMS).values(code=code, **row))
                return code
            except IntegrityError:  # the code is in use
                continue

    def room(self, code: str) -> Room | None:
        """Read a room. Return None if there is no such room or its day is over."""
        with self.transaction() as connection:
            row = connection.execute(
                _SELECT_ROOM, {"room_code": code, "time": self.clock()}
            ).one_or_none()
        return Room(**row._mapping) if row else None

    def add_question(self, code: str, body: str, is_open: bool = True) -> bool:
        """Add a question and begin its first round, open or closed. Return False if the room has
        ended or does not exist. Raises StoreFull if the room has MAX_QUESTIONS."""
        values = {"question": ROOMS.c.question + 1, "round": 1, "is_open": is_open,
                  "revealed": False}  # fmt: skip
        change = self._update_active_room(code).where(ROOMS.c.question < MAX_QUESTIONS)
        with self.transaction() as connection:
            number = connection.scalar(change.values(**values).returning(ROOMS.c.question))
            if number is not None:
                row = {"room": code, "number": number, "body": body}
                connection.execute(sa.insert(QUESTIONS).values(row))
        if number is None and (room := self.room(code)) and not room.ended:
            raise StoreFull(
                f"A room has at most {MAX_QUESTIONS} questions. Type the lecture’s address into a "
                "new tab: the first question there opens a new room."
            )
        return number is not None

    def set_open(self, code: str, is_open: bool) -> bool:
        """Open or close the current round. Return whether this was possible: a question whose
        answer was revealed stays closed."""
        change = self._update_active_room(code).where(ROOMS.c.question > 0)
        if is_open:
            change = change.where(ROOMS.c.revealed.is_(False))
        return self._change(change.values(is_open=is_open))

    def next_round(self, code: str) -> bool:
        """Open another round of the same question. Return whether this was possible."""
        change = self._update_active_room(code).where(
            ROOMS.c.question > 0, ROOMS.c.revealed.is_(False), ROOMS.c.round < MAX_ROUNDS
        )
        return self._change(change.values(round=ROOMS.c.round + 1, is_open=True))

    def reveal(self, code: str) -> bool:
        """Close the question for good and reveal its answer. Return whether this was possible."""
        change = self._update_active_room(code).where(ROOMS.c.question > 0)
        return self._change(change.values(revealed=True, is_open=False))

    def end(self, code: str) -> bool:
        """End the room: it accepts no more questions and votes. Its results stay until its day is
        over. Return whether this was possible."""
        return self._change(self._update_active_room(code).values(ended=True, is_open=False))

    def vote(self, room: Room, token: str, answer: str) -> bool:
        """Store an answer to the room's current question and round, replacing an earlier answer
        with this token. Return False if the round is not open any more. Raises StoreFull if the
        room is full and this phone is not in it."""
        if room.phones >= MAX_PHONES and not self._has_phone(room.code, token):
            raise StoreFull("This room is full.")
        values = {"room_code": room.code, "question_number": room.question,
                  "round_number": room.round, "phone_token": token, "answer_text": answer,
                  "time": self.clock()}  # fmt: skip
        with self.transaction() as connection:
            return connection.execute(self._insert_vote, values).first() is not None

    def note_phone(self, code: str, token: str) -> None:
        """Store a phone of the room, unless it is stored already or the room is full."""
        with self.transaction() as connection:
            connection.execute(self._insert_phone, {"room_code": code, "phone_token": token})

    def _has_phone(self, code: str, token: str) -> bool:
        query = sa.select(PHONES.c.token).where(PHONES.c.room == code, PHONES.c.token == token)
        with self.transaction() as connection:
            return connection.scalar(query) is not None

    def answer(self, room: Room, token: str) -> str | None:
        """Return the answer with this token in the room's current round, or None."""
        query = sa.select(VOTES.c.answer).where(
            VOTES.c.room == room.code, VOTES.c.question == room.question,
            VOTES.c.round == room.round, VOTES.c.token == token,
        )  # fmt: skip
        with self.transaction() as connection:
            return connection.scalar(query)

    def answers(self, room: Room) -> list[str]:
        """Return all answers of the room's current round, sorted."""
        query = sa.select(VOTES.c.answer).where(
            VOTES.c.room == room.code, VOTES.c.question == room.question,
            VOTES.c.round == room.round,
        )  # fmt: skip
        with self.transaction() as connection:
            return sorted(connection.scalars(query))

    def bodies(self, code: str) -> Mapping[int, str]:
        """Return all questions of a room as JSON, by number."""
        query = sa.select(QUESTIONS.c.number, QUESTIONS.c.body).where(QUESTIONS.c.room == code)
        with self.transaction() as connection:
            rows = connection.execute(query.order_by(QUESTIONS.c.number)).all()
        return {row.number: row.body for row in rows}

    def rounds(self, code: str) -> Sequence[Round]:
        """Return all rounds of a room that have answers."""
        query = sa.select(VOTES.c.question, VOTES.c.round, VOTES.c.answer)
        with self.transaction() as connection:
            rows = connection.execute(query.where(VOTES.c.room == code)).all()
        answers: dict[tuple[int, int], list[str]] = {}
        for question, round_, answer in rows:
            answers.setdefault((question, round_), []).append(answer)
        return [Round(*key, tuple(sorted(answers[key]))) for key in sorted(answers)]

    def _update_active_room(self, code: str) -> sa.Update:
        return sa.update(ROOMS).where(
            ROOMS.c.code == code, ROOMS.c.ended.is_(False), ROOMS.c.ends > self.clock()
        )

    def _change(self, change: sa.Update) -> bool:
        with self.transaction() as connection:
            return connection.execute(change).rowcount > 0


def _count(table: sa.Table, *conditions: sa.ColumnElement[bool]) -> sa.ScalarSelect:
    in_room = table.c.room == ROOMS.c.code
    return sa.select(sa.func.count()).where(in_room, *conditions).correlate(ROOMS).scalar_subquery()


_CURRENT_ROUND_CONDITIONS = (VOTES.c.question == ROOMS.c.question, VOTES.c.round == ROOMS.c.round)
_SELECT_ROOM = (
    sa.select(
        ROOMS,
        sa.func.coalesce(QUESTIONS.c.body, "").label("body"),
        _count(VOTES, *_CURRENT_ROUND_CONDITIONS).label("answered"),
        _count(PHONES).label("phones"),
    )
    .select_from(
        ROOMS.outerjoin(
            QUESTIONS,
            (QUESTIONS.c.room == ROOMS.c.code) & (QUESTIONS.c.number == ROOMS.c.question),
        )
    )
    .where(ROOMS.c.code == sa.bindparam("room_code"), ROOMS.c.ends > sa.bindparam("time"))
)

# The query selects the row of a vote, or no row if its round is not open. With FOR SHARE,
# PostgreSQL executes a vote and a simultaneous close one after the other. SQLAlchemy omits FOR
# SHARE for SQLite, which has only one writer at a time.
_NEW_VOTE = (
    sa.select(
        ROOMS.c.code, ROOMS.c.question, ROOMS.c.round,
        sa.bindparam("phone_token", type_=sa.Text), sa.bindparam("answer_text", type_=sa.Text),
    )
    .where(
        ROOMS.c.code == sa.bindparam("room_code"),
        ROOMS.c.question == sa.bindparam("question_number"),
        ROOMS.c.round == sa.bindparam("round_number"),
        ROOMS.c.is_open,
        ROOMS.c.ends > sa.bindparam("time"),
    )
    .with_for_update(read=True)
)  # fmt: skip
_NEW_PHONE = sa.select(ROOMS.c.code, sa.bindparam("phone_token", type_=sa.Text)).where(
    ROOMS.c.code == sa.bindparam("room_code"), _count(PHONES) < MAX_PHONES
)


def _upsert(insertion: Any) -> Any:
    """Return an insertion of votes that replaces an earlier vote with the same key."""
    keys = list(VOTES.primary_key)
    upsert = insertion.on_conflict_do_update(
        index_elements=keys, set_={"answer": insertion.excluded.answer}
    )
    return upsert.returning(VOTES.c.round)


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
