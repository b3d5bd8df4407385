"""Makes the tables of the store, from numbered statements for SQLite and PostgreSQL alike.

A numbered statement is never changed: a later version of a table is a new number.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, text

LOCK = 5_391_077  # a number for PostgreSQL that nothing else locks


def migrate(connection: Connection, numbered: Mapping[int, tuple[str, ...]]) -> None:
    """Bring the tables to their newest numbers, in the transaction of `connection`. Replicas that
    start together take turns."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    else:
        connection.execute(text("BEGIN IMMEDIATE"))
    connection.execute(text("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)"))
    done = set(connection.execute(text("SELECT number FROM migrations")).scalars())
    for number in sorted(numbered.keys() - done):
        for statement in numbered[number]:
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO migrations VALUES (:number)"), {"number": number})
