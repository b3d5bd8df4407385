"""Name the computer that answers a visitor: a server, or the visitor's browser."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Computer:
    """The computer that holds a visitor's table and measures times, named by phrases for
    sentences."""

    owner: str = "the server's"
    place: str = "this server"
    root: Callable[[], str] | None = None  # returns the course's address on the static site


COMPUTER = Computer()


def is_server() -> bool:
    """Return whether a server, and not the visitor's browser, answers requests. Only a server can
    store or count something for all visitors."""
    return Computer() == COMPUTER
