"""Copies of the repository, for tests that delete or add something."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.examples import THOROUGH

ROOT = Path(__file__).resolve().parents[1]
APP = ("app.py", "lab", "features", "pages", "assets", "kernel_core", ".streamlit")


def copy_repository(to: Path, *parts: str) -> None:
    """Copy the app, or these parts of the repository, without the files that git ignores."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *(parts or APP)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in filter(None, listing.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)


def run_in(root: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run Python in the copy, where tests use few examples even in a thorough run."""
    environment = {name: value for name, value in os.environ.items() if name != THOROUGH}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=root, env=environment, capture_output=True, text=True, timeout=900,
    )  # fmt: skip
