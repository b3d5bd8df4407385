"""Compress the sweeps embedded in a page to between a seventh and a half of their bytes.

`assets/element/packed-sweeps.js` reads them.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from lab.wire.deflate import compressobj

_LEVEL = 3  # level of the compression, low since the page waits for it


class EmbeddedSweep(dict[str, Any]):
    """A sweep, as data for the page's script. It must not be changed, since `text` is cached."""

    @cached_property
    def text(self) -> str:
        """The sweep's JSON as a zlib stream (RFC 1950) in base64."""
        squeeze = compressobj(_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS)
        plain = json.dumps(self, separators=(",", ":")).encode()
        return base64.b64encode(squeeze.compress(plain) + squeeze.flush()).decode("ascii")


def pack_sweeps(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an element's data with each sweep replaced by its compressed text."""
    if "sweeps" not in data:
        return dict(data)
    return {**data, "sweeps": [entry | {"sweep": entry["sweep"].text} for entry in data["sweeps"]]}
