"""Write pages without Streamlit: plain HTML with an embedded style sheet."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape

from lab.course import course
from lab.endpoints import static_assets
from lab.ui.palette import THEMES

STYLE = "assets/styles/plain-page.css"
_TONES = ("background", "card", "text", "muted", "line", "edge", "track", "accent", "on_accent",
          "positive", "negative")  # fmt: skip


@cache
def style(sheets: tuple[str, ...] = ()) -> str:
    """Return the style sheet of plain pages, with both themes. `sheets`: further style sheets."""

    def tones(theme: Mapping[str, str]) -> str:
        return "".join(f"--{name.replace('_', '-')}:{theme[name]};" for name in _TONES)

    light, dark = (tones(THEMES[name]) for name in ("light", "dark"))
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
        + "".join(map(static_assets.read, (STYLE, *sheets)))
    )


def policy(
    sheets: tuple[str, ...] = (), frame_ancestors: str = "'none'", form_action: str = "'self'"
) -> str:
    """Return the content security policy of plain pages. It allows their own style sheet, scripts,
    requests and images of this site, and forms that are sent to `form_action`. By default no page
    may show a plain page in a frame."""
    digest = base64.b64encode(hashlib.sha256(style(sheets).encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; script-src 'self'; connect-src 'self'; "
        f"img-src 'self'; form-action {form_action}; base-uri 'none'; "
        f"frame-ancestors {frame_ancestors}"
    )


def document(title: str, body: str, head: str = "", sheets: tuple[str, ...] = ()) -> str:
    """Return a page of plain HTML with its style sheet. `body` and `head`: HTML."""
    return f"""<!doctype html>
<html lang="{course.current().language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title><style>{style(sheets)}</style>{head}</head>
<body>{body}</body></html>
"""
