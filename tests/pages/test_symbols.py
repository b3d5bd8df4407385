"""Each symbol has one meaning: the pages agree with the table of symbols."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT_FILES = [*ROOT.glob("pages/**/*.py"), *ROOT.glob("features/lecture/lectures/*.toml")]
# Patterns of symbols that have this meaning in the notes, but another one here.
STRANGERS = {
    "C counts classes": r"\bC\$? (?:−|-) 1|log₂ ?C\b|log_2 C\b|\bC\$? class(?:es|ifiers)",
    "C chooses": r"\bC\([^)]*, ",
    "N or n counts examples": r"\b[Nn]\$? (?:points|examples)\b|\bN × N\b|\$N\$ by|\b[Nn] [>≥] ",
    "k is the kernel": r"\bkernel \$k\(|through k\b",
    "σ is the logistic function": r"σ\([−-]|\\sigma\(",
    "φ is a loss": r"\\varphi",
    "θ is a frequency": r"(?:cos|sin)[ (]θ|frequency θ|dθ",
    "M counts features": r"\bM\$? features\b|\bM × M\b|\$M\$ by|Features, M\b",
}


def texts(path: Path) -> Iterator[str]:
    """Yield the strings of a module except its docstrings, or the whole text of a lecture."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        yield source
        return
    for node in ast.walk(ast.parse(source)):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant) and not isinstance(node, ast.Expr):
                yield str(child.value)


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("path", TEXT_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_symbols_have_one_meaning(path):
    for text in texts(path):
        for meaning, pattern in STRANGERS.items():
            assert not re.search(pattern, text), (meaning, text)


@pytest.mark.parametrize(
    "text",
    [
        "of the C classes",
        "C(d + M, M)",
        "N × N: 3 × 3",
        "$n$ examples",
        "With $M$ features",
        r"slope $\varphi'(z)$",
        "K(x, x′) = cos(θ(x − x′))",
    ],
)
def test_a_wrong_symbol_is_detected(text):
    assert any(re.search(pattern, text) for pattern in STRANGERS.values())
