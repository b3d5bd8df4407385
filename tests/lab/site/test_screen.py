"""What stands in for Streamlit has all that pages and lab ask of it."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
OF_THE_SERVER = {"App"}
NAMES = """
from lab.site import screen
screen.stand_in()
import streamlit
print(*vars(streamlit))
"""


def test_whatever_the_app_asks_of_streamlit_is_there():
    asked = {
        node.attr
        for room in ("lab", "pages")
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "st"
    }
    command = [sys.executable, "-c", NAMES]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert len(asked) > 40
    assert asked - OF_THE_SERVER <= {*found.stdout.split()}
