"""The states of a page: every data set with every value of every switch of its steps and with every
kernel, which an address may bring from another page."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from lab.scene.class_fields import CLASS_FIELDS
from lab.scene.fields import FIELDS, OWN
from tests.lab.ui.visit import view_page
from tests.pages.goals import items
from tests.pages.live_elements import elements

Address = dict[str, str]
Dimensions = Mapping[str, Sequence[Address]]  # each name's values, as words of the address

# The empty address has the page's own kernel. The others have kernels at the ends of their
# parameters' ranges, and formulas.
KERNELS: tuple[Address, ...] = (
    {},
    {"kernel": "rbf", "tau": "0.05"},
    {"kernel": "rbf", "tau": "6.4"},
    {"kernel": "linear"},
    {"kernel": "poly", "degree": "2", "c": "1"},
    {"kernel": "poly", "degree": "1", "c": "0"},
    {"kernel": "poly", "degree": "8", "c": "10"},
    {"kernel": "laplace", "ell": "0.05"},
    {"kernel": "matern", "nu": "0.5", "ell": "6.4"},
    {"kernel": "periodic", "period": "0.25", "ell": "6.4"},
    {"kernel": OWN, "formula": "rbf(0.5)*x.z"},
    {"kernel": OWN, "formula": "exp(x.z)"},
    {"kernel": OWN, "formula": "x.z+1"},
)
SEEDS = ("0", "1", "7")
SIZES = ("24", "60", "2")
NOISE = ("", "0.25", "3")
LAMS = ("", "5e-06", "50")


def dimensions(page: Any, seeds: Sequence[str] = SEEDS) -> Dimensions:
    """Return the dimensions of a page's address with their values: fields of the scene first, then
    the words that a switch of a step sets."""
    table = page.scene.table
    sources = [data for data in page.sources or table["data"].choices if data != OWN]
    if table is not FIELDS:
        sources = [*CLASS_FIELDS["data"].choices]
    values_by_name: dict[str, list[Address]] = {
        "data": [{"data": data} for data in sources],
        "kernel": [kernel for kernel in KERNELS if kernel.keys() <= {*table}],
        "seed": [{"seed": seed} for seed in seeds],
    }
    for name, values in (("m", SIZES), ("noise", NOISE), ("lam", LAMS)):
        values_by_name[name] = [{name: value} if value else {} for value in values]
    for name in ("loss", "risk", "intercept"):
        values_by_name[name] = [{}, *({name: text} for text in _texts(table[name]))]
    for name, values in switches(page).items():
        if name not in table and name not in values_by_name:
            values_by_name[name] = [{}, *({name: value} for value in values)]
    return values_by_name


def _texts(field: Any) -> list[str]:
    choices = getattr(field, "choices", range(getattr(field, "high", 0) + 1))
    return [field.text(value) for value in choices]


def switches(page: Any) -> dict[str, list[str]]:
    """Return the values of each switch of each step."""
    values_by_name: dict[str, list[str]] = {}
    for data in elements(view_page(page.file)).values():
        for choice in [*items(data, "choice"), *items(data, "gallery")]:
            values = values_by_name.setdefault(choice["field"], [])
            values += [o["value"] for o in choice["options"] if o["value"] not in ("", *values)]
    return values_by_name


def all_pairs(dimensions: Dimensions) -> list[Address]:
    """Return addresses in which any two values of two dimensions meet. Each address begins with the
    first pair that has not met; then values are added that meet the most new pairs."""
    names = [*dimensions]
    sizes = {name: range(len(dimensions[name])) for name in names}
    left = {
        ((first, i), (second, k))
        for first, second in combinations(names, 2) for i in sizes[first] for k in sizes[second]
    }  # fmt: skip
    rows = []
    for pair in sorted(left, key=lambda pair: [(names.index(n), k) for n, k in pair]):
        if pair not in left:
            continue
        row = dict(pair)
        for name in names:
            if name not in row:
                row[name] = max(sizes[name], key=lambda k: _meets(left, names, row, name, k))
        left -= {*combinations([(name, row[name]) for name in names], 2)}
        rows.append(row)
    return [_merged(dimensions[name][k] for name, k in row.items()) for row in rows]


def _meets(left: set, names: list[str], row: Mapping[str, int], name: str, k: int) -> int:
    """Count the pairs in `left` that value `k` of dimension `name` forms with the values in
    `row`."""
    return sum(
        tuple(sorted([(name, k), (other_name, k_other)], key=lambda pair: names.index(pair[0])))
        in left
        for other_name, k_other in row.items()
    )


def _merged(values: Iterator[Address]) -> Address:
    return {name: text for value in values for name, text in value.items()}
