"""A student's code: any text, and the seed that it sets, so that everybody has data of their own.

features/assignments/answer.js computes the same, on the student's device.
"""

import hashlib
import unicodedata

MAX_CHARACTERS = 64


def normal(code: str) -> str:
    """The code as it is compared: however it was typed, with one space for many."""
    return " ".join(unicodedata.normalize("NFKC", code).lower().split())[:MAX_CHARACTERS]


def seed(key: str, code: str) -> int:
    """The seed of a scene for everybody with this code, in the assignment with this key."""
    digest = hashlib.sha256(f"{key}\n{normal(code)}".encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:4], "big") >> 1
