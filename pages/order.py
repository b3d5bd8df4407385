"""The order of the pages, under the headings of the map, with a line for each page."""

from importlib import import_module

from lab.course.page_declaration import PageDeclaration, declare

GROUPS = {
    "": ("home",),
    "What a kernel is": (
        "rbf_bandwidth",
        "kernel_trick",
        "is_it_a_kernel",
    ),
    "Losses and penalties": (
        "losses",
        "regularisation",
        "representer_theorem",
        "kernel_ridge",
    ),
    "Learning algorithms": (
        "svm",
        "stochastic_gradient",
        "multiclass",
        "kernel_pca",
    ),
}
REFERENCE_PAGES = (  # pages that are not part of the course's order
    "glossary",
)  # fmt: skip


def _import_pages(names: tuple[str, ...]) -> list[PageDeclaration]:
    return [import_module(f"pages.{name}.declaration").PAGE for name in names]


PAGES = declare(
    {title: _import_pages(names) for title, names in GROUPS.items()},
    beside=_import_pages(REFERENCE_PAGES),
)
