"""Python in the browser solves and answers like the server: in 360 frames, and on every path."""

import base64
import json

import numpy as np
import pytest

from lab.endpoints.endpoint import Stream
from pages.order import PAGES
from pages.registry import ENDPOINTS, respond

pytestmark = pytest.mark.thorough
DATA = ("mixture", "moons", "circles", "xor", "blobs", "cancer")
LOSSES = ("hinge", "logistic", "squared", "huber")
SCENES = [
    f"data={data}&m={20 + 10 * k}&seed={k}&kernel={kernel}&loss={loss}&lam={0.5 / 10**j:g}"
    f"&risk=sum&intercept={k % 2}"
    for k, data in enumerate(DATA)
    for j, loss in enumerate(LOSSES)
    for kernel in ("rbf&tau=0.4", "linear", "poly&degree=3&c=1")
]
# A script that runs here and in the engine: it computes five frames of each scene.
SOLVE = """
import json
import numpy as np
from lab.wire.scene_sweep import solve
from lab.scene.scene import parse_strict

def numbers(query):
    sweep = solve(parse_strict(query), "lam", np.geomspace(1e-3, 5, 5), 15)
    found = {name: getattr(sweep, name) for name in ("field", "alpha", "primal", "intercept")}
    return {name: np.asarray(one, dtype=float).ravel().tolist() for name, one in found.items()}

answer = json.dumps([numbers(query) for query in %s])
answer
"""


def test_frames_are_those_of_the_server(ask_engine_once):
    text = SOLVE % json.dumps(SCENES)
    defined: dict = {}
    exec(text, defined)
    native, browser_numbers = (
        json.loads(defined["answer"]),
        json.loads(ask_engine_once([{"python": text}])[0]),
    )
    differences_by_name = {name: [] for name in native[0]}
    for first, second in zip(browser_numbers, native, strict=True):
        for name, values in second.items():
            differences_by_name[name] += frames_apart(first[name], values)
    differences = np.array([differences_by_name[name] for name in differences_by_name])
    assert differences.shape == (4, 360)
    assert np.count_nonzero(differences.max(axis=0) <= 1e-9) >= 330
    # Each objective is within its duality gap, about 1e-12, of the optimum, so fields differ by at
    # most the square root of the gap. The largest differences occur for the squared and Huber
    # losses with a linear or cubic kernel at small λ: K has low rank, and large entries of α
    # cancel. They also occur in three cases of the logistic loss, in which the objectives agree.
    assert max(differences_by_name["primal"]) <= 1e-8 and differences.max() <= 2e-7


def frames_apart(browser_numbers: list[float], native: list[float]) -> list[float]:
    """Return the largest difference in each of five frames, relative to its largest number or 1."""
    first, second = (np.reshape(numbers, (5, -1)) for numbers in (browser_numbers, native))
    largest = np.maximum(1.0, np.abs(second).max(axis=1))
    return [*(np.abs(first - second).max(axis=1) / largest)]


def test_sweeps_are_encoded_as_by_the_server(ask_engine_once):
    """The browser's NumPy has integers of 32 bits by default."""
    queries = [f"{scene}&along=lam&stops=64&grid=41" for scene in SCENES[:12]]
    answers = ask_engine_once([{"path": "frames", "query": query} for query in queries])
    for query, answer in zip(queries, answers, strict=True):
        status, native = respond("frames", query.encode())
        assert answer["status"] == status == 200, answer
        body = base64.b64decode(answer["body"])
        browser_bytes, server_bytes = (
            np.frombuffer(content, np.uint8) for content in (body, native)
        )
        assert browser_bytes.shape == server_bytes.shape
        assert np.mean(browser_bytes != server_bytes) < 0.02, "last digits, of α and of errors"


# A script that opens every page in the engine and counts its live elements.
OPEN = """
import json
from features.site import engine
from pages.order import PAGES

def opened(page):
    visit = {"page": page.path, "query": "seed=3", "url": "http://x/", "theme": "light"}
    return engine.page(json.dumps({"open": True} | visit))

answer = json.dumps([len(json.loads(opened(page)["elements"])) for page in PAGES])
answer
"""


def test_every_page_opens(ask_engine_once):
    (answer,) = ask_engine_once([{"python": OPEN}])
    assert len(json.loads(answer)) == len(PAGES) and all(json.loads(answer))


# A script that makes the files of "Export and share" on every page, however long that takes, and
# returns their sizes.
FILES = """
import json
from features.site import engine, handout_button
from features.site.screen import STATE
from pages.order import PAGES

handout_button.HANDOUT_SECONDS = 0

def files(page):
    STATE.files.clear()
    visit = {"page": page.path, "query": "", "url": "http://x/", "theme": "light"}
    engine.page(json.dumps({"open": True} | visit))
    return {name: len(engine.file(name, json.dumps(visit))["body"]) for name in [*STATE.files]}

answer = json.dumps([files(page) for page in PAGES])
answer
"""


def test_every_file_that_a_page_offers_is_made(ask_engine_once):
    pages = json.loads(ask_engine_once([{"python": FILES}])[0])
    assert len(pages) == len(PAGES)
    for page_files in pages:
        assert {"take-handout", "take-notebook"} < set(page_files)
        assert min(page_files.values()) > 300 and page_files["take-handout"] > 100_000, page_files


def test_every_path_of_the_app_is_answered(ask_engine_once):
    paths = sorted(ENDPOINTS)
    answers = ask_engine_once([{"path": path, "query": ""} for path in paths])
    for path, answer in zip(paths, answers, strict=True):
        assert answer["status"] in (200, 400), (path, answer)
        if isinstance(ENDPOINTS[path], Stream) and answer["status"] == 200:
            assert answer["kind"] == "events"


METHODS = """
import dataclasses
len(dataclasses.exec.__closure__[0].cell_contents)
"""


def test_methods_of_dataclasses_come_with_the_engine(ask_engine_once):
    """Without stored methods each start compiles them again, which takes longer than loading the
    rest of the course."""
    (count,) = ask_engine_once([{"python": METHODS}])
    assert count >= 150
