"""Headers that tell a browser what this site may do, and who may show it in a frame.

Each exception of the policy has its reason beside it; without it a page breaks, as
tests/lab/serving/test_security_headers.py and the browser tests show.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.endpoints.asgi_helpers import Headers

# By this header, which goes no further, a page says which script in it is ours.
NONCE = b"script-nonce"
_POLICY = b"content-security-policy"
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def inline_hashes() -> tuple[str, ...]:
    """The hashes of the scripts that stand in Streamlit's own index.html: it has one, of a line."""
    import streamlit

    page = Path(streamlit.__file__).with_name("static").joinpath("index.html").read_text("utf-8")
    digests = (hashlib.sha256(text.encode()).digest() for text in _INLINE.findall(page))
    return tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def policy(
    frame_ancestors: Iterable[str] = (), scripts: Iterable[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """The content security policy: each directive with what it allows. `scripts`: hashes of inline
    scripts; `frame_ancestors`: sites that may show this one in a frame."""
    return {
        "default-src": ("'none'",),
        # blob: Streamlit loads an element's inline script (lab/ui/live_element.py) from an object
        # URL, and start-page.js, which each page brings, does so with all scripts of a first
        # picture; it and its import map are known by a nonce (`SecurityHeaders`). The hash: the one
        # line of script in Streamlit's index.html.
        "script-src": ("'self'", "blob:", *scripts),
        # Emotion, which Streamlit's front end is built on, Plotly and our elements write <style>.
        "style-src": ("'self'", "'unsafe-inline'"),
        # data: small icons of Streamlit and Plotly; blob: a Plotly figure on its way to a file.
        "img-src": ("'self'", "data:", "blob:"),
        # data: the small fonts inside Streamlit's own style sheets.
        "font-src": ("'self'", "data:"),
        # Streamlit's web socket, /frames and the small questions, all on this host.
        "connect-src": ("'self'",),
        "frame-ancestors": ("'self'", *frame_ancestors),
        "form-action": ("'self'",),
        "base-uri": ("'self'",),
        "object-src": ("'none'",),
    }


def policy_text(allowed: Mapping[str, Iterable[str]]) -> str:
    """A policy as the header has it."""
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in allowed.items())


def of_pages(frame_ancestors: Iterable[str] = ()) -> dict[str, str]:
    """The headers of a page."""
    ancestors = tuple(frame_ancestors)
    headers = {
        "content-security-policy": policy_text(policy(ancestors, inline_hashes())),
        "x-content-type-options": "nosniff",
        # A link to another site does not carry the scene along.
        "referrer-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    if not ancestors:  # browsers that know no frame-ancestors; this header can't name a site
        headers["x-frame-options"] = "SAMEORIGIN"
    return headers


def of_others() -> dict[str, str]:
    """The headers of everything that is no page: nothing in it may run or load by itself. They are
    few, since a first visit asks for some eighty files."""
    return {
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }


class SecurityHeaders:
    """Puts the headers on every answer, whoever gives it."""

    def __init__(
        self,
        app: ASGIApp,
        frame_ancestors: Iterable[str] = (),
        policies: Mapping[str, str] = MappingProxyType({}),
        workers: Mapping[str, str] = MappingProxyType({}),
    ):
        """`policies`: the content policy of pages of their own, by what their paths begin with;
        `workers`: that of scripts that run apart from a page."""
        self._app = app
        self._workers = {
            path: _encoded(of_others() | {"content-security-policy": own})
            for path, own in workers.items()
        }
        self._own = {
            path: _encoded(of_pages() | {"content-security-policy": own, "x-frame-options": "DENY"})
            for path, own in policies.items()
        }
        self._pages = _encoded(of_pages(frame_ancestors))
        self._others = _encoded(of_others())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            # A browser keeps a page's own headers; those of a "not modified" would replace them.
            if message["type"] == "http.response.start" and message["status"] != 304:
                headers = list(message.get("headers", ()))
                kind = next((v for name, v in headers if name.lower() == b"content-type"), b"")
                page = kind.startswith(b"text/html")
                added = self._of(scope["path"]) if page else self._of_other(scope["path"])
                nonce = next((value for name, value in headers if page and name == NONCE), b"")
                names = {NONCE, *(name for name, _ in added)}
                unrelated = [pair for pair in headers if pair[0].lower() not in names]
                message = {**message, "headers": [*unrelated, *_with_nonce(added, nonce)]}
            await send(message)

        await self._app(scope, receive, with_headers)

    def _of(self, path: str) -> list[tuple[bytes, bytes]]:
        """The headers of the page at this path."""
        own = (h for start, h in self._own.items() if path == start or path.startswith(f"{start}/"))
        return next(own, self._pages)

    def _of_other(self, path: str) -> list[tuple[bytes, bytes]]:
        policies = (h for start, h in self._workers.items() if path.startswith(start))
        return next(policies, self._others)


def _with_nonce(headers: Headers, nonce: bytes) -> Headers:
    """The headers of a page whose script with this nonce may run, and what it adds with it."""
    allowed = b"script-src 'nonce-" + nonce + b"'"
    return [
        (name, value.replace(b"script-src", allowed) if nonce and name == _POLICY else value)
        for name, value in headers
    ]


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]
