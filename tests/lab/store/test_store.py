"""The store: tables of features, migrations, clean-up, replicas that start together."""

import asyncio
import os
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from lab.course import course
from lab.course.course import CourseError
from lab.course.course_store import open_store
from lab.course.feature import Feature
from lab.store import store as stores
from lab.store.store import FILE, Store, sqlite_url
from lab.store.tables import Tables
from tests.examples import THOROUGH

ROOT = Path(__file__).resolve().parents[3]
NOTES = Tables(
    {1: ("CREATE TABLE notes (ends DOUBLE PRECISION)",)},
    lambda store: _run(store, f"DELETE FROM notes WHERE ends <= {store.clock()}"),
)
NOTES_FEATURE = Feature("notes", lambda course: True, tables=lambda: NOTES)


def _run(store, statement):
    with store.transaction() as connection:
        return connection.execute(sa.text(statement))


def read(text):
    return course.read(text, pages=("walk",))


async def wait_until(condition):
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


def test_migrations_are_numbered_and_each_is_done_once(url, clock):
    next_table = replace(
        NOTES, migrations={**NOTES.migrations, 2: ("CREATE TABLE later (n INTEGER)",)}
    )
    for tables, numbers in (([NOTES], [1]), ([next_table], [1, 2]), ([next_table], [1, 2])):
        store = Store(url, tables, clock)
        with store.transaction() as connection:
            stored_numbers = connection.execute(
                sa.text("SELECT number FROM migrations ORDER BY 1")
            ).scalars()
            assert list(stored_numbers) == (numbers if url else [*tables[0].migrations])
        if numbers == [1, 2]:
            _run(store, "SELECT * FROM later")
        store.close()


def test_no_two_features_have_migrations_of_one_number():
    with pytest.raises(ValueError, match=r"\[1\]"):
        Store("", [NOTES, NOTES])


def test_rows_are_deleted_again_and_again_when_their_time_is_over(monkeypatch, clock, caplog):
    monkeypatch.setattr(stores, "CLEANING_INTERVAL_SECONDS", 0.001)
    store, calls = Store("", [NOTES], clock), []

    def fail_once(store):
        calls.append(1)
        if len(calls) == 1:
            raise OSError("the disk is full")
        return NOTES.delete_expired(store)

    store._tables = [replace(NOTES, delete_expired=fail_once)]

    def rows() -> int:
        with store.transaction() as connection:
            return connection.execute(sa.text("SELECT count(*) FROM notes")).scalar()

    async def two_days():
        cleaning = asyncio.create_task(store.keep_clean())
        for _ in range(2):
            _run(store, f"INSERT INTO notes VALUES ({clock.seconds + 5})")
            assert rows() == 1
            clock.seconds += 10
            await wait_until(lambda: rows() == 0)
        cleaning.cancel()

    asyncio.run(two_days())
    assert "could not be cleaned" in caplog.text and stores.IN_MEMORY_WARNING in caplog.text
    store.close()


def test_a_closed_store_runs_nothing_more():
    store = Store()
    assert asyncio.run(store.run(lambda: 1)) == 1
    store.close()
    with pytest.raises(RuntimeError):
        asyncio.run(store.run(lambda: 1))


@pytest.mark.parametrize("fault", [None, OSError])
def test_with_the_server_the_store_ends_its_threads(fault):
    store = Store()

    async def serve():
        async with store.clean_while_open():
            assert await store.run(lambda: 1) == 1
            if fault:
                raise fault

    with pytest.raises(fault) if fault else nullcontext():
        asyncio.run(serve())
    with pytest.raises(RuntimeError):
        asyncio.run(store.run(lambda: 1))


def test_a_course_says_where_its_store_is(monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE", str(tmp_path / "course.toml"))
    assert open_store(read(""), []) is None, "nothing is kept"
    assert open_store(read(""), [NOTES_FEATURE]).in_memory
    assert not open_store(read('data_folder = "kept"'), [NOTES_FEATURE]).in_memory
    assert (tmp_path / "kept" / FILE).is_file()


def test_a_store_of_an_earlier_version_is_opened_by_its_name(monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE", str(tmp_path / "course.toml"))
    (tmp_path / "earlier.sqlite").touch()
    assert not open_store(read('data_folder = "."'), [NOTES_FEATURE]).in_memory
    assert [path.name for path in tmp_path.glob("*.sqlite")] == ["earlier.sqlite"]


def test_an_unusable_data_folder_is_reported_at_start(monkeypatch, tmp_path):
    (tmp_path / "kept").write_text("a file", "utf-8")
    monkeypatch.setenv("COURSE", str(tmp_path / "course.toml"))
    with pytest.raises(CourseError, match=r"store in data_folder, .*kept, can't be opened"):
        open_store(read('data_folder = "kept"'), [NOTES_FEATURE])
    assert not open_store(read('data_folder = "other"'), [NOTES_FEATURE]).in_memory


OPEN_FILES = """
import sys
from lab.store.store import Store
print("ready", flush=True)
for url in sys.stdin:
    Store(url.strip()).close()
    print("opened", flush=True)
"""


def test_a_database_without_its_driver_names_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(CourseError, match=r"install -r requirements-postgres\.txt"):
        open_store(read('database = "postgresql://kernels@localhost/kernels"'), [NOTES_FEATURE])


@pytest.mark.thorough
def test_replicas_that_open_a_new_file_at_once_all_open_it(tmp_path):
    """SQLite needs exclusive access to change a new file to WAL mode, and fails at once without
    it."""
    replicas = [
        subprocess.Popen([sys.executable, "-c", OPEN_FILES], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for _ in range(3)
    ]  # fmt: skip
    lines = [replica.stdout.readline() for replica in replicas]
    for k in range(60 if THOROUGH in os.environ else 20):
        for replica in replicas:
            replica.stdin.write(f"{sqlite_url(tmp_path / f'{k}.sqlite')}\n")
            replica.stdin.flush()
        lines += [replica.stdout.readline() for replica in replicas]
    for replica in replicas:
        replica.communicate()
    assert set(lines) == {"ready\n", "opened\n"}
