"""Each {name:format} in a question, a goal, a reason or a remark is a number of its picture."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from pages.order import PAGES
from tests.js.in_node import evaluate
from tests.pages.goals import items
from tests.pages.page_elements import elements

NUMBER_NAMES = re.compile(r"\{([^{}]+):[a-z]+\}")

FRAME = (
    "{ scene: {}, get: () => 1, sweep: { tensors: new Proxy({}, { get: () => ({ data: [1] }) }) } }"
)


def texts(data: dict[str, Any]) -> Iterator[str]:
    """Yield all texts of an element that may contain numbers of its frames."""
    yield from (remark["text"] for remark in items(data, "remark"))
    for card in items(data, "challenge"):
        for challenge in card["challenges"]:
            yield from (
                challenge["question"],
                challenge["goal"],
                *(reason["text"] for reason in challenge["why"]),
            )


def test_every_number_in_a_text_is_filled_in():
    all_texts = sorted({text for page in PAGES for data in elements(page) for text in texts(data)
                    if "{" in text})  # fmt: skip
    filled_texts = evaluate("assets/base/conditions.js", f"module.fill(value, {FRAME})", all_texts)
    left = [text for text in filled_texts if NUMBER_NAMES.search(text) or "…" in text]
    assert len(all_texts) > 10 and not left


def test_every_number_of_a_sweep_that_travels_with_the_page_is_in_it():
    unknown_names = set()
    for page in PAGES:
        for data in elements(page):
            set_by_hand = dict(parse_qsl(data.get("query", "")))
            for sweep in data.get("sweeps") or ():
                known_names = {*sweep["sweep"]["tensors"], *set_by_hand, *sweep["fields"]}
                named_numbers = {name.rpartition(":")[2] for text in texts(data)
                         for name in NUMBER_NAMES.findall(text)}  # fmt: skip
                unknown_names |= {
                    (page.name, data["name"], name) for name in named_numbers - known_names
                }
    assert not unknown_names
