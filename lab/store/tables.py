"""What a feature keeps in the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab.store.store import Store


@dataclass(frozen=True)
class Tables:
    """What a feature keeps in the store: the statements that make its tables, by numbers that no
    other feature has, and what deletes the rows whose time is over."""

    migrations: Mapping[int, tuple[str, ...]]
    delete_expired: Callable[[Store], object]
