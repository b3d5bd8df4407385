"""Long computations in processes of their own, which give way to everything else.

A sweep takes a tenth of a second and more. In a thread of the server it would hold Python's lock
again and again, and every script run and every small answer would wait for it. So the thread that
wants one only waits, and a process of lower priority computes: `python -m
lab.endpoints.workers.process_pool`, which reads what to call from its standard input and writes
what came of it to its standard output.

No request pays for more than a piece of it, so many seconds of processor time: then the process is
held (SIGSTOP), its place is free for others, and it goes on when somebody asks again. What comes
of it is the same to the last bit, wherever it was held.
"""

import contextlib
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeVar

from lab.endpoints.workers.cpu_time_limit import LONGEST, PIECE, WATCHDOG, SweepTimeExceeded
from lab.scene import progress

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[3]
PROCESSES = 2  # one long computation must not keep everybody else waiting
_NICE = 19
_EVERY = 0.25  # seconds between two messages about how far it is, and between two looks at it
_mine = threading.local()


def thread_seconds() -> float:
    """Processor time of this thread, and of what was computed elsewhere for it."""
    return time.thread_time() + getattr(_mine, "elsewhere", 0.0)


class ProcessEnded(RuntimeError):
    """The process that computed has ended before it answered, as where the server is stopped."""


class ProcessPool:
    """At most so many at work; who asks when all are waits. Safe in threads.

    A computation may take `seconds` of processor time, and `piece` of them before somebody has to
    want the next: where the thread that asks has a `progress.rest`.
    """

    def __init__(self, processes: int = PROCESSES, seconds: float = LONGEST, piece: float = PIECE):
        self._seats = threading.Semaphore(processes)
        self._seconds, self._piece = seconds, piece
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen] = []
        self.processes: list[subprocess.Popen] = []

    def __call__(self, work: Callable[..., T], *args: Any) -> T:
        """work(*args), computed elsewhere. `work` is a function of a module; it may raise what it
        wants. Raises SweepTimeExceeded, what `progress.rest` raises, and ProcessEnded where the
        process ends before it has answered."""
        with self._seats:
            for _ in range(2):  # a process that has died while it waited is replaced
                process = self._process()
                begun = clock_of(process)
                try:
                    questions, _ = pipes(process)
                    pickle.dump((work, args, self._seconds), questions)
                    questions.flush()
                    done, result = self._answer_of(process)
                except (OSError, EOFError, ValueError):
                    self._let_go(process)
                except BaseException:  # stopped while it waited: nobody wants the answer any more
                    _pay(process, begun)
                    self._let_go(process)
                    raise
                else:
                    _pay(process, begun)
                    break
            else:
                raise ProcessEnded("The process that computes has ended.")
            with self._lock:
                self._idle.append(process)
        if done:
            return result
        raise result

    def _answer_of(self, process: subprocess.Popen) -> tuple[bool, Any]:
        """Whether it was done, and what came of it; the process is held after each piece."""
        rest = progress.rest() if hasattr(signal, "SIGSTOP") else None
        begun, answers = clock_of(process), pipes(process)[1].fileno()
        while True:
            while rest is not None and not select.select([answers], [], [], _EVERY)[0]:
                if clock_of(process) - begun >= self._piece:
                    self._hold(process, rest)
                    begun = clock_of(process)
            message = _receive(answers)
            if message[0] == "told":
                progress.tell(*message[1:])
            else:
                return message

    def _hold(self, process: subprocess.Popen, rest: progress.Rest) -> None:
        """Nothing is computed until `rest` returns, and others may have the place."""
        process.send_signal(signal.SIGSTOP)
        self._seats.release()
        try:
            rest()
        finally:
            self._seats.acquire()
        process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Ends the processes. Who asks after that gets new ones."""
        for process in list(self.processes):
            self._let_go(process)

    def _process(self) -> subprocess.Popen:
        """One that is idle, the one that worked last first; else a new one."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        process = subprocess.Popen(
            [sys.executable, "-m", "lab.endpoints.workers.process_pool"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        with self._lock:
            self.processes.append(process)
        return process

    def _let_go(self, process: subprocess.Popen) -> None:
        with self._lock:
            self._idle = [one for one in self._idle if one is not process]
            self.processes = [one for one in self.processes if one is not process]
        process.kill()
        process.wait()
        for pipe in pipes(process):
            with contextlib.suppress(OSError):
                pipe.close()


def pipes(process: subprocess.Popen) -> tuple[IO[bytes], IO[bytes]]:
    """What the process reads questions from, and what it answers on."""
    assert process.stdin is not None and process.stdout is not None  # see `_process`
    return process.stdin, process.stdout


def clock_of(process: subprocess.Popen) -> float:
    """The processor time of a process so far; the time of day where a system does not tell it."""
    if sys.platform != "linux":
        return time.monotonic()
    with contextlib.suppress(OSError):  # it has ended
        return time.clock_gettime((~process.pid << 3) | 2)  # as clock_getcpuclockid(3) has it
    return 0.0


def _pay(process: subprocess.Popen, begun: float) -> None:
    """What a process has computed since `begun` was computed for this thread."""
    seconds = max(0.0, clock_of(process) - begun)
    _mine.elsewhere = getattr(_mine, "elsewhere", 0.0) + seconds


def _message(told: tuple) -> bytes:
    """What a process says, with its length before it."""
    text = pickle.dumps(told)
    return len(text).to_bytes(8, "big") + text


def _receive(pipe: int) -> tuple:
    """The next message, and nothing of what follows it. Raises EOFError."""

    def read(size: int) -> bytes:
        parts = []
        while size:
            part = os.read(pipe, size)
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    return pickle.loads(read(int.from_bytes(read(8), "big")))


class _ProgressReporter:
    """Sends how far a computation is, a few times a second."""

    def __init__(self, answers: BinaryIO):
        self._answers, self._next = answers, time.monotonic() + _EVERY

    def __call__(self, done: int, of: int) -> None:
        if (now := time.monotonic()) >= self._next:
            self._next = now + _EVERY
            self._answers.write(_message(("told", done, of)))
            self._answers.flush()


def _answer(
    so_far: progress.Listener, work: Callable[..., Any], args: tuple, seconds: float
) -> bytes:
    """What is sent back: whether it was done, and what came of it."""
    try:
        with progress.report_progress_to(so_far), WATCHDOG.limit(seconds, SweepTimeExceeded):
            done, result = True, work(*args)
    except Exception as error:
        done, result = False, _portable(error)
    return _message((done, result))


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
            answers.write(_answer(_ProgressReporter(answers), *pickle.load(asked)))
            answers.flush()


PROCESS_POOL = ProcessPool()

if __name__ == "__main__":
    main()
