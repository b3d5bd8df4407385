"""Read the docs for hosts, with their commands and examples."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
README, COURSE, LECTURE = (
    path.read_text("utf-8")
    for path in (DEPLOY / "README.md", ROOT / "docs/course.md", ROOT / "docs/lecture.md")
)
TEXT = README + COURSE + LECTURE
BLOCKS = re.findall(r"```toml\n(.*?)```", TEXT, re.S)
COMMANDS = [line.strip() for line in re.findall(r"^    (\S.*)$", TEXT, re.M)]
