"""Test the planted faults: their positions, which are in code only, and their names."""

import ast

from tests.tools.mutations import mutants_of

PYTHON = '''"""A text: not (1 < 2)."""
import os

def larger(a: int, b: "key" = 2) -> float:
    """Not 3 == 4."""
    if not a:
        raise ValueError(f"{a} is 0 + 0")
    return max(a, b) if a < b else -1.5
'''
SCRIPT = """import { f } from "./a.js";
// no a < b here
export const larger = (a, b) => (a < b ? b : a);
if (a.some((x) => (x))) {
  f(2); // 3 + 4
}
"""


def faults(tmp_path, name, source):
    (tmp_path / name).write_text(source)
    return {(m.first, m.last, m.apply(source)): m for m in mutants_of(tmp_path, name)}


def test_faults_of_python_are_distinct_valid_programs(tmp_path):
    mutants = faults(tmp_path, "a.py", PYTHON)
    texts = [text for *_, text in mutants]
    assert PYTHON not in texts and len({ast.dump(ast.parse(text)) for text in texts}) == len(texts)
    planted = {(mutant.first, mutant.fault) for mutant in mutants.values()}
    assert planted == {
        (4, "3"), (6, "(a)"), (7, "pass"), (8, "return None"), (8, "min"), (8, "(a <= b)"),
        (8, "(a >= b)"), (8, "(1.5)"), (8, "3.0"),
    }  # fmt: skip


def test_faults_of_a_script_leave_comments_imports_and_texts_alone(tmp_path):
    planted = {(m.first, m.fault) for m in faults(tmp_path, "a.js", SCRIPT).values()}
    assert planted == {
        (3, " <= "),
        (4, "if (!(a.some((x) => (x))))"),
        (4, ".every("),
        (5, "(2 + 1)"),
    }


def test_lines_that_run_on_import_are_distinguished(tmp_path):
    source = "x = (1,\n     lambda: 2)\n\ndef f(a=3):\n    return [a,\n            4]\n"
    lines = {m.fault: (m.first, m.last) for m in faults(tmp_path, "b.py", source).values()}
    assert lines == {"2": (1, 0), "3": (1, 0), "4": (4, 0), "5": (5, 6), "return None": (5, 6)}


def test_a_fault_keeps_its_name_when_other_lines_change(tmp_path):
    before = {mutant.name for mutant in faults(tmp_path, "a.py", PYTHON).values()}
    after = {m.name for m in faults(tmp_path, "a.py", f"x = 1\n{PYTHON}y = 2\n").values()}
    assert len(before) == len({*before}) and before < after
