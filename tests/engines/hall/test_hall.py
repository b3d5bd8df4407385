"""In Firefox and WebKit the lecturer's screen asks the hall, counts votes, and shows the
answers."""

from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.engines.windows import LOAD

CHOICE = "/regularisation?view=lecture&list=001~1"
SHARES = "return [...document.querySelectorAll('.kl-hall-line b')].map((b) => b.textContent).join()"


@pytest.fixture(autouse=True)
def no_room_before(window):
    """Forget the room of the tab, which all tests of an engine share."""
    window.run("sessionStorage.clear()")


def vote(server: str, code: str, answer: str) -> None:
    """Vote as a phone does, with the cookie of its page."""
    phone = build_opener(HTTPCookieProcessor())
    phone.open(f"{server}/hall/{code}").close()
    form = urlencode({"answer": answer}).encode()
    request = Request(f"{server}/hall/{code}/votes", form, {"Accept": "application/json"})
    with phone.open(request) as reply:
        assert reply.status == 200


def text(window, selector: str) -> str:
    script = "return document.querySelector(arguments[0])?.textContent ?? ''"
    return window.run(script, selector)


def expect_result(window, script: str, expected: str) -> None:
    window.wait(f"{script} === {expected!r}")


@pytest.mark.thorough
def test_a_question_is_opened_counted_and_shown(window, server):
    window.open(server + CHOICE)
    window.wait("return document.querySelector('.is-on-stage[data-ready=\"1\"]') !== null", LOAD)
    window.driver.press("v")
    window.wait("return document.querySelector('.kl-hall[data-state=open]') !== null")
    code = text(window, ".kl-hall-code").replace(" ", "")
    for answer in "110":
        vote(server, code, answer)
    expect_result(window, "return document.querySelector('.kl-hall-count').textContent", "3")
    assert window.run(SHARES) == "", "the screen shows the number of votes, not the answers"
    window.driver.press("v")
    expect_result(window, SHARES, "33 %,67 %")
    window.driver.press("v")
    window.wait("return document.querySelector('.kl-hall-hint').textContent.includes('neighbour')")
    vote(server, code, "1")
    expect_result(window, "return document.querySelector('.kl-hall-count').textContent", "1")
    window.driver.press("v")
    expect_result(window, SHARES, "33 %,0 %,67 %,100 %")
    window.driver.press("l")
    window.wait(
        "const correct = document.querySelector('.kl-hall-correct-option');"
        "return correct?.textContent.includes('About 0.5')"
    )
