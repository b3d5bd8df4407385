"""Create the store's tables from numbered statements, for SQLite and PostgreSQL.

A numbered statement is never edited: to change a table, add a statement with a new number.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, text

LOCK = 5_391_077  # key of the advisory lock in PostgreSQL that migrations hold


def migrate(connection: Connection, statements_by_number: Mapping[int, tuple[str, ...]]) -> None:
    """Run the statements that this database has not run yet, in the transaction of `connection`.

    Replicas that start at the same time wait for each other.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    else:
        connection.execute(text("BEGIN IMMEDIATE"))
    connection.execute(text("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)"))
    applied = set(connection.execute(text("SELECT number FROM migrations")).scalars())
    for number in sorted(statements_by_number.keys() - applied):
        for statement in statements_by_number[number]:
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO migrations VALUES (:number)"), {"number": number})
