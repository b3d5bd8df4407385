"""Run long computations in processes of lower priority.

A sweep takes a tenth of a second or more. In a thread of the server it would repeatedly hold
Python's global interpreter lock, and delay every script run and every small answer. So the thread
only waits, and a process of lower priority computes: `python -m
lab.endpoints.workers.process_pool`, which reads calls from its standard input and writes messages
to its standard output.

The standard library's `multiprocessing`, and libraries based on it, would import `__main__` in each
process: under Streamlit that is a page's script. So this module starts the processes itself. Each
has two pipes of its own. It ends with its server; if it is killed, the others go on.
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
from typing import IO, Any, TypeVar

from lab.endpoints.workers.cpu_time_limit import (
    SECONDS,
    SWEEP_SECONDS,
    WATCHDOG,
    SweepTimeExceeded,
)
from lab.scene import progress

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[3]
# Number of worker processes; two, so that a long computation does not block all others.
PROCESSES = 2
_NICENESS = 19
_PROGRESS_SECONDS = 0.25  # interval between two progress messages
_of_thread = threading.local()


def thread_seconds() -> float:
    """Return the CPU time in seconds of this thread and of the processes that computed for it, as
    one sum."""
    return time.thread_time() + getattr(_of_thread, "process_seconds", 0.0)


class ProcessEnded(RuntimeError):
    """A process ended before it answered, for example because the server stops."""


class ProcessPool:
    """Run functions in worker processes, at most `processes` at a time. Thread-safe.

    Calls that may take longer than SECONDS, the limit of a request, leave at least one process free
    if there are several.
    """

    def __init__(self, processes: int = PROCESSES):
        self._slots = threading.Semaphore(processes)
        self._long_slots = threading.Semaphore(max(1, processes - 1))
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen] = []
        self.processes: list[subprocess.Popen] = []

    def __call__(
        self, work: Callable[..., T], *arguments: Any, seconds: float = SWEEP_SECONDS
    ) -> T:
        """Return work(*arguments), computed in a process. `work` must be a function at
        the top level of a module.

        Raises the errors of `work` and of this thread's progress listener; SweepTimeExceeded after
        `seconds` of CPU time; and ProcessEnded if two processes in a row end without an answer.
        """
        long_slots = self._long_slots if seconds > SECONDS else contextlib.nullcontext()
        with long_slots, self._slots:
            done, result = self._answer((work, arguments, seconds))
        if done:
            return result
        raise result

    def _answer(self, call: tuple) -> tuple[bool, Any]:
        """Compute in a process. Return whether it succeeded, and its value or exception."""
        for _ in range(2):  # try twice, since an idle process may have died
            process = self._process()
            requests, answers = pipes(process)
            try:
                pickle.dump(call, requests)
                requests.flush()
                while (message := pickle.load(answers))[0] == "progress":
                    _charge_thread(message[1])
                    progress.report(*message[2:])
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):
                self._end_process(process)
            except BaseException:  # raised in this thread, so the result is no longer needed
                self._end_process(process)
                raise
            else:
                with self._lock:
                    self._idle.append(process)
                _, seconds, done, result = message
                _charge_thread(seconds)
                return done, result
        raise ProcessEnded("The worker process has ended.")

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


def _charge_thread(seconds: float) -> None:
    """Add the CPU time of a process to that of the thread that waits for the process."""
    _of_thread.process_seconds = getattr(_of_thread, "process_seconds", 0.0) + seconds


class _Answers:
    """The writer of a worker process's messages: the progress a few times a second, and then the
    answer."""

    def __init__(self, pipe: IO[bytes]):
        self._pipe, self._next = pipe, time.monotonic() + _PROGRESS_SECONDS
        self._charged = time.process_time()

    def report(self, done: int, of: int) -> None:
        if (time_now := time.monotonic()) >= self._next:
            self._next = time_now + _PROGRESS_SECONDS
            self.send("progress", done, of)

    def send(self, kind: str, *content: Any) -> None:
        """Send a message, with the CPU time used since the previous message."""
        before, self._charged = self._charged, time.process_time()
        self._pipe.write(pickle.dumps((kind, self._charged - before, *content)))
        self._pipe.flush()


def _compute(answers: _Answers, work: Callable[..., Any], args: tuple, seconds: float) -> None:
    """Compute and send the answer: whether it succeeded, and its value or exception."""
    try:
        with (
            progress.report_progress_to(answers.report),
            WATCHDOG.limit(seconds, SweepTimeExceeded),
        ):
            done, result = True, work(*args)
    except Exception as error:
        done, result = False, _to_picklable(error)
    answers.send("answer", done, result)


def _to_picklable(error: Exception) -> Exception:
    """Return the error; if it can't be pickled, a RuntimeError with its traceback as text."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def main() -> None:
    """Answer requests until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The system may not allow a change of priority.
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not mix with answers
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            _compute(_Answers(answers), *pickle.load(requests))


PROCESS_POOL = ProcessPool()

if __name__ == "__main__":
    main()
