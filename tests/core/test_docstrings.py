"""Public functions and classes say in numpydoc what they take and return, and show an example."""

import doctest
import importlib
import inspect
import re
import typing
from collections.abc import Iterator

import pytest

PACKAGES = (
    "",
    "datasets",
    "evaluation",
    "expression",
    "kernels",
    "learners",
    "multiclass",
    "solvers",
    "svm",
    "theory",
)


def public(package: str) -> Iterator[tuple[str, object]]:
    module = importlib.import_module(f"kernel_core.{package}".rstrip("."))
    for name in module.__all__:
        thing = getattr(module, name)
        protocol = getattr(thing, "_is_protocol", False)  # asks for methods, and is never made
        if (inspect.isclass(thing) and not protocol) or inspect.isfunction(thing):
            yield f"{package}.{name}", thing


EVERY = [pytest.param(thing, id=name) for package in PACKAGES for name, thing in public(package)]


def sections(doc: str) -> dict[str, str]:
    """The sections of a docstring by their titles."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", inspect.cleandoc(doc), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def described(text: str) -> set[str]:
    """The names that a section describes, several on a line where they share a description."""
    heads = re.findall(r"^([\w*][\w*, ]*?)(?: : .*)?$", text, flags=re.MULTILINE)
    return {name.strip("* ") for head in heads for name in head.split(",")}


def parameters(thing: object) -> set[str]:
    """The arguments of a function, or of the making of a class."""
    return set(inspect.signature(thing).parameters)


def missing(thing: object) -> list[str]:
    """What the docstring of a function or class lacks."""
    doc = sections(vars(thing).get("__doc__") or thing.__doc__ or "")
    named = described(doc.get("Parameters", "")) | described(doc.get("Attributes", ""))
    lacks = sorted(parameters(thing) - named)
    if inspect.isfunction(thing):
        lacks += sorted(described(doc.get("Parameters", "")) - parameters(thing))
        if typing.get_type_hints(thing).get("return") is not type(None):
            lacks += [] if {"Returns", "Yields"} & set(doc) else ["Returns"]
    if ">>> " not in doc.get("Examples", ""):
        lacks.append("Examples")
    return lacks


@pytest.mark.parametrize("thing", EVERY)
def test_what_is_public_is_documented(thing):
    assert missing(thing) == []


@pytest.mark.parametrize("thing", EVERY)
def test_the_example_runs(thing):
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    [example] = finder.find(thing, globs={})
    assert example.examples
    assert runner.run(example).failed == 0


def test_what_is_left_out_is_found():
    def square(x: float, times: int = 1) -> float:
        """x².

        Parameters
        ----------
        x : float
            A number.
        factor : int
            No argument of this function.
        """
        return times * x**2

    assert missing(square) == ["times", "factor", "Returns", "Examples"]
