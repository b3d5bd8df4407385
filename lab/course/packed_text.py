"""Pack data into one word of an address: JSON, compressed, in characters that need no escaping.

Anyone can write such a word. So it is unpacked only up to a maximum size, and the caller must
expect any JSON value.
"""

import base64
import binascii
import json
import zlib
from typing import Any

PREFIX = "z."
# Largest number of characters of a word; the whole address, with the scene, has at most 8,192.
MAX_CHARACTERS = 6000


class TooLarge(ValueError):
    """The content of a word is larger than the caller allows."""


def pack(value: Any) -> str:
    """Pack a JSON value into a word."""
    json_text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(json_text.encode("utf-8", "backslashreplace"), 9)
    return PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(word: str, most_bytes: int) -> Any:
    """Unpack a word. Raises TooLarge if the JSON text has more than `most_bytes` bytes, and
    ValueError if the word is damaged."""
    try:
        text = word.removeprefix(PREFIX)
        packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", True)
        decompressor = zlib.decompressobj()
        json_text = decompressor.decompress(packed, most_bytes)
        if decompressor.unconsumed_tail:
            raise TooLarge
        if not decompressor.eof:
            raise ValueError("cut off")
        return json.loads(json_text.decode("utf-8"))
    except TooLarge:
        raise
    except (binascii.Error, zlib.error, RecursionError, ValueError) as error:
        raise ValueError(f"damaged: {error}") from None


def damage_message(name: str) -> str:
    """Return the message for a damaged link. `name`: what the link contains."""
    return f"The {name} in this link is damaged, perhaps cut off. Ask for the link again."


def unpack_link(word: str, name: str, most_bytes: int) -> Any:
    """Unpack the word of a link. Raises ValueError with a message for the visitor."""
    if len(word) > MAX_CHARACTERS:
        raise ValueError(f"The {name} in this link is longer than {MAX_CHARACTERS:,} characters.")
    try:
        return unpack(word, most_bytes)
    except TooLarge:
        raise ValueError(
            f"The {name} in this link has more than {most_bytes // 1024} kB of text. Ask its "
            "author to shorten it."
        ) from None
    except ValueError:
        raise ValueError(damage_message(name)) from None
