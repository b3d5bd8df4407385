"""The hall of this process: its rooms, what is remembered of them for a moment, its limits."""

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from features.hall import questions
from features.hall.questions import HallQuestion
from features.hall.rooms import Room, Rooms
from lab.endpoints.token_bucket import TokenBucket
from lab.store.store import Store

T = TypeVar("T")

FRESH = 0.25  # seconds for which what was read of a room is told to all who ask
MAX_VIEWS = 256
MAX_REMEMBERED = 20_000  # phones that this process knows to be counted


class HallLimits:
    """How much one client may ask of the hall. A class behind one address is one client: tokens are
    counted for a client and a room, and a hall of 1,000 phones has them at once, with some to
    spare. After that there is one more every five seconds."""

    def __init__(self) -> None:
        self.wrong_codes = TokenBucket(0.1, 60)  # see `room_codes`
        self.new_rooms = TokenBucket(1 / 60, 20)
        self.new_tokens = TokenBucket(0.2, 1500)  # of one client in one room
        self.votes = TokenBucket(1, 20)  # of one token


@dataclass(frozen=True)
class RoomView:
    """A room as it was read, with its question and, once the round is closed, its counts."""

    room: Room
    question: HallQuestion | None
    counts: list | None

    def state(self) -> dict[str, Any]:
        """What everybody may know."""
        if self.question is None or self.room.ended:
            return {"question": None, "round": 0, "open": False, "answered": 0}
        return self._told(self._shown(self.question))

    def screen_state(self) -> dict[str, Any]:
        """What the room's owner is told."""
        room = self.room
        told = self._told(
            {"number": room.question, **self.question.full()} if self.question else None
        )
        return told | {
            "phones": room.phones, "revealed": room.revealed, "ended": room.ended,
            "ends": room.ends,
        }  # fmt: skip

    def _told(self, question: dict[str, Any] | None) -> dict[str, Any]:
        room = self.room
        told = {"question": question, "round": room.round, "open": room.is_open}
        counts = {} if self.counts is None else {"counts": self.counts}
        return told | {"answered": room.answered} | counts

    def _shown(self, question: HallQuestion) -> dict[str, Any]:
        """The question; once the truth is shown, with what is right, and why."""
        told = {"number": self.room.question, **question.shown()}
        if not self.room.revealed:
            return told
        right = {"right": getattr(question, "right", ()), "why": question.why}
        return told | {"revealed": True} | right


class Hall:
    """What the routes of the hall share."""

    def __init__(self, store: Store):
        self.limits = HallLimits()
        self.store, self.rooms = store, Rooms(store)
        self._views: OrderedDict[str, tuple[float, RoomView]] = OrderedDict()
        self._counted: OrderedDict[Hashable, None] = OrderedDict()

    async def ask(self, work: Callable[..., T], *given: Any) -> T:
        """work(*given) in one of the store's threads."""
        return await self.store.run(work, *given)

    async def room(self, code: str, fresh: bool = False) -> RoomView | None:
        """A room, at most FRESH seconds old; `fresh`: as it is now."""
        then, view = self._views.get(code, (0.0, None))
        now = time.monotonic()
        if view is None or fresh or now - then > FRESH:
            view = await self.ask(self._look, code)
            if view is None:
                self._views.pop(code, None)
            else:
                self._views[code] = now, view
                self._views.move_to_end(code)
                if len(self._views) > MAX_VIEWS:
                    self._views.popitem(last=False)
        return view

    def _look(self, code: str) -> RoomView | None:
        room = self.rooms.room(code)
        if room is None:
            return None
        question = questions.read(json.loads(room.body)) if room.body else None
        closed = question is not None and not room.is_open
        counts = question.counts(self.rooms.answers(room)) if question and closed else None
        return RoomView(room, question, counts)

    def forget(self, code: str) -> None:
        """The next who asks for this room is told what the store says."""
        self._views.pop(code, None)

    async def count_phone(self, room: Room, token: str) -> None:
        """Counts a phone once: a row of the store, and no more for the same one here."""
        key = room.code, token
        if key in self._counted:
            return
        await self.ask(self.rooms.note_phone, *key)
        self._counted[key] = None
        if len(self._counted) > MAX_REMEMBERED:
            self._counted.popitem(last=False)
