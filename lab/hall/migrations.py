"""The tables of the store, as numbered statements for SQLite and PostgreSQL alike.

What stands here is never changed: a later version of the tables is a new number.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, text

LOCK = 5_391_077  # a number for PostgreSQL that nothing else locks

NUMBERED: Mapping[int, tuple[str, ...]] = {
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
    2: (
        """CREATE TABLE links (
            slug TEXT PRIMARY KEY,
            target TEXT NOT NULL,
            digest TEXT NOT NULL UNIQUE,
            ends DOUBLE PRECISION NOT NULL
        )""",
        "CREATE INDEX links_by_end ON links (ends)",
    ),
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
}


def migrate(connection: Connection) -> None:
    """Brings the tables to the newest number, in the transaction of `connection`. Replicas that
    start together take turns."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    else:
        connection.execute(text("BEGIN IMMEDIATE"))
    connection.execute(text("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)"))
    done = set(connection.execute(text("SELECT number FROM migrations")).scalars())
    for number in sorted(NUMBERED.keys() - done):
        for statement in NUMBERED[number]:
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO migrations VALUES (:number)"), {"number": number})
