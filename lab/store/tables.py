"""Define the class with which a feature declares its tables in the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab.store.store import Store


@dataclass(frozen=True)
class Tables:
    """The tables of a feature: the statements that create them, by numbers that no other feature
    uses, and the function that deletes expired rows."""

    migrations: Mapping[int, tuple[str, ...]]
    delete_expired: Callable[[Store], object]
