"""Send requests to a learning platform: read its keys, get an access token, post a score.

Requests go only to addresses with TLS or to this machine. The size of each answer is limited, and
so is each wait for data.
"""

import json
import secrets
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit, urlunsplit

from joserfc import jwt
from joserfc.jwk import ECKey, JWKRegistry, RSAKey

from features.platform.keys import Keys
from features.platform.settings import Registration, is_service_address

TIMEOUT_SECONDS = 10.0
MAX_ANSWER_BYTES = 512 * 1024
MAX_REDIRECTS = 3
MAX_KEYS = 50
KEYS_SECONDS = 3600.0  # how long a platform's keys are cached
UNKNOWN_KEY_SECONDS = 30.0  # shortest time between two readings of a platform's keys
ASSERTION_SECONDS = 300
RENEWAL_SECONDS = 60.0  # how long before its expiry an access token is replaced
SCORE_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
SCORE_TYPE = "application/vnd.ims.lis.v1.score+json"
ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_REDIRECTS = (301, 302, 307, 308)


class PlatformError(Exception):
    """A failed request to a platform.

    The message is a clause about the platform, such as “it redirects too often”. `status`: the
    HTTP status if the platform refused this request, else 0.
    """

    def __init__(self, message: str, status: int = 0):
        super().__init__(message)
        self.status = status


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None  # urllib then raises HTTPError, which `ask` handles


_OPENER = urllib.request.build_opener(_NoRedirect)


def ask(
    address: str,
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> tuple[int, bytes]:
    """Send a GET request, or a POST request if there is a body. Return the status and the answer.

    Redirects are followed with the same method, a POST only on the same host, since it may carry an
    access token. Raises PlatformError.
    """
    all_headers = {"Accept": "application/json", **(headers or {})}
    for _ in range(MAX_REDIRECTS + 1):
        if not is_service_address(address):
            raise PlatformError("its address does not begin with https://")
        request = urllib.request.Request(address, body, all_headers)
        try:
            with _OPENER.open(request, timeout=TIMEOUT_SECONDS) as answer:
                return answer.status, _read(answer)
        except urllib.error.HTTPError as error:
            with error:
                location = error.headers.get("Location", "")
                if error.code not in _REDIRECTS or not location:
                    return error.code, _read(error)
            next_address = urljoin(address, location)
            if body is not None and urlsplit(next_address).hostname != urlsplit(address).hostname:
                raise PlatformError("it redirects to another host") from None
            address = next_address
        except (OSError, ValueError) as error:  # URLError is an OSError
            raise PlatformError(f"it can’t be reached ({type(error).__name__})") from None
        except Exception as error:  # the errors of http.client have their own base class
            raise PlatformError(f"its answer can’t be read ({type(error).__name__})") from None
    raise PlatformError("it redirects too often")


def _read(answer: Any) -> bytes:
    content = answer.read(MAX_ANSWER_BYTES + 1)
    if len(content) > MAX_ANSWER_BYTES:
        raise PlatformError("its answer is too large")
    return content


def read_json(status: int, content: bytes) -> dict[str, Any]:
    """Read the JSON object of a successful answer. Raises PlatformError."""
    if not 200 <= status < 300:
        raise PlatformError(f"it answers {status}", status)
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise PlatformError("its answer is not JSON") from None
    if not isinstance(value, dict):
        raise PlatformError("its answer is not a JSON object")
    return value


class PlatformClient:
    """A client for platforms, with a cache of keys and access tokens. Thread-safe."""

    def __init__(self, keys: Keys, clock: Callable[[], float] = time.time):
        self._keys, self._clock, self._lock = keys, clock, threading.Lock()
        self._platform_keys: dict[str, tuple[float, dict[str, RSAKey | ECKey]]] = {}
        self._tokens: dict[tuple[str, str], tuple[float, str]] = {}

    def remembered_key(self, registration: Registration, name: str) -> RSAKey | ECKey | None:
        """Return a platform's key if it is in the cache, else None. The platform is not asked."""
        read_time, keys = self._platform_keys.get(registration.jwks_endpoint, (0.0, {}))
        return keys.get(name) if self._clock() - read_time < KEYS_SECONDS else None

    def platform_key(self, registration: Registration, name: str) -> RSAKey | ECKey | None:
        """Return a platform's public key by its name, None if there is none. Raises PlatformError.

        If the cache has no such key, the keys are read again, at most once in UNKNOWN_KEY_SECONDS.
        """
        if key := self.remembered_key(registration, name):
            return key
        with self._lock:
            current_time = self._clock()
            read_time, keys = self._platform_keys.get(registration.jwks_endpoint, (-1e9, {}))
            if current_time - read_time >= UNKNOWN_KEY_SECONDS:
                keys = _key_set(read_json(*ask(registration.jwks_endpoint)))
                self._platform_keys[registration.jwks_endpoint] = current_time, keys
            return keys.get(name)

    def access_token(self, registration: Registration) -> str:
        """Return a token with which scores can be posted. Raises PlatformError."""
        with self._lock:
            ends, token = self._tokens.get(registration.key, (0.0, ""))
        if self._clock() < ends - RENEWAL_SECONDS:
            return token
        form = {
            "grant_type": "client_credentials", "client_assertion_type": ASSERTION_TYPE,
            "client_assertion": self._assertion(registration), "scope": SCORE_SCOPE,
        }  # fmt: skip
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        try:
            answer = read_json(*ask(registration.token_endpoint, urlencode(form).encode(), kind))
        except PlatformError as error:  # the status is left out, since it does not concern a score
            raise PlatformError(f"it gives no access token: {error}") from None
        token, seconds = str(answer.get("access_token") or ""), answer.get("expires_in", 3600)
        if not token or not token.isascii() or not token.isprintable():
            raise PlatformError("it gave no access token")
        lifetime = float(seconds) if isinstance(seconds, int | float) else 3600.0
        with self._lock:
            self._tokens[registration.key] = self._clock() + lifetime, token
        return token

    def _assertion(self, registration: Registration) -> str:
        """Sign the statement by which the app proves its identity."""
        key, current_time = self._keys.signing_key(), int(self._clock())
        claims = {
            "iss": registration.client_id, "sub": registration.client_id,
            "aud": registration.token_audience or registration.token_endpoint,
            "iat": current_time, "exp": current_time + ASSERTION_SECONDS,
            "jti": secrets.token_urlsafe(16),
        }  # fmt: skip
        return jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key, ["RS256"])

    def post_score(self, registration: Registration, line_item: str, score: Mapping) -> None:
        """Post a score to a line item. Raises PlatformError."""
        body = json.dumps(score).encode()
        for is_last in (False, True):
            token = self.access_token(registration)
            headers = {"Authorization": f"Bearer {token}", "Content-Type": SCORE_TYPE}
            status, _ = ask(scores_address(line_item), body, headers)
            if 200 <= status < 300:
                return
            if status == HTTPStatus.UNAUTHORIZED:  # the platform no longer accepts the token
                with self._lock:
                    self._tokens.pop(registration.key, None)
            if status != HTTPStatus.UNAUTHORIZED or is_last:
                raise PlatformError(f"it answers {status}", status)


def scores_address(line_item: str) -> str:
    """Return the address to which scores of a line item are posted. The query is kept."""
    parts = urlsplit(line_item)
    path = f"{parts.path.rstrip('/')}/scores"
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def _key_set(content: Mapping[str, Any]) -> dict[str, RSAKey | ECKey]:
    """Read the RSA and EC keys of a platform's key set, by their names."""
    keys = dict[str, RSAKey | ECKey]()
    entries = content.get("keys")
    for entry in entries[:MAX_KEYS] if isinstance(entries, list) else []:
        if not isinstance(entry, dict) or entry.get("kty") not in ("RSA", "EC"):
            continue
        try:
            public = {name: entry[name] for name in ("kty", "n", "e", "crv", "x", "y")
                      if name in entry}  # fmt: skip
            key = JWKRegistry.import_key(public)
        except Exception:  # a key that can't be read is left out
            continue
        if isinstance(entry.get("kid"), str) and isinstance(key, RSAKey | ECKey):
            keys[entry["kid"]] = key
    return keys
