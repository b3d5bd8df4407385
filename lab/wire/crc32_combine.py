"""CRC-32 of two parts, from the sums of each: what gzip needs where a header is put before bytes
that were compressed long ago.

A CRC is the remainder of a polynomial over GF(2); to append n bytes multiplies what came before by
x^(8n). Bit 31 stands for x^0, as in zlib.
"""

from functools import lru_cache

_POLYNOMIAL = 0xEDB88320
_ONE = 1 << 31


def combine(first: int, second: int, length: int) -> int:
    """The CRC-32 of A followed by B, of those of A and of B, where B is `length` bytes long."""
    return _times(_power(8 * length), first) ^ second


@lru_cache(maxsize=256)
def _power(n: int) -> int:
    """x^n modulo the polynomial, by squaring."""
    power, square = _ONE, _ONE >> 1
    while n:
        if n & 1:
            power = _times(power, square)
        square = _times(square, square)
        n >>= 1
    return power


def _times(a: int, b: int) -> int:
    """a b modulo the polynomial."""
    product, bit = 0, _ONE
    while bit:
        if a & bit:
            product ^= b
        b = (b >> 1) ^ (_POLYNOMIAL if b & 1 else 0)
        bit >>= 1
    return product
