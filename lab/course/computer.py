"""What computes for the visitor, in words: a server, or the visitor's own browser."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Computer:
    """Whose memory holds what a visitor brings, and where times are measured."""

    owner: str = "the server's"
    place: str = "this server"
    root: Callable[[], str] | None = None  # the course's own address, where a folder is its host


COMPUTER = Computer()


def is_server() -> bool:
    """Whether a server computes: else nothing can be stored for others, nor counted."""
    return Computer() == COMPUTER
