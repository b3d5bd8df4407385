"""Tokens that the app issues and later reads back.

Some are signed, such as the state of a login: others can read them, but not change them. Some are
encrypted, such as the token of a launch, which contains the number by which the platform identifies
the person.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from joserfc import jwe, jwt
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from features.platform.keys import Keys

STATE_SECONDS = 600.0
LAUNCH_SECONDS = 12 * 3600.0
MAX_CHARACTERS = 16 * 1024
_SIGNED, _SEALED = ["HS256"], ["dir", "A256GCM"]


class BadToken(ValueError):
    """A token that the app did not issue or can't read, or that has expired."""


class Tokens:
    """Signing and encryption of tokens, with keys derived from the app's secret."""

    def __init__(self, keys: Keys, clock: Callable[[], float]):
        self._keys, self._clock = keys, clock

    def sign(self, purpose: str, content: Mapping[str, Any], seconds: float) -> str:
        """Return a token that others can read but not change."""
        claims = {**content, "exp": self._clock() + seconds}
        return jwt.encode({"alg": "HS256"}, claims, self._key("sign", purpose), _SIGNED)

    def read_signed(self, purpose: str, token: str) -> dict[str, Any]:
        """Read a signed token. Raises BadToken."""
        return self._read(
            token, lambda: jwt.decode(token, self._key("sign", purpose), _SIGNED).claims
        )

    def seal(self, purpose: str, content: Mapping[str, Any], seconds: float) -> str:
        """Return a token that others can neither read nor change."""
        claims = json.dumps({**content, "exp": self._clock() + seconds}).encode()
        header = {"alg": "dir", "enc": "A256GCM"}
        return jwe.encrypt_compact(header, claims, self._key("seal", purpose), _SEALED)

    def unseal(self, purpose: str, token: str) -> dict[str, Any]:
        """Read a sealed token. Raises BadToken."""
        key = self._key("seal", purpose)
        return self._read(
            token, lambda: json.loads(jwe.decrypt_compact(token, key, _SEALED).plaintext or b"")
        )

    def _key(self, use: str, purpose: str) -> OctKey:
        return self._keys.derived_key(f"{use} {purpose}")

    def _read(self, token: str, read: Callable[[], Any]) -> dict[str, Any]:
        if len(token) > MAX_CHARACTERS or not token.isascii():
            raise BadToken("too long, or not ASCII")
        try:
            claims = read()
        except (JoseError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadToken(str(error)) from None
        if not isinstance(claims, dict) or not claims.get("exp", 0) > self._clock():
            raise BadToken("expired")
        return claims
