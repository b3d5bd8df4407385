"""Every address of the app answers as recorded in the table `addresses.json`."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

import app
from lab.endpoints import sklearn_comparison
from pages import registry
from tests.browser.server import start_server
from tests.examples import THOROUGH
from tests.serving.addresses import ADDRESSES, MEASURED_ADDRESSES, TABLE, describe, fetch, names

ROOT = Path(__file__).parents[2]
ANSWERS = json.loads(TABLE.read_text("utf-8"))


@pytest.fixture(scope="module")
def server():
    server = start_server()
    yield server.url
    server.stop()


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_answers_as_recorded(server, address):
    expected, answer = ANSWERS[address], fetch(server, address)
    numbers = expected.get("numbers")
    if numbers is not None:
        assert answer["numbers"] == pytest.approx(numbers, rel=1e-3, abs=1e-3)
    assert {**answer, "numbers": numbers} == {**expected, "numbers": numbers}


# A script that answers addresses without a server, threads or processes, with NumPy alone.
ANYWHERE = """
import base64, json, sys, threading
absent = ["streamlit", "starlette", "uvicorn", "anyio", "sklearn", "scipy", "multiprocessing",
          "subprocess", "signal", "asyncio", "concurrent.futures"]
sys.modules |= dict.fromkeys(absent)
def start(thread):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
from pages import registry
def answered(address):
    path, _, query = address.partition("?")
    status, content = registry.respond(path, query.encode())
    if isinstance(content, bytes):
        return status, "application/octet-stream", base64.b64encode(content).decode()
    if not isinstance(content, dict):  # a stream: what it tells first
        return status, "text/event-stream", next(content)
    return status, "application/json", content
print(json.dumps({address: answered(address) for address in sys.argv[1:]}))
"""


def test_any_host_answers_as_the_server_does(server):
    """Check each path of the registry with NumPy alone; with --thorough: each address."""
    asked_addresses = [a for a in ADDRESSES if a.partition("?")[0] in registry.ENDPOINTS]
    assert {a.partition("?")[0] for a in asked_addresses} == {*registry.ENDPOINTS}
    if THOROUGH not in os.environ:  # one address of each path
        asked_addresses = [
            *{address.partition("?")[0]: address for address in asked_addresses}.values()
        ]
    run = subprocess.run(
        [sys.executable, "-c", ANYWHERE, *asked_addresses], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    for address, (status, kind, content) in json.loads(run.stdout).items():
        expected, reply, body = raw(server, address)
        assert (status, kind) == (expected, reply.partition(";")[0]), address
        path = address.partition("?")[0]
        if kind == "application/octet-stream":
            assert base64.b64decode(content) == body, address
        elif path == sklearn_comparison.ENDPOINT.path:
            assert content == {"rows": [], "remarks": [sklearn_comparison.ABSENT]}
        else:
            answer = json.loads(body)
            assert names(content) == names(answer) and (
                path in MEASURED_ADDRESSES or content == answer
            ), address


def raw(server, address):
    """Return the status, the type and the body, or the first event of a stream."""
    try:
        reply = urlopen(f"{server}/{address}", timeout=60)
    except HTTPError as error:
        reply = error
    with reply:
        kind = reply.headers["content-type"]
        is_stream = kind.startswith("text/event-stream")
        body = reply.readline().removeprefix(b"data: ") if is_stream else reply.read()
        return reply.status, kind, body


def test_a_missing_address_is_refused_with_a_message():
    assert registry.respond("nothing", b"") == (
        404,
        {"message": "There is no endpoint at /nothing."},
    )
    assert registry.respond("frames", b"")[0] == 400
    events = registry.respond("timing", b"")[1]
    assert next(events)["method"] == "theta" and next(events)["method"] == "alpha"


def test_no_route_is_left_out():
    """Every route has a line in the table, and every line of the table is used."""
    asked_addresses = {"/" + address.partition("?")[0] for address in ANSWERS}
    paths = {route.path for route in app.ROUTES}
    assert {path for path in paths if "{" not in path} <= asked_addresses
    assert [*ANSWERS] == [*ADDRESSES]


def test_a_changed_answer_is_detected():
    def describe_text(text):
        return describe("street", 200, "application/json", text)

    description = describe_text(b'{"margin": 1.5, "rows": [{"a": 1}]}')
    assert description == describe_text(b'{"rows": [{"a": 1}], "margin": 1.5}')
    assert description["names"] != describe_text(b'{"margin": 1.5, "rows": [{"b": 1}]}')["names"]
    assert (
        description["numbers"] != describe_text(b'{"margin": 1.4, "rows": [{"a": 1}]}')["numbers"]
    )
