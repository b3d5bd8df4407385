"""Rooms in memory, in an SQLite file and in PostgreSQL."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from features.hall import room_codes
from features.hall import rooms as room_tables
from features.hall.rooms import TABLES, Rooms
from lab.store.store import DAY_SECONDS, Store, StoreFull, sqlite_url


@pytest.fixture
def code(rooms):
    code = rooms.create("secret", "http://here")
    assert rooms.add_question(code, "{}")
    return code


def test_actions_change_the_state_of_a_room(rooms):
    code = rooms.create("secret", "http://here")
    room = rooms.room(code)
    assert (room.question, room.round, room.is_open, room.body) == (0, 0, False, "")
    assert room_codes.is_secret("secret", room.owner) and "secret" not in room.owner
    assert not rooms.set_open(code, True) and not rooms.next_round(code) and not rooms.reveal(code)
    assert rooms.add_question(code, "first") and rooms.add_question(code, "second", is_open=False)
    room = rooms.room(code)
    assert (room.question, room.round, room.is_open, room.body) == (2, 1, False, "second")
    assert rooms.bodies(code) == {1: "first", 2: "second"}
    assert rooms.set_open(code, True) and rooms.next_round(code) and rooms.room(code).round == 2
    assert rooms.reveal(code) and not rooms.set_open(code, True) and not rooms.room(code).is_open
    assert rooms.end(code) and not rooms.add_question(code, "third") and rooms.room(code).ended


def test_a_later_vote_replaces_the_earlier_one(rooms, code):
    room = rooms.room(code)
    for answer in ("0", "1", "1"):
        assert rooms.vote(room, "a", answer)
    assert rooms.vote(room, "b", "2")
    assert rooms.room(code).answered == 2
    assert rooms.answers(room) == ["1", "2"] and rooms.answer(room, "a") == "1"
    assert rooms.answer(room, "c") is None


def test_votes_after_the_close_or_for_another_round_are_refused(rooms, code):
    room = rooms.room(code)
    assert rooms.vote(room, "a", "0")
    assert rooms.set_open(code, False) and not rooms.vote(room, "a", "1")
    assert rooms.next_round(code)
    assert not rooms.vote(room, "a", "1"), "the page is of the first round"
    assert rooms.vote(rooms.room(code), "a", "1")
    assert rooms.add_question(code, "next") and not rooms.vote(room, "a", "2")
    rounds = {(round_.question, round_.round): round_.answers for round_ in rooms.rounds(code)}
    assert rounds == {(1, 1): ("0",), (1, 2): ("1",)}


def test_phones_are_counted_once(rooms, code):
    for token in ("a", "b", "a"):
        rooms.note_phone(code, token)
    rooms.note_phone("XXXXXX", "c")
    assert rooms.room(code).phones == 2


def test_a_room_ends_after_a_day_and_all_its_rows_are_deleted(rooms, code, clock, url):
    room = rooms.room(code)
    rooms.vote(room, "a", "0")
    rooms.note_phone(code, "a")
    clock.seconds += DAY_SECONDS - 1
    assert rooms.room(code) and rooms.delete_ended() == 0
    later_code = rooms.create("other", "http://here")
    clock.seconds += 2
    assert (
        rooms.room(code) is None
        and not rooms.vote(room, "a", "1")
        and not rooms.add_question(code, "{}")
    )
    assert rooms.delete_ended() == 1 and rooms.room(later_code)
    assert not rooms.rounds(code) and not rooms.bodies(code)
    with rooms.transaction() as connection:
        for table in (room_tables.QUESTIONS, room_tables.VOTES, room_tables.PHONES):
            assert connection.execute(sa.select(table).where(table.c.room == code)).all() == []


def test_deleting_a_room_leaves_the_others(rooms, code):
    other_code = rooms.create("other", "http://here")
    rooms.add_question(other_code, "{}")
    rooms.vote(rooms.room(other_code), "a", "0")
    rooms.delete(code)
    assert rooms.room(code) is None and rooms.room(other_code).answered == 1


def test_numbers_of_phones_questions_and_rooms_are_bounded(rooms, code, monkeypatch):
    monkeypatch.setattr(room_tables, "MAX_PHONES", 2)
    for token in ("a", "b"):
        rooms.note_phone(code, token)
    room = rooms.room(code)
    with pytest.raises(StoreFull):
        rooms.vote(room, "c", "0")
    assert rooms.vote(room, "a", "0")
    monkeypatch.setattr(room_tables, "MAX_QUESTIONS", 1)
    with pytest.raises(StoreFull):
        rooms.add_question(code, "{}")
    monkeypatch.setattr(room_tables, "MAX_ROOMS", 1)
    with pytest.raises(StoreFull):
        rooms.create("other", "http://here")


def test_exactly_the_accepted_votes_are_stored_when_a_close_comes_between(rooms, code):

    room, accepted_phones, close_event = rooms.room(code), [], threading.Event()

    def vote(k):
        if rooms.vote(room, f"t{k % 150}", str(k % 3)):
            accepted_phones.append(k % 150)
        if k == 150:
            assert rooms.set_open(code, False)
            counts.append(rooms.room(code).answered)
            close_event.set()

    counts: list[int] = []
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(vote, range(300)))
    assert (
        close_event.is_set()
        and rooms.room(code).answered == counts[0] == len(set(accepted_phones)) > 0
    )


def test_replicas_that_start_together_share_the_store(shared_url, clock):
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(lambda _: Store(shared_url, [TABLES], clock), range(4)))
    replica_a, replica_b, replica_c, replica_d = map(Rooms, stores)
    code = replica_a.create("secret", "http://here")
    replica_b.add_question(code, "{}")
    room = replica_c.room(code)
    assert replica_d.vote(room, "a", "1") and replica_a.vote(room, "a", "2")
    assert replica_b.answers(room) == ["2"]
    for store in stores:
        store.close()


def test_votes_survive_a_restart(shared_url, clock):
    store = Store(shared_url, [TABLES], clock)
    rooms = Rooms(store)
    code = rooms.create("secret", "http://here")
    rooms.add_question(code, "{}")
    rooms.vote(rooms.room(code), "a", "1")
    store.close()
    store = Store(shared_url, [TABLES], clock)
    rooms = Rooms(store)
    assert rooms.answers(rooms.room(code)) == ["1"]
    store.close()


def test_the_file_is_in_wal_mode_and_deleted_rows_are_overwritten(tmp_path, clock):
    file = tmp_path / "store.sqlite"
    store = Store(sqlite_url(file), [TABLES], clock)
    rooms = Rooms(store)
    code = rooms.create("secret", "http://here")
    rooms.add_question(code, '{"text": "a question that is long gone"}')
    mode = sqlite3.connect(file).execute("PRAGMA journal_mode").fetchone()
    assert mode == ("wal",)
    rooms.delete(code)
    store.close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"long gone" not in file.read_bytes()
