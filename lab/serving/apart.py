"""Long computations in processes of their own, which give way to everything else.

A sweep takes a tenth of a second and more. In a thread of the server it would hold Python's lock
again and again, and every script run and every small answer would wait for it. So the thread that
wants one only waits, and a process of lower priority computes: `python -m lab.serving.apart`, which
reads what to call from its standard input and writes what came of it to its standard output.
"""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from lab.serving import progress
from lab.serving.patience import SECONDS, WATCHDOG

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
PROCESSES = 2  # one long computation must not keep everybody else waiting
_NICE = 10
_EVERY = 0.25  # seconds between two messages about how far it is
_mine = threading.local()


def thread_seconds() -> float:
    """Processor time of this thread, and of what was computed elsewhere for it."""
    return time.thread_time() + getattr(_mine, "elsewhere", 0.0)


class Apart:
    """At most so many processes; who asks when all are at work waits. Safe in threads."""

    def __init__(self, processes: int = PROCESSES, seconds: float = SECONDS):
        self._seats, self._seconds = threading.Semaphore(processes), seconds
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen] = []
        self._all: list[subprocess.Popen] = []

    def __call__(self, work: Callable[..., T], *args: Any) -> T:
        """work(*args), computed elsewhere. `work` is a function of a module; it may raise what it
        wants. Raises TooLong, and RuntimeError where the process ends before it has answered."""
        with self._seats:
            for _ in range(2):  # a process that has died while it waited is replaced
                process = self._process()
                try:
                    pickle.dump((work, args, self._seconds), process.stdin)
                    process.stdin.flush()
                    while len(message := pickle.load(process.stdout)) == len(("done", "of")):
                        progress.tell(*message)
                    done, result, seconds = message
                except (OSError, EOFError, ValueError):
                    self._let_go(process)
                except BaseException:  # stopped while it waited: nobody wants the answer any more
                    self._let_go(process)
                    raise
                else:
                    break
            else:
                raise RuntimeError("The process that computes has ended.")
            with self._lock:
                self._idle.append(process)
        _mine.elsewhere = getattr(_mine, "elsewhere", 0.0) + seconds
        if done:
            return result
        raise result

    def close(self) -> None:
        """Ends the processes. Who asks after that gets new ones."""
        for process in list(self._all):
            self._let_go(process)

    def _process(self) -> subprocess.Popen:
        """One that is idle, the one that worked last first; else a new one."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        process = subprocess.Popen(
            [sys.executable, "-m", "lab.serving.apart"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        with self._lock:
            self._all.append(process)
        return process

    def _let_go(self, process: subprocess.Popen) -> None:
        with self._lock:
            self._idle = [one for one in self._idle if one is not process]
            self._all = [one for one in self._all if one is not process]
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()


class _SoFar:
    """Sends how far a computation is, (done, of), a few times a second."""

    def __init__(self, answers: BinaryIO):
        self._answers, self._next = answers, time.monotonic() + _EVERY

    def __call__(self, done: int, of: int) -> None:
        if (now := time.monotonic()) >= self._next:
            self._next = now + _EVERY
            self._answers.write(pickle.dumps((done, of)))
            self._answers.flush()


def _answer(
    so_far: progress.Listener, work: Callable[..., Any], args: tuple, seconds: float
) -> bytes:
    """What is sent back: whether it was done, what came of it, and its processor time."""
    begun = time.thread_time()
    try:
        with progress.heard_by(so_far), WATCHDOG.watching(seconds):
            done, result = True, work(*args)
    except Exception as error:
        done, result = False, _portable(error)
    return pickle.dumps((done, result, time.thread_time() - begun))


def _portable(error: Exception) -> Exception:
    """The error itself, or its story where it can't travel."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def main() -> None:
    """Until nobody asks any more: the server has ended, and the pipe with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):  # where a host forbids it, or has no such
        os.nice(_NICE)
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints is no answer
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            answers.write(_answer(_SoFar(answers), *pickle.load(asked)))
            answers.flush()


APART = Apart()

if __name__ == "__main__":
    main()
