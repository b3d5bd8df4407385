"""Rooms in each kind of store."""

import pytest

from features.hall.rooms import TABLES, Rooms
from lab.store.store import Store


@pytest.fixture
def rooms(url, clock):
    store = Store(url, [TABLES], clock)
    yield Rooms(store)
    store.close()
