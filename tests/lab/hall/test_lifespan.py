"""What a hall does while the server is up, and what it leaves behind."""

import asyncio

import pytest

from lab.hall import hall as halls
from lab.hall import routes
from lab.hall.hall import Hall
from lab.hall.store import DAY


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(halls, "CLEANING", 0.001)


async def until(condition):
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


def test_rooms_are_deleted_again_and_again_when_their_day_is_over(often, clock):
    hall = Hall()
    hall.store.clock = clock

    async def two_days():
        async with routes.lifespan(hall):
            for _ in range(2):
                hall.store.create("secret", "http://here")
                clock.now += DAY
                await until(lambda: not ended(hall))

    asyncio.run(two_days())


def ended(hall: Hall) -> int:
    """How many rooms are still there whose day is over."""
    with hall.store.transaction() as connection:
        return connection.exec_driver_sql("SELECT count(*) FROM rooms").scalar()


def test_a_store_that_fails_once_is_looked_through_again(often, monkeypatch, caplog):
    hall, calls = Hall(), []

    def fail():
        calls.append(1)
        if len(calls) == 1:
            raise OSError("the disk is full")
        return 0

    monkeypatch.setattr(hall.store, "delete_ended", fail)

    async def serve():
        async with routes.lifespan(hall):
            await until(lambda: len(calls) > 2)

    asyncio.run(serve())
    assert "could not be looked through" in caplog.text


def test_with_the_server_the_hall_ends_its_threads_and_its_store():
    hall = Hall()

    async def serve():
        async with routes.lifespan(hall):
            assert await hall.ask(lambda: 1) == 1
        with pytest.raises(RuntimeError):
            await hall.ask(lambda: 1)

    asyncio.run(serve())


def test_a_phone_that_is_remembered_is_not_counted_again_and_so_many_are(monkeypatch):
    monkeypatch.setattr(halls, "MAX_REMEMBERED", 2)
    hall, noted = Hall(), []
    room = hall.store.room(hall.store.create("secret", "http://here"))
    monkeypatch.setattr(hall.store, "note_phone", lambda code, token: noted.append(token))

    async def come(*tokens):
        for token in tokens:
            await hall.count_phone(room, token)

    asyncio.run(come("a", "b", "a", "b"))
    assert noted == ["a", "b"]
    asyncio.run(come("c", "a"))
    assert noted == ["a", "b", "c", "a"], "the oldest one is forgotten"
    hall.close()
