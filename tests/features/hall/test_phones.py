"""Phones that a process remembers to be counted."""

import asyncio

from features.hall import hall as halls
from tests.features.hall.visitors import open_hall


def test_a_phone_that_is_remembered_is_not_counted_again_and_so_many_are(monkeypatch):
    monkeypatch.setattr(halls, "MAX_REMEMBERED", 2)
    hall, noted = open_hall(), []
    room = hall.rooms.room(hall.rooms.create("secret", "http://here"))
    monkeypatch.setattr(hall.rooms, "note_phone", lambda code, token: noted.append(token))

    async def come(*tokens):
        for token in tokens:
            await hall.count_phone(room, token)

    asyncio.run(come("a", "b", "a", "b"))
    assert noted == ["a", "b"]
    asyncio.run(come("c", "a"))
    assert noted == ["a", "b", "c", "a"], "the oldest one is forgotten"
    hall.store.close()
