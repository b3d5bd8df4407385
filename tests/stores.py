"""Stores for tests, as fixtures: in memory, in an SQLite file and in PostgreSQL, and a clock that
tests can advance."""

import pytest
import sqlalchemy as sa

from lab.store.store import sqlite_url
from tests import postgres


@pytest.fixture(scope="session")
def postgres_url():
    programs, reason = postgres.find_programs()
    if programs is None:
        pytest.skip(reason)  # tests/conftest.py prints the reason at the end
    with postgres.running(programs) as url:
        yield url


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def url(request, tmp_path):
    yield from urls(request, tmp_path)


def urls(request, tmp_path):
    """Yield the address of an empty store."""
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
        yield url
        with sa.create_engine(url.replace("://", "+psycopg://")).begin() as connection:
            connection.execute(sa.text("DROP SCHEMA public CASCADE"))
            connection.execute(sa.text("CREATE SCHEMA public"))
    else:
        yield sqlite_url(tmp_path / "store.sqlite") if request.param == "sqlite" else ""


class Clock:
    seconds = 1e9

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def shared_url(request, tmp_path):
    """Yield the address of a store that several processes can use."""
    yield from urls(request, tmp_path)
