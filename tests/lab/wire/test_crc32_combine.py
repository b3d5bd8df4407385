"""The sum of two parts is zlib's own of the whole."""

import zlib

from hypothesis import given
from hypothesis import strategies as st

from lab.wire.crc32_combine import combine


@given(st.binary(max_size=200), st.binary(max_size=200), st.integers(0, 5000))
def test_the_sum_of_two_parts_is_that_of_the_whole(head, tail, zeros):
    body = tail + bytes(zeros)
    whole = combine(zlib.crc32(head), zlib.crc32(body), len(body))
    assert whole == zlib.crc32(head + body)


def test_a_long_part():
    body = bytes(range(256)) * 10_000
    assert combine(zlib.crc32(b"head"), zlib.crc32(body), len(body)) == zlib.crc32(b"head" + body)
