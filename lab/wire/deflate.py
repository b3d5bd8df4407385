"""What deflates: zlib-ng, in a third of the time; Python's own zlib where there is no wheel of it,
as in a browser.

`crc32_combine` gives the CRC-32 of A followed by B, of those of A and of B and the length of B;
None where only the whole can be summed up.
"""

from collections.abc import Callable

crc32_combine: Callable[[int, int, int], int] | None
try:
    from zlib_ng.zlib_ng import compressobj, crc32_combine
except ImportError:
    from zlib import compressobj  # type: ignore[assignment]  # the same but for its own type

    crc32_combine = None

__all__ = ["compressobj", "crc32_combine"]
