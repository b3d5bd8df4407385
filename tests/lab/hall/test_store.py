"""The store: the same tests in memory, in SQLite's file and in PostgreSQL."""

import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from lab.hall import migrations, room_codes, store
from lab.hall.store import DAY, Store, StoreFull, sqlite_url
from tests.examples import THOROUGH

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def code(hall):
    code = hall.create("secret", "http://here")
    assert hall.put(code, "{}")
    return code


def test_a_room_is_what_was_done_to_it(hall):
    code = hall.create("secret", "http://here")
    room = hall.room(code)
    assert (room.question, room.round, room.is_open, room.body) == (0, 0, False, "")
    assert room_codes.is_secret("secret", room.owner) and "secret" not in room.owner
    assert not hall.set_open(code, True) and not hall.next_round(code) and not hall.reveal(code)
    assert hall.put(code, "first") and hall.put(code, "second", is_open=False)
    room = hall.room(code)
    assert (room.question, room.round, room.is_open, room.body) == (2, 1, False, "second")
    assert hall.bodies(code) == {1: "first", 2: "second"}
    assert hall.set_open(code, True) and hall.next_round(code) and hall.room(code).round == 2
    assert hall.reveal(code) and not hall.set_open(code, True) and not hall.room(code).is_open
    assert hall.end(code) and not hall.put(code, "third") and hall.room(code).ended


def test_a_vote_is_one_row_and_the_later_one_counts(hall, code):
    room = hall.room(code)
    for answer in ("0", "1", "1"):
        assert hall.vote(room, "a", answer)
    assert hall.vote(room, "b", "2")
    assert hall.room(code).answered == 2
    assert hall.answers(room) == ["1", "2"] and hall.answer(room, "a") == "1"
    assert hall.answer(room, "c") is None


def test_no_vote_comes_in_after_the_close_or_for_another_round(hall, code):
    first = hall.room(code)
    assert hall.vote(first, "a", "0")
    assert hall.set_open(code, False) and not hall.vote(first, "a", "1")
    assert hall.next_round(code)
    assert not hall.vote(first, "a", "1"), "the page was of the first round"
    assert hall.vote(hall.room(code), "a", "1")
    assert hall.put(code, "next") and not hall.vote(first, "a", "2")
    rounds = {(one.question, one.round): one.answers for one in hall.rounds(code)}
    assert rounds == {(1, 1): ("0",), (1, 2): ("1",)}


def test_phones_are_counted_once(hall, code):
    for token in ("a", "b", "a"):
        hall.note_phone(code, token)
    hall.note_phone("XXXXXX", "c")
    assert hall.room(code).phones == 2


def test_a_room_ends_after_a_day_and_nothing_of_it_stays(hall, code, clock, url):
    room = hall.room(code)
    hall.vote(room, "a", "0")
    hall.note_phone(code, "a")
    clock.now += DAY - 1
    assert hall.room(code) and hall.delete_ended() == 0
    later = hall.create("other", "http://here")
    clock.now += 2
    assert hall.room(code) is None and not hall.vote(room, "a", "1") and not hall.put(code, "{}")
    assert hall.delete_ended() == 1 and hall.room(later)
    assert not hall.rounds(code) and not hall.bodies(code)
    with hall.transaction() as connection:
        for table in (store.QUESTIONS, store.VOTES, store.PHONES):
            assert connection.execute(sa.select(table).where(table.c.room == code)).all() == []


def test_deleting_a_room_leaves_the_others(hall, code):
    other = hall.create("other", "http://here")
    hall.put(other, "{}")
    hall.vote(hall.room(other), "a", "0")
    hall.delete(code)
    assert hall.room(code) is None and hall.room(other).answered == 1


def test_there_is_an_end_to_what_is_kept(hall, code, monkeypatch):
    monkeypatch.setattr(store, "MAX_PHONES", 2)
    for token in ("a", "b"):
        hall.note_phone(code, token)
    room = hall.room(code)
    with pytest.raises(StoreFull):
        hall.vote(room, "c", "0")
    assert hall.vote(room, "a", "0")
    monkeypatch.setattr(store, "MAX_QUESTIONS", 1)
    with pytest.raises(StoreFull):
        hall.put(code, "{}")
    monkeypatch.setattr(store, "MAX_ROOMS", 1)
    with pytest.raises(StoreFull):
        hall.create("other", "http://here")


def test_many_votes_at_once_and_a_close_in_the_middle(hall, code):
    """What was accepted is there, what is there was accepted, and after the close nothing comes."""
    room, accepted, closed = hall.room(code), [], threading.Event()

    def vote(k):
        if hall.vote(room, f"t{k % 150}", str(k % 3)):
            accepted.append(k % 150)
        if k == 150:
            assert hall.set_open(code, False)
            seen.append(hall.room(code).answered)
            closed.set()

    seen: list[int] = []
    with ThreadPoolExecutor(8) as crew:
        list(crew.map(vote, range(300)))
    assert closed.is_set() and hall.room(code).answered == seen[0] == len(set(accepted)) > 0


def test_replicas_share_the_store_and_start_together(shared_url, clock):
    with ThreadPoolExecutor(4) as crew:
        stores = list(crew.map(lambda _: Store(shared_url, clock), range(4)))
    code = stores[0].create("secret", "http://here")
    stores[1].put(code, "{}")
    room = stores[2].room(code)
    assert stores[3].vote(room, "a", "1") and stores[0].vote(room, "a", "2")
    assert stores[1].answers(room) == ["2"]
    for each in stores:
        each.close()


def test_what_was_voted_is_there_after_a_restart(shared_url, clock):
    first = Store(shared_url, clock)
    code = first.create("secret", "http://here")
    first.put(code, "{}")
    first.vote(first.room(code), "a", "1")
    first.close()
    again = Store(shared_url, clock)
    assert again.answers(again.room(code)) == ["1"]
    again.close()


def test_migrations_are_numbered_and_each_is_done_once(url, clock, monkeypatch):
    first = Store(url, clock)
    last = max(migrations.NUMBERED) + 1
    more = {**migrations.NUMBERED, last: ("CREATE TABLE later (number INTEGER)",)}
    monkeypatch.setattr(migrations, "NUMBERED", more)
    for _ in range(2):
        with first.transaction() as connection:
            migrations.migrate(connection)
            done = connection.execute(sa.text("SELECT number FROM migrations ORDER BY 1")).scalars()
            assert list(done) == [*range(1, last + 1)]
            connection.execute(sa.text("SELECT * FROM later"))
    first.close()


def test_the_file_is_in_wal_mode_and_deleted_rows_are_written_over(tmp_path, clock):
    file = tmp_path / "hall.sqlite"
    hall = Store(sqlite_url(file), clock)
    code = hall.create("secret", "http://here")
    hall.put(code, '{"text": "a question that is long gone"}')
    mode = sqlite3.connect(file).execute("PRAGMA journal_mode").fetchone()
    assert mode == ("wal",)
    hall.delete(code)
    hall.close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"long gone" not in file.read_bytes()


OPEN_FILES = """
import sys
from lab.hall.store import Store
print("ready", flush=True)
for url in sys.stdin:
    Store(url.strip()).close()
    print("opened", flush=True)
"""


def test_replicas_that_open_a_new_file_at_once_all_open_it(tmp_path):
    """To turn a new file to WAL SQLite wants it for itself, and refuses at once where it can't."""
    replicas = [
        subprocess.Popen([sys.executable, "-c", OPEN_FILES], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for _ in range(3)
    ]  # fmt: skip
    told = [replica.stdout.readline() for replica in replicas]
    for k in range(60 if THOROUGH in os.environ else 20):
        for replica in replicas:
            replica.stdin.write(f"{sqlite_url(tmp_path / f'{k}.sqlite')}\n")
            replica.stdin.flush()
        told += [replica.stdout.readline() for replica in replicas]
    for replica in replicas:
        replica.communicate()
    assert set(told) == {"ready\n", "opened\n"}
