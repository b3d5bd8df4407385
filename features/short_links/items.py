"""The kind of item that only this feature has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from lab.ui.items import Item


@dataclass(frozen=True)
class ShortLink(Item):
    """The button that makes a short link. `target`: the path and query that the link leads to, ""
    for the browser's address; `drop`: words of that address that the link leaves out."""

    kind: ClassVar[str] = "shortlink"
    target: str
    drop: Sequence[str]
