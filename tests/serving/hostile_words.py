"""Texts that would do harm if they were shown as Markdown or HTML, and a check that none is."""

import re

from streamlit.testing.v1 import AppTest

from pages.order import PAGES

MARKUP_TEXTS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[here](javascript:alert(1)) ![x](https://evil.example/x.png) **bold** $\\href{x}{y}$",
)
TEXT_KINDS = ("markdown", "warning", "error", "info", "success", "caption", "title", "header",
           "subheader", "page_link", "button", "selectbox", "text_input")  # fmt: skip
IDS = ("script", "image", "markdown")
# A page of points in the plane, solved by the server.
SOLVED = next(page for page in PAGES if page.steps and page.is_solved)


def nothing_is_formatted(page: AppTest) -> None:
    assert not page.exception
    for part in page._tree:  # includes the dialogs
        if part.type in TEXT_KINDS:
            for text in (str(getattr(part, "value", "")), getattr(part.proto, "label", "")):
                plain = re.sub(r"\\([!-/:-@\[-`{-~])", "", text)  # escaped text is not markup
                assert "<script" not in plain and "<img" not in plain, text
                assert "](javascript" not in plain and "onerror=" not in plain, text
                assert "evil.example/x.png)" not in plain, text
        elif part.type == "html":
            assert "alert(1)" not in str(part.proto), "no HTML is made from an address"
        elif part.type == "bidi_component":
            assert "alert(1)" not in part.proto.html_content
            assert "alert(1)" not in part.proto.js_content  # these are the app's own scripts
