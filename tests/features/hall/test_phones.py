"""Phones are counted once: a process remembers the latest phones that it has counted."""

import asyncio

from features.hall import hall as halls
from features.hall import phone_page
from tests.features.hall.visitors import open_hall


def test_a_remembered_phone_is_stored_once_until_it_is_forgotten(monkeypatch):
    monkeypatch.setattr(halls, "MAX_COUNTED_PHONES", 2)
    hall, stored_tokens = open_hall(), []
    room = hall.rooms.room(hall.rooms.create("secret", "http://here"))
    monkeypatch.setattr(hall.rooms, "note_phone", lambda code, token: stored_tokens.append(token))

    async def open_page(*tokens):
        for token in tokens:
            await hall.count_phone(room, token)

    asyncio.run(open_page("a", "b", "a", "b"))
    assert stored_tokens == ["a", "b"]
    asyncio.run(open_page("c", "a"))
    assert stored_tokens == ["a", "b", "c", "a"], "the oldest phone is forgotten"
    hall.store.close()


def test_the_pages_for_phones_have_the_language_of_the_course(language_tag):
    assert language_tag in phone_page.join()
    assert language_tag in phone_page.owner_form("ABCDEF")
