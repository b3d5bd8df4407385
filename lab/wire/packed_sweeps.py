"""Sweeps that travel with the page, in a seventh to a half of their bytes: see `pack_sweeps`.

`assets/element/packed-sweeps.js` reads them.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from lab.wire.deflate import compressobj

_LEVEL = 3  # a page waits for it


class EmbeddedSweep(dict[str, Any]):
    """A sweep as the page's script reads it. Nothing is written into it once it is made: pages
    keep it from run to run, and its text with it."""

    @cached_property
    def text(self) -> str:
        """It as base64 of a deflate stream (RFC 1950) of its JSON."""
        squeeze = compressobj(_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS)
        plain = json.dumps(self, separators=(",", ":")).encode()
        return base64.b64encode(squeeze.compress(plain) + squeeze.flush()).decode("ascii")


def pack_sweeps(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an element with the text of each sweep in its place."""
    if "sweeps" not in data:
        return dict(data)
    return {**data, "sweeps": [one | {"sweep": one["sweep"].text} for one in data["sweeps"]]}
