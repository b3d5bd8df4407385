"""Set the headers that limit what this site may do, and who may show it in a frame.

A comment gives the reason for each exception to the policy; without the exception a page breaks, as
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

# An internal header, removed here, with the nonce of the page's own script.
NONCE = b"script-nonce"
_POLICY = b"content-security-policy"
_NO_FRAME = "frame-ancestors 'none'"
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def inline_hashes() -> tuple[str, ...]:
    """Return the hashes of the inline scripts in Streamlit's index.html."""
    import streamlit

    page = Path(streamlit.__file__).with_name("static").joinpath("index.html").read_text("utf-8")
    digests = (hashlib.sha256(text.encode()).digest() for text in _INLINE.findall(page))
    return tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def policy(
    frame_ancestors: Iterable[str] = (), scripts: Iterable[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Return the content security policy: each directive with its sources.

    `scripts`: hashes of inline scripts; `frame_ancestors`: sites that may show this site in
    a frame.
    """
    return {
        "default-src": ("'none'",),
        # "blob:" is for object URLs. Streamlit loads an element's inline script
        # (lab/ui/live_element.py) from such a URL. start-page.js, which each page's HTML contains,
        # loads all scripts of a first picture in the same way; it and its import map have a nonce
        # (`SecurityHeaders`). `scripts` has the hash of the one line of script in index.html.
        "script-src": ("'self'", "blob:", *scripts),
        # Emotion, which Streamlit's front end is built on, Plotly and our elements write <style>.
        "style-src": ("'self'", "'unsafe-inline'"),
        # "data:" is for small icons of Streamlit and Plotly, "blob:" for a Plotly figure that is
        # saved to a file.
        "img-src": ("'self'", "data:", "blob:"),
        # "data:" is for the small fonts inside Streamlit's own style sheets.
        "font-src": ("'self'", "data:"),
        # 'self' is for Streamlit's web socket and our endpoints, all on this host.
        "connect-src": ("'self'",),
        "frame-ancestors": ("'self'", *frame_ancestors),
        "form-action": ("'self'",),
        "base-uri": ("'self'",),
        "object-src": ("'none'",),
    }


def policy_text(sources_by_directive: Mapping[str, Iterable[str]]) -> str:
    """Write a policy as the header's value."""
    return "; ".join(
        f"{name} {' '.join(sources)}" for name, sources in sources_by_directive.items()
    )


def page_headers(frame_ancestors: Iterable[str] = ()) -> dict[str, str]:
    """Return the headers of a page."""
    ancestors = tuple(frame_ancestors)
    headers = {
        "content-security-policy": policy_text(policy(ancestors, inline_hashes())),
        "x-content-type-options": "nosniff",
        # A link to another site must not reveal the scene.
        "referrer-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    if not ancestors:  # this header, for browsers without frame-ancestors, can't name a site
        headers["x-frame-options"] = "SAMEORIGIN"
    return headers


def file_headers() -> dict[str, str]:
    """Return the headers of other files, which may neither run scripts nor load anything.

    The headers are few, since a first visit requests many files.
    """
    return {
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }


class SecurityHeaders:
    """Middleware that sets the security headers of every HTTP answer, except of a 304."""

    def __init__(
        self,
        app: ASGIApp,
        frame_ancestors: Iterable[str] = (),
        policies: Mapping[str, str] = MappingProxyType({}),
        workers: Mapping[str, str] = MappingProxyType({}),
    ):
        """`policies`: content security policies of pages without Streamlit, by prefix of their
        paths; `workers`: content security policies of worker scripts, by prefix too."""
        self._app = app
        self._workers = {
            path: _encode(file_headers() | {"content-security-policy": policy_of_path})
            for path, policy_of_path in workers.items()
        }
        self._own_policies = {
            path: _encode(
                page_headers(("'self'",))
                | {"content-security-policy": policy_of_path}
                | ({"x-frame-options": "DENY"} if _NO_FRAME in policy_of_path else {})
            )
            for path, policy_of_path in policies.items()
        }
        self._pages = _encode(page_headers(frame_ancestors))
        self._files = _encode(file_headers())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            # The headers of a 304 would replace those of the page that the browser has cached.
            if message["type"] == "http.response.start" and message["status"] != 304:
                headers = list(message.get("headers", ()))
                kind = next((v for name, v in headers if name.lower() == b"content-type"), b"")
                is_page = kind.startswith(b"text/html")
                new_headers = (
                    self._page_headers_of(scope["path"])
                    if is_page
                    else self._file_headers_of(scope["path"])
                )
                nonce = next((value for name, value in headers if is_page and name == NONCE), b"")
                names = {NONCE, *(name for name, _ in new_headers)}
                unrelated = [pair for pair in headers if pair[0].lower() not in names]
                message = {**message, "headers": [*unrelated, *_with_nonce(new_headers, nonce)]}
            await send(message)

        await self._app(scope, receive, with_headers)

    def _page_headers_of(self, path: str) -> list[tuple[bytes, bytes]]:
        """Return the headers of the page at this path."""
        matches = (
            h
            for start, h in self._own_policies.items()
            if path == start or path.startswith(f"{start}/")
        )
        return next(matches, self._pages)

    def _file_headers_of(self, path: str) -> list[tuple[bytes, bytes]]:
        matches = (h for start, h in self._workers.items() if path.startswith(start))
        return next(matches, self._files)


def _with_nonce(headers: Headers, nonce: bytes) -> Headers:
    """Return the headers with a policy that also allows the script with this nonce, and scripts
    that it adds with the nonce."""
    script_source = b"script-src 'nonce-" + nonce + b"'"
    return [
        (name, value.replace(b"script-src", script_source) if nonce and name == _POLICY else value)
        for name, value in headers
    ]


def _encode(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]
