"""The hall in one process: the rooms of the store, a cache of their views, and rate limits."""

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

VIEW_TTL_SECONDS = 0.25  # largest age of a cached view that is used
MAX_VIEWS = 256
MAX_COUNTED_PHONES = 20_000  # counted phones that this process remembers


class HallLimits:
    """Rate limits of the hall.

    All phones behind one network address count as one client, so new tokens are limited per client
    and room: 1,500 at once, enough for a hall of 1,000 phones, then one every five seconds.
    """

    def __init__(self) -> None:
        self.wrong_codes = TokenBucket(0.1, 60)  # wrong codes of one client, see `room_codes`
        self.new_rooms = TokenBucket(1 / 60, 20)
        self.new_tokens = TokenBucket(0.2, 1500)  # new tokens of one client in one room
        self.votes = TokenBucket(1, 20)  # votes with one token


@dataclass(frozen=True)
class RoomView:
    """A room from the store, with its current question and the counts of the round's answers.

    `question` is None before the first question. `counts` is None then and in an open round.
    """

    room: Room
    question: HallQuestion | None
    counts: list | None

    def state(self) -> dict[str, Any]:
        """Return the state that phones receive."""
        if self.question is None or self.room.ended:
            return {"question": None, "round": 0, "open": False, "answered": 0}
        return self._round_state(self._public_question(self.question))

    def screen_state(self) -> dict[str, Any]:
        """Return the state that the owner's screen receives."""
        room = self.room
        state = self._round_state(
            {"number": room.question, **self.question.to_json()} if self.question else None
        )
        return state | {
            "phones": room.phones, "revealed": room.revealed, "ended": room.ended,
            "ends": room.ends,
        }  # fmt: skip

    def _round_state(self, question: dict[str, Any] | None) -> dict[str, Any]:
        room = self.room
        state = {"question": question, "round": room.round, "open": room.is_open}
        counts = {} if self.counts is None else {"counts": self.counts}
        return state | {"answered": room.answered} | counts

    def _public_question(self, question: HallQuestion) -> dict[str, Any]:
        """Return the question's public fields and, once its answer is revealed, that answer and its
        reason."""
        state = {"number": self.room.question, **question.public_fields()}
        if not self.room.revealed:
            return state
        truth = {"right": getattr(question, "right", ()), "why": question.why}
        return state | {"revealed": True} | truth


class Hall:
    """The store, the cached views and the limits that the routes of the hall share."""

    def __init__(self, store: Store):
        self.limits = HallLimits()
        self.store, self.rooms = store, Rooms(store)
        self._views: OrderedDict[str, tuple[float, RoomView]] = OrderedDict()
        self._counted_phones: OrderedDict[Hashable, None] = OrderedDict()

    async def run_in_store(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call function(*arguments) in one of the store's threads."""
        return await self.store.run(function, *arguments)

    async def room(self, code: str, reload: bool = False) -> RoomView | None:
        """Return a view of a room, or None if there is no such room.

        The view is at most VIEW_TTL_SECONDS old; with `reload`, it is read from the store.
        """
        read_time, view = self._views.get(code, (0.0, None))
        current_time = time.monotonic()
        if view is None or reload or current_time - read_time > VIEW_TTL_SECONDS:
            view = await self.run_in_store(self._read_view, code)
            if view is None:
                self._views.pop(code, None)
            else:
                self._views[code] = current_time, view
                self._views.move_to_end(code)
                if len(self._views) > MAX_VIEWS:
                    self._views.popitem(last=False)
        return view

    def _read_view(self, code: str) -> RoomView | None:
        room = self.rooms.room(code)
        if room is None:
            return None
        question = questions.read_question(json.loads(room.body)) if room.body else None
        is_closed = question is not None and not room.is_open
        counts = question.counts(self.rooms.answers(room)) if question and is_closed else None
        return RoomView(room, question, counts)

    def forget_view(self, code: str) -> None:
        """Drop the cached view of a room, so that the next request reads the store."""
        self._views.pop(code, None)

    async def count_phone(self, room: Room, token: str) -> None:
        """Add a phone to the room's count. Repeated calls for one phone skip the store."""
        key = room.code, token
        if key in self._counted_phones:
            return
        await self.run_in_store(self.rooms.note_phone, *key)
        self._counted_phones[key] = None
        if len(self._counted_phones) > MAX_COUNTED_PHONES:
            self._counted_phones.popitem(last=False)
