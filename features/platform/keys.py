"""The app's keys. Their file in the data folder can be read only by the server's user account.

The file has a secret, from which the keys of states, launches and students' codes are derived, and
the RSA keys by which platforms know the app. The file is made when the app first starts. A new RSA
key is served at once, but signs only an hour later, when platforms have read it; then the previous
key is served for one more day. All replicas must share the folder.
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from joserfc.jwk import OctKey, RSAKey

from lab.store.store import CODE_CHARACTERS as _LETTERS

FILE = "platform-keys.json"
KEY_BITS = 2048
PUBLICATION_SECONDS = 3600.0  # how long a new key is published before it signs
RETIREMENT_SECONDS = 86_400.0  # how long a key stays published after its successor signs
CODE_LENGTH = 12  # characters of a student's code


class Keys:
    """The keys in the file of a folder; without a folder, keys that end with this process."""

    def __init__(self, folder: Path | None, clock: Callable[[], float] = time.time):
        self._path, self._clock = folder and folder / FILE, clock
        self._modification_time = -1
        self._content: dict[str, Any] = {}
        self._keys: dict[str, RSAKey] = {}
        if self._path is None:
            self._set_content(_new_content())
        elif not self._path.exists():
            _create(self._path, _new_content())
        self._read_again()

    def _read_again(self) -> None:
        """Read the file if another process has changed it."""
        if self._path is None:
            return
        modification_time = self._path.stat().st_mtime_ns
        if modification_time != self._modification_time:
            self._set_content(json.loads(self._path.read_text("utf-8")))
            self._modification_time = modification_time

    def _set_content(self, content: dict[str, Any]) -> None:
        self._content = content
        self._keys = {entry["jwk"]["kid"]: RSAKey.import_key(entry["jwk"])
                      for entry in content["keys"]}  # fmt: skip

    # ---- keys that platforms see --------------------------------------------------------------

    def signing_key(self) -> RSAKey:
        """Return the newest key that platforms have had time to fetch."""
        self._read_again()
        entries, current_time = self._content["keys"], self._clock()
        signing_entries = [entry for entry in entries if entry["signs_from"] <= current_time]
        return self._keys[(signing_entries or entries)[-1]["jwk"]["kid"]]

    def public_keys(self) -> dict[str, Any]:
        """Return the key set that platforms read."""
        self._read_again()
        served_entries = _served_entries(self._content["keys"], self._clock())
        keys = (self._keys[entry["jwk"]["kid"]].as_dict(private=False) for entry in served_entries)
        return {"keys": [*keys]}

    def rotate(self) -> str:
        """Add a key, and delete those that are no longer served. Return the new key's name.

        Raises ValueError without a data folder.
        """
        if self._path is None:
            raise ValueError("There is no data folder, so keys last only while the server runs.")
        self._read_again()
        current_time = self._clock()
        entry = _new_entry(current_time + PUBLICATION_SECONDS)
        served_entries = _served_entries(self._content["keys"], current_time)
        _replace(self._path, {**self._content, "keys": [*served_entries, entry]})
        self._read_again()
        return entry["jwk"]["kid"]

    # ---- keys and codes of the app itself -----------------------------------------------------

    def derived_key(self, purpose: str) -> OctKey:
        """Return a key of 32 bytes for one purpose."""
        return OctKey.import_key(self._digest("key", purpose))

    def student_code(self, issuer: str, subject: str) -> str:
        """Return a student's code. It is the same in every launch and contains no name."""
        digits = int.from_bytes(self._digest("student", issuer, subject))
        return "".join(
            _LETTERS[digits // len(_LETTERS) ** k % len(_LETTERS)] for k in range(CODE_LENGTH)
        )

    def _digest(self, *texts: str) -> bytes:
        secret = base64.b64decode(self._content["secret"])
        return hmac.digest(secret, json.dumps(texts).encode(), hashlib.sha256)


def _served_entries(entries: list[dict[str, Any]], current_time: float) -> list[dict[str, Any]]:
    """Return the keys that platforms may still need."""
    next_starts = [entry["signs_from"] for entry in entries[1:]] + [current_time]
    pairs = zip(entries, next_starts, strict=True)
    return [entry for entry, next_start in pairs if next_start + RETIREMENT_SECONDS > current_time]


def _new_entry(signs_from: float) -> dict[str, Any]:
    kid = secrets.token_hex(8)
    key = RSAKey.generate_key(KEY_BITS, {"kid": kid, "use": "sig", "alg": "RS256"})
    return {"jwk": key.as_dict(private=True), "signs_from": signs_from}


def _new_content() -> dict[str, Any]:
    secret = base64.b64encode(secrets.token_bytes(32)).decode()
    return {"secret": secret, "keys": [_new_entry(0.0)]}


def _write_beside(path: Path, content: Mapping[str, Any]) -> Path:
    """Write a file beside `path` that only this user can read. Return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new_path = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
    descriptor = os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(descriptor)
    return new_path


def _create(path: Path, content: Mapping[str, Any]) -> None:
    """Create the file, unless a replica has already created it."""
    new_path = _write_beside(path, content)
    try:
        os.link(new_path, path)
    except FileExistsError:
        pass
    finally:
        new_path.unlink()


def _replace(path: Path, content: Mapping[str, Any]) -> None:
    os.replace(_write_beside(path, content), path)
