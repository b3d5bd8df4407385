"""What an element of a page was told, read as its script reads it."""

import base64
import json
import zlib
from typing import Any


def told(part: Any) -> dict[str, Any]:
    """The data of a component, with its sweeps."""
    data = json.loads(part.proto.json)
    text = data.pop("packed", None)
    return data | json.loads(zlib.decompress(base64.b64decode(text))) if text else data
