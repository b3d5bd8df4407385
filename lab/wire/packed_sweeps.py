"""Sweeps that travel with the page, in a seventh to a half of their bytes: see `packed`.

`assets/element/packed-sweeps.js` reads them.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

try:  # deflates in a third of the time
    from zlib_ng.zlib_ng import compressobj
except ImportError:  # no wheel for this machine, or the browser
    from zlib import compressobj  # type: ignore[assignment]  # the same but for its own type

_LEVEL = 3  # a page makes them anew at each run
_NAMES = ("sweep", "sweeps")


def packed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an element with its sweeps as one text, `packed`: base64 of a deflate stream
    (RFC 1950) of the JSON object that they are there."""
    told = {name: data[name] for name in _NAMES if name in data}
    if not told:
        return dict(data)
    squeeze = compressobj(_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS)
    plain = json.dumps(told, separators=(",", ":")).encode()
    text = base64.b64encode(squeeze.compress(plain) + squeeze.flush()).decode("ascii")
    return {name: data[name] for name in data if name not in told} | {"packed": text}
