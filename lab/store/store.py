"""Open the store of a course: a database with the tables of its features."""

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

DAY_SECONDS = 24 * 3600.0
# Characters of random codes in the store: easy to distinguish, and without vowels.
CODE_CHARACTERS = "CDFHJKMNPQRTVWXYZ346789"
FILE = "store.sqlite"  # name of a new file in the course's data folder
CLEANING_INTERVAL_SECONDS = 600.0  # interval between two deletions of expired rows
BUSY_SECONDS = 10.0  # time for which SQLite waits for another writer
WORKERS = 4  # number of threads that run the store's statements
IN_MEMORY_WARNING = (
    "There is no data folder: the store is in this process's memory, is lost when the process"
    " stops, and is not shared with other replicas. Set data_folder or database in course.toml."
)


class StoreFull(Exception):
    """A limit of the store is reached; the message names the limit."""


class Store:
    """A course's database. `url`: its address, as SQLAlchemy writes it; "" for a database in this
    process's memory.

    `tables`: the tables of the features that store something.
    """

    def __init__(
        self, url: str = "", tables: Sequence[Tables] = (), clock: Callable[[], float] = time.time
    ):
        self.in_memory = not url
        self.clock = clock
        self._engine = _make_engine(url)
        # A store in memory has a single connection, which the threads use in turn.
        self._turn = threading.RLock() if self.in_memory else nullcontext()
        self._threads = ThreadPoolExecutor(WORKERS, "store")
        self._tables = tables
        is_sqlite = self._engine.dialect.name == "sqlite"
        self.insert = sqlite.insert if is_sqlite else postgresql.insert
        with self.transaction() as connection:
            migrations.migrate(connection, _merge_migrations(tables))

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        with self._turn, self._engine.begin() as connection:
            yield connection

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run work(*arguments) in one of the store's threads, without blocking the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    async def keep_clean(self) -> None:
        """Delete expired rows at intervals, while the server runs."""
        if self.in_memory:
            log.warning(IN_MEMORY_WARNING)
        while True:
            try:
                for table in self._tables:
                    await self.run(table.delete_expired, self)
            except Exception:
                log.exception("The store could not be cleaned")
            await asyncio.sleep(CLEANING_INTERVAL_SECONDS)

    @asynccontextmanager
    async def clean_while_open(self) -> AsyncIterator[None]:
        """Delete expired rows at intervals inside the context, then close the store."""
        cleaning = asyncio.create_task(self.keep_clean())
        try:
            yield
        finally:
            cleaning.cancel()
            self.close()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._engine.dispose()


def file_in(folder: Path) -> Path:
    """Return the file of the store in a data folder; an existing file may have another name."""
    return next(iter(sorted(folder.glob("*.sqlite"))), folder / FILE)


def sqlite_url(file: Path) -> str:
    """Return the URL of a store in a file, which replicas on the same host can share."""
    return str(sa.URL.create("sqlite", database=str(file)))


def _merge_migrations(tables: Sequence[Tables]) -> Mapping[int, tuple[str, ...]]:
    merged: dict[int, tuple[str, ...]] = {}
    for table in tables:
        if duplicates := merged.keys() & table.migrations.keys():
            raise ValueError(
                f"Two features have migrations with the same numbers: {sorted(duplicates)}."
            )
        merged |= table.migrations
    return merged


def _make_engine(url: str) -> sa.Engine:
    if not url:
        return sa.create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
    engine_url = sa.make_url(url)
    if engine_url.get_backend_name() == "postgresql":
        engine_url = engine_url.set(drivername="postgresql+psycopg")
        return sa.create_engine(engine_url, pool_size=4, max_overflow=4, pool_pre_ping=True)
    Path(engine_url.database or "").parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(engine_url, connect_args={"timeout": BUSY_SECONDS})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection, _record) -> None:
        cursor = connection.cursor()
        _use_write_ahead_log(cursor)
        # secure_delete overwrites deleted rows.
        for pragma in ("synchronous=NORMAL", "secure_delete=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _use_write_ahead_log(cursor: sqlite3.Cursor) -> None:
    """Use a write-ahead log, so that reads go on during a write.

    SQLite fails at once while another process switches the same new file to this mode. So the
    function retries for at most `BUSY_SECONDS`.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
