"""Each {name:format} in a question, a goal, a reason or a remark is a number of its picture."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from pages.order import PAGES
from tests.js.in_node import ask
from tests.pages.drawn import elements
from tests.pages.goals import items

NAMED = re.compile(r"\{([^{}]+):[a-z]+\}")

FRAME = (
    "{ scene: {}, get: () => 1, sweep: { tensors: new Proxy({}, { get: () => ({ data: [1] }) }) } }"
)


def texts(data: dict[str, Any]) -> Iterator[str]:
    """All that an element says with numbers of its frames."""
    yield from (remark["text"] for remark in items(data, "remark"))
    for card in items(data, "challenge"):
        for asked in card["challenges"]:
            yield from (asked["question"], asked["goal"], *(why["text"] for why in asked["why"]))


def test_every_number_in_a_text_is_filled_in():
    every = sorted({text for page in PAGES for data in elements(page) for text in texts(data)
                    if "{" in text})  # fmt: skip
    filled = ask("assets/base/conditions.js", f"module.fill(value, {FRAME})", every)
    left = [text for text in filled if NAMED.search(text) or "…" in text]
    assert len(every) > 10 and not left


def test_every_number_of_a_sweep_that_travels_with_the_page_is_in_it():
    missing = set()
    for page in PAGES:
        for data in elements(page):
            set_by_hand = dict(parse_qsl(data.get("query", "")))
            for sweep in data.get("sweeps") or ():
                known = {*sweep["sweep"]["tensors"], *set_by_hand, *sweep["fields"]}
                named = {name.rpartition(":")[2] for text in texts(data)
                         for name in NAMED.findall(text)}  # fmt: skip
                missing |= {(page.name, data["name"], name) for name in named - known}
    assert not missing
