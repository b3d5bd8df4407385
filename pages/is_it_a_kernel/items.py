"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from lab.ui.items import Item


class FormulaOption(TypedDict):
    """A formula to choose, with its label."""

    label: str
    value: str


class KernelGroup(TypedDict):
    """Formulas under one heading of a menu."""

    label: str
    options: Sequence[FormulaOption]


class PageLink(TypedDict):
    """A link to another page."""

    href: str
    label: str


class MovedFields(TypedDict):
    """Fields of the scene that an item changes."""

    fields: Mapping[str, str]


@dataclass(frozen=True)
class KernelSearch(Item):
    """The search for points and a vector c with cᵀKc < 0; `limits` is a sentence about its limits.

    `search` is the address of the search, `address` that of the matrix of given points."""

    kind: ClassVar[str] = "kernelsearch"
    label: str
    search: str
    address: str
    limits: str


@dataclass(frozen=True)
class Spots(Item):
    """The points of the search, which can be dragged, added and removed, each with its entry of c;
    `reach` is the largest absolute value of a coordinate."""

    kind: ClassVar[str] = "spots"
    label: str
    title: str
    reach: float
    max_points: int


@dataclass(frozen=True)
class Eigenvalues(Item):
    """The eigenvalues of a matrix as bars."""

    kind: ClassVar[str] = "eigenvalues"
    label: str


@dataclass(frozen=True)
class Builder(Item):
    """The builder of kernels, or some of its parts, see `builder_element.panel`."""

    kind: ClassVar[str] = "builder"
    label: str
    address: str
    parts: Sequence[str]
    max_characters: int
    kernels: Sequence[KernelGroup]
    functions: Sequence[FormulaOption]
    signs: Sequence[Sequence[str]]
    pages: Sequence[PageLink]
    options: Sequence[MovedFields]


@dataclass(frozen=True)
class Built(Item):
    """Items drawn from the builder's numbers. While there is no matrix, the sentence `none` is
    shown instead, unless it is empty."""

    kind: ClassVar[str] = "built"
    items: Sequence[Item]
    none: str


@dataclass(frozen=True)
class Fitted(Item):
    """Items of the fit with the built kernel. If there is no fit, the sentence `none` replaces
    them."""

    kind: ClassVar[str] = "fitted"
    items: Sequence[Item]
    none: str


@dataclass(frozen=True)
class Slices(Item):
    """The slice k(x, ·) of the built kernel through one example x."""

    kind: ClassVar[str] = "slices"
    label: str


@dataclass(frozen=True)
class Spectrum(Item):
    """The eigenvalues of the matrix of the built kernel."""

    kind: ClassVar[str] = "spectrum"
    label: str


@dataclass(frozen=True)
class Sums(Item):
    """The terms of cᵀKc for the built kernel, as bars."""

    kind: ClassVar[str] = "sums"
    label: str
