"""Codes of rooms, and the tokens of phones and owners: all of chance.

Six of 23 signs that nobody mistakes for one another, no vowels among them: 148 million codes. A
code is shown to a whole hall and is no secret: anyone who has it gets in, however many wrong ones
came from the same network (`features.hall.phone_routes.find_room`). Trying codes is bounded as all
requests are; what belongs to the owner asks for the owner's own code.
"""

import hashlib
import hmac
import secrets

from lab.store.store import SIGNS

LENGTH = 6
OWNER_LENGTH = 16
_TOKEN_BYTES = 12
_SIGNATURE = 16  # characters


def new_code() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody typed, in small letters and with gaps too; None for what is none."""
    code = "".join(text[:40].split()).replace("-", "").upper()
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else None


def new_secret() -> str:
    """A key that a room signs tokens with."""
    return secrets.token_urlsafe(24)


def new_owner_code() -> str:
    """The owner's code of a room, which can be typed: 72 bits of chance."""
    return "".join(secrets.choice(SIGNS) for _ in range(OWNER_LENGTH))


def read_owner_code(text: str) -> str:
    """An owner's code as it is kept, of what was typed."""
    return "".join(text[:80].split()).replace("-", "").upper()


def new_token(key: str) -> str:
    """A phone's token: chance, and the room's signature, so that nobody makes up their own."""
    chance = secrets.token_urlsafe(_TOKEN_BYTES)
    return f"{chance}.{_signature(key, chance)}"


def is_token(key: str, token: str) -> bool:
    chance, dot, signature = token[:80].partition(".")
    expected = _signature(key, chance)
    return bool(dot) and hmac.compare_digest(signature.encode(), expected.encode())


def digest(secret: str) -> str:
    """What is stored of an owner's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(secret: str, stored: str) -> bool:
    """Whether `stored` is the digest of this secret."""
    return hmac.compare_digest(digest(secret), stored)


def _signature(key: str, chance: str) -> str:
    made = hmac.new(key.encode(), chance.encode(), hashlib.sha256)
    return made.hexdigest()[:_SIGNATURE]
