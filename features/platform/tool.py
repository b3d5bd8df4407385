"""The app as an LTI tool: what its routes and its background work share."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from features.platform.keys import Keys
from features.platform.platform_client import PlatformClient
from features.platform.registry import Registry
from features.platform.settings import TABLE, PlatformSettings, Registration
from features.platform.tokens import Tokens
from lab.course.course import Course
from lab.store.store import Store

T = TypeVar("T")
WORKERS = 8  # threads that wait for platforms


class Tool:
    """The keys, the store, and the platforms of a course."""

    def __init__(self, course: Course, store: Store):
        self.course, self.store = course, store
        self.settings: PlatformSettings = course.setting(TABLE) or PlatformSettings()
        self.keys = Keys(course.folder_of_data(), store.clock)
        self.tokens = Tokens(self.keys, store.clock)
        self.client = PlatformClient(self.keys, store.clock)
        self.registry = Registry(store, self.settings.registrations)
        self._threads = ThreadPoolExecutor(WORKERS, "platform")

    async def run_in_store(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in one of the store's threads."""
        return await self.store.run(function, *arguments)

    async def find_registration(
        self, issuer: str, client_id: str, deployment: str = ""
    ) -> Registration | None:
        """Return the platform that a login names; None if none matches or several match. Search
        the cached platforms first, since a switch to a thread of the store takes longer."""
        words = issuer, client_id, deployment
        return self.registry.find_remembered(*words) or await self.run_in_store(
            self.registry.find, *words
        )

    async def ask_platform(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function that may wait for a platform, in a thread for such functions."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
