"""Every address of the app answers as the table `addresses.json` has it."""

import json

import pytest

import app
from tests.browser.server import start_server
from tests.serving.addresses import ADDRESSES, TABLE, describe, fetch

ANSWERS = json.loads(TABLE.read_text("utf-8"))


@pytest.fixture(scope="module")
def server():
    server = start_server()
    yield server.url
    server.stop()


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_answers_as_ever(server, address):
    expected, found = ANSWERS[address], fetch(server, address)
    numbers = expected.get("numbers")
    if numbers is not None:
        assert found["numbers"] == pytest.approx(numbers, rel=1e-3, abs=1e-3)
    assert {**found, "numbers": numbers} == {**expected, "numbers": numbers}


@pytest.mark.parametrize("endpoint", app.ENDPOINTS, ids=lambda endpoint: endpoint.path)
def test_an_endpoint_answers_without_a_server(endpoint):
    """Any host that has the query can give the same answer: no request, no thread, no route."""
    asked = [a for a in ADDRESSES if a.partition("?")[0] == endpoint.path]
    address = next(a for a in asked if ANSWERS[a]["status"] == 200)
    answer = endpoint.answer(address.partition("?")[2].encode())
    found = describe(address, 200, "application/json", json.dumps(answer).encode())
    assert found["names"] == ANSWERS[address]["names"]
    if (numbers := ANSWERS[address].get("numbers")) is not None:
        assert found["numbers"] == pytest.approx(numbers, rel=1e-3, abs=1e-3)


def test_no_route_is_left_out():
    """A new route adds its line to the table, and the table has no line that nobody asks."""
    asked = {"/" + address.partition("?")[0] for address in ANSWERS}
    served = {route.path for route in app.ROUTES}
    assert {path for path in served if "{" not in path} <= asked
    assert [*ANSWERS] == [*ADDRESSES]


def test_another_answer_is_told_from_the_one_expected():
    def told(text):
        return describe("street", 200, "application/json", text)

    one = told(b'{"margin": 1.5, "rows": [{"a": 1}]}')
    assert one == told(b'{"rows": [{"a": 1}], "margin": 1.5}')
    assert one["names"] != told(b'{"margin": 1.5, "rows": [{"b": 1}]}')["names"]
    assert one["numbers"] != told(b'{"margin": 1.4, "rows": [{"a": 1}]}')["numbers"]
