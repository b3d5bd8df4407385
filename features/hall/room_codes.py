"""Random codes of rooms and of their owners, and random tokens of phones.

A room's code has six of 23 characters that are easy to tell apart, without vowels: 148 million
codes. A code is shown to a whole hall and is not secret: it admits phones even after many wrong
codes from the same network (`features.hall.phone_routes.find_room`). Only the limit on a client's
requests bounds guesses (`lab.serving.client_limits`). Actions of the owner need the owner's code.
"""

import hashlib
import hmac
import secrets

from lab.store.store import CODE_CHARACTERS

CODE_LENGTH = 6
OWNER_CODE_LENGTH = 16
_TOKEN_BYTES = 12
_SIGNATURE_LENGTH = 16  # characters of a token's signature


def new_code() -> str:
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """Normalise a typed code; lower case, spaces and hyphens are allowed.

    Return None if the code is invalid."""
    code = "".join(text[:40].split()).replace("-", "").upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_CHARACTERS) else None


def new_secret() -> str:
    """Return a random key with which a room signs tokens."""
    return secrets.token_urlsafe(24)


def new_owner_code() -> str:
    """Return a random owner's code that can be typed, with 72 bits of entropy."""
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(OWNER_CODE_LENGTH))


def read_owner_code(text: str) -> str:
    """Normalise a typed owner's code."""
    return "".join(text[:80].split()).replace("-", "").upper()


def new_token(key: str) -> str:
    """Return a phone's token: random characters, and the room's signature of them."""
    nonce = secrets.token_urlsafe(_TOKEN_BYTES)
    return f"{nonce}.{_signature(key, nonce)}"


def is_token(key: str, token: str) -> bool:
    nonce, dot, signature = token[:80].partition(".")
    expected = _signature(key, nonce)
    return bool(dot) and hmac.compare_digest(signature.encode(), expected.encode())


def digest(secret: str) -> str:
    """Return the digest that is stored in place of an owner's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(secret: str, stored_digest: str) -> bool:
    """Return whether `stored_digest` is the digest of this secret."""
    return hmac.compare_digest(digest(secret), stored_digest)


def _signature(key: str, nonce: str) -> str:
    signature = hmac.new(key.encode(), nonce.encode(), hashlib.sha256)
    return signature.hexdigest()[:_SIGNATURE_LENGTH]
