"""Compress with zlib-ng or, where it is missing, with Python's zlib, which takes three times as
long.

`crc32_combine` computes the CRC-32 of A + B from those of A and B and the length of B; it is None
with Python's zlib.
"""

from collections.abc import Callable

crc32_combine: Callable[[int, int, int], int] | None
try:
    from zlib_ng.zlib_ng import compressobj, crc32_combine
except ImportError:
    from zlib import compressobj  # type: ignore[assignment]  # the same function with another type

    crc32_combine = None

__all__ = ["compressobj", "crc32_combine"]
