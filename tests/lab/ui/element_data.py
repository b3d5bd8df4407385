"""Read the data of a page's elements as their scripts do."""

import base64
import json
import zlib
from typing import Any


def element_data(part: Any) -> dict[str, Any]:
    """Return the data of a component, with its sweeps decompressed."""
    (data,) = json.loads(part.proto.json)
    for sweep in data.get("sweeps", ()):
        sweep["sweep"] = json.loads(zlib.decompress(base64.b64decode(sweep["sweep"])))
    return data


def page_data(page: Any) -> list[dict[str, Any]]:
    """Return the data of every component of a page, in order."""
    return [element_data(part) for part in page.main if part.type == "bidi_component"]


def codes(page: Any, language: str | None = None) -> list[str]:
    """Return the code blocks that a page shows, or those in one language."""
    elements = [element_data(part) for part in page.get("bidi_component")]
    return [
        element["code"]
        for element in elements
        if "code" in element and language in (None, element["language"])
    ]
