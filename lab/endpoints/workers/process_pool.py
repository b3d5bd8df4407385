"""Run long computations in processes of lower priority.

A sweep takes a tenth of a second and more. In a thread of the server it would hold Python's lock
repeatedly, and every script run and every small answer would wait for it. So the thread only waits,
and a process of lower priority computes: `python -m lab.endpoints.workers.process_pool`, which
reads calls from its standard input and writes results to its standard output.

A request computes at most one piece of a sweep, in seconds of CPU time. Then the process is stopped
(SIGSTOP), its slot is free for other work, and it continues at the next request. The result does
not depend on where the process was stopped.
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

from lab.endpoints.workers.cpu_time_limit import (
    PIECE_SECONDS,
    SWEEP_SECONDS,
    WATCHDOG,
    SweepTimeExceeded,
)
from lab.scene import progress

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[3]
PROCESSES = 2  # two, so that one long computation does not block all others
_NICENESS = 19
_INTERVAL_SECONDS = 0.25  # between two progress messages, and between two checks
_of_thread = threading.local()


def thread_seconds() -> float:
    """Return the CPU time of this thread, and of the processes that computed for it."""
    return time.thread_time() + getattr(_of_thread, "process_seconds", 0.0)


class ProcessEnded(RuntimeError):
    """A process ended before it answered, as when the server stops."""


class ProcessPool:
    """Run functions in worker processes, at most `processes` at a time. Thread-safe.

    Each call may use `seconds` of CPU time; beyond that it raises SweepTimeExceeded. After each
    `piece` of seconds it pauses, where the calling thread has a `progress.rest`.
    """

    def __init__(
        self,
        processes: int = PROCESSES,
        seconds: float = SWEEP_SECONDS,
        piece: float = PIECE_SECONDS,
    ):
        self._slots = threading.Semaphore(processes)
        self._seconds, self._piece = seconds, piece
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen] = []
        self.processes: list[subprocess.Popen] = []

    def __call__(self, work: Callable[..., T], *arguments: Any) -> T:
        """Return work(*arguments), computed in a process. `work` must be a function of a module.

        Raises what `work` raises, SweepTimeExceeded, what `progress.rest` raises, and ProcessEnded
        where the process ends before it has answered.
        """
        with self._slots:
            for _ in range(2):  # twice: an idle process may have died
                process = self._process()
                start = process_seconds(process)
                try:
                    requests, _ = pipes(process)
                    pickle.dump((work, arguments, self._seconds), requests)
                    requests.flush()
                    done, result = self._answer_of(process)
                except (OSError, EOFError, ValueError):
                    self._end_process(process)
                except BaseException:  # this thread was stopped: the result is not needed
                    _charge_thread(process, start)
                    self._end_process(process)
                    raise
                else:
                    _charge_thread(process, start)
                    break
            else:
                raise ProcessEnded("The process that computes has ended.")
            with self._lock:
                self._idle.append(process)
        if done:
            return result
        raise result

    def _answer_of(self, process: subprocess.Popen) -> tuple[bool, Any]:
        """Wait for the result: whether it succeeded, and its value or exception.

        The process is stopped after each piece.
        """
        pause = progress.rest() if hasattr(signal, "SIGSTOP") else None
        start, answers = process_seconds(process), pipes(process)[1].fileno()
        while True:
            while pause is not None and not select.select([answers], [], [], _INTERVAL_SECONDS)[0]:
                if process_seconds(process) - start >= self._piece:
                    self._hold(process, pause)
                    start = process_seconds(process)
            message = _receive(answers)
            if message[0] == "progress":
                progress.tell(*message[1:])
            else:
                return message

    def _hold(self, process: subprocess.Popen, pause: progress.Rest) -> None:
        """Stop the process until `pause` returns; its slot is free meanwhile."""
        process.send_signal(signal.SIGSTOP)
        self._slots.release()
        try:
            pause()
        finally:
            self._slots.acquire()
        process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End the processes. Later calls start new ones."""
        for process in list(self.processes):
            self._end_process(process)

    def _process(self) -> subprocess.Popen:
        """Return the idle process that worked last, or a new one."""
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

    def _end_process(self, process: subprocess.Popen) -> None:
        with self._lock:
            self._idle = [other for other in self._idle if other is not process]
            self.processes = [other for other in self.processes if other is not process]
        process.kill()
        process.wait()
        for pipe in pipes(process):
            with contextlib.suppress(OSError):
                pipe.close()


def pipes(process: subprocess.Popen) -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipe for requests to the process, and the pipe for its answers."""
    assert process.stdin is not None and process.stdout is not None  # see `_process`
    return process.stdin, process.stdout


def process_seconds(process: subprocess.Popen) -> float:
    """Return the CPU time of a process; the wall-clock time where a system does not have it."""
    if sys.platform != "linux":
        return time.monotonic()
    with contextlib.suppress(OSError):  # it has ended
        return time.clock_gettime((~process.pid << 3) | 2)  # as clock_getcpuclockid(3) has it
    return 0.0


def _charge_thread(process: subprocess.Popen, start: float) -> None:
    """Charge the CPU time of a process since `start` to this thread."""
    seconds = max(0.0, process_seconds(process) - start)
    _of_thread.process_seconds = getattr(_of_thread, "process_seconds", 0.0) + seconds


def _encode(message: tuple) -> bytes:
    """Encode a message, with its length before it."""
    text = pickle.dumps(message)
    return len(text).to_bytes(8, "big") + text


def _receive(pipe: int) -> tuple:
    """Read exactly one message. Raises EOFError."""

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
    """Sends the progress of a computation, a few times a second."""

    def __init__(self, answers: BinaryIO):
        self._answers, self._next = answers, time.monotonic() + _INTERVAL_SECONDS

    def __call__(self, done: int, of: int) -> None:
        if (time_now := time.monotonic()) >= self._next:
            self._next = time_now + _INTERVAL_SECONDS
            self._answers.write(_encode(("progress", done, of)))
            self._answers.flush()


def _answer(
    listener: progress.Listener, work: Callable[..., Any], args: tuple, seconds: float
) -> bytes:
    """Compute and encode the answer: whether it succeeded, and its value or exception."""
    try:
        with progress.report_progress_to(listener), WATCHDOG.limit(seconds, SweepTimeExceeded):
            done, result = True, work(*args)
    except Exception as error:
        done, result = False, _portable(error)
    return _encode((done, result))


def _portable(error: Exception) -> Exception:
    """Return the error, or one with its traceback as text where it can't be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def main() -> None:
    """Answer requests until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):  # where the system does not allow it
        os.nice(_NICENESS)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not mix with answers
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            answers.write(_answer(_ProgressReporter(answers), *pickle.load(requests)))
            answers.flush()


PROCESS_POOL = ProcessPool()

if __name__ == "__main__":
    main()
