"""POST /qr: the code of a text, and refusals."""

import asyncio
import json
import string

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from lab.serving import qr_code, qr_matrix


def post_pieces(pieces: list[bytes], method: str = "POST"):
    """Send a request in these pieces; return the status, headers and body of the answer."""
    messages = []

    async def receive():
        piece = pieces.pop(0) if pieces else b""
        return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

    async def send(message):
        messages.append(message)

    scope = {"type": "http", "method": method, "path": "/qr", "headers": [], "query_string": b"",
             "root_path": ""}  # fmt: skip
    asyncio.run(qr_code.route().handle(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
    return (
        messages[0]["status"],
        headers,
        b"".join(message.get("body", b"") for message in messages[1:]),
    )


def test_the_rows_are_the_code_of_the_text():
    link = "https://kernels.example.edu/#progress=" + string.ascii_letters * 10
    status, headers, body = post_pieces([link.encode()[:50], link.encode()[50:]])
    assert status == 200 and headers["cache-control"] == "no-store"
    rows = json.loads(body)["rows"]
    assert len({*map(len, rows)} | {len(rows)}) == 1, "a square"
    expected = segno.make(link, error="l", micro=False).matrix
    assert rows == ["".join("1" if module else "0" for module in row) for row in expected]
    corner = [row[:7] for row in rows[:7]]
    assert corner == ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [(b"x" * (qr_matrix.MAX_BYTES + 1), "too long"), (b"\xff\xfe", "UTF-8"), (b"", "no text")],
)
def test_invalid_text_for_a_code_gets_a_message(body, sentence):
    status, _, answer = post_pieces([body])
    assert status == 422 and sentence in json.loads(answer)["message"]


def test_only_post_is_allowed():
    assert post_pieces([], "GET")[0] == 405


@given(st.text(min_size=1, max_size=60))
def test_any_text_is_answered(text):
    try:
        rows = qr_matrix.rows(text)
    except ValueError:
        assert not text.strip("\x00") or any(0xD800 <= ord(c) < 0xE000 for c in text)
        return
    assert len(rows) >= 21


def test_the_body_is_read_up_to_the_limit():
    pieces = [b"x" * 1500] * 50
    assert post_pieces(pieces)[0] == 422 and len(pieces) >= 47
