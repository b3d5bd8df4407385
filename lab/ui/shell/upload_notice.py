"""Explain in advance why an upload would be refused."""

import streamlit as st

from lab.course.computer import is_server

COOKIE = "_streamlit_xsrf"  # Streamlit's token against forged requests


def draw(otherwise: str, refusal: str = "") -> None:
    """Explain why an upload may fail.

    If the browser has not stored the cookie, the notice explains this and gives two alternatives:
    `otherwise`, a clause, and a tab that stores the cookie. If the cookie is stored, the notice is
    `refusal`, the reason why a file is refused. Where the browser itself computes, nothing is
    uploaded, and there is no notice.
    """
    if not is_server():
        return
    if COOKIE not in st.context.cookies:
        st.warning(
            f"Your browser has not stored the cookie “{COOKIE}” of this site, so the server "
            f"will refuse every file (403). In a frame of another site, browsers store this "
            "cookie only over HTTPS, and some store no cookies. Nothing else is affected. "
            f"{otherwise}, or open this page in a tab of its own and allow its cookies."
        )
    elif refusal:
        st.caption(refusal)
