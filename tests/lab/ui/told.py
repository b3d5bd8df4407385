"""What an element of a page was told, read as its script reads it."""

import base64
import json
import zlib
from typing import Any


def told(part: Any) -> dict[str, Any]:
    """The data of a component, with its sweeps."""
    (data,) = json.loads(part.proto.json)
    for one in data.get("sweeps", ()):
        one["sweep"] = json.loads(zlib.decompress(base64.b64decode(one["sweep"])))
    return data


def all_told(page: Any) -> list[dict[str, Any]]:
    """The data of every component of a page, in its order."""
    return [told(part) for part in page.main if part.type == "bidi_component"]


def codes(page: Any, language: str | None = None) -> list[str]:
    """The lines of code that a page shows, or those in one language."""
    found = [told(part) for part in page.get("bidi_component")]
    return [one["code"] for one in found if "code" in one and language in (None, one["language"])]
