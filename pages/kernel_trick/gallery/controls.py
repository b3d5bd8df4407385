"""Controls of the gallery, and the function that restricts an item to some kernels."""

from collections.abc import Mapping, Sequence

from lab.ui import items
from lab.ui.items.layout import AnyItem
from pages.kernel_trick.gallery.gallery_scene import STOPS
from pages.kernel_trick.items import Detail


def only_for(item: AnyItem, *pieces: str) -> AnyItem:
    """Restrict an item to the kernels `pieces`: for other kernels it is hidden."""
    return items.only_where(item, piece=pieces)


def slider(
    along: str, symbol: str, label: str, ticks: Sequence[float], *, count: bool = False
) -> items.Item:
    """Build a slider of the gallery; `count` formats its value as a whole number."""
    stops = STOPS[along]
    return items.stops_slider(along, symbol, label, stops, ticks, count=count)


def detail(field: str, label: str, labels: Mapping[str, str]) -> Detail:
    """Build the switch of a field that only one kernel has; `labels` names the values."""
    return Detail(field, label, items.look(field, label, labels).options)


def waves_slider() -> items.Item:
    """Build the slider of L, which is shown below the fit and below the charts of the limit."""
    return slider("L", "L", "the largest ℓ", [1, 2, 5, 10, 20, 50, 100, 200], count=True)
