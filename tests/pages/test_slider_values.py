"""The field of a slider shows the stop of the picture."""

import unicodedata
from collections.abc import Iterator

from pages.order import PAGES
from tests.js.in_node import evaluate
from tests.pages.goals import items
from tests.pages.page_elements import elements

DIGITS = 4  # most digits shown of a stop


def read(text: str) -> float:
    """Read a number as a reader would type it: 1,000, −0.4, 2.15·10⁻⁶."""
    plain = unicodedata.normalize("NFKC", text).replace(",", "").replace("−", "-")
    return float(plain.replace("·10", "e"))


def stops() -> Iterator[float]:
    """Yield the stops of every slider of the app that shows decimal numbers; a slider of C = 1/λ
    has the stops 1/λ."""
    for page in PAGES:
        for data in elements(page):
            for slider in items(data, "slider"):
                if slider.get("format") != "count":
                    yield from (1 / s if slider.get("reciprocal") else s for s in slider["stops"])


def test_the_box_of_every_slider_has_the_digits_of_its_stop():
    stop_values = sorted({float(stop) for stop in stops()})
    assert len(stop_values) > 200 and 0.215 in stop_values
    boxes = evaluate("assets/base/format.js", "module.setting(value)", stop_values)
    box_texts = dict(zip(stop_values, boxes, strict=True))
    wrong_boxes = {
        stop: box for stop, box in box_texts.items() if read(box) != float(f"{stop:.{DIGITS}g}")
    }
    assert not wrong_boxes
