"""The replacement of Streamlit has every name that the app uses, and reads addresses alike."""

import ast
import subprocess
import sys
from pathlib import Path

from features.site.screen import QueryParams
from lab.scene.scene import parse

ROOT = Path(__file__).resolve().parents[3]
OF_THE_SERVER = {"App"}
NAMES = """
from features.site import screen
screen.stand_in()
import streamlit
print(*vars(streamlit))
"""


def test_every_streamlit_name_used_exists():
    used_names = {
        node.attr
        for room in ("lab", "features", "pages")
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "st"
    }
    command = [sys.executable, "-c", NAMES]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert len(used_names) > 40
    assert used_names - OF_THE_SERVER <= {*process.stdout.split()}


def test_a_repeated_word_is_reported_as_in_the_app():
    query = QueryParams()
    query.read("tau=0.8&tau=0.9&lam=0.05")
    assert query["tau"] == "0.9" and query.get_all("tau") == ["0.8", "0.9"]
    _, (problem,) = parse(query)
    assert problem.message == (
        "tau must have one value, but the address has “0.8”, “0.9”. It stays at 0.4."
    )
    query["tau"] = "0.4"
    assert query.get_all("tau") == ["0.4"] and query.get_all("m") == [] and not parse(query)[1]


def test_an_overlong_address_is_reported_as_in_the_app():
    query = QueryParams()
    query.read("lam=0.05&x=" + "y" * 10_000)
    _, (problem,) = parse(query, ignore=("x",))
    assert problem.message.startswith("The address is too long")


def test_a_link_within_the_page_may_name_each_word_in_a_list():
    """As in Streamlit, the value of a word may be a list of texts."""
    query = QueryParams()
    query.from_dict({"tau": ["0.1"], "lam": "0.05", "seed": ["1", "2"], "m": []})
    assert dict(query) == {"tau": "0.1", "lam": "0.05", "seed": "2"}
    assert query.get_all("seed") == ["1", "2"] and query.get_all("tau") == ["0.1"]
