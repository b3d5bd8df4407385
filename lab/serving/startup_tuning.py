"""Answers without a wait that nobody needs.

Streamlit opens its listening socket without naming the protocol, and asyncio then leaves Nagle's
algorithm on: the body of every small answer waits some 40 ms until the browser has acknowledged
the header. A point that is dragged asks for one such answer after another.
"""

import os
import socket
import sys
from importlib import import_module

_MAX_FILES = 1024
_SHARE = 0.001  # seconds
_LATE = (
    "lab.serving.page_run_limiter",
    "lab.ui.page_header_footer",
    "lab.ui.quiz",
    "lab.ui.shell.page_foot",
    "lab.ui.shell.term_marks",
    "lab.ui.shell.theme_css",
    "lab.ui.steps.walk",
)  # all else that these import, too


def send_at_once() -> int:
    """Set TCP_NODELAY on all listening sockets of this process; connections inherit it on Linux,
    and elsewhere nothing is worse than before. Returns how many there are."""
    return sum(_set(number) for number in range(_MAX_FILES))


def shorten_thread_switch() -> None:
    """Python lets a thread run for 5 ms before another one that wants to may: so long would every
    answer wait, again and again, while a page's script is at work. 1 ms costs next to nothing."""
    sys.setswitchinterval(_SHARE)


def import_early() -> None:
    """What a page's script imports on its first run: the first visitor's time, so that the server
    takes it before it says that it is up. pandas is not among it, half a second: only tables of a
    visitor and of marks need it, and import it when they are opened."""
    for name in _LATE:
        import_module(name)


def _set(number: int) -> bool:
    """The same for one file number, which need not be a socket, nor open."""
    try:
        copied = os.dup(number)
    except OSError:
        return False
    try:
        copy = socket.socket(fileno=copied)
    except OSError:
        os.close(copied)
        return False
    with copy:
        try:
            if not copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                return False
            copy.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:  # no TCP
            return False
    return True
