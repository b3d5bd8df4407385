"""deploy/README.md, and the blocks and commands that it shows."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
README = (DEPLOY / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", README, re.S)
COMMANDS = [line.strip() for line in re.findall(r"^    (\S.*)$", README, re.M)]
