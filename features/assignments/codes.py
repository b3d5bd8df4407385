"""Students' codes: any text. A code sets the seed of the data of tasks without `same_data`.

features/assignments/answer.js computes the same seeds on the student's device.
"""

import hashlib
import unicodedata

MAX_CHARACTERS = 64


def normalise(code: str) -> str:
    """Normalise letter case, Unicode form and spaces of a code; cut it to MAX_CHARACTERS."""
    return " ".join(unicodedata.normalize("NFKC", code).lower().split())[:MAX_CHARACTERS]


def seed(key: str, code: str) -> int:
    """Return the seed of a student's scenes in the assignment with this key."""
    digest = hashlib.sha256(f"{key}\n{normalise(code)}".encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:4], "big") >> 1
