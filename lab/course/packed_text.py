"""Data as one word of an address: JSON, compressed, in letters that need no escaping.

What is unpacked came from anybody: it is read up to a bound, and may be anything that JSON can say.
"""

import base64
import binascii
import json
import zlib
from typing import Any

PREFIX = "z."
MAX_CHARACTERS = 6000  # an address has room for 8,192, and the scene comes after the word


def pack(value: Any) -> str:
    """The word for a value of JSON."""
    plain = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(plain.encode("utf-8", "backslashreplace"), 9)
    return PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(word: str, most_bytes: int) -> Any:
    """The value of a word. Raises ValueError for anything else, however large it would become."""
    try:
        text = word.removeprefix(PREFIX)
        packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", True)
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(packed, most_bytes)
        if not unpacking.eof:
            raise ValueError("cut off, or too large")
        return json.loads(plain.decode("utf-8"))
    except (binascii.Error, zlib.error, RecursionError, ValueError) as error:
        raise ValueError(f"damaged: {error}") from None


def damage(name: str) -> str:
    """The sentence for a link whose word can't be read. `name`: of what it carries."""
    return f"The {name} in this link is damaged, perhaps cut off. Ask for the link again."


def unpack_link(word: str, name: str, most_bytes: int) -> Any:
    """The value of a link's word. Raises ValueError in a sentence."""
    if len(word) > MAX_CHARACTERS:
        raise ValueError(f"The {name} in this link is longer than {MAX_CHARACTERS:,} characters.")
    try:
        return unpack(word, most_bytes)
    except ValueError:
        raise ValueError(damage(name)) from None
