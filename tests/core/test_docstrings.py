"""Public functions and classes say in numpydoc what they take and return, and show an example."""

import ast
import doctest
import importlib
import inspect
import re
import textwrap
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

import kernel_core

PACKAGES = (
    "",
    "datasets",
    "kernels",
    "learners",
    "multiclass",
    "svm",
)


def public(package: str) -> Iterator[tuple[str, object]]:
    module = importlib.import_module(f"kernel_core.{package}".rstrip("."))
    for name in module.__all__:
        member = getattr(module, name)
        protocol = getattr(member, "_is_protocol", False)  # a protocol has no instances
        if (inspect.isclass(member) and not protocol) or inspect.isfunction(member):
            yield f"{package}.{name}", member


PAPER = r", (?:19|20)\d\d\."
ARRAY = r"^\S.*(?:ndarray|array_like).*$"
PUBLIC_NAMES = [
    pytest.param(member, id=name) for package in PACKAGES for name, member in public(package)
]


def sections(doc: str) -> dict[str, str]:
    """Return the sections of a docstring by their titles."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", inspect.cleandoc(doc), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def described_names(text: str) -> set[str]:
    """Return the names that a section describes, several on a line if they share a description."""
    heads = re.findall(r"^([\w*][\w*, ]*?)(?: : .*)?$", text, flags=re.MULTILINE)
    return {name.strip("* ") for head in heads for name in head.split(",")}


def parameters(member: object) -> set[str]:
    """Return the arguments of a function, or of the constructor of a class."""
    return set(inspect.signature(member).parameters)


def raises(member: object) -> bool:
    """Return whether a function, or the constructor of a class, itself raises an error."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(member))).body[0]
    making = [f for f in tree.body if getattr(f, "name", "") in ("__init__", "__post_init__")]
    code = making if inspect.isclass(member) else [tree]
    return any(isinstance(node, ast.Raise) for part in code for node in ast.walk(part))


def docstrings(source: str) -> str:
    """Return the text of all docstrings of a module."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]
    return "\n".join(ast.get_docstring(node) or "" for node in nodes)


def missing_parts(member: object) -> list[str]:
    """Return the parts that the docstring of a function or class lacks."""
    doc = sections(vars(member).get("__doc__") or member.__doc__ or "")
    described_parts = described_names(doc.get("Parameters", "")) | described_names(
        doc.get("Attributes", "")
    )
    lacks = sorted(parameters(member) - described_parts)
    if inspect.isfunction(member):
        lacks += sorted(described_names(doc.get("Parameters", "")) - parameters(member))
        if typing.get_type_hints(member).get("return") is not type(None):
            lacks += [] if {"Returns", "Yields"} & set(doc) else ["Returns"]
    if raises(member) and "Error" not in doc.get("Raises", ""):
        lacks.append("Raises")
    if ">>> " not in doc.get("Examples", ""):
        lacks.append("Examples")
    arrays = "".join(doc.get(part, "") for part in ("Parameters", "Attributes", "Returns"))
    lacks += [f"shape: {head}" for head in re.findall(ARRAY, arrays, re.M) if "shape" not in head]
    return lacks


@pytest.mark.parametrize("member", PUBLIC_NAMES)
def test_what_is_public_is_documented(member):
    assert missing_parts(member) == []


@pytest.mark.parametrize("member", PUBLIC_NAMES)
def test_the_example_runs(member):
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    [example] = finder.find(member, globs={})
    assert example.examples
    assert runner.run(example).failed == 0


SUBJECTS = ("kernels", "learners", "svm", "multiclass/multinomial")
OF_THE_NOTES = [
    path.relative_to(Path(kernel_core.__file__).parent).as_posix()
    for folder in SUBJECTS
    for path in sorted((Path(kernel_core.__file__).parent / folder).rglob("*.py"))
    # The notes contain neither distances between points nor stationary kernels.
    if path.name not in ("__init__.py", "pairwise.py", "stationary.py")
]


@pytest.mark.parametrize("module", [*OF_THE_NOTES, "base_loss.py", "losses.py", "duality_gap.py"])
def test_a_subject_of_the_notes_cites_its_note(module):
    source = (Path(kernel_core.__file__).parent / module).read_text("utf-8")
    assert re.search(r"\b00[0-4]\b", docstrings(source))


def names_its_source(doc: str) -> bool:
    """Return whether Notes names one of the notes by number, or states the rule with a paper in
    References."""
    parts = sections(doc)
    notes, papers = parts.get("Notes", ""), parts.get("References", "")
    return bool(re.search(r"\b00[0-4]\b", notes) or (notes and re.search(PAPER, papers)))


@pytest.mark.parametrize("member", PUBLIC_NAMES)
def test_what_is_public_names_its_source(member):
    assert names_its_source(vars(member).get("__doc__") or member.__doc__ or "")


def test_a_source_is_a_note_or_a_paper_beside_the_rule():
    notes, paper = "Notes\n-----\n", "References\n----------\nA. Novikoff, On perceptrons, 1962.\n"
    assert names_its_source(notes + "000, eq. (2).\n")
    assert names_its_source(notes + "At most (R/γ)² mistakes.\n" + paper)
    assert not names_its_source(notes + "At most (R/γ)² mistakes.\n")
    assert not names_its_source(paper)


def test_omissions_are_detected():
    def square(x: float, times: int = 1) -> float:
        """x².

        Parameters
        ----------
        x : float
            A number.
        factor : ndarray
            No argument of this function.
        """
        if times < 0:
            raise ValueError("times must not be negative.")
        return times * x**2

    omissions = ["times", "factor", "Returns", "Raises", "Examples", "shape: factor : ndarray"]
    assert missing_parts(square) == omissions
