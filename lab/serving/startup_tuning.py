"""Remove needless waits from the server: Nagle's algorithm, long thread turns, late imports.

Streamlit opens its listening socket without naming the protocol, and asyncio then leaves Nagle's
algorithm on: the body of every small answer waits some 40 ms until the browser has acknowledged
the header. While a point is dragged, each of its frames would wait so long.
"""

import os
import socket
import sys
from importlib import import_module

_MAX_FILES = 1024
_SWITCH_INTERVAL_SECONDS = 0.001  # seconds
_PAGE_MODULES = (
    "lab.serving.page_run_limiter",
    "lab.ui.page_header_footer",
    "lab.ui.quiz",
    "lab.ui.shell.page_foot",
    "lab.ui.shell.term_marks",
    "lab.ui.shell.theme_css",
    "lab.ui.steps.walk",
)  # with all modules that these import


def disable_nagle() -> int:
    """Set TCP_NODELAY on all listening sockets of this process. Return their number.

    Connections inherit it on Linux; on other systems it has no effect.
    """
    return sum(_set_nodelay(number) for number in range(_MAX_FILES))


def shorten_thread_switch() -> None:
    """Let Python switch between threads every 1 ms instead of 5.

    While a page's script runs, an answer waits for each switch. 1 ms costs next to nothing.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)


def import_page_modules() -> None:
    """Import the modules of a page's script before the first visitor comes.

    pandas is not included, since it takes half a second: only visitors' tables and marks need it,
    and import it when they are opened.
    """
    for name in _PAGE_MODULES:
        import_module(name)


def _set_nodelay(number: int) -> bool:
    """Set it for one file descriptor, which may be closed or not a socket."""
    try:
        descriptor = os.dup(number)
    except OSError:
        return False
    try:
        copy = socket.socket(fileno=descriptor)
    except OSError:
        os.close(descriptor)
        return False
    with copy:
        try:
            if not copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                return False
            copy.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:  # not a TCP socket
            return False
    return True
