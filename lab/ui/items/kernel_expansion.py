"""Items for a fit seen as a sum of bumps α_i K(x_i, ·): function, bumps, weights, Gram matrix."""

from lab.scene.fields import LINES, SOURCES
from lab.ui.items import Item, fields_switch, only_where, option
from lab.ui.items.controls import kernel_options
from lab.wire.representer_tensors import MAX_POINTS


def on_line(item: Item) -> Item:
    return only_where(item, data=LINES)


def in_plane(item: Item) -> Item:
    return only_where(item, data=SOURCES)


def fit_line(label: str) -> Item:
    """f over the line with its data, which can be edited."""
    return {"kind": "fitline", "label": label, "edit": True}


def bump_stack(label: str) -> Item:
    """The bumps over the line, stacked, and their sum."""
    return {"kind": "bumps", "label": label}


def hill(label: str) -> Item:
    """f over the plane; a marked example shows its bump as a ring."""
    return {"kind": "hill", "label": label, "edit": True}


def hills(label: str) -> Item:
    """All bumps over the plane as rings, the marked one filled in."""
    return {"kind": "hills", "label": label}


def weights(label: str) -> Item:
    """The α_i as bars, each under its example."""
    return {"kind": "weights", "label": label}


def matrix(label: str) -> Item:
    """The Gram matrix, in the order of x."""
    return {"kind": "matrix", "label": label, "most": MAX_POINTS}


def diagonal(label: str, look: str = "", printed: str = "-") -> Item:
    """α_i against what the theorem says; the view word `printed` of a `look` drops the 1/m."""
    notes = ["−L′(f(xᵢ), yᵢ) / (λm)", "−L′(f(xᵢ), yᵢ) / λ"]
    return {
        "kind": "diagonal", "label": label, "look": look, "printed": printed, "notes": notes,
        "most": MAX_POINTS,
    }  # fmt: skip


def ground_switch(on_a_line: tuple[str, int], in_the_plane: tuple[str, int]) -> Item:
    """On a line or in the plane: the source and the number of points that each begins with."""
    (line, m), (plane, n) = on_a_line, in_the_plane
    return fields_switch(
        "data",
        option(line, "On a line", also=LINES, m=str(m)),
        option(plane, "In the plane", also=SOURCES, m=str(n)),
    )


def kernel_switch(**start: str) -> Item:
    """The kernels; `start` says with which parameters."""
    return fields_switch("kernel", *kernel_options("rbf", "linear", "poly", **start))
