"""The hall of this process: its store, what is remembered of rooms for a moment, its limits."""

import asyncio
import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from lab.course.course import Course
from lab.endpoints.token_bucket import TokenBucket
from lab.hall import course_counts, questions, short_links
from lab.hall.questions import HallQuestion
from lab.hall.store import Room, Store, sqlite_url

T = TypeVar("T")
log = logging.getLogger(__name__)

FILE = "hall.sqlite"  # in the course's data folder
FRESH = 0.25  # seconds for which what was read of a room is told to all who ask
CLEANING = 600.0  # seconds between two looks for rooms whose day is over
WORKERS = 4  # threads that ask the store
MAX_VIEWS = 256
MAX_REMEMBERED = 20_000  # phones that this process knows to be counted
IN_MEMORY = (
    "The hall has no data folder: rooms live in this process's memory, are gone when it stops, and"
    " no other replica knows them. Set data_folder or database in course.toml."
)


class HallLimits:
    """How much one client may ask of the hall. A class behind one address is one client: tokens are
    counted for a client and a room, and a hall of 1,000 phones has them at once, with some to
    spare. After that there is one more every five seconds."""

    def __init__(self) -> None:
        self.wrong_codes = TokenBucket(0.1, 60)  # see lab.hall.room_codes
        self.new_rooms = TokenBucket(1 / 60, 20)
        self.new_tokens = TokenBucket(0.2, 1500)  # of one client in one room
        self.votes = TokenBucket(1, 20)  # of one token
        self.new_links = TokenBucket(1 / 60, 60)
        self.wrong_secrets = TokenBucket(0.1, 20)  # of the course's report
        self.events = TokenBucket(20, 3000)  # counted for the report; a class is one client
        self.wrong_links = TokenBucket(0.2, 300)  # see lab.hall.short_links


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
    """What the routes of the hall share. `url`: of the store, "" for memory."""

    def __init__(self, url: str = ""):
        self.limits = HallLimits()
        self._url = url
        self._store: Store | None = None
        self._opening = threading.Lock()
        self._threads = ThreadPoolExecutor(WORKERS, "hall")
        self._views: OrderedDict[str, tuple[float, RoomView]] = OrderedDict()
        self._counted: OrderedDict[Hashable, None] = OrderedDict()

    @property
    def store(self) -> Store:
        """Opened when it is first needed. Raises what the database says where it can't be."""
        with self._opening:
            if self._store is None:
                self._store = Store(self._url)
            return self._store

    async def ask(self, work: Callable[..., T], *given: Any) -> T:
        """work(*given) in one of the hall's threads: what waits for the store, others don't."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

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
        room = self.store.room(code)
        if room is None:
            return None
        question = questions.read(json.loads(room.body)) if room.body else None
        closed = question is not None and not room.is_open
        counts = question.counts(self.store.answers(room)) if question and closed else None
        return RoomView(room, question, counts)

    def forget(self, code: str) -> None:
        """The next who asks for this room is told what the store says."""
        self._views.pop(code, None)

    async def count_phone(self, room: Room, token: str) -> None:
        """Counts a phone once: a row of the store, and no more for the same one here."""
        key = room.code, token
        if key in self._counted:
            return
        await self.ask(self.store.note_phone, *key)
        self._counted[key] = None
        if len(self._counted) > MAX_REMEMBERED:
            self._counted.popitem(last=False)

    async def keep_clean(self) -> None:
        """Deletes what is over, for as long as the server is up."""
        if self.store.in_memory:
            log.warning(IN_MEMORY)
        while True:
            try:
                await self.ask(self.store.delete_ended)
                await self.ask(short_links.delete_ended, self.store)
                await self.ask(course_counts.delete_old, self.store)
            except Exception:
                log.exception("Rooms and links could not be looked through")
            await asyncio.sleep(CLEANING)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._store:
            self._store.close()


def course_hall(course: Course) -> Hall:
    """The hall as a course sets it: its database, else a file in its data folder, else memory."""
    folder = course.folder_of_data()
    return Hall(course.database or (sqlite_url(folder / FILE) if folder else ""))
