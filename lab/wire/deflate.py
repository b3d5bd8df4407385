"""Deflate by zlib-ng, in a third of the time; by Python's zlib where that is not installed.

`crc32_combine` gives the CRC-32 of A followed by B, of those of A and of B and the length of B;
it is None with Python's zlib.
"""

from collections.abc import Callable

crc32_combine: Callable[[int, int, int], int] | None
try:
    from zlib_ng.zlib_ng import compressobj, crc32_combine
except ImportError:
    from zlib import compressobj  # type: ignore[assignment]  # the same but for its own type

    crc32_combine = None

__all__ = ["compressobj", "crc32_combine"]
