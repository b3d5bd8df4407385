"""Name the computer that answers a visitor: a server, or their own browser."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Computer:
    """The words for whose memory holds a visitor's table, and for where times are measured."""

    owner: str = "the server's"
    place: str = "this server"
    root: Callable[[], str] | None = None  # the course's address, on the site without a server


COMPUTER = Computer()


def is_server() -> bool:
    """Whether a server answers. Only a server can store something for others, or count."""
    return Computer() == COMPUTER
