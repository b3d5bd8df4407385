"""The store of a course: an engine, transactions, and the tables of its features."""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.pool import StaticPool

from lab.store import migrations
from lab.store.tables import Tables

T = TypeVar("T")
log = logging.getLogger(__name__)

DAY = 24 * 3600.0
SIGNS = "CDFHJKMNPQRTVWXYZ346789"  # of codes: none is mistaken for another, and they make no words
FILE = "hall.sqlite"  # in the course's data folder
CLEANING = 600.0  # seconds between two looks for rows whose time is over
BUSY_SECONDS = 10.0  # that SQLite waits for another writer
WORKERS = 4  # threads that ask the store
IN_MEMORY = (
    "There is no data folder: what is kept lives in this process's memory, is gone when it stops,"
    " and no other replica knows it. Set data_folder or database in course.toml."
)


class StoreFull(Exception):
    """More than is kept; the message says of what."""


class Store:
    """`url` as SQLAlchemy has it; "" keeps everything in this process's memory. `tables`: of the
    features that keep something here."""

    def __init__(
        self, url: str = "", tables: Sequence[Tables] = (), clock: Callable[[], float] = time.time
    ):
        self.in_memory = not url
        self.clock = clock
        self._engine = _engine(url)
        # All threads share the one connection of a store in memory.
        self._turn = threading.RLock() if self.in_memory else nullcontext()
        self._threads = ThreadPoolExecutor(WORKERS, "store")
        self._tables = tables
        of_sqlite = self._engine.dialect.name == "sqlite"
        self.insert = sqlite.insert if of_sqlite else postgresql.insert
        with self.transaction() as connection:
            migrations.migrate(connection, _numbered(tables))

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        with self._turn, self._engine.begin() as connection:
            yield connection

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """work(*given) in one of the store's threads: others do not wait for the database."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    async def keep_clean(self) -> None:
        """Delete what is over, for as long as the server is up."""
        if self.in_memory:
            log.warning(IN_MEMORY)
        while True:
            try:
                for table in self._tables:
                    await self.run(table.delete_expired, self)
            except Exception:
                log.exception("The store could not be looked through")
            await asyncio.sleep(CLEANING)

    @asynccontextmanager
    async def cleaned(self) -> AsyncIterator[None]:
        """Delete what is over while the server is up; then close the store, however it ends."""
        cleaning = asyncio.create_task(self.keep_clean())
        try:
            yield
        finally:
            cleaning.cancel()
            self.close()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._engine.dispose()


def sqlite_url(file: Path) -> str:
    """The store in a file; replicas on one host share it."""
    return str(sa.URL.create("sqlite", database=str(file)))


def _numbered(tables: Sequence[Tables]) -> Mapping[int, tuple[str, ...]]:
    merged: dict[int, tuple[str, ...]] = {}
    for table in tables:
        if twice := merged.keys() & table.migrations.keys():
            raise ValueError(f"Two features have migrations with the numbers {sorted(twice)}.")
        merged |= table.migrations
    return merged


def _engine(url: str) -> sa.Engine:
    if not url:
        return sa.create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        return sa.create_engine(parsed, pool_size=4, max_overflow=4, pool_pre_ping=True)
    Path(parsed.database or "").parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(parsed, connect_args={"timeout": BUSY_SECONDS})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection, _record) -> None:
        cursor = connection.cursor()
        _write_ahead(cursor)
        # What was deleted is overwritten.
        for pragma in ("synchronous=NORMAL", "secure_delete=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """One writes while others read. While another process turns a new file to it, SQLite refuses
    at once instead of waiting; so this asks again."""
    last = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > last:
                raise
            time.sleep(0.02)
