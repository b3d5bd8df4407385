"""Name the computer that answers a visitor: a server, or the visitor's browser."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Computer:
    """The phrases for the computer that stores a visitor's table and measures times, for use in
    sentences of the pages."""

    owner: str = "the server's"  # possessive form
    place: str = "this server"  # noun phrase
    root: Callable[[], str] | None = None  # returns the course's address on the static site


COMPUTER = Computer()


def is_server() -> bool:
    """Return whether a server, and not the visitor's browser, answers requests. Only a server can
    store or count something for all visitors."""
    return Computer() == COMPUTER
