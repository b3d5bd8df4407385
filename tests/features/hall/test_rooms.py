"""Rooms: the same tests in memory, in SQLite's file and in PostgreSQL."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from features.hall import room_codes
from features.hall import rooms as room_tables
from features.hall.rooms import TABLES, Rooms
from lab.store.store import DAY, Store, StoreFull, sqlite_url


@pytest.fixture
def code(rooms):
    code = rooms.create("secret", "http://here")
    assert rooms.put(code, "{}")
    return code


def test_a_room_is_what_was_done_to_it(rooms):
    code = rooms.create("secret", "http://here")
    room = rooms.room(code)
    assert (room.question, room.round, room.is_open, room.body) == (0, 0, False, "")
    assert room_codes.is_secret("secret", room.owner) and "secret" not in room.owner
    assert not rooms.set_open(code, True) and not rooms.next_round(code) and not rooms.reveal(code)
    assert rooms.put(code, "first") and rooms.put(code, "second", is_open=False)
    room = rooms.room(code)
    assert (room.question, room.round, room.is_open, room.body) == (2, 1, False, "second")
    assert rooms.bodies(code) == {1: "first", 2: "second"}
    assert rooms.set_open(code, True) and rooms.next_round(code) and rooms.room(code).round == 2
    assert rooms.reveal(code) and not rooms.set_open(code, True) and not rooms.room(code).is_open
    assert rooms.end(code) and not rooms.put(code, "third") and rooms.room(code).ended


def test_a_vote_is_one_row_and_the_later_one_counts(rooms, code):
    room = rooms.room(code)
    for answer in ("0", "1", "1"):
        assert rooms.vote(room, "a", answer)
    assert rooms.vote(room, "b", "2")
    assert rooms.room(code).answered == 2
    assert rooms.answers(room) == ["1", "2"] and rooms.answer(room, "a") == "1"
    assert rooms.answer(room, "c") is None


def test_no_vote_comes_in_after_the_close_or_for_another_round(rooms, code):
    first = rooms.room(code)
    assert rooms.vote(first, "a", "0")
    assert rooms.set_open(code, False) and not rooms.vote(first, "a", "1")
    assert rooms.next_round(code)
    assert not rooms.vote(first, "a", "1"), "the page was of the first round"
    assert rooms.vote(rooms.room(code), "a", "1")
    assert rooms.put(code, "next") and not rooms.vote(first, "a", "2")
    rounds = {(one.question, one.round): one.answers for one in rooms.rounds(code)}
    assert rounds == {(1, 1): ("0",), (1, 2): ("1",)}


def test_phones_are_counted_once(rooms, code):
    for token in ("a", "b", "a"):
        rooms.note_phone(code, token)
    rooms.note_phone("XXXXXX", "c")
    assert rooms.room(code).phones == 2


def test_a_room_ends_after_a_day_and_nothing_of_it_stays(rooms, code, clock, url):
    room = rooms.room(code)
    rooms.vote(room, "a", "0")
    rooms.note_phone(code, "a")
    clock.now += DAY - 1
    assert rooms.room(code) and rooms.delete_ended() == 0
    later = rooms.create("other", "http://here")
    clock.now += 2
    assert rooms.room(code) is None and not rooms.vote(room, "a", "1") and not rooms.put(code, "{}")
    assert rooms.delete_ended() == 1 and rooms.room(later)
    assert not rooms.rounds(code) and not rooms.bodies(code)
    with rooms.transaction() as connection:
        for table in (room_tables.QUESTIONS, room_tables.VOTES, room_tables.PHONES):
            assert connection.execute(sa.select(table).where(table.c.room == code)).all() == []


def test_deleting_a_room_leaves_the_others(rooms, code):
    other = rooms.create("other", "http://here")
    rooms.put(other, "{}")
    rooms.vote(rooms.room(other), "a", "0")
    rooms.delete(code)
    assert rooms.room(code) is None and rooms.room(other).answered == 1


def test_there_is_an_end_to_what_is_kept(rooms, code, monkeypatch):
    monkeypatch.setattr(room_tables, "MAX_PHONES", 2)
    for token in ("a", "b"):
        rooms.note_phone(code, token)
    room = rooms.room(code)
    with pytest.raises(StoreFull):
        rooms.vote(room, "c", "0")
    assert rooms.vote(room, "a", "0")
    monkeypatch.setattr(room_tables, "MAX_QUESTIONS", 1)
    with pytest.raises(StoreFull):
        rooms.put(code, "{}")
    monkeypatch.setattr(room_tables, "MAX_ROOMS", 1)
    with pytest.raises(StoreFull):
        rooms.create("other", "http://here")


def test_many_votes_at_once_and_a_close_in_the_middle(rooms, code):
    """What was accepted is there, what is there was accepted, and after the close nothing comes."""
    room, accepted, closed = rooms.room(code), [], threading.Event()

    def vote(k):
        if rooms.vote(room, f"t{k % 150}", str(k % 3)):
            accepted.append(k % 150)
        if k == 150:
            assert rooms.set_open(code, False)
            seen.append(rooms.room(code).answered)
            closed.set()

    seen: list[int] = []
    with ThreadPoolExecutor(8) as crew:
        list(crew.map(vote, range(300)))
    assert closed.is_set() and rooms.room(code).answered == seen[0] == len(set(accepted)) > 0


def test_replicas_share_the_store_and_start_together(shared_url, clock):
    with ThreadPoolExecutor(4) as crew:
        stores = list(crew.map(lambda _: Store(shared_url, [TABLES], clock), range(4)))
    first, second, third, fourth = map(Rooms, stores)
    code = first.create("secret", "http://here")
    second.put(code, "{}")
    room = third.room(code)
    assert fourth.vote(room, "a", "1") and first.vote(room, "a", "2")
    assert second.answers(room) == ["2"]
    for each in stores:
        each.close()


def test_what_was_voted_is_there_after_a_restart(shared_url, clock):
    store = Store(shared_url, [TABLES], clock)
    first = Rooms(store)
    code = first.create("secret", "http://here")
    first.put(code, "{}")
    first.vote(first.room(code), "a", "1")
    store.close()
    store = Store(shared_url, [TABLES], clock)
    again = Rooms(store)
    assert again.answers(again.room(code)) == ["1"]
    store.close()


def test_the_file_is_in_wal_mode_and_deleted_rows_are_written_over(tmp_path, clock):
    file = tmp_path / "hall.sqlite"
    store = Store(sqlite_url(file), [TABLES], clock)
    rooms = Rooms(store)
    code = rooms.create("secret", "http://here")
    rooms.put(code, '{"text": "a question that is long gone"}')
    mode = sqlite3.connect(file).execute("PRAGMA journal_mode").fetchone()
    assert mode == ("wal",)
    rooms.delete(code)
    store.close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"long gone" not in file.read_bytes()
