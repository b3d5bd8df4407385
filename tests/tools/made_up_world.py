"""Small artificial environments in which PATH is a single folder of programs."""

import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parent / "get_chromium"


class World:
    """A folder that replaces PATH. It has a shell and some of its tools, an `id` that prints 0, as
    for root, and the programs that a test adds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for tool in ("sh", "mktemp", "tail", "rm", "mv"):
            (folder / tool).symlink_to(shutil.which(tool))
        self.add("id", "echo 0")

    def add(self, name: str, body: str) -> str:
        program = self.folder / name
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
        return str(program)

    def run(self, *args: str, **env: str) -> subprocess.CompletedProcess:
        env = {"PATH": str(self.folder), "APPLICATIONS": str(self.folder / "none"), **env}
        return subprocess.run([SCRIPT, *args], env=env, capture_output=True, text=True, check=False)
